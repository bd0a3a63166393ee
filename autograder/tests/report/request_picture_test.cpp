// What a student must be able to see in the drawing of one request.
#include "report/request_picture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/text.hpp"

namespace report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const simt::memory::Device h200;
const simt::memory::Device gtx280{.rule = simt::memory::Rule::segments, .request_lanes = 16, .banks = 16};
constexpr std::uint32_t first_half = 0xffff;

/// Lane i accesses `bytes` at start + i × distance.
grader::LaneAddresses strided(std::uint64_t start, std::uint64_t distance, int bytes = 4,
                              std::uint32_t lanes = 0xffffffff) {
  grader::LaneAddresses request{1, bytes, lanes, {}};
  for (std::uint64_t lane = 0; lane < 32; ++lane) request.address[lane] = start + lane * distance;
  return request;
}

TEST(SectorPicture, NeighboursFillFourSectors) {
  EXPECT_THAT(global_picture(strided(0x1000, 4), h200),
              ElementsAre("  sector │ lane at each of the 8 words",
                          "      +0 │  0  1  2  3  4  5  6  7 │       +1 │  8  9 10 11 12 13 14 15 │",
                          "      +2 │ 16 17 18 19 20 21 22 23 │       +3 │ 24 25 26 27 28 29 30 31 │",
                          "4 sectors, 32 of 32 bytes used in each"));
}

TEST(SectorPicture, AColumnTakesASectorForEachLaneAndIsAbridged) {
  EXPECT_THAT(global_picture(strided(0x1000, 2048), h200),
              ElementsAre("  sector │ lane at each of the 8 words",
                          "      +0 │  0  .  .  .  .  .  .  . │      +64 │  1  .  .  .  .  .  .  . │",
                          "    +128 │  2  .  .  .  .  .  .  . │     +192 │  3  .  .  .  .  .  .  . │",
                          "       … │ and 26 more sectors",
                          "   +1920 │ 30  .  .  .  .  .  .  . │    +1984 │ 31  .  .  .  .  .  .  . │",
                          "32 sectors, 4 of 32 bytes used in each"));
}

TEST(SectorPicture, AMisalignedRowTouchesOneSectorMore) {
  const auto lines = global_picture(strided(0x1004, 4), h200);
  EXPECT_THAT(lines[1], HasSubstr("+0 │  .  0  1  2  3  4  5  6 │"));
  EXPECT_THAT(lines[3], HasSubstr("+4 │ 31  .  .  .  .  .  .  . │"));
  EXPECT_EQ(lines.back(), "5 sectors, 128 of 160 bytes used");
}

TEST(SectorPicture, LanesThatShareAWordAreSaidToBeSeveral) {
  const auto lines = global_picture(strided(0x1000, 0), h200);
  EXPECT_THAT(lines[1], HasSubstr("│  *  ."));
  EXPECT_EQ(lines.back(), "1 sector, 4 of 32 bytes used; * several lanes");
}

TEST(SectorPicture, AWideAccessTakesSeveralWords) {
  EXPECT_THAT(global_picture(strided(0x1000, 16, 16), h200)[1], HasSubstr("+0 │  0  0  0  0  1  1  1  1 │"));
}

TEST(SectorPicture, AbsentLanesAreCounted) {
  EXPECT_THAT(global_picture(strided(0x1000, 4, 4, 0xff), h200).back(), HasSubstr("8 of 32 lanes take part"));
}

TEST(SectorPicture, AnotherArrayIsFar) {
  auto request = strided(0x1000, 4);
  request.address[31] = std::uint64_t{1} << 60;
  EXPECT_THAT(global_picture(request, h200), testing::Contains(HasSubstr("     far │ 31")));
}

TEST(BankPicture, AColumnOfThirtyTwoLiesInOneBank) {
  const auto lines = bank_picture(strided(0x1010, 128), h200);
  EXPECT_THAT(lines[1], HasSubstr("words   32   .   ."));
  EXPECT_THAT(lines[3], Not(HasSubstr("32")));
  EXPECT_EQ(lines.back(), "bank 0: 32 different words for lanes 0 1 2 3 4 5 … 31");
}

TEST(BankPicture, ThirtyThreeApartEveryBankServesOne) {
  EXPECT_THAT(bank_picture(strided(0x1000, 132), h200).back(),
              HasSubstr("bank 0: 1 different word for lanes 0; 31 other banks alike"));
}

TEST(BankPicture, EverySecondWordMeetsInPairs) {
  const auto lines = bank_picture(strided(0x1000, 8), h200);
  EXPECT_THAT(lines[1], HasSubstr("words    2   .   2   ."));
  EXPECT_EQ(lines.back(), "bank 0: 2 different words for lanes 0 16; 15 other banks alike");
}

TEST(BankPicture, TheSameWordIsServedOnce) {
  EXPECT_THAT(bank_picture(strided(0x1000, 0), h200).back(), HasSubstr("1 different word for lanes 0 1 2 3 4 5 … 31"));
}

TEST(BankPicture, WideAccessesAreServedInPhases) {
  // Each half of the warp covers 16 × 2 words: no bank twice.
  const auto lines = bank_picture(strided(0x1000, 8, 8), h200);
  EXPECT_EQ(lines[4], "lanes 0 to 15: accesses of 8 bytes are served 16 lanes at a time");
  EXPECT_THAT(lines.back(), HasSubstr("1 different word"));
}

TEST(SegmentPicture, AnAlignedHalfWarpIsOneSegment) {
  EXPECT_THAT(global_picture(strided(0x1000, 4, 4, first_half), gtx280),
              ElementsAre("  at byte │ bytes │ lanes", "       +0 │    64 │ 0 1 2 3 4 5 … 15",
                          "1 segment, 64 of 64 bytes used"));
}

// S3.3: thread 0 at address 116.
TEST(SegmentPicture, TheWorkedExampleIsTwo) {
  EXPECT_THAT(global_picture(strided(0x1000 + 116, 4, 4, first_half), gtx280),
              ElementsAre("  at byte │ bytes │ lanes", "       +0 │    32 │ 0 1 2",
                          "      +32 │    64 │ 3 4 5 6 7 8 … 15", "2 segments, 64 of 96 bytes used"));
}

TEST(SegmentPicture, AColumnIsAbridged) {
  const auto lines = global_picture(strided(0x1000, 2048, 4, first_half << 16), gtx280);
  EXPECT_EQ(lines[1], "       +0 │    32 │ 16");
  EXPECT_EQ(lines[7], "        … │ and 9 more segments");
  EXPECT_EQ(lines[8], "   +30720 │    32 │ 31");
  EXPECT_EQ(lines.back(), "16 segments, 64 of 512 bytes used");
}

TEST(SegmentPicture, AbsentLanesAreCounted) {
  EXPECT_THAT(global_picture(strided(0x1000, 4, 4, 0xff), gtx280).back(), HasSubstr("8 of 16 lanes take part"));
}

TEST(BankPicture, SixteenBanksServeHalfAWarp) {
  const auto lines = bank_picture(strided(0x1000, 64, 4, first_half), gtx280);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0], "bank     0   1   2   3   4   5   6   7   8   9  10  11  12  13  14  15");
  EXPECT_EQ(lines[1], "words   16   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .");
  EXPECT_EQ(lines[2], "bank 0: 16 different words for lanes 0 1 2 3 4 5 … 15");
}

TEST(BankPicture, OnSixteenBanksWideAccessesGoWordByWord) {
  const auto lines = bank_picture(strided(0x1000, 8, 8, first_half), gtx280);
  EXPECT_EQ(lines[2], "word 0 of each: accesses of 8 bytes are served one word after the other");
  EXPECT_EQ(lines[3], "bank 0: 2 different words for lanes 0 8; 7 other banks alike");
}

TEST(BankPicture, OneBroadcastWordAPassIsSaidWhereItCosts) {
  EXPECT_EQ(bank_picture(strided(0x1000, 1, 1, first_half), gtx280).back(),
            "4 wavefronts: each serves only one word to more than one lane");
  EXPECT_THAT(bank_picture(strided(0x1000, 0, 4, first_half), gtx280).back(), HasSubstr("1 different word"));
}

TEST(RequestPicture, IsEmptyWithoutARequest) {
  EXPECT_THAT(global_picture({}, gtx280), IsEmpty());
  EXPECT_THAT(bank_picture({}, gtx280), IsEmpty());
  EXPECT_THAT(global_picture({}, h200), IsEmpty());
  EXPECT_THAT(bank_picture({}, h200), IsEmpty());
}

TEST(RequestPicture, KeepsToItsWidth) {
  for (const auto& chip : {h200, gtx280}) {
    for (const std::uint64_t distance : {0, 4, 8, 36, 132, 4096, 100'000'000}) {
      for (const int bytes : {1, 2, 4, 8, 16}) {
        const auto request = strided(0x1001, distance, bytes);
        for (const auto& lines : {global_picture(request, chip), bank_picture(request, chip)}) {
          for (const std::string& line : lines) EXPECT_LE(display_width(line), 74) << line;
        }
      }
    }
  }
}

}  // namespace
}  // namespace report
