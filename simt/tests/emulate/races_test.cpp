// Idioms of threads that wait for each other, wrong ones (races/racy_….cu) and right ones (races/clean_….cu). A line on
// which something is to be found ends with "// FINDS" and the kinds; a race is found at one of its two lines. Nothing
// else may be found. "RUNS n": the program is run with 0 … n - 1 as its argument.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "emulated.hpp"

namespace simt::emulate::test {
namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;
using Kinds = std::set<std::string>;

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(path_of("races"))) names.push_back(entry.path().stem());
  std::sort(names.begin(), names.end());
  return names;
}

struct Marks {
  std::map<int, Kinds> kinds;  ///< that are to be found, by line
  int runs = 1;
};

Marks marks_of(const std::string& program) {
  Marks marks;
  std::ifstream file(program);
  std::string line;
  const auto after = [&](const std::string& mark) {
    const std::size_t at = line.find(mark);
    return std::istringstream(at == std::string::npos ? "" : line.substr(at + mark.size()));
  };
  for (int number = 1; std::getline(file, line); ++number) {
    std::istringstream kinds = after("// FINDS "), runs = after(" RUNS ");
    for (std::string kind; kinds >> kind;) marks.kinds[number].insert(kind);
    if (int count = 0; runs >> count) marks.runs = count;
  }
  return marks;
}

/// Takes a finding out of what is `left` to be found. False if no side of it is marked.
bool is_marked(const nlohmann::json& finding, const std::map<int, Kinds>& marks, std::map<int, Kinds>& left) {
  bool is_marked = false;
  for (const char* side : {"line", "other_line"}) {
    if (finding.at(side).is_null()) continue;
    const auto mark = marks.find(finding.at(side).get<int>());
    if (mark == marks.end() || !mark->second.contains(finding.at("kind"))) continue;
    is_marked = true;
    left[mark->first].erase(finding.at("kind"));
  }
  return is_marked;
}

class RacesTest : public testing::TestWithParam<std::string> {};

TEST_P(RacesTest, AreFoundAtTheirLinesAndNothingElseIs) {
  const std::string program = path_of("races/" + GetParam() + ".cu");
  const Marks marks = marks_of(program);
  std::map<int, Kinds> left = marks.kinds;
  Lines unexpected;
  for (int number = 0; number < marks.runs; ++number) {
    const Emulated run = emulate({program, "--", std::to_string(number)});
    ASSERT_FALSE(run.json.is_null()) << run.report;
    for (const nlohmann::json& finding : run.json.at("findings")) {
      if (!is_marked(finding, marks.kinds, left)) unexpected.push_back(finding.dump());
    }
  }
  std::erase_if(left, [](const auto& mark) { return mark.second.empty(); });
  EXPECT_THAT(left, testing::IsEmpty()) << "not found";
  EXPECT_THAT(unexpected, testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(All, RacesTest, testing::ValuesIn(names()), [](const auto& info) { return info.param; });

}  // namespace
}  // namespace simt::emulate::test
