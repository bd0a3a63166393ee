#include "grader/words/never_written_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

#include "grader/words/mismatch.hpp"
#include "grader/words/reasons.hpp"

namespace grader {
namespace {

using backends::ElementState;
using simt::HistoryRecord;

/// A loop of so many rounds may be written out: a thread's stores are then of its block's place, and no stride.
constexpr std::int64_t most_unrolled = 8;

/// Why elements of the output were never written.
class NeverWritten {
 public:
  NeverWritten(const RunHistory& history, std::vector<Finding>& findings)
      : history_(history), run_(history.run()), findings_(findings) {}

  void add() {
    const HistoryRecord* const most = history_.most_stores();
    const HistoryRecord* const launch = history_.last_launch();
    const std::string head = history_.head(ElementState::never_written, "never written");
    const bool is_launched = launch != nullptr && history_.line_of(launch->pc) != 0;
    if (about_rounded_pieces(head)) return;
    if (most == nullptr && !is_launched) return add_finding(findings_, "never-written", 0, head);
    if (most == nullptr && about_missing_copy(history_.line_of(launch->pc), head)) return;
    if (most == nullptr) return about_idle_launch(history_.line_of(launch->pc), head);
    const std::int64_t scale = history_.elements_each(*most);
    const int line = history_.line_of(most->pc);
    if (most->launch == 0 && about_piece_without_call(head)) return;
    if (most->launch == 0) {
      return add_finding(findings_, "never-written", line,
                         fmt::format("{}: the call here writes elements {} … {}", head, most->first * scale,
                                     most->last * scale + scale - 1));
    }
    if (launch == nullptr)
      return add_finding(findings_, "never-written", line, fmt::format("{}: {}", head, history_.stores_words(*most)));
    if (about_early_end(*launch, line, head) || about_overlap(*most, head)) return;
    if (about_long_step(*launch, *most, head)) return;
    const std::int64_t span = (most->last - most->first + 1) * scale;
    if (launch->count == launch->threads && launch->most_stores == 1 && most->count * scale >= 2 * span) {
      return add_finding(findings_, "never-written", line,
                         fmt::format("{}: {}; several threads store to the same element, {} in all", head,
                                     history_.stores_words(*most), launch->threads),
                         history_.line_of(launch->pc));
    }
    if (launch->count == launch->threads && launch->most_stores == 1) {
      return add_finding(findings_, "never-written", history_.line_of(launch->pc),
                         fmt::format("{}: {}, and all of them store, {} (line {})", head, shape_of(*launch),
                                     times(launch->most_stores), line),
                         line);
    }
    if (about_surplus_blocks(*launch, head) || about_small_grid(*launch, *most, head) ||
        about_idle_block(*launch, *most, head) || about_second_store(*most, head, scale))
      return;
    about_condition(*launch, *most, head);
  }

 private:
  /// The number that `text` is, or that a constant of this name has; 0: it is not known.
  std::int64_t number_of(const std::string& text) const {
    std::int64_t number = 0;
    const auto set = std::find_if(run_.source.assignments.begin(), run_.source.assignments.end(),
                                  [&](const auto& one) { return one.name == text && !one.number.empty(); });
    const std::string& digits = set == run_.source.assignments.end() ? text : set->number;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return error == std::errc() && end == digits.data() + digits.size() ? number : 0;
  }

  bool is_named_by_loop(const simt::SourceFunction& function, const std::string& name) const {
    return std::any_of(run_.source.conditions.begin(), run_.source.conditions.end(), [&](const auto& loop) {
      return loop.is_loop && function.has(loop.line) &&
             std::any_of(run_.source.names.begin(), run_.source.names.end(),
                         [&](const auto& used) { return used.line == loop.line && used.name == name; });
    });
  }

  /// Pieces of equal length, which is a quotient that rounds down: exactly what is left over of it is never written.
  bool about_rounded_pieces(const std::string& head) {
    const std::vector<std::int64_t>& missing = history_.places(ElementState::never_written);
    const auto all = static_cast<std::int64_t>(run_.output.states.size());
    const auto left = static_cast<std::int64_t>(missing.size());
    if (run_.function == nullptr || missing.back() + 1 != all || missing.front() + left != all) return false;
    for (const simt::SourceFunction* const function : run_.source.used_by(run_.function->name)) {
      for (const simt::SourceAssignment& one : run_.source.assignments) {
        if (one.divisor.empty() || !function->has(one.line)) continue;
        const std::int64_t divisor = number_of(one.divisor);
        // Of a number that is not known, a loop that goes up to it tells that there are so many pieces.
        const bool is_count = divisor == 0 && is_named_by_loop(*function, one.divisor);
        if (!is_count && (divisor < 2 || all % divisor != left)) continue;
        // What asks for the whole length later may take care of the rest.
        const bool is_used_later =
            std::any_of(run_.source.names.begin(), run_.source.names.end(), [&](const simt::SourceName& name) {
              return name.name == one.dividend && function->has(name.line) && name.line > one.line;
            });
        if (is_used_later) continue;
        add_finding(findings_, "never-written", one.line,
                    fmt::format("{}: {} / {} rounds down here. {} of {} elements are left over, and belong to no piece",
                                head, one.dividend, one.divisor, left, all));
        return true;
      }
    }
    return false;
  }

  /// A piece of the output, such as what one situation asks for, that no call writes to.
  bool about_piece_without_call(const std::string& head) {
    const auto piece_of = run_.operation.piece;
    if (piece_of == nullptr || run_.function == nullptr) return false;
    const auto piece_at = [&](std::int64_t element) { return piece_of(run_.size, run_.output.output, element); };
    const std::string_view piece = piece_at(history_.places(ElementState::never_written).front());
    for (const HistoryRecord& record : history_.stores()) {
      const std::int64_t scale = history_.elements_each(record);
      for (const std::int64_t element : {record.first * scale, record.last * scale}) {
        if (piece_at(element) == piece) return false;
      }
    }
    // "situation 3, …": the label of that number.
    const std::size_t digit = std::min(piece.find_first_of("0123456789"), piece.size());
    const std::string_view number = piece.substr(digit, piece.find_first_not_of("0123456789", digit) - digit);
    int line = run_.function->first_line;
    for (const simt::SourceName& label : run_.source.cases) {
      if (label.name == number && run_.source.function_around(label.line) == run_.function) line = label.line;
    }
    add_finding(
        findings_, "never-written", line,
        fmt::format("{}: no call writes anything there: {} lacks what makes {}", head, run_.function->name, piece));
    return true;
  }

  /// Memory of the host into which nothing was copied, in a function that copies elsewhere.
  bool about_missing_copy(int launch_line, const std::string& head) {
    const course::Operation& operation = run_.operation;
    const int buffer = operation.input_count + run_.output.output;
    if (run_.function == nullptr || operation.place(buffer) != course::Place::host) return false;
    const auto is_copy_here = [&](const simt::SourceCall& call) {
      return call.name.starts_with("cudaMemcpy") && run_.source.function_around(call.line) == run_.function;
    };
    if (std::none_of(run_.source.calls.begin(), run_.source.calls.end(), is_copy_here)) return false;
    add_finding(findings_, "never-written", run_.function->first_line,
                fmt::format("{}: it is memory of the host, and no copy in {} brings anything there after line {}", head,
                            run_.function->name, launch_line),
                launch_line);
    return true;
  }

  /// A launch that stores nothing: what its kernel's last store depends on, or that there is none.
  void about_idle_launch(int launch_line, const std::string& head) {
    const simt::SourceFunction* const kernel = kernel_of(launch_line);
    int line = 0;
    for (const simt::SourceAssignment& one : run_.source.assignments) {
      if (kernel != nullptr && one.is_element && kernel->first_line <= one.line && one.line <= kernel->last_line) {
        line = one.line;
      }
    }
    const std::vector<simt::SourceCondition> around = run_.source.conditions_around(line);
    const int condition = around.empty() ? return_before(line) : around.back().line;
    if (condition == 0) {
      return add_finding(findings_, "never-written", launch_line,
                         fmt::format("{}: this launch stores nothing there{}", head,
                                     kernel == nullptr ? ""
                                                       : fmt::format(", by no line of the kernel {} (line {})",
                                                                     kernel->name, kernel->first_line)));
    }
    add_finding(
        findings_, "never-written", condition,
        fmt::format("{}: the launch at line {} stores nothing there: no thread comes by this condition to what line {} "
                    "stores",
                    head, launch_line, line),
        launch_line);
  }

  /// Blocks store to each other's elements, so that others are left: their place is computed from the block's number.
  bool about_overlap(const HistoryRecord& stores, const std::string& head) {
    if (stores.repeated == 0) return false;
    const simt::Index3 &first = stores.other_block, &then = stores.block;
    const std::string_view member = first.x != then.x ? "x" : first.y != then.y ? "y" : "z";
    const int line = history_.line_of(stores.pc);
    const std::vector<int> places = run_.source.lines_with_member(line, "blockIdx", std::string(member));
    const std::vector<int> indices = run_.source.lines_of_indices(line, most_made_lines);
    const bool is_index = !places.empty() && std::find(indices.begin(), indices.end(), places.back()) != indices.end();
    const int place = is_index && stores.repeated_in_block == 0 ? places.back() : line;
    add_finding(
        findings_, "never-written", place,
        fmt::format(
            "{}: blocks overlap: block {} stores to element {} (line {}), to which block {} has stored already, "
            "and {} times so in all{}",
            head, index_in_words(then), stores.repeated_at * 4 / history_.unit(), line, index_in_words(first),
            stores.repeated, place == line ? "" : fmt::format("; here blockIdx.{} tells where a block begins", member)),
        place == line ? 0 : line);
    return true;
  }

  /// A loop goes on by more elements than the launch has threads, by a step that is meant to be their number.
  bool about_long_step(const HistoryRecord& launch, const HistoryRecord& stores, const std::string& head) {
    const int line = history_.line_of(stores.pc), launched = history_.line_of(launch.pc);
    const int step = line_of_grid_step(line);
    if (step == 0 || launched == 0 || launch.step <= launch.threads * stores.bytes) return false;
    add_finding(
        findings_, "never-written", step,
        fmt::format("{}: each thread goes on by {} elements in a round, as this line says, and the launch at "
                    "line {} has only {} threads ({}): what lies between is left out. Both have to agree on the "
                    "threads of a block",
                    head, launch.step / history_.unit(), launched, launch.threads,
                    simt::launch_shape(launch.grid, launch.block_size)),
        launched);
    return true;
  }

  /// Of the loop around `line`, whose counter grows by something that has gridDim: where that gets its value; 0: there
  /// is none.
  int line_of_grid_step(int line) const {
    const simt::SourceFunction* const function = run_.source.function_around(line);
    const simt::SourceCondition loop = run_.source.loop_around(line);
    const auto has = [](const simt::SourceAssignment& one, const std::string& name) {
      return std::find(one.from.begin(), one.from.end(), name) != one.from.end();
    };
    for (const simt::SourceAssignment& step : run_.source.assignments) {
      const bool is_step = step.is_combined && loop.line <= step.line && step.line <= loop.last_line;
      if (function == nullptr || loop.line == 0 || !is_step) continue;
      if (has(step, "gridDim")) return step.line;
      for (const simt::SourceAssignment& value : run_.source.assignments) {
        const bool is_value = function->has(value.line) && !value.is_combined && has(step, value.name);
        if (is_value && has(value, "gridDim")) return value.line;
      }
    }
    return 0;
  }

  /// All blocks store, with threads up to their last warp, and what is left lies behind them.
  bool about_small_grid(const HistoryRecord& launch, const HistoryRecord& stores, const std::string& head) {
    const std::vector<std::int64_t>& missing = history_.places(ElementState::never_written);
    const auto elements = static_cast<std::int64_t>(run_.output.states.size());
    const auto left = static_cast<std::int64_t>(missing.size());
    const std::int64_t written = elements - left, blocks = launch.storing_blocks;
    const std::int64_t threads = launch.threads / std::max<std::int64_t>(1, blocks);
    const bool is_tail = missing.front() == written && missing.back() == elements - 1;
    const bool is_used = launch.idle_blocks == 0 && launch.last_thread + 32 >= threads;
    const bool is_short = left * blocks >= written || (blocks > 1 && written % blocks == 0);
    const int line = history_.line_of(stores.pc);
    if (written == 0 || !is_tail || !is_used || !is_short || blocks == 0 || launch.most_stores > most_unrolled ||
        history_.line_of(launch.pc) == 0)
      return false;
    add_finding(findings_, "never-written", history_.line_of(launch.pc),
                fmt::format("{}: {}, and each block stores {} elements (line {}), so {} blocks are needed{}", head,
                            shape_of(launch), (written + blocks - 1) / blocks, line,
                            (elements * blocks + written - 1) / written, rounds_of(line, launch)),
                line);
    return true;
  }

  /// ", or more than 4 rounds of the loop at line 5", where a loop surrounds `line`.
  std::string rounds_of(int line, const HistoryRecord& launch) const {
    const std::vector<simt::SourceCondition> around = run_.source.conditions_around(line);
    const auto loop = std::find_if(around.begin(), around.end(), [](const auto& one) { return one.is_loop; });
    return loop == around.end()
               ? ""
               : fmt::format(", or more than {} rounds of the loop at line {}", launch.most_stores, loop->line);
  }

  /// A block has nothing to store: its threads return early.
  bool about_idle_block(const HistoryRecord& launch, const HistoryRecord& stores, const std::string& head) {
    const int line = history_.line_of(stores.pc), early = return_of_blocks(line);
    if (launch.idle_blocks == 0 || early == 0) return false;
    add_finding(
        findings_, "never-written", early,
        fmt::format(
            "{}: {}. {} of its blocks {} nothing, such as block {}: threads that end here do not come to line {}, "
            "which stores",
            head, shape_of(launch), launch.idle_blocks, launch.idle_blocks == 1 ? "stores" : "store",
            index_in_words(launch.other_block), line),
        line);
    return true;
  }

  /// Of the returns before `line`, the one that asks for the block's number; where none does, the last one.
  int return_of_blocks(int line) const {
    const simt::SourceFunction* const function = run_.source.function_around(line);
    for (const int early : run_.source.returns) {
      if (function == nullptr || early < function->first_line || early >= line) continue;
      const std::vector<simt::SourceCondition> around = run_.source.conditions_around(early);
      for (const simt::SourceName& name : run_.source.names) {
        if (name.name == "blockIdx" && !around.empty() && name.line == around.back().line) return early;
      }
    }
    return return_before(line);
  }

  /// The last `return;` of `line`'s function before it; 0: there is none.
  int return_before(int line) const {
    const simt::SourceFunction* const function = run_.source.function_around(line);
    int found = 0;
    for (const int early : run_.source.returns) {
      if (function != nullptr && function->first_line <= early && early < line) found = early;
    }
    return found;
  }

  static std::string lines_of(const std::vector<simt::SourceCondition>& conditions) {
    std::vector<int> lines;
    for (const simt::SourceCondition& one : conditions) {
      if (lines.empty() || lines.back() != one.line) lines.push_back(one.line);
    }
    return lines_in_words(lines);
  }

  /// What the store depends on: a loop that ends too early, or a guard that holds for too few.
  void about_condition(const HistoryRecord& launch, const HistoryRecord& stores, const std::string& head) {
    const int line = history_.line_of(stores.pc);
    const std::vector<simt::SourceCondition> around = run_.source.conditions_around(line);
    const auto loop = std::find_if(around.begin(), around.end(), [](const auto& one) { return one.is_loop; });
    const bool all_store = launch.count == launch.threads;
    int condition = !around.empty() ? around.back().line : all_store ? 0 : return_before(line);
    // Where all threads have stored, the guard holds for some rounds of all.
    if (all_store && loop != around.end() && !around.back().is_loop) condition = line;
    // Nor is it to blame where threads store to what is no part of the answer.
    if (!history_.places(ElementState::touched).empty()) condition = line;
    const std::string what = fmt::format(
        "{}, {}",
        history_.stores_words(stores, condition == 0 || condition == line ? "this line" : fmt::format("line {}", line)),
        all_store ? fmt::format("{} in each of {} threads", times_text(launch.most_stores), launch.threads)
                  : fmt::format("by {} of {} threads", launch.count, launch.threads));
    if (condition == 0 || condition == line) {
      const std::string depends = around.empty() ? "" : "; it depends on the conditions at " + lines_of(around);
      add_finding(findings_, "never-written", line, fmt::format("{}: {}{}", head, what, depends),
                  history_.line_of(launch.pc));
    } else {
      add_finding(findings_, "never-written", condition,
                  fmt::format("{}: {}; this condition decides which thread stores", head, what), line);
    }
    add_finding(findings_, "never-written", history_.line_of(launch.pc),
                fmt::format("{}; {} of them store, {}", shape_of(launch), launch.count, times(launch.most_stores)));
  }

  /// Whole blocks of a grid of two dimensions have nothing to store, although elements are left.
  bool about_surplus_blocks(const HistoryRecord& launch, const std::string& head) {
    const std::int64_t blocks = std::int64_t{launch.grid.x} * launch.grid.y;
    const bool is_flat = launch.grid.y == 1 && launch.block_size.y == 1;
    if (is_flat || launch.grid.z != 1 || launch.grid.x == launch.grid.y || launch.storing_blocks >= blocks)
      return false;
    add_finding(
        findings_, "never-written", history_.line_of(launch.pc),
        fmt::format("{}: {}, and only {} of its {} blocks store anything: are the grid's two numbers exchanged?", head,
                    shape_of(launch), launch.storing_blocks, blocks));
    return true;
  }

  /// Another line stores to elements that `most` stores to already.
  bool about_second_store(const HistoryRecord& most, const std::string& head, std::int64_t scale) {
    for (const HistoryRecord& record : history_.stores()) {
      if (&record == &most || name_of_memory(record.name) != name_of_memory(most.name)) continue;
      const std::int64_t own = history_.elements_each(record);
      const std::int64_t first = record.first * own, last = record.last * own + own - 1;
      const int line = history_.line_of(record.pc), other = history_.line_of(most.pc);
      if (line == other || first < most.first * scale || last > most.last * scale + scale - 1) continue;
      add_finding(findings_, "never-written", line,
                  fmt::format("{}: this line stores to elements {} … {}, to which line {} stores as well", head, first,
                              last, other),
                  other);
      return true;
    }
    return false;
  }

  /// Of the launch on this line; null where it is not found.
  const simt::SourceFunction* kernel_of(int launch_line) const {
    for (const simt::SourceLaunch& launch : run_.source.launches) {
      if (launch.line != launch_line) continue;
      for (const simt::SourceFunction& function : run_.source.functions) {
        if (function.name == launch.kernel) return &function;
      }
    }
    return nullptr;
  }

  static std::string times_text(std::int64_t most) { return fmt::format("at most {} times", most); }
  static std::string times(std::int64_t most) { return most == 1 ? "once each" : times_text(most) + " each"; }

  /// "this launch has 1024 threads (2 × 1 blocks of 64 × 8 threads)"
  static std::string shape_of(const HistoryRecord& launch) {
    return fmt::format("this launch has {} threads ({})", launch.threads,
                       simt::launch_shape(launch.grid, launch.block_size));
  }

  /// Threads that had ended may be the ones that should have stored. False where that cannot be.
  bool about_early_end(const HistoryRecord& launch, int store_line, const std::string& head) {
    const int barrier = history_.line_of(launch.other_pc);
    const simt::SourceFunction* const function = run_.source.function_around(barrier);
    if (launch.ended == 0 || function == nullptr ||
        (run_.source.function_around(store_line) == function && store_line <= barrier))
      return false;
    const auto& returns = run_.source.returns;
    const auto found = std::find_if(returns.begin(), returns.end(),
                                    [&](int line) { return line >= function->first_line && line <= barrier; });
    if (found == returns.end()) return false;
    add_finding(
        findings_, "ended-before-barrier", *found,
        fmt::format("{}: {} threads end here before the barrier at line {}, such as {}; they take no part in what line "
                    "{} stores after it",
                    head, launch.ended, barrier, thread_in_words(launch.block, launch.thread), store_line),
        barrier);
    return true;
  }

  const RunHistory& history_;
  const WrongRun& run_;
  std::vector<Finding>& findings_;
};

}  // namespace

void explain_never_written(const RunHistory& history, std::vector<Finding>& findings) {
  NeverWritten(history, findings).add();
}

}  // namespace grader
