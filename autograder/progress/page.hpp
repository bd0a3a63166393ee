// A student's progress as a picture and as an HTML page of one file, which loads nothing from elsewhere.
#pragma once

#include <string>
#include <vector>

#include "course/course.hpp"
#include "progress/progress.hpp"

namespace progress {

/// SVG: a row for each lab and a square for each part. A square is full where the part has passed on some device, half
/// full where it has points, and empty else; the part's number is on it. Fit for light and dark pages.
std::string picture(const course::Course& course, const std::vector<Best>& reached);

/// HTML: that picture, a table of `reached`, and what comes next.
std::string page(const course::Course& course, const std::vector<Best>& reached);

}  // namespace progress
