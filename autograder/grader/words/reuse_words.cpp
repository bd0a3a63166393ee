#include "grader/words/reuse_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "grader/words/block_width.hpp"
#include "grader/words/change_text.hpp"
#include "grader/words/reasons.hpp"
#include "grader/words/traffic_rows.hpp"

namespace grader {
namespace {

/// The innermost loop around `line`, where what that line stores is one element in all rounds; else without a line.
simt::SourceCondition loop_around_one_store(const simt::SourceIndex& source, int line) {
  const simt::SourceCondition loop = source.loop_around(line);
  const auto is_moved = [&](const std::string& name) {
    const auto moves = [&](const auto& one) {
      return one.name == name && loop.line <= one.line && one.line <= loop.last_line;
    };
    return std::any_of(source.counted.begin(), source.counted.end(), moves) ||
           std::any_of(source.assignments.begin(), source.assignments.end(),
                       [&](const auto& one) { return one.line != line && !one.is_element && moves(one); });
  };
  const bool is_same = std::any_of(source.assignments.begin(), source.assignments.end(), [&](const auto& stored) {
    if (stored.line != line) return false;
    const auto is_its = [&](const simt::SourceElement& one) { return one.line == line && one.name == stored.name; };
    const bool has_index = std::any_of(source.elements.begin(), source.elements.end(), is_its);
    // `float& sum = y[row]`, or a pointer that stays where it is
    const bool is_counter = std::any_of(source.elements.begin(), source.elements.end(), [&](const auto& one) {
      return one.line == line && std::find(one.index.begin(), one.index.end(), stored.name) != one.index.end();
    });
    if (!has_index) return loop.line != 0 && stored.is_combined && !is_counter && !is_moved(stored.name);
    return stored.is_element &&
           std::any_of(source.elements.begin(), source.elements.end(), [&](const simt::SourceElement& element) {
             return is_its(element) && source.is_same_in_all_rounds(element, loop);
           });
  });
  return is_same ? loop : simt::SourceCondition{};
}

/// Whether all lanes of the line's requests load one and the same word.
bool is_one_word(const Traffic& row) {
  const LaneAddresses& worst = row.costliest;
  int lanes = 0;
  std::uint64_t address = 0;
  for (std::size_t lane = 0; lane < worst.address.size(); ++lane) {
    if ((worst.lanes >> lane & 1) == 0) continue;
    if (lanes > 0 && worst.address[lane] != address) return false;
    address = worst.address[lane];
    ++lanes;
  }
  return row.op == Access::load && lanes > 1 && row.sectors <= row.requests;
}

/// Names of the kernel's pointers whose elements on `line` are the same in all rounds of the loop around it.
std::vector<std::string> kept_in_loop(const simt::SourceIndex& source, const simt::SourceFunction& kernel, int line,
                                      const simt::SourceCondition& loop) {
  std::vector<std::string> names;
  for (const simt::SourceElement& one : source.elements) {
    const bool is_pointer = std::any_of(kernel.named.begin(), kernel.named.end(), [&](const auto& parameter) {
      return parameter.is_pointer && parameter.name == one.name;
    });
    const bool is_new = std::find(names.begin(), names.end(), one.name) == names.end();
    if (one.line == line && is_pointer && is_new && source.is_same_in_all_rounds(one, loop)) names.push_back(one.name);
  }
  return names;
}

/// Whether the kernel's pointers have elements on `line`, and each of them is the same in all rounds of the loop.
bool has_only_kept(const simt::SourceIndex& source, const simt::SourceFunction& kernel, int line,
                   const simt::SourceCondition& loop) {
  bool has_any = false;
  for (const simt::SourceElement& one : source.elements) {
    const bool is_pointer = std::any_of(kernel.named.begin(), kernel.named.end(), [&](const auto& parameter) {
      return parameter.is_pointer && parameter.name == one.name;
    });
    if (one.line != line || !is_pointer) continue;
    if (!source.is_same_in_all_rounds(one, loop)) return false;
    has_any = true;
  }
  return has_any;
}

std::string kept_in_words(const std::vector<std::string>& names, const simt::SourceCondition& loop) {
  return fmt::format(
      "use the same element of {} in each round of the loop at line {}. Let a variable of the thread hold it: one load "
      "before the loop, or one store behind it, is enough",
      fmt::join(names, " and of "), loop.line);
}

/// An array on `line` of `kernel` that is none of those that `entry` is given: a variable of the file, or a pointer of
/// the kernel for which a launch has something else. Empty where there is none.
std::string own_array(const simt::SourceIndex& source, std::string_view entry, const simt::SourceFunction& kernel,
                      int line) {
  const auto given = std::find_if(source.functions.begin(), source.functions.end(),
                                  [&](const simt::SourceFunction& one) { return one.name == entry; });
  for (const simt::SourceElement& one : source.elements) {
    if (one.line != line || given == source.functions.end()) continue;
    const auto is_it = [&](const auto& other) { return other.name == one.name; };
    const auto parameter = std::find_if(kernel.named.begin(), kernel.named.end(), is_it);
    if (parameter == kernel.named.end()) {
      if (std::any_of(source.kept.begin(), source.kept.end(), is_it)) return one.name;
      continue;
    }
    const auto place = static_cast<std::size_t>(parameter - kernel.named.begin());
    for (const simt::SourceCall& call : source.own_calls) {
      if (call.name != kernel.name || !given->has(call.line) || call.arguments.size() <= place) continue;
      const std::string& argument = call.arguments[place];
      const bool is_given = std::any_of(given->named.begin(), given->named.end(),
                                        [&](const auto& own) { return argument.find(own.name) != std::string::npos; });
      if (!is_given) return one.name;
    }
  }
  return "";
}

/// The row that takes the most sectors for an array which the part is not given, where no other row takes clearly more
/// than it: `most` is the largest of all. Null where there is none.
const Traffic* most_of_own_array(const simt::SourceIndex& source, std::string_view entry,
                                 const std::vector<Traffic>& rows, const Traffic& most) {
  constexpr double nearly_all = 0.95;
  return costliest(rows, Space::global, [&](const Traffic& row) -> std::int64_t {
    const simt::SourceFunction* const kernel = source.function_around(row.line);
    const bool is_small = static_cast<double>(row.sectors) < nearly_all * static_cast<double>(most.sectors);
    const bool is_own = !is_small && kernel != nullptr && !own_array(source, entry, *kernel, row.line).empty();
    return is_own ? row.sectors : 0;
  });
}

/// The __device__ variable on `line` to which the host copies by its name, and no line of the file stores. None where
/// there is none.
std::optional<simt::SourceName> set_by_host(const simt::SourceIndex& source, int line) {
  for (const simt::SourceName& kept : source.kept) {
    const auto is_here = [&](const simt::SourceName& one) { return one.line == line && one.name == kept.name; };
    const auto copies = [&](const simt::SourceCall& call) {
      return call.name.starts_with("cudaMemcpyToSymbol") && !call.arguments.empty() && call.arguments[0] == kept.name;
    };
    const bool is_stored = std::any_of(source.assignments.begin(), source.assignments.end(),
                                       [&](const auto& one) { return one.name == kept.name; });
    if (std::any_of(source.names.begin(), source.names.end(), is_here) &&
        std::any_of(source.calls.begin(), source.calls.end(), copies) && !is_stored)
      return kept;
  }
  return std::nullopt;
}

/// The array of which `line` stores elements that it has loaded: "out" of `out[i] += …`, a parameter of the kernel.
/// Empty where there is none.
std::string array_read_back(const simt::SourceIndex& source, const simt::SourceFunction& kernel, int line) {
  for (const simt::SourceAssignment& one : source.assignments) {
    const bool is_parameter = std::any_of(kernel.named.begin(), kernel.named.end(),
                                          [&](const auto& parameter) { return parameter.name == one.name; });
    if (one.line == line && one.is_element && one.is_combined && is_parameter) return one.name;
  }
  return "";
}

/// A loop of a function of `entry`, by the line where it begins, that launches `kernel` with the same numbers and the
/// same arguments in each round, and the launch's line. Nothing where there is none, or something may change them.
struct SameLaunches {
  int line = 0;
  int loop = 0;
};
std::optional<SameLaunches> launched_alike(const simt::SourceIndex& source, std::string_view entry,
                                           const simt::SourceFunction& kernel) {
  const std::vector<const simt::SourceFunction*> used = source.used_by(entry);
  for (const simt::SourceLaunch& launch : source.launches) {
    const simt::SourceFunction* const host = source.function_around(launch.line);
    const simt::SourceCondition loop = source.loop_around(launch.line);
    const auto call = std::find_if(source.own_calls.begin(), source.own_calls.end(), [&](const simt::SourceCall& one) {
      return one.line == launch.line && one.name == kernel.name;
    });
    const bool is_here = launch.kernel == kernel.name && loop.line != 0 && call != source.own_calls.end() &&
                         std::find(used.begin(), used.end(), host) != used.end();
    if (!is_here) continue;
    const auto is_given = [&](const std::string& name) {
      const auto has = [&](const std::string& text) { return has_word(text, name); };
      return std::any_of(call->arguments.begin(), call->arguments.end(), has) ||
             std::any_of(launch.shape.begin(), launch.shape.end(), has);
    };
    const auto is_inside = [&](int line) { return loop.line <= line && line <= loop.last_line; };
    const bool changes = std::any_of(source.assignments.begin(), source.assignments.end(),
                                     [&](const auto& one) { return is_inside(one.line) && is_given(one.name); }) ||
                         std::any_of(source.counted.begin(), source.counted.end(),
                                     [&](const auto& one) { return is_inside(one.line) && is_given(one.name); }) ||
                         std::any_of(source.names.begin(), source.names.end(),
                                     [&](const auto& one) { return is_inside(one.line) && one.name == "swap"; });
    const auto others = std::count_if(source.launches.begin(), source.launches.end(),
                                      [&](const auto& one) { return is_inside(one.line); });
    // Another launch in the loop may make what this one goes on with.
    if (!changes && others == 1) return SameLaunches{launch.line, loop.line};
  }
  return std::nullopt;
}

/// A line that loads about as much as `most`, of an array that both lines call by the same name. Nothing where the
/// name, or the line, is not the only one.
struct Twice {
  std::string name;
  int other_line = 0;
};
std::optional<Twice> loaded_twice(const simt::SourceIndex& source, const std::vector<Traffic>& rows,
                                  const Traffic& most) {
  constexpr double about = 0.9;
  std::optional<Twice> found;
  for (const simt::SourceElement& here : source.elements) {
    if (here.line != most.line) continue;
    for (const Traffic& row : rows) {
      const bool is_alike = row.space == Space::global && row.op == Access::load && row.line != most.line &&
                            static_cast<double>(row.sectors) >= about * static_cast<double>(most.sectors);
      const bool is_same_array = std::any_of(
          source.elements.begin(), source.elements.end(),
          [&](const simt::SourceElement& there) { return there.line == row.line && there.name == here.name; });
      if (!is_alike || !is_same_array) continue;
      if (found && (found->name != here.name || found->other_line != row.line)) return std::nullopt;
      found = Twice{here.name, row.line};
    }
  }
  return found;
}

}  // namespace

std::optional<Finding> stored_again(const std::vector<Traffic>& rows, const course::MetricValues& values,
                                    const course::TrafficLimits& limits, const simt::SourceIndex& source,
                                    std::int64_t elements) {
  constexpr std::int64_t words_of_a_sector = 8;
  const auto limit = limits.at_most["traffic_vs_minimum"], value = values["traffic_vs_minimum"];
  if (!limit || !value || *value <= *limit) return std::nullopt;
  std::int64_t all = 0;
  for (const Traffic& row : rows) all += row.sectors;
  for (const Traffic& row : rows) {
    const bool is_store = row.space == Space::global && row.op == Access::store && row.line != 0;
    const simt::SourceCondition loop = is_store ? loop_around_one_store(source, row.line) : simt::SourceCondition{};
    const bool is_often = row.ideal_sectors * words_of_a_sector >= 2 * elements;
    const double without = *value * static_cast<double>(all - row.sectors) / static_cast<double>(all);
    if (loop.line == 0 || !is_often || without > *limit) continue;
    Finding found =
        slow_line_at(row, fmt::format("this line stores in every round of the loop at line {}, and each thread "
                                      "always to the same element: a variable of the thread could keep "
                                      "the value until the loop has ended",
                                      loop.line));
    found.other_line = loop.line;
    return found;
  }
  return std::nullopt;
}

void add_reuse(const simt::SourceIndex& source, std::string_view entry, const std::vector<Traffic>& rows,
               Finding& slow) {
  const std::size_t vague = slow.text.find(unexplained_reuse);
  const simt::SourceFunction* const kernel = source.function_around(slow.line);
  const auto most = std::max_element(rows.begin(), rows.end(), [&](const Traffic& a, const Traffic& b) {
    const auto cost = [&](const Traffic& row) { return row.line == slow.line ? row.sectors : -1; };
    return cost(a) < cost(b);
  });
  if (vague == std::string::npos || kernel == nullptr || most == rows.end()) return;
  const BlockWidth width = width_of_blocks(source, kernel->name);
  const int working = std::popcount(most->costliest.lanes);
  if (width.threads > 0 && width.threads <= 16 && working > 0 && working <= width.threads) {
    slow.other_line = std::exchange(slow.line, width.line);
    slow.text = fmt::format(
        "blocks have {} {} here, so of a warp's 32 lanes only {} have something to do. At line {}, {} requests take "
        "{:.1f} sectors each, for so few lanes",
        width.threads, width.threads == 1 ? "thread" : "threads", working, slow.other_line, most->requests,
        per_request(*most, most->sectors));
    return;
  }
  const auto say = [&](const std::string& why) { slow.text = slow.text.substr(0, vague) + why; };
  if (const auto alike = launched_alike(source, entry, *kernel); alike) {
    slow.text = fmt::format(
        "{} is launched here in each round of the loop at line {}, each time with the same numbers and arguments, so "
        "each launch moves the same bytes once more. At line {}, {}",
        kernel->name, alike->loop, slow.line, slow.text.substr(0, vague) + "come again with each launch");
    slow.other_line = std::exchange(slow.line, alike->line);
    return;
  }
  const simt::SourceCondition loop = source.loop_around(slow.line);
  const std::vector<std::string> kept =
      loop.line == 0 ? std::vector<std::string>{} : kept_in_loop(source, *kernel, slow.line, loop);
  if (!kept.empty() && kept.size() <= 2) {
    slow.other_line = loop.line;
    return say(kept_in_words(kept, loop));
  }
  const std::optional<simt::SourceName> symbol = is_one_word(*most) ? set_by_host(source, slow.line) : std::nullopt;
  if (symbol) {
    if (slow.other_line == 0) slow.other_line = symbol->line;
    return say(fmt::format(
        "ask for one word for all lanes, of {} (line {}): a __device__ variable lies in global memory. "
        "Kernels only read it, so it may lie in constant memory, __constant__, which hands one word to all lanes",
        symbol->name, symbol->line));
  }
  if (is_one_word(*most)) {
    return say(
        "ask for one word for all lanes, and each warp asks again: a block can fetch these words once into shared "
        "memory, each thread another one");
  }
  if (const std::string array = array_read_back(source, *kernel, slow.line); !array.empty()) {
    return say(fmt::format(
        "bring back what {} holds, so that it is stored a second time: a word whose value is final when it is "
        "stored goes one way only",
        array));
  }
  if (const auto twice = most->op == Access::load ? loaded_twice(source, rows, *most) : std::nullopt; twice) {
    slow.other_line = twice->other_line;
    return say(fmt::format("are words of {}, as are those that line {} loads: each word comes from memory twice",
                           twice->name, twice->other_line));
  }
  if (const Traffic* const besides = most_of_own_array(source, entry, rows, *most)) {
    const std::string own = own_array(source, entry, *source.function_around(besides->line), besides->line);
    slow.line = besides->line;
    slow.text = share_of_sectors(*besides, rows) +
                fmt::format(
                    "use {}. That is none of the arrays that the part is given, so all that goes there and "
                    "comes back is moved besides what must be moved: store less there, or nothing",
                    own);
  }
}

std::optional<Finding> used_again(const std::vector<Traffic>& rows, const course::MetricValues& values,
                                  const course::TrafficLimits& limits, const simt::SourceIndex& source) {
  constexpr double good_share = 0.8;  // of what is beyond the limit
  const auto limit = limits.at_most["traffic_vs_minimum"], value = values["traffic_vs_minimum"];
  if (!limit || !value || *value <= *limit) return std::nullopt;
  std::int64_t all = 0, again_and_again = 0;
  const Traffic* worst = nullptr;
  std::vector<int> lines;
  for (const Traffic& row : rows) {
    all += row.sectors;
    const simt::SourceFunction* const kernel = source.function_around(row.line);
    const bool is_access = row.space == Space::global && row.op != Access::atomic && row.requests > 0;
    if (!is_access || row.line == 0 || kernel == nullptr) continue;
    const simt::SourceCondition loop = source.loop_around(row.line);
    if (loop.line == 0 || !has_only_kept(source, *kernel, row.line, loop)) continue;
    again_and_again += row.sectors;
    if (worst == nullptr || row.sectors > worst->sectors) worst = &row;
    if (std::find(lines.begin(), lines.end(), row.line) == lines.end()) lines.push_back(row.line);
  }
  if (worst == nullptr) return std::nullopt;
  const double less = *value * static_cast<double>(again_and_again) / static_cast<double>(all);
  if (less < good_share * (*value - *limit)) return std::nullopt;
  const simt::SourceCondition loop = source.loop_around(worst->line);
  const simt::SourceFunction* const kernel = source.function_around(worst->line);
  Finding found = slow_line_at(
      *worst,
      fmt::format("this line's {}s are {} % of all sectors: {} requests of {:.1f} sectors, which {}",
                  name_of(worst->op), worst->sectors * 100 / all, worst->requests, per_request(*worst, worst->sectors),
                  kept_in_words(kept_in_loop(source, *kernel, worst->line, loop), loop)));
  found.other_line = loop.line;
  std::erase(lines, worst->line);
  std::sort(lines.begin(), lines.end());
  if (!lines.empty()) found.text += fmt::format(". The same goes for {}", lines_in_words(lines));
  return found;
}

namespace {

/// Up to `line`, in its function: `blockIdx.x / parts` and `blockIdx.x % parts`, also of a copy of blockIdx.x.
std::vector<const simt::SourceDivision*> divisions_of_block(const simt::SourceIndex& source, int line) {
  std::vector<const simt::SourceDivision*> found;
  const simt::SourceFunction* const function = source.function_around(line);
  const auto is_here = [&](int at) { return function != nullptr && function->has(at) && at <= line; };
  for (const simt::SourceDivision& one : source.divisions) {
    const bool is_copy = std::any_of(source.assignments.begin(), source.assignments.end(), [&](const auto& set) {
      return set.name == one.dividend && is_here(set.line) && !set.is_product &&
             set.from == std::vector<std::string>{"blockIdx"};
    });
    if (is_here(one.line) && (one.dividend == "blockIdx.x" || is_copy)) found.push_back(&one);
  }
  return found;
}

/// The line with the rest that decides which elements `line` loads, where no quotient does; else 0.
int line_of_rest(const simt::SourceIndex& source, int line, const std::vector<const simt::SourceDivision*>& divisions) {
  constexpr std::size_t most_names = 64;
  const simt::SourceFunction* const function = source.function_around(line);
  std::vector<std::string> names;
  for (const simt::SourceElement& one : source.elements) {
    if (one.line == line) names.insert(names.end(), one.index.begin(), one.index.end());
  }
  // What is stored behind the load, such as `job.out[i] = sum`, decides nothing about it.
  for (std::size_t i = 0; i < names.size() && i < most_names; ++i) {
    for (const simt::SourceAssignment& made : source.assignments) {
      const bool is_before = made.line < line && function != nullptr && function->has(made.line);
      if (made.name == names[i] && is_before && !made.is_element)
        names.insert(names.end(), made.from.begin(), made.from.end());
    }
  }
  int rest = 0;
  for (const simt::SourceDivision* const one : divisions) {
    const bool decides = std::any_of(source.assignments.begin(), source.assignments.end(), [&](const auto& set) {
      return set.line == one->line && std::find(names.begin(), names.end(), set.name) != names.end();
    });
    if (decides && !one->is_rest) return 0;
    if (decides && rest == 0) rest = one->line;
  }
  return rest;
}

}  // namespace

std::optional<Finding> loaded_again(const simt::SourceIndex& source, const std::vector<Traffic>& rows,
                                    const course::MetricValues& values, const course::TrafficLimits& limits) {
  if (course::judge("dram_vs_minimum", values, limits) != course::Judgement::too_much) return std::nullopt;
  const Traffic* const worst =
      costliest(rows, Space::global, [](const Traffic& row) { return row.levels.dram_read_again; });
  if (worst == nullptr) return std::nullopt;
  const simt::memory::LevelBytes& from = worst->levels;
  Finding found = slow_line_at(
      *worst, fmt::format("of what is loaded here, {:.1f} MB come from DRAM, and {:.0f} % of that not for "
                          "the first time: until the same data are wanted again, more than the L2 cache "
                          "holds has been used",
                          static_cast<double>(from.dram_read) / 1e6,
                          100 * static_cast<double>(from.dram_read_again) / static_cast<double>(from.dram_read)));
  const std::vector<const simt::SourceDivision*> divisions = divisions_of_block(source, worst->line);
  std::vector<int> deciding;
  for (const simt::SourceDivision* const one : divisions) {
    if (deciding.empty() || deciding.back() != one->line) deciding.push_back(one->line);
  }
  if (const int rest = line_of_rest(source, worst->line, divisions); rest != 0) {
    std::erase(deciding, rest);
    found.text = fmt::format(
        "which data are used by blocks that run at the same time is decided here{}, where blockIdx.x is divided: "
        "neighbouring blocks use different data, by the rest, and the same data are wanted again only much later. At "
        "line {}: {}",
        deciding.empty() ? "" : fmt::format(" and at {}", lines_in_words(deciding)), found.line, found.text);
    found.other_line = std::exchange(found.line, rest);
    return found;
  }
  if (!deciding.empty())
    found.text += fmt::format(
        ". Which data are used by blocks that run at the same time is decided at {}, where blockIdx.x is divided",
        lines_in_words(deciding));
  return found;
}

}  // namespace grader
