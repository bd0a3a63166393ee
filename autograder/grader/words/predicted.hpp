// What a prediction of time says to a reader.
#pragma once

#include <string>

#include <optional>

#include "course/lab.hpp"
#include "grader/result.hpp"

namespace grader {

/// "on an h200 about 3300 GB/s, 77 % of a copy; bound by shared-memory passes, most of it at line 31"
std::string prediction_sentence(const PredictedSpeed& predicted);

/// Why no time of a part can be predicted, whatever its code does: a clause. Empty where one can.
std::optional<std::string> why_never_predicted(const course::Lab& lab, const course::Part& part,
                                               const simt::memory::Device& device);

/// `value`, not less than 0, to two digits: a model knows no more.
double two_digits(double value);

}  // namespace grader
