// What the course says of matrix-vector products on systems with and without caches, held against what an emulated
// run reads from DRAM: v1.0 a thread for each row, v1.1 its rows scrambled, v2 with x in shared memory, v3 with A too.
#include <gtest/gtest.h>

#include <algorithm>

#include "simt/devices.hpp"
#include "simt/tests/core/student_library.hpp"

namespace simt::test {
namespace {

constexpr int n = 1024;
constexpr double matrix_bytes = 4.0 * n * n;

enum Version { v1_0, v1_1, v2, v3 };  // as matvec.cu numbers them

class CachedSystems : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(read_course_file("simt/tests/truth/matvec.cu"));
    return loaded;
  }

  static memory::LevelBytes levels(Version version, const memory::Device& device, int launches = 1) {
    Buffer<float> a(std::size_t{n} * n, 1), x(n, 2), y(n);
    const RunOptions options{.count_traffic = true, .model_caches = true, .device = device};
    begin_run(std::vector{a.lend("A", false), x.lend("x", false), y.lend("y")}, library().base(), options);
    const auto run = library().function<void(int, float*, const float*, const float*)>("matvec_run");
    for (int i = 0; i < launches; ++i) run(version, y.data(), a.data(), x.data());
    const Evidence evidence = finish_run();
    EXPECT_EQ(std::count(y.elements.begin(), y.elements.end(), 2.0f * n), n);
    memory::LevelBytes sum;
    for (const SiteTraffic& site : evidence.traffic) {
      if (site.space == Space::global && site.access == Access::load) {
        EXPECT_EQ(site.levels.l1_read + site.levels.l2_read + site.levels.dram_read, 32 * site.sectors);
        EXPECT_EQ(site.levels.dram_written, 0);
      }
      sum += site.levels;
    }
    return sum;
  }

  /// Read from DRAM, in matrices.
  static double matrices(Version version, const memory::Device& device) {
    return static_cast<double>(levels(version, device).dram_read) / matrix_bytes;
  }
};

memory::Device device(const char* name) { return load_device(COURSE_ROOT "/simt/devices", name); }

// S1.4, S1.6: a sector brings eight elements of a row, and each is used alone; x is one sector for all lanes.
TEST_F(CachedSystems, WithoutCachesV1ReadsTheMatrixEightTimes) {
  const memory::Device uncached{.l1_bytes = 0, .l2_bytes = 0};
  EXPECT_DOUBLE_EQ(matrices(v1_0, uncached), 8 + 8.0 / 32);
  EXPECT_DOUBLE_EQ(matrices(v1_1, uncached), 8 + 8.0 / 32);
  // Two half-warps, each with a segment of 32 bytes for x.
  EXPECT_DOUBLE_EQ(matrices(v1_0, device("gtx280")), 8 + 16.0 / 32);
}

// S1.6 and S1.8, the cached side: the neighbours that a sector brings are still there when their turn comes.
TEST_F(CachedSystems, WithCachesV1AndV2ReadItOnce) {
  for (const char* name :
       {"v100", "t4", "a100", "rtx3060", "rtx3080", "a10", "l4", "rtx4090", "h100", "h200", "rtx5090"}) {
    for (const Version version : {v1_0, v2}) {
      EXPECT_NEAR(matrices(version, device(name)), 1 + 1.0 / n, 1e-9) << name << " " << version;
    }
    const memory::LevelBytes from = levels(v1_0, device(name));
    // Of eight loads of a sector seven hit; x is in the first level of 32 multiprocessors.
    EXPECT_NEAR(static_cast<double>(from.l1_read) / matrix_bytes, 7 + 8.0 / 32, 0.04) << name;
  }
}

// S1.8, the uncached side: what v2 saves is the loads of x, and those are few bytes on chips that coalesce. Traffic
// does not explain "several times" on compute capability 1.3.
TEST_F(CachedSystems, WithoutCachesV2SavesOnlyTheLoadsOfX) {
  EXPECT_NEAR(matrices(v1_0, device("gtx280")) / matrices(v2, device("gtx280")), 1.06, 0.01);
}

// S1.9: 8 times fewer bytes without caches; with them, DRAM sees no difference.
TEST_F(CachedSystems, V3ReadsTheMatrixOnceOnAnySystem) {
  EXPECT_DOUBLE_EQ(matrices(v3, device("gtx280")), 1 + 1.0 / 32);
  EXPECT_NEAR(matrices(v3, device("h200")), 1 + 1.0 / n, 1e-9);
  EXPECT_GT(matrices(v1_0, device("gtx280")) / matrices(v3, device("gtx280")), 8);
}

// S1.7: scrambled rows touch other sectors, but as many, and read them again as soon: on systems with caches, DRAM
// bytes are not why they are slow.
TEST_F(CachedSystems, ScrambledRowsReadNoMore) {
  EXPECT_NEAR(matrices(v1_1, device("h200")), matrices(v1_0, device("h200")), 1e-9);
  EXPECT_EQ(levels(v1_1, device("h200")).l1_read, levels(v1_0, device("h200")).l1_read);
}

// A thread's line is evicted when other resident blocks fill the cache meanwhile: each block uses 32 lines, and the
// cache has 128.
TEST_F(CachedSystems, TooManyRowsAtOnceAreReadAgainAndAgain) {
  memory::Device small;
  small.multiprocessors = 1;
  small.l1_bytes = 16 << 10;
  small.l2_bytes = 0;
  for (const int blocks : {1, 2}) {
    small.blocks_per_multiprocessor = blocks;
    EXPECT_LT(matrices(v1_0, small), 1.2) << blocks;
  }
  small.blocks_per_multiprocessor = 32;
  EXPECT_GT(matrices(v1_0, small), 7.5);
  // v3 uses a sector up at once.
  EXPECT_LT(matrices(v3, small), 1.1);
}

// S1.4: a first-level cache forgets at a launch's end, the second level does not.
TEST_F(CachedSystems, ASecondLaunchFindsTheMatrixInTheL2) {
  const memory::LevelBytes once = levels(v1_0, device("h200"));
  const memory::LevelBytes twice = levels(v1_0, device("h200"), 2);
  EXPECT_EQ(twice.dram_read, once.dram_read);
  EXPECT_EQ(twice.l2_read, 2 * once.l2_read + once.dram_read);
}

TEST_F(CachedSystems, StoresAreWrittenToDramOnce) {
  EXPECT_EQ(levels(v1_0, device("h200")).dram_written, 4 * n);
  EXPECT_EQ(levels(v1_0, device("gtx280")).dram_written, 4 * n);
}

}  // namespace
}  // namespace simt::test
