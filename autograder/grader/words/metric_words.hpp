// A metric's value, limit and sentences (course/metrics.hpp) as text. Used by reasons and reports.
#pragma once

#include <string>
#include <string_view>

#include "course/metrics.hpp"

namespace grader {

/// "1.06 ×", "97 %", "15.6", "8"
std::string value_text(const course::Metric& metric, double value);

/// The same with no more digits than an instructor wrote: "1.1 ×", "1 %".
std::string limit_text(const course::Metric& metric, double limit);

/// What a sentence of the table may name besides its value.
struct SentenceWords {
  double limit = 0;               ///< in the metric's unit
  std::string_view cause = {};    ///< course::Part::slow_cause
  std::string_view pattern = {};  ///< what the addresses show
};

/// `sentence` of `metric` with its placeholders filled in.
std::string metric_sentence(const course::Metric& metric, std::string_view sentence, double value,
                            const SentenceWords& words = {});

}  // namespace grader
