#include "grader/words/bank_conflict_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace grader {
namespace {

using testing::HasSubstr;

Finding after_pitch(std::string_view text, int line) {
  Finding slow;
  slow.line = line;
  slow.text = "each load takes 2.0 wavefronts of shared memory here, where 1.0 would do";
  blame_pitch(simt::index_source(text), "run", slow);
  return slow;
}

TEST(BlamePitch, IsWhereTheHostComputesIt) {
  const Finding slow = after_pitch(
      "__global__ void sums(float* out, int columns, int pitch) {\n"
      "  float* row = piece + threadIdx.x * pitch;\n"
      "  for (int k = 0; k < columns; ++k) sum += row[k];\n"
      "}\n"
      "void run(float* out, int columns) {\n"
      "  const int pitch = columns + 1;\n"
      "  sums<<<1, 64>>>(out, columns, pitch);\n"
      "}\n",
      3);
  EXPECT_EQ(slow.line, 6);
  EXPECT_EQ(slow.other_line, 3);
  EXPECT_THAT(slow.text,
              HasSubstr("pitch gets its value here, and line 3 finds its place in shared memory by it. There "
                        "each load takes 2.0 wavefronts of shared memory, where"));
}

TEST(AddDeclaration, IsOfTheSharedArrayOnTheLine) {
  const simt::SourceIndex source = simt::index_source(
      "__global__ void turn(float* out, const float* in) {\n"
      "  __shared__ float tile[32][32];\n"
      "  out[threadIdx.x] = tile[threadIdx.x][0];\n"
      "}\n");
  Finding slow;
  slow.line = 3;
  add_declaration(source, slow);
  EXPECT_EQ(slow.other_line, 2);
  EXPECT_THAT(slow.text, HasSubstr("tile is declared at line 2"));
}

TEST(BlamePitch, IsNothingThatThePartIsGiven) {
  const Finding slow = after_pitch(
      "__global__ void sums(float* out, int columns) {\n"
      "  sum += piece[threadIdx.x * columns];\n"
      "}\n"
      "void run(float* out, int columns) { sums<<<1, 64>>>(out, columns); }\n",
      2);
  EXPECT_EQ(slow.line, 2);
}

TEST(BlamePitch, MayBeANumberOfTheKernelByWhichAnIndexIsMultiplied) {
  const Finding slow = after_pitch(
      "__global__ void maxima(double* out, const double* in, int columns) {\n"
      "  const int pitch = columns + 1;\n"
      "  piece[threadIdx.x / columns * pitch + threadIdx.x % columns] = in[threadIdx.x];\n"
      "  double* row = piece + threadIdx.x * pitch;\n"
      "  for (int k = 0; k < columns; ++k) most = row[k];\n"
      "}\n"
      "void run(double* out, const double* in, int columns) { maxima<<<1, 64>>>(out, in, columns); }\n",
      5);
  EXPECT_EQ(slow.line, 2);
  EXPECT_EQ(slow.other_line, 5);
  EXPECT_THAT(slow.text, HasSubstr("pitch gets its value here, and line 5 finds its place"));
}

TEST(AddDeclaration, IsOfTheArrayThatAPointerLeadsTo) {
  const simt::SourceIndex source = simt::index_source(
      "__global__ void turn(char* out) {\n"
      "  __shared__ unsigned words[32][8];\n"
      "  const char* row = reinterpret_cast<const char*>(words[threadIdx.x]);\n"
      "  out[threadIdx.x] = row[0];\n"
      "}\n");
  Finding slow;
  slow.line = 4;
  add_declaration(source, slow);
  EXPECT_EQ(slow.other_line, 2);
  EXPECT_THAT(slow.text, HasSubstr("words is declared at line 2"));
}

}  // namespace
}  // namespace grader
