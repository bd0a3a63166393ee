// Sizes and wrong elements in words. Used by reports, too.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grader/result.hpp"

namespace grader {

/// "33 × 31"
std::string size_text(const course::Size& size, int rank);

/// The names of a lab's extents: "width × height".
std::string extents_text(const std::vector<std::string>& extents);

/// A size with what its extents are: "n = 5", "33 × 31 (width × height)".
std::string size_in_words(const course::Size& size, const std::vector<std::string>& extents);

/// "character", "double", or "element" of what is a float or an integer.
std::string_view element_name(course::Element element);

/// What is wrong with an element of an output, and where: "element 7 of the output is 0.25 where 0.5 is due".
std::string mismatch_text(const FirstMismatch& mismatch);

}  // namespace grader
