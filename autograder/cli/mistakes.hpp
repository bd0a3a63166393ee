// What others mistook in a part: `./grade mistakes 3.2`. Kinds of mistakes, never what is right instead.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "course/course.hpp"
#include "report/terminal.hpp"

namespace cli {

/// The list under "Typical mistakes" in the part's section of a handout, as it is there. Empty where there is none.
std::string typical_mistakes(std::string_view handout, const std::string& part);

/// The handout's list, and how often which kind is in the course's collection of wrong submissions
/// (autograder/course/mistakes.toml). Throws config::Error when a file is wrong or cannot be read.
std::string mistakes_text(const std::filesystem::path& root, const course::Lab& lab, const course::Part& part,
                          const report::TerminalStyle& style);

}  // namespace cli
