// Operations over time, drawn in text: one row for each stream, saying what it did, and one for each piece of
// hardware, saying for whom.
#pragma once

#include <string>
#include <vector>

#include "grader/timeline.hpp"

namespace report {

/// Lines of at most `width` columns; empty when nothing took time. Many streams are cut short.
std::vector<std::string> timeline_picture(const std::vector<grader::TimelineOperation>& operations, int width);

}  // namespace report
