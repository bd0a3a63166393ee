#include "batch/exporters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "grader/errors.hpp"

namespace batch {
namespace {

constexpr std::array<Exporter, 8> all = {{
    {"csv-labs", "a row for each student and lab", Scope::everything, csv_of_labs},
    {"csv-parts", "a row for each student and part", Scope::everything, csv_of_parts},
    {"csv-attempts", "a row for each part of every grading, with what defends its points", Scope::everything,
     csv_of_attempts},
    {"canvas", "the CSV file that Canvas's gradebook imports", Scope::one_lab, canvas_csv},
    {"moodle", "Moodle's grading worksheet, filled", Scope::worksheet, filled_moodle_worksheet},
    {"gradescope", "results.json of a Gradescope autograder", Scope::one_student, gradescope_results},
    {"prairielearn", "results.json of a PrairieLearn external grader", Scope::one_student, prairielearn_results},
    {"junit", "JUnit XML, a test suite for each student and lab", Scope::everything, junit_xml},
}};

std::set<std::string> labs_of(const ExportInput& input) {
  std::set<std::string> labs;
  for (const LabGrade& grade : input.grades) labs.insert(grade.lab);
  return labs;
}

}  // namespace

std::span<const Exporter> exporters() { return all; }

const Exporter* find_exporter(std::string_view name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Exporter& each) { return each.name == name; });
  return found == all.end() ? nullptr : &*found;
}

std::string exporter_names() {
  std::string names;
  for (const Exporter& each : all) names += (names.empty() ? "" : ", ") + std::string(each.name);
  return names;
}

Exported write_export(const Exporter& exporter, const ExportInput& input) {
  if (exporter.scope != Scope::everything && labs_of(input).size() != 1) {
    throw grader::UsageError(fmt::format("{} holds one lab, and there are grades of {} here; say which: --lab lab3",
                                         exporter.name, labs_of(input).size()));
  }
  if (exporter.scope == Scope::one_student && input.grades.size() != 1) {
    throw grader::UsageError(fmt::format("{} holds one student, and there are {} here; say which: --student ada",
                                         exporter.name, input.grades.size()));
  }
  if (exporter.scope == Scope::worksheet && input.worksheet.empty()) {
    throw grader::UsageError(
        fmt::format("{} fills a worksheet; download it there, and give it with --worksheet FILE", exporter.name));
  }
  return exporter.write(input);
}

}  // namespace batch
