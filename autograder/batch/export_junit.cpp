// JUnit XML as Jenkins and GitLab read it: a test suite for each student and lab, a test case for each part. A part
// that lost points is a failure, one that could not be graded an error, one that the device cannot run is skipped.
#include <fmt/format.h>

#include "batch/export_words.hpp"
#include "batch/exporters.hpp"
#include "report/text.hpp"
#include "support/markup.hpp"

namespace batch {
namespace {

/// Without characters that XML 1.0 cannot hold.
std::string xml_text(const std::string& text) { return markup::escaped(report::printable(text), "&#10;"); }

struct JunitCase {
  std::string kind;  ///< "failure"; empty: passed
  std::string words;
};

JunitCase junit_case(const PartGrade& part) {
  const std::string words = words_of(part);
  if (!part.points) return {"error", words};
  if (part.verdict == "not_on_this_device") return {"skipped", words};
  if (*part.points < part.max_points) return {"failure", words};
  return {};
}

}  // namespace

Exported junit_xml(const ExportInput& input) {
  std::string suites;
  for (const LabGrade& grade : input.grades) {
    std::map<std::string, int> counts;
    std::string cases;
    const std::string suite = xml_text(grade.lab + "." + grade.student);
    for (const CountedPart& counted : grade.parts) {
      const JunitCase result = junit_case(counted.grade);
      const std::string name = xml_text(heading_of(counted.grade));
      ++counts[result.kind];
      if (result.kind.empty()) {
        cases += fmt::format("    <testcase name=\"{}\" classname=\"{}\"/>\n", name, suite);
        continue;
      }
      const std::string words = xml_text(result.words);
      cases += fmt::format("    <testcase name=\"{}\" classname=\"{}\">\n      <{} message=\"{}\"/>\n    </testcase>\n",
                           name, suite, result.kind, words);
    }
    suites += fmt::format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n{}  </testsuite>\n",
        suite, grade.parts.size(), counts["failure"], counts["error"], counts["skipped"], cases);
  }
  return {"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n" + suites + "</testsuites>\n"};
}

}  // namespace batch
