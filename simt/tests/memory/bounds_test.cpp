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
  expect_bound(with(&Work::updates_of_a_chunk, 1e9), Bound::updates, 1e9 * timing.update_again_seconds);
  expect_bound(with(&Work::barriers, 1e9), Bound::barriers, 1e9 / 132 * 8 * timing.barrier_warp_seconds);
  expect_bound(predict(nothing(), h200()), Bound::blocks, 1000 * timing.block_seconds);
  Work large = nothing();
  large.shape.threads_per_block = 1024;
  EXPECT_DOUBLE_EQ(predict(large, h200()).of(Bound::blocks), 1000 * 32 * timing.warp_seconds);
  expect_bound(with(&Work::constant_words, much), Bound::constant, much * timing.constant_word_cycles / cycles);

  Work few = nothing();
  few.blocks = 132;
  expect_bound(with(&Work::waits, 132 * 8 * 1e-3, few), Bound::latency, 1e-3 + timing.thread_seconds);
  few.blocks = 1;
  few.launches = 1;
  EXPECT_EQ(predict(few, h200()).bound(), Bound::launch);
}

// Each part of a multiprocessor, and all of them together: no more than four instructions a cycle.
TEST(Bounds, InstructionsTakeTheirPartOfAMultiprocessor) {
  const Timing& timing = h200().timing;
  const double cycles = 132 * h200().clock_hz;
  for (const Pipe pipe :
       {Pipe::single, Pipe::integer, Pipe::special, Pipe::doubles, Pipe::exchange, Pipe::control, Pipe::product}) {
    Work work = nothing();
    work.issued[static_cast<std::size_t>(pipe)] = 1e12;
    const double per_cycle =
        pipe == Pipe::control ? timing.issue_per_cycle : timing.per_cycle[static_cast<std::size_t>(pipe)];
    expect_bound(predict(work, h200()), Bound::instructions, 1e12 / per_cycle / cycles);
  }
  Work mixed = nothing();
  mixed.issued[static_cast<std::size_t>(Pipe::single)] = mixed.issued[static_cast<std::size_t>(Pipe::control)] = 1e12;
  mixed.issued[static_cast<std::size_t>(Pipe::integer)] = 1e12;
  expect_bound(predict(mixed, h200()), Bound::instructions, 3e12 / timing.issue_per_cycle / cycles);
}

// A sum goes to the part that has room; products keep one half of the pipe of single precision busy.
TEST(Bounds, SumsGoWhereThereIsRoom) {
  const Timing& timing = h200().timing;
  const double cycles = 132 * h200().clock_hz;
  const double logic = timing.per_cycle[static_cast<std::size_t>(Pipe::integer)];
  const double products = timing.per_cycle[static_cast<std::size_t>(Pipe::product)];
  const double single = timing.per_cycle[static_cast<std::size_t>(Pipe::single)];
  const auto bound = [&](double of_integer, double of_product, double of_sum, double of_single) {
    Work work = nothing();
    work.issued[static_cast<std::size_t>(Pipe::integer)] = of_integer * 1e12;
    work.issued[static_cast<std::size_t>(Pipe::product)] = of_product * 1e12;
    work.issued[static_cast<std::size_t>(Pipe::sum)] = of_sum * 1e12;
    work.issued[static_cast<std::size_t>(Pipe::single)] = of_single * 1e12;
    return predict(work, h200()).of(Bound::instructions) * cycles / 1e12;
  };
  EXPECT_NEAR(bound(1, 1, 0, 0), 1 / logic, 0.01);                  // at the same time
  EXPECT_NEAR(bound(1, 0, 1, 0), 2 / (logic + products), 0.01);     // in both parts
  EXPECT_NEAR(bound(1, 1, 2, 0), 4 / (logic + products), 0.01);     // half of them in each
  EXPECT_NEAR(bound(0, 1, 0, 1), 1 / products + 1 / single, 0.01);  // one after the other
}

// One warp waits for each result; many take turns.
TEST(Bounds, AChainOfInstructionsIsHiddenByOtherWarps) {
  Work work = nothing();
  work.blocks = 132;
  work.shape.threads_per_block = 32;
  const auto with_warps = [&](int warps) {
    work.shape.threads_per_block = 32 * warps;
    work.issued[0] = work.chained[0] = 132e6 * warps;
    return predict(work, h200()).seconds;
  };
  EXPECT_NEAR(with_warps(1), 1e6 * h200().timing.instruction_seconds, 1e-5);
  EXPECT_NEAR(with_warps(8) / with_warps(1), 1, 0.02);
  EXPECT_NEAR(with_warps(32) / with_warps(8), 2, 0.1);  // 8 for each scheduler, and a result takes 4 cycles
}

// A customer that finds a service busy waits for half of what is under way: two in turns lose little.
TEST(Bounds, EqualCustomersHardlyQueue) {
  Work work = nothing();
  work.wavefronts = work.blocks * 1000;
  work.waits = work.blocks * 8 * 1000 / h200().clock_hz;
  const Prediction predicted = predict(work, h200());
  EXPECT_NEAR(predicted.seconds / predicted.of(Bound::shared), 1, 0.05);
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
  const Device gtx280 = load_device(COURSE_ROOT "/simt/devices", "gtx280");
  ASSERT_FALSE(gtx280.timing.is_known());
  EXPECT_EQ(predict(nothing(), gtx280).seconds, 0);
}

TEST(Bounds, LargerDataInItsOwnGrids) {
  Work counted = nothing();
  counted.blocks = 10;
  counted.l1_wavefronts = 50;
  counted.waits = 5;
  Work grid;
  grid.launches = 2;
  grid.blocks = 10;
  grid.shape = {512, 0};
  const std::vector<Work> large = enlarged({counted}, 4, {grid}, h200());
  EXPECT_EQ(large[0].blocks, 10);
  EXPECT_EQ(large[0].launches, 2);
  EXPECT_EQ(large[0].shape.threads_per_block, 512);
  EXPECT_EQ(large[0].l1_wavefronts, 200);
  EXPECT_EQ(large[0].waits, 20);
  // Grids that are not known, or not of the same launches.
  const std::vector<Work> alike = enlarged({counted}, 4, {}, h200());
  EXPECT_EQ(alike[0].blocks, 40);
  EXPECT_EQ(alike[0].launches, 1);
}

TEST(Bounds, AGridThatGrowsHasBlocksThatDoTheSame) {
  Work counted = nothing();
  counted.blocks = 10;
  counted.issued[0] = 7;
  Work grid = nothing();
  grid.blocks = 50;
  EXPECT_EQ(enlarged({counted}, 4, {grid}, h200())[0].issued[0], 35);
  grid.blocks = 11;
  EXPECT_EQ(enlarged({counted}, 4, {grid}, h200())[0].issued[0], 28);
}

// 1 MiB that is used again after a pass over 4 MiB, and after 64 KiB.
TEST(Bounds, LargerDataLeaveTheL2BetweenTwoPasses) {
  constexpr double mib = 1 << 20;
  Work counted = nothing();
  counted.blocks = 1;
  counted.dram_loaded = 4 * mib;
  counted.partly_stored = 0.5;
  const auto larger = [&](std::size_t between, double times) {
    counted.loaded_again = counted.filled_again = counted.stored_again = {};
    for (Work::Reuse* reuse : {&counted.loaded_again, &counted.filled_again, &counted.stored_again}) {
      reuse->by_others[between] = mib;
      reuse->by_same_block[between] = 3 * mib;
    }
    return enlarged({counted}, times, {}, h200())[0];
  };
  EXPECT_EQ(larger(21, 100).dram_loaded, 100 * (4 + 1 + 0.5) * mib);
  EXPECT_EQ(larger(21, 100).filled, 100 * 0.5 * mib);
  EXPECT_EQ(larger(21, 100).dram_stored, 100 * mib);
  EXPECT_EQ(larger(21, 10).dram_loaded, 10 * 4 * mib);    // fits into 60 MiB
  EXPECT_EQ(larger(16, 100).dram_loaded, 100 * 4 * mib);  // is as near as before
}

}  // namespace
}  // namespace simt::memory
