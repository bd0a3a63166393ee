// Names in the arguments of calls.
#pragma once

#include <string>
#include <string_view>

namespace grader {

/// "events" of "&events[i]".
inline std::string base_of(std::string_view argument) {
  if (argument.starts_with("&")) argument.remove_prefix(1);
  return std::string(argument.substr(0, argument.find('[')));
}

/// "device" of "(void**)&device".
inline std::string variable_of(const std::string& address) { return address.substr(address.rfind('&') + 1); }

}  // namespace grader
