#include "simt/memory/segments.hpp"

#include <gmock/gmock.h>

#include "oracle.hpp"

namespace simt::memory {

void PrintTo(const Transaction& one, std::ostream* out) { *out << one.bytes << " bytes at " << one.address; }

namespace {

using test::strided;
using testing::ElementsAre;
using testing::ElementsAreArray;

constexpr std::uint32_t first_half = 0xffff;

std::vector<Transaction> transactions(Request request) {
  request.active &= first_half;
  const Transactions issued(request, 0);
  return {issued.all().begin(), issued.all().end()};
}

// S3.3: thread 0 at address 116, so three words in the segment that ends at 128 and thirteen in the next.
TEST(Segments, TheWorkedExampleTakesThirtyTwoAndSixtyFourBytes) {
  EXPECT_THAT(transactions(strided(116, 4, 4)), ElementsAre(Transaction{96, 32}, Transaction{128, 64}));
}

TEST(Segments, AnAlignedHalfWarpOfFloatsTakesSixtyFourBytes) {
  EXPECT_THAT(transactions(strided(256, 4, 4)), ElementsAre(Transaction{256, 64}));
}

TEST(Segments, WordsAcrossTheMiddleTakeTheWholeSegment) {
  EXPECT_THAT(transactions(strided(260, 4, 4)), ElementsAre(Transaction{256, 128}));
}

TEST(Segments, BytesAndShortsHaveSmallerSegments) {
  EXPECT_THAT(transactions(strided(32, 1, 1)), ElementsAre(Transaction{32, 32}));
  EXPECT_THAT(transactions(strided(32, 2, 2)), ElementsAre(Transaction{32, 32}));
  EXPECT_THAT(transactions(strided(16, 2, 2)), ElementsAre(Transaction{0, 64}));
  EXPECT_THAT(transactions(strided(48, 2, 2)), ElementsAre(Transaction{32, 32}, Transaction{64, 32}));
}

TEST(Segments, WideWordsTakeSeveral) {
  EXPECT_THAT(transactions(strided(0, 8, 8)), ElementsAre(Transaction{0, 128}));
  EXPECT_THAT(transactions(strided(0, 16, 16)), ElementsAre(Transaction{0, 128}, Transaction{128, 128}));
}

TEST(Segments, AColumnTakesSixteenOfTheSmallest) {
  EXPECT_EQ(transactions(strided(4096, 8192, 4)).size(), 16U);
  EXPECT_EQ(Transactions(strided(4096, 8192, 4), 0).bytes(), 16 * 32);
}

TEST(Segments, TheLowestLaneGoesFirst) {
  Request request = strided(1024, 0, 4);
  request.address[0] = 4096;
  EXPECT_THAT(transactions(request), ElementsAre(Transaction{4096, 32}, Transaction{1024, 32}));
}

TEST(Segments, InactiveLanesMoveNothing) {
  Request request = strided(116, 4, 4);
  request.active = 0b111;
  EXPECT_THAT(transactions(request), ElementsAre(Transaction{96, 32}));
  EXPECT_EQ(Transactions(request, 1).count(), 0);
}

TEST(Segments, TheUpperHalfIsServedApart) {
  const Request request = strided(0, 4, 4);
  EXPECT_THAT(Transactions(request, 1).all(), ElementsAre(Transaction{64, 64}));
}

TEST(Segments, EqualsTheOracleOnRandomRequests) {
  std::mt19937 random(3);
  for (int i = 0; i < 50000; ++i) {
    const Request request = test::random_request(random);
    for (const int half : {0, 1}) {
      const Transactions issued(request, half);
      ASSERT_THAT(issued.all(), ElementsAreArray(test::transactions_by_bytes(request, half))) << "request " << i;
    }
  }
}

}  // namespace
}  // namespace simt::memory
