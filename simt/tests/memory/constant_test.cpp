#include "simt/memory/constant.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "oracle.hpp"

namespace simt::memory {
namespace {

using test::strided;

TEST(Constant, OneAddressForAllLanesIsOnePass) {
  EXPECT_EQ(constant_wavefronts(strided(64, 0, 4)), 1);
  EXPECT_EQ(constant_wavefronts(strided(64, 0, 16)), 1);
}

TEST(Constant, EveryOtherAddressIsAnotherPass) {
  EXPECT_EQ(constant_wavefronts(strided(0, 4, 4)), 32);
  Request request = strided(0, 4, 4);
  for (int lane = 0; lane < warp_lanes; ++lane) request.address[lane] = 4 * (lane % 16);
  EXPECT_EQ(constant_wavefronts(request), 16);
}

TEST(Constant, LanesThatTakeNoPartDoNotCount) {
  Request request = strided(0, 4, 4);
  request.active = 0x5;
  EXPECT_EQ(constant_wavefronts(request), 2);
}

TEST(Constant, APassServesFewLanesWhereTheyAreFewOrWantManyAddresses) {
  EXPECT_FALSE(serves_few_lanes(1, ~0U));
  EXPECT_FALSE(serves_few_lanes(4, ~0U));
  EXPECT_TRUE(serves_few_lanes(5, ~0U));
  EXPECT_FALSE(serves_few_lanes(1, 0xffU));
  EXPECT_TRUE(serves_few_lanes(1, 0x7fU));
  EXPECT_TRUE(serves_few_lanes(4, 0xfU));
}

TEST(Constant, AgreesWithASet) {
  std::mt19937 random(3);
  for (int i = 0; i < 2000; ++i) {
    const Request request = test::random_request(random);
    std::set<std::uint64_t> addresses;
    for (int lane = 0; lane < warp_lanes; ++lane) {
      if ((request.active >> lane & 1) != 0) addresses.insert(request.address[lane]);
    }
    ASSERT_EQ(constant_wavefronts(request), static_cast<int>(addresses.size()));
  }
}

}  // namespace
}  // namespace simt::memory
