#include "grader/pipeline/correctness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "grader/errors.hpp"
#include "grader/pipeline/changes.hpp"
#include "grader/pipeline/diagnose.hpp"
#include "grader/pipeline/resident_count.hpp"
#include "grader/pipeline/seeds.hpp"
#include "grader/words/divergence_words.hpp"
#include "grader/words/left_words.hpp"
#include "grader/words/mismatch.hpp"
#include "grader/words/missing_words.hpp"
#include "grader/words/origin_words.hpp"
#include "grader/words/reasons.hpp"
#include "grader/words/row_words.hpp"
#include "grader/words/source_lines.hpp"
#include "grader/words/unwritten_words.hpp"

namespace grader {
namespace {

void add_findings(PartState& state, const std::vector<Finding>& found) {
  for (const Finding& finding : found) {
    std::vector<Finding>& to = finding.is_remark ? state.remarks : state.findings;
    const bool known = std::any_of(to.begin(), to.end(), [&](const Finding& other) {
      return other.name == finding.name && other.line == finding.line;
    });
    if (!known) to.push_back(finding);
  }
}

void add_mismatch(PartState& state, const backends::CheckOutcome& checked, const course::Size& size) {
  state.wrong.push_back(size);
  if (state.first_mismatch || !checked.first) return;
  const course::Operation& operation = state.part->operation;
  const auto piece = operation.piece;
  state.first_mismatch =
      FirstMismatch{size,
                    checked.first->index,
                    operation.output_element,
                    operation.name_of(operation.input_count + checked.first->output),
                    checked.first->expected,
                    checked.first->actual,
                    checked.first->never_written,
                    checked.first->must_be_untouched,
                    piece == nullptr ? std::string_view{} : piece(size, checked.first->output, checked.first->index)};
}

/// The first lines that the student's code printed at a size that failed.
std::optional<Finding> finding_about_output(const std::string& printed, const std::string& size) {
  if (printed.empty()) return std::nullopt;
  Finding finding;
  finding.name = "printed";
  finding.is_remark = true;
  finding.text = fmt::format("your code printed (at {}): {}", size, printed);
  return finding;
}

/// " (launches: line 16)" of those in the function of that name; empty where there are none.
std::string launches_in(const simt::SourceIndex& source, std::string_view name) {
  std::vector<int> lines;
  for (const simt::SourceLaunch& launch : source.launches) {
    const simt::SourceFunction* const function = source.function_around(launch.line);
    if (function != nullptr && function->name == name) lines.push_back(launch.line);
  }
  return lines.empty() ? "" : fmt::format(" (launches: {})", lines_in_words(lines));
}

/// Whether the function of that name, or one that it uses, launches a kernel or calls the CUDA runtime.
bool is_begun(const simt::SourceIndex& source, std::string_view name) {
  const std::vector<const simt::SourceFunction*> used = source.used_by(name);
  return std::any_of(used.begin(), used.end(), [&](const simt::SourceFunction* function) {
    const auto is_here = [&](const auto& one) { return function->has(one.line); };
    return std::any_of(source.calls.begin(), source.calls.end(), is_here) ||
           std::any_of(source.launches.begin(), source.launches.end(), is_here);
  });
}

/// Whether a part that has been begun should ask for device memory, and nothing in the file does.
bool lacks_own_memory(const simt::SourceIndex& source, const course::Part& part) {
  return part.owns_memory && is_begun(source, part.entry) &&
         std::none_of(source.calls.begin(), source.calls.end(),
                      [](const simt::SourceCall& call) { return call.name.starts_with("cudaMalloc"); });
}

/// The line of the first `return;` of the kernel before `line`, or of any kernel where that line is in none; 0: there
/// is none.
int return_before(const simt::SourceIndex& source, int line) {
  const simt::SourceFunction* const function = source.function_around(line);
  const bool is_in_kernel = function != nullptr && function->is_kernel;
  for (const int early : source.returns) {
    const simt::SourceFunction* const around = source.function_around(early);
    if (around == nullptr || !around->is_kernel) continue;
    if (!is_in_kernel || (around == function && early < line)) return early;
  }
  return 0;
}

bool is_only_return(const simt::SourceIndex& source, int line) {
  const simt::SourceFunction* const function = source.function_around(line);
  return std::count_if(source.returns.begin(), source.returns.end(),
                       [&](int other) { return source.function_around(other) == function; }) == 1;
}

constexpr std::size_t most_lines_named = 4;  // more tell nothing

/// "; the numbers come from line 9" of a launch.
std::string made_at(const std::vector<int>& lines) {
  return lines.empty() ? "" : fmt::format("; the numbers come from {}", lines_in_words(lines));
}

/// Of operations that race in two streams: the calls that order streams in the function of `line`, which do not order
/// these two.
std::string words_of_order(const simt::SourceIndex& source, int line) {
  const simt::SourceFunction* const function = source.function_around(line);
  if (function == nullptr) return "";
  const std::string records = called_at(source, function->name, "cudaEventRecord");
  const std::string waits = called_at(source, function->name, "cudaStreamWaitEvent");
  if (records.empty() || waits.empty()) return "";
  return fmt::format(". Those that are there do not order these two{}{}: look at their events and their streams",
                     records, waits);
}

/// "events" of "&events[i]"
std::string base_of(std::string_view argument) {
  if (argument.starts_with("&")) argument.remove_prefix(1);
  return std::string(argument.substr(0, argument.find('[')));
}

/// "device" of "(void**)&device"
std::string variable_of(const std::string& address) { return address.substr(address.rfind('&') + 1); }

/// Of operations that race in two streams: a wait for an event that is recorded only after it, which makes no
/// operation wait. The finding is about that line then.
bool blame_early_wait(const simt::SourceIndex& source, Finding& found) {
  const simt::SourceFunction* const function = source.function_around(found.line);
  if (function == nullptr) return false;
  for (const simt::SourceCall& wait : source.calls) {
    if (wait.name != "cudaStreamWaitEvent" || wait.arguments.size() < 2) continue;
    if (source.function_around(wait.line) != function) continue;
    int first_record = 0;
    for (const simt::SourceCall& record : source.calls) {
      const bool is_same =
          record.name == "cudaEventRecord" && !record.arguments.empty() && record.arguments[0] == wait.arguments[1];
      if (is_same && (first_record == 0 || record.line < first_record)) first_record = record.line;
    }
    if (first_record != 0 && first_record <= wait.line) continue;
    // An event may be recorded in another function, under another name.
    const bool is_elsewhere = std::any_of(source.calls.begin(), source.calls.end(), [&](const simt::SourceCall& call) {
      const simt::SourceFunction* const other = source.function_around(call.line);
      const bool is_named = other != nullptr && !source.lines_with(other->name, *function).empty();
      return call.name == "cudaEventRecord" && other != function && is_named;
    });
    const bool is_known = std::any_of(source.calls.begin(), source.calls.end(), [&](const simt::SourceCall& call) {
      return call.name == "cudaEventRecord" && source.function_around(call.line) == function &&
             base_of(call.arguments.empty() ? "" : call.arguments[0]) == base_of(wait.arguments[1]);
    });
    if (first_record == 0 && (is_elsewhere || is_known)) continue;
    const int here = std::exchange(found.line, wait.line);
    found.other_line = here;
    if (first_record == 0) {
      found.text = fmt::format(
          "this waits for {}, which no line of {} records (cudaEventRecord): a wait for what was never recorded orders "
          "nothing. So at line {} {}",
          wait.arguments[1], function->name, here, found.text);
      return true;
    }
    found.text = fmt::format(
        "this waits for {}, which is recorded only later, at line {}: a wait orders nothing after what is not recorded "
        "yet. So at line {} {}",
        wait.arguments[1], first_record, here, found.text);
    return true;
  }
  return false;
}

/// Of operations that race in two streams: a wait in each round of a loop for an event that is not recorded in each
/// round. The finding is about the line that records it then.
bool blame_seldom_record(const simt::SourceIndex& source, Finding& found) {
  const simt::SourceFunction* const function = source.function_around(found.line);
  for (const simt::SourceCall& wait : source.calls) {
    const bool is_wait = wait.name == "cudaStreamWaitEvent" && wait.arguments.size() > 1;
    if (!is_wait || function == nullptr || !function->has(wait.line)) continue;
    const simt::SourceCondition loop = source.loop_around(wait.line);
    const std::string& event = wait.arguments[1];
    std::vector<const simt::SourceCall*> records;
    for (const simt::SourceCall& call : source.calls) {
      const bool is_it = call.name == "cudaEventRecord" && !call.arguments.empty() && call.arguments[0] == event;
      if (is_it && function->has(call.line)) records.push_back(&call);
    }
    // An event of an array may be another one in each round.
    if (loop.line == 0 || records.size() != 1 || event.find('[') != std::string::npos) continue;
    const int recorded = records.front()->line;
    std::string when = recorded < loop.line ? "before the loop" : "";
    const std::vector<simt::SourceCondition> around = source.conditions_around(recorded);
    if (!around.empty() && !around.back().is_loop && loop.line < around.back().line && recorded <= loop.last_line &&
        (wait.line < around.back().line || around.back().last_line < wait.line)) {
      when = around.back().line == recorded ? "where the condition here holds"
                                            : fmt::format("where the condition at line {} holds", around.back().line);
    }
    if (when.empty()) continue;
    found.other_line = std::exchange(found.line, recorded);
    found.text = fmt::format(
        "{} is recorded only {}, and line {} waits for it in each round of the loop at line {}: in other rounds that "
        "waits for nothing new. So at line {} {}",
        event, when, wait.line, loop.line, found.other_line, found.text);
    return true;
  }
  return false;
}

/// Of a race between blocks: where the code counts them, as a barrier of its own does.
std::string words_of_waiting(const simt::SourceIndex& source) {
  std::vector<int> lines;
  for (const simt::SourceName& name : source.names) {
    const bool counts = name.name.starts_with("atomic") || name.name == "volatile";
    if (counts && std::find(lines.begin(), lines.end(), name.line) == lines.end()) lines.push_back(name.line);
  }
  if (lines.empty() || lines.size() > most_lines_named) return "";
  return fmt::format(". If {} are to make blocks wait, one went on there too early, or did not come by there",
                     lines_in_words(lines));
}

/// Of a race between blocks: one of the two lines sets an element to a number, to which the other one adds atomically.
/// True where it is so.
bool blame_late_first_value(const simt::SourceIndex& source, Finding& found) {
  const auto adds = [&](int line, const std::string& name) {
    const auto is_there = [&](const auto& one) { return one.line == line && one.name == name; };
    return std::any_of(source.elements.begin(), source.elements.end(), is_there) &&
           std::any_of(source.names.begin(), source.names.end(), [line](const simt::SourceName& one) {
             return one.line == line && one.name.starts_with("atomic");
           });
  };
  for (const simt::SourceAssignment& one : source.assignments) {
    const bool is_here = one.line == found.line || one.line == found.other_line;
    const int other = one.line == found.line ? found.other_line : found.line;
    const bool sets = is_here && one.is_element && !one.is_combined && !one.number.empty();
    if (!sets || other == one.line || !adds(other, one.name)) continue;
    found.text = fmt::format(
        "{} gets its first value here, in the same launch that adds to it at line {}. Blocks run in any order, so the "
        "first value may come after an addition: it belongs before the launch. At line {} {}",
        one.name, other, found.line, found.text);
    found.line = one.line;
    found.other_line = other;
    return true;
  }
  return false;
}

/// Of a share that no fence keeps before the word that announces it: the fence that stands before the share is stored.
/// True where there is one.
bool blame_early_fence(const simt::SourceIndex& source, simt::Missing missing, Finding& found) {
  const simt::SourceFunction* const function = source.function_around(found.other_line);
  if (missing != simt::Missing::release_fence || function == nullptr) return false;
  int fence = 0, announces = 0;
  for (const simt::SourceName& one : source.names) {
    if (!function->has(one.line)) continue;
    const bool is_fence = one.name.starts_with("__threadfence");
    if (one.line < found.other_line && is_fence) fence = one.line;
    // One that stands behind the store as well is the one that is meant.
    if (one.line > found.other_line && announces == 0 && is_fence) return false;
    if (one.line > found.other_line && announces == 0 && one.name.starts_with("atomic")) announces = one.line;
  }
  if (fence == 0 || announces == 0) return false;
  found.text = fmt::format(
      "this fence comes before line {} stores what is announced at line {}: it belongs between the two. At line {} {}",
      found.other_line, announces, found.line, found.text);
  found.other_line = found.line;
  found.line = fence;
  return true;
}

/// Of a race between warps, what stands between its two lines, and is no barrier of the block.
std::string words_of_weaker_order(const simt::SourceIndex& source, const Finding& found) {
  const auto [first, last] = std::minmax(found.line, found.other_line);
  for (const simt::SourceName& one : source.names) {
    if (first == 0 || one.line < first || one.line > last) continue;
    if (one.name == "__syncwarp") {
      return fmt::format(
          ". The __syncwarp() at line {} waits for the threads of its own warp only, and these two are of different "
          "warps",
          one.line);
    }
    if (one.name.starts_with("__threadfence")) {
      return fmt::format(". The {}() at line {} is no barrier: it waits for no other thread", one.name, one.line);
    }
  }
  return "";
}

/// Of a race between blocks that wait for each other by a variable of the file: the call that sets only a part of this
/// variable, where its number of bytes is written without a sizeof.
void blame_part_set(const simt::SourceIndex& source, Finding& found) {
  for (const simt::SourceCall& call : source.calls) {
    const bool sets = call.name == "cudaMemset" || call.name == "cudaMemsetAsync";
    const bool copies = call.name == "cudaMemcpyToSymbol" || call.name == "cudaMemcpyToSymbolAsync";
    const std::string bytes = sets || copies ? bytes_in_words(source, call.line) : "";
    if (bytes.empty() || call.arguments.size() < 3) continue;
    std::string variable = copies ? base_of(call.arguments[0]) : "";
    for (const simt::SourceCall& asked : source.calls) {
      const bool is_address = sets && asked.name == "cudaGetSymbolAddress" && asked.arguments.size() == 2 &&
                              source.function_around(asked.line) == source.function_around(call.line) &&
                              variable_of(asked.arguments[0]) == base_of(call.arguments[0]);
      if (is_address) variable = base_of(asked.arguments[1]);
    }
    const bool is_kept = std::any_of(source.kept.begin(), source.kept.end(),
                                     [&](const simt::SourceName& one) { return one.name == variable; });
    if (!is_kept) continue;
    const int seen = std::exchange(found.line, call.line);
    found.other_line = seen;
    found.text = fmt::format("{}: is that all of {}? At line {}, {}", bytes.substr(2), variable, seen, found.text);
    return;
  }
}

/// Of a race that is a read of the output, in a kernel without a barrier or anything atomic: it may be meant to read
/// something else.
std::string words_of_read_output(const simt::SourceIndex& source, const simt::FindingRecord& record, int line) {
  const std::string_view name(record.name, strnlen(record.name, sizeof record.name));
  const simt::SourceFunction* const function = source.function_around(line);
  if (record.access != simt::Access::load || !name.starts_with("the output") || function == nullptr) return "";
  const auto is_here = [&](int at) { return function->first_line <= at && at <= function->last_line; };
  const bool is_ordered = std::any_of(source.barriers.begin(), source.barriers.end(), is_here) ||
                          std::any_of(source.names.begin(), source.names.end(), [&](const simt::SourceName& one) {
                            return is_here(one.line) && one.name.starts_with("atomic");
                          });
  if (is_ordered) return "";
  return ". Or is the input meant? Here the kernel reads the output, which it also writes";
}

/// The step of a loop over the elements of the whole grid that is one block's, or the number of blocks.
struct ShortStep {
  const simt::SourceAssignment* counter = nullptr;  // what grows; null: there is none
  int line = 0;                                     // where the step gets its value
  bool is_by_threads = false;                       // of one block
};

ShortStep short_step(const simt::SourceIndex& source, const simt::SourceFunction& function) {
  const auto is_made_of = [](const simt::SourceAssignment& value, const std::string& name) {
    return std::find(value.from.begin(), value.from.end(), name) != value.from.end();
  };
  std::vector<const simt::SourceAssignment*> steps, begins;
  for (const simt::SourceAssignment& one : source.assignments) {
    if (one.is_element || one.line < function.first_line || one.line > function.last_line) continue;
    (one.is_combined ? steps : begins).push_back(&one);
  }
  const auto is_number_in_grid = [&](const std::string& name) {
    return std::any_of(begins.begin(), begins.end(),
                       [&](const auto* one) { return one->name == name && is_made_of(*one, "blockIdx"); });
  };
  // `i += step` is as long as what `step` begins with.
  const auto length_of = [&](const simt::SourceAssignment& step) {
    if (step.is_product || step.from.size() != 1) return &step;
    const auto begin =
        std::find_if(begins.begin(), begins.end(), [&](const auto* one) { return one->name == step.from.front(); });
    return begin == begins.end() ? &step : *begin;
  };
  for (const simt::SourceAssignment* const step : steps) {
    const simt::SourceAssignment& length = *length_of(*step);
    const bool by_threads = is_made_of(length, "blockDim");
    // A factor may be the other number.
    if (length.is_product || by_threads == is_made_of(length, "gridDim")) continue;
    const bool covers_grid = std::any_of(begins.begin(), begins.end(), [&](const simt::SourceAssignment* one) {
      return one->name == step->name &&
             (is_made_of(*one, "blockIdx") || std::any_of(one->from.begin(), one->from.end(), is_number_in_grid));
    });
    if (covers_grid) return {step, length.line, by_threads};
  }
  return {};
}

/// Of a race between blocks that comes of such a step.
void blame_step(const simt::SourceIndex& source, Finding& found) {
  const simt::SourceFunction* const function = source.function_around(found.line);
  const ShortStep step = function == nullptr ? ShortStep{} : short_step(source, *function);
  if (step.counter == nullptr) return;
  found.text = fmt::format(
      "{} grows by {} in each round{}, and the grid has gridDim.x * blockDim.x threads. At line {}, {}",
      step.counter->name, step.is_by_threads ? "the threads of one block" : "the number of blocks",
      step.line == step.counter->line ? "" : fmt::format(" (line {})", step.counter->line), found.line, found.text);
  found.other_line = std::exchange(found.line, step.line);
}

/// What is wrong with the list of a kernel's arguments that cudaLaunchCooperativeKernel or cudaLaunchKernel is given in
/// the function `entry`, as far as its text tells; without a text where nothing is.
Finding fault_of_arguments(const simt::SourceIndex& source, std::string_view entry) {
  Finding finding;
  finding.name = "launch-arguments";
  for (const simt::SourceCall& call : source.calls) {
    const simt::SourceFunction* const around = source.function_around(call.line);
    const bool is_launch = call.name == "cudaLaunchCooperativeKernel" || call.name == "cudaLaunchKernel";
    if (!is_launch || call.arguments.size() < 4 || around == nullptr || around->name != entry) continue;
    const auto list = std::find_if(source.lists.begin(), source.lists.end(), [&](const simt::SourceList& one) {
      return one.name == call.arguments[3] && source.function_around(one.line) == around;
    });
    const auto kernel = std::find_if(source.functions.begin(), source.functions.end(), [&](const auto& one) {
      return one.is_kernel && call.arguments[0].ends_with(one.name);
    });
    if (list == source.lists.end()) continue;
    finding.line = list->line;
    finding.other_line = call.line;
    // A variable that is set here may hold an address, also where a cast is around it.
    const auto is_set_here = [&](const std::string& element) {
      return std::any_of(source.assignments.begin(), source.assignments.end(), [&](const auto& one) {
        const bool is_cast = element.ends_with("(" + one.name + ")") || element.ends_with(")" + one.name);
        return (one.name == element || is_cast) && source.function_around(one.line) == around;
      });
    };
    const auto value = std::find_if(list->elements.begin(), list->elements.end(), [&](const std::string& element) {
      return element.find('&') == std::string::npos && element.find("address") == std::string::npos &&
             !is_set_here(element);
    });
    if (value != list->elements.end()) {
      finding.text = fmt::format(
          "{} in the list {} is no address of an argument: the launch at line {} reads each argument where an "
          "element of the list points",
          *value, list->name, call.line);
      return finding;
    }
    if (kernel == source.functions.end() || kernel->parameters == static_cast<int>(list->elements.size())) continue;
    finding.text = fmt::format("the list {} has {} arguments for the launch at line {}, and the kernel {} has {}",
                               list->name, list->elements.size(), call.line, kernel->name, kernel->parameters);
    return finding;
  }
  return finding;
}

/// A question about how many blocks fit at a time that names the number of blocks of the launch as their threads. Other
/// numbers may give the same answer at all sizes that are checked.
std::optional<Finding> remark_on_occupancy(const simt::SourceIndex& source, std::string_view entry) {
  for (const simt::SourceFunction* const function : source.used_by(entry)) {
    for (const simt::SourceCall& asked : source.calls) {
      const bool is_question = asked.name.starts_with("cudaOccupancyMaxActiveBlocksPerMultiprocessor");
      if (!is_question || asked.arguments.size() < 4 || !function->has(asked.line)) continue;
      int launched = 0;
      for (const simt::SourceLaunch& launch : source.launches) {
        const bool is_same =
            launch.shape.size() > 1 && launch.shape[0] == asked.arguments[2] && launch.shape[1] != asked.arguments[2];
        if (is_same && function->has(launch.line)) launched = launch.line;
      }
      for (const simt::SourceCall& call : source.calls) {
        const bool is_same = call.name == "cudaLaunchCooperativeKernel" && call.arguments.size() > 2 &&
                             call.arguments[1] == asked.arguments[2] && call.arguments[2] != asked.arguments[2];
        if (is_same && function->has(call.line)) launched = call.line;
      }
      if (launched == 0) continue;
      Finding finding;
      finding.name = "launch-shape";
      finding.line = asked.line;
      finding.other_line = launched;
      finding.is_remark = true;
      finding.text = fmt::format(
          "here {0} stands for the threads of a block, and at line {1} for the number of blocks: how many blocks fit "
          "depends on the threads that each has",
          asked.arguments[2], launched);
      return finding;
    }
  }
  return std::nullopt;
}

bool calls_at(const simt::SourceIndex& source, int line, std::string_view name) {
  return std::any_of(source.calls.begin(), source.calls.end(),
                     [&](const simt::SourceCall& call) { return call.line == line && call.name == name; });
}

/// The __device__ variable that a call on `line` is given as if it were one of the host; empty where there is none.
std::string device_variable_on(const simt::SourceIndex& source, int line) {
  for (const simt::SourceCall& call : source.calls) {
    if (call.line != line) continue;
    for (const std::string& argument : call.arguments) {
      for (const simt::SourceName& kept : source.kept) {
        const bool is_of_device = std::any_of(source.names.begin(), source.names.end(), [&](const auto& name) {
          return name.line == kept.line && name.name == "__device__";
        });
        if (is_of_device && base_of(argument) == kept.name) return kept.name;
      }
    }
  }
  return "";
}

/// Of a copy that goes past the end of memory which was asked for by a number without a sizeof: the call that asked.
void blame_allocation(const simt::SourceIndex& source, const simt::FindingRecord& record, Finding& found) {
  using Detail = simt::Detail;
  const std::size_t side = record.detail == Detail::copy_past_target ? 0 : 1;
  if (side == 1 && record.detail != Detail::copy_past_source) return;
  for (const simt::SourceCall& copy : source.calls) {
    const bool is_it = copy.line == found.line && copy.name.starts_with("cudaMemcpy") && copy.arguments.size() > 2;
    if (!is_it || !bytes_in_words(source, copy.line).empty()) continue;
    for (const simt::SourceCall& asked : source.calls) {
      const bool is_there = asked.name == "cudaMalloc" && asked.arguments.size() == 2 &&
                            source.function_around(asked.line) == source.function_around(copy.line) &&
                            variable_of(asked.arguments[0]) == base_of(copy.arguments[side]);
      const std::string bytes = is_there ? bytes_in_words(source, asked.line) : "";
      if (bytes.empty()) continue;
      found.other_line = std::exchange(found.line, asked.line);
      found.text =
          fmt::format("this memory is too small: {}. At line {}, {}", bytes.substr(2), found.other_line, found.text);
      return;
    }
  }
}

/// What else the source tells about a call that failed; the finding may be about another line then.
void name_failed_call(const simt::SourceIndex& source, std::string_view entry, const simt::FindingRecord& record,
                      Finding& found) {
  using Detail = simt::Detail;
  const auto& calls = source.calls;
  const bool is_about_event = record.detail == Detail::event_no_time || record.detail == Detail::event_no_record;
  const auto asked = std::find_if(calls.begin(), calls.end(), [&](const simt::SourceCall& call) {
    return call.line == found.line && call.name == "cudaEventElapsedTime" && call.arguments.size() == 3;
  });
  if (is_about_event && asked != calls.end()) {
    const std::string event = asked->arguments[record.numbers[0] == 0 ? 1 : 2];
    found.text += fmt::format(" ({})", event);
    if (record.detail == Detail::event_no_record) found.text += called_at(source, entry, "cudaEventRecord");
    // Where one line makes events without timing, or one that makes this event, it is at fault.
    const simt::SourceCall* made = nullptr;
    for (const simt::SourceCall& call : calls) {
      const bool is_without_time = call.name == "cudaEventCreateWithFlags" && call.arguments.size() == 2 &&
                                   call.arguments[1].find("DisableTiming") != std::string::npos;
      if (is_without_time && (made == nullptr || base_of(call.arguments[0]) == base_of(event))) made = &call;
    }
    if (record.detail == Detail::event_no_time && made != nullptr) {
      found.other_line = std::exchange(found.line, made->line);
      found.text = fmt::format(
          "the event that is created here has no time (cudaEventDisableTiming), and line {} asks for one: {}",
          found.other_line, found.text);
    }
  }
  blame_allocation(source, record, found);
  const bool is_about_side =
      record.detail == Detail::copy_to_host_memory || record.detail == Detail::copy_from_host_memory;
  if (const std::string variable = is_about_side ? device_variable_on(source, found.line) : ""; !variable.empty()) {
    found.text = fmt::format(
        "{0} is a __device__ variable, and its name, or &{0}, is no address of the device in host code: "
        "cudaMemcpyToSymbol copies to it, cudaGetSymbolAddress gives its address. So {1}",
        variable, found.text);
    return;
  }
  // A window is filled in before it is set, often in another function.
  const bool is_of_misses = record.numbers[0] != 0;  // of the property that is refused
  const std::string member = record.detail == Detail::window_ratio       ? "hitRatio"
                             : record.detail == Detail::window_too_large ? "num_bytes"
                             : record.detail != Detail::window_property  ? ""
                             : is_of_misses                              ? "missProp"
                                                                         : "hitProp";
  const int filled = member.empty() ? 0 : line_of_member(source, entry, member);
  // A length that is right for all else may only be too much for a window.
  if (filled != 0 && filled != found.line && member == "num_bytes") {
    found.text += fmt::format("; num_bytes comes from line {}", filled);
  } else if (filled != 0 && filled != found.line) {
    found.other_line = std::exchange(found.line, filled);
    found.text =
        fmt::format("{} gets its value here, and line {} sets the window: {}", member, found.other_line, found.text);
  }
  if (record.detail == Detail::box_past_slice && record.numbers[2] != 0) {
    const std::string side = record.numbers[2] == 1 ? "srcPtr" : "dstPtr";
    int set = 0;
    for (const simt::SourceName& name : source.names) {
      const bool is_before =
          name.line < found.line && source.function_around(name.line) == source.function_around(found.line);
      if (name.name == side && is_before) set = name.line;
    }
    if (set != 0) {
      found.other_line = std::exchange(found.line, set);
      found.text = fmt::format("{} gets its value here, and line {} copies: {}", side, found.other_line, found.text);
    }
  }
  const auto limit = std::find_if(calls.begin(), calls.end(), [&](const simt::SourceCall& call) {
    return call.line == found.line && call.name == "cudaDeviceSetLimit" && call.arguments.size() == 2;
  });
  if (record.detail == Detail::limit_too_large && limit != calls.end()) {
    const int made = line_of_origin(source, entry, found.line, limit->arguments[1]);
    if (made != found.line) {
      found.other_line = std::exchange(found.line, made);
      found.text = fmt::format("{} gets its value here, and line {} asks for so much: {}", limit->arguments[1],
                               found.other_line, found.text);
    }
  }
  const bool is_pinned = std::any_of(calls.begin(), calls.end(), [](const simt::SourceCall& call) {
    return call.name == "cudaHostRegister" || call.name == "cudaHostAlloc";
  });
  if (calls_at(source, found.line, "cudaHostUnregister") && !is_pinned) {
    found.text += ": nothing has pinned this memory, since no line calls cudaHostRegister";
  }
}

/// Of a kernel that reads beyond what a call of the host has written: the call, where it counts bytes in something
/// else; otherwise the launch, which says how far the kernel goes.
void blame_call(const simt::SourceIndex& source, const simt::FindingRecord& record, Finding& found) {
  if (record.other_pc == 0 || found.other_line == 0 || found.launch_line == 0) return;
  const std::string bytes = bytes_in_words(source, found.other_line);
  const int read = found.line;
  found.line = bytes.empty() ? found.launch_line : found.other_line;
  found.other_line = read;
  found.text = fmt::format("at line {}, {}{}", read, found.text, bytes);
}

/// Of a kernel that reads memory of which nothing is written, and that it does not write itself: what it was given, or
/// what should have come before it, is to blame.
void blame_launch(const simt::SourceIndex& source, std::string_view entry, const simt::FindingRecord& record,
                  Finding& found) {
  const simt::SourceFunction* const function = source.function_around(found.line);
  if (record.detail != simt::Detail::nothing_written || found.launch_line == 0 || function == nullptr) return;
  const bool adds = std::any_of(source.names.begin(), source.names.end(), [&](const simt::SourceName& name) {
    return name.line == found.line && name.name.starts_with("atomic");
  });
  if (adds) {
    found.other_line = std::exchange(found.line, found.launch_line);
    found.text = fmt::format(
        "line {} adds to {}, and nothing has been written there before, so the sums begin with anything: what sets it "
        "to 0 in each call is missing before this launch",
        found.other_line, std::string(record.name, strnlen(record.name, sizeof record.name)));
    return;
  }
  for (const simt::SourceName& read : source.names) {
    if (read.line != found.line) continue;
    if (read.name.starts_with("atomic") || source.has_texture_fetch(found.line)) return;
    for (const simt::SourceAssignment& stored : source.assignments) {
      const bool is_here = stored.line >= function->first_line && stored.line <= function->last_line;
      const bool is_read = stored.is_combined || stored.line != found.line ||
                           std::find(stored.from.begin(), stored.from.end(), read.name) != stored.from.end();
      if (is_here && stored.is_element && stored.name == read.name && is_read) return;
    }
  }
  const std::string what(record.name, strnlen(record.name, sizeof record.name));
  const auto part = std::find_if(source.functions.begin(), source.functions.end(),
                                 [entry](const simt::SourceFunction& one) { return one.name == entry; });
  if (const auto* kernel = part == source.functions.end() ? nullptr : source.unlaunched_kernel(*part)) {
    found.name = "no-launch";
    found.text = fmt::format(
        "the kernel {} is defined here, and no line launches it; so line {} reads {}, of which "
        "nothing has been written",
        kernel->name, found.line, what);
    found.other_line = std::exchange(found.line, kernel->first_line);
    return;
  }
  found.other_line = std::exchange(found.line, found.launch_line);
  found.text = fmt::format(
      "the kernel launched here, {}, reads {} at line {}, and nothing has been written there yet: either "
      "another array is meant, or a copy or a launch that writes it is missing before",
      function->name, what, found.other_line);
}

/// "; line 6 declares tile" of a shared array, where its function does.
std::string words_of_declaration(const simt::SourceIndex& source, const simt::FindingRecord& record, int line) {
  constexpr std::string_view shared = "shared array ";
  const std::string name(record.name, strnlen(record.name, sizeof record.name));
  const simt::SourceFunction* const function = source.function_around(line);
  if (!name.starts_with(shared) || function == nullptr) return "";
  const std::vector<int> lines = source.lines_with("__shared__", *function);
  for (const simt::SourceName& one : source.names) {
    if (one.name == name.substr(shared.size()) && std::binary_search(lines.begin(), lines.end(), one.line))
      return fmt::format("; line {} declares {}", one.line, one.name);
  }
  return "";
}

/// Of an element that was never written: it lies behind all those that a thread each could have stored, and the kernel
/// goes on with no others.
void add_too_few_threads(const simt::SourceIndex& source, const simt::FindingRecord& record, Finding& found) {
  const simt::SourceFunction* const kernel = source.function_around(found.line);
  if (kernel == nullptr || !kernel->is_kernel || record.bytes == 0) return;
  const auto count = [](const simt::Index3& size) { return std::int64_t{size.x} * size.y * size.z; };
  const std::int64_t threads = count(record.launch_grid) * count(record.launch_block);
  const std::int64_t element = record.offset / record.bytes;
  if (threads == 0 || element < threads || !source.lines_with("gridDim", *kernel).empty()) return;
  found.text += fmt::format(
      ": element {}. The launch has {} threads, so a thread for each element stores none from {} on: each thread has "
      "to go on, in steps of gridDim.x * blockDim.x",
      element, threads, threads);
}

bool must_refuse(const course::Part& part, const course::Size& size) {
  return part.operation.must_refuse != nullptr && part.operation.must_refuse(size);
}

/// At which size it was found, and where blocks ended that others wait for.
void add_circumstances(const Context& context, const course::Part& part, const simt::FindingRecord& record,
                       const course::Size& size, Finding& found) {
  using Kind = simt::FindingKind;
  const std::string_view entry = part.entry;
  const bool fails_by_order = part.operation.returns_errors() && must_refuse(part, size);
  switch (record.kind) {
    case Kind::out_of_work:
      found.text += words_after_work_limit(record, size, context.lab);
      break;
    case Kind::deadlock: {
      const int early = record.detail == simt::Detail::no_writer && record.numbers[2] > 0
                            ? return_before(context.source, found.line)
                            : 0;
      // Of several returns, which one ends whole blocks is not known.
      if (early != 0 && is_only_return(context.source, early)) {
        const int waits = std::exchange(found.line, early);
        found.other_line = waits;
        found.text =
            fmt::format("a block whose threads all return here never arrives where others wait. At line {}, {} (at {})",
                        waits, found.text, size_in_words(size, context.lab.extents));
        break;
      }
      if (early != 0) found.text += fmt::format(". A block whose threads return at line {} never arrives", early);
      [[fallthrough]];
    }
    case Kind::bad_launch:
      if (fails_by_order) found.text += ". This launch has to fail, and the function must return its error";
      found.text += fmt::format(" (at {}){}", size_in_words(size, context.lab.extents),
                                made_at(context.source.lines_of_shape(found.line)));
      break;
    case Kind::leak:
      if (record.detail != simt::Detail::must_be_freed) break;
      found.text += fmt::format(" (at {}{})", size_in_words(size, context.lab.extents),
                                fails_by_order ? ", where the launch fails: the way out after an error has to free "
                                                 "them, too"
                                               : "");
      break;
    case Kind::host_race:
      if (record.detail == simt::Detail::caller_reads)
        found.text += fmt::format(" (at {})", size_in_words(size, context.lab.extents));
      break;
    case Kind::failed_call:
      name_failed_call(context.source, entry, record, found);
      break;
    case Kind::stream_race:
      if (record.detail != simt::Detail::other_place && !blame_early_wait(context.source, found) &&
          !blame_seldom_record(context.source, found))
        found.text += words_of_order(context.source, found.line);
      break;
    case Kind::global_race:
      if (record.missing == simt::Missing::order && blame_late_first_value(context.source, found)) break;
      // What two threads store at one line is no matter of waiting.
      if (record.missing == simt::Missing::order && record.pc != record.other_pc)
        found.text += words_of_waiting(context.source);
      if (record.missing == simt::Missing::order) blame_part_set(context.source, found);
      if (!blame_early_fence(context.source, record.missing, found))
        found.text += words_of_missing_fence(context.source, entry, record.missing);
      found.text += words_of_read_output(context.source, record, found.line);
      blame_step(context.source, found);
      break;
    case Kind::shared_race:
      if (record.missing == simt::Missing::barrier && !record.in_one_warp)
        found.text += words_of_weaker_order(context.source, found);
      name_row_and_column(context.source, record, found);
      break;
    case Kind::barrier_divergence:
      explain_divergence(context.source, record, found);
      break;
    case Kind::uninitialized_shared:
      name_row_and_column(context.source, record, found);
      explain_unwritten(context.source, record, found);
      [[fallthrough]];
    case Kind::out_of_bounds:
    case Kind::uninitialized_global:
      if (const int line = found.line; record.kind == Kind::uninitialized_global) {
        blame_launch(context.source, entry, record, found);
        blame_call(context.source, record, found);
        if (found.line == line) add_too_few_threads(context.source, record, found);
      }
      if (record.kind == Kind::out_of_bounds) found.text += words_of_declaration(context.source, record, found.line);
      if (record.kind == Kind::out_of_bounds && record.bytes > 4 && record.distance > 0 &&
          record.distance < record.bytes) {
        found.text += fmt::format(
            ": the access is {} bytes wide, and fewer are left there, so the rest needs narrower ones", record.bytes);
      } else if (record.kind == Kind::out_of_bounds && record.distance > 0 &&
                 !std::string_view(record.name).starts_with("shared")) {
        // How long a shared array is no extent of the task says.
        found.text += words_of_missing_guard(context.source, found.line);
      }
      [[fallthrough]];
    case Kind::misaligned:
      found.text += fmt::format(
          " (at {}{})", size_in_words(size, context.lab.extents),
          found.launch_line == 0 ? "" : fmt::format("; launched at line {}: {}", found.launch_line, found.launch));
      break;
    default:
      break;
  }
}

/// A size that was refused, or had to be. True when the outputs are still to be judged.
bool note_refusal(const Context& context, const backends::RunOutcome& outcome, const course::Size& size,
                  PartState& state) {
  const int refused = outcome.refused;
  const int due = must_refuse(*state.part, size) ? state.part->operation.refusal : 0;
  if (refused == 0 && due == 0) return true;
  if (refused != due) {
    const bool is_begun_here = is_begun(context.source, state.part->entry);
    // Of a function without any call, what it has not written tells more than the error that it does not return.
    if (state.part->operation.returns_errors() && refused == 0 && !is_begun_here) return true;
    const bool has_failed_launch =
        !outcome.is_ok() || std::any_of(state.findings.begin(), state.findings.end(), [](const Finding& finding) {
          return finding.kind == simt::FindingKind::bad_launch;
        });
    state.reasons.push_back(reason_refusal(*state.part, size_in_words(size, context.lab.extents),
                                           {.due = due, .said = refused, .has_failed_launch = has_failed_launch},
                                           context.source));
    if (is_begun_here) state.is_attempted = true;
    ++state.wrong_answers;
    state.wrong.push_back(size);
  } else {
    state.right.push_back(size);
  }
  return false;
}

/// Code that uses what the emulator does not have cannot be judged here. True when it does; mistakes that earlier runs
/// found remain mistakes.
bool note_missing_feature(const std::vector<Finding>& found, PartState& state) {
  const auto missing = std::find_if(found.begin(), found.end(), [](auto& one) { return one.is_missing_feature; });
  if (missing == found.end()) return false;
  if (state.is_explained()) return true;
  // "the emulator has no linear filtering …"
  const std::string feature = missing->text.substr(simt::missing_feature_start.size());
  const std::string place = missing->line == 0 ? "" : fmt::format("line {}", missing->line);
  state.could_not_run = true;
  state.reasons.push_back(reason_missing_feature(place, feature));
  return true;
}

}  // namespace

bool note_run(const Context& context, const backends::Workspace& workspace, const backends::RunOutcome& outcome,
              PartState& state) {
  const course::Size size = workspace.problem().size;
  const std::size_t known = state.findings.size();
  if (!outcome.evidence.findings.empty()) {
    LocatedEvidence located = locate(outcome.evidence, context.library, context.source_name);
    for (std::size_t i = 0; i < located.findings.size(); ++i) {
      add_circumstances(context, *state.part, located.records[i], size, located.findings[i]);
    }
    // A refused launch that the function reports is not an error, unless it should have been possible.
    if (outcome.refused != 0 && (must_refuse(*state.part, size) || !state.part->operation.returns_errors())) {
      std::erase_if(located.findings, [](const Finding& found) { return found.kind == simt::FindingKind::bad_launch; });
    }
    if (note_missing_feature(located.findings, state)) return false;
    add_findings(state, located.findings);
    if (!state.findings.empty() && !state.found_at) state.found_at = size;
  }
  const bool is_by_arguments =
      outcome.status == backends::RunStatus::crashed || outcome.status == backends::RunStatus::device_error ||
      std::any_of(state.findings.begin(), state.findings.end(), [](const Finding& found) {
        return found.kind == simt::FindingKind::host_dereference || found.kind == simt::FindingKind::misaligned ||
               found.kind == simt::FindingKind::out_of_bounds;
      });
  if (is_by_arguments) {
    if (const Finding fault = fault_of_arguments(context.source, state.part->entry); !fault.text.empty())
      state.findings = {fault};
  }
  // What read poison may have written it back: a NaN goes through sums as it is.
  if (!state.findings.empty()) state.is_attempted = true;
  if (outcome.is_ok() && lacks_own_memory(context.source, *state.part)) {
    state.is_attempted = true;
    state.reasons.push_back(reason_no_own_memory(*state.part));
    state.wrong.push_back(size);
    return false;
  }
  if (outcome.is_ok()) {
    if (outcome.left == 0) return true;
    state.is_attempted = true;
    state.reasons.push_back(reason_left_behind(*state.part, outcome.left, context.source));
    state.wrong.push_back(size);
    return false;
  }
  if (outcome.status == backends::RunStatus::grader_fault) {
    state.could_not_run = true;
    state.reasons.push_back({"this could not be graded: " + outcome.detail, ""});
    return false;
  }
  const auto defined =
      std::find_if(context.source.functions.begin(), context.source.functions.end(),
                   [&](const simt::SourceFunction& function) { return function.name == state.part->entry; });
  if (outcome.status == backends::RunStatus::not_defined && defined != context.source.functions.end()) {
    state.reasons.push_back(reason_other_signature(context.lab, *state.part, defined->first_line));
    state.is_attempted = true;
    state.wrong.push_back(size);
    return false;
  }
  // A finding says the same with a line number.
  const bool is_of_launch = outcome.status == backends::RunStatus::device_error && must_refuse(*state.part, size);
  if (is_of_launch && state.part->operation.returns_errors()) {
    note_refusal(context, outcome, size, state);
    return false;
  }
  if (state.findings.size() == known) {
    state.reasons.push_back(
        reason_for_run(outcome, context.lab, *state.part, size, context.rules.limits, context.source));
  }
  state.wrong.push_back(size);
  state.is_attempted = outcome.status != backends::RunStatus::not_defined;
  return false;
}

void note_check(const Context& context, backends::Workspace& workspace, std::uint64_t seed, int first, int slots,
                PartState& state) {
  const InPhase checking(context.stopwatch, Phase::check);
  const course::Size size = workspace.problem().size;
  const backends::CheckOutcome checked = workspace.check(seed, first, slots);
  const bool has_effect = !checked.nothing_written || checked.input_changed || checked.outside_written;
  // What launches a kernel is an attempt, though all it stores may be in the wrong memory.
  if (has_effect || is_begun(context.source, state.part->entry)) state.is_attempted = true;
  state.changed_memory += (checked.input_changed ? 1 : 0) + (checked.outside_written ? 1 : 0);
  if (checked.input_changed) {
    state.reasons.push_back(reason_input_changed(
        *state.part, launches_in(context.source, state.part->entry) +
                         called_at(context.source, state.part->entry, "cudaHostGetDevicePointer")));
  }
  if (checked.outside_written)
    state.reasons.push_back(reason_outside_written(*state.part, size_in_words(size, context.lab.extents)));
  if (checked.wrong != 0) {
    add_mismatch(state, checked, size);
  } else if (checked.is_right() && std::find(state.right.begin(), state.right.end(), size) == state.right.end()) {
    state.right.push_back(size);
  }
}

backends::RunOutcome run_and_check(const Context& context, Session& session, backends::Workspace& workspace,
                                   backends::PartRunOptions options, PartState& state) {
  const std::uint64_t seed = take_seed(context, state, workspace.problem().size);
  options.first = 0;
  options.slots = 1;
  {
    const InPhase filling(context.stopwatch, Phase::fill);
    workspace.refill(seed, 0, 1);
  }
  const InPhase calling(context.stopwatch, Phase::untimed);
  backends::RunOutcome outcome = session.run(context.lab, *state.part, workspace, options);
  const std::size_t wrong_before = state.wrong.size();
  if (note_run(context, workspace, outcome, state) && note_refusal(context, outcome, workspace.problem().size, state)) {
    note_check(context, workspace, seed, 0, 1, state);
    const bool is_wrong = state.wrong.size() != wrong_before && state.is_attempted;
    // A run for the diagnosis has the usual order of threads.
    if (is_wrong && !state.is_explained() && options.schedule == 0) diagnose(context, session, workspace, seed, state);
  }
  const bool is_flood = outcome.status == backends::RunStatus::output_limit;
  if (state.wrong.size() != wrong_before && !state.printed && !is_flood) {
    state.printed = finding_about_output(outcome.printed, size_in_words(workspace.problem().size, context.lab.extents));
  }
  return outcome;
}

namespace {

/// Of a part that is known to be wrong: another size may tell more, if that takes no longer than it should. A wrong
/// step of a loop causes a race, and makes the largest sizes take minutes.
void check_in_short(const Context& context, Session& session, backends::Workspace& workspace,
                    backends::PartRunOptions options, PartState& state) {
  options.work_share = 0.05;  // more than any solution needs
  PartState tried = state;
  const backends::RunOutcome outcome = run_and_check(context, session, workspace, options, tried);
  const bool was_stopped =
      outcome.status == backends::RunStatus::out_of_work ||
      std::any_of(tried.findings.begin() + static_cast<std::ptrdiff_t>(state.findings.size()), tried.findings.end(),
                  [](const Finding& finding) { return finding.kind == simt::FindingKind::out_of_work; });
  if (was_stopped) {
    state.is_too_slow_for_more = true;
  } else {
    state = std::move(tried);
  }
}

/// A GPU runs blocks and warps in any order. What is right in the order of their numbers may rely on it: of each part
/// that is right so far, one size is checked in two other orders, which the seed chooses.
void check_other_order(const Context& context, Session& session, std::vector<PartState>& parts) {
  constexpr std::uint64_t most_schedules = 1000;  // a number that a person may type
  constexpr std::uint64_t other_inputs = 0x2545f4914f6cdd1d;
  // Of these inputs no earlier call has left a result, which would hide that a block comes too early.
  Context anew = context;
  anew.seed ^= other_inputs;
  for (PartState& state : parts) {
    if (!state.is_right()) continue;
    const course::Operation& operation = state.part->operation;
    std::vector<course::Size> sizes = state.right;
    std::erase_if(sizes, [&](const course::Size& size) { return must_refuse(*state.part, size); });
    if (sizes.empty()) continue;
    const course::Size size = *std::max_element(sizes.begin(), sizes.end(), [&](const auto& a, const auto& b) {
      return operation.elements(a, 0) < operation.elements(b, 0);
    });
    const auto workspace = context.backend.lend({operation, size, 1});
    backends::PartRunOptions options;
    options.find_races = true;
    PartState tried = state;
    // In a single order, what needs one block to be the last can be right by chance.
    for (const std::uint64_t number : {context.seed, context.seed / most_schedules}) {
      options.schedule = 1 + number % most_schedules;
      run_and_check(anew, session, *workspace, options, tried);
      if (!tried.is_right()) break;
    }
    session.take_back();
    if (tried.is_right()) continue;
    Finding& order = tried.remarks.emplace_back();
    order.name = "order";
    order.is_remark = true;
    order.text = fmt::format(
        "in the order of their numbers, blocks and warps give the right result; in another order they do not, and a "
        "GPU has any order. --schedule {} runs them in this one",
        options.schedule);
    state = std::move(tried);
  }
}

}  // namespace

void check_sizes(const Context& context, Session& session, std::vector<PartState>& parts) {
  std::vector<course::Size> sizes = context.lab_rules.check_sizes;
  if (context.backend.abilities().times) {
    sizes.insert(sizes.end(), context.lab_rules.gpu_check_sizes.begin(), context.lab_rules.gpu_check_sizes.end());
  }
  for (const course::Size& listed : sizes) {
    std::unique_ptr<backends::Workspace> workspace;
    for (PartState& state : parts) {
      if (state.is_explained() || state.is_too_slow_for_more) continue;
      course::Size size = course::problem_size(state.part->operation, listed);
      if (state.part->operation.fitted != nullptr) {
        size = state.part->operation.fitted(size, context.backend.properties(context.lab));
      }
      if (context.progress)
        context.progress(
            fmt::format("{} {}: checking {}", state.part->id, state.part->title, size_text(size, context.lab.rank())));
      if (!workspace || workspace->problem().operation.id != state.part->operation.id ||
          workspace->problem().size != size) {
        session.take_back();
        const InPhase lending(context.stopwatch, Phase::lend);
        workspace = context.backend.lend({state.part->operation, size, 1});
      }
      backends::PartRunOptions options;
      options.find_races = true;
      if (state.findings.empty()) {
        run_and_check(context, session, *workspace, options, state);
      } else {
        check_in_short(context, session, *workspace, options, state);
      }
    }
    session.take_back();
  }
  for (PartState& state : parts) {
    find_change(context, state);
    if (state.part->operation.must_refuse == nullptr) continue;
    if (auto remark = remark_on_occupancy(context.source, state.part->entry)) state.remarks.push_back(*remark);
  }
  if (context.backend.abilities().counts) check_other_order(context, session, parts);
  check_resident_counts(context, session, parts);
}

}  // namespace grader
