// A grading result for programs: JSON, schema 2. The fields are described in report/README.md.
#pragma once

#include <string>

#include "grader/result.hpp"

namespace report {

/// Valid UTF-8 and valid JSON whatever the result holds: numbers that are not finite are null, bytes that are
/// not UTF-8 become U+FFFD. Ends in a newline.
std::string json_report(const grader::GradeResult& result);

/// The field `rules` of such a report, on one line: what a lab would be graded by now.
std::string rules_json(const course::Rules& rules, const course::Lab& lab);

}  // namespace report
