// What a gradebook is exported as: one row of the table and one file for each format, with a function from grades to
// text. A new one needs no change elsewhere. README.md describes the formats and names their documentation.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "batch/gradebook.hpp"
#include "batch/grades.hpp"

namespace batch {

/// What an export is made from.
struct ExportInput {
  std::vector<Grading> gradings;  ///< all attempts, in the order in which they were added
  std::vector<LabGrade> grades;   ///< what counts
  std::string worksheet{};        ///< the content of the file to be filled; for formats that need one
  std::string assignment{};       ///< what the lab is called there; empty: the lab's name
};

/// What an export is.
struct Exported {
  std::string text;                  ///< the file's content
  std::vector<std::string> notes{};  ///< for the instructor, one sentence each: what is not in the text, and why
};

/// What a format can hold.
enum class Scope {
  everything,
  one_lab,      ///< of all students
  worksheet,    ///< of all students, one lab, into a file that comes from the other system
  one_student,  ///< one lab
};

/// One format.
struct Exporter {
  std::string_view name;  ///< on the command line
  std::string_view what;  ///< one clause
  Scope scope;            ///< what it can hold
  /// Throws grader::UsageError where the input cannot be written in this format.
  Exported (*write)(const ExportInput& input);
};

/// All formats, in the order of the help.
std::span<const Exporter> exporters();
/// Null where there is none of that name.
const Exporter* find_exporter(std::string_view name);
/// "csv-labs, csv-parts, csv-attempts"
std::string exporter_names();

/// Checks that the input fits the format's scope, and writes it. Throws grader::UsageError.
Exported write_export(const Exporter& exporter, const ExportInput& input);

// export_csv.cpp
Exported csv_of_labs(const ExportInput& input);
/// One row for each student and part that counts.
Exported csv_of_parts(const ExportInput& input);
/// One row for each part of each attempt.
Exported csv_of_attempts(const ExportInput& input);
// The others are in files of their own names.
Exported canvas_csv(const ExportInput& input);
/// Moodle's grading worksheet, `input.worksheet`, with its grades filled in.
Exported filled_moodle_worksheet(const ExportInput& input);
/// Gradescope's results.json, of one student and lab.
Exported gradescope_results(const ExportInput& input);
/// PrairieLearn's results.json, of one student and lab.
Exported prairielearn_results(const ExportInput& input);
/// JUnit's XML: a test suite for each student, a test case for each part.
Exported junit_xml(const ExportInput& input);

}  // namespace batch
