// Mistakes that end a kernel on a GPU: the launch goes on as far as that is sound; barriers that some threads go
// around; addresses that are no multiple of the type's size.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "student_library.hpp"

namespace simt::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Entry = void(int*, int);

class Mistakes : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(read_kernels("mistakes.cu"));
    return loaded;
  }

  /// "out-of-bounds outside": kind and line.
  std::vector<std::string> findings_of(const char* entry) {
    constexpr int n = 1000;
    Buffer<int> out(n, 0);
    const Evidence evidence = run<Entry>(library(), {out.lend("out")}, races_only, entry, out.data(), n);
    std::vector<std::string> all;
    for (const FindingRecord& finding : evidence.findings) {
      all.push_back(kind_name(finding) + " " + library().marker(finding.pc));
    }
    return all;
  }
};

TEST_F(Mistakes, ASecondMistakeOfALaunchIsFoundAsWell) {
  const auto found = findings_of("run_outside_and_race");
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front(), "out-of-bounds outside");
  EXPECT_THAT(found, testing::Contains("global-race race"));
}

TEST_F(Mistakes, NothingIsBlamedForWhatAStoppedThreadDidNotDo) {
  EXPECT_THAT(findings_of("run_outside_then_unwritten"), ElementsAre("out-of-bounds outside_load"));
  EXPECT_THAT(findings_of("run_index_from_the_missing"), ElementsAre("out-of-bounds missing"));
  EXPECT_THAT(findings_of("run_spins_for_the_missing"), ElementsAre("out-of-bounds never_sets"));
}

TEST_F(Mistakes, AThreadThatGoesAroundABarrierAndEndsIsFound) {
  EXPECT_THAT(findings_of("run_skipped_at_the_end"), ElementsAre("barrier-divergence skipped"));
  EXPECT_THAT(findings_of("run_skipped_in_a_loop"), ElementsAre("barrier-divergence skipped_in_loop"));
  EXPECT_THAT(findings_of("run_skipped_by_switch"), ElementsAre("barrier-divergence skipped_by_case"));
  EXPECT_THAT(findings_of("run_skipped_call"), ElementsAre("barrier-divergence in_function"));
  EXPECT_THAT(findings_of("run_skipped_vote"), ElementsAre("barrier-divergence vote"));
}

TEST_F(Mistakes, AddressesAreMultiplesOfTheTypesSize) {
  EXPECT_THAT(findings_of("run_odd_word"), ElementsAre("misaligned odd"));
  EXPECT_THAT(findings_of("run_odd_store"), ElementsAre("misaligned odd_store"));
  EXPECT_THAT(findings_of("run_odd_member"), ElementsAre("misaligned odd_double"));
  EXPECT_THAT(findings_of("run_packed"), IsEmpty());
  EXPECT_THAT(findings_of("run_even_words"), IsEmpty());
}

TEST_F(Mistakes, AVectorIsReadAtAMultipleOfItsSizeWhateverTheArrayIs) {
  EXPECT_THAT(findings_of("run_odd_row"), ElementsAre("misaligned odd_row"));
  EXPECT_THAT(findings_of("run_odd_row_stored"), ElementsAre("misaligned odd_row_stored"));
  EXPECT_THAT(findings_of("run_odd_in_helper"), ElementsAre("misaligned odd_in_helper"));
  EXPECT_THAT(findings_of("run_odd_in_helper_of_two"), ElementsAre("misaligned odd_in_helper"));
  EXPECT_THAT(findings_of("run_even_row"), IsEmpty());
  EXPECT_THAT(findings_of("run_odd_row_of_quads"), ElementsAre("misaligned odd_quad"));
  EXPECT_THAT(findings_of("run_odd_row_of_pairs"), IsEmpty());
  EXPECT_THAT(findings_of("run_odd_row_by_bytes"), IsEmpty());
}

TEST_F(Mistakes, ALocalArrayHasBounds) {
  EXPECT_THAT(findings_of("run_past_local"), ElementsAre("out-of-bounds past_local"));
  EXPECT_THAT(findings_of("run_before_local"), ElementsAre("out-of-bounds before_local"));
  EXPECT_THAT(findings_of("run_within_local"), IsEmpty());
}

}  // namespace
}  // namespace simt::test
