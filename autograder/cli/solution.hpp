// The course's solution of one part: `./grade solution 3.2`.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "course/course.hpp"
#include "progress/progress.hpp"

namespace cli {

/// Of a solution's file, what the functions `entries` need: themselves, the functions, types, variables and constants
/// that they use, those that these use, and their comments, below all includes. Paragraphs stay in their order. Empty
/// where none of these functions is there.
std::string part_of_solution(std::string_view source, const std::set<std::string>& entries);

/// The part's solution with its comments. Throws CallError, with what to do: where course.toml allows none, where no
/// grading of the part in `reached` has passed, and where this copy of the course has no solutions.
std::string solution_text(const std::filesystem::path& root, const course::Course& course, const course::Lab& lab,
                          const course::Part& part, const std::vector<progress::Best>& reached);

}  // namespace cli
