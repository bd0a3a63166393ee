// Lab 8 in the emulator: its parts cause the traffic that the handout says, and special findings are reported. Counts
// are for 500 × 24 × 8: an image of 192 rows of 500 floats, 512 apart.
#include "grading.hpp"
#include "tests/loaded_course.hpp"

namespace grader {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;

const course::Lab& lab8() { return tests::lab("lab8"); }

PartResult graded(const std::filesystem::path& file, const std::string& part) {
  return grade_file(rules(), root() / file, "simt", {part}, &lab8()).parts.front();
}
PartResult submitted(const std::string& name, const std::string& part) {
  return graded("autograder/tests/submissions/lab8_spaces/" + name + ".cu", part);
}

/// All lines of a part that load, or store, in one space.
Traffic total(const PartResult& part, Space space, Access op) {
  Traffic sum;
  for (const Traffic& row : part.traffic) {
    if (row.space != space || row.op != op) continue;
    sum.requests += row.requests;
    sum.sectors += row.sectors;
    sum.wavefronts += row.wavefronts;
  }
  return sum;
}

TEST(GradeLab8, StarterAndSolution) { expect_starter_and_solution(lab8(), "simt"); }

TEST(GradeLab8, TheListingInTheStarterReachesBeyondTheVolumeAndTheRestIsNotAttempted) {
  const GradeResult result = grade_file(rules(), root() / "labs/lab8_spaces", "simt", {}, &lab8());
  ASSERT_EQ(result.parts.size(), 7U);
  for (const PartResult& part : result.parts) {
    const bool has_listing = part.id == "8.2";
    EXPECT_EQ(part.verdict, has_listing ? Verdict::failed : Verdict::not_attempted) << part.id;
    EXPECT_THAT(said_about(result, part), HasSubstr(has_listing ? "past the end" : "nothing was written")) << part.id;
  }
}

// 4 strips and 48 groups of 4 rows. A warp loads 6 rows, but for the first and the last group 5: 284 requests a strip.
// A row is 500 floats, 125 float4: 16 sectors in each of three strips and, of 116 floats, 15 in the last. The first and
// the last strip have an end more to load, the others two: a request of 4 rows each.
TEST(GradeLab8, ARowOfThePitchedImageIsLoadedForThreeRowsAtOnce) {
  const PartResult part = graded("solutions/lab8_spaces", "8.1");
  const std::int64_t rows = 48 * 6 - 2;
  EXPECT_EQ(total(part, Space::global, Access::load).sectors, rows * (3 * 16 + 15) + 192 * (1 + 2 + 2 + 1));
  EXPECT_EQ(total(part, Space::global, Access::store).sectors, 192 * (3 * 16 + 15));
  EXPECT_EQ(total(part, Space::global, Access::store).requests, 192 * 4);
}

// One pixel a thread: its own row by 4 sectors a warp, the row above and below likewise, to the left and the right 5.
TEST(GradeLab8, OneThreadPerPixelMovesEachRowFiveTimesAndIsStillWithinTheLimit) {
  const PartResult part = submitted("templates", "8.1");
  ASSERT_TRUE(part.traffic_summary);
  EXPECT_GT(part.traffic_summary->values["traffic_vs_minimum"], 3.2);
  EXPECT_LT(part.traffic_summary->values["traffic_vs_minimum"], 3.3);
  EXPECT_EQ(part.verdict, Verdict::passed);
}

TEST(GradeLab8, VersionsOfTheStencilRankAsTheHandoutSays) {
  const auto traffic = [](const PartResult& part) {
    return part.traffic_summary->values["traffic_vs_minimum"].value();
  };
  const double tuned = traffic(graded("solutions/lab8_spaces", "8.1"));
  const double pixel_a_thread = traffic(submitted("templates", "8.1"));
  const double columns = traffic(submitted("by_columns", "8.1"));
  EXPECT_LT(2 * tuned, pixel_a_thread);
  EXPECT_LT(5 * pixel_a_thread, columns);
}

// 3000 warps evaluate 16 coefficients each: from constant memory no sectors at all.
TEST(GradeLab8, OneCoefficientForAllLanesIsOnePass) {
  const PartResult part = graded("solutions/lab8_spaces", "8.3");
  EXPECT_EQ(total(part, Space::constant, Access::load).requests, 3000 * 16);
  EXPECT_EQ(total(part, Space::constant, Access::load).wavefronts, 3000 * 16);
  EXPECT_EQ(total(part, Space::global, Access::load).sectors, 3000 * 4);
  EXPECT_EQ(part.traffic_summary->values["constant_wavefronts"], 1);
}

TEST(GradeLab8, AnotherCoefficientInEachLaneIsSixteenPasses) {
  const PartResult part = submitted("lanes_differ", "8.3");
  EXPECT_EQ(part.traffic_summary->values["constant_wavefronts"], 16);
  EXPECT_EQ(part.traffic_summary->values["traffic_vs_minimum"], 1);  // no sector more than with one pass
  EXPECT_EQ(part.verdict, Verdict::partial);
}

TEST(GradeLab8, CoefficientsInGlobalMemoryAreASectorEach) {
  const PartResult part = submitted("from_global", "8.3");
  EXPECT_EQ(total(part, Space::global, Access::load).sectors, 3000 * (4 + 16));
  EXPECT_FALSE(part.traffic_summary->values["constant_wavefronts"]);
}

TEST(GradeLab8, ATextureIsFetchedFiveTimesAPixel) {
  const PartResult part = graded("solutions/lab8_spaces", "8.4");
  // 16 warps along a row of 500; and the copy into the array, 512 bytes at a time.
  EXPECT_EQ(total(part, Space::global, Access::load).requests, 5 * 16 * 192 + 500 * 192 * 4 / 512);
  EXPECT_GT(submitted("texture_by_columns", "8.4").traffic_summary->values["traffic_vs_minimum"],
            2 * part.traffic_summary->values["traffic_vs_minimum"].value());
}

// Neighbours of a row are neighbours in the array, whatever the slice: a thread that goes along z saves fetches, and
// lanes along z find each of their elements in another sector.
TEST(GradeLab8, AVolumesTextureIsFetchedNineTimesAnElement) {
  const PartResult part = graded("solutions/lab8_spaces", "8.6");
  EXPECT_EQ(total(part, Space::global, Access::load).requests, 9 * 16 * 192 + 500 * 192 * 4 / 512);
  const auto traffic = [](const PartResult& one) { return one.traffic_summary->values["traffic_vs_minimum"].value(); };
  EXPECT_LT(1.3 * traffic(submitted("walks_along_z", "8.6")), traffic(part));
  EXPECT_GT(traffic(submitted("lanes_along_z", "8.6")), 3 * traffic(part));
}

// However little each of two passes loads, they write an image that one kernel does not need, and read it.
TEST(GradeLab8, OneKernelBlursWithinALimitThatTwoCannotMeet) {
  const double limit = rules().labs.at("lab8").parts.at("8.7").traffic.at_most["traffic_vs_minimum"].value();
  const auto traffic = [](const PartResult& one) { return one.traffic_summary->values["traffic_vs_minimum"].value(); };
  EXPECT_LT(traffic(graded("solutions/lab8_spaces", "8.7")), 0.85 * limit);
  for (const char* name : {"tiles_of_32", "window_of_rows"}) EXPECT_LT(traffic(submitted(name, "8.7")), 0.85 * limit);
  const double tuned = traffic(submitted("two_tuned_passes", "8.7"));
  EXPECT_GT(tuned, 2);
  EXPECT_LT(tuned, 2.2);
  EXPECT_LT(limit, 2);
}

TEST(GradeLab8, AnArrayThatIsNeverFreedIsARemark) {
  const PartResult part = submitted("leaky", "8.4");
  EXPECT_EQ(part.verdict, Verdict::passed);
  ASSERT_EQ(part.findings.size(), 1U);
  EXPECT_EQ(part.findings.front().name, "leak");
  EXPECT_TRUE(part.findings.front().is_remark);
}

// Ten situations, one of them by way of an array: eleven copies. Row by row it is 22 more for the image, 11 for the
// rectangle, and 12 rows of 4 slices for the box.
TEST(GradeLab8, TenSituationsTakeElevenCopies) {
  EXPECT_EQ(graded("solutions/lab8_spaces", "8.5").traffic_summary->values["copies"], 11);
  EXPECT_EQ(submitted("everything_3d", "8.5").traffic_summary->values["copies"], 11);
  EXPECT_EQ(submitted("row_by_row", "8.5").traffic_summary->values["copies"], 11 - 3 + 24 + 12 + 12 * 4);
}

TEST(GradeLab8, VirtualTimeIsToldOnlyWhereItIsJudged) {
  EXPECT_FALSE(graded("solutions/lab8_spaces", "8.5").traffic_summary->values["time_vs_bound"]);
  EXPECT_TRUE(grade_file(rules(), root() / "solutions/lab5_streams", "simt", {"5.1"}, &tests::lab("lab5"))
                  .parts.front()
                  .traffic_summary->values["time_vs_bound"]);
}

// Every kernel that reads a texture makes floats of its indices.
TEST(GradeLab8, ATexturesCoordinatesAreNoClueToAMistake) {
  for (const Finding& finding : submitted("corners_of_three_slices", "8.6").findings) {
    EXPECT_NE(finding.name, "compiler-warning") << finding.text;
  }
}

TEST(GradeLab8, AWrongCopyIsNamed) {
  const GradeResult result = grade_file(rules(), root() / "autograder/tests/submissions/lab8_spaces/one_forgotten.cu",
                                        "simt", {"8.5"}, &lab8());
  EXPECT_THAT(said_about(result, result.parts.front()), HasSubstr("(situation 3, device to device) was never written"));
}

}  // namespace
}  // namespace grader
