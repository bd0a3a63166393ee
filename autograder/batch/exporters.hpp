// What a gradebook is exported as: one row of the table and one file for each format, with a function from grades to
// text. A new one needs no change elsewhere. README.md describes the columns.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "batch/gradebook.hpp"
#include "batch/grades.hpp"

namespace batch {

struct ExportInput {
  std::vector<Grading> gradings;  ///< all attempts, in the order in which they were added
  std::vector<LabGrade> grades;   ///< what counts
};

struct Exporter {
  std::string_view name;  ///< on the command line
  std::string_view what;  ///< one clause
  std::string (*write)(const ExportInput& input);
};

std::span<const Exporter> exporters();
/// Null where there is none of that name.
const Exporter* find_exporter(std::string_view name);
/// "csv-labs, csv-parts, csv-attempts"
std::string exporter_names();

// export_csv.cpp
std::string csv_of_labs(const ExportInput& input);
std::string csv_of_parts(const ExportInput& input);
std::string csv_of_attempts(const ExportInput& input);

}  // namespace batch
