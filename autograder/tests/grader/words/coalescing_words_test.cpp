#include "grader/words/coalescing_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/grader/words/counted_row.hpp"

namespace grader {
namespace {

using testing::HasSubstr;
using tests::row;

/// What add_width() says of line 2 of this kernel, where each thread takes `bytes` at once, 16 bytes apart, and line 3
/// takes them `behind` bytes further on.
std::string widened(std::string_view second, int bytes, std::uint64_t behind) {
  const simt::SourceIndex source =
      simt::index_source("__global__ void copy(float2* out, const float2* in) {\n  out[threadIdx.x] = in[0];\n  " +
                         std::string(second) + "\n}\n");
  std::vector<Traffic> rows{row(2, Space::global, 10, 160, 80), row(3, Space::global, 10, 160, 80)};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].costliest.bytes = bytes;
    rows[i].costliest.lanes = 3;
    for (std::size_t lane = 0; lane < 2; ++lane) rows[i].costliest.address[lane] = 1024 + i * behind + 16 * lane;
  }
  Finding slow;
  slow.line = 2;
  add_width(source, rows, slow);
  return slow.text;
}

TEST(AddLanes, TheLineThatMultipliesComesFirst) {
  const simt::SourceIndex source = simt::index_source(
      "__global__ void copy(float* out, const float* in, int each) {\n  const int i = threadIdx.x * each;\n"
      "  out[i] = in[0];\n}\n");
  std::vector<Traffic> rows{row(3, Space::global, 10, 320, 40)};
  rows[0].costliest.bytes = 4;
  rows[0].costliest.lanes = 3;
  rows[0].costliest.address[0] = 1024;
  for (const std::uint64_t apart : {32, 16}) {
    rows[0].costliest.address[1] = 1024 + apart;
    Finding slow;
    slow.line = 3;
    slow.text = "each store of a warp takes 32.0 sectors here";
    add_lanes(source, rows, slow);
    EXPECT_EQ(slow.line, apart == 32 ? 2 : 3) << "four words that one float4 would take may be where they are";
    if (apart == 32) {
      EXPECT_THAT(slow.text, HasSubstr("So at line 3, each store of a warp takes 32.0 sectors: those of"));
    }
  }
}

TEST(AddWidth, TwoHalvesOfWhatOneAccessWouldTakeAreNamed) {
  EXPECT_THAT(widened("out[1] = in[threadIdx.x];", 8, 8),
              HasSubstr("With lines 2, 3 a thread loads 16 neighbouring bytes in 2 pieces of 8: one access of 16 "
                        "bytes (float4) would do"));
  EXPECT_EQ(widened("out[1] = in[threadIdx.x];", 8, 16), "");
  EXPECT_EQ(widened("out[1] = in[threadIdx.x];", 4, 4), "");
  EXPECT_EQ(widened("out[1] = other[threadIdx.x];", 8, 8), "");
}

TEST(AddLanes, NarrowBlocksAreNamed) {
  const simt::SourceIndex source = simt::index_source(
      "__global__ void cross(float* out, int width) {\n"
      "  const int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  out[threadIdx.y * width + x] = 1;\n"
      "}\n"
      "void run(float* out, int width) {\n"
      "  const dim3 threads(2, 128);\n"
      "  cross<<<width, threads>>>(out, width);\n"
      "}\n");
  Finding slow;
  slow.line = 3;
  slow.text = "each store is slow";
  add_lanes(source, {row(3, Space::global, 10, 320, 40)}, slow);
  EXPECT_EQ(slow.line, 6);
  EXPECT_EQ(slow.text,
            "blocks are 2 threads wide in x, so a warp's 32 lanes lie in 16 rows. At line 3, each store is slow");
}

TEST(AddLanes, AWidthIsNotAtFaultWhereNeighboursInARowAreApart) {
  const simt::SourceIndex source = simt::index_source(
      "__global__ void cross(float* out, int width) {\n"
      "  const int y = threadIdx.x;\n"
      "  out[y * width + threadIdx.y] = 1;\n"
      "}\n"
      "void run(float* out, int width) { cross<<<width, dim3(16, 16)>>>(out, width); }\n");
  Traffic traffic = row(3, Space::global, 10, 320, 40);
  traffic.costliest.lanes = 3;
  traffic.costliest.bytes = 4;
  traffic.costliest.address[1] = 2048;
  Finding slow;
  slow.line = 3;
  add_lanes(source, {traffic}, slow);
  EXPECT_EQ(slow.line, 3);
  EXPECT_THAT(slow.text, HasSubstr("2048 bytes apart"));
}

}  // namespace
}  // namespace grader
