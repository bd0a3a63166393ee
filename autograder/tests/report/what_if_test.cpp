#include "report/what_if.hpp"

#include <gmock/gmock.h>

namespace report {
namespace {

using grader::WhatIf;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const TerminalStyle plain{false, true, 100};

grader::PredictedSpeed speed(const char* device, double gbps, bool is_stated) {
  simt::memory::Prediction times;
  times.bound_seconds[static_cast<std::size_t>(simt::memory::Bound::dram)] = 1;
  return {device, {1}, {gbps}, 0.5, times, 39, is_stated};
}

WhatIf sample() {
  WhatIf answer{"transpose.cu", "3.2", "tiled", {}, {}, ""};
  answer.chips.push_back({"h200", speed("h200", 1934, false), std::nullopt, 0.45, ""});
  answer.chips.push_back({"t4", speed("t4", 287, true), std::nullopt, 0.99, ""});
  answer.chips.push_back({"gtx280", std::nullopt, grader::EstimatedSpeed{{1}, {31}}, 0.26, ""});
  return answer;
}

TEST(WhatIfReport, HasALineForEachChip) {
  const std::string text = what_if_report(sample(), plain);
  EXPECT_THAT(text, AllOf(HasSubstr("Part 3.2 on other chips — tiled"),
                          HasSubstr("h200     1900       45 %  bytes from and to DRAM    39"),
                          HasSubstr("gtx280     31       26 %  –")));
}

TEST(WhatIfReport, WhatIsOnlyStatedIsMarked) {
  WhatIf answer = sample();
  EXPECT_THAT(what_if_report(answer, plain), AllOf(HasSubstr("t4      ~ 290"), HasSubstr("is stated, not measured")));
  answer.chips.erase(answer.chips.begin() + 1);
  EXPECT_THAT(what_if_report(answer, plain), AllOf(Not(HasSubstr("~")), Not(HasSubstr("is stated"))));
}

TEST(WhatIfReport, AChipThatCannotSaysWhy) {
  WhatIf answer = sample();
  answer.chips = {{"t4", std::nullopt, std::nullopt, 0, "it lacks the window"}};
  EXPECT_THAT(what_if_report(answer, plain), AllOf(HasSubstr("t4  it lacks the window"), Not(HasSubstr("Predicted"))));
}

TEST(WhatIfReport, CodeThatDoesNotCompileHasNoTable) {
  WhatIf answer = sample();
  answer.chips.clear();
  answer.compiler_output = "transpose.cu:3: error: no";
  EXPECT_THAT(what_if_report(answer, plain), AllOf(HasSubstr("error: no"), Not(HasSubstr("of a copy"))));
}

}  // namespace
}  // namespace report
