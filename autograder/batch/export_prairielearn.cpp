// results.json of a PrairieLearn external grader. What could not be graded is "not gradable" there: it costs no
// attempt.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "batch/export_words.hpp"
#include "batch/exporters.hpp"

namespace batch {

Exported prairielearn_results(const ExportInput& input) {
  using Json = nlohmann::ordered_json;
  const LabGrade& grade = input.grades.front();
  const bool is_gradable = grade.final_points.has_value();
  Json results{{"gradable", is_gradable}};
  if (is_gradable) {
    const double share = grade.max_points > 0 ? *grade.final_points / grade.max_points : 0;
    results["score"] = std::clamp(share, 0.0, 1.0);
  } else {
    results["format_errors"] = Json::array({words_of(grade)});
  }
  results["message"] = words_of(grade);
  results["tests"] = Json::array();
  for (const CountedPart& counted : grade.parts) {
    const PartGrade& part = counted.grade;
    results["tests"].push_back({{"name", heading_of(part)},
                                {"points", part.points.value_or(0)},
                                {"max_points", part.max_points},
                                {"message", words_of(part)}});
  }
  return {results.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"};
}

}  // namespace batch
