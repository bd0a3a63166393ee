// Whole programs: their answers are an H200's (programs/NAME.out), and nothing is found in them. on_gpu.sh compares the
// same files with a GPU.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "emulated.hpp"

namespace simt::emulate::test {
namespace {

std::string expected_output(const std::string& program) {
  std::ostringstream text;
  text << std::ifstream(path_of("programs/" + program + ".out")).rdbuf();
  return text.str();
}

class ProgramsTest : public testing::TestWithParam<const char*> {};

TEST_P(ProgramsTest, AnswersAsAGpuDoesAndHasNoFindings) {
  const Emulated run = emulate({path_of("programs/" + std::string(GetParam()) + ".cu")});
  EXPECT_FALSE(run.output.empty());
  EXPECT_EQ(run.output, expected_output(GetParam()));
  EXPECT_THAT(run.findings(), testing::IsEmpty()) << run.report;
  EXPECT_EQ(run.status, 0) << run.report;
}

INSTANTIATE_TEST_SUITE_P(Emulate, ProgramsTest,
                         testing::Values("cooperative", "device_printf", "managed", "streams", "textures"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace simt::emulate::test
