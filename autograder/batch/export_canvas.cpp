// The CSV file that Canvas's gradebook imports. Canvas finds a student by ID, else by SIS IDs, else by name. It takes
// an empty field for "remove the grade", so students without points are left out.
#include <fmt/format.h>

#include <algorithm>

#include "batch/csv.hpp"
#include "batch/export_words.hpp"
#include "batch/exporters.hpp"

namespace batch {

Exported canvas_csv(const ExportInput& input) {
  const auto is_canvas_id = [](const std::string& id) {
    return !id.empty() && id.find_first_not_of("0123456789") == std::string::npos;
  };
  double max_points = 0;
  for (const LabGrade& grade : input.grades) max_points = std::max(max_points, grade.max_points);
  Exported result;
  const std::string column = input.assignment.empty() ? input.grades.front().lab : input.assignment;
  result.text = csv::line({"Student", "ID", "SIS User ID", "SIS Login ID", "Section", column});
  result.text += csv::line({"    Points Possible", "", "", "", "", number(max_points)});
  for (const LabGrade& grade : input.grades) {
    if (!grade.exempt && !grade.final_points) {
      result.notes.push_back(fmt::format("{} is left out: there are no points, because: {}", grade.student,
                                         grade.note.empty() ? "a part could not be graded" : grade.note));
      continue;
    }
    const bool has_canvas_id = is_canvas_id(grade.lms_id);
    result.text += csv::line({grade.name.empty() ? grade.student : grade.name, has_canvas_id ? grade.lms_id : "",
                              has_canvas_id ? "" : grade.lms_id, grade.student, "",
                              grade.exempt ? "EX" : number(*grade.final_points)});
  }
  return result;
}

}  // namespace batch
