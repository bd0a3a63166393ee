#include "simt/core/streams/stream_races.hpp"

#include <gtest/gtest.h>

namespace simt::core {
namespace {

TEST(ByteSet, JoinsPiecesInAnyOrder) {
  ByteSet set;
  for (const std::uintptr_t address : {12, 0, 4, 8, 100, 2}) set.add(address, 4);
  ASSERT_EQ(set.ranges().size(), 2u);
  EXPECT_EQ(set.ranges()[0].begin, 0u);
  EXPECT_EQ(set.ranges()[0].end, 16u);
  EXPECT_TRUE(set.has_any_of(15, 1));
  EXPECT_FALSE(set.has_any_of(16, 84));
  EXPECT_TRUE(set.has_any_of(16, 85));
  EXPECT_FALSE(set.has_any_of(104, 1));
}

TEST(ByteSet, ManyPiecesStayFew) {
  ByteSet set;
  for (std::uintptr_t i = 0; i < 100'000; ++i) set.add(i * 7919 % 100'000 * 4, 4);
  ASSERT_EQ(set.ranges().size(), 1u);
  EXPECT_EQ(set.ranges()[0].end, 400'000u);
}

TEST(ByteSet, BytesAreTakenOut) {
  ByteSet set;
  set.add(0, 100);
  set.remove(40, 20);
  EXPECT_TRUE(set.has_any_of(39, 1));
  EXPECT_FALSE(set.has_any_of(40, 20));
  EXPECT_TRUE(set.has_any_of(60, 1));
}

TEST(ByteSet, ColumnsOfTwoHalvesHaveNothingInCommon) {
  ByteSet left, right;
  for (std::uintptr_t row = 0; row < 64; ++row) {
    left.add(row * 256, 128);
    right.add(row * 256 + 128, 128);
  }
  EXPECT_FALSE(first_common(left, right));
  right.add(5 * 256 + 120, 1);
  EXPECT_EQ(first_common(left, right), 5u * 256 + 120);
}

class StreamRacesTest : public testing::Test {
 protected:
  std::vector<StreamRace> use(StreamNumber stream, Footprint footprint, bool is_copy = false) {
    Operation operation;
    operation.stream = stream;
    operation.pc = ++pc;
    return races.add(streams.issue(operation), std::move(footprint), pc, streams.host(), is_copy);
  }
  static Footprint reads(std::uintptr_t address, std::size_t bytes = 4) {
    Footprint footprint;
    footprint.loads.add(address, bytes);
    return footprint;
  }
  static Footprint writes(std::uintptr_t address, std::size_t bytes = 4) {
    Footprint footprint;
    footprint.stores.add(address, bytes);
    return footprint;
  }
  static Footprint updates(std::uintptr_t address) {
    Footprint footprint;
    footprint.strong_stores.add(address, 4);
    return footprint;
  }

  Streams streams{memory::Device()};
  StreamRaces races;
  StreamNumber a = streams.create(true), b = streams.create(true);
  std::uint64_t pc = 0;
};

TEST_F(StreamRacesTest, OneOfTheTwoMustWrite) {
  EXPECT_TRUE(use(a, writes(100)).empty());
  const auto found = use(b, reads(102));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].earlier_pc, 1u);
  EXPECT_EQ(found[0].address, 102u);
  EXPECT_FALSE(found[0].is_store);
  EXPECT_TRUE(use(a, reads(200)).empty());
  EXPECT_TRUE(use(b, reads(200)).empty());
  const auto store = use(b, writes(200));
  ASSERT_EQ(store.size(), 1u);
  EXPECT_TRUE(store[0].is_store);
  EXPECT_TRUE(use(b, reads(104)).empty());
}

TEST_F(StreamRacesTest, TwoAtomicUpdatesDoNotRace) {
  use(a, updates(100));
  EXPECT_TRUE(use(b, updates(100)).empty());
  EXPECT_EQ(use(a, writes(100)).size(), 1u);
}

TEST_F(StreamRacesTest, OneStreamIsInOrder) {
  use(a, writes(100));
  EXPECT_TRUE(use(a, writes(100)).empty());
}

TEST_F(StreamRacesTest, EventsHostAndDefaultStreamOrder) {
  use(a, writes(100));
  streams.wait(b, streams.record(a), 0);
  EXPECT_TRUE(use(b, reads(100)).empty());
  use(a, writes(200));
  streams.synchronize(a, 0);
  EXPECT_TRUE(use(b, writes(200)).empty());
  use(a, writes(300));
  EXPECT_TRUE(use(default_stream, writes(300)).empty());
  EXPECT_TRUE(use(b, writes(300)).empty());
}

TEST_F(StreamRacesTest, TheHostHasToWait) {
  use(a, writes(100));
  EXPECT_TRUE(races.host_access(false, 100, 4, streams.host()));
  EXPECT_FALSE(races.host_access(false, 104, 4, streams.host()));
  use(a, reads(200));
  EXPECT_FALSE(races.host_access(false, 200, 4, streams.host()));
  EXPECT_TRUE(races.host_access(true, 200, 4, streams.host()));
  streams.synchronize(a, 0);
  EXPECT_FALSE(races.host_access(true, 100, 4, streams.host()));
}

// A kernel in memory that the host can read: a flag, and data that were stored before it.
TEST_F(StreamRacesTest, AFlagTellsTheHostWhatAKernelHasStored) {
  for (const bool is_fenced_for_host : {false, true}) {
    Footprint kernel = updates(100);
    kernel.stores.add(200, 4);
    kernel.is_fenced_for_host = is_fenced_for_host;
    use(a, kernel);
    EXPECT_TRUE(races.host_access(false, 200, 4, streams.host())) << "the host has not looked";
    races.host_looks(104, 4, streams.host());
    EXPECT_TRUE(races.host_access(false, 200, 4, streams.host())) << "that is no flag";
    races.host_looks(100, 4, streams.host());
    EXPECT_EQ(races.host_access(false, 200, 4, streams.host()).has_value(), !is_fenced_for_host);
    EXPECT_TRUE(races.host_access(true, 200, 4, streams.host())) << "the kernel may store there again";
    streams.synchronize(a, 0);
  }
}

TEST_F(StreamRacesTest, ForgottenMemoryIsInNoRace) {
  use(a, writes(100));
  races.forget(96, 16);
  EXPECT_TRUE(use(b, writes(100)).empty());
}

TEST_F(StreamRacesTest, TheOldestAreForgotten) {
  use(a, writes(100));
  for (std::size_t i = 0; i < StreamRaces::most_remembered; ++i) use(a, writes(1000 + 8 * i));
  EXPECT_TRUE(use(b, writes(100)).empty());
  EXPECT_EQ(use(b, writes(1000 + 8 * 200)).size(), 1u);
}

TEST_F(StreamRacesTest, AKernelThatLeavesItsOwnStreamsCopyAloneIsSeen) {
  use(1, writes(0x100, 16), /*is_copy=*/true);
  use(2, writes(0x110, 16), /*is_copy=*/true);
  const auto raced = use(2, reads(0x100, 16));
  ASSERT_EQ(raced.size(), 1U);
  EXPECT_EQ(raced[0].own_before, 0x110U);
}

TEST_F(StreamRacesTest, AKernelThatUsesItsOwnStreamsCopyIsNoneOfThem) {
  use(1, writes(0x100, 16), /*is_copy=*/true);
  use(2, writes(0x110, 16), /*is_copy=*/true);
  const auto raced = use(2, reads(0x108, 16));
  ASSERT_EQ(raced.size(), 1U);
  EXPECT_EQ(raced[0].own_before, 0U);
}

}  // namespace
}  // namespace simt::core
