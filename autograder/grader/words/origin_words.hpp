// Where in a student's source a value comes from, over assignments and arguments of the file's own functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "simt/simt.hpp"

namespace grader {

/// The line that computes what the member `name` of a structure is set to, in `entry` or a function that it uses; 0
/// where that is not one line.
int line_of_member(const simt::SourceIndex& source, std::string_view entry, const std::string& name);

/// The line that computes the variable `name`, which `line` names: its only assignment before, or the argument that a
/// function of the file is given. `line` itself where it is not known.
int line_of_origin(const simt::SourceIndex& source, std::string_view entry, int line, std::string name);

/// Names in the indices of elements of `array` on `line`, and in those by which these get their values in the same
/// function.
std::vector<std::string> names_of_place(const simt::SourceIndex& source, const std::string& array, int line);

}  // namespace grader
