#include "grader/pipeline/diagnose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "grader/words/history_words.hpp"
#include "grader/words/mismatch.hpp"
#include "grader/words/reasons.hpp"
#include "grader/words/timing_words.hpp"
#include "grader/words/unset_words.hpp"
#include "simt/simt.hpp"

namespace grader {
namespace {

/// In fewer wrong elements no pattern shows: then a larger size that is wrong tells more.
constexpr std::size_t enough_elements = 64;
/// Of one part: each is a run more.
constexpr int most_diagnoses = 3;
/// So many times as many inputs, where there is only one output.
constexpr std::int64_t more_inputs = 4;
/// Comparing more takes long.
constexpr std::int64_t most_elements = std::int64_t{1} << 21;

/// More would bury the one that matters.
constexpr std::size_t most_warnings = 2;

bool is_small(const course::Operation& operation, const course::Size& size) {
  for (int buffer = 0; buffer < operation.buffers(); ++buffer) {
    if (operation.elements(size, buffer) > most_elements) return false;
  }
  return true;
}

std::string input_in_words(const course::Operation& operation, const backends::InputElement& element) {
  return fmt::format("element {} of {}", element.index, operation.name_of(element.input));
}

/// ": each is what the output z should hold there", where all wrong elements of an output are right in another one.
std::string about_other_output(const course::Operation& operation, const std::vector<backends::ComparedOutput>& outputs,
                               const backends::ComparedOutput& wrong) {
  for (const backends::ComparedOutput& other : outputs) {
    if (&other == &wrong || other.expected.size() != wrong.actual.size()) continue;
    bool is_same = true;
    for (std::size_t i = 0; i < wrong.states.size() && is_same; ++i) {
      is_same = wrong.states[i] == backends::ElementState::right || wrong.actual[i] == other.expected[i];
    }
    if (is_same) {
      return fmt::format(": each is what {} should hold there",
                         operation.name_of(operation.input_count + other.output));
    }
  }
  return "";
}

/// Null where the function is not found.
const simt::SourceFunction* entry_of(const Context& context, const course::Part& part) {
  const auto& functions = context.source.functions;
  const auto found = std::find_if(functions.begin(), functions.end(),
                                  [&](const simt::SourceFunction& function) { return function.name == part.entry; });
  return found == functions.end() ? nullptr : &*found;
}

/// Calls that only a run for a diagnosis reports.
void add_failed_calls(const Context& context, const simt::Evidence& evidence, const simt::Lines& lines,
                      PartState& state) {
  for (const simt::FindingRecord& record : evidence.findings) {
    const auto line = lines.find(record.pc);
    if (record.kind != simt::FindingKind::failed_call || line == lines.end()) continue;
    Finding& finding = *state.clues.emplace(state.clues.begin());
    finding.name = simt::kind_name(record);
    finding.line = line->second;
    finding.text = simt::words(record, lines) +
                   ": the event has not happened yet, so there is no time to read; wait for it first, with "
                   "cudaEventSynchronize";
    const std::vector<int> of_streams = waits_of_streams(context.source, state.part->entry);
    const auto before = std::find_if(of_streams.rbegin(), of_streams.rend(), [&](int wait) {
      const bool is_here = context.source.function_around(wait) == context.source.function_around(finding.line);
      return is_here && wait < finding.line;
    });
    if (before != of_streams.rend()) {
      finding.other_line = std::exchange(finding.line, *before);
      finding.text = fmt::format("{}. There, {}", words_of_stream_wait(finding.other_line), simt::words(record, lines));
      return;
    }
    const std::vector<int> waits = lines_of_calls(context.source, state.part->entry, "cudaEventSynchronize");
    if (!waits.empty()) finding.text += fmt::format(" ({} waits for another one)", lines_in_words(waits));
    return;
  }
}

/// Where the variable is declared whose type cuts off what the line of `warning` stores; null where the line itself
/// does, or none of it is known.
const simt::SourceAssignment* declared_whole(const simt::SourceIndex& source, const simt::CompilerWarning& warning) {
  if (warning.text.find("floating-point number into integer") == std::string::npos) return nullptr;
  const auto& all = source.assignments;
  const simt::SourceFunction* const function = source.function_around(warning.line);
  const simt::SourceAssignment* found = nullptr;
  for (const simt::SourceAssignment& stored : all) {
    if (stored.line != warning.line || stored.is_element) continue;
    const auto first = std::find_if(all.begin(), all.end(), [&](const auto& one) {
      return one.name == stored.name && source.function_around(one.line) == function;
    });
    if (first == all.end() || first->line >= warning.line || first->is_combined) continue;
    if (found != nullptr) return nullptr;
    found = &*first;
  }
  return found;
}

/// A whole number becomes a float: below 2^24 it stays what it is, in right code and in wrong code.
bool is_about_large_numbers(const simt::CompilerWarning& warning) {
  return warning.text.find("int' to 'float' may lose precision") != std::string::npos;
}

/// The compiler's warnings in functions that took part, and in the part's own.
void add_warnings(const Context& context, const simt::Lines& lines, PartState& state) {
  std::vector<const simt::SourceFunction*> functions;
  for (const auto& [pc, line] : lines) functions.push_back(context.source.function_around(line));
  const auto takes_part = [&](int line) {
    const simt::SourceFunction* const function = context.source.function_around(line);
    return function != nullptr && (function->name == state.part->entry ||
                                   std::find(functions.begin(), functions.end(), function) != functions.end());
  };
  std::vector<Finding> warnings;
  for (const simt::CompilerWarning& warning : warnings_of(context)) {
    // Numbers of a float are cut off in right code as well, but not where the answer is of doubles.
    const bool is_precision = warning.text.find("loses floating-point precision") != std::string::npos;
    if (is_precision && state.part->operation.output_element != course::Element::half_f64) continue;
    if (!takes_part(warning.line)) continue;
    if (is_about_large_numbers(warning)) continue;
    const std::string declared = warning.other_line == 0 || warning.other_line == warning.line
                                     ? ""
                                     : fmt::format(" (line {})", warning.other_line);
    const bool is_said = std::any_of(warnings.begin(), warnings.end(), [&](const Finding& one) {
      return one.line == warning.line && one.text.find(warning.text) != std::string::npos;
    });
    if (is_said) continue;
    Finding& finding = warnings.emplace_back();
    finding.name = "compiler-warning";
    finding.line = warning.line;
    finding.other_line = warning.other_line;
    finding.text = fmt::format("the compiler warns here: {}{}", warning.text, declared);
    if (const simt::SourceAssignment* const first = declared_whole(context.source, warning); first != nullptr) {
      finding.other_line = std::exchange(finding.line, first->line);
      finding.text = fmt::format("{} is declared here as a whole number, and what line {} stores to it is none: {}",
                                 first->name, warning.line, warning.text);
    }
    if (std::optional<Finding> unset = unset_variable(warning)) finding = *std::move(unset);
    if (warnings.size() == most_warnings) break;
  }
  state.clues.insert(state.clues.begin(), warnings.begin(), warnings.end());
}

/// Of a variable that outlives a call.
struct Kept {
  const simt::SourceName* variable = nullptr;
  std::vector<int> lines;  ///< where it is used
  int suspicion = 0;       ///< how likely it is that what it keeps is the mistake
};

/// Whether a name of which `is_it` holds stands on one of the lines.
template <class IsIt>
bool has_name(const simt::SourceIndex& source, const std::vector<int>& lines, const IsIt& is_it) {
  return std::any_of(source.names.begin(), source.names.end(), [&](const simt::SourceName& name) {
    return is_it(name.name) && std::find(lines.begin(), lines.end(), name.line) != lines.end();
  });
}

/// Whether the code gives it a value that does not depend on what was before: a number, or bytes from the host.
bool is_set_anew(const simt::SourceIndex& source, const Kept& kept) {
  const std::string& name = kept.variable->name;
  const bool is_assigned =
      std::any_of(source.assignments.begin(), source.assignments.end(), [&](const simt::SourceAssignment& one) {
        return one.name == name && one.line != kept.variable->line && (one.number == "0" || one.number == "0u");
      });
  const bool is_from_host = std::any_of(source.calls.begin(), source.calls.end(), [&](const simt::SourceCall& call) {
    return std::any_of(call.arguments.begin(), call.arguments.end(),
                       [&](const std::string& argument) { return argument.find(name) != std::string::npos; });
  });
  return is_assigned || is_from_host ||
         has_name(source, kept.lines, [](const std::string& one) { return one == "atomicExch" || one == "store"; });
}

int suspicion_of(const simt::SourceIndex& source, const Kept& kept) {
  const bool is_counter =
      has_name(source, kept.lines, [](const std::string& name) { return name.starts_with("atomic"); });
  const bool is_in_condition =
      std::any_of(source.conditions.begin(), source.conditions.end(), [&](const simt::SourceCondition& one) {
        return std::find(kept.lines.begin(), kept.lines.end(), one.line) != kept.lines.end();
      });
  return (is_set_anew(source, kept) ? 0 : 4) + (is_counter ? 2 : 0) + (is_in_condition ? 1 : 0);
}

/// The variable that outlives a call of `entry`, and whose old value is most likely to be the mistake.
Kept most_suspicious(const simt::SourceIndex& source, std::string_view entry) {
  constexpr std::size_t most_lines = 4;
  const std::vector<const simt::SourceFunction*> functions = source.used_by(entry);
  Kept most;
  for (const simt::SourceName& variable : source.kept) {
    const bool is_used = std::any_of(functions.begin(), functions.end(), [&](const simt::SourceFunction* function) {
      return !source.lines_with(variable.name, *function).empty();
    });
    Kept kept{&variable, {}, 0};
    for (const simt::SourceName& use : source.names) {
      const bool is_use = is_used && use.name == variable.name && use.line != variable.line;
      if (is_use && (kept.lines.empty() || kept.lines.back() != use.line)) kept.lines.push_back(use.line);
    }
    if (kept.lines.empty() || kept.lines.size() > most_lines) continue;
    kept.suspicion = suspicion_of(source, kept);
    if (most.variable == nullptr || kept.suspicion > most.suspicion) most = kept;
  }
  return most;
}

/// Whether the same call is right in a new process. Ends the session's process.
bool is_right_alone(const Context& context, Session& session, backends::Workspace& workspace, std::uint64_t seed,
                    const backends::PartRunOptions& options, const PartState& state) {
  workspace.refill(seed, 0, 1);
  session.end();
  const backends::RunOutcome alone = session.run(context.lab, *state.part, workspace, options);
  const bool has_mistake = std::any_of(alone.evidence.findings.begin(), alone.evidence.findings.end(),
                                       [](const simt::FindingRecord& one) { return !one.is_remark(); });
  return alone.is_ok() && !has_mistake && workspace.check(seed, 0, 1).is_right();
}

/// Where the block with number blockIdx.x stores element blockIdx.x of `array`; 0: nowhere.
int line_of_block_elements(const simt::SourceIndex& source, const std::string& array) {
  for (const simt::SourceAssignment& stored : source.assignments) {
    const bool is_there =
        stored.is_element && stored.name == array &&
        std::any_of(source.elements.begin(), source.elements.end(), [&](const simt::SourceElement& one) {
          return one.line == stored.line && one.name == array &&
                 one.subscripts == std::vector<std::string>{"blockIdx.x"};
        });
    if (is_there) return stored.line;
  }
  return 0;
}

/// Whether the loop around `line` asks neither for gridDim nor for what the kernel is given.
bool ends_at_other_number(const simt::SourceIndex& source, int line) {
  const simt::SourceCondition loop = source.loop_around(line);
  const simt::SourceFunction* const function = source.function_around(line);
  if (loop.line == 0 || function == nullptr) return false;
  return std::none_of(source.names.begin(), source.names.end(), [&](const simt::SourceName& one) {
    const auto& given = function->named;
    const bool is_given =
        std::any_of(given.begin(), given.end(), [&](const auto& parameter) { return parameter.name == one.name; });
    return one.line == loop.line && (one.name == "gridDim" || is_given);
  });
}

}  // namespace

const std::vector<simt::CompilerWarning>& warnings_of(const Context& context) {
  auto& known = context.of_all_parts->warnings;
  if (!known) {
    known = context.backend.warnings(context.source_file, context.interface_folder, context.rules.limits);
  }
  return *known;
}

void diagnose(const Context& context, Session& session, backends::Workspace& workspace, std::uint64_t seed,
              PartState& state) {
  const course::Operation& operation = workspace.problem().operation;
  const course::Size size = workspace.problem().size;
  if (!context.backend.abilities().counts || state.diagnosed_elements >= enough_elements ||
      state.diagnoses == most_diagnoses || !is_small(operation, size))
    return;
  const std::vector<backends::ComparedOutput> outputs = workspace.compare(seed, 0);
  const auto wrong = std::find_if(outputs.begin(), outputs.end(),
                                  [](const auto& output) { return !elements_to_watch(output).empty(); });
  if (wrong == outputs.end()) return;
  const auto not_right = static_cast<std::size_t>(
      std::count_if(wrong->states.begin(), wrong->states.end(),
                    [](backends::ElementState element) { return element != backends::ElementState::right; }));
  // Of an output of one element, more inputs tell more: which of them are left out.
  const std::int64_t inputs = operation.elements(size, 0);
  const bool tells_of_inputs =
      wrong->states.size() == 1 && state.diagnosed_elements == 1 && inputs >= more_inputs * state.diagnosed_inputs;
  const bool has_more_elements = not_right > state.diagnosed_elements;
  if (!has_more_elements && !tells_of_inputs) return;
  state.diagnosed_inputs = inputs;
  if (has_more_elements) ++state.diagnoses;
  const std::vector<std::int64_t> watched = elements_to_watch(*wrong);
  backends::PartRunOptions options;
  for (const std::int64_t element : watched) {
    options.watched.push_back(
        {operation.input_count + wrong->output, wrong->word_of(element, operation.output_element)});
  }
  workspace.refill(seed, 0, 1);
  const backends::RunOutcome outcome = session.run(context.lab, *state.part, workspace, options);
  if (!outcome.is_ok()) return;
  // A kernel that writes elsewhere is an attempt.
  for (const simt::HistoryRecord& record : outcome.evidence.history) {
    if (record.kind == simt::HistoryKind::launch && record.stores > 0) state.is_attempted = true;
  }
  const auto due = workspace.find_input(seed, 0, wrong->expected[static_cast<std::size_t>(watched.front())]);
  const auto got = workspace.find_input(seed, 0, wrong->actual[static_cast<std::size_t>(watched.front())]);
  const simt::Lines lines =
      simt::look_up_lines(simt::program_counters(outcome.evidence), context.library, context.source_name);
  const simt::SourceFunction* const function = entry_of(context, *state.part);
  const bool is_by_kernels = state.part->data_path == course::DataPath::kernels;
  std::vector<Finding> clues = history_in_words(
      {operation, size, state.part->extents, *wrong, watched, outcome.evidence.history, lines, context.source,
       is_by_kernels ? function : nullptr, function, due ? input_in_words(operation, *due) : "",
       got ? input_in_words(operation, *got) : "", about_other_output(operation, outputs, *wrong),
       [&](std::int64_t word) { return workspace.inputs_of(seed, 0, wrong->output, word); }});
  const bool says_what_is_left =
      std::any_of(clues.begin(), clues.end(), [](const Finding& one) { return one.name == "unread"; });
  if (!has_more_elements && !says_what_is_left) return;
  state.clues = std::move(clues);
  state.diagnosed_elements = not_right;
  add_failed_calls(context, outcome.evidence, lines, state);
  add_warnings(context, lines, state);
  const auto left = left_from_before(context, session, workspace, seed, {}, state);
  if (left) state.clues.insert(state.clues.begin(), *left);
}

namespace {

/// Of a counter that atomicInc is to set back: after how many counts that happens, where these are not the blocks.
std::string words_of_counts(const Context& context, const Kept& kept) {
  for (const simt::SourceCall& call : context.source.atomics) {
    const bool is_used = std::find(kept.lines.begin(), kept.lines.end(), call.line) != kept.lines.end();
    const bool is_of_it = call.arguments.size() == 2 && call.arguments.front() == "&" + kept.variable->name;
    if (call.name != "atomicInc" || !is_used || !is_of_it) continue;
    const std::string& limit = call.arguments.back();
    // `gridDim.x - 1` is found by the last one of all blocks.
    if (limit.find_first_of("-(") != std::string::npos) return "";
    return fmt::format(" atomicInc sets it back to 0 only where it finds {0} there: that takes {0} + 1 counts", limit);
  }
  return "";
}

/// What the function keeps of its own from call to call, and adds to, beside what the device keeps; null where there is
/// none.
const simt::SourceAssignment* counted_by_host(const Context& context, const Kept& kept, std::string_view entry) {
  for (const simt::SourceAssignment& one : context.source.assignments) {
    const simt::SourceFunction* const function = context.source.function_around(one.line);
    const bool is_kept = std::any_of(context.source.kept.begin(), context.source.kept.end(), [&](const auto& variable) {
      return variable.name == one.name && variable.name != kept.variable->name;
    });
    if (function != nullptr && function->name == entry && one.is_combined && !one.is_element && is_kept) return &one;
  }
  return nullptr;
}

/// Where a quotient, or a rest, by the number of blocks is made of what an atomic operation found in the variable; 0:
/// nowhere.
int line_of_division_by_blocks(const Context& context, const Kept& kept) {
  for (const simt::SourceName& divisor : context.source.divisors) {
    const bool is_there = std::any_of(kept.lines.begin(), kept.lines.end(), [&](int line) {
      return context.source.function_around(line) == context.source.function_around(divisor.line);
    });
    if (divisor.name == "gridDim" && is_there) return divisor.line;
  }
  return 0;
}

}  // namespace

std::optional<Finding> left_from_before(const Context& context, Session& session, backends::Workspace& workspace,
                                        std::uint64_t seed, const backends::PartRunOptions& options,
                                        const PartState& state) {
  if (!context.backend.abilities().counts || context.source.kept.empty() || state.filled.size() < 2)
    return std::nullopt;
  const Kept kept = most_suspicious(context.source, state.part->entry);
  if (kept.variable == nullptr || !is_right_alone(context, session, workspace, seed, options, state)) {
    return std::nullopt;
  }
  // Of an array, the line that reads is the one that meets what was left.
  const auto reads = std::find_if(kept.lines.begin(), kept.lines.end(), [&](int line) {
    return std::none_of(context.source.assignments.begin(), context.source.assignments.end(), [&](const auto& one) {
      return one.line == line && one.name == kept.variable->name && one.is_element;
    });
  });
  Finding finding;
  finding.name = "left-from-before";
  if (const int stored = line_of_block_elements(context.source, kept.variable->name);
      stored != 0 && reads != kept.lines.end() && ends_at_other_number(context.source, *reads)) {
    finding.line = *reads;
    finding.other_line = stored;
    finding.text = fmt::format(
        "each block stores one element of {} (line {}), which makes gridDim.x of them, and this loop asks for another "
        "number: what it reads behind them is from an earlier call (at {}, the same call is right in a new process)",
        kept.variable->name, stored, size_in_words(workspace.problem().size, state.part->extents));
    return finding;
  }
  const std::string alone = fmt::format("at {}, the same call is right in a new process",
                                        size_in_words(workspace.problem().size, state.part->extents));
  if (const auto* const counted = counted_by_host(context, kept, state.part->entry); counted != nullptr) {
    finding.line = counted->line;
    finding.other_line = kept.variable->line;
    finding.text = fmt::format(
        "{} counts on here how far {} (line {}) stands after each call, and the kernel adds another number to it: {}",
        counted->name, kept.variable->name, kept.variable->line, alone);
    return finding;
  }
  if (const int rest = line_of_division_by_blocks(context, kept); rest != 0) {
    finding.line = rest;
    finding.other_line = kept.variable->line;
    finding.text = fmt::format(
        "the division by gridDim.x here takes {0} (line {1}) to begin at a multiple of that, but it keeps its value "
        "from "
        "call to call, and another call may have another number of blocks: {2}",
        kept.variable->name, kept.variable->line, alone);
    return finding;
  }
  const std::string counts = words_of_counts(context, kept);
  finding.line = reads == kept.lines.end() ? kept.lines.front() : *reads;
  finding.other_line = kept.variable->line;
  finding.text = fmt::format(
      "at {}, the same call is right in a new process, so it goes wrong by what an earlier call left: {} (line {}) "
      "keeps its value from call to call{}, and {} {} it. Does each call begin with the value that it expects?",
      size_in_words(workspace.problem().size, state.part->extents), kept.variable->name, kept.variable->line,
      counts.empty() && !is_set_anew(context.source, kept) ? ", no line sets it back" : "", lines_in_words(kept.lines),
      kept.lines.size() == 1 ? "uses" : "use");
  finding.text += counts;
  return finding;
}

}  // namespace grader
