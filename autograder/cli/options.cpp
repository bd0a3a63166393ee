// The command line in CLI11's terms. Every lab is a command of its own: `grade lab3`.
#include "cli/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <tuple>
#include <utility>

#include "backends/registry.hpp"
#include "cli/completion.hpp"
#include "cli/man_page.hpp"
#include "cli/words.hpp"
#include "simt/simt.hpp"

namespace cli {
namespace {

constexpr const char* version = "grade 0.1.0";

constexpr const char* description =
    "Grades a lab of the CUDA memory course: is it right, how fast is it, which line wastes which bytes.";

constexpr const char* footer =
    "Exit status: 0 every part passed · 1 something did not pass · 2 the call was wrong ·\n"
    "3 it could not be graded (no fault of yours).";

std::string lab_names(const course::Course& course) {
  std::string names;
  for (const course::Lab& lab : course.labs) names += (names.empty() ? "" : ", ") + lab.name;
  return names;
}

std::string part_ids(const course::Lab& lab) {
  std::string ids;
  for (const course::Part& part : lab.parts) ids += (ids.empty() ? "" : ", ") + part.id;
  return ids;
}

/// Nothing where `text` is no whole number of 64 bits.
std::optional<std::uint64_t> whole_number(const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  return is_number ? std::optional(number) : std::nullopt;
}

/// "a, b or c"
std::string alternatives(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += (i == 0 ? "" : i + 1 < words.size() ? ", " : " or ") + words[i];
  }
  return text;
}

/// What --backend takes; with what each backend is for.
std::string backend_choices(bool with_purposes) {
  std::vector<std::string> choices{"auto"};
  for (const backends::Registration& each : backends::all()) {
    choices.push_back(with_purposes ? fmt::format("{} ({})", each.name, each.purpose) : std::string(each.name));
  }
  return alternatives(choices);
}

std::string names_of_counting_backends() {
  std::vector<std::string> names;
  for (const backends::Registration& each : backends::all()) {
    if (each.abilities.counts) names.emplace_back(each.name);
  }
  return alternatives(names);
}

/// The part and its lab.
std::pair<const course::Lab*, const course::Part*> part_of_any_lab(const course::Course& course,
                                                                   const std::string& id) {
  std::string known;
  for (const course::Lab& lab : course.labs) {
    if (const course::Part* part = course::find_part(lab, id)) return {&lab, part};
    known += (known.empty() ? "" : ", ") + part_ids(lab);
  }
  throw CallError(fmt::format("there is no part '{}'; parts: {}", id, known));
}

/// The command line's grammar, and where CLI11 puts what it finds.
class Grammar {
 public:
  Grammar(const Environment& environment, const course::Course& course) : environment_(environment), course_(course) {
    app_.footer(footer);
    app_.get_formatter()->label("SUBCOMMAND", "LAB or COMMAND");
    app_.set_version_flag("--version", version);
    app_.add_option("--root", root_, "folder of the course; ./grade passes it")->type_name("DIR")->take_last();
    app_.add_flag("--no-colour,--no-color", options_.no_colour, "no colours (also: the environment's NO_COLOR)");
    app_.fallthrough();   // --root may come before or after the command
    app_.allow_extras();  // an unknown command gets our own message
    app_.require_subcommand(0, 1);
    for (const course::Lab& lab : course.labs) add_grade(lab);
    add_command(Action::list, "list", "labs and parts, with their points; devices of the emulator");
    add_command(Action::doctor, "doctor", "what this machine can grade with, and what is missing");
    auto* hint = add_command(Action::hint, "hint", "a hint for a part: first a question, then more");
    hint->add_option("part", part_, "3.2")->required()->type_name("PART");
    hint->add_option("number", options_.hint, "1 a question, 2 a hint, 3 the steps, nearly the answer")
        ->check(CLI::Range(1, 3))
        ->type_name("NUMBER=1");
    auto* explain = add_command(Action::explain, "explain", "a part's source with what each line asks of memory");
    explain->add_option("part", part_, "3.2")->required()->type_name("PART");
    add_submission(*explain);
    explain
        ->add_option("--backend", options_.backend,
                     names_of_counting_backends() + ": explanations come from the emulator")
        ->type_name("NAME");
    explain
        ->add_option("--device", options_.devices,
                     "count as this chip would; ./grade list names them. Several, or all: how fast it would be on each")
        ->allow_extra_args(false)
        ->type_name("NAME");
    add_schedule(*explain);
    explain->add_flag("--predict", options_.predicts, "say how fast it would be on this chip, and what bounds it");
    explain->add_flag("--hardware", options_.on_hardware,
                      "the GPU's own counters beside the emulator's, by Nsight Compute; runs your code without walls");
    add_seed(*explain);
    auto* mistakes = add_command(Action::mistakes, "mistakes", "what others mistook in a part");
    mistakes->add_option("part", part_, "3.2")->required()->type_name("PART");
    auto* solution = add_command(Action::solution, "solution", "the course's solution of a part that you have passed");
    solution->add_option("part", part_, "3.2")->required()->type_name("PART");
    auto* reset = add_command(Action::reset, "reset", "puts a lab's file back as it was handed out, and keeps yours");
    reset->add_option("lab", lab_, "lab3")->required()->type_name("LAB");
    auto* progress = add_command(Action::progress, "progress", "what you have reached so far, and what comes next");
    progress->add_option("--report", progress_report_, "text, or html: a page on standard output")
        ->check(CLI::IsMember({"text", "html"}))
        ->type_name("FORMAT=text");
    progress->add_option("--plot", plot_, "draw it")->type_name("FILE.svg");
    auto* watch = add_command(Action::watch, "watch", "grades whenever you save: all labs, one lab, or from a part on");
    watch->add_option("lab", lab_, "lab3, or 3.2 to begin there")->type_name("LAB");
    auto* completion = app_.add_subcommand("completion", "prints a script by which your shell completes words");
    completion->group("Commands");
    completion->add_option("shell", shell_, "bash, zsh or fish")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}))
        ->type_name("SHELL");
    app_.add_subcommand("man", "prints this as a manual page: ./grade man | man -l -")->group("Commands");
    auto* build = add_command(Action::build, "build", "compiles a submission and stops");
    build->add_option("lab", lab_, "lab3")->required()->type_name("LAB");
    add_submission(*build);
    build->add_option("--backend", options_.backend, "compile for this one alone: " + backend_choices(false))
        ->type_name("NAME");
    add_serve();
    add_experiment();
    add_batch();
    add_regrade();
    add_export();
    add_similarity();
    add_pages();
    add_leaderboard();
  }

  std::variant<Options, Answer> parse(std::span<const std::string> arguments) {
    const std::vector<std::string> full = in_full(arguments, course_, options_with_values());
    // CLI11 takes them from the back.
    std::vector<std::string> reversed(full.rbegin(), full.rend());
    try {
      app_.parse(std::move(reversed));
    } catch (const CLI::CallForHelp&) {
      return Answer{app_.help()};
    } catch (const CLI::CallForVersion&) {
      return Answer{std::string(version) + "\n"};
    } catch (const CLI::ParseError& error) {
      throw CallError(fmt::format("{}; see grade --help", error.what()));
    }
    options_.root = root_;
    if (course_.labs.empty()) find_root(options_, environment_);  // says why there are none
    refuse_unknown();
    if (!shell_.empty()) return Answer{completion()};
    if (app_.got_subcommand("man")) return Answer{man_page(app_, version)};
    return resolve();
  }

 private:
  /// From the grammar: the labs and parts, the commands, and what each takes.
  std::string completion() const {
    std::vector<CompletionWord> labs;
    std::vector<CompletionWord> parts;
    for (const course::Lab& lab : course_.labs) {
      labs.push_back({lab.name, lab.title});
      for (const course::Part& part : lab.parts) parts.push_back({part.id, part.title});
    }
    std::vector<CompletedCommand> commands;
    for (const CLI::App* command : app_.get_subcommands([](const CLI::App*) { return true; })) {
      if (command->get_group().empty()) continue;
      CompletedCommand completed{{command->get_name(), command->get_description()}, {}};
      const auto add = [&](const std::vector<CompletionWord>& words) {
        completed.followers.insert(completed.followers.end(), words.begin(), words.end());
      };
      for (const CLI::Option* option : command->get_options()) {
        if (option->get_group().empty()) continue;  // not for people
        if (option->get_type_name() == "LAB") add(labs);
        if (option->get_type_name() == "PART") add(parts);
        if (option->get_type_name() == "SHELL") add({{"bash", ""}, {"zsh", ""}, {"fish", ""}});
        for (const std::string& name : option->get_lnames()) add({{"--" + name, option->get_description()}});
      }
      commands.push_back(std::move(completed));
    }
    return completion_script(shell_, parts, commands);
  }

  CLI::App* add_command(Action action, const char* name, const char* what) {
    CLI::App* command = app_.add_subcommand(name, what);
    command->group("Commands");
    command->callback([this, action] { options_.action = action; });
    return command;
  }

  void add_submission(CLI::App& command) {
    command.add_option("--submission", submission_, "what to take instead of the lab's own folder")
        ->type_name("DIR_OR_FILE")
        ->check([](const std::string& name) { return name.empty() ? "--submission has no name behind it" : ""; });
  }

  void add_schedule(CLI::App& command) {
    command
        .add_option("--schedule", options_.schedule,
                    "in the emulator, run warps, blocks and lanes in the order that this number stands for")
        ->type_name("SEED")
        ->check([](const std::string& seed) {
          const bool is_seed = whole_number(seed).value_or(0) > 0;
          return is_seed ? "" : fmt::format("'{}' is no seed; a seed is a whole number from 1 on", seed);
        });
  }

  void add_seed(CLI::App& command,
                const char* what = "repeat a grading: the number that its report names, or its JSON") {
    command.add_option("--seed", options_.seed, what)->type_name("NUMBER")->check([](const std::string& seed) {
      return whole_number(seed) ? "" : fmt::format("'{}' is no seed; a seed is a whole number below 2^64", seed);
    });
  }

  void add_backend(CLI::App& command) {
    command.add_option("--backend", options_.backend, backend_choices(/*with_purposes=*/true))->type_name("NAME");
    command
        .add_option("--device", options_.device,
                    "grade in the emulator, counting as this chip would; ./grade list names them")
        ->type_name("NAME");
  }

  static CLI::Option* add_list(CLI::App& command, const char* name, std::vector<std::string>& list, const char* what) {
    return command.add_option(name, list, what)
        ->expected(1)
        ->delimiter(',')
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }

  /// What `batch` and `regrade` have in common.
  void add_classroom(CLI::App& command) {
    command.group("Instructors");
    command.add_option("--lab", lab_, "lab3")->type_name("LAB");
    add_gradebook(command);
    add_backend(command);
    command.add_option("--jobs", options_.jobs, "gradings at a time (default: one a core)")
        ->type_name("NUMBER")
        ->check(CLI::Range(1, 1024));
    command
        .add_option("--work-dir", work_, "for what is compiled, where the course is read-only (default: its build/)")
        ->type_name("DIR");
    command.add_flag("--no-sandbox", options_.no_sandbox, "grade although walls are missing (see doctor); rows say so");
  }

  void add_gradebook(CLI::App& command) {
    command.add_option("--gradebook", gradebook_, "folder of the gradebook (default: gradebook)")->type_name("DIR");
  }

  void add_batch() {
    auto* command = add_command(Action::batch, "batch", "grades a folder of submissions into a gradebook");
    command->add_option("folder,--folder", folder_, "holds a folder, an archive or a .cu file for each student")
        ->type_name("DIR");
    add_classroom(*command);
    command->add_option("--roster", roster_, "CSV file with the columns student, name, lms_id, submitted")
        ->type_name("FILE");
    command
        ->add_option("--executor", executor_,
                     "local (default), or slurm: a job array on a cluster; see ./grade slurm --help")
        ->check(CLI::IsMember({"local"}))
        ->type_name("NAME");
    add_seed(*command, "what all inputs derive from, in place of the gradebook's secret number");
    command->add_flag("--only-gradebook", options_.only_gradebook, "only make the gradebook, if it is not there");
    command->add_flag("--status", options_.status, "only say how far the batch is that is running");
  }

  void add_regrade() {
    auto* command = add_command(Action::regrade, "regrade", "grades again what a gradebook holds, shows what changed");
    add_classroom(*command);
    add_list(*command, "--student", options_.students, "only this student's; may be repeated")->type_name("STUDENT");
    add_list(*command, "--part", options_.only, "only this part; may be repeated")->type_name("PART");
    command->add_flag("--changed", options_.changed, "only what was graded by other points, thresholds or sizes");
    command->add_flag("--not-graded", options_.not_graded, "only what could not be graded");
  }

  void add_export() {
    auto* command = add_command(Action::export_grades, "export", "writes a gradebook for other systems");
    command->group("Instructors");
    command
        ->add_option("format", options_.format,
                     "csv-labs (default), csv-parts, csv-attempts, canvas, moodle, gradescope, prairielearn, junit")
        ->type_name("FORMAT");
    command->add_option("--lab", lab_, "only this lab")->type_name("LAB");
    add_gradebook(*command);
    add_deadlines(*command);
    command->add_option("--output", output_, "the file to write (default: standard output)")->type_name("FILE");
    add_list(*command, "--student", options_.students, "only this student; may be repeated")->type_name("STUDENT");
    command->add_option("--report", report_, "in place of a gradebook: what one grading wrote with --json")
        ->type_name("FILE");
    command->add_option("--worksheet", worksheet_, "moodle: the worksheet that you downloaded there")
        ->type_name("FILE");
    command->add_option("--assignment", options_.assignment, "canvas: the column's title there (default: lab3)")
        ->type_name("TITLE");
  }

  // ./grade starts the next three itself, autograder/batch/*.py; here they are for the help and for shells.

  void add_similarity() {
    auto* command =
        add_command(Action::similarity, "similarity", "ranks pairs of similar submissions, as an HTML list");
    command->group("Instructors");
    command->add_option("folder", folder_, "submissions, a folder or a .cu file each; or a gradebook")
        ->type_name("DIR");
    command->add_option("--lab", lab_, "lab3")->type_name("LAB");
    command->add_option("--known", known_, "a folder with solutions of earlier years")->type_name("DIR");
    command->add_option("--output", output_, "the page to write (default: similarity.html)")->type_name("FILE");
    command->add_option("--least", least_, "per cent below which a pair is not listed (default: 30)")
        ->type_name("NUMBER");
  }

  void add_pages() {
    auto* command = add_command(Action::pages, "pages", "HTML pages of a gradebook: the class, and each student");
    command->group("Instructors");
    add_gradebook(*command);
    add_deadlines(*command);
    command->add_option("--output", output_, "the folder to write (default: pages)")->type_name("DIR");
  }

  void add_leaderboard() {
    auto* command = add_command(Action::leaderboard, "leaderboard", "an HTML list of the fastest who want to be named");
    command->group("Instructors");
    command->add_option("--names", names_, "a CSV file with the columns student and name")->type_name("FILE.csv");
    command->add_option("--lab", lab_, "only this lab")->type_name("LAB");
    add_gradebook(*command);
    command->add_option("--output", output_, "the page to write (default: leaderboard.html)")->type_name("FILE");
  }

  void add_deadlines(CLI::App& command) {
    command.add_option("--class", class_, "due dates and exceptions (default: class.toml of the course)")
        ->type_name("FILE");
  }

  /// For batches: not in the help.
  void add_serve() {
    auto* command = add_command(Action::serve, "serve", "grades what a batch sends");
    command->group("");
    command->add_option("lab", lab_, "lab3")->required()->type_name("LAB");
    add_backend(*command);
  }

  void add_grade(const course::Lab& lab) {
    CLI::App* command = app_.add_subcommand(lab.name, "grades " + lab.title);
    command->group("Labs");
    command->callback([this, &lab] {
      options_.action = Action::grade;
      options_.lab = &lab;
    });
    add_submission(*command);
    add_backend(*command);
    add_list(*command, "--only", options_.only, "grade this part; may be repeated")->type_name("PART");
    add_schedule(*command);
    command->add_flag("--predict", options_.predicts,
                      "grade in the emulator, and say how fast the parts would be on its chip");
    add_seed(*command);
    command->add_option("--json", json_, "write the result for programs; - is standard output, in place of the report")
        ->type_name("FILE");
    command->add_flag("--quiet", options_.quiet, "print the score alone");
    command->add_option("--known-references", options_.known_references, "for watch: keeps what references took")
        ->type_name("FILE")
        ->group("");
    command->add_flag("--until-compiled", options_.until_compiled, "for batches: what compiles is not graded")
        ->group("");
  }

  void add_experiment() {
    auto* command = add_command(Action::experiment, "experiment", "measures what the sources claim; alone: lists them");
    command->add_option("name", experiment_, "S2.9")->type_name("NAME");
    command->add_option("--backend", options_.backend, backend_choices(/*with_purposes=*/true))->type_name("NAME");
    command
        ->add_option("--device", options_.device, "count in the emulator, as this chip would; ./grade list names them")
        ->type_name("NAME");
    command->add_flag("--predict", options_.predicts, "predict the time on a GPU from what the emulator counts");
    command->add_option("--data", data_, "write what was measured here instead of below build/")->type_name("FILE");
    command->add_option("--plot", plot_, "draw it, with matplotlib")->type_name("FILE.png");
    command->add_option("--commit", options_.commit, "what is measured, where git cannot tell")->type_name("HASH");
    command->add_option("--judge", judge_, "judge the samples of a data file again, without a GPU")->type_name("FILE");
    command->add_flag("--build", options_.build_only, "compile for a GPU, here or elsewhere, and stop");
  }

  /// The program and its commands.
  std::vector<const CLI::App*> all_commands() const {
    std::vector<const CLI::App*> all{&app_};
    for (const CLI::App* command : app_.get_subcommands({})) all.push_back(command);
    return all;
  }

  std::set<std::string> options_with_values() const {
    std::set<std::string> names;
    for (const CLI::App* command : all_commands()) {
      for (const CLI::Option* option : command->get_options()) {
        if (option->get_items_expected_min() == 0) continue;  // a flag
        for (const std::string& name : option->get_lnames()) names.insert("--" + name);
      }
    }
    return names;
  }

  std::vector<std::string> options_of_command() const {
    std::vector<std::string> names;
    for (const CLI::App* command : all_commands()) {
      if (command != &app_ && !command->parsed()) continue;
      for (const CLI::Option* option : command->get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
      }
    }
    return names;
  }

  std::vector<std::string> names_of_commands() const {
    std::vector<std::string> names;
    for (const CLI::App* command : app_.get_subcommands({})) names.push_back(command->get_name());
    return names;
  }

  std::string names_of_all_but_labs() const {
    std::string names;
    for (const CLI::App* command : app_.get_subcommands(
             [](const CLI::App* each) { return each->get_group() != "Labs" && !each->get_group().empty(); })) {
      names += (names.empty() ? "" : ", ") + command->get_name();
    }
    return names;
  }

  // The word that was meant as a command, or an option that the command does not have.
  void refuse_unknown() {
    const std::vector<std::string> unknown = app_.remaining(true);
    if (!unknown.empty()) {
      const auto is_option = [](const std::string& word) { return word.starts_with("-"); };
      const bool has_command = !app_.get_subcommands().empty();
      // Behind a command, a word may be the value of an option that is not there: that option is the mistake.
      const auto option = std::find_if(unknown.begin(), unknown.end(), is_option);
      const std::string& word = has_command && option != unknown.end() ? *option : unknown.front();
      if (is_option(word)) {
        const std::string name = word.substr(0, word.find('='));
        throw CallError(fmt::format("there is no option '{}' here{}; see grade --help", name,
                                    did_you_mean(name, options_of_command())));
      }
      if (!has_command) {
        throw CallError(fmt::format("there is no lab or command '{}'{}; labs: {}; commands: {}", word,
                                    did_you_mean(word, names_of_commands()), lab_names(course_),
                                    names_of_all_but_labs()));
      }
      throw CallError(fmt::format("'{}' is one word too many; see grade --help", word));
    }
  }

  void resolve_hint() {
    options_.part = part_of_any_lab(course_, part_).second;
    const int hints = static_cast<int>(options_.part->hints.size());
    if (options_.hint > hints) {
      throw CallError(
          fmt::format("part {} has {} hint{}: ./grade hint {} {}", part_, hints, hints == 1 ? "" : "s", part_, hints));
    }
  }

  /// One is counted as it would; of several, the part's speeds are compared.
  void resolve_devices() {
    std::vector<std::string>& devices = options_.devices;
    if (options_.on_hardware && !devices.empty()) {
      throw CallError("--hardware counts on the GPU that is here, --device as another chip would; give one of them");
    }
    if (devices == std::vector<std::string>{"all"})
      devices = simt::device_names(find_root(options_, environment_) / "simt/devices");
    if (devices.size() != 1) return;
    options_.device = devices.front();
    devices.clear();
  }

  void resolve_watch() {
    options_.lab = lab_of(course_, lab_);
    if (options_.lab == nullptr) options_.part = part_of_any_lab(course_, lab_).second;
  }

  Options resolve() {
    options_.submission = submission_;
    options_.json = json_;
    options_.data = data_;
    options_.plot = plot_;
    options_.judge = judge_;
    options_.as_html = progress_report_ == "html";
    if (options_.action == Action::experiment) resolve_experiment();
    if (options_.action == Action::hint) resolve_hint();
    if (options_.action == Action::explain) resolve_devices();
    const bool is_about_a_part = options_.action == Action::explain || options_.action == Action::mistakes ||
                                 options_.action == Action::solution;
    if (is_about_a_part) std::tie(options_.lab, options_.part) = part_of_any_lab(course_, part_);
    if (options_.action == Action::watch && !lab_.empty()) resolve_watch();
    options_.gradebook = gradebook_;
    options_.submissions = folder_;
    options_.roster = roster_;
    options_.class_rules = class_;
    options_.output = output_;
    options_.work = work_;
    options_.report = report_;
    options_.worksheet = worksheet_;
    const bool is_classroom = options_.action == Action::batch || options_.action == Action::regrade;
    const bool grades_nothing = options_.status || options_.only_gradebook;
    if (is_classroom && !grades_nothing) {
      if (lab_.empty()) throw CallError("say which lab, for example --lab lab3");
      if (folder_.empty() && options_.action == Action::batch) {
        throw CallError("say which folder holds the submissions: grade batch DIR --lab lab3");
      }
    }
    const bool names_lab = options_.action == Action::build || options_.action == Action::serve ||
                           options_.action == Action::reset || is_classroom;
    const bool exports_one = options_.action == Action::export_grades && !lab_.empty();
    if ((names_lab && !grades_nothing) || exports_one) {
      options_.lab = lab_of(course_, lab_);
      if (options_.lab == nullptr)
        throw CallError(fmt::format("there is no lab '{}'; labs: {}", lab_, lab_names(course_)));
    }
    check_backend();
    for (const std::string& id : options_.only) {
      if (course::find_part(*options_.lab, id) != nullptr) continue;
      throw CallError(fmt::format("{} has no part '{}'; parts: {}", options_.lab->name, id, part_ids(*options_.lab)));
    }
    return options_;
  }

  // --device, --schedule and explain are for backends that count.
  void check_backend() const {
    if (options_.backend == "auto") return;
    const backends::Registration* backend = backends::find(options_.backend);
    if (backend == nullptr) {
      throw CallError(fmt::format("there is no backend '{}'; --backend is {}", options_.backend,
                                  backend_choices(/*with_purposes=*/false)));
    }
    if (backend->abilities.counts) return;
    const auto refuse = [&](std::string_view option) {
      throw CallError(fmt::format("{} is for the emulator, --backend {} for the GPU that is here; give one of them",
                                  option, backend->name));
    };
    if (!options_.device.empty() || !options_.devices.empty()) refuse("--device");
    if (options_.schedule != 0) refuse("--schedule");
    if (options_.predicts) refuse("--predict");
    if (options_.action == Action::explain) {
      throw CallError("explain counts what your lines do, which only the emulator can; leave --backend away");
    }
  }

  void resolve_experiment() {
    if (!experiment_.empty()) {
      options_.experiment = experiments::find(experiment_);
      if (options_.experiment != nullptr) return;
      throw CallError(fmt::format("there is no experiment '{}'; experiments: {}", experiment_, experiments::names()));
    }
    if (!data_.empty() || !plot_.empty() || !judge_.empty()) {
      throw CallError(fmt::format("say which experiment: {}", experiments::names()));
    }
  }

  const Environment& environment_;
  const course::Course& course_;
  CLI::App app_{description, "grade"};
  Options options_;
  std::string root_, lab_, part_, shell_, submission_, json_, experiment_, data_, plot_, judge_, known_, names_,
      progress_report_;
  int least_ = 0;
  std::string gradebook_ = "gradebook", folder_, roster_, class_, output_, report_, worksheet_, work_, executor_;
};

bool names_utf8(std::string locale) {
  std::transform(locale.begin(), locale.end(), locale.begin(), [](unsigned char c) { return std::tolower(c); });
  return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
}

}  // namespace

std::variant<Options, Answer> parse(std::span<const std::string> arguments, const Environment& environment,
                                    const course::Course& course) {
  return Grammar(environment, course).parse(arguments);
}

std::filesystem::path given_root(std::span<const std::string> arguments, const Environment& environment) {
  constexpr std::string_view option = "--root";
  std::filesystem::path root = environment.course_root;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == option && i + 1 < arguments.size()) root = arguments[++i];
    if (argument.starts_with("--root=")) root = argument.substr(option.size() + 1);
  }
  return root;
}

bool has_course(const std::filesystem::path& root) {
  std::error_code ignored;
  return !root.empty() && std::filesystem::exists(root / "course.toml", ignored);
}

std::filesystem::path find_root(const Options& options, const Environment& environment) {
  const std::filesystem::path root =
      options.root.empty() ? std::filesystem::path(environment.course_root) : options.root;
  if (root.empty()) {
    throw CallError("the course's folder is not known; start ./grade in it, or give --root DIR or COURSE_ROOT");
  }
  if (!has_course(root)) {
    throw CallError(fmt::format("there is no course.toml in {}; --root must name the course's folder", root.string()));
  }
  return root;
}

report::TerminalStyle terminal_style(const Options& options, const Environment& environment) {
  report::TerminalStyle style;
  style.colour = environment.stdout_is_terminal && !options.no_colour && environment.no_color.empty() &&
                 environment.term != "dumb";
  // No locale at all, as in most containers, says nothing about the terminal outside; those speak UTF-8.
  style.unicode = environment.locale.empty() || names_utf8(environment.locale);
  // Sentences wider than this are hard to read, narrower than that they fall apart.
  if (environment.columns > 0) style.width = std::clamp(environment.columns, 40, 100);
  return style;
}

}  // namespace cli
