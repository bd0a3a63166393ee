// Lab 6 in the emulator: bank conflicts as the handout counts them, for 8192 rows of 32. Passes beyond those that the
// size of a request needs are conflicts.
#include "grading.hpp"
#include "tests/loaded_course.hpp"

namespace grader {
namespace {

using namespace testing_support;

const course::Lab& lab6() { return tests::lab("lab6"); }

constexpr const char* solution = "solutions/lab6_banks";
constexpr const char* slow = "autograder/tests/submissions/lab6_banks/slow.cu";
constexpr const char* templates = "autograder/tests/submissions/lab6_banks/templates.cu";
constexpr const char* words_and_pairs = "autograder/tests/submissions/lab6_banks/words_and_pairs.cu";
constexpr const char* shared_atomics = "autograder/tests/submissions/lab6_banks/shared_atomics.cu";

PartResult graded(const std::filesystem::path& file, const std::string& part) {
  return grade_file(rules(), root() / file, "simt", {part}, &lab6()).parts.front();
}

/// What a part's loads, or stores, ask of shared memory.
Traffic shared(const PartResult& part, Access op) {
  Traffic sum;
  for (const Traffic& row : part.traffic) {
    if (row.space != Space::shared || row.op != op) continue;
    sum.requests += row.requests;
    sum.wavefronts += row.wavefronts;
    sum.conflicts += row.conflicts;
  }
  return sum;
}

std::int64_t conflicts(const PartResult& part) {
  return shared(part, Access::load).conflicts + shared(part, Access::store).conflicts;
}

// 256 warps have 32 rows each. Stores: of 32 rows as they come, and of 31 sums a lane. Loads: of 32 values a lane, and
// of 32 rows to be stored.
TEST(GradeLab6, AnOddPitchFreesEveryStep) {
  const PartResult part = graded(solution, "6.1");
  EXPECT_EQ(shared(part, Access::store).requests, 256 * (32 + 31));
  EXPECT_EQ(shared(part, Access::load).requests, 256 * (32 + 32));
  EXPECT_EQ(conflicts(part), 0);
}

TEST(GradeLab6, WithRowsOf32EveryStepIs32Passes) {
  const PartResult part = graded(slow, "6.1");
  EXPECT_EQ(shared(part, Access::store).wavefronts, 256 * (32 + 31 * 32));
  EXPECT_EQ(shared(part, Access::load).wavefronts, 256 * (32 + 32 * 32));
}

// 1024 tiles, each a warp's. It stores 8 times 32 words, which are 4 rows of 9 words: some meet. It makes 8 times 32
// words of 4 columns × 8, each by 4 loads.
TEST(GradeLab6, CharactersOfOneWordAreOneRequest) {
  const PartResult part = graded(solution, "6.2");
  EXPECT_EQ(shared(part, Access::store).wavefronts, 1024 * 8 * 2);
  EXPECT_EQ(shared(part, Access::load).requests, 1024 * 8 * 4);
  EXPECT_EQ(shared(part, Access::load).conflicts, 0);
}

// Rows of 8 words: 4 of them are in all banks, and a column of 32 characters is in 4 banks.
TEST(GradeLab6, ATileOf32CharactersARowIsReadIn8Passes) {
  const PartResult part = graded(slow, "6.2");
  EXPECT_EQ(shared(part, Access::store).conflicts, 0);
  EXPECT_EQ(shared(part, Access::load).requests, 1024 * 8 * 4);
  EXPECT_EQ(shared(part, Access::load).wavefronts, 1024 * 8 * 4 * 8);
}

TEST(GradeLab6, ACharacterAWordNeedsFourTimesTheStores) {
  const PartResult part = graded(templates, "6.2");
  EXPECT_EQ(shared(part, Access::store).wavefronts, 1024 * 8 * 4);
  EXPECT_EQ(shared(part, Access::load).wavefronts, 1024 * 8 * 4);
  EXPECT_EQ(conflicts(part), 0);
}

// Two halves of a warp, each a pass.
TEST(GradeLab6, DoublesNeedTwoPassesAndNoMore) {
  const PartResult part = graded(solution, "6.3");
  EXPECT_EQ(shared(part, Access::store).wavefronts, 2 * 256 * (32 + 31));
  EXPECT_EQ(shared(part, Access::load).wavefronts, 2 * 256 * (32 + 32));
  EXPECT_EQ(conflicts(part), 0);
}

TEST(GradeLab6, WithRowsOf32DoublesEachHalfIs16Passes) {
  const PartResult part = graded(slow, "6.3");
  EXPECT_EQ(shared(part, Access::load).wavefronts, 256 * (2 * 32 + 32 * 32));
}

// Two words in arrays of their own: as many passes, in twice as many requests.
TEST(GradeLab6, DoublesTakenApartNeedTheSamePasses) {
  const Traffic whole = shared(graded(solution, "6.3"), Access::load);
  const Traffic apart = shared(graded(words_and_pairs, "6.3"), Access::load);
  EXPECT_EQ(apart.wavefronts, whole.wavefronts);
  EXPECT_EQ(apart.requests, 2 * whole.requests);
}

// Each of 8192 warps reads its own priority, and 32 records of two members.
TEST(GradeLab6, MembersOfStructuresMeetInPairs) {
  const PartResult arrays = graded(solution, "6.4");
  EXPECT_EQ(shared(arrays, Access::load).wavefronts, 8192 * 64);  // its own priority is the first of the window
  EXPECT_EQ(conflicts(arrays), 0);
  const PartResult structures = graded(slow, "6.4");
  EXPECT_EQ(shared(structures, Access::load).wavefronts, 2 * 8192 * 64);  // its own is the first of the window
  EXPECT_EQ(shared(structures, Access::load).conflicts, 8192 * 64);
}

// A record in one request of 8 bytes a lane is two passes, as its members are in arrays. The own priority comes with
// the first record.
TEST(GradeLab6, WholeRecordsDoNotMeet) {
  const Traffic load = shared(graded(words_and_pairs, "6.4"), Access::load);
  EXPECT_EQ(load.wavefronts, 8192 * 64);
  EXPECT_EQ(load.conflicts, 0);
}

TEST(GradeLab6, OneWordForAllIsOnePass) {
  const PartResult one = graded(solution, "6.5");
  EXPECT_EQ(shared(one, Access::load).wavefronts, 8192 * 64);
  EXPECT_EQ(conflicts(one), 0);
  const PartResult copies = graded(slow, "6.5");
  EXPECT_EQ(shared(copies, Access::load).wavefronts, 8192 * (32 + 32 / 4 * 32));
}

// Counting, and adding up: nowhere a conflict, whatever the values are.
TEST(GradeLab6, CountersOfALaneAreInItsBank) {
  const PartResult part = graded(solution, "6.6");
  EXPECT_EQ(conflicts(part), 0);
  EXPECT_EQ(part.verdict, Verdict::passed);
}

TEST(GradeLab6, CountersOfAThreadSideBySideMeetWhereValuesAreAlike) {
  const PartResult lanes = graded(solution, "6.6");
  const PartResult threads = graded(slow, "6.6");
  const PartResult atomics = graded(shared_atomics, "6.6");
  EXPECT_GT(conflicts(threads), 10 * shared(lanes, Access::load).wavefronts);
  EXPECT_EQ(conflicts(atomics), 0) << "of its loads and stores";
  EXPECT_EQ(shared(atomics, Access::atomic).requests, 8192 * 32 / 32) << "one for each warp of values";
}

TEST(GradeLab6, StartersAreNotAttempted) {
  const GradeResult result = grade_file(rules(), root() / "labs/lab6_banks", "simt", {}, &lab6());
  EXPECT_EQ(result.score, 0);
  for (const PartResult& part : result.parts) EXPECT_EQ(part.verdict, Verdict::not_attempted) << part.id;
}

}  // namespace
}  // namespace grader
