// Small programs whose findings are easy to get wrong (cases/): what the emulator finds and counts in them today, in
// cases/expected.json. A change there is a change of behaviour, for better or for worse: say in the commit which.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "../line_markers.hpp"
#include "emulated.hpp"

namespace simt::emulate::test {
namespace {

using nlohmann::json;
using Lines = std::vector<std::string>;

std::string read(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

const json& expectations() {
  static const json all = json::parse(read(path_of("cases/expected.json")));
  return all;
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const auto& [name, expected] : expectations().items()) names.push_back(name);
  return names;
}

std::string place(const json& line, const simt::test::LineMarkers& markers) {
  return line.is_null() ? "?" : markers.name_of(line.get<int>());
}

/// "shared-race swap read ×1": kind, line, other line, how often.
Lines findings_of(const json& report, const simt::test::LineMarkers& markers) {
  Lines lines;
  for (const json& finding : report.at("findings")) {
    std::string line = finding.at("kind").get<std::string>() + " " + place(finding.at("line"), markers);
    if (!finding.at("other_line").is_null()) line += " " + place(finding.at("other_line"), markers);
    lines.push_back(line + " ×" + finding.at("count").dump());
  }
  return lines;
}

/// "add shared store 4: requests 32, wavefronts 32": the counters that are not 0.
Lines traffic_of(const json& report, const simt::test::LineMarkers& markers) {
  Lines lines;
  for (const json& row : report.at("traffic")) {
    std::string line = place(row.at("line"), markers) + " " + row.at("memory").get<std::string>() + " " +
                       row.at("op").get<std::string>() + " " + row.at("bytes").dump() + ": requests " +
                       row.at("requests").dump();
    for (const char* counter : {"sectors", "ideal_sectors", "wavefronts", "conflicts"}) {
      if (row.contains(counter) && row.at(counter) != 0)
        line += std::string(", ") + counter + " " + row.at(counter).dump();
    }
    lines.push_back(line);
  }
  return lines;
}

class CasesTest : public testing::TestWithParam<std::string> {};

TEST_P(CasesTest, IsFoundAndCountedAsRecorded) {
  const json& expected = expectations().at(GetParam());
  const std::string program = path_of("cases/" + expected.at("program").get<std::string>());
  std::vector<std::string> arguments{program, "--"};
  for (const json& argument : expected.at("arguments")) arguments.push_back(argument);
  const Emulated run = emulate(arguments);
  ASSERT_FALSE(run.json.is_null()) << run.report;
  const simt::test::LineMarkers markers(read(program));
  EXPECT_EQ(run.output, expected.at("output"));
  const Lines findings = expected.at("findings");
  const auto is_remark = [](const std::string& line) { return line.starts_with("same-value"); };
  EXPECT_EQ(run.status, std::all_of(findings.begin(), findings.end(), is_remark) ? 0 : 1);
  EXPECT_EQ(findings_of(run.json, markers), expected.at("findings").get<Lines>()) << run.report;
  EXPECT_EQ(traffic_of(run.json, markers), expected.at("traffic").get<Lines>()) << run.report;
}

INSTANTIATE_TEST_SUITE_P(Emulate, CasesTest, testing::ValuesIn(names()), [](const auto& info) { return info.param; });

}  // namespace
}  // namespace simt::emulate::test
