// The tables of expected verdicts are read whole or refused with a sentence: a submission that no test looks at would
// otherwise look like one that passes its test.
#include "expectations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "support/config/table.hpp"

namespace grader::testing_support {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class ExpectationsOf : public ::testing::Test {
 protected:
  ExpectationsOf() {
    fs::create_directories(folder);
    std::ofstream(folder / "slow.cu");
  }
  ~ExpectationsOf() override { fs::remove_all(folder.parent_path()); }

  std::vector<Expectation> load(const std::string& rows, const std::string& backend = "simt") const {
    std::ofstream(folder / "expected.toml") << rows;
    return load_expectations(folder, backend);
  }

  std::string refusal(const std::string& rows) const {
    try {
      load(rows);
    } catch (const config::Error& error) {
      return error.what();
    }
    return "accepted";
  }

  const fs::path folder = fs::path(::testing::TempDir()) /
                          ::testing::UnitTest::GetInstance()->current_test_info()->name() / "lab3_transpose";
};

TEST_F(ExpectationsOf, ARowIsReadForEachBackend) {
  const std::string row = R"(slow."3.2" = { cuda = "a", simt = "b", finding = "shared-race", line = 14 })";
  const auto simt = load(row, "simt");
  const auto cuda = load(row, "cuda");
  ASSERT_EQ(simt.size(), 1U);
  ASSERT_EQ(cuda.size(), 1U);
  EXPECT_EQ(name_of(simt[0]), "lab3_transpose_slow_3_2");
  EXPECT_EQ(simt[0].verdict, Verdict::failed);
  EXPECT_EQ(simt[0].reason, "b");
  EXPECT_EQ(simt[0].finding, "shared-race");
  EXPECT_EQ(simt[0].line, 14);
  EXPECT_EQ(cuda[0].reason, "a");
  EXPECT_EQ(cuda[0].finding, "") << "findings are the emulator's";
}

TEST_F(ExpectationsOf, AWrongSubmissionHasALineOrSaysWhyThereIsNone) {
  constexpr auto missing = "needs a finding and its line";
  EXPECT_THAT(refusal(R"(slow."3.2" = { reason = "a" })"), HasSubstr(missing));
  EXPECT_THAT(refusal(R"(slow."3.2" = { reason = "a", finding = "wrong-value" })"), HasSubstr(missing));
  EXPECT_THAT(refusal(R"(slow."3.2" = { reason = "a", line = "none" })"), HasSubstr(missing));
  EXPECT_EQ(load(R"(slow."3.2" = { reason = "a", line = "none", why = "it crashes" })").front().line, 0);
  EXPECT_EQ(load(R"(slow."3.2" = { reason = "a", finding = "wrong-value", line = 3 })").front().line, 3);
  EXPECT_EQ(refusal(R"(slow."3.2" = { cuda = "a", not_on_simt = "b" })"), "accepted");
}

TEST_F(ExpectationsOf, LinesAreNamedByMarkersInTheSubmission) {
  std::ofstream(folder / "slow.cu") << "\n\nfirst();\nsecond();  // @store\nthird();  // @load\n";
  const auto simt = load(
      R"(slow."3.2" = { simt = "uses at line @load", not_on_cuda = "why", finding = "shared-race", line = "@store" })");
  ASSERT_EQ(simt.size(), 1U);
  EXPECT_EQ(simt[0].line, 4);
  EXPECT_EQ(simt[0].reason, "uses at line 5");
  EXPECT_THAT(refusal(R"(slow."3.2" = { simt = "a", not_on_cuda = "b", line = "@stor" })"),
              HasSubstr(R"(slow."3.2": in slow.cu, no line has the marker @stor)"));
  EXPECT_THAT(refusal(R"(slow."3.2" = { simt = "at line @stor", not_on_cuda = "b" })"), HasSubstr("marker @stor"));
  EXPECT_THAT(refusal(R"(slow."3.2" = { simt = "a", not_on_cuda = "b", line = "store" })"),
              HasSubstr("must be a number or the name of a line"));
}

TEST_F(ExpectationsOf, ABackendThatCannotJudgeIsLeftOut) {
  const std::string rows =
      "slow.\"3.1\" = { reason = \"a\", line = \"none\", why = \"b\" }\n"
      "slow.\"3.2\" = { simt = \"b\", not_on_cuda = \"why\", line = \"none\", why = \"b\" }";
  EXPECT_EQ(load(rows, "simt").size(), 2U);
  EXPECT_EQ(load(rows, "cuda").size(), 1U);
}

TEST_F(ExpectationsOf, ASubmissionWithoutARowIsNamed) {
  EXPECT_THAT(refusal(""), HasSubstr("slow.cu has no row in expected.toml"));
  EXPECT_THAT(refusal("[slow]"), HasSubstr("slow.cu has no row in expected.toml"));
}

TEST_F(ExpectationsOf, MistakesInARowAreNamed) {
  const std::string good = "slow.\"3.1\" = { reason = \"a\", line = \"none\", why = \"b\" }\n";
  EXPECT_THAT(refusal(good + R"(fast."3.1" = { reason = "a" })"), HasSubstr("expected.toml:2: fast: is not known"));
  EXPECT_THAT(refusal(good + R"(slow."3.9" = { reason = "a" })"), HasSubstr("slow.\"3.9\": is not known"));
  EXPECT_THAT(refusal(R"(slow."3.1" = { reasons = "a", cuda = "a", simt = "a" })"), HasSubstr("reasons: is not known"));
  EXPECT_THAT(refusal(R"(slow."3.1" = { simt = "a" })"), HasSubstr("needs a reason, or cuda, or not_on_cuda"));
  EXPECT_THAT(refusal(R"(slow."3.1" = { verdict = "slow" })"), HasSubstr("must be \"failed\" or"));
  EXPECT_THAT(refusal(R"(slow."3.1" = { reason = "a", not_on_cuda = "b", not_on_simt = "c" })"),
              HasSubstr("applies to no backend"));
  EXPECT_THAT(refusal(R"(slow."3.1" = { simt = "a", not_on_simt = "b", cuda = "c" })"),
              HasSubstr("has both simt and not_on_simt"));
}

TEST(Expectations, EveryFolderOfSubmissionsHasThem) {
  for (const char* backend : {"cuda", "simt"}) {
    const auto all = all_expectations(backend);
    EXPECT_GE(all.size(), 20U);
    for (const Expectation& expectation : all) EXPECT_EQ(expectation.problem, "");
  }
}

}  // namespace
}  // namespace grader::testing_support
