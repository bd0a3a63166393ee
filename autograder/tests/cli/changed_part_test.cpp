// What a student worked on, from two texts of one file.
#include "cli/changed_part.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/loaded_course.hpp"

namespace cli {
namespace {

constexpr const char* before = R"cu(#include "transpose.cuh"
constexpr int SIDE = 32;
__device__ int helper(int x) { return x; }
__global__ void tiles(float* out) { out[helper(0)] = 1; }
__global__ void padded(float* out) { out[0] = 1; }
void transpose_naive(float* out, const float*, int, int) { out = nullptr; }
void transpose_tiled(float* out, const float*, int, int) { tiles<<<1, 1>>>(out); }
void transpose_padded(float* out, const float*, int, int) { padded<<<1, 1>>>(out); }
void transpose_best(float* out, const float*, int, int) { tiles<<<1, 1>>>(out); }
)cu";

/// The id of the changed part after `from` became `to`, "" for none.
std::string changed(const std::string& from, const std::string& to, const char* usual = nullptr) {
  std::string after = before;
  after.replace(after.find(from), from.size(), to);
  const course::Part* const part =
      changed_part(tests::lab("lab3"), before, after, usual == nullptr ? nullptr : &tests::part(usual));
  return part == nullptr ? "" : part->id;
}

TEST(ChangedPart, IsThatOfTheFunction) { EXPECT_EQ(changed("out = nullptr", "return"), "3.1"); }

TEST(ChangedPart, IsThatOfTheKernelThatItLaunches) {
  EXPECT_EQ(changed("padded(float* out) { out[0]", "padded(float* out) { out[1]"), "3.3");
}

TEST(ChangedPart, IsTheUsualOneOfSeveralThatUseAKernelOrAHelper) {
  EXPECT_EQ(changed("out[helper(0)] = 1", "out[helper(0)] = 2"), "3.2");
  EXPECT_EQ(changed("out[helper(0)] = 1", "out[helper(0)] = 2", "3.5"), "3.5");
  EXPECT_EQ(changed("return x", "return x + 1", "3.5"), "3.5");
  EXPECT_EQ(changed("return x", "return x + 1", "3.1"), "3.2") << "3.1 does not use it";
}

TEST(ChangedPart, OutsideOfFunctionsIsTheUsualOne) {
  EXPECT_EQ(changed("SIDE = 32", "SIDE = 16"), "");
  EXPECT_EQ(changed("SIDE = 32", "SIDE = 16", "3.3"), "3.3");
  EXPECT_EQ(changed("SIDE = 32", "SIDE = 16", "0.1"), "") << "a part of another lab";
}

}  // namespace
}  // namespace cli
