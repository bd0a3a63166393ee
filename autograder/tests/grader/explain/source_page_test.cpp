// Nsight Compute's source page, from one that ncu 2025.3.1 printed on an H200 (source_page.csv; rows without memory
// left out): a transpose of 512 × 512 floats without padding, and 25000 threads that store to every second float.
#include "grader/explain/source_page.hpp"

#include <gmock/gmock.h>

#include "support/files/whole_file.hpp"

namespace grader {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string page() {
  return files::read_file(std::filesystem::path(COURSE_ROOT) / "autograder/tests/grader/explain/source_page.csv");
}

TEST(SourcePage, EachLineHasItsAccessesByMemoryAndKind) {
  const auto rows = read_source_page(page(), "probe.cu");
  EXPECT_THAT(rows, ElementsAre(HardwareTraffic{6, Space::global, Access::load, 8192, 32768, 0},
                                HardwareTraffic{6, Space::shared, Access::store, 8192, 0, 8192},
                                HardwareTraffic{10, Space::global, Access::store, 8192, 32768, 0},
                                HardwareTraffic{10, Space::shared, Access::load, 8192, 0, 262144},
                                HardwareTraffic{14, Space::global, Access::load, 782, 6250, 0},
                                HardwareTraffic{14, Space::global, Access::store, 782, 6250, 0}));
}

TEST(SourcePage, FilesOfOtherNamesHaveTheirOwnLines) {
  EXPECT_THAT(read_source_page(page(), "device_atomic_functions.hpp"),
              ElementsAre(HardwareTraffic{107, Space::global, Access::atomic, 782, 782, 0}));
  EXPECT_THAT(read_source_page(page(), "robe.cu"), IsEmpty());
}

TEST(SourcePage, LaunchesAreAddedUp) {
  const auto rows = read_source_page(page() + page(), "probe.cu");
  ASSERT_EQ(rows.size(), 6U);
  EXPECT_EQ(rows.front().sectors, 2 * 32768);
}

TEST(SourcePage, NoisyOrEmptyPagesHaveNoRows) {
  EXPECT_THAT(read_source_page("", "probe.cu"), IsEmpty());
  EXPECT_THAT(
      read_source_page("==PROF== Connected to process 1\n\"File Path\",\"probe.cu\"\n\"6\",\"half a", "probe.cu"),
      IsEmpty());
}

}  // namespace
}  // namespace grader
