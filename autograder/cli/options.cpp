// The command line in CLI11's terms. Every lab is a command of its own: `grade lab3`.
#include "cli/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

namespace cli {
namespace {

constexpr std::string_view version = "grade 0.1.0";

constexpr std::string_view footer =
    "Exit status: 0 every part passed, 1 something did not pass, 2 the call was wrong,\n"
    "3 it could not be graded (no fault of yours).";

template <class Range, class ToText>
std::string listed(const Range& range, ToText to_text) {
  std::string text;
  for (const auto& element : range) text += (text.empty() ? "" : ", ") + std::string(to_text(element));
  return text;
}

std::string lab_names() { return listed(course::all_labs(), &course::Lab::name); }
template <>
std::string listed(const std::span<const course::Lab>& labs, std::string_view course::Lab::*name);

}  // namespace
}  // namespace cli
