// A grading can be repeated: all of its inputs derive from one seed.
#include <sys/personality.h>

#include <fstream>

#include "grading.hpp"
#include "report/json.hpp"
#include "support/files/work_folder.hpp"

namespace grader {
namespace {

using namespace testing_support;

GradeResult grade_with(std::optional<std::uint64_t> seed, const std::string& file, std::vector<std::string> only = {},
                       const std::string& lab = "lab3") {
  GradeRequest request;
  request.root = root();
  request.lab = &tests::lab(lab);
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

// The system places memory elsewhere in each process. Caches (lab 7) and pointers that go wrong (lab 8) must not show
// it.
TEST(GradeSeed, TwoGradingsWithOneSeedGiveTheSameJsonButForTimes) {
  const std::string submissions = "autograder/tests/submissions/";
  const std::pair<std::string, std::string> graded[] = {
      {"lab3", "solutions/lab3_transpose"},
      {"lab3", wrong_index},
      {"lab7", "solutions/lab7_residency"},
      {"lab7", submissions + "lab7_residency/no_window.cu"},
      {"lab8", submissions + "lab8_spaces/host_pointer.cu"},
  };
  for (const auto& [lab, file] : graded) {
    const auto json = [&] {
      GradeResult result = grade_with(7, file, {}, lab);
      result.started.clear();
      result.phases = {};
      result.elapsed = {};
      return report::json_report(result);
    };
    EXPECT_EQ(json(), json()) << file;
  }
}

TEST(GradeSeed, CodeStackHeapAndBuffersLieWhereTheyLayBefore) {
  const int now = personality(0xffffffff);
  if (now < 0 || personality(static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE) < 0) {
    GTEST_SKIP() << "this system does not let us ask for it";
  }
  personality(static_cast<unsigned long>(now));
  const files::TemporaryFolder folder(testing::TempDir());
  const std::filesystem::path file = folder.path() / "copy.cu";
  std::ofstream(file) << R"(#include "copy.cuh"
#include <cstdio>
#include <cstdlib>
void copy_scalar(float* out, const float* in, int n) {
  std::printf("%p %p %p %p\n", (void*)&copy_scalar, (void*)&n, std::malloc(16), (void*)in);
}
)";
  const auto printed = [&] {
    const GradeResult result = grade_file(rules(), file, "simt", {"0.1"}, &tests::lab("lab0"));
    return said_about(result, result.parts.at(0));
  };
  const std::string first = printed();
  EXPECT_THAT(first, testing::HasSubstr("your code printed (at n = 1): 0x"));
  EXPECT_EQ(printed(), first);
}

// What an instructor has to look at, since its counters may be of other code than a GPU's times.
TEST(GradeQuestion, AFileThatAsksForTheEmulatorIsNoted) {
  const files::TemporaryFolder folder(testing::TempDir());
  const std::filesystem::path file = folder.path() / "copy.cu";
  const auto notes_with = [&](const std::string& first) {
    std::ofstream(file) << first + "\n#include \"copy.cuh\"\nvoid copy_scalar(float*, const float*, int) {}\n";
    return grade_file(rules(), file, "simt", {"0.1"}, &tests::lab("lab0")).notes;
  };
  EXPECT_THAT(notes_with("#if SIMT_EMULATOR\n#endif"),
              testing::Contains(testing::HasSubstr("Line 1 asks whether the emulator runs this file")));
  EXPECT_THAT(notes_with("// SIMT_EMULATOR"), testing::Not(testing::Contains(testing::HasSubstr("asks whether"))));
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
