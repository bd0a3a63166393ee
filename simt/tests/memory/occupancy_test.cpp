#include "simt/memory/occupancy.hpp"

#include <gtest/gtest.h>

#include "simt/memory/registers.hpp"

namespace simt::memory {
namespace {

int resident(int threads, std::int64_t shared, int registers) {
  return resident_blocks({threads, shared, registers}, Device{});
}

TEST(Occupancy, ThreadsAndSharedMemoryLimitIt) {
  EXPECT_EQ(resident(256, 0, 0), 8);
  EXPECT_EQ(resident(32, 0, 0), 32) << "blocks, not threads";
  EXPECT_EQ(resident(256, 100 << 10, 0), 2);
  EXPECT_EQ(resident(256, 1 << 20, 0), 1) << "at least one";
}

// As CUDA's occupancy calculator says for compute capability 9.0.
TEST(Occupancy, RegistersLimitItWhereTheyAreKnown) {
  EXPECT_EQ(resident(256, 0, 32), 8);
  EXPECT_EQ(resident(256, 0, 33), 6) << "40 a thread: 1280 a warp, 51 warps, of which the four parts have 48";
  EXPECT_EQ(resident(256, 0, 64), 4);
  EXPECT_EQ(resident(1024, 0, 64), 1);
  EXPECT_EQ(resident(128, 0, 255), 2);
}

TEST(Registers, AreThoseOfTheKernelThatALaunchNames) {
  const KernelRegisters known[] = {{"transpose", 40}, {"copy", 16}};
  EXPECT_EQ(registers_of("transpose<32>", known), 40);
  EXPECT_EQ(registers_of("(course::copy<float, 4>)", known), 16);
  EXPECT_EQ(registers_of("copy, grid, block", known), 16);
  EXPECT_EQ(registers_of("chosen", known), 40) << "a pointer: the most of all";
  EXPECT_EQ(registers_of("copy", {}), 0);
}

TEST(Registers, NamesOfTheDevicesCompilerAreUnderstood) {
  EXPECT_EQ(plain_name("void (anonymous namespace)::sum<256, int>(int*, int const*)"), "sum");
  EXPECT_EQ(plain_name("lab::inner::scan(float*)"), "scan");
  EXPECT_EQ(plain_name("&kernel"), "kernel");
  EXPECT_EQ(plain_name(""), "");
}

}  // namespace
}  // namespace simt::memory
