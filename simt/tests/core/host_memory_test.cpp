// Kernels must not use host memory, and host code must not use device memory. The declaration of a variable decides
// where it is.
#include <gtest/gtest.h>

#include "simt/core/host_api/device_memory.hpp"
#include "student_library.hpp"

namespace simt::test {
namespace {

using Entry = void(int*, int);

class HostMemory : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(read_kernels("host_memory.cu"));
    return loaded;
  }

  Evidence run_on(const char* entry, int n = 9) {
    out = Buffer<int>(64, 0);
    return without_leaks(run<Entry>(library(), {out.lend("output 0")}, everything, entry, out.data(), n));
  }

  void expect(const char* entry, FindingKind kind, const std::string& object) {
    SCOPED_TRACE(entry);
    const Evidence evidence = run_on(entry);
    ASSERT_EQ(evidence.findings.size(), 1U);
    EXPECT_EQ(evidence.findings[0].kind, kind);
    EXPECT_EQ(subject(evidence.findings[0]), object);
  }

  void expect_nothing(const char* entry) {
    SCOPED_TRACE(entry);
    EXPECT_TRUE(run_on(entry).findings.empty());
    EXPECT_EQ(last_error(), 0);
  }

  void expect_error(const char* entry, const std::string& error) {
    expect(entry, FindingKind::failed_call, error);
    EXPECT_EQ(std::string(last_error_name()), error);
  }

  Buffer<int> out{0};
};

TEST_F(HostMemory, KernelsMayNotUseHostMemory) {
  const auto host = [](const std::string& what) {
    return "host memory: " + what + ", which the device cannot address";
  };
  expect("run_variable", FindingKind::out_of_bounds, host("the variable host_variable"));
  expect("run_static", FindingKind::out_of_bounds, host("the variable offset"));
  expect("run_local", FindingKind::out_of_bounds, host("a local variable"));
}

TEST_F(HostMemory, AWrongIndexIsNotTakenForHostMemory) {
  const Evidence evidence = run_on("run_past_allocation");
  ASSERT_EQ(evidence.findings.size(), 1U);
  EXPECT_EQ(evidence.findings[0].distance, 4);
  EXPECT_EQ(subject(evidence.findings[0]), "cudaMalloc(1000)");
}

// Behind shared variables are those of the host and of the compiler; which ones, chance decides.
TEST_F(HostMemory, AWrongIndexOfASharedArrayIsNotTakenForAHostVariable) {
  const StudentLibrary shared_index(read_kernels("shared_index.cu"));
  for (const char* entry : {"run_index_of_host_array", "run_index_of_compilers_variable"}) {
    SCOPED_TRACE(entry);
    Buffer<int> out(64, 0);
    const Evidence evidence = run<Entry>(shared_index, {out.lend("output 0")}, everything, entry, out.data(), 9);
    ASSERT_EQ(evidence.findings.size(), 1U);
    EXPECT_EQ(evidence.findings[0].kind, FindingKind::out_of_bounds);
    EXPECT_EQ(subject(evidence.findings[0]), "shared array tile");
  }
}

// A Buffer is on the heap, where the emulator cannot distinguish a host pointer from a wrong index.
TEST_F(HostMemory, KernelsMayNotUseTheHostsHeap) {
  constexpr std::size_t bytes = 64 * sizeof(int);
  const core::DeviceMemory lent = core::map_device_memory(bytes);
  int* const output = reinterpret_cast<int*>(lent.get());
  const Evidence evidence =
      run<Entry>(library(), {{output, bytes, true, "output 0"}}, everything, "run_heap", output, 9);
  ASSERT_EQ(evidence.findings.size(), 1U);
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::out_of_bounds);
  EXPECT_EQ(subject(evidence.findings[0]), "host memory, which the device cannot address");
}

// Also after more was asked for than there are addresses.
TEST_F(HostMemory, DeviceMemoryIsWhereTheHostHasNone) {
  EXPECT_EQ(core::map_device_memory(SIZE_MAX / 4), nullptr);
  const core::DeviceMemory memory = core::map_device_memory(64);
  const auto place = reinterpret_cast<std::uintptr_t>(memory.get());
  EXPECT_GT(place, lent_device_memory);
  EXPECT_LT(place, 2 * lent_device_memory);
}

TEST_F(HostMemory, KernelsUseWhatIsDeclaredForThem) {
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(run_on("run_all").findings.empty());
    EXPECT_EQ(out.elements[0], (11 + i) + 6 + 0 + 5 + 2 + 31 - 4);
  }
}

TEST_F(HostMemory, HostCodeMayNotUseDeviceVariables) {
  expect("run_host_writes", FindingKind::host_dereference, "the variable count");
  expect("run_host_reads", FindingKind::host_dereference, "the variable sums");
  expect("run_host_reads_constant", FindingKind::host_dereference, "the variable scale");
}

TEST_F(HostMemory, HostCodeMayReadConstVariables) { expect_nothing("run_host_reads_fixed"); }

TEST_F(HostMemory, OnTheHostANameMeansNoAddressOfTheDevice) {
  expect_error("run_copy_by_name", "cudaErrorInvalidValue");
  expect_error("run_copy_from_name", "cudaErrorInvalidValue");
  expect_error("run_symbol_of_the_host", "cudaErrorInvalidSymbol");
  expect_error("run_symbol_that_is_const", "cudaErrorInvalidSymbol");
  expect_error("run_address_of_the_host", "cudaErrorInvalidSymbol");
}

TEST_F(HostMemory, SymbolsAreCopiedByNameAndByTheAddressThatIsGiven) {
  expect_nothing("run_symbols");
  EXPECT_EQ(out.elements[1], 9);
  expect_nothing("run_keeps_address");
  expect_nothing("run_keeps_address");
}

}  // namespace
}  // namespace simt::test
