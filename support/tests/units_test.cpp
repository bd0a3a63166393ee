// 1 GB/s is 10^9 bytes per second, and only operations that make sense for the units compile.
#include "support/units.hpp"

#include <gtest/gtest.h>

#include <type_traits>

namespace units {
namespace {

template <class A, class B>
concept can_be_added = requires(A a, B b) {
  a + b;
};

TEST(Units, BandwidthCountsBytesInPowersOfTen) {
  EXPECT_DOUBLE_EQ((Bytes{2'000'000'000} / Seconds{0.5}).value, 4.0);
  EXPECT_DOUBLE_EQ((Bytes{1024LL * 1024 * 1024} / Seconds{1}).value, 1.073741824);
}

TEST(Units, SharesAreBareNumbers) { EXPECT_DOUBLE_EQ(GBps{3} / GBps{4}, 0.75); }

TEST(Units, DoNotMix) {
  EXPECT_TRUE((can_be_added<Seconds, Seconds>));
  EXPECT_FALSE((can_be_added<Seconds, Bytes>));
  EXPECT_FALSE((can_be_added<Seconds, double>));
  EXPECT_FALSE((std::is_convertible_v<double, GBps>));
}

}  // namespace
}  // namespace units
