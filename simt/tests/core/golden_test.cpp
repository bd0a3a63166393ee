// The counters against Nsight Compute on an H200: the reference kernels of lab 3, 512 × 512 floats in blocks of
// 32 × 8 threads, equal to the unit.
#include <gtest/gtest.h>

#include <numeric>
#include <sstream>

#include "student_library.hpp"

namespace simt::test {
namespace {

constexpr int n = 512;
using Transpose = void(float*, const float*, int, int);

struct Totals {
  std::int64_t requests = 0, sectors = 0, ideal_sectors = 0, wavefronts = 0, conflicts = 0;
};

Totals total(const Evidence& evidence, Space space, Access access) {
  Totals totals;
  for (const SiteTraffic& site : evidence.traffic) {
    if (site.space != space || site.access != access) continue;
    totals.requests += site.requests;
    totals.sectors += site.sectors;
    totals.ideal_sectors += site.ideal_sectors;
    totals.wavefronts += site.wavefronts;
    totals.conflicts += site.conflicts;
  }
  return totals;
}

class Golden : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(read_course_file("solutions/lab3_transpose/transpose.cu"));
    return loaded;
  }

  Evidence transpose(const char* entry, int width = n, int height = n, const RunOptions& options = count_only) {
    const std::size_t count = static_cast<std::size_t>(width) * height;
    Buffer<float> in(count), out(count, -1);
    std::iota(in.elements.begin(), in.elements.end(), 1.0f);
    const Evidence evidence = run<Transpose>(library(), {in.lend("input 0", false), out.lend("output 0")}, options,
                                             entry, out.data(), in.data(), width, height);
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        if (out.elements[static_cast<std::size_t>(x) * height + y] !=
            in.elements[static_cast<std::size_t>(y) * width + x]) {
          ADD_FAILURE() << entry << " is wrong at " << x << ", " << y;
          return evidence;
        }
      }
    }
    return evidence;
  }
};

TEST_F(Golden, Naive) {
  const Evidence evidence = transpose("transpose_naive");
  const Totals loads = total(evidence, Space::global, Access::load);
  const Totals stores = total(evidence, Space::global, Access::store);
  EXPECT_EQ(loads.requests, 8192);
  EXPECT_EQ(loads.sectors, 32768);
  EXPECT_EQ(loads.ideal_sectors, 32768);
  EXPECT_EQ(stores.requests, 8192);
  EXPECT_EQ(stores.sectors, 262144);
  EXPECT_EQ(stores.ideal_sectors, 32768);
  EXPECT_EQ(total(evidence, Space::shared, Access::load).requests, 0);
}

TEST_F(Golden, TiledConflicts) {
  const Evidence evidence = transpose("transpose_tiled");
  EXPECT_EQ(total(evidence, Space::shared, Access::load).wavefronts, 262144);
  EXPECT_EQ(total(evidence, Space::shared, Access::load).conflicts, 253952);
  EXPECT_EQ(total(evidence, Space::shared, Access::store).conflicts, 0);
  EXPECT_EQ(total(evidence, Space::global, Access::store).sectors, 32768);
  EXPECT_EQ(total(evidence, Space::global, Access::load).sectors, 32768);
}

TEST_F(Golden, PaddedHasNoConflictsButCamps) {
  const Evidence evidence = transpose("transpose_padded");
  EXPECT_EQ(total(evidence, Space::shared, Access::load).wavefronts, 8192);
  EXPECT_EQ(total(evidence, Space::shared, Access::load).conflicts, 0);
  EXPECT_EQ(total(evidence, Space::shared, Access::store).conflicts, 0);
  // Two rows of 16 blocks write to one of the 8 partitions; the windows of 30 blocks cut across them.
  EXPECT_DOUBLE_EQ(evidence.partition_camping, 6.25);
}

TEST_F(Golden, DiagonalDoesNotCamp) {
  const Evidence evidence = transpose("transpose_diagonal");
  EXPECT_EQ(total(evidence, Space::shared, Access::load).conflicts, 0);
  EXPECT_GE(evidence.partition_camping, 1);
  EXPECT_LT(evidence.partition_camping, 2);
}

TEST_F(Golden, NoTransposeHasFindingsAtAnySize) {
  for (const char* entry :
       {"transpose_naive", "transpose_tiled", "transpose_padded", "transpose_diagonal", "transpose_best"}) {
    for (const auto& [width, height] :
         std::vector<std::pair<int, int>>{{1, 1}, {1, 37}, {41, 1}, {33, 31}, {100, 70}}) {
      const Evidence evidence = transpose(entry, width, height, everything);
      EXPECT_TRUE(evidence.findings.empty()) << entry << " " << width << " x " << height;
      EXPECT_EQ(last_error(), 0);
    }
  }
}

TEST_F(Golden, EverySiteHasItsLine) {
  const Evidence evidence = transpose("transpose_padded", 64, 64);
  std::istringstream lines(read_course_file("solutions/lab3_transpose/transpose.cu"));
  std::vector<std::string> text(1);
  for (std::string line; std::getline(lines, line);) text.push_back(line);
  for (const SiteTraffic& site : evidence.traffic) {
    const std::string& line = text.at(library().line(site.pc));
    EXPECT_NE(line.find("tile["), std::string::npos) << line;
  }
}

}  // namespace
}  // namespace simt::test
