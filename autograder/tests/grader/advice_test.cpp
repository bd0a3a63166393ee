// The cause that advice names for a line, from where the lanes of its costliest request went.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/explain.hpp"

namespace grader {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const course::Part& part() { return *course::find_part(*course::find_lab("lab3"), "3.4"); }

LaneAddresses strided(std::uint64_t start, std::uint64_t distance, int bytes = 4) {
  LaneAddresses request{32, bytes, 0xffffffff, {}};
  for (std::uint64_t lane = 0; lane < 32; ++lane) request.address[lane] = start + lane * distance;
  return request;
}

std::string about(const Traffic& row) {
  Explanation explanation;
  explanation.traffic = {row};
  const auto advice = advise(part(), explanation);
  return advice.size() == 1 ? advice[0].text : "not one sentence";
}

Traffic global(std::int64_t sectors, const LaneAddresses& request) {
  return {7, Space::global, Access::load, 10, 10 * sectors, 40, 0, 0, request};
}

Traffic shared(std::int64_t wavefronts, const LaneAddresses& request) {
  return {7, Space::shared, Access::store, 10, 0, 0, 10 * wavefronts, 10 * (wavefronts - 1), request};
}

TEST(Advise, NothingToSayAboutTheIdeal) {
  Explanation explanation;
  explanation.traffic = {global(4, strided(0, 4)), shared(1, strided(0, 4))};
  EXPECT_THAT(advise(part(), explanation), IsEmpty());
}

TEST(Advise, AStrideIsNamedInBytes) {
  EXPECT_THAT(about(global(32, strided(0, 2048))),
              AllOf(HasSubstr("line 7: the 32 lanes of a warp load 2048 bytes apart"), HasSubstr("4 of 32 bytes"),
                    HasSubstr("32 sectors a request where 4 would do")));
  EXPECT_THAT(about(global(8, strided(0, 8))), HasSubstr("load 8 bytes apart, and what lies between is moved"));
  EXPECT_THAT(about(global(32, strided(1 << 20, std::uint64_t{0} - 2048))), HasSubstr("2048 bytes apart"));
}

TEST(Advise, MisalignmentIsNotCalledAStride) {
  LaneAddresses late = strided(4, 4);
  late.cost = 5;
  EXPECT_THAT(about(global(5, late)),
              AllOf(HasSubstr("no multiple of 32 bytes"), HasSubstr("5 sectors a request where 4 would do")));
}

TEST(Advise, RunsThatBeginLateAreNotCalledScattered) {
  // Two rows of a block of 16 × 16, each one float late.
  LaneAddresses request = strided(4, 4);
  for (std::size_t lane = 16; lane < 32; ++lane) request.address[lane] += 2048;
  request.cost = 6;
  EXPECT_THAT(about(global(6, request)), HasSubstr("2 runs of neighbours that begin at no multiple of 32 bytes"));
}

TEST(Advise, ScatteredLanesAreSaidToBeScattered) {
  LaneAddresses request = strided(0, 4);
  request.cost = 5;
  request.address[9] = 4000;
  EXPECT_THAT(about(global(5, request)), HasSubstr("different sectors"));
}

TEST(Advise, ConflictsNameTheDistanceAndTheBanks) {
  EXPECT_THAT(about(shared(32, strided(0, 128))),
              AllOf(HasSubstr("store words 32 apart"), HasSubstr("in one of 32 banks"),
                    HasSubstr("32 wavefronts a request where 1 would do")));
  EXPECT_THAT(about(shared(2, strided(0, 8))), AllOf(HasSubstr("words 2 apart"), HasSubstr("only 16 of 32 banks")));
}

TEST(Advise, WithoutARequestTheNumbersRemain) {
  EXPECT_EQ(about(global(32, {})), "line 7: 32 sectors a request where 4 would do");
}

TEST(Advise, CampingOnlyWhereThePartJudgesIt) {
  Explanation explanation;
  explanation.summary.partition_camping = 6;
  EXPECT_THAT(advise(part(), explanation), IsEmpty());
  explanation.limits.partition_camping = 2;
  const auto advice = advise(part(), explanation);
  ASSERT_THAT(advice, SizeIs(1));
  EXPECT_THAT(advice[0].text, HasSubstr("6.0 × as much to one memory partition"));
  EXPECT_EQ(advice[0].read_on, part().read_on);
}

TEST(Advise, ARaceNamesBothLinesInOrder) {
  Explanation explanation;
  explanation.findings = {{"shared-race", 14, "", 9}};
  EXPECT_THAT(advise(part(), explanation)[0].text, HasSubstr("lines 9 and 14: put a __syncthreads() between them"));
  explanation.findings = {{"global-race", 14, "", 9}, {"missing-fence", 14, "", 9}};
  const auto advice = advise(part(), explanation);
  ASSERT_THAT(advice, SizeIs(2));
  EXPECT_THAT(advice[0].text, AllOf(HasSubstr("lines 9 and 14: "), HasSubstr("elements of its own")));
  EXPECT_THAT(advice[1].text, HasSubstr("lines 9 and 14: put a __threadfence() between"));
  explanation.findings = {{"global-race", 14, "", 14}};
  EXPECT_THAT(advise(part(), explanation)[0].text, HasSubstr("line 14: give each thread elements of its own"));
}

TEST(Advise, TheSameIsSaidOnceAndTheUnknownNotAtAll) {
  Explanation explanation;
  explanation.findings = {{"out-of-bounds", 3, "a"}, {"out-of-bounds", 3, "b"}, {"never-heard-of", 4, "c"}};
  EXPECT_THAT(advise(part(), explanation), SizeIs(1));
}

}  // namespace
}  // namespace grader
