// Of a solution's file a student sees the part that has passed, with all that it needs and nothing of other parts.
#include "cli/solution.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "cli/options.hpp"
#include "support/files/whole_file.hpp"
#include "tests/loaded_course.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

const std::string source = R"(// The reference.
#include "x.cuh"

namespace {

constexpr int SIDE = 32;
constexpr int HIGH = 8;

__device__ alignas(128) unsigned count;

struct Number {
  __device__ int value() { return 1; }
};

// One number is added.
__device__ float plus(float x) {
  const float y = x + SIDE;

  return y;
}

// The first kernel.
template <int PITCH>
__global__ void one(float* out) {
  // a word of a comment is none of the code: two
  out[0] = plus(PITCH) + count;
}

constexpr int WIDE = 4;  // of the second kernel

__global__ void __launch_bounds__(WIDE * WIDE) two(float* out) { out[0] = WIDE; }

}  // namespace

void first(float* out) { one<SIDE><<<1, 1>>>(out); }

void second(float* out) {
  two<<<1, 1>>>(out);
}
)";

TEST(PartOfSolution, IsTheFunctionAndAllThatItNeeds) {
  const std::string first = part_of_solution(source, {"first"});
  for (const std::string needed :
       {"#include \"x.cuh\"\n", "constexpr int SIDE = 32;", "unsigned count;", "// One number is added.",
        "  return y;\n}", "template <int PITCH>", "void first(float* out)"}) {
    EXPECT_THAT(first, HasSubstr(needed));
  }
  for (const std::string other : {"void second", "void two", "WIDE", "Number", "namespace", "The reference"}) {
    EXPECT_THAT(first, Not(HasSubstr(other)));
  }
  EXPECT_EQ(part_of_solution(source, {"second"}),
            "#include \"x.cuh\"\n\nconstexpr int WIDE = 4;  // of the second kernel\n\n"
            "__global__ void __launch_bounds__(WIDE * WIDE) two(float* out) { out[0] = WIDE; }\n\n"
            "void second(float* out) {\n  two<<<1, 1>>>(out);\n}\n");
  EXPECT_EQ(part_of_solution(source, {"third"}), "");
}

// A part that calls another one's function, as 4.1 does, needs that one, too.
TEST(PartOfSolution, ShowsNoOtherPartOfTheCoursesSolutions) {
  for (const course::Lab& lab : tests::loaded_course().labs) {
    const std::string text = files::read_file(fs::path(COURSE_ROOT) / "solutions" / lab.folder / lab.source);
    for (const course::Part& part : lab.parts) {
      const std::string shown = part_of_solution(text, {part.entry});
      EXPECT_THAT(shown, HasSubstr(" " + part.entry + "("));
      for (const course::Part& other : lab.parts) {
        const std::size_t first = shown.find(" " + other.entry + "(");
        if (&other == &part || first == std::string::npos) continue;
        EXPECT_NE(shown.find(" " + other.entry + "(", first + 1), std::string::npos) << part.id << "\n" << shown;
      }
    }
  }
}

/// What `solution_text` refuses with; empty: it shows the solution.
std::string refusal(const fs::path& root, const course::Course& course, const std::vector<progress::Best>& reached) {
  try {
    const std::string text = solution_text(root, course, *course.find_lab("lab3"), tests::part("3.2"), reached);
    EXPECT_THAT(text, HasSubstr("void transpose_tiled("));
    EXPECT_THAT(text, HasSubstr("// Part 3.2, tiled: from solutions/lab3_transpose/transpose.cu"));
    return "";
  } catch (const CallError& error) {
    return error.what();
  }
}

TEST(Solution, IsShownOnlyAfterAPassWhereTheCourseAllowsItAndHasIt) {
  course::Course course = course::load(COURSE_ROOT);
  progress::Best best;
  best.part = "3.2";
  EXPECT_THAT(refusal(COURSE_ROOT, course, {}), HasSubstr("after yours has passed: ./grade 3.2"));
  EXPECT_THAT(refusal(COURSE_ROOT, course, {best}), HasSubstr("after yours has passed"));
  best.passed = true;
  EXPECT_EQ(refusal(COURSE_ROOT, course, {best}), "");
  const std::string text = solution_text(COURSE_ROOT, course, tests::lab("lab3"), tests::part("3.2"), {best});
  EXPECT_THAT(text, Not(HasSubstr("namespace")));
  best.part = "3.3";
  EXPECT_THAT(refusal(COURSE_ROOT, course, {best}), HasSubstr("after yours has passed"));
  best.part = "3.2";
  EXPECT_THAT(refusal("/nonexistent", course, {best}), HasSubstr("this copy of the course has no solutions"));
  course.rules.shows_solutions = false;
  EXPECT_THAT(refusal(COURSE_ROOT, course, {best}), HasSubstr("this course shows no solutions"));
}

}  // namespace
}  // namespace cli
