#include "grader/words/metric_words.hpp"

#include <fmt/format.h>

namespace grader {

std::string value_text(const course::Metric& metric, double value) {
  switch (metric.unit) {
    case course::Unit::ratio:
      return fmt::format("{:.2f} ×", value);
    case course::Unit::share:
      return fmt::format("{:.0f} %", 100 * value);
    case course::Unit::average:
      return fmt::format("{:.1f}", value);
    case course::Unit::count:
      break;
  }
  return fmt::format("{:.0f}", value);
}

std::string limit_text(const course::Metric& metric, double limit) {
  switch (metric.unit) {
    case course::Unit::ratio:
      return fmt::format("{:.4g} ×", limit);
    case course::Unit::share:
      return fmt::format("{:.4g} %", 100 * limit);
    case course::Unit::average:
      return fmt::format("{:.4g}", limit);
    case course::Unit::count:
      break;
  }
  return fmt::format("{:.0f}", limit);
}

std::string metric_sentence(const course::Metric& metric, std::string_view sentence, double value,
                            const SentenceWords& words) {
  return fmt::format(fmt::runtime(sentence), fmt::arg("value", value_text(metric, value)),
                     fmt::arg("limit", value_text(metric, words.limit)),
                     fmt::arg("is", words.limit == 1 ? "is" : "are"), fmt::arg("cause", words.cause),
                     fmt::arg("pattern", words.pattern));
}

}  // namespace grader
