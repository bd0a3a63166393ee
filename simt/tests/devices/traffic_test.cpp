// The counts of one site by the rules of two devices.
#include "simt/core/access/traffic.hpp"

#include <gtest/gtest.h>

#include "simt/devices.hpp"

namespace simt::core {
namespace {

/// One request of all 32 lanes, lane i at start + i × stride.
SiteTraffic count(const char* device, Kind kind, Access access, std::uint64_t start, std::uint64_t stride) {
  Traffic traffic(load_device(COURSE_ROOT "/simt/devices", device), false, /*library_base=*/0);
  Site site;
  site.kind = kind;
  site.access = access;
  site.bytes = 4;
  Rounds rounds;
  simt_round = rounds.new_root();
  memory::Request& request = traffic.find_row(site, 0).request;
  for (int lane = 0; lane < memory::warp_lanes; ++lane) request.address[lane] = start + lane * stride;
  request.active = ~std::uint32_t{0};
  traffic.count_rows(0, *simt_round);
  return site.traffic;
}

TEST(Traffic, AWarpIsOneRequestOrTwo) {
  EXPECT_EQ(count("h200", Kind::global, Access::load, 4096, 4).requests, 1);
  EXPECT_EQ(count("gtx280", Kind::global, Access::load, 4096, 4).requests, 2);
  EXPECT_EQ(count("gtx280", Kind::shared, Access::load, 4096, 4).requests, 2);
}

TEST(Traffic, MisalignedWarpsMoveSectorsOrSegments) {
  EXPECT_EQ(count("h200", Kind::global, Access::load, 4100, 4).sectors, 5);
  // 128 bytes for the first half-warp, 64 and 32 for the second.
  EXPECT_EQ(count("gtx280", Kind::global, Access::load, 4100, 4).sectors, (128 + 64 + 32) / 32);
  EXPECT_EQ(count("gtx280", Kind::global, Access::load, 4100, 4).ideal_sectors, 4);
}

TEST(Traffic, ColumnsTakeASectorALaneOnBoth) {
  EXPECT_EQ(count("h200", Kind::global, Access::store, 4096, 8192).sectors, 32);
  EXPECT_EQ(count("gtx280", Kind::global, Access::store, 4096, 8192).sectors, 32);
}

TEST(Traffic, TheCostliestRequestIsAWarpOrHalfOfOne) {
  EXPECT_EQ(count("h200", Kind::global, Access::store, 4096, 8192).worst, 32);
  EXPECT_EQ(count("gtx280", Kind::global, Access::store, 4096, 8192).worst, 16);
  EXPECT_EQ(count("gtx280", Kind::global, Access::store, 4096, 8192).worst_lanes, 0x0000ffffU);
  // Two segments of 32 bytes for the lower half; the upper half spans the middle of a segment of 128 bytes.
  EXPECT_EQ(count("gtx280", Kind::global, Access::load, 4096 + 96, 4).worst_lanes, 0xffff0000U);
}

TEST(Traffic, SegmentsAreCountedWithTheirBytesWhereTheyAreMoved) {
  const SiteTraffic row = count("gtx280", Kind::global, Access::load, 4096, 4);
  EXPECT_EQ(row.transactions, 2);
  EXPECT_EQ(row.transaction_bytes, 128);
  const SiteTraffic late = count("gtx280", Kind::global, Access::load, 4100, 4);
  EXPECT_EQ(late.transactions, 3);
  EXPECT_EQ(late.transaction_bytes, 128 + 64 + 32);
  const SiteTraffic column = count("gtx280", Kind::global, Access::store, 4096, 8192);
  EXPECT_EQ(column.transactions, 32);
  EXPECT_EQ(column.transaction_bytes, 32 * 32);
  EXPECT_EQ(count("h200", Kind::global, Access::store, 4096, 8192).transactions, 0);
  EXPECT_EQ(count("gtx280", Kind::shared, Access::load, 0, 4).transactions, 0);
}

TEST(Traffic, SixteenBanksServeHalfAWarp) {
  EXPECT_EQ(count("h200", Kind::shared, Access::load, 0, 64).wavefronts, 16);
  EXPECT_EQ(count("gtx280", Kind::shared, Access::load, 0, 64).wavefronts, 32);
  EXPECT_EQ(count("gtx280", Kind::shared, Access::load, 0, 64).conflicts, 30);
  EXPECT_EQ(count("gtx280", Kind::shared, Access::load, 0, 68).conflicts, 0);
}

}  // namespace
}  // namespace simt::core
