#include "grader/words/left_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grader/words/reasons.hpp"
#include "runner/protocol.hpp"

namespace grader {
namespace {

using Calls = std::vector<const simt::SourceCall*>;

/// The line at fault, 0 where it is not known, and why.
struct Fault {
  int line = 0;
  std::string why;
};

/// Calls of `name` in the part's function; of a file that has none there, all of them.
Calls calls_of(const simt::SourceIndex& source, std::string_view entry, std::string_view name) {
  Calls here, all;
  for (const simt::SourceCall& call : source.calls) {
    if (call.name != name) continue;
    const simt::SourceFunction* const around = source.function_around(call.line);
    all.push_back(&call);
    if (around != nullptr && around->name == entry) here.push_back(&call);
  }
  return here.empty() ? all : here;
}

bool is_about_limit(const simt::SourceCall& call, std::size_t argument) {
  return call.arguments.size() > argument && call.arguments[argument] == "cudaLimitPersistingL2CacheSize";
}

bool are_in_one_function(const simt::SourceIndex& source, int line, int other) {
  return source.function_around(line) == source.function_around(other);
}

/// A helper that the function of `asked` calls before it has changed the limit already.
Fault fault_of_late_question(const simt::SourceIndex& source, const simt::SourceCall& asked) {
  for (const simt::SourceCall& call : source.own_calls) {
    if (!are_in_one_function(source, call.line, asked.line) || call.line >= asked.line) continue;
    for (const simt::SourceCall& set : source.calls) {
      const simt::SourceFunction* const helper = source.function_around(set.line);
      if (set.name != "cudaDeviceSetLimit" || !is_about_limit(set, 0) || helper == nullptr || helper->name != call.name)
        continue;
      return {asked.line, fmt::format("this line asks what it was, but {}, which is called at line {}, has changed it "
                                      "before (line {})",
                                      call.name, call.line, set.line)};
    }
  }
  return {};
}

/// A static variable that gets its value where it is declared: only the first call asks.
Fault fault_of_first_call(const simt::SourceIndex& source, int line) {
  const simt::SourceFunction* const function = source.function_around(line);
  const auto is_there = [line](const auto& one) { return one.line == line; };
  const auto kept = std::find_if(source.kept.begin(), source.kept.end(), is_there);
  if (function == nullptr || kept == source.kept.end() ||
      std::none_of(source.assignments.begin(), source.assignments.end(), is_there))
    return {};
  return {line, fmt::format("{} is static, so it gets its value in the first call only, and later calls set back what "
                            "was there at that time",
                            kept->name)};
}

/// A helper, or a constructor, that asks, and comes into the function of `set` only behind it.
Fault fault_of_helper_that_asks(const simt::SourceIndex& source, const simt::SourceCall& asked,
                                const simt::SourceCall& set) {
  const simt::SourceFunction* const helper = source.function_around(asked.line);
  const simt::SourceFunction* const function = source.function_around(set.line);
  if (helper == nullptr || function == nullptr) return {};
  const std::vector<int> used = source.lines_with(helper->name, *function);
  if (used.empty()) return {};
  if (used.front() < set.line) return fault_of_first_call(source, used.front());
  return {used.front(), fmt::format("line {} asks what it was, and is carried out here, when line {} has changed it",
                                    asked.line, set.line)};
}

/// A return between the call that changes something and the one that sets it back.
Fault fault_of_return(const simt::SourceIndex& source, const simt::SourceCall& first, const simt::SourceCall& last) {
  if (!are_in_one_function(source, first.line, last.line)) return {};
  for (const int line : source.returns) {
    if (line <= first.line || line >= last.line) continue;
    return {line, fmt::format("line {} changes it, and the function returns here, before line {} sets it back",
                              first.line, last.line)};
  }
  return {};
}

Fault fault_of_limit(const simt::SourceIndex& source, std::string_view entry) {
  Calls sets = calls_of(source, entry, "cudaDeviceSetLimit"), gets = calls_of(source, entry, "cudaDeviceGetLimit");
  std::erase_if(sets, [](const auto* call) { return !is_about_limit(*call, 0); });
  const Calls all_gets = gets;
  std::erase_if(gets, [](const auto* call) { return !is_about_limit(*call, 1); });
  if (sets.empty()) return {};
  const simt::SourceCall &first = *sets.front(), &last = *sets.back();
  if (gets.empty() && !all_gets.empty() && all_gets.front()->arguments.size() > 1) {
    return {all_gets.front()->line,
            fmt::format("this line asks for {}, and line {} changes cudaLimitPersistingL2CacheSize",
                        all_gets.front()->arguments[1], last.line)};
  }
  if (gets.empty()) {
    return {last.line, "this call changes it, and no line asks what it was before (cudaDeviceGetLimit)"};
  }
  const simt::SourceCall& asked = *gets.front();
  if (!are_in_one_function(source, asked.line, first.line)) return fault_of_helper_that_asks(source, asked, first);
  if (asked.line > first.line) {
    return {asked.line, fmt::format("this line asks what it was, but line {} has changed it before", first.line)};
  }
  const std::string known = asked.arguments[0].substr(asked.arguments[0].starts_with("&") ? 1 : 0);
  const bool sets_back = last.arguments.size() > 1 && last.arguments[1].find(known) != std::string::npos;
  if (sets.size() == 1 && sets_back) return fault_of_late_question(source, asked);
  if (sets.size() == 1) {
    return {first.line,
            fmt::format("this call changes it, and none sets it back to what line {} has read", asked.line)};
  }
  if (last.arguments.size() > 1 && !sets_back) {
    return {last.line, fmt::format("the last call sets it to {}, and what line {} has read is in {}", last.arguments[1],
                                   asked.line, known)};
  }
  return fault_of_return(source, first, last);
}

/// Lines of `function` on which num_bytes of a window stands.
std::vector<int> lines_of_length(const simt::SourceIndex& source, int line) {
  const simt::SourceFunction* const function = source.function_around(line);
  return function == nullptr ? std::vector<int>{} : source.lines_with("num_bytes", *function);
}

/// The last line between the two, in their function, that stores another member of a window than its length, and the
/// member: as if that ended the window. Line 0: there is none.
std::pair<int, std::string> member_set_between(const simt::SourceIndex& source, int first, int last) {
  constexpr std::array<std::string_view, 4> members{"hitRatio", "base_ptr", "hitProp", "missProp"};
  std::pair<int, std::string> found;
  for (const simt::SourceName& name : source.names) {
    const bool is_between = name.line > first && name.line <= last && are_in_one_function(source, name.line, last);
    const bool is_member = std::find(members.begin(), members.end(), name.name) != members.end();
    const bool is_stored = std::any_of(source.assignments.begin(), source.assignments.end(),
                                       [&](const simt::SourceAssignment& one) { return one.line == name.line; });
    if (is_between && is_member && is_stored) found = {name.line, name.name};
  }
  return found;
}

Fault fault_of_window(const simt::SourceIndex& source, std::string_view entry) {
  const Calls sets = calls_of(source, entry, "cudaStreamSetAttribute");
  if (sets.empty()) return {};
  const simt::SourceCall &first = *sets.front(), &last = *sets.back();
  if (sets.size() == 1) {
    return {first.line, "it is set here, and no call takes it away (one with num_bytes 0)"};
  }
  if (first.arguments.empty() || last.arguments.empty() || !are_in_one_function(source, first.line, last.line)) {
    return {};
  }
  const std::string &of_first = first.arguments[0], &of_last = last.arguments[0];
  if (of_first != of_last) {
    return {last.line, fmt::format("line {} sets it on the stream {}, and this call takes away that of the stream {}",
                                   first.line, of_first, of_last)};
  }
  const std::vector<int> lengths = lines_of_length(source, last.line);
  const bool is_changed =
      std::any_of(lengths.begin(), lengths.end(), [&](int line) { return line > first.line && line <= last.line; });
  if (first.arguments == last.arguments && !lengths.empty() && !is_changed) {
    if (const auto [line, member] = member_set_between(source, first.line, last.line); line != 0) {
      return {line, fmt::format("{} does not end the window, which line {} sets once more: num_bytes is still that of "
                                "{}, and num_bytes 0 ends it",
                                member, last.line, lines_in_words({lengths.back()}))};
    }
    return {last.line, fmt::format("this call sets the same window once more: num_bytes is still that of {}",
                                   lines_in_words({lengths.back()}))};
  }
  return fault_of_return(source, first, last);
}

Fault fault_of_lines(const simt::SourceIndex& source, std::string_view entry) {
  const Calls resets = calls_of(source, entry, "cudaCtxResetPersistingL2Cache");
  const Calls sets = calls_of(source, entry, "cudaStreamSetAttribute");
  if (resets.empty()) {
    const int line = sets.empty() ? 0 : sets.front()->line;
    return {line, "the window that is set here leaves them, and cudaCtxResetPersistingL2Cache is not called"};
  }
  const int last_reset = resets.back()->line;
  for (const simt::SourceLaunch& launch : source.launches) {
    if (!are_in_one_function(source, launch.line, last_reset) || launch.line < last_reset) continue;
    return {last_reset, fmt::format("this call comes before the kernel at line {}, which makes new ones", launch.line)};
  }
  return {};
}

}  // namespace

Reason reason_left_behind(const course::Part& part, std::uint32_t left, const simt::SourceIndex& source) {
  const std::string_view entry = part.entry;
  if ((left & runner::left_memory) != 0) {
    return {fmt::format("device memory that it has allocated is not freed when it returns{}",
                        called_at(source, entry, "cudaMalloc")),
            std::string(part.read_on)};
  }
  struct Left {
    std::uint32_t bit;
    std::string what;
    Fault fault;
  };
  const Left all[] = {
      {runner::left_window, "an access-policy window on the default stream", fault_of_window(source, entry)},
      {runner::left_limit, "the limit of the persisting L2 cache", fault_of_limit(source, entry)},
      {runner::left_lines, "lines of the L2 cache that persist", fault_of_lines(source, entry)}};
  std::vector<std::string> what;
  const Left* first = nullptr;
  for (const Left& one : all) {
    if ((left & one.bit) == 0) continue;
    if (first == nullptr || first->fault.line == 0) first = &one;
    const std::string_view call = one.bit == runner::left_limit    ? "cudaDeviceSetLimit"
                                  : one.bit == runner::left_window ? "cudaStreamSetAttribute"
                                                                   : "cudaCtxResetPersistingL2Cache";
    what.push_back(one.what + (one.fault.line == 0 ? called_at(source, entry, std::string(call)) : ""));
  }
  std::string text = fmt::format("it does not restore what it changed: {}", fmt::join(what, ", and "));
  if (first != nullptr && first->fault.line != 0) {
    text = fmt::format("line {}: {}. Of {}: {}", first->fault.line, text, first->what, first->fault.why);
    if (what.size() == 1) {
      text = fmt::format("line {}: it does not restore what it changed: {}: {}", first->fault.line, first->what,
                         first->fault.why);
    }
  }
  return {std::move(text), std::string(part.read_on)};
}

}  // namespace grader
