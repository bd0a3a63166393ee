// Races whose kind or reason is hard to get right: plain beside atomic accesses, volatile without fences, fences within
// a block, and the habits that are only remarks.
#include <gtest/gtest.h>

#include <string>

#include "student_library.hpp"

namespace simt::test {
namespace {

using Entry = void(int*);

struct Expected {
  std::string entry;
  FindingKind kind = FindingKind::global_race;
  Missing missing = Missing::barrier;
  Detail detail = Detail::none;
};

constexpr auto global = FindingKind::global_race, shared = FindingKind::shared_race;

class RacesOfStudents : public testing::TestWithParam<Expected> {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(read_kernels("races.cu"));
    return loaded;
  }

  Evidence run_in(std::uint64_t schedule) {
    Buffer<int> words(4096, 0);
    RunOptions options = races_only;
    options.schedule = schedule;
    return run<Entry>(library(), {words.lend("words")}, options, ("run_" + GetParam().entry).c_str(), words.data());
  }
};

TEST_P(RacesOfStudents, IsFoundInEverySchedule) {
  const Expected& expected = GetParam();
  for (const std::uint64_t schedule : {0, 1, 2, 3}) {
    const Evidence evidence = run_in(schedule);
    bool is_found = false;
    for (const FindingRecord& finding : evidence.findings) {
      is_found |=
          finding.kind == expected.kind && finding.missing == expected.missing && finding.detail == expected.detail;
      EXPECT_TRUE(expected.detail == Detail::none || finding.is_remark()) << words(finding, {});
    }
    EXPECT_TRUE(is_found) << "schedule " << schedule << ": "
                          << (evidence.findings.empty() ? "nothing" : words(evidence.findings[0], {}));
  }
}

INSTANTIATE_TEST_SUITE_P(PlainBesideAtomic, RacesOfStudents,
                         testing::Values(Expected{"cleared_late", shared}, Expected{"cleared_late_by_lanes", shared},
                                         Expected{"cleared_late_in_global", global},
                                         Expected{"cleared_late_by_blocks", global, Missing::order},
                                         Expected{"read_early", shared}, Expected{"read_early_by_lanes", shared},
                                         Expected{"read_early_in_global", global},
                                         Expected{"read_early_by_blocks", global, Missing::order},
                                         Expected{"reset_after_arriving", global, Missing::order},
                                         Expected{"block_0_clears", global, Missing::order},
                                         Expected{"read_by_the_last_adder", shared},
                                         Expected{"max_read_plainly", shared}),
                         [](const auto& info) { return info.param.entry; });

INSTANTIATE_TEST_SUITE_P(VolatileWithoutFences, RacesOfStudents,
                         testing::Values(Expected{"volatile_unfenced", global, Missing::release_fence},
                                         Expected{"volatile_unfenced_in_a_block", shared, Missing::release_fence},
                                         Expected{"volatile_data_atomic_flag", global, Missing::release_fence},
                                         Expected{"volatile_data_of_a_block", global, Missing::release_fence},
                                         Expected{"warp_synchronous", shared},
                                         Expected{"warp_synchronous_in_global", global},
                                         Expected{"warp_synchronous_loop", shared}),
                         [](const auto& info) { return info.param.entry; });

INSTANTIATE_TEST_SUITE_P(FencesWithinABlock, RacesOfStudents,
                         testing::Values(Expected{"no_acquire_in_a_block", global, Missing::acquire_fence},
                                         Expected{"no_acquire_volatile_flag", global, Missing::acquire_fence},
                                         Expected{"no_acquire_ticket", global, Missing::acquire_fence},
                                         Expected{"no_acquire_lock", global, Missing::acquire_fence},
                                         Expected{"relaxed_load", global, Missing::acquire_fence},
                                         Expected{"no_release_in_a_block", global, Missing::release_fence},
                                         Expected{"no_release_in_shared", shared, Missing::release_fence},
                                         Expected{"lock_without_fences_in_shared", shared, Missing::release_fence},
                                         Expected{"no_acquire_in_shared", shared, Missing::acquire_fence,
                                                  Detail::in_order}),
                         [](const auto& info) { return info.param.entry; });

INSTANTIATE_TEST_SUITE_P(
    Habits, RacesOfStudents,
    testing::Values(Expected{"multiplied", global, Missing::barrier, Detail::first_read},
                    Expected{"sum_of_doubles", global, Missing::barrier, Detail::first_read},
                    Expected{"multiplied_in_shared", shared, Missing::barrier, Detail::first_read},
                    Expected{"all_write_one", global, Missing::barrier, Detail::same_value},
                    Expected{"all_write_one_in_shared", shared, Missing::barrier, Detail::same_value},
                    Expected{"found_any", global, Missing::barrier, Detail::same_value},
                    Expected{"written_in_two_lines", global, Missing::barrier, Detail::same_value}),
    [](const auto& info) { return info.param.entry; });

INSTANTIATE_TEST_SUITE_P(NoHabits, RacesOfStudents,
                         testing::Values(Expected{"all_write_their_number", global},
                                         Expected{"all_do_the_work_of_all", global},
                                         Expected{"one_writes_another_value", global},
                                         Expected{"written_twice", global},
                                         Expected{"same_value_read_by_another", global}),
                         [](const auto& info) { return info.param.entry; });

}  // namespace
}  // namespace simt::test
