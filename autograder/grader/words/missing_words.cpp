#include "grader/words/missing_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "grader/words/block_width.hpp"
#include "grader/words/change_text.hpp"
#include "grader/words/origin_words.hpp"

namespace grader {
namespace {

using simt::SourceFunction;
using simt::SourceIndex;
using simt::SourceParameter;

bool is_used(const SourceIndex& source, const SourceFunction& function, const std::string& name) {
  const auto uses = std::count_if(source.names.begin(), source.names.end(), [&](const simt::SourceName& one) {
    return one.name == name && function.has(one.line);
  });
  return uses > 1;  // one is the parameter itself
}

/// Lines of `entry` that launch a kernel, or name a function that does.
std::vector<int> launching_lines(const SourceIndex& source, const SourceFunction& entry) {
  std::vector<int> lines;
  const std::vector<const SourceFunction*> used = source.used_by(entry.name);
  const auto launches = [&](const SourceFunction& function) {
    const auto is_here = [&](const auto& one) { return function.has(one.line); };
    return std::any_of(source.launches.begin(), source.launches.end(), is_here) ||
           std::any_of(source.calls.begin(), source.calls.end(), [&](const simt::SourceCall& call) {
             return is_here(call) && call.name.starts_with("cudaLaunch");
           });
  };
  for (const SourceFunction* const function : used) {
    if (function == &entry || function->is_kernel) continue;
    // A function that launches may be named by another one.
    const std::vector<const SourceFunction*> further = source.used_by(function->name);
    if (std::none_of(further.begin(), further.end(), [&](const auto* one) { return launches(*one); })) continue;
    for (const int line : source.lines_with(function->name, entry)) lines.push_back(line);
  }
  for (const simt::SourceLaunch& launch : source.launches) {
    if (entry.has(launch.line)) lines.push_back(launch.line);
  }
  for (const simt::SourceCall& call : source.calls) {
    if (entry.has(call.line) && call.name.starts_with("cudaLaunch")) lines.push_back(call.line);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

/// The last line of `entry` that copies something; 0: there is none.
int last_copy(const SourceIndex& source, const SourceFunction& entry, std::string_view direction) {
  int line = 0;
  for (const simt::SourceCall& call : source.calls) {
    if (!entry.has(call.line) || !call.name.starts_with("cudaMem")) continue;
    const bool is_meant =
        direction.empty() || std::find(call.arguments.begin(), call.arguments.end(), direction) != call.arguments.end();
    if (is_meant) line = std::max(line, call.line);
  }
  return line;
}

/// "in and n"
std::string list_of(const std::vector<SourceParameter>& parameters) {
  std::string text;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == parameters.size() ? " and " : ", ") + parameters[i].name;
  }
  return text;
}

/// Whether one of `names` is made of a number that a cooperative group gives a thread, or a warp of a block.
bool is_made_of_rank(const SourceIndex& source, const SourceFunction& kernel, const std::vector<std::string>& names) {
  constexpr std::string_view ranks[] = {"thread_rank", "thread_index", "meta_group_rank"};
  return std::any_of(source.assignments.begin(), source.assignments.end(), [&](const simt::SourceAssignment& made) {
    const bool is_one = kernel.has(made.line) && std::find(names.begin(), names.end(), made.name) != names.end();
    return is_one && std::any_of(source.names.begin(), source.names.end(), [&](const simt::SourceName& one) {
             return one.line == made.line && std::find(std::begin(ranks), std::end(ranks), one.name) != std::end(ranks);
           });
  });
}

bool has_name(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The parameter of `barrier` that a counter must reach in its loop, where the counter only grows; the number of its
/// parameters where there is none.
std::size_t parameter_awaited(const SourceIndex& source, const SourceFunction& barrier) {
  const std::vector<SourceParameter>& given = barrier.named;
  const auto is_kept = [&](const std::string& name) {
    return std::any_of(source.kept.begin(), source.kept.end(), [&](const auto& one) { return one.name == name; });
  };
  bool has_counter = false;
  std::vector<std::string> changed;
  for (const simt::SourceName& one : source.names) {
    if (!barrier.has(one.line)) continue;
    has_counter |= is_kept(one.name);
    if (one.name.starts_with("atomic") && one.name != "atomicAdd" && one.name != "atomic_ref") return given.size();
  }
  for (const simt::SourceAssignment& one : source.assignments) {
    if (!barrier.has(one.line)) continue;
    if (is_kept(one.name) && !one.is_combined) return given.size();
    changed.push_back(one.name);
  }
  if (!has_counter) return given.size();
  for (const simt::SourceCondition& loop : source.conditions) {
    if (!loop.is_loop || !barrier.has(loop.line)) continue;
    std::vector<std::string> here;
    for (const simt::SourceName& one : source.names) {
      if (one.line == loop.line) here.push_back(one.name);
    }
    const bool is_computed =
        std::any_of(changed.begin(), changed.end(), [&](const std::string& name) { return has_name(here, name); });
    for (std::size_t i = 0; i < given.size() && !is_computed; ++i) {
      if (!given[i].is_pointer && has_name(here, given[i].name)) return i;
    }
  }
  return given.size();
}

/// Whether the same conditions decide about two calls of one function.
bool are_passed_together(const SourceIndex& source, const simt::SourceCall& one, const simt::SourceCall& other) {
  const auto decides_about_one = [&](const simt::SourceCondition& condition) {
    const auto part = [&](int line) {
      return line < condition.line || line > std::max(condition.last_line, condition.last_of_else) ? 0
             : line <= condition.last_line                                                         ? 1
                                                                                                   : 2;
    };
    return part(one.line) != part(other.line);
  };
  return source.function_around(one.line) == source.function_around(other.line) &&
         std::none_of(source.conditions.begin(), source.conditions.end(), decides_about_one);
}

/// Whether a variable of `number` may change between two lines, or by the number itself.
bool changes_between(const SourceIndex& source, const std::string& number, int line, int last_line) {
  if (number.find("++") != std::string::npos || number.find('=') != std::string::npos) return true;
  const auto is_changed = [&](const auto& one) {
    return one.line >= line && one.line <= last_line && has_word(number, one.name);
  };
  // `x[j] = …` leaves the x of gridDim.x.
  return std::any_of(source.assignments.begin(), source.assignments.end(),
                     [&](const auto& one) { return !one.is_element && is_changed(one); }) ||
         std::any_of(source.counted.begin(), source.counted.end(), is_changed);
}

}  // namespace

std::optional<Finding> unused_by_kernel(const SourceIndex& source, std::string_view entry) {
  const std::vector<const SourceFunction*> all = source.used_by(entry);
  // A copy may bring what the kernel is given to where it looks for it.
  const bool has_copy = std::any_of(source.calls.begin(), source.calls.end(), [&](const simt::SourceCall& call) {
    return call.name.starts_with("cudaMemcpy") &&
           std::any_of(all.begin(), all.end(), [&](const SourceFunction* one) { return one->has(call.line); });
  });
  if (has_copy) return std::nullopt;
  for (const SourceFunction* const function : source.used_by(entry)) {
    if (!function->is_kernel) continue;
    for (const SourceParameter& one : function->named) {
      if (!one.is_pointer || !one.is_constant || is_used(source, *function, one.name)) continue;
      Finding finding;
      finding.name = "missing-input";
      finding.line = function->first_line;
      finding.text =
          fmt::format("{} uses {} nowhere, so the result cannot depend on what it holds", function->name, one.name);
      return finding;
    }
  }
  return std::nullopt;
}

std::optional<Finding> barrier_works_once(const SourceIndex& source, std::string_view entry) {
  constexpr std::string_view known[] = {"while",    "for",      "do",          "atomicAdd", "gridDim",      "x",
                                        "volatile", "unsigned", "static_cast", "__ldcg",    "__threadfence"};
  const std::vector<const SourceFunction*> used = source.used_by(entry);
  for (const simt::SourceCondition& loop : source.conditions) {
    const SourceFunction* const around = source.function_around(loop.line);
    if (!loop.is_loop || around == nullptr || std::find(used.begin(), used.end(), around) == used.end()) continue;
    bool asks_for_all = false, has_others = false;
    const simt::SourceName* counter = nullptr;
    for (const simt::SourceName& name : source.names) {
      if (name.line != loop.line) continue;
      const auto kept = std::find_if(source.kept.begin(), source.kept.end(),
                                     [&](const simt::SourceName& one) { return one.name == name.name; });
      asks_for_all |= name.name == "gridDim";
      if (kept != source.kept.end()) counter = &*kept;
      has_others |=
          kept == source.kept.end() && std::find(std::begin(known), std::end(known), name.name) == std::end(known);
    }
    if (!asks_for_all || counter == nullptr || has_others) continue;
    // Where kernels set it back, it may work again.
    const bool is_set_back = std::any_of(source.assignments.begin(), source.assignments.end(), [&](const auto& one) {
      const SourceFunction* const by = source.function_around(one.line);
      return one.name == counter->name && by != nullptr && !one.is_combined;
    });
    const bool has_exchange = std::any_of(source.names.begin(), source.names.end(), [&](const simt::SourceName& one) {
      return one.name.starts_with("atomic") && one.name != "atomicAdd" &&
             std::find(used.begin(), used.end(), source.function_around(one.line)) != used.end();
    });
    const auto is_call = [&](const simt::SourceName& one) {
      return one.name == around->name && one.line != around->first_line && !around->has(one.line);
    };
    const auto calls = std::count_if(source.names.begin(), source.names.end(), is_call);
    const bool is_in_loop = std::any_of(source.names.begin(), source.names.end(), [&](const simt::SourceName& one) {
      return is_call(one) && source.loop_around(one.line).line != 0;
    });
    if (is_set_back || has_exchange || (calls < 2 && !is_in_loop)) continue;
    Finding finding;
    finding.name = "barrier-once";
    finding.line = loop.line;
    finding.other_line = counter->line;
    finding.text = fmt::format(
        "this barrier works once: {} (line {}) only grows, so from the second time on it has reached gridDim.x before "
        "all blocks are there, and no block waits",
        counter->name, counter->line);
    return finding;
  }
  return std::nullopt;
}

std::optional<Finding> same_number_awaited(const SourceIndex& source, std::string_view entry) {
  const std::vector<const SourceFunction*> used = source.used_by(entry);
  for (const SourceFunction* const barrier : used) {
    const std::size_t awaited = parameter_awaited(source, *barrier);
    if (awaited == barrier->named.size()) continue;
    const simt::SourceCall* last = nullptr;
    for (const simt::SourceCall& call : source.own_calls) {
      if (call.name != barrier->name || call.arguments.size() <= awaited) continue;
      const bool is_again = last != nullptr && last->line < call.line && are_passed_together(source, *last, call) &&
                            last->arguments[awaited] == call.arguments[awaited] &&
                            !changes_between(source, call.arguments[awaited], last->line, call.line);
      if (is_again) {
        Finding finding;
        finding.name = "barrier-once";
        finding.line = call.line;
        finding.other_line = last->line;
        finding.text = fmt::format(
            "{} waits here for the same number as at line {}, {}: all blocks were counted up to it there, so no block "
            "waits here",
            barrier->name, last->line, call.arguments[awaited]);
        return finding;
      }
      last = &call;
    }
  }
  return std::nullopt;
}

std::optional<Finding> array_of_each_thread(const SourceIndex& source, std::string_view entry) {
  for (const SourceFunction* const kernel : source.used_by(entry)) {
    const auto is_here = [&](int line) { return kernel->has(line); };
    if (!kernel->is_kernel || std::none_of(source.barriers.begin(), source.barriers.end(), is_here)) continue;
    const std::vector<int> shared = source.lines_with("__shared__", *kernel);
    for (const simt::SourceElement& declared : source.elements) {
      const std::string& name = declared.name;
      const auto is_it = [&](const auto& one) { return one.name == name; };
      const auto first = std::find_if(source.elements.begin(), source.elements.end(),
                                      [&](const auto& one) { return is_it(one) && is_here(one.line); });
      if (first == source.elements.end() || &*first != &declared) continue;
      const bool has_value = std::any_of(source.assignments.begin(), source.assignments.end(), [&](const auto& one) {
        return is_it(one) && is_here(one.line) && (!one.is_element || one.line <= declared.line);
      });
      const bool is_given = std::any_of(kernel->named.begin(), kernel->named.end(), is_it) ||
                            std::any_of(source.kept.begin(), source.kept.end(), is_it);
      const auto is_of_line = [&](const simt::SourceName& one) { return is_it(one) && is_here(one.line); };
      // A pointer, or a name for a part of something else, stands somewhere before it. What has no type on its line is
      // declared elsewhere, or goes on with the declaration of the line before.
      const auto named = std::find_if(source.names.begin(), source.names.end(), is_of_line);
      const bool has_type = std::any_of(source.names.begin(), source.names.end(), [&](const simt::SourceName& one) {
        constexpr std::string_view types[] = {"float", "float4", "double", "int", "unsigned", "char", "bool"};
        return one.line == declared.line && std::find(std::begin(types), std::end(types), one.name) != std::end(types);
      });
      const bool sets = std::any_of(source.assignments.begin(), source.assignments.end(),
                                    [&](const auto& one) { return one.line == declared.line; });
      const bool is_declaration = named != source.names.end() && named->line == declared.line && has_type && !sets;
      if (has_value || is_given || !is_declaration) continue;
      if (std::binary_search(shared.begin(), shared.end(), declared.line)) continue;
      const auto is_of_thread = [&](const std::string& place) {
        if (place == "threadIdx") return true;
        // A counter of another loop may have the same name.
        int makes = 0, makes_of_thread = 0;
        for (const simt::SourceAssignment& one : source.assignments) {
          if (one.name != place || one.is_element || one.is_combined || !is_here(one.line)) continue;
          ++makes;
          if (std::find(one.from.begin(), one.from.end(), "threadIdx") != one.from.end()) ++makes_of_thread;
        }
        return makes != 0 && makes == makes_of_thread;
      };
      const auto goes_by_thread = [&](const simt::SourceElement& one) {
        return is_it(one) && is_here(one.line) && std::any_of(one.index.begin(), one.index.end(), is_of_thread);
      };
      const auto uses = std::count_if(source.elements.begin(), source.elements.end(), goes_by_thread);
      if (uses < 2 || goes_by_thread(declared)) continue;
      Finding finding;
      finding.name = "one-change";
      finding.line = declared.line;
      finding.text = fmt::format(
          "{0} is declared here without __shared__: then each thread has an array of its own, and does not see what "
          "other threads store in theirs",
          name);
      return finding;
    }
  }
  return std::nullopt;
}

std::optional<Finding> sum_of_one_warp(const SourceIndex& source, std::string_view entry) {
  constexpr int lanes = 32;
  for (const SourceFunction* const kernel : source.used_by(entry)) {
    const BlockWidth width = kernel->is_kernel ? width_of_blocks(source, kernel->name) : BlockWidth{};
    if (width.threads <= lanes) continue;
    const std::vector<const SourceFunction*> used = source.used_by(kernel->name);
    const auto is_used = [&](int line) {
      return std::any_of(used.begin(), used.end(), [line](const SourceFunction* one) { return one->has(line); });
    };
    const auto shuffle = std::find_if(source.shuffles.begin(), source.shuffles.end(), is_used);
    const bool brings_together =
        std::any_of(source.names.begin(), source.names.end(), [&](const simt::SourceName& one) {
          return is_used(one.line) && (one.name == "__shared__" || one.name.starts_with("atomic"));
        });
    if (shuffle == source.shuffles.end() || brings_together) continue;
    int stored = 0;
    bool is_one_of_block = true;
    for (const simt::SourceAssignment& one : source.assignments) {
      if (!one.is_element || !is_used(one.line)) continue;
      const std::vector<std::string> place = names_of_place(source, one.name, one.line);
      if (place.empty()) continue;  // a pointer's declaration, or one place for all
      stored = one.line;
      const auto has = [&](const std::string& name) {
        return std::find(place.begin(), place.end(), name) != place.end();
      };
      // What a lambda makes of the thread's number is not seen here.
      const bool is_by_lambda = std::any_of(source.lambdas.begin(), source.lambdas.end(),
                                            [&](const simt::SourceLambda& lambda) { return has(lambda.name); });
      is_one_of_block &=
          has("blockIdx") && !has("threadIdx") && !is_by_lambda && !is_made_of_rank(source, *kernel, place);
    }
    if (stored == 0 || !is_one_of_block) continue;
    Finding finding;
    finding.name = "sum-of-one-warp";
    finding.line = stored;
    finding.other_line = width.line;
    finding.text = fmt::format(
        "this is the sum of one warp only: blocks have {} threads (line {}), which are {} warps, and the shuffles at "
        "line {} add up within a warp. No line brings the sums of a block's warps together",
        width.threads, width.line, (width.threads + lanes - 1) / lanes, *shuffle);
    return finding;
  }
  return std::nullopt;
}

std::optional<Unused> unused_parameter(const SourceIndex& source, std::string_view entry) {
  const auto found = std::find_if(source.functions.begin(), source.functions.end(),
                                  [&](const SourceFunction& one) { return one.name == entry && !one.is_kernel; });
  if (found == source.functions.end()) return std::nullopt;
  std::vector<SourceParameter> unused;
  for (const SourceParameter& one : found->named) {
    if (!is_used(source, *found, one.name)) unused.push_back(one);
  }
  if (unused.empty()) return std::nullopt;
  const std::vector<int> launches = launching_lines(source, *found);
  const bool has_kernels = std::any_of(source.functions.begin(), source.functions.end(),
                                       [](const SourceFunction& one) { return one.is_kernel; });
  Unused result;
  Finding& finding = result.finding;
  finding.name = "unused-parameter";
  finding.line = found->first_line;
  if (launches.empty() && has_kernels) {
    const int copy_in = last_copy(source, *found, "cudaMemcpyHostToDevice");
    const int copy = copy_in != 0 ? copy_in : last_copy(source, *found, "");
    if (copy != 0) finding.line = copy;
    finding.other_line = copy == 0 ? 0 : found->first_line;
    finding.text =
        fmt::format("{} launches no kernel, and uses {} nowhere: {}the launch that computes the result is missing",
                    found->name, list_of(unused), copy == 0 ? "" : "behind this line, ");
    return result;
  }
  const auto memory = std::find_if(unused.begin(), unused.end(), [](const auto& one) { return one.is_pointer; });
  if (memory == unused.end()) {
    result.is_number = true;
    finding.text = fmt::format("{} uses {} nowhere, and the result depends on it", found->name, list_of(unused));
    return result;
  }
  result.name = memory->name;
  if (memory->is_constant) {
    if (!launches.empty()) finding.line = launches.front();
    finding.text = fmt::format(
        "{} uses {} nowhere, so it is not read: {}", found->name, memory->name,
        launches.empty() ? "what does is missing"
                         : "either this launch should be given it, or a copy from there is missing before this line");
  } else {
    const int last = std::max(launches.empty() ? 0 : launches.back(), last_copy(source, *found, ""));
    if (last != 0) finding.line = last;
    finding.text = fmt::format("{} uses {} nowhere, so nothing is stored there: {}", found->name, memory->name,
                               last == 0 ? "what does is missing"
                                         : "either this line should be given it, or a copy to there is missing behind "
                                           "this line");
  }
  finding.other_line = finding.line == found->first_line ? 0 : found->first_line;
  return result;
}

std::string words_of_quotient(const SourceIndex& source, int line) {
  const auto found = std::find_if(source.divisors.begin(), source.divisors.end(),
                                  [line](const simt::SourceName& one) { return one.line == line; });
  if (found == source.divisors.end()) return "";
  return fmt::format(". What is divided by {} in line {} rounds down: the rest, which fills no whole {}, gets no round",
                     found->name, line, found->name);
}

std::string words_of_missing_fence(const simt::SourceIndex& source, std::string_view entry, simt::Missing missing,
                                   int stored) {
  const bool is_release = missing == simt::Missing::release_fence;
  if (!is_release && missing != simt::Missing::acquire_fence) return "";
  std::vector<int> lines;
  for (const SourceFunction* const function : source.used_by(entry)) {
    if (function->name == entry) continue;
    for (const simt::SourceName& name : source.names) {
      // What waits looks at the word again and again.
      const bool is_it = is_release ? name.name.starts_with("atomic") : name.name == "volatile";
      const bool is_new = std::find(lines.begin(), lines.end(), name.line) == lines.end();
      const bool is_before = is_release && function->has(stored) && name.line <= stored;
      if (is_it && is_new && !is_before && function->has(name.line)) lines.push_back(name.line);
    }
  }
  if (lines.size() != 1) return "";
  // The fence that stands there orders for one block alone.
  for (const simt::SourceName& name : source.names) {
    const bool is_there = is_release ? name.line < lines.front() : name.line > lines.front();
    if (name.name == "__threadfence_block" && is_there &&
        source.function_around(name.line) == source.function_around(lines.front()))
      return fmt::format(
          ". The __threadfence_block() at line {} orders memory for the threads of one block only, and other blocks "
          "wait for the word that line {} {}",
          name.line, lines.front(), is_release ? "writes" : "reads");
  }
  return is_release
             ? fmt::format(". That word is written at line {}: __threadfence() belongs before it", lines.front())
             : fmt::format(". That word is read at line {}: __threadfence() belongs behind that loop", lines.front());
}

namespace {

/// "row+q*STEP" of "(row+q*STEP)*n+column": the sum in the subscript that begins with `name`; empty where there is
/// none.
std::string sum_that_begins_with(const std::string& subscript, const std::string& name) {
  for (std::size_t at = subscript.find(name); at != subscript.npos; at = subscript.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool is_in_brackets = at > 0 && subscript[at - 1] == '(';
    if ((at > 0 && !is_in_brackets) || end >= subscript.size() || subscript[end] != '+') continue;
    const std::size_t close = subscript.find(')', end);
    return is_in_brackets && close != subscript.npos ? subscript.substr(at, close - at) : subscript.substr(at);
  }
  return "";
}

}  // namespace

std::string words_of_missing_guard(const simt::SourceIndex& source, int line) {
  const simt::SourceFunction* const function = source.function_around(line);
  if (function == nullptr) return "";
  // An extent that a kernel is given and does not use is what it should ask about.
  for (const simt::SourceParameter& given : function->named) {
    const auto uses = std::count_if(source.names.begin(), source.names.end(), [&](const simt::SourceName& name) {
      return name.name == given.name && function->has(name.line);
    });
    // As many blocks as there are elements need not ask.
    const bool has_a_block_each =
        std::any_of(source.launches.begin(), source.launches.end(), [&](const simt::SourceLaunch& one) {
          return one.kernel == function->name && !one.shape.empty() && one.shape.front() == given.name;
        });
    if (function->is_kernel && !given.is_pointer && uses == 1 && !has_a_block_each)
      return fmt::format(": no condition asks about {}, which {} is given and uses nowhere", given.name,
                         function->name);
  }
  const auto stands_in_condition = [&](const std::string& name) {
    return std::any_of(source.conditions.begin(), source.conditions.end(), [&](const simt::SourceCondition& one) {
      return function->has(one.line) && std::any_of(source.names.begin(), source.names.end(), [&](const auto& use) {
               return use.line == one.line && use.name == name;
             });
    });
  };
  // Of what is made of a variable that is asked about, nothing more need be asked.
  const auto is_unasked = [&](const std::string& name) {
    if (stands_in_condition(name)) return false;
    const simt::SourceAssignment* value = nullptr;
    for (const simt::SourceAssignment& one : source.assignments) {
      if (one.name != name || !function->has(one.line) || one.is_element) continue;
      if (value != nullptr) return false;
      value = &one;
    }
    return value != nullptr && value->number.empty() &&
           std::none_of(value->from.begin(), value->from.end(), stands_in_condition);
  };
  for (const simt::SourceCondition& guard : source.conditions) {
    // `if (x >= width) return;`
    const bool ends = std::any_of(source.returns.begin(), source.returns.end(),
                                  [&](int one) { return guard.line <= one && one <= guard.last_line; });
    const bool decides = guard.last_line >= line || ends;
    if (guard.is_loop || guard.line > line || !decides || !function->has(guard.line)) continue;
    for (const simt::SourceElement& element : source.elements) {
      const auto& index = element.index;
      const auto asked = std::find_if(index.begin(), index.end(), [&](const std::string& name) {
        const bool is_local = std::any_of(source.assignments.begin(), source.assignments.end(),
                                          [&](const auto& one) { return one.name == name && function->has(one.line); });
        return is_local && std::any_of(source.names.begin(), source.names.end(),
                                       [&](const auto& use) { return use.line == guard.line && use.name == name; });
      });
      const auto unasked = std::find_if(index.begin(), index.end(), is_unasked);
      if (element.line != line || asked == index.end()) continue;
      const std::string sum =
          element.subscripts.size() == 1 ? sum_that_begins_with(element.subscripts.front(), *asked) : "";
      if (unasked == index.end() && !sum.empty() && guard.line != line)
        return fmt::format(": the condition at line {} asks about {}, and the index has {}", guard.line, *asked, sum);
      if (unasked == index.end()) continue;
      return fmt::format(
          ": the condition at line {} asks about {}, and none asks about {}, which the index has as well", guard.line,
          *asked, *unasked);
    }
  }
  return "";
}

namespace {

/// Numbers of the thread in the grid, which the place of an access depends on.
class ThreadNumbers {
 public:
  ThreadNumbers(const SourceIndex& source, const SourceFunction& function) : source_(source), function_(function) {}

  /// Those that `line` names, or what the variables are made of that it names.
  std::vector<std::string> at(int line) const {
    std::vector<std::string> found;
    for (const std::string& name : names_on(line)) {
      if (is_number(name)) {
        add(name, found);
        continue;
      }
      const simt::SourceAssignment* const made = value_of(name, line);
      if (made == nullptr || made->line == line) continue;
      for (const std::string& from : made->from) {
        if (is_number(from)) add(from, found);
      }
    }
    return found;
  }

  std::vector<std::string> names_on(int line) const {
    std::vector<std::string> found;
    for (const simt::SourceName& one : source_.names) {
      if (one.line == line) add(one.name, found);
    }
    return found;
  }

  /// The only assignment of `name` up to `line`; null where there is none, or several.
  const simt::SourceAssignment* value_of(const std::string& name, int line) const {
    const simt::SourceAssignment* found = nullptr;
    for (const simt::SourceAssignment& one : source_.assignments) {
      if (one.name != name || one.is_element || !function_.has(one.line) || one.line > line) continue;
      if (found != nullptr) return nullptr;
      found = &one;
    }
    return found;
  }

 private:
  static void add(const std::string& name, std::vector<std::string>& names) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }

  /// `blockIdx.z * blockDim.z + threadIdx.z`: made of the block's number and of the thread's.
  bool is_number(const std::string& name) const {
    const simt::SourceAssignment* const made = value_of(name, function_.last_line);
    if (made == nullptr) return is_given_number(name);
    const auto has = [](const simt::SourceAssignment& value, std::string_view part) {
      return std::find(value.from.begin(), value.from.end(), part) != value.from.end();
    };
    bool has_block = has(*made, "blockIdx"), has_thread = has(*made, "threadIdx");
    if (has_block && has_thread) return true;
    for (const std::string& from : made->from) {
      const simt::SourceAssignment* const part = value_of(from, made->line);
      if (part == nullptr) continue;
      // What is made of whole numbers, `y * width + x` or `x < width`, is none of its own.
      if (has(*part, "blockIdx") && has(*part, "threadIdx")) return false;
      has_block = has_block || has(*part, "blockIdx");
      has_thread = has_thread || has(*part, "threadIdx");
    }
    return has_block && has_thread;
  }

  /// A helper is given such a number by a kernel.
  bool is_given_number(const std::string& name) const {
    const auto& given = function_.named;
    const auto parameter =
        std::find_if(given.begin(), given.end(), [&](const SourceParameter& one) { return one.name == name; });
    if (function_.is_kernel || parameter == given.end()) return false;
    const auto place = static_cast<std::size_t>(parameter - given.begin());
    return std::any_of(source_.own_calls.begin(), source_.own_calls.end(), [&](const simt::SourceCall& call) {
      const SourceFunction* const caller = source_.function_around(call.line);
      const bool is_by_kernel = call.name == function_.name && caller != nullptr && caller->is_kernel;
      return is_by_kernel && place < call.arguments.size() &&
             ThreadNumbers(source_, *caller).is_number(call.arguments[place]);
    });
  }

  const SourceIndex& source_;
  const SourceFunction& function_;
};

/// The line that holds what the condition on `guard` asks: its own; where it asks a variable, that which gives it its
/// value; where it asks a function that uses `unasked` of its parameters nowhere, what that returns.
struct AskedAt {
  int line = 0;
  std::vector<std::string> numbers;  // of the thread
};

AskedAt asked_at(const SourceIndex& source, const ThreadNumbers& numbers, int guard) {
  AskedAt asked{guard, {}};
  for (const std::string& name : numbers.names_on(guard)) {
    const simt::SourceAssignment* const value = numbers.value_of(name, guard);
    if (value == nullptr) continue;
    std::vector<std::string> of_value = numbers.at(value->line);
    // What the line makes itself is no question: `const int x = …`.
    std::erase(of_value, name);
    // `const bool inside = …`, and no `const int i = …`
    const std::vector<std::string> words = numbers.names_on(value->line);
    const bool is_answer = std::find(words.begin(), words.end(), "bool") != words.end();
    const bool asks = is_answer && value->line != guard && !of_value.empty() && numbers.at(guard) == of_value;
    if (asks) asked = {value->line, std::move(of_value)};
  }
  if (asked.line == guard) asked.numbers = numbers.at(guard);
  // A function that asks is given all of them, and may leave one out.
  for (const simt::SourceCall& call : source.own_calls) {
    if (call.line != asked.line) continue;
    const auto callee = std::find_if(source.functions.begin(), source.functions.end(),
                                     [&](const SourceFunction& one) { return one.name == call.name; });
    if (callee == source.functions.end() || callee->is_kernel || callee->named.size() != call.arguments.size())
      continue;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      if (is_used(source, *callee, callee->named[i].name) || std::erase(asked.numbers, call.arguments[i]) == 0)
        continue;
      const auto answer = std::find_if(source.values.begin(), source.values.end(),
                                       [&](const simt::SourceReturn& one) { return callee->has(one.line); });
      if (answer != source.values.end()) asked.line = answer->line;
    }
    if (asked.line != call.line) break;
  }
  return asked;
}

/// Conditions of `function` that decide whether `line` is reached: around it, or before it with a return.
std::vector<simt::SourceCondition> guards_of(const SourceIndex& source, const SourceFunction& function, int line) {
  std::vector<simt::SourceCondition> guards;
  for (const simt::SourceCondition& one : source.conditions) {
    const bool ends = std::any_of(source.returns.begin(), source.returns.end(),
                                  [&](int at) { return one.line <= at && at <= one.last_line; });
    const bool decides = one.last_line >= line || ends;
    if (!one.is_loop && one.line <= line && decides && function.has(one.line)) guards.push_back(one);
  }
  return guards;
}

}  // namespace

bool blame_missing_guard(const simt::SourceIndex& source, Finding& found) {
  const SourceFunction* const function = source.function_around(found.line);
  if (function == nullptr) return false;
  const ThreadNumbers numbers(source, *function);
  std::vector<std::string> unasked = numbers.at(found.line);
  std::vector<AskedAt> all;
  for (const simt::SourceCondition& guard : guards_of(source, *function, found.line)) {
    // On the line of the access itself, the condition cannot be told from it.
    AskedAt asked = guard.line == found.line ? AskedAt{} : asked_at(source, numbers, guard.line);
    if (asked.line == 0) return false;
    for (const std::string& number : asked.numbers) std::erase(unasked, number);
    if (!asked.numbers.empty()) all.push_back(std::move(asked));
  }
  // What a loop asks about is asked, too.
  for (const simt::SourceCondition& loop : source.conditions) {
    if (!loop.is_loop || !function->has(loop.line)) continue;
    for (const std::string& name : numbers.names_on(loop.line)) std::erase(unasked, name);
  }
  const std::vector<std::string> needed = numbers.at(found.line);
  const auto guard = std::find_if(all.rbegin(), all.rend(), [&](const AskedAt& asked) {
    return std::any_of(asked.numbers.begin(), asked.numbers.end(), [&](const std::string& number) {
      return std::find(needed.begin(), needed.end(), number) != needed.end();
    });
  });
  if (unasked.size() != 1 || guard == all.rend()) return false;
  found.text =
      fmt::format("the condition here asks about {}, and none asks about {}, which line {} uses as well. There {}",
                  fmt::join(guard->numbers, " and "), unasked.front(), found.line, found.text);
  found.other_line = std::exchange(found.line, guard->line);
  return true;
}

}  // namespace grader
