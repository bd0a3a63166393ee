#include "simt/core/host_api/images.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

namespace simt::core {
namespace {

constexpr cudaChannelFormatDesc one_float{32, 0, 0, 0, cudaChannelFormatKindFloat};

TEST(Arrays, EveryByteHasAPlaceOfItsOwn) {
  for (const auto& [width, height, depth] :
       {std::array<std::size_t, 3>{37, 0, 0}, {37, 19, 0}, {16, 8, 1}, {5, 9, 3}}) {
    const cudaArray array{one_float, width, height, depth, nullptr};
    std::set<std::size_t> places;
    for (std::size_t z = 0; z < std::max<std::size_t>(depth, 1); ++z) {
      for (std::size_t y = 0; y < std::max<std::size_t>(height, 1); ++y) {
        for (std::size_t x = 0; x < width * 4; ++x) places.insert(array.offset(x, y, z));
      }
    }
    EXPECT_EQ(places.size(), width * 4 * std::max<std::size_t>(height, 1) * std::max<std::size_t>(depth, 1));
    EXPECT_LT(*places.rbegin(), array.bytes());
  }
}

TEST(Arrays, NeighboursInTwoDimensionsShareASector) {
  const cudaArray array{one_float, 64, 64, 0, nullptr};
  const auto sector = [&](std::size_t column, std::size_t row) { return array.offset(column * 4, row, 0) / 32; };
  EXPECT_EQ(sector(4, 2), sector(7, 3));
  EXPECT_NE(sector(4, 2), sector(8, 2));
  EXPECT_NE(sector(4, 1), sector(4, 2));
  // A column of 32 texels: 16 sectors instead of 32.
  std::set<std::size_t> column;
  for (std::size_t row = 0; row < 32; ++row) column.insert(sector(0, row));
  EXPECT_EQ(column.size(), 16u);
}

TEST(Arrays, LieInBlocksOf64BytesBy8Rows) {
  const cudaArray array{one_float, 32, 16, 2, nullptr};
  EXPECT_EQ(array.offset(0, 1, 0), 16u);
  EXPECT_EQ(array.offset(16, 0, 0), 32u);
  EXPECT_EQ(array.offset(0, 2, 0), 64u);
  EXPECT_EQ(array.offset(32, 0, 0), 256u);
  EXPECT_EQ(array.offset(64, 0, 0), 512u);
  EXPECT_EQ(array.offset(0, 8, 0), 1024u);
  EXPECT_EQ(array.offset(0, 0, 1), 2048u);
}

TEST(Arrays, PiecesThatLieTogetherDo) {
  const cudaArray array{one_float, 64, 64, 0, nullptr};
  for (std::size_t x = 0; x < 256; ++x) {
    const std::size_t bytes = array.together(x);
    EXPECT_EQ(array.offset(x + bytes - 1, 5, 0), array.offset(x, 5, 0) + bytes - 1);
  }
}

TEST(Arrays, FormatsThatThereAre) {
  EXPECT_EQ(bytes_of(one_float), 4u);
  EXPECT_EQ(bytes_of({8, 8, 8, 8, cudaChannelFormatKindUnsigned}), 4u);
  EXPECT_EQ(bytes_of({32, 32, 32, 32, cudaChannelFormatKindFloat}), 16u);
  EXPECT_FALSE(bytes_of({0, 0, 0, 0, cudaChannelFormatKindFloat}));
  EXPECT_FALSE(bytes_of({32, 32, 32, 0, cudaChannelFormatKindFloat}));
  EXPECT_FALSE(bytes_of({8, 16, 0, 0, cudaChannelFormatKindSigned}));
  EXPECT_FALSE(bytes_of({8, 0, 8, 0, cudaChannelFormatKindSigned}));
  EXPECT_FALSE(bytes_of({64, 0, 0, 0, cudaChannelFormatKindUnsigned}));
  EXPECT_FALSE(bytes_of({32, 0, 0, 0, cudaChannelFormatKindNone}));
}

TEST(Texels, TheNearestTexelIsFetched) {
  for (const auto& [x, element] : {std::pair{0.0f, 0u}, {0.99f, 0u}, {1.0f, 1u}, {7.5f, 7u}}) {
    EXPECT_EQ(element_at(x, 8, cudaAddressModeClamp, false), element);
    EXPECT_EQ(element_at(x / 8, 8, cudaAddressModeClamp, true), element);
  }
}

TEST(Texels, OutsideTexelsAreClampedRepeatedOrTheBorder) {
  EXPECT_EQ(element_at(-3, 8, cudaAddressModeClamp, false), 0u);
  EXPECT_EQ(element_at(8, 8, cudaAddressModeClamp, false), 7u);
  EXPECT_EQ(element_at(1.25f, 8, cudaAddressModeWrap, true), 2u);
  EXPECT_EQ(element_at(-0.25f, 8, cudaAddressModeWrap, true), 6u);
  EXPECT_EQ(element_at(1.25f, 8, cudaAddressModeMirror, true), 6u);
  EXPECT_EQ(element_at(-0.25f, 8, cudaAddressModeMirror, true), 2u);
  EXPECT_FALSE(element_at(-1, 8, cudaAddressModeBorder, false));
  EXPECT_FALSE(element_at(1, 8, cudaAddressModeBorder, true));
  // Only with normalised coordinates can they be repeated.
  EXPECT_EQ(element_at(9, 8, cudaAddressModeWrap, false), 7u);
}

TEST(Texels, NoCoordinateIsOutOfBounds) {
  const float infinity = std::numeric_limits<float>::infinity();
  for (const float x : {NAN, infinity, -infinity, 1e30f, -1e30f}) {
    for (const int mode : {cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder}) {
      for (const bool is_normalized : {false, true}) {
        EXPECT_LT(element_at(x, 8, static_cast<cudaTextureAddressMode>(mode), is_normalized).value_or(0), 8u);
      }
    }
  }
}

}  // namespace
}  // namespace simt::core
