#include "grader/words/place_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace grader {
namespace {

using testing::HasSubstr;

Finding after_helper(std::string_view text, int line) {
  Finding slow;
  slow.line = line;
  slow.text = "each load takes 4.0 wavefronts of shared memory here, where 1.0 would do";
  blame_helper(simt::index_source(text), slow);
  return slow;
}

TEST(BlameHelper, IsWhatTheFunctionReturnsThatFindsThePlace) {
  const Finding slow = after_helper(
      "__device__ int place(int row, int column) {\n"
      "  return row * 32 + column;\n"
      "}\n"
      "__global__ void turn(float* out) {\n"
      "  __shared__ float tile[1024];\n"
      "  const int lane = threadIdx.x;\n"
      "  out[lane] = tile[place(lane, 3)];\n"
      "}\n",
      7);
  EXPECT_EQ(slow.line, 2);
  EXPECT_EQ(slow.other_line, 7);
  EXPECT_THAT(slow.text, HasSubstr("place() computes here where an element is, and line 7 uses that. There each load "
                                   "takes 4.0 wavefronts of shared memory, where"));
}

TEST(BlameHelper, MayBeTheStatementThatMakesWhatIsReturned) {
  const Finding slow = after_helper(
      "__device__ int place(int row, int column) {\n"
      "  const int at = row * 32 + column;\n"
      "  return at;\n"
      "}\n"
      "__global__ void turn(float* out) {\n"
      "  __shared__ float tile[1024];\n"
      "  const int own = place(threadIdx.x, 3);\n"
      "  out[threadIdx.x] = tile[own];\n"
      "}\n",
      8);
  EXPECT_EQ(slow.line, 2);
}

TEST(BlameHelper, MayBeALambdaAMacroOrAnObject) {
  EXPECT_EQ(after_helper("__global__ void turn(float* out) {\n"
                         "  __shared__ float tile[1024];\n"
                         "  const auto place = [](int row) {\n"
                         "    return row * 32;\n"
                         "  };\n"
                         "  out[threadIdx.x] = tile[place(threadIdx.x)];\n"
                         "}\n",
                         6)
                .line,
            4);
  EXPECT_EQ(after_helper("#define PLACE(row) ((row) * 32)\n"
                         "__global__ void turn(float* out) {\n"
                         "  __shared__ float tile[1024];\n"
                         "  out[threadIdx.x] = tile[PLACE(threadIdx.x)];\n"
                         "}\n",
                         4)
                .line,
            1);
  EXPECT_EQ(after_helper("struct Rows {\n"
                         "  float* words;\n"
                         "  __device__ float& operator()(int row, int k) const {\n"
                         "    return words[row * 32 + k];\n"
                         "  }\n"
                         "};\n"
                         "__global__ void turn(float* out, int n) {\n"
                         "  extern __shared__ float memory[];\n"
                         "  const Rows at{memory};\n"
                         "  float sum = 0;\n"
                         "  for (int k = 0; k < n; ++k) {\n"
                         "    float& word = at(threadIdx.x, k);\n"
                         "    sum += word;\n"
                         "  }\n"
                         "}\n",
                         13)
                .line,
            4);
}

TEST(BlameHelper, IsNothingWhereTheLineItselfMultipliesTheThreadsNumber) {
  const Finding slow = after_helper(
      "__device__ int wrapped(int k) { return k % 32; }\n"
      "__global__ void turn(float* out, int k) {\n"
      "  __shared__ float tile[1024];\n"
      "  out[threadIdx.x] = tile[threadIdx.x * 32 + wrapped(k)];\n"
      "}\n",
      4);
  EXPECT_EQ(slow.line, 4);
  EXPECT_EQ(slow.other_line, 0);
}

TEST(BlameHelper, IsNothingWhereAValueGoesThroughAFunction) {
  const Finding slow = after_helper(
      "__device__ float twice(float value) {\n"
      "  return 2 * value;\n"
      "}\n"
      "__global__ void turn(float* out, int k) {\n"
      "  __shared__ float tile[1024];\n"
      "  out[threadIdx.x] = twice(tile[threadIdx.x * 32]);\n"
      "}\n",
      6);
  EXPECT_EQ(slow.line, 6);
}

TEST(BlameStepOfHelper, IsAConstantThatMakesTheDistance) {
  const simt::SourceIndex source = simt::index_source(
      "constexpr int EACH = 8;\n"
      "__device__ int first_of(int thread) {\n"
      "  return thread * EACH;\n"
      "}\n"
      "__global__ void copy(float* out) {\n"
      "  const int first = first_of(threadIdx.x);\n"
      "  for (int k = 0; k < EACH; ++k) out[first + k] = 0;\n"
      "}\n");
  Finding slow;
  slow.line = 7;
  slow.text = "each store of a warp takes 32.0 sectors here";
  blame_step_of_helper(source, 64, 4, slow);
  EXPECT_EQ(slow.line, 7);
  blame_step_of_helper(source, 32, 4, slow);
  EXPECT_EQ(slow.line, 3);
  EXPECT_EQ(slow.other_line, 7);
  EXPECT_THAT(slow.text, HasSubstr("first_of() multiplies the thread's number by EACH here"));
}

TEST(BlameStepOfHelper, IsTheThreadsNumberWhereTheHelperIsGivenTheLengthOfARow) {
  const simt::SourceIndex source = simt::index_source(
      "__device__ float* row_of(float* all, int y, int width) { return all + y * width; }\n"
      "__global__ void walk(float* out, int width) {\n"
      "  const int y = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  float* const row = row_of(out, y, width);\n"
      "  for (int x = 0; x < width; ++x) row[x] = 0;\n"
      "}\n");
  Finding slow;
  slow.line = 5;
  slow.text = "each store of a warp takes 32.0 sectors here";
  blame_step_of_helper(source, 2048, 4, slow);
  EXPECT_EQ(slow.line, 3);
  EXPECT_EQ(slow.other_line, 5);
  EXPECT_THAT(slow.text, HasSubstr("neighbouring threads have another y from here on, and row_of() multiplies y to"));
}

}  // namespace
}  // namespace grader
