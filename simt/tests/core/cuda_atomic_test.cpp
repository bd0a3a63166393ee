// <cuda/atomic>: the results of the operations, and what their memory orders and scopes order.
#include <gtest/gtest.h>

#include "student_library.hpp"

namespace simt::test {
namespace {

using Entry = void(int*, const int*, int);

class CudaAtomic : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(read_kernels("cuda_atomic.cu"));
    return loaded;
  }

  Evidence run_on(const char* entry) {
    out = Buffer<int>(1024, 0);
    return run<Entry>(library(), {out.lend("output 0")}, races_only, entry, out.data(), nullptr, 0);
  }
  void expect_none(const char* entry) {
    const Evidence evidence = run_on(entry);
    EXPECT_TRUE(evidence.findings.empty())
        << entry << ": kind " << static_cast<int>(evidence.findings[0].kind) << " in lines "
        << library().marker(evidence.findings[0].pc) << " and " << library().marker(evidence.findings[0].other_pc);
  }
  void expect_race(const char* entry, Missing missing, const std::string& line, const std::string& other_line) {
    const Evidence evidence = run_on(entry);
    const auto race = std::find_if(evidence.findings.begin(), evidence.findings.end(),
                                   [&](const FindingRecord& finding) { return library().marker(finding.pc) == line; });
    ASSERT_NE(race, evidence.findings.end()) << entry;
    EXPECT_EQ(race->kind, FindingKind::global_race) << entry;
    EXPECT_EQ(race->missing, missing) << entry;
    EXPECT_EQ(library().marker(race->other_pc), other_line) << entry;
  }

  Buffer<int> out{0};
};

TEST_F(CudaAtomic, OperationsGiveWhatTheySay) {
  expect_none("run_operations");
  const int expected[] = {7 + 64 * 3, 64, 5 - 64, 99, 12, 10, 2, 7, 6, 9, -30, 1, 99};
  for (int i = 0; i < 13; ++i) EXPECT_EQ(out.elements[i], expected[i]) << i;
  EXPECT_EQ(*reinterpret_cast<long long*>(out.data() + 14), -1);
  EXPECT_EQ(*reinterpret_cast<signed char*>(out.data() + 16), -128);
}

TEST_F(CudaAtomic, MemoryOrdersOrder) {
  for (const char* entry : {"release_acquire", "sequential", "fences", "last_block_right", "of_the_compiler"}) {
    expect_none(entry);
  }
  expect_race("relaxed_store", Missing::release_fence, "data_load", "data_store");
  expect_race("relaxed_load", Missing::acquire_fence, "data_load", "data_store");
  EXPECT_FALSE(run_on("last_block_relaxed").findings.empty());
}

TEST_F(CudaAtomic, AScopeThatIsTooNarrowIsFound) {
  expect_race("narrow_add", Missing::scope, "narrow_add", "narrow_add");
  expect_race("block_scope", Missing::scope, "flag_load", "flag_store");
}

}  // namespace
}  // namespace simt::test
