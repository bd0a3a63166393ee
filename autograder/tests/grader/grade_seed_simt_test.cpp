// A grading can be repeated: all of its inputs derive from one seed.
#include "grading.hpp"
#include "report/json.hpp"

namespace grader {
namespace {

using namespace testing_support;

GradeResult grade_with(std::optional<std::uint64_t> seed, const std::string& file, std::vector<std::string> only = {}) {
  GradeRequest request;
  request.root = root();
  request.lab = &tests::lab("lab3");
  request.submission = root() / file;
  request.backend = "simt";
  request.only = std::move(only);
  request.seed = seed;
  return grade(rules(), request);
}

constexpr const char* wrong_index = "autograder/tests/submissions/lab3_transpose/wrong_index.cu";

/// What the first wrong element should have been: a value of an input.
double first_expected(const GradeResult& result) {
  return result.parts.at(0).correctness.first_mismatch.value().expected;
}

TEST(GradeSeed, TwoGradingsWithOneSeedGiveTheSameJsonButForTimes) {
  for (const char* file : {"solutions/lab3_transpose", wrong_index}) {
    const auto json = [&] {
      GradeResult result = grade_with(7, file);
      result.started.clear();
      result.elapsed = {};
      return report::json_report(result);
    };
    EXPECT_EQ(json(), json()) << file;
  }
}

TEST(GradeSeed, OtherSeedsGiveOtherInputs) {
  EXPECT_EQ(grade_with(7, wrong_index).seed, 7U);
  EXPECT_NE(first_expected(grade_with(7, wrong_index)), first_expected(grade_with(8, wrong_index)));
}

TEST(GradeSeed, WithoutASeedEveryGradingHasItsOwnAndNamesIt) {
  const GradeResult first = grade_with(std::nullopt, wrong_index, {"3.1"});
  const GradeResult second = grade_with(std::nullopt, wrong_index, {"3.1"});
  EXPECT_NE(first.seed, second.seed);
  EXPECT_EQ(first_expected(grade_with(first.seed, wrong_index, {"3.1"})), first_expected(first));
}

TEST(GradeSeed, APartAloneHasTheInputsThatItHasAmongAllParts) {
  EXPECT_EQ(first_expected(grade_with(7, wrong_index)), first_expected(grade_with(7, wrong_index, {"3.1"})));
}

}  // namespace
}  // namespace grader
