// results.json of a Gradescope autograder. Gradescope knows no "could not be graded": such a part has no score of its
// own, and the text says what that means.
#include <nlohmann/json.hpp>

#include "batch/export_words.hpp"
#include "batch/exporters.hpp"

namespace batch {

Exported gradescope_results(const ExportInput& input) {
  using Json = nlohmann::ordered_json;
  const LabGrade& grade = input.grades.front();
  Json tests = Json::array();
  double points = 0;
  for (const CountedPart& counted : grade.parts) {
    const PartGrade& part = counted.grade;
    Json test{{"number", part.part}, {"name", heading_of(part)}};
    if (part.points) {
      points += *part.points;
      test["score"] = *part.points;
      test["max_score"] = part.max_points;
      test["status"] = *part.points >= part.max_points ? "passed" : "failed";
    }
    test["output"] = words_of(part);
    test["output_format"] = "text";
    test["visibility"] = "visible";
    tests.push_back(std::move(test));
  }
  const Json results{
      {"score", grade.final_points.value_or(points)},
      {"output", words_of(grade)},
      {"output_format", "text"},
      {"visibility", "visible"},
      {"stdout_visibility", "hidden"},
      {"tests", std::move(tests)},
      {"extra_data",
       {{"student", grade.student}, {"status", name_of(grade.status)}, {"is_complete", grade.points.has_value()}}}};
  return {results.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"};
}

}  // namespace batch
