#include "batch/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <ctime>
#include <deque>
#include <functional>
#include <memory>
#include <regex>
#include <system_error>
#include <thread>
#include <utility>

#include "batch/graded.hpp"
#include "batch/handed_in.hpp"
#include "batch/roster.hpp"
#include "batch/server.hpp"
#include "batch/show.hpp"
#include "batch/worker.hpp"
#include "grader/errors.hpp"
#include "report/json.hpp"
#include "report/text.hpp"
#include "support/files/cached.hpp"
#include "support/files/lock.hpp"
#include "support/files/whole_file.hpp"
#include "support/process/question.hpp"

namespace batch {
namespace fs = std::filesystem;
namespace {

constexpr int call_was_wrong = 2;       // exit statuses of `grade`, as README.md lists them
constexpr int could_not_be_graded = 3;  // and where no other is listed
constexpr int interrupted = 130;
constexpr int most_tries = 2;
/// That a GPU's grading needs while others compile: for its grader, and for the program that holds student code.
constexpr int cores_per_gpu = 2;
/// Of submissions that are compiled and wait for a GPU, for each job.
constexpr int most_ahead = 2;
constexpr auto pause = std::chrono::milliseconds(5);

/// One submission on its way into the gradebook.
struct Task {
  std::string student;
  HandedIn handed_in;
  std::vector<std::string> only;
  int tries = 0;
};

/// Ends the wait for a lock; not at once, because processes that a killed batch was starting have it for a moment.
class Patience {
 public:
  explicit Patience(std::string refusal) : refusal_(std::move(refusal)) {}
  void operator()() {
    process::throw_if_interrupted();
    if (++asked_ > most_questions) throw grader::UsageError(refusal_);
  }

 private:
  static constexpr int most_questions = 40;  // of a lock, 50 ms apart
  std::string refusal_;
  int asked_ = 0;
};

/// The only one at work on a gradebook.
class Sole {
 public:
  explicit Sole(const fs::path& gradebook)
      : lock_(gradebook / "lock",
              Patience(fmt::format(
                  "another batch or regrade is at work on {}: see `./grade batch --status`, or wait for its end",
                  gradebook.string()))) {
    // Of a batch that was killed.
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(gradebook, error)) {
      if (entry.path().filename().string().starts_with(".making-")) fs::remove_all(entry.path(), error);
    }
  }

 private:
  files::Lock lock_;
};

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of(" \n");
  if (end == std::string::npos) return "";
  const std::size_t start = text.find_last_of('\n', end);
  return text.substr(start + 1, end - start);
}

/// What `grade` complains of.
std::string complaint(const Outcome& outcome) {
  const std::string line = last_line(outcome.text);
  const std::string_view prefix = "grade: ";
  return report::printable_line(line.starts_with(prefix) ? line.substr(prefix.size()) : line);
}

}  // namespace

// pages.py names its pages by the same rules.
std::string report_name(const std::string& student) {
  std::size_t longest = 150;  // in bytes, of the 255 that a file's name may have
  std::string name;
  for (const char c : student) {
    const bool is_safe = c != '/' && c != '%' && static_cast<unsigned char>(c) >= 0x20 && (c != '.' || !name.empty());
    name += is_safe ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  if (name.size() > longest) {
    const auto is_within_a_letter = [&](std::size_t at) {
      return (static_cast<unsigned char>(name[at]) & 0xC0) == 0x80;
    };
    while (is_within_a_letter(longest)) --longest;
    return fmt::format("{}%{:016x}", name.substr(0, longest), files::content_hash(student));
  }
  // The report of "ada" on part 3.2 alone is called "ada.3.2", so the student "ada.3.2" has another name here.
  static const std::regex ends_as_a_part("\\.[0-9]+\\.[0-9]+$");
  if (std::regex_search(name, ends_as_a_part)) name.replace(name.rfind('.'), 1, "%2E");
  return name;
}

namespace {

void write_if_different(const fs::path& file, const std::string& text) {
  std::error_code error;
  if (fs::exists(file, error) && files::read_file(file) == text) return;
  files::write_atomically(file, text);
}

/// `reports/lab3/ada.txt` and `.json`; those of a grading of some parts only have these in their name.
void write_reports(const fs::path& gradebook, const Grading& grading, const std::vector<std::string>& only,
                   const std::string& json, const std::string& text) {
  const fs::path folder = gradebook / "reports" / grading.lab;
  std::error_code error;  // the write reports it
  fs::create_directories(folder, error);
  std::string name = report_name(grading.student);
  for (const std::string& part : only) name += "." + part;
  write_if_different(folder / (name + ".txt"), text);
  if (!json.empty()) write_if_different(folder / (name + ".json"), json);
}

class Batch {
 public:
  Batch(const Settings& settings, Gradebook& gradebook, std::string kind, std::string arguments)
      : settings_(settings), gradebook_(gradebook), folder_(gradebook.folder()) {
    run_.kind = std::move(kind);
    run_.lab = settings.lab->name;
    run_.arguments = std::move(arguments);
    run_.commit = process::commit_of(settings.root);
    run_ = gradebook.begin_run(run_);
    secret_ = settings.seed ? std::to_string(*settings.seed) : gradebook.secret();
  }

  const Run& run() const { return run_; }
  const PhaseSums& phases() const { return phases_; }

  /// `already` of the planned submissions have their rows.
  std::vector<Grading> carry_out(std::vector<Task> tasks, int already) {
    progress_.planned = already + static_cast<int>(tasks.size());
    progress_.done = already;
    gradebook_.set_progress(run_.id, progress_.planned, progress_.done);
    if (!tasks.empty()) look_at_machine();
    waiting_.assign(std::make_move_iterator(tasks.begin()), std::make_move_iterator(tasks.end()));
    started_ = process::Clock::now();
    while (!waiting_.empty() || !slots_.empty() || !compiled_.empty() || is_any_server_busy()) {
      process::throw_if_interrupted();
      const bool has_room = static_cast<int>(compiled_.size()) < most_ahead * jobs_;
      while (has_room && !is_quiet_ && !waiting_.empty() && static_cast<int>(slots_.size()) < jobs_) start_next();
      finish_served();
      keep_quiet();
      finish_ended();
      show();
      std::this_thread::sleep_for(pause);
    }
    phases_.seconds = std::chrono::duration<double>(process::Clock::now() - started_).count();
    gradebook_.end_run(run_.id);
    return std::move(added_);
  }

 private:
  /// A grading in progress.
  struct Slot {
    Task task;
    Call call;
    Work work = Work::grade;
    std::unique_ptr<Worker> worker;
  };

  /// A GPU, where it is graded by a server: one submission after the other.
  struct Gpu {
    std::string name;
    std::unique_ptr<Server> server;
    std::optional<Slot> slot{};  // what it is at work on
  };

  Call call_for(const fs::path& source, const fs::path& folder) const {
    Call call;
    call.program = settings_.program;
    call.root = settings_.root;
    call.lab = settings_.lab->name;
    call.source = source;
    call.backend = settings_.backend;
    call.device = settings_.device;
    call.folder = folder;
    return call;
  }

  /// Grades the reference solution: what this machine grades with, which walls stand, and that it can grade at all.
  /// A machine that is at fault for every submission is found before the first one gets a row.
  void look_at_machine() {
    if (settings_.say) settings_.say("grading the reference solution, to see that this machine can");
    const fs::path source = settings_.root / "solutions" / settings_.lab->folder / settings_.lab->source;
    Call call = call_for(source, folder_.path() / "machine");
    fs::create_directory(call.folder);
    call.seed = "1";
    Worker worker(call);
    std::optional<Outcome> outcome;
    while (!(outcome = worker.outcome(settings_.most_seconds))) {
      process::throw_if_interrupted();
      std::this_thread::sleep_for(pause);
    }
    if (outcome->json.empty()) {
      throw grader::CannotGrade(
          fmt::format("no submission was graded, because the reference solution cannot be: {}", complaint(*outcome)));
    }
    machine_.lab = settings_.lab->name;
    read_report(outcome->json, machine_);
    const bool is_right = std::all_of(machine_.parts.begin(), machine_.parts.end(), [](const PartGrade& part) {
      return part.verdict == "passed" || part.verdict == "partial";
    });
    if (!is_right) {
      throw grader::CannotGrade(
          "no submission was graded, because on this machine the reference solution is not right; its report:\n" +
          outcome->text);
    }
    require_walls();
    use_gpus();
  }

  void require_walls() const {
    if (settings_.no_sandbox || machine_.walls_down.empty()) return;
    throw grader::CannotGrade(fmt::format(
        "no submission was graded, because walls around strangers' programs are missing here:\n{}\n`./grade doctor` "
        "says what would help; --no-sandbox grades without them, which every row then records",
        machine_.walls_down));
  }

  void use_gpus() {
    jobs_ = settings_.jobs > 0 ? settings_.jobs : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    if (machine_.driver.empty()) return;  // the emulator
    std::vector<std::string> names = visible_gpus();
    if (names.empty()) names = {""};
    for (const std::string& name : names) gpus_.push_back({name, nullptr});
    if (settings_.jobs == 0) jobs_ = std::max(1, jobs_ - cores_per_gpu * static_cast<int>(gpus_.size()));
  }

  bool is_any_server_busy() const {
    return std::any_of(gpus_.begin(), gpus_.end(), [](const Gpu& gpu) { return gpu.slot.has_value(); });
  }

  /// The same for the same bytes, so that a grading can be repeated. It is not known without the gradebook.
  std::string seed_of(const Task& task, const fs::path& folder) const {
    const fs::path file = folder / "seed";
    files::write_atomically(
        file, fmt::format("{}\n{}\n{}\n{}", secret_, task.student, settings_.lab->name, task.handed_in.source->text));
    const std::string digits = sha256({file}).front().substr(0, 16);
    fs::remove(file);
    std::uint64_t seed = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), seed, 16);
    return std::to_string(seed);
  }

  Grading row_for(const Task& task) const {
    Grading row;
    row.run = run_.id;
    row.student = task.student;
    row.lab = settings_.lab->name;
    row.status = task.handed_in.status;
    row.note = task.handed_in.note;
    if (task.handed_in.source) {
      row.source_hash = task.handed_in.source->hash;
      row.source_name = task.handed_in.source->name;
    }
    row.origin = task.handed_in.origin;
    row.submitted = task.handed_in.submitted;
    row.submitted_by = task.handed_in.submitted_by;
    row.tries = task.tries;
    row.commit = run_.commit;
    row.no_sandbox = settings_.no_sandbox;
    return row;
  }

  void add(const Task& task, Grading row) {
    row.attempt = gradebook_.add(row, task.handed_in.source ? &*task.handed_in.source : nullptr);
    write_reports(gradebook_.folder(), row, task.only, row.json, row.text);
    ++progress_.done;
    ++progress_.ended[row.status];
    gradebook_.set_progress(run_.id, progress_.planned, progress_.done);
    row.json.clear();
    row.text.clear();
    added_.push_back(std::move(row));
  }

  Grading example_for(const Task& task) const {
    Grading example = machine_;
    std::erase_if(example.parts, [&](const PartGrade& part) {
      return !task.only.empty() && std::find(task.only.begin(), task.only.end(), part.part) == task.only.end();
    });
    return example;
  }

  void start_next() {
    Task task = std::move(waiting_.front());
    waiting_.pop_front();
    if (!task.handed_in.source) {
      Grading row = row_for(task);
      row.started = utc_text(std::time(nullptr));
      fill_without_report(example_for(task), row);
      add(task, std::move(row));
      return;
    }
    ++task.tries;
    const fs::path folder = folder_.path() / std::to_string(++calls_);
    fs::create_directory(folder);
    const fs::path source = folder / task.handed_in.source->name;
    files::write_atomically(source, task.handed_in.source->text);
    Call call = call_for(source, folder);
    call.seed = seed_of(task, folder);
    call.only = task.only;
    gradebook_.add_running(run_.id, task.student);
    start({std::move(task), call, gpus_.empty() ? Work::grade : Work::compile, nullptr});
  }

  void start(Slot slot) {
    if (!gpus_.empty()) slot.call.gpu = gpus_.front().name;  // whose compiler, and whose report where that refuses it
    try {
      slot.worker = std::make_unique<Worker>(slot.call, slot.work);
    } catch (const std::system_error& error) {  // no memory, no process
      return finish(std::move(slot), Outcome{-1, "", error.what()});
    }
    if (is_quiet_) slot.worker->pause();
    slots_.push_back(std::move(slot));
  }

  /// Gives each GPU that is free the next submission before it looks at what came of the last one.
  void finish_served() {
    for (Gpu& gpu : gpus_) {
      std::optional<Outcome> outcome;
      if (gpu.slot && !(outcome = gpu.server->outcome(settings_.most_seconds))) continue;
      std::optional<Slot> ended = std::move(gpu.slot);
      gpu.slot.reset();
      if (!compiled_.empty()) serve_next(gpu);
      if (ended) finish(std::move(*ended), *outcome);
    }
  }

  /// Compilers stop while a GPU's grading times: they would share processors, caches and memory with it.
  void keep_quiet() {
    const bool is_needed =
        std::any_of(gpus_.begin(), gpus_.end(), [](const Gpu& gpu) { return gpu.server && gpu.server->needs_quiet(); });
    if (is_needed != is_quiet_) {
      for (Slot& slot : slots_) is_needed ? slot.worker->pause() : slot.worker->resume();
    }
    is_quiet_ = is_needed;
    for (Gpu& gpu : gpus_) {
      if (gpu.server) gpu.server->answer_quiet();
    }
  }

  void serve_next(Gpu& gpu) {
    Slot slot = std::move(compiled_.front());
    compiled_.pop_front();
    slot.call.gpu = gpu.name;
    try {
      if (!gpu.server || !gpu.server->is_alive()) gpu.server = std::make_unique<Server>(slot.call);
    } catch (const std::system_error& error) {
      return finish(std::move(slot), Outcome{-1, "", error.what()});
    }
    gpu.server->give(slot.call);
    gpu.slot = std::move(slot);
  }

  void finish_ended() {
    for (std::size_t i = 0; i < slots_.size();) {
      const auto outcome = slots_[i].worker->outcome(settings_.most_seconds);
      if (!outcome) {
        ++i;
        continue;
      }
      Slot slot = std::move(slots_[i]);
      slots_.erase(slots_.begin() + static_cast<std::ptrdiff_t>(i));
      slot.worker.reset();
      const bool is_compiled = slot.work == Work::compile && outcome->status == 0 && outcome->json.empty();
      if (is_compiled) {
        compiled_.push_back(std::move(slot));
      } else {
        finish(std::move(slot), *outcome);
      }
    }
  }

  void finish(Slot slot, const Outcome& outcome) {
    Outcome said = outcome;
    said.text = without_path(said.text, slot.call.source, slot.task.handed_in.origin);
    finish(std::move(slot.task), said, slot.call.gpu);
    std::error_code ignored;
    fs::remove_all(slot.call.folder, ignored);
  }

  void finish(Task task, const Outcome& outcome, const std::string& gpu) {
    if (outcome.status == interrupted) throw process::Interrupted();
    Grading row = row_for(task);
    row.text = outcome.text;
    bool has_report = false;
    std::string why = complaint(outcome);
    try {
      if (!outcome.json.empty()) read_report(outcome.json, row);
      has_report = !outcome.json.empty();
      if (has_report) add_phases(phases_of(outcome.json));
    } catch (const std::runtime_error& error) {
      why = error.what();
    }
    const bool has_verdict = has_report && (outcome.status == 0 || outcome.status == 1);
    if (!has_verdict && outcome.status == call_was_wrong) {
      row.status = Status::unreadable;
      row.note = why;
    } else if (!has_verdict) {
      // A machine may be at fault once: the others are graded first, then this one again.
      if (task.tries < most_tries) {
        gradebook_.remove_running(task.student);
        waiting_.push_back(std::move(task));
        return;
      }
      row.status = Status::not_graded;
      row.note = has_report ? "some parts could not be graded, twice in a row"
                            : fmt::format("could not be graded, twice in a row: {}", why);
    }
    if (!has_report) {
      row.started = utc_text(std::time(nullptr));
      fill_without_report(example_for(task), row);
    } else if (!row.driver.empty()) {
      row.clocks = clocks_of(gpu);
    }
    add(task, std::move(row));
  }

  void add_phases(const std::vector<std::pair<std::string, double>>& phases) {
    if (phases_.phases.empty()) phases_.phases = phases;
    if (++phases_.gradings == 1) return;
    for (std::size_t i = 0; i < phases.size(); ++i) phases_.phases[i].second += phases[i].second;
  }

  void show() {
    if (!settings_.show) return;
    const auto served = std::count_if(gpus_.begin(), gpus_.end(), [](const Gpu& gpu) { return gpu.slot.has_value(); });
    progress_.running = static_cast<int>(slots_.size() + compiled_.size()) + static_cast<int>(served);
    // Only of what takes time.
    const int ended = progress_.ended[Status::graded] + progress_.ended[Status::not_graded];
    const double seconds = std::chrono::duration<double>(process::Clock::now() - started_).count();
    if (ended > 0) progress_.seconds_left = seconds / ended * (progress_.planned - progress_.done);
    settings_.show(progress_);
  }

  const Settings& settings_;
  Gradebook& gradebook_;
  files::TemporaryFolder folder_;  // for what gradings read and write; outlives them
  Run run_;
  std::string secret_;
  Grading machine_;  // of the reference solution
  int jobs_ = 1;
  std::deque<Task> waiting_;
  std::vector<Slot> slots_;    // that have a process of their own
  std::deque<Slot> compiled_;  // that wait for a GPU
  std::vector<Gpu> gpus_;      // none: the emulator grades
  bool is_quiet_ = false;      // no slot's process runs
  int calls_ = 0;
  Progress progress_;
  PhaseSums phases_;
  process::Clock::time_point started_;
  std::vector<Grading> added_;
};

/// The last grading of each student.
std::map<std::string, Grading> last_of_each(const Gradebook& gradebook, const std::string& lab) {
  std::map<std::string, Grading> last;
  for (Grading& grading : gradebook.gradings(lab)) last.insert_or_assign(grading.student, std::move(grading));
  return last;
}

/// The same as before: the same bytes, or still nothing to grade for the same reason. What is missing now does not
/// count where something was there before.
bool is_known(const HandedIn& handed_in, const Grading& last) {
  if (handed_in.source) return last.source_hash == handed_in.source->hash;
  if (handed_in.status == Status::missing) return true;
  return last.source_hash.empty() && last.status == handed_in.status && last.note == handed_in.note;
}

/// What was at work when a batch was stopped may take long: it is begun first.
void begin_with(const std::vector<Running>& stopped, std::vector<Task>& tasks) {
  std::map<std::string, int> order;
  for (const Running& running : stopped) order.emplace(running.student, static_cast<int>(order.size()));
  const auto position = [&](const Task& task) {
    const auto found = order.find(task.student);
    return found == order.end() ? static_cast<int>(order.size()) : found->second;
  };
  std::stable_sort(tasks.begin(), tasks.end(),
                   [&](const Task& one, const Task& other) { return position(one) < position(other); });
}

/// A batch that was killed between a row and its reports has left the reports of the row before.
void complete_reports(const Gradebook& gradebook, const std::string& lab, std::size_t parts) {
  for (const auto& [student, grading] : last_of_each(gradebook, lab)) {
    if (grading.parts.size() != parts) continue;
    write_reports(gradebook.folder(), grading, {}, gradebook.report_json(grading.id),
                  gradebook.report_text(grading.id));
  }
}

}  // namespace

Summary grade_folder(const Settings& settings, const fs::path& folder, const fs::path& roster) {
  const std::vector<Student> students = roster.empty() ? std::vector<Student>{} : read_roster(roster);
  const std::vector<Submission> submissions = find_submissions(folder, students);
  if (submissions.empty()) {
    throw grader::UsageError(
        fmt::format("there are no submissions in {}: it must hold a folder, an archive or a .cu file for each student",
                    folder.string()));
  }
  Gradebook gradebook(settings.gradebook);
  const Sole sole(settings.gradebook);
  gradebook.set_roster(students);
  complete_reports(gradebook, settings.lab->name, settings.lab->parts.size());

  Summary summary;
  const std::string rules = report::rules_json(settings.course->rules, *settings.lab);
  const std::map<std::string, Grading> last = last_of_each(gradebook, settings.lab->name);
  std::vector<Task> tasks;
  for (const Submission& submission : submissions) {
    process::throw_if_interrupted();
    if (submission.note == not_on_the_roster) ++summary.not_on_roster;
    const files::TemporaryFolder work(settings.gradebook);
    HandedIn handed_in = read_submission(submission, *settings.lab, settings.course->labs, work.path());
    const auto known = last.find(submission.student);
    if (known != last.end() && is_known(handed_in, known->second)) {
      ++summary.already;
      if (known->second.rules != rules) ++summary.other_rules;
      continue;
    }
    tasks.push_back({submission.student, std::move(handed_in), {}, 0});
  }
  begin_with(gradebook.running(), tasks);
  Batch batch(settings, gradebook, "batch", fs::absolute(folder).lexically_normal().string());
  summary.run = batch.run().id;
  summary.planned = static_cast<int>(submissions.size());
  summary.gradings = batch.carry_out(std::move(tasks), summary.already);
  summary.phases = batch.phases();
  return summary;
}

Summary regrade(const Settings& settings, const Selection& selection) {
  Gradebook gradebook(settings.gradebook, /*must_exist=*/true);
  const Sole sole(settings.gradebook);
  const std::string rules = report::rules_json(settings.course->rules, *settings.lab);
  std::map<std::string, Grading> last;  // that have a source
  for (Grading& grading : gradebook.gradings(settings.lab->name)) {
    if (!grading.source_hash.empty()) last.insert_or_assign(grading.student, std::move(grading));
  }
  for (const std::string& student : selection.students) {
    if (last.contains(student)) continue;
    throw grader::UsageError(
        fmt::format("the gradebook has no submission of '{}' for {}", student, settings.lab->name));
  }
  Batch batch(settings, gradebook, "regrade",
              fmt::format("students: {}; parts: {}; changed: {}; not graded: {}", fmt::join(selection.students, ", "),
                          fmt::join(selection.parts, ", "), selection.changed, selection.not_graded));
  Summary summary;
  summary.run = batch.run().id;
  std::vector<Task> tasks;
  for (const auto& [student, grading] : last) {
    const auto& wanted = selection.students;
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), student) == wanted.end()) continue;
    if (grading.run == summary.run) {
      ++summary.already;
      continue;
    }
    if (selection.changed && grading.rules == rules) continue;
    if (selection.not_graded && grading.status != Status::not_graded) continue;
    HandedIn handed_in;
    handed_in.source = gradebook.source(grading.source_hash);
    handed_in.note = grading.status == Status::graded ? grading.note : "";
    handed_in.origin = grading.origin;
    handed_in.submitted = grading.submitted;
    handed_in.submitted_by = grading.submitted_by;
    tasks.push_back({student, std::move(handed_in), selection.parts, 0});
  }
  summary.planned = summary.already + static_cast<int>(tasks.size());
  summary.gradings = batch.carry_out(std::move(tasks), summary.already);
  summary.phases = batch.phases();
  return summary;
}

std::string status_text(const fs::path& folder) {
  const Gradebook gradebook(folder, /*must_exist=*/true);
  const auto run = gradebook.last_run();
  if (!run) return "Nothing has been graded yet.\n";
  bool is_at_work = false;
  try {
    const files::Lock lock(folder / "lock", [] { throw grader::UsageError(""); });
  } catch (const grader::UsageError&) {
    is_at_work = true;
  }
  std::string text = fmt::format("{} of {}, begun {}: {} of {} submissions have their rows", run->kind, run->lab,
                                 run->started, run->done, run->planned);
  if (!is_at_work) {
    text += run->ended.empty() ? "\nIt was stopped before its end; the same call goes on with it.\n"
                               : fmt::format("; ended {}.\n", run->ended);
    return text;
  }
  std::vector<Grading> gradings = gradebook.gradings(run->lab);
  std::erase_if(gradings, [&](const Grading& grading) { return grading.run != run->id; });
  const auto now = static_cast<double>(std::time(nullptr));
  if (const auto left = seconds_left(ends_of(gradings), run->planned - run->done, now)) {
    text += ", about " + time_left(*left);
  }
  text += "\n";
  for (const Running& running : gradebook.running()) {
    text += fmt::format("  {}  {} s\n", running.student, std::time(nullptr) - running.since);
  }
  return text;
}

}  // namespace batch
