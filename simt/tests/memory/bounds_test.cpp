// Each bound has work of which it is the bound, with the time that follows from the device's numbers by hand.
#include "simt/memory/bounds.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "simt/devices.hpp"

namespace simt::memory {
namespace {

const Device& h200() {
  static const Device device = load_device(COURSE_ROOT "/simt/devices", "h200");
  return device;
}

constexpr double mega = 1e6;

/// A launch of very many full blocks that do nothing.
Work nothing() {
  Work work;
  work.shape = {256, 0};
  work.launches = 1;
  work.blocks = 132 * 1000;
  return work;
}

/// `work` with one amount so large that nothing else counts.
Prediction with(double Work::*amount, double value, Work work = nothing()) {
  work.*amount = value;
  return predict(work, h200());
}

/// Nearly: a queue is never quite without a gap.
void expect_bound(const Prediction& predicted, Bound bound, double seconds) {
  EXPECT_EQ(predicted.bound(), bound) << name_of(predicted.bound());
  EXPECT_NEAR(predicted.of(bound), seconds, 1e-3 * seconds);
  EXPECT_GE(predicted.seconds, 0.999 * seconds);
  EXPECT_LE(predicted.seconds, 1.15 * seconds);
}

TEST(Bounds, EachHasAKernelOfWhichItIsTheBound) {
  const Timing& timing = h200().timing;
  const double cycles = 132 * h200().clock_hz;
  constexpr double much = 1e12;
  expect_bound(with(&Work::dram_loaded, much), Bound::dram, much / timing.dram_load_bytes_per_second);
  expect_bound(with(&Work::dram_stored, much), Bound::dram, much / timing.dram_store_bytes_per_second);
  expect_bound(with(&Work::l2_loaded, much), Bound::l2, much / timing.l2_load_bytes_per_second);
  expect_bound(with(&Work::l2_stored, much), Bound::l2, much / timing.l2_store_bytes_per_second);
  expect_bound(with(&Work::l1_wavefronts, much), Bound::l1, much / timing.l1_lines_per_cycle / cycles);
  expect_bound(with(&Work::requests, much), Bound::l1, much * timing.l1_request_cycles / cycles);
  expect_bound(with(&Work::wavefronts, much), Bound::shared, much / cycles);
  expect_bound(with(&Work::update_sectors, much), Bound::updates, much * timing.update_sector_seconds);
  expect_bound(with(&Work::updates_of_a_line, 1e9), Bound::updates, 1e9 * timing.update_again_seconds);
  expect_bound(with(&Work::barriers, 1e9), Bound::barriers, 1e9 / 132 * 8 * timing.barrier_warp_seconds);
  expect_bound(predict(nothing(), h200()), Bound::blocks, 1000 * (timing.block_seconds + 8 * timing.warp_seconds));

  Work few = nothing();
  few.blocks = 132;
  expect_bound(with(&Work::waits, 132 * 8 * 1e-3, few), Bound::latency, 1e-3 + timing.thread_seconds);
  few.blocks = 1;
  few.launches = 1;
  EXPECT_EQ(predict(few, h200()).bound(), Bound::launch);
}

TEST(Bounds, NamesDiffer) {
  std::set<std::string_view> names;
  for (int i = 0; i < bounds; ++i) names.insert(name_of(static_cast<Bound>(i)));
  EXPECT_EQ(names.size(), std::size_t{bounds});
}

TEST(Bounds, ACopyMovesWhatItsBestKernelMoves) {
  Work copy = nothing();
  copy.dram_loaded = copy.dram_stored = 1e12;
  expect_bound(predict(copy, h200()), Bound::dram, 2e12 / h200().copy_bytes_per_second);
}

// Little's law: twice the resident blocks, half the time, as long as nothing is busy.
TEST(Bounds, LatencyIsHiddenByResidentBlocks) {
  Work work = nothing();
  work.waits = work.blocks * 8 * 100e-6;
  const double eight = predict(work, h200()).seconds;
  work.shape.shared_bytes_per_block = 113 << 10;  // two blocks on a multiprocessor
  const double two = predict(work, h200()).seconds;
  EXPECT_NEAR(two / eight, 4, 0.1);
}

// 133 blocks of which each fills a multiprocessor take as long as 264.
TEST(Bounds, TheFullestMultiprocessorEndsLast) {
  Work work = nothing();
  const auto seconds = [&](double blocks) {
    work.blocks = blocks;
    work.wavefronts = blocks * mega;
    return predict(work, h200()).seconds;
  };
  EXPECT_NEAR(seconds(133) / seconds(132), 2, 0.05);
  EXPECT_NEAR(seconds(264) / seconds(133), 1, 0.05);
}

TEST(Bounds, LaunchesFollowOneAnother) {
  Work once = nothing(), often = nothing();
  once.dram_loaded = 1e9;
  often.launches = 10;
  often.blocks *= 10;
  often.dram_loaded = 1e10;
  EXPECT_NEAR(predict(often, h200()).seconds, 10 * predict(once, h200()).seconds, 1e-9);
  EXPECT_NEAR(predict(std::vector<Work>{once, once}, h200()).seconds, 2 * predict(once, h200()).seconds, 1e-9);
}

TEST(Bounds, NothingIsPredictedForADeviceWithoutTiming) {
  const Device t4 = load_device(COURSE_ROOT "/simt/devices", "t4");
  ASSERT_FALSE(t4.timing.is_known());
  EXPECT_EQ(predict(nothing(), t4).seconds, 0);
}

TEST(Bounds, LargerDataInItsOwnGrids) {
  Work counted = nothing();
  counted.blocks = 10;
  counted.l1_wavefronts = 50;
  counted.waits = 5;
  Work grid;
  grid.launches = 2;
  grid.blocks = 30;
  grid.shape = {512, 0};
  const std::vector<Work> large = enlarged({counted}, 4, {grid});
  EXPECT_EQ(large[0].blocks, 30);
  EXPECT_EQ(large[0].launches, 2);
  EXPECT_EQ(large[0].shape.threads_per_block, 512);
  EXPECT_EQ(large[0].l1_wavefronts, 200);
  EXPECT_EQ(large[0].waits, 20);
  // Grids that are not known, or not of the same launches.
  const std::vector<Work> alike = enlarged({counted}, 4, {});
  EXPECT_EQ(alike[0].blocks, 40);
  EXPECT_EQ(alike[0].launches, 1);
}

}  // namespace
}  // namespace simt::memory
