// What is the host's no kernel may touch, and what is the device's no host code; variables are where they are declared.
#include <gtest/gtest.h>

#include "student_library.hpp"

namespace simt::test {
namespace {

using Entry = void(int*, int);

class HostMemory : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(R"cuda(#include <cuda_runtime.h>
#define DEVICE static __device__
int host_variable = 1;
int host_array[4] = {1, 2, 3, 4};
namespace a { __device__ int count = 5; }
DEVICE int sums[4];
__device__ const int table[2] = {6, 7};
__device__ const char* const names[2] = {"a", "b"};
__constant__ int scale = 2;
__constant__ const int fixed[2] = {4, 4};
__managed__ int shared_by_both = 3;
template <class T> __device__ T generic;

__global__ void read(int* out, const int* from) { out[threadIdx.x] = *from; }
__global__ void write(int* to) { *to = 1; }
__global__ void use_host_variable(int* out) { out[threadIdx.x] = host_variable; }
__global__ void use_all(int* out) {
  static int calls = 10;
  ++calls;
  sums[1] = a::count;
  generic<int> = scale;
  shared_by_both += 1;
  out[0] = calls + table[out[1] & 1] + names[out[1] & 1][0] - 'a' + sums[1] + generic<int> + shared_by_both - fixed[out[1] & 1];
}

extern "C" {
void run_variable(int* out, int) { use_host_variable<<<1, 32>>>(out); }
void run_static(int* out, int n) {
  static int offset[4];
  offset[1] = n;
  read<<<1, 32>>>(out, offset + 1);
}
void run_local(int* out, int n) { read<<<1, 32>>>(out, &n); }
void run_heap(int*, int) {
  int* const memory = new int[4];
  write<<<1, 1>>>(memory + 2);
  delete[] memory;
}
void run_past_allocation(int*, int) {
  int* memory;
  cudaMalloc(&memory, 1000);
  write<<<1, 1>>>(memory + 250);
  cudaFree(memory);
}
void run_all(int* out, int) {
  cudaMemset(out, 0, 8);
  shared_by_both = 30;
  use_all<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  shared_by_both += 1;
}
void run_host_writes(int*, int n) { a::count = n; }
void run_host_reads(int* out, int) { cudaMemset(out, sums[out != nullptr], 4); }
void run_host_reads_constant(int* out, int) { cudaMemset(out, scale, 4); }
void run_copy_by_name(int*, int n) { cudaMemcpy(&a::count, &n, sizeof n, cudaMemcpyHostToDevice); }
void run_copy_from_name(int*, int n) { cudaMemcpy(&n, sums, sizeof n, cudaMemcpyDeviceToHost); }
void run_host_reads_fixed(int* out, int n) { cudaMemset(out, fixed[n % 2], 4); }
void run_symbol_that_is_const(int*, int n) { cudaMemcpyToSymbol(fixed, &n, sizeof n); }
void run_symbol_of_the_host(int*, int n) { cudaMemcpyToSymbol(host_variable, &n, sizeof n); }
void run_address_of_the_host(int*, int) {
  void* address;
  cudaGetSymbolAddress(&address, host_array);
}
void run_symbols(int* out, int n) {
  int* address;
  cudaMemcpyToSymbol(a::count, &n, sizeof n);
  cudaMemcpyToSymbol(shared_by_both, &n, sizeof n);
  cudaGetSymbolAddress((void**)&address, sums);
  cudaMemset(address, 0, sizeof sums);
  cudaMemcpyFromSymbol(address + 1, a::count, sizeof n, 0, cudaMemcpyDeviceToDevice);
  cudaMemcpy(out, address, sizeof sums, cudaMemcpyDefault);
}
void run_keeps_address(int*, int n) {
  static int* address;
  if (address == nullptr) cudaGetSymbolAddress((void**)&address, a::count);
  cudaMemcpy(address, &n, sizeof n, cudaMemcpyHostToDevice);
}
}
)cuda");
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
    EXPECT_EQ(std::string(evidence.findings[0].object), object);
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

TEST_F(HostMemory, NoKernelMayUseIt) {
  const auto host = [](const std::string& what) {
    return "host memory: " + what + ", which the device cannot address";
  };
  expect("run_variable", FindingKind::out_of_bounds, host("the variable host_variable"));
  expect("run_static", FindingKind::out_of_bounds, host("the variable offset"));
  expect("run_local", FindingKind::out_of_bounds, host("a local variable"));
}

TEST_F(HostMemory, AWrongIndexIsNotTakenForIt) {
  const Evidence evidence = run_on("run_past_allocation");
  ASSERT_EQ(evidence.findings.size(), 1U);
  EXPECT_EQ(evidence.findings[0].distance, 4);
  EXPECT_EQ(std::string(evidence.findings[0].object), "cudaMalloc(1000)");
}

// Buffer lies on the heap, where a pointer is not told from a wrong index.
TEST_F(HostMemory, OfTheHeap) {
  static int lent[64];
  const Evidence evidence =
      run<Entry>(library(), {{lent, sizeof lent, true, "output 0"}}, everything, "run_heap", lent, 9);
  ASSERT_EQ(evidence.findings.size(), 1U);
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::out_of_bounds);
  EXPECT_EQ(std::string(evidence.findings[0].object), "host memory, which the device cannot address");
}

TEST_F(HostMemory, KernelsUseWhatIsDeclaredForThem) {
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(run_on("run_all").findings.empty());
    EXPECT_EQ(out.elements[0], (11 + i) + 6 + 0 + 5 + 2 + 31 - 4);
  }
}

TEST_F(HostMemory, HostCodeMayNotUseTheDevices) {
  expect("run_host_writes", FindingKind::host_dereference, "the variable count");
  expect("run_host_reads", FindingKind::host_dereference, "the variable sums");
  expect("run_host_reads_constant", FindingKind::host_dereference, "the variable scale");
}

TEST_F(HostMemory, HostCodeMayReadWhatIsConstantForBoth) { expect_nothing("run_host_reads_fixed"); }

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
