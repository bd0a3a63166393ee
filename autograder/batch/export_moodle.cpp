// Fills the worksheet that Moodle's assignment gives for offline grading. Moodle finds its columns by their English
// names, skips a grade above the maximum without a word, and refuses a row that changed since the download; so all
// fields but grade and comment stay as they were.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <sstream>

#include "batch/csv.hpp"
#include "batch/export_words.hpp"
#include "batch/exporters.hpp"
#include "grader/errors.hpp"
#include "support/markup.hpp"

namespace batch {
namespace {

/// The worksheet's first line.
class MoodleColumns {
 public:
  explicit MoodleColumns(const csv::Row& names) : names_(names) {}

  std::optional<std::size_t> find(std::string_view name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (found == names_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names_.begin());
  }
  std::size_t at(std::string_view name) const {
    if (const auto column = find(name)) return *column;
    throw grader::UsageError(fmt::format(
        "this is no grading worksheet of Moodle in English: line 1 has no column '{}', but: {}; switch your Moodle to "
        "English, and download the worksheet again",
        name, fmt::join(names_, ", ")));
  }

 private:
  csv::Row names_;
};

/// "Participant 12345" -> "12345"
std::string participant_number(const std::string& identifier) {
  return identifier.substr(identifier.find_last_not_of("0123456789") + 1);
}

/// What may stand for a student in a worksheet; Moodle's folders of submissions are named
/// "Ada Lovelace_12345_assignsubmission_file".
std::set<std::string> moodle_keys(const LabGrade& grade) {
  std::set<std::string> keys{grade.student, grade.lms_id, grade.name};
  std::istringstream pieces(grade.student);
  for (std::string piece; std::getline(pieces, piece, '_');) keys.insert(piece);
  keys.erase("");
  return keys;
}

/// Moodle shows comments as HTML.
std::string moodle_comment(const LabGrade& grade) {
  std::string text = words_of(grade);
  for (const CountedPart& part : grade.parts) text += "\n" + heading_of(part.grade) + ": " + words_of(part.grade);
  return markup::escaped(text, "<br>");
}

/// Refuses points that Moodle would leave out.
void check_moodle_maximum(const std::string& maximum, double max_points) {
  double most = 0;
  const auto [end, error] = std::from_chars(maximum.data(), maximum.data() + maximum.size(), most);
  if (error == std::errc() && most == max_points) return;
  throw grader::UsageError(fmt::format(
      "the worksheet's maximum grade is '{}', but the lab has {} points; set the assignment's maximum grade to {} in "
      "Moodle, and download the worksheet again",
      maximum, number(max_points), number(max_points)));
}

}  // namespace

Exported filled_moodle_worksheet(const ExportInput& input) {
  std::vector<csv::Row> rows = csv::parse(input.worksheet);
  if (rows.empty()) throw grader::UsageError("the worksheet is empty");
  const MoodleColumns columns(rows.front());
  const std::size_t identifier = columns.at("Identifier");
  const std::size_t points = columns.at("Grade");
  columns.at("Last modified (grade)");  // without it, Moodle refuses the file
  const auto maximum = columns.find("Maximum Grade");
  const auto comment = columns.find("Feedback comments");
  const auto may_change = columns.find("Grade can be changed");

  Exported result;
  result.text = csv::line_as_it_is(rows.front());
  std::map<std::string, int> uses;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    csv::Row& row = rows[i];
    if (row.size() != rows.front().size()) {
      throw grader::UsageError(fmt::format("row {} of the worksheet has {} fields, and not {} as its first line", i + 1,
                                           row.size(), rows.front().size()));
    }
    std::set<std::string> names{participant_number(row[identifier])};
    for (const char* column : {"Full name", "Username", "ID number", "Email address"}) {
      if (const auto at = columns.find(column)) names.insert(row[*at]);
    }
    names.erase("");
    std::vector<const LabGrade*> found;
    for (const LabGrade& grade : input.grades) {
      const std::set<std::string> keys = moodle_keys(grade);
      if (std::any_of(names.begin(), names.end(), [&](const auto& name) { return keys.contains(name); })) {
        found.push_back(&grade);
      }
    }
    for (const LabGrade* grade : found) ++uses[grade->student];
    if (found.size() > 1) {
      result.notes.push_back(fmt::format("{} is left as it was: {} and {} both fit it", row[identifier],
                                         found[0]->student, found[1]->student));
    } else if (found.size() == 1 && found.front()->final_points) {
      const LabGrade& grade = *found.front();
      if (maximum) check_moodle_maximum(row[*maximum], grade.max_points);
      if (may_change && row[*may_change] == "No") {
        result.notes.push_back(
            fmt::format("{} is left as it was: Moodle says that this grade cannot be changed", grade.student));
      } else {
        row[points] = number(*grade.final_points);
        if (comment) row[*comment] = moodle_comment(grade);
      }
    }
    result.text += csv::line_as_it_is(row);
  }
  for (const LabGrade& grade : input.grades) {
    if (uses[grade.student] == 0) {
      result.notes.push_back(fmt::format(
          "{} has no row in the worksheet; a roster with lms_id (the number behind 'Participant') or name helps",
          grade.student));
    } else if (uses[grade.student] > 1) {
      throw grader::UsageError(
          fmt::format("{} fits {} rows of the worksheet; a roster with lms_id (the number behind 'Participant') helps",
                      grade.student, uses[grade.student]));
    } else if (!grade.final_points) {
      result.notes.push_back(fmt::format("{} is left as it was: there are no points", grade.student));
    }
  }
  return result;
}

}  // namespace batch
