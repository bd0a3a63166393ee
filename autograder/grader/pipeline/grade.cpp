#include "grader/pipeline/grade.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <future>
#include <map>
#include <stop_token>
#include <thread>

#include "grader/errors.hpp"
#include "grader/metrics.hpp"
#include "grader/pipeline/bench.hpp"
#include "grader/pipeline/build.hpp"
#include "grader/pipeline/build_cache.hpp"
#include "grader/pipeline/correctness.hpp"
#include "grader/pipeline/count.hpp"
#include "grader/pipeline/emulator_opinion.hpp"
#include "grader/pipeline/measure.hpp"
#include "grader/pipeline/part_state.hpp"
#include "grader/pipeline/seeds.hpp"
#include "grader/pipeline/slow_changes.hpp"
#include "grader/pipeline/submission.hpp"
#include "grader/pipeline/toolchain.hpp"
#include "grader/pipeline/verdict.hpp"
#include "grader/words/arithmetic_words.hpp"
#include "grader/words/bank_conflict_words.hpp"
#include "grader/words/coalescing_words.hpp"
#include "grader/words/l2_window_words.hpp"
#include "grader/words/launch_words.hpp"
#include "grader/words/operation_count_words.hpp"
#include "grader/words/place_words.hpp"
#include "grader/words/predicted.hpp"
#include "grader/words/reasons.hpp"
#include "grader/words/reuse_words.hpp"
#include "grader/words/slow_line.hpp"
#include "grader/words/slow_operation.hpp"
#include "grader/words/source_lines.hpp"
#include "grader/words/wait_words.hpp"
#include "support/process/child.hpp"
#include "support/process/confinement.hpp"

namespace grader {
namespace fs = std::filesystem;
namespace {

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

std::vector<const course::Part*> selected_parts(const GradeRequest& request) {
  std::vector<const course::Part*> parts;
  for (const course::Part& part : request.lab->parts) {
    const bool wanted =
        request.only.empty() || std::find(request.only.begin(), request.only.end(), part.id) != request.only.end();
    if (wanted) parts.push_back(&part);
  }
  for (const std::string& id : request.only) {
    if (course::find_part(*request.lab, id) != nullptr) continue;
    throw UsageError(fmt::format("{} has no part {}: its parts are {} to {}", request.lab->name, id,
                                 request.lab->parts.front().id, request.lab->parts.back().id));
  }
  return parts;
}

/// The points a part has got by being right, and the maximum there is on this backend.
PartResult start_result(const PartState& state, const course::PartRules& rules, PointsBy by) {
  const bool is_timed = by != PointsBy::counters;
  PartResult result;
  result.points_by = by;
  result.id = state.part->id;
  result.title = state.part->title;
  result.extents = state.part->extents;
  if (!state.is_not_on_this_device) {
    result.max_points = rules.points_right + (is_timed ? rules.points_fast : rules.points_traffic);
    result.points_elsewhere = is_timed ? 0 : rules.points_fast - rules.points_traffic;
  }
  result.correctness.sizes = state.right;
  result.correctness.sizes.insert(result.correctness.sizes.end(), state.wrong.begin(), state.wrong.end());
  result.correctness.first_mismatch = state.first_mismatch;
  result.findings = all_findings(state);
  return result;
}

void judge_correctness(const Context& context, const PartState& state, const course::PartRules& rules,
                       PartResult& result) {
  result.reasons = state.reasons;
  if (state.is_not_on_this_device) {
    result.verdict = Verdict::not_on_this_device;
  } else if (state.could_not_run) {
    result.verdict = Verdict::could_not_be_graded;
  } else if (state.is_right()) {
    result.points = rules.points_right;
  } else if (!state.is_attempted) {
    result.verdict = Verdict::not_attempted;
    if (result.reasons.empty()) result.reasons = {reason_nothing_written(*state.part, context.source)};
    result.correctness.first_mismatch.reset();
  } else {
    result.verdict = Verdict::failed;
    if (state.first_mismatch && !state.is_explained()) {
      result.reasons.push_back(reason_for_wrong_sizes(context.lab, *state.part, state.right, state.wrong,
                                                      *state.first_mismatch, !state.change));
    }
  }
}

/// Leaves the device at the end of a turn, unless another submission will be graded there.
class Leaving {
 public:
  Leaving(Bench& bench, Stopwatch* stopwatch) : bench_(bench), stopwatch_(stopwatch) {}
  ~Leaving() {
    const InPhase ending(stopwatch_, Phase::end);
    if (bench_.serves() == Serves::one) bench_.leave();
  }
  Leaving(const Leaving&) = delete;
  Leaving& operator=(const Leaving&) = delete;

 private:
  Bench& bench_;
  Stopwatch* stopwatch_;
};

/// While it lives, others keep quiet.
class Quiet {
 public:
  explicit Quiet(const std::function<void(bool)>& quiet) : quiet_(quiet) {
    if (quiet_) quiet_(true);
  }
  ~Quiet() {
    if (quiet_) quiet_(false);
  }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  const std::function<void(bool)>& quiet_;
};

/// Where a second metric is beyond its limit, too: the line that it is about, unless another finding names that.
void add_second_line(const Context& context, const course::Part& part, const course::MetricValues& values,
                     const course::TrafficLimits& limits, PartResult& result) {
  std::optional<Finding> second = worst_line(result.traffic, values, limits, /*before=*/1);
  if (!second) return;
  add_lanes(context.source, result.traffic, *second);
  if (is_conflict(values, limits, /*before=*/1)) {
    blame_pitch(context.source, part.entry, *second);
    blame_helper(context.source, *second);
    add_declaration(context.source, *second);
  }
  const bool is_named = std::any_of(result.findings.begin(), result.findings.end(), [&](const Finding& one) {
    return one.line == second->line || one.other_line == second->line;
  });
  second->is_of_second_metric = true;
  if (!is_named) result.findings.insert(result.findings.begin() + 1, *std::move(second));
}

class Grading {
 public:
  Grading(const course::Rules& rules, const GradeRequest& request, Bench& bench)
      : rules_(rules),
        request_(request),
        bench_(bench),
        root_(fs::absolute(request.root).lexically_normal()),
        lab_rules_(rules.labs.find(request.lab->name)->second) {}

  GradeResult run() {
    const auto started = std::chrono::steady_clock::now();
    const auto parts = selected_parts(request_);
    find_source_or_refusal();
    result_.submission = source_.string();
    result_.lab = request_.lab->name;
    result_.lab_title = request_.lab->title;
    result_.extents = request_.lab->extents;
    result_.started = utc_now();
    result_.seed = request_.seed ? *request_.seed : fresh_seed();
    result_.schedule = request_.schedule;
    result_.rules = {
        rules_.emulator, rules_.limits, rules_.measuring, {{request_.lab->name, lab_rules_}}, rules_.prediction};
    const bool is_asked = asks_emulator();
    if (is_asked) {
      for_emulator_ = std::async(std::launch::async, [this] { compile_for_emulator(rules_, request_); });
    }
    grade(parts);
    if (is_asked) {
      for_emulator_.wait();
      progress("asking the emulator");
      ask_emulator(rules_, request_, result_);
    }
    result_.phases = stopwatch_.times();
    result_.elapsed.value = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    for (const PartResult& part : result_.parts) {
      result_.score += part.points;
      result_.max_score += part.max_points;
    }
    return result_;
  }

 private:
  /// What is too long to be read, or no text, gets a verdict like what does not compile: a course's script needs the
  /// points.
  void find_source_or_refusal() {
    try {
      source_ = find_source(root_, *request_.lab, request_.submission);
    } catch (const NoSourceCode& refused) {
      source_ = refused.file();
      no_source_ = refused.reason();
    }
  }

  /// Whether a GPU grades, and the emulator is asked afterwards.
  bool asks_emulator() const {
    using course::Asked;
    const Asked asked = rules_.emulator.asked;
    const bool is_wanted = asked == Asked::always || (asked == Asked::alone && bench_.serves() == Serves::one);
    const bool is_refused = !no_source_.empty();
    return bench_.toolchain().backend->abilities().times && is_wanted && !request_.until_compiled && !is_refused;
  }

  void progress(std::string_view line) const {
    if (request_.progress) request_.progress(line);
  }

  backends::Build build(const backends::Compiler& compiler, const fs::path& source,
                        std::vector<std::string> entries = {}) const {
    const InPhase compiling(&stopwatch_, Phase::compile);
    return build_cached({compiler, *request_.lab, root_, source, rules_.limits, std::move(entries)});
  }

  /// What a prediction was asked for, and there is none. Parts of a lab that have the same reason have one note.
  void note_no_prediction(const std::vector<const course::Part*>& parts, const simt::memory::Device& device) {
    if (!request_.predicts) return;
    std::map<std::string, std::vector<std::string>> parts_by_reason;
    for (const course::Part* part : parts) {
      if (const auto reason = why_never_predicted(*request_.lab, *part, device)) {
        parts_by_reason[*reason].push_back(part->id);
      }
    }
    for (const auto& [reason, ids] : parts_by_reason) {
      result_.notes.push_back(fmt::format("no time is predicted for {}: {}.", fmt::join(ids, ", "), reason));
    }
  }

  /// Times are predicted: it was asked for, or points depend on it.
  bool predicts() const {
    const bool counts = bench_.backend().abilities().counts && request_.counts;
    return request_.predicts || (rules_.prediction.points && counts);
  }

  /// What the kernels of a source use on the device, as far as a compiler here knows it.
  std::vector<simt::memory::KernelRegisters> registers_of(const fs::path& source) const {
    const auto device = bench_.backend().abilities().device;
    if (!predicts() || !device) return {};
    const InPhase compiling(&stopwatch_, Phase::compile);
    return registers_by_other_compilers({*bench_.toolchain().kind, root_, *request_.lab, source, rules_.limits,
                                         [this](std::string_view line) { progress(line); }},
                                        device->compute_capability);
  }

  fs::path solution_source() const { return root_ / "solutions" / request_.lab->folder / request_.lab->source; }

  /// Whether the points of a part for speed are given by prediction, whatever the submission does: every submission can
  /// get as many. Where anything that they would depend on is not known, they are not.
  bool is_predicted(const course::Part& part) {
    const auto device = bench_.backend().abilities().device;
    if (!rules_.prediction.points || !predicts() || !device || !device->timing.is_measured) return false;
    if (rules_of(part).points_fast == 0 || why_never_predicted(*request_.lab, part, *device)) return false;
    return !solution_registers().empty();
  }

  /// Empty where the solution is not here, or no compiler that knows them.
  const std::vector<simt::memory::KernelRegisters>& solution_registers() {
    if (!solution_registers_) {
      const bool is_here = fs::exists(solution_source());
      solution_registers_ = is_here ? registers_of(solution_source()) : std::vector<simt::memory::KernelRegisters>{};
    }
    return *solution_registers_;
  }

  /// How fast the solution would be; nothing where that is not known. Counted once for each part of a bench.
  std::optional<PredictedSpeed> predicted_reference(const Context& context, const course::Part& part) {
    auto& known = bench_.predicted_references();
    if (const auto found = known.find(part.id); found != known.end()) return found->second;
    const fs::path source = solution_source();
    Context of_solution{context};
    of_solution.library = reference_library(context.backend);
    of_solution.source_file = source;
    of_solution.source = simt::index_source(read_source(source));
    of_solution.registers = solution_registers();
    PartState state;
    state.part = &part;
    Session session(context.backend, of_solution.library, rules_.limits, request_.schedule, &bench_.runners(),
                    &stopwatch_);
    const Counted counted = count(of_solution, session, /*find_races=*/false, state);
    return known[part.id] = counted.summary.predicted;
  }

  void note_choice() {
    const bool other_device = !request_.device.empty();
    const bool other_schedule = request_.schedule != 0;
    if (other_schedule) {
      result_.notes.push_back(
          fmt::format("warps, blocks and lanes ran in the order of schedule {}.", request_.schedule));
    }
    if (other_device && request_.device != rules_.emulator.device) {
      result_.notes.push_back(note_other_device(request_.device, rules_.emulator.device));
    }
  }

  void grade(const std::vector<const course::Part*>& parts) {
    note_choice();
    const Toolchain& chosen = bench_.toolchain();
    const backends::Backend& backend = *chosen.backend;
    result_.backend = backend.name();
    result_.device = backend.device();
    if (const auto device = backend.abilities().device) note_no_prediction(parts, *device);
    note_walls(bench_.runners());
    if (!no_source_.empty()) {
      for (const course::Part* part : parts) {
        const PointsBy by = chosen.kind->abilities.times ? PointsBy::measurement : PointsBy::counters;
        add_ungraded(*part, Verdict::failed, {no_source_, ""}, by);
      }
      return;
    }
    progress("compiling");
    const bool asks_meanwhile = request_.must_be_valid_cuda && can_ask_meanwhile(backend);
    const bool asks_at_once = asks_meanwhile && can_compile_twice();
    if (asks_at_once) ask_elsewhere(*chosen.kind);
    const backends::Build built = build(backend, source_, entries_of(*request_.lab, parts));
    compiled_ = built.spent;
    if (!built.library) return not_built(*chosen.kind, parts, built.output);
    if (asks_meanwhile && !asks_at_once) ask_elsewhere(*chosen.kind);
    if (request_.must_be_valid_cuda && !asks_meanwhile && is_refused_elsewhere(*chosen.kind, parts)) return;
    if (request_.until_compiled) return;
    const Context context{rules_,
                          lab_rules_,
                          *request_.lab,
                          backend,
                          *built.library,
                          std::string(request_.lab->source),
                          result_.seed,
                          request_.progress,
                          source_,
                          root_ / "labs" / request_.lab->folder,
                          simt::index_source(read_source(source_)),
                          &stopwatch_,
                          predicts(),
                          registers_of(source_)};
    context.of_all_parts->compiled = built.spent;
    if (for_emulator_.valid()) for_emulator_.wait();  // what is measured has the machine for itself
    const auto turn = take_turn(backend);
    const Leaving leaving(bench_, &stopwatch_);
    bench_.runners().start();
    std::vector<PartState> states;
    for (const course::Part* part : parts) states.emplace_back().part = part;
    for (PartState& state : states) note_ability(backend, state);
    Session session(backend, *built.library, rules_.limits, request_.schedule, &bench_.runners(), &stopwatch_);
    check_sizes(context, session, states);
    note_walls(session.runners());  // the first run shows what works behind them
    note_question(context.source);
    if (backend.abilities().times) {
      measure_all(context, session, states);
    } else {
      count_all(context, session, states);
      if (asks_meanwhile && is_refused_elsewhere(*chosen.kind, parts)) return;
      note_counted(chosen);
      note_points();
    }
  }

  std::unique_ptr<files::Lock> take_turn(const backends::Backend& backend) {
    const InPhase waiting(&stopwatch_, Phase::wait);
    return backend.take_turn([&] {
      process::throw_if_interrupted();
      progress("waiting for another grading to leave the GPU");
    });
  }

  /// What the emulator sees of such a file need not be what a GPU runs.
  void note_question(const simt::SourceIndex& source) {
    if (source.emulator_questions.empty()) return;
    result_.notes.push_back(fmt::format(
        "Line {} asks whether the emulator runs this file (SIMT_EMULATOR), so it may be other code there than "
        "on a GPU: a person should look at its points.",
        source.emulator_questions.front()));
  }

  /// That, and for what, traffic was counted in place of measuring.
  void note_counted(const Toolchain& chosen) {
    result_.notes.emplace_back(
        chosen.note.empty()
            ? "GB/s were not measured: this is the emulator, which counts memory traffic instead."
            : "GB/s were not measured: " + chosen.note + "; the emulator counted memory traffic instead.");
    result_.notes.emplace_back("The points are provisional: autograder/SECURITY.md says what only a GPU can tell.");
    if (request_.lab->device_parts > 1) {
      result_.notes.push_back(note_slice(*request_.lab, *chosen.backend->abilities().device));
    }
  }

  /// Which points for speed are predicted, and why others are not.
  void note_points() {
    if (!rules_.prediction.points || !request_.counts) return;
    std::vector<std::string> predicted, others;
    for (const PartResult& part : result_.parts) {
      const auto& rules = lab_rules_.parts.find(part.id)->second;
      if (rules.points_fast > 0) (part.points_by == PointsBy::prediction ? predicted : others).push_back(part.id);
    }
    if (!predicted.empty()) {
      result_.notes.push_back(
          fmt::format("The points for speed of {} are predicted, not measured.", fmt::join(predicted, ", ")));
    }
    if (others.empty()) return;
    result_.notes.push_back(
        fmt::format("The points of {} are not given by prediction: {}.", fmt::join(others, ", "),
                    !fs::exists(solution_source()) ? "the solution is not here"
                    : solution_registers().empty()
                        ? "how many registers the kernels use is not known, which needs nvcc for the emulated device"
                        : "the model cannot say how long they take on this device"));
  }

  /// Whether another compiler, which decides what is valid CUDA, refuses the submission; `result_` then says so, and
  /// what was graded meanwhile is taken back.
  bool is_refused_elsewhere(const backends::Registration& chosen, const std::vector<const course::Part*>& parts) {
    const InPhase compiling(&stopwatch_, Phase::compile);
    const OtherCompilers others =
        others_.valid() ? others_.get()
                        : ask_other_compilers({chosen, root_, *request_.lab, source_, rules_.limits,
                                               [this](std::string_view line) { progress(line); }, compiled_});
    const auto refusal = others.refusal ? others.refusal : refusal_for_time(others, rules_.limits, compiled_);
    if (!refusal) return false;
    result_.parts.clear();
    compile_error(parts, *refusal, chosen);
    return true;
  }

  /// Whether other compilers may work while the submission runs: nothing is measured then, and nothing that they know
  /// is needed before.
  bool can_ask_meanwhile(const backends::Backend& backend) const {
    return backend.abilities().counts && !request_.until_compiled && !predicts();
  }

  /// Whether they may work while the submission is compiled, too. Among many submissions the processors have other
  /// work. Two compilers that both reach their limit of memory must not look like a machine without memory.
  bool can_compile_twice() const {
    const auto available = process::available_memory();
    return bench_.serves() == Serves::one && available && available->value > 2 * rules_.limits.compile_memory.value;
  }

  /// The answer is for is_refused_elsewhere(), which nothing here depends on before.
  void ask_elsewhere(const backends::Registration& chosen) {
    std::packaged_task<OtherCompilers(std::stop_token)> ask(
        [this, &chosen, spent = compiled_](const std::stop_token& stop) {
          const process::StopsWith stopping(stop);
          return ask_other_compilers({chosen, root_, *request_.lab, source_, rules_.limits, nullptr, spent});
        });
    others_ = ask.get_future();
    asking_ = std::jthread(std::move(ask));
  }

  /// What the emulator does not have may be right: then only a compiler that decides what is valid can find a mistake.
  void not_built(const backends::Registration& chosen, const std::vector<const course::Part*>& parts,
                 const std::string& output) {
    const auto missing = simt::missing_feature(output);
    if (!missing) return compile_error(parts, output, chosen);
    if (is_refused_elsewhere(chosen, parts)) return;
    const Reason reason = reason_missing_feature(missing->place(request_.lab->source), missing->name);
    for (const course::Part* part : parts)
      add_ungraded(*part, Verdict::could_not_be_graded, reason, points_by(*part, chosen));
  }

  PointsBy points_by(const course::Part& part, const backends::Registration& kind) {
    if (kind.abilities.times) return PointsBy::measurement;
    return is_predicted(part) ? PointsBy::prediction : PointsBy::counters;
  }

  void add_ungraded(const course::Part& part, Verdict verdict, const Reason& reason, PointsBy by) {
    PartState state;
    state.part = &part;
    PartResult result = start_result(state, rules_of(part), by);
    result.verdict = verdict;
    result.reasons = {reason};
    result_.parts.push_back(std::move(result));
  }

  void note_walls(const Runners& runners) {
    result_.walls.clear();
    for (const process::Wall& wall : process::walls()) {
      const bool is_left_out = !runners.are_confined() || (wall.name == "processes" && !runners.have_own_processes());
      const std::string how =
          is_left_out && wall.stands ? "around the compiler only: CUDA does not work behind it here" : wall.how;
      result_.walls.push_back({std::string(wall.name), wall.stands && !is_left_out, how});
    }
  }

  /// A GPU may be too old for what a part is about.
  static void note_ability(const backends::Backend& backend, PartState& state) {
    const auto device = backend.abilities().device;
    const auto reason =
        device ? reason_lacks_ability(*state.part, *device) : reason_lacks_ability(*state.part, backend.device().sm);
    if (!reason) return;
    state.is_not_on_this_device = true;
    state.reasons.push_back(*reason);
  }

  const course::PartRules& rules_of(const course::Part& part) const { return lab_rules_.parts.find(part.id)->second; }

  void compile_error(const std::vector<const course::Part*>& parts, const std::string& output,
                     const backends::Registration& chosen) {
    result_.compiler_output = output;
    for (const course::Part* part : parts) {
      add_ungraded(*part, Verdict::failed, reason_compile_error(*request_.lab), points_by(*part, chosen));
    }
  }

  static PredictedPerformance predicted_performance(const Context& context, const PredictedSpeed& own,
                                                    const PredictedSpeed& reference) {
    const double copy = context.backend.abilities().device->best_copy();
    return {own.gbps, reference.gbps, {}, {copy / 1e9}, own.device};
  }

  static std::int64_t output_elements(const course::Operation& operation, const course::Size& size) {
    std::int64_t all = 0;
    for (int buffer = operation.input_count; buffer < operation.buffers(); ++buffer) {
      all += operation.elements(size, buffer);
    }
    return all;
  }

  void count_all(const Context& context, Session& session, std::vector<PartState>& states) {
    for (PartState& state : states) result_.parts.push_back(count_part(context, session, state));
  }

  PartResult count_part(const Context& context, Session& session, PartState& state) {
    const course::PartRules& rules = rules_of(*state.part);
    // What finds races knows which block has written what another one reads.
    const bool find_races = rules.traffic.at_most["kept_by_blocks"].has_value();
    Counted counted;
    const bool is_tried = state.is_right() && request_.counts;
    if (is_tried) counted = count(context, session, find_races, state);
    const bool is_counted = is_tried && state.is_right();
    std::optional<PredictedSpeed> reference;
    bool by_prediction = is_predicted(*state.part);
    if (by_prediction && is_counted) {
      const auto& own = counted.summary.predicted;
      if (own && own->knows_registers) reference = predicted_reference(context, *state.part);
      by_prediction = reference.has_value();
    }
    PartResult result = start_result(state, rules, by_prediction ? PointsBy::prediction : PointsBy::counters);
    judge_correctness(context, state, rules, result);
    if (is_counted) judge_counted(context, state, counted, reference, result);
    settle_verdict(result);
    return result;
  }

  /// The points of a right part for what was counted, and what its findings say of it.
  void judge_counted(const Context& context, PartState& state, Counted& counted,
                     const std::optional<PredictedSpeed>& reference, PartResult& result) {
    const course::PartRules& rules = rules_of(*state.part);
    result.traffic = std::move(counted.located.traffic);
    result.timeline = std::move(counted.located.timeline);
    TrafficSummary summary =
        with_relevant_metrics(counted.summary, lab_rules_, rules, *context.backend.abilities().device);
    const course::Size size = context.backend.performance_size(context.lab, lab_rules_, *state.part);
    std::optional<Finding> again = stored_again(result.traffic, summary.values, rules.traffic, context.source,
                                                output_elements(state.part->operation, size));
    summary.stores_again = again.has_value();
    if (reference) {
      judge_prediction(*state.part, rules, summary, predicted_performance(context, *summary.predicted, *reference),
                       result);
    } else {
      judge_traffic(*state.part, rules, summary, result);
    }
    const course::MetricValues& values = summary.values;
    add_causes(context, state, values, counted, result);
    if (!again) again = used_again(result.traffic, values, rules.traffic, context.source);
    if (again) {
      result.findings.insert(result.findings.begin(), *std::move(again));
      add_second_line(context, *state.part, values, rules.traffic, result);
    } else {
      // At another size than this one the numbers would not be those of the reason.
      const bool seeks_change = summary.at.empty() && !reference;
      add_worst_line(context, state, values, seeks_change, result);
    }
    // What need not be asked for at all also moves too much.
    if (auto surplus =
            too_many_operations(context.source, state.part->entry, counted.located.asked_for, values, rules.traffic))
      result.findings.insert(result.findings.begin(), *std::move(surplus));
  }

  /// Causes beyond a single line: windows, loads of what is known, arithmetic, waits, slow operations.
  void add_causes(const Context& context, PartState& state, const course::MetricValues& values, Counted& counted,
                  PartResult& result) const {
    const course::Part& part = *state.part;
    const course::TrafficLimits& limits = rules_of(part).traffic;
    const auto put_first = [&](std::optional<Finding> finding) {
      if (finding) result.findings.insert(result.findings.begin(), *std::move(finding));
    };
    if (auto window = window_of(counted.located.windows, values, limits)) {
      put_first(std::move(window));
    } else if (auto again = loaded_again(context.source, result.traffic, values, limits)) {
      put_first(std::move(again));
    } else if (counted.useless_window) {
      result.findings.push_back(*std::move(counted.useless_window));
    }
    if (counted.host_address) result.findings.push_back(*std::move(counted.host_address));
    put_first(wasted_arithmetic(context.source, counted.located.arithmetic, values, limits, part.alternatives));
    put_first(waiting_call(context.source, part.entry, values, limits));
    const auto surplus = is_about_overlap(limits) ? find_surplus_wait(context, state, values, limits) : std::nullopt;
    put_first(surplus ? surplus : slow_operation(result.timeline, values, limits, context.source, part.entry));
    put_first(few_blocks(context.source, part.entry, values, limits));
  }

  /// The line that costs most of what is beyond its limit, and the change that would mend it.
  void add_worst_line(const Context& context, PartState& state, const course::MetricValues& values, bool seeks_change,
                      PartResult& result) const {
    const course::Part& part = *state.part;
    const course::TrafficLimits& limits = rules_of(part).traffic;
    auto slow = worst_line(result.traffic, values, limits);
    const bool diverges = course::judge("divergence", values, limits) == course::Judgement::too_much;
    if (!slow && diverges && seeks_change && !result.findings.empty()) {
      auto change = find_slow_change(context, state, values, limits, result.findings.front());
      if (change) result.findings.insert(result.findings.begin(), std::move(change->finding));
    }
    if (!slow) return;
    const bool is_scattered = slow->text.find("neighbouring addresses") != std::string::npos;
    if (auto few = few_lanes_load(context.source, result.traffic, values, limits); few && !is_scattered)
      slow = std::move(few);
    add_lanes(context.source, result.traffic, *slow);
    add_width(context.source, result.traffic, *slow);
    add_reuse(context.source, part.entry, result.traffic, *slow);
    if (is_conflict(values, limits)) {
      blame_pitch(context.source, part.entry, *slow);
      blame_helper(context.source, *slow);
      add_declaration(context.source, *slow);
    }
    result.findings.insert(result.findings.begin(), *std::move(slow));
    if (!seeks_change) return;
    auto change = find_slow_change(context, state, values, limits, result.findings.front());
    if (change) result.findings.insert(result.findings.begin(), std::move(change->finding));
    if (!change || !change->is_within) add_second_line(context, part, values, limits, result);
  }

  /// Those that have their memory in common are measured together.
  std::vector<std::vector<PartState*>> groups_to_measure(const Context& context, std::vector<PartState>& states) const {
    std::vector<std::vector<PartState*>> groups;
    const auto size = [&](const PartState& state) {
      return context.backend.performance_size(context.lab, lab_rules_, *state.part);
    };
    for (PartState& state : states) {
      if (!state.is_right()) continue;
      const PartState* const first = groups.empty() ? nullptr : groups.back().front();
      const bool is_next =
          first != nullptr && first->part->operation.id == state.part->operation.id && size(*first) == size(state);
      if (!is_next) groups.emplace_back();
      groups.back().push_back(&state);
    }
    return groups;
  }

  using Measured = std::map<const PartState*, std::optional<Performance>>;

  void measure_groups(const Context& context, Session& session, const fs::path& reference,
                      const std::vector<std::vector<PartState*>>& groups, Measured& measured) {
    std::optional<Quiet> quiet;
    {
      const InPhase waiting(&stopwatch_, Phase::wait);
      quiet.emplace(request_.quiet);
    }
    for (const std::vector<PartState*>& group : groups) {
      const course::Part& part = *group.front()->part;
      MeasuringMemory& memory = bench_.memory_for(context, part);
      if (!memory.note.empty()) result_.notes.push_back(memory.note);
      // Parts reported per step may fit the caches, so their copy is no roofline.
      if (memory.copy.value > 0 && part.operation.steps == nullptr) result_.device.copy = memory.copy;
      const Participants with = bench_.participants(session, reference, request_.schedule, memory, &stopwatch_);
      const auto performances = measure(context, with, group);
      for (std::size_t i = 0; i < group.size(); ++i) measured[group[i]] = performances[i];
    }
  }

  void measure_all(const Context& context, Session& session, std::vector<PartState>& states) {
    // Processes that start are not quiet.
    {
      const InPhase starting(&stopwatch_, Phase::start);
      session.settle();
    }
    Measured measured;
    const bool any_right =
        std::any_of(states.begin(), states.end(), [](const PartState& state) { return state.is_right(); });
    const fs::path reference = any_right ? reference_library(context.backend) : fs::path();
    if (any_right) measure_groups(context, session, reference, groups_to_measure(context, states), measured);
    for (const PartState& state : states) {
      const auto found = measured.find(&state);
      const std::optional<Performance> performance = found == measured.end() ? std::nullopt : found->second;
      const course::PartRules& rules = rules_of(*state.part);
      PartResult result = start_result(state, rules, PointsBy::measurement);
      judge_correctness(context, state, rules, result);
      if (performance) {
        judge_performance(*state.part, rules, context.backend.peak(), *performance, result);
        if (!performance->is_steady) result_.notes.push_back(note_unsteady(*state.part, *performance));
      }
      settle_verdict(result);
      result_.parts.push_back(std::move(result));
    }
    if (!context.backend.abilities().is_trusted) {
      result_.notes.emplace_back(
          "advisory: this GPU cannot lend memory between processes (no CUDA IPC), so memory was copied through "
          "the host and the GB/s are not for the record");
    }
  }

  fs::path reference_library(const backends::Backend& backend) const {
    progress("compiling the reference");
    const fs::path source = solution_source();
    if (!fs::exists(source)) {
      // What students get has it as a program; so does nothing else.
      const fs::path program = root_ / "references" / (request_.lab->folder + ".so");
      if (fs::exists(program)) return program;
      throw CannotGrade("the reference solution is not here (" + source.string() + "), so speed cannot be judged");
    }
    const backends::Build built = build(backend, source);
    if (!built.library)
      throw CannotGrade("this is a bug in the course, not in your code: the reference does not compile:\n" +
                        built.output);
    return *built.library;
  }

  const course::Rules& rules_;
  const GradeRequest& request_;
  Bench& bench_;
  fs::path root_;  // absolute: compilers run elsewhere
  const course::LabRules& lab_rules_;
  fs::path source_;
  std::string no_source_;  // what is said of a source that is not even read; empty: it is
  mutable Stopwatch stopwatch_;
  GradeResult result_;
  std::optional<std::vector<simt::memory::KernelRegisters>> solution_registers_;
  units::Seconds compiled_{};  // what compiling the submission has used of the limit of time
  // Compilers that work meanwhile; the last members: they end first.
  std::future<void> for_emulator_;
  std::future<OtherCompilers> others_;
  std::jthread asking_;  // for `others_`; its destructor stops the compilers
};

}  // namespace

BackendChoice backend_choice(const course::Rules& rules, const GradeRequest& request) {
  const bool other_device = !request.device.empty();
  return {.name = request.backend,
          .device = other_device ? request.device : rules.emulator.device,
          .must_count = other_device || request.schedule != 0 || request.predicts,
          .predicts = request.predicts || rules.prediction.points};
}

GradeResult grade(const course::Rules& rules, const GradeRequest& request, Bench& bench) {
  return Grading(rules, request, bench).run();
}

GradeResult grade(const course::Rules& rules, const GradeRequest& request) {
  // What is wrong with the call is said before anything is started.
  const fs::path root = fs::absolute(request.root).lexically_normal();
  selected_parts(request);
  try {
    find_source(root, *request.lab, request.submission);
  } catch (const NoSourceCode&) {
    // Gets a verdict.
  }
  // Which walls stand is tried while the compiler is looked for.
  const auto walls = std::async(std::launch::async, [] { process::walls(); });
  Bench bench(root, backend_choice(rules, request), rules.limits, Serves::one);
  bench.keep_references_in(request.known_references);
  return Grading(rules, request, bench).run();
}

}  // namespace grader
