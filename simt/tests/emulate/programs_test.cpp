// Whole programs: their answers are an H200's (programs/NAME.out), and nothing is found in them. on_gpu.sh compares the
// same files with a GPU.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "emulated.hpp"

namespace simt::emulate::test {
namespace {

std::string expected_output(const std::string& program) {
  std::ostringstream text;
  text << std::ifstream(path_of("programs/" + program + ".out")).rdbuf();
  return text.str();
}

std::vector<std::string> programs() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path_of("programs"))) {
    if (entry.path().extension() == ".cu") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class ProgramsTest : public testing::TestWithParam<std::string> {};

TEST_P(ProgramsTest, AnswersAsAGpuDoesAndHasNoFindings) {
  const Emulated run = emulate({path_of("programs/" + GetParam() + ".cu")});
  EXPECT_FALSE(run.output.empty());
  EXPECT_EQ(run.output, expected_output(GetParam()));
  EXPECT_THAT(run.findings(), testing::IsEmpty()) << run.report;
  EXPECT_EQ(run.status, 0) << run.report;
}

INSTANTIATE_TEST_SUITE_P(Emulate, ProgramsTest, testing::ValuesIn(programs()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace simt::emulate::test
