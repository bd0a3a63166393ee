#include "grader/words/call_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "grader/words/arguments.hpp"
#include "grader/words/origin_words.hpp"
#include "grader/words/reasons.hpp"

namespace grader {
namespace {

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

/// Of a copy whose parameters stand in a structure: that no line of its function sets their direction.
std::string words_of_missing_kind(const simt::SourceIndex& source, int line) {
  const simt::SourceFunction* const function = source.function_around(line);
  for (const simt::SourceCall& copy : source.calls) {
    if (copy.line != line || !copy.name.starts_with("cudaMemcpy3D") || copy.arguments.empty() || function == nullptr)
      continue;
    const auto says_direction = [&](const simt::SourceName& one) {
      const bool is_direction = one.name.find("ToDevice") != std::string::npos || one.name == "cudaMemcpyDefault" ||
                                one.name.find("ToHost") != std::string::npos;
      const bool is_of_call = std::any_of(source.calls.begin(), source.calls.end(), [&](const simt::SourceCall& call) {
        return call.line == one.line && call.name.starts_with("cudaMemcpy");
      });
      return function->has(one.line) && (one.name == "kind" || (is_direction && !is_of_call));
    };
    const bool is_set = std::any_of(source.names.begin(), source.names.end(), says_direction);
    if (is_set) return "";
    return fmt::format(". No line sets {}.kind, and what begins with 0 there is cudaMemcpyHostToHost",
                       variable_of(copy.arguments[0]));
  }
  return "";
}

/// The first line of the functions of `entry` that has one of `names`; 0: none has.
int line_naming(const simt::SourceIndex& source, std::string_view entry,
                std::initializer_list<std::string_view> names) {
  const std::vector<const simt::SourceFunction*> used = source.used_by(entry);
  for (const simt::SourceName& one : source.names) {
    const bool is_named = std::find(names.begin(), names.end(), one.name) != names.end();
    if (is_named && std::find(used.begin(), used.end(), source.function_around(one.line)) != used.end())
      return one.line;
  }
  return 0;
}

/// The one call of cudaFree before `line`, in its function, that frees a variable named on `line`; 0: there is none.
int line_that_frees(const simt::SourceIndex& source, int line) {
  int found = 0;
  for (const simt::SourceCall& call : source.calls) {
    const bool frees = call.name == "cudaFree" || call.name == "cudaFreeAsync" || call.name == "cudaFreeHost";
    const bool is_before = call.line < line && source.function_around(call.line) == source.function_around(line);
    if (!frees || !is_before || call.arguments.empty()) continue;
    const bool is_used = std::any_of(source.names.begin(), source.names.end(), [&](const simt::SourceName& name) {
      return name.line == line && name.name == call.arguments.front();
    });
    if (is_used && found != 0) return 0;
    if (is_used) found = call.line;
  }
  return found;
}

}  // namespace

void blame_early_free(const simt::SourceIndex& source, int use, Finding& found) {
  const int freed = line_that_frees(source, use);
  if (freed == 0) return;
  found.other_line = std::exchange(found.line, freed);
  found.text = fmt::format("the memory is given back here, and line {} still uses it. At line {}, {}", use,
                           found.other_line, found.text);
}

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
  if (record.detail == Detail::copy_from_freed || record.detail == Detail::copy_to_freed)
    return blame_early_free(source, found.line, found);
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
  if (record.detail == Detail::copy_to_device_memory || record.detail == Detail::copy_from_device_memory)
    found.text += words_of_missing_kind(source, found.line);
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
  // The size of the whole cache, by an attribute or by a property.
  const int whole = record.detail == Detail::limit_too_large
                        ? line_naming(source, entry, {"cudaDevAttrL2CacheSize", "l2CacheSize"})
                        : 0;
  if (whole != 0 && whole != found.line) {
    found.other_line = std::exchange(found.line, whole);
    found.text = fmt::format(
        "this line asks for the size of the whole L2 cache, and only a part of it can be set aside "
        "(cudaDevAttrMaxPersistingL2CacheSize). Line {} asks for so much: {}",
        found.other_line, found.text);
  } else if (record.detail == Detail::limit_too_large && limit != calls.end()) {
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

}  // namespace grader
