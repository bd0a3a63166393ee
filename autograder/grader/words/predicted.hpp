// What a prediction of time says to a reader.
#pragma once

#include <string>

#include "grader/result.hpp"

namespace grader {

/// "on an h200 about 3300 GB/s, 77 % of a copy; bound by shared-memory passes, most of it at line 31"
std::string prediction_sentence(const PredictedSpeed& predicted);

}  // namespace grader
