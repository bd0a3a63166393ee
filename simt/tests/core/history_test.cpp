// Where a watched word's value came from.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "student_library.hpp"

namespace simt::test {
namespace {

using Entry = void(float*, const float*, int);

class History : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(read_kernels("history.cu"));
    return loaded;
  }

  /// The records of a run that watches these elements of the output.
  std::vector<HistoryRecord> follow(const char* entry, int n, std::initializer_list<int> elements) {
    in = Buffer<float>(n, 1);
    out = Buffer<float>(n, -1);
    RunOptions options = races_only;
    std::size_t used = 0;
    for (const int element : elements) {
      options.watched[used++] = reinterpret_cast<std::uintptr_t>(out.data() + element);
    }
    return run<Entry>(library(), {in.lend("input 0", false), out.lend("output 0")}, options, entry, out.data(),
                      in.data(), n)
        .history;
  }

  static HistoryRecord the(HistoryKind kind, const std::vector<HistoryRecord>& all, std::uint32_t watched = 0) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const HistoryRecord& record) {
      return record.kind == kind && record.watched == watched;
    });
    EXPECT_NE(found, all.end());
    return found == all.end() ? HistoryRecord{} : *found;
  }

  Buffer<float> in{0}, out{0};
};

TEST_F(History, IsEmptyWhenNothingIsWatched) { EXPECT_TRUE(follow("run_shift", 64, {}).empty()); }

TEST_F(History, NamesTheStoreItsThreadAndTheLoad) {
  const auto all = follow("run_shift", 64, {5, 40});
  const HistoryRecord word = the(HistoryKind::word, all, 1);
  EXPECT_EQ(library().marker(word.pc), "shift");
  EXPECT_EQ(word.count, 1);
  EXPECT_EQ(word.block.x, 1u);
  EXPECT_EQ(word.thread.x, 8u);
  ASSERT_EQ(word.loads, 1u);
  EXPECT_STREQ(word.loaded[0].name, "input 0");
  EXPECT_EQ(word.loaded[0].first, 41);
  EXPECT_EQ(word.loaded[0].count, 1);
  EXPECT_EQ(word.loaded[0].stored_pc, 0u);
}

TEST_F(History, NamesWhatALaunchStoresAndWithHowManyThreads) {
  const auto all = follow("run_shift", 64, {5});
  const HistoryRecord launch = the(HistoryKind::launch, all);
  EXPECT_EQ(library().marker(launch.pc), "launch");
  EXPECT_EQ(launch.threads, 64);
  EXPECT_EQ(launch.count, 64);
  EXPECT_EQ(launch.most_stores, 1);
  EXPECT_EQ(launch.grid.x, 2u);
  EXPECT_EQ(launch.block_size.x, 32u);
  EXPECT_EQ(launch.ended, 0);
  const HistoryRecord stores = the(HistoryKind::stores, all);
  EXPECT_EQ(stores.count, 64);
  EXPECT_EQ(stores.first, 0);
  EXPECT_EQ(stores.last, 63);
  EXPECT_STREQ(stores.name, "output 0");
}

TEST_F(History, StoresOfAThreadThatAreEquallyFarApartHaveAStep) {
  EXPECT_EQ(the(HistoryKind::launch, follow("run_stride", 32, {0})).step, 8 * 4);
  EXPECT_EQ(the(HistoryKind::launch, follow("run_shift", 64, {0})).step, 0);
  const auto two = follow("run_two_strides", 32, {0});
  const auto last =
      std::find_if(two.rbegin(), two.rend(), [](const HistoryRecord& one) { return one.kind == HistoryKind::launch; });
  ASSERT_NE(last, two.rend());
  EXPECT_EQ(last->step, 17 * 4);
}

TEST_F(History, ALoopsLoadsAreOneEntry) {
  const HistoryRecord word = the(HistoryKind::word, follow("run_sum", 32, {1}));
  EXPECT_EQ(library().marker(word.pc), "total");
  ASSERT_EQ(word.loads, 1u);
  EXPECT_EQ(library().marker(word.loaded[0].pc), "add");
  EXPECT_EQ(word.loaded[0].count, 32);
  EXPECT_EQ(word.loaded[0].first, 0);
  EXPECT_EQ(word.loaded[0].last, 31);
}

TEST_F(History, SharedMemoryIsFollowedToItsStore) {
  const HistoryRecord word = the(HistoryKind::word, follow("run_turn", 16, {1}));
  ASSERT_EQ(word.loads, 1u) << "what was loaded for the tile is not what was stored to the output";
  EXPECT_NE(std::string(word.loaded[0].name).find("tile"), std::string::npos);
  EXPECT_EQ(word.loaded[0].first, 4);
  EXPECT_EQ(library().marker(word.loaded[0].stored_pc), "fill");
  EXPECT_EQ(word.loaded[0].stored_by.y, 1u);
}

TEST_F(History, TheStoreBeforeByAnotherThreadIsKept) {
  const HistoryRecord word = the(HistoryKind::word, follow("run_twice", 2, {0}));
  EXPECT_EQ(word.count, 2);
  EXPECT_EQ(library().marker(word.pc), "second");
  EXPECT_EQ(library().marker(word.other_pc), "first");
  EXPECT_EQ(word.other_thread.x, 1u);
}

TEST_F(History, ThreadsThatEndedBeforeABarrierAreCounted) {
  const HistoryRecord launch = the(HistoryKind::launch, follow("run_leave", 5, {0}));
  EXPECT_EQ(launch.ended, 3);
  EXPECT_EQ(library().marker(launch.other_pc), "meet");
  EXPECT_EQ(launch.thread.x, 5u);
}

TEST_F(History, AtomicUpdatesAreStores) {
  const HistoryRecord word = the(HistoryKind::word, follow("run_count", 4, {0}));
  EXPECT_EQ(word.count, 4);
  EXPECT_EQ(library().marker(word.pc), "atomic");
}

TEST_F(History, WhatTheBlockOfAWordLoadedAndStoredIsKeptInRuns) {
  const auto all = follow("run_half", 32, {3, 17});
  const HistoryRecord loads = the(HistoryKind::block_loads, all, 1), stores = the(HistoryKind::block_stores, all, 1);
  EXPECT_EQ(loads.first, 16);
  EXPECT_EQ(loads.last, 23);
  EXPECT_EQ(loads.count, 8);
  EXPECT_STREQ(loads.name, "input 0");
  EXPECT_EQ(library().marker(loads.pc), "stage");
  EXPECT_EQ(stores.first, 16);
  EXPECT_EQ(stores.last, 23);
  EXPECT_EQ(library().marker(stores.pc), "half");
  EXPECT_EQ(the(HistoryKind::block_loads, all, 0).first, 0);
}

TEST_F(History, SharedWordsThatAreStoredAndNeverReadAreCounted) {
  const HistoryRecord unread = the(HistoryKind::unread, follow("run_half", 32, {17}));
  EXPECT_EQ(unread.first, 4);
  EXPECT_EQ(unread.last, 7);
  EXPECT_EQ(unread.count, 4);
  EXPECT_EQ(unread.total, 8);
  EXPECT_STREQ(unread.name, "shared array tile");
  EXPECT_EQ(library().marker(unread.pc), "half");
  EXPECT_EQ(library().marker(unread.other_pc), "stage");
}

// Of three launches, the first one's stores are lost; the second one's are read by the third.
TEST_F(History, StoresThatALaterLaunchOverwritesUnreadAreLost) {
  const auto all = follow("run_again", 8, {0});
  std::int64_t stores = 0, lost = 0;  // each launch has its own copy of the kernel
  for (const HistoryRecord& record : all) {
    if (record.kind != HistoryKind::stores || library().marker(record.pc) != "again") continue;
    stores += record.count;
    lost += record.lost;
  }
  EXPECT_EQ(stores, 24);
  EXPECT_EQ(lost, 8);
}

// A counter that is set back for the next call has been read.
TEST_F(History, WordsOfAVariableThatNoThreadReadsAreCounted) {
  const auto all = follow("run_share", 8, {0});
  const HistoryRecord forgotten = the(HistoryKind::forgotten, all);
  EXPECT_STREQ(forgotten.name, "shares");
  EXPECT_EQ(forgotten.first, 3);
  EXPECT_EQ(forgotten.last, 7);
  EXPECT_EQ(forgotten.count, 5);
  EXPECT_EQ(forgotten.total, 8);
  EXPECT_EQ(library().marker(forgotten.other_pc), "share");
  EXPECT_EQ(std::count_if(all.begin(), all.end(),
                          [](const HistoryRecord& record) { return record.kind == HistoryKind::forgotten; }),
            1);
}

TEST_F(History, ConstantMemoryThatNoCallOfTheRunWroteIsStale) {
  const HistoryRecord stale = the(HistoryKind::stale, follow("run_share", 8, {0}));
  EXPECT_STREQ(stale.name, "factors");
  EXPECT_EQ(library().marker(stale.pc), "product");
  for (const HistoryRecord& record : follow("run_share_with_factors", 8, {0})) {
    EXPECT_NE(record.kind, HistoryKind::stale);
  }
}

TEST_F(History, AWordThatNoThreadStoredHasNoStore) {
  const HistoryRecord word = the(HistoryKind::word, follow("run_nothing", 4, {2}));
  EXPECT_EQ(word.count, 0);
  EXPECT_EQ(word.pc, 0u);
}

}  // namespace
}  // namespace simt::test
