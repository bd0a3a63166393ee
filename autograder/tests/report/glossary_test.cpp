// labs/GLOSSARY.md explains every term that the terminal's report prints, and every handout links it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "course/metrics.hpp"
#include "report/terminal.hpp"
#include "support/files/whole_file.hpp"
#include "tests/report/samples.hpp"

namespace report {
namespace {

using Terms = std::set<std::string>;

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) result.push_back(line);
  return result;
}

/// The fields of a line, which two or more blanks separate.
std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> result;
  for (std::size_t begin = line.find_first_not_of(' '); begin != std::string::npos;) {
    const std::size_t end = line.find("  ", begin);
    result.push_back(line.substr(begin, end - begin));
    begin = end == std::string::npos ? end : line.find_first_not_of(' ', end);
  }
  return result;
}

/// The titles of the table's columns, and the first words of the lines above and below the table, as in "device  …".
Terms terms_of(const grader::GradeResult& result) {
  Terms terms;
  for (const std::string& line : lines(terminal_report(result, TerminalStyle{}))) {
    const bool is_indented_by_two = line.size() > 2 && line.starts_with("  ") && line[2] != ' ';
    if (!is_indented_by_two) continue;
    const std::vector<std::string> all = fields(line);
    const bool is_header = all.front() == "part";
    const bool has_digit =
        std::any_of(all.front().begin(), all.front().end(), [](char c) { return c >= '0' && c <= '9'; });
    if (is_header) {
      terms.insert(all.begin(), all.end());
    } else if (all.size() > 1 && !has_digit) {
      terms.insert(all.front());
    }
  }
  return terms;
}

/// An emulator's report with a column for every metric.
grader::GradeResult with_all_metrics() {
  grader::GradeResult result = samples::emulated();
  for (const course::Metric& metric : course::metrics) {
    result.parts[0].traffic_summary->values[metric] = 1;
    const bool is_seen_above = metric.column == course::Column::where_too_much;
    result.parts[0].limits.at_most[metric] = is_seen_above ? 0 : metric.highest_limit;
  }
  return result;
}

grader::GradeResult with_estimate() {
  grader::GradeResult result = samples::emulated();
  result.parts[0].traffic_summary->estimate.emplace();
  return result;
}

grader::GradeResult with_bound() {
  grader::GradeResult result = samples::measured();
  result.parts[0].performance->bound = {4000};
  return result;
}

grader::GradeResult with_steps_only() {
  grader::GradeResult result = samples::measured();
  result.parts.resize(1);
  result.parts[0].performance->step = "barrier";
  result.parts[0].performance->step_bytes = 8000;
  return result;
}

Terms terms_of_all_reports() {
  Terms terms;
  for (const auto& result : {with_all_metrics(), with_estimate(), with_bound(), with_steps_only()}) {
    terms.merge(terms_of(result));
  }
  return terms;
}

Terms headings() {
  Terms result;
  for (const std::string& line : lines(files::read_file(COURSE_ROOT "/labs/GLOSSARY.md"))) {
    if (line.starts_with("### ")) result.insert(line.substr(4));
  }
  return result;
}

TEST(Glossary, TheReportsOfThisTestShowEveryColumn) {
  for (const course::Metric& metric : course::metrics) {
    EXPECT_THAT(terms_of_all_reports(), testing::Contains(std::string(metric.title)));
  }
  EXPECT_THAT(terms_of_all_reports(),
              testing::IsSupersetOf({"submission", "device", "copy", "part", "verdict", "points", "GB/s", "a step",
                                     "reference", "bound", "of a copy", "model", "on a GPU"}));
}

TEST(Glossary, ExplainsEveryTermOfTheReport) {
  const Terms explained = headings();
  for (const std::string& term : terms_of_all_reports()) {
    EXPECT_THAT(explained, testing::Contains(term)) << "add a section to labs/GLOSSARY.md";
  }
}

TEST(Glossary, IsInAlphabeticalOrder) {
  const auto lower = [](std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
  };
  std::string before;
  for (const std::string& line : lines(files::read_file(COURSE_ROOT "/labs/GLOSSARY.md"))) {
    if (!line.starts_with("### ")) continue;
    const std::string heading = lower(line.substr(4));
    EXPECT_LT(before, heading);
    before = heading;
  }
}

/// The anchor that GitHub gives a heading.
std::string anchor(const std::string& heading) {
  std::string result;
  for (const unsigned char c : heading) {
    if (std::isalnum(c) || c == '-') result += static_cast<char>(std::tolower(c));
    if (c == ' ') result += '-';
  }
  return result;
}

TEST(Glossary, EveryHandoutLinksItAndEveryLinkLeadsToASection) {
  Terms anchors;
  for (const std::string& heading : headings()) anchors.insert(anchor(heading));
  const std::regex link(R"re(\(\.\./GLOSSARY\.md(?:#([^)]*))?\))re");
  for (const auto& folder : std::filesystem::directory_iterator(COURSE_ROOT "/labs")) {
    if (!folder.is_directory()) continue;
    const std::string handout = files::read_file(folder.path() / "README.md");
    const std::sregex_iterator links(handout.begin(), handout.end(), link), end;
    EXPECT_NE(links, end) << folder.path() << " does not link the glossary";
    for (auto one = links; one != end; ++one) {
      if (!(*one)[1].matched) continue;
      EXPECT_THAT(anchors, testing::Contains((*one)[1].str())) << folder.path();
    }
  }
}

}  // namespace
}  // namespace report
