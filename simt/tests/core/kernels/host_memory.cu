// Student code for host_memory_test.cpp.
#include <cuda_runtime.h>
#define DEVICE static __device__
int host_variable = 1;
namespace a {
__device__ int count = 5;
}
DEVICE int sums[4];
__device__ const int table[2] = {6, 7};
__device__ const char* const names[2] = {"a", "b"};
__constant__ int scale = 2;
__constant__ const int fixed[2] = {4, 4};
__managed__ int shared_by_both = 3;
template <class T>
__device__ T generic;

__global__ void read(int* out, const int* from) { out[threadIdx.x] = *from; }
__global__ void write(int* to) { *to = 1; }
__global__ void use_host_variable(int* out) { out[threadIdx.x] = host_variable; }
__global__ void use_all(int* out) {
  static int calls = 10;
  ++calls;
  sums[1] = a::count;
  generic<int> = scale;
  shared_by_both += 1;
  out[0] = calls + table[out[1] & 1] + names[out[1] & 1][0] - 'a' + sums[1] + generic<int> + shared_by_both -
           fixed[out[1] & 1];
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
  cudaGetSymbolAddress(&address, &host_variable);
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
