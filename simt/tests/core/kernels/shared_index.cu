// Student code for host_memory_test.cpp. The shared array is the only variable for kernels: no other one may be nearer.
#include <cuda_runtime.h>
// Defined by the linker: where completed.0 of crtstuff.c is.
extern "C" __attribute__((visibility("hidden"))) char __bss_start[];
int host_array[4] = {1, 2, 3, 4};

// A wrong index of `tile` that leads to `there`; element 0 is read before it where `first` is 0.
__global__ void index_wrongly(int* out, const int* there, int first) {
  __shared__ int tile[32];
  tile[threadIdx.x] = 1;
  __syncthreads();
  int sum = 0;
  for (int i = first; i < 2; ++i) sum += tile[i * (there - tile)];
  out[threadIdx.x] = sum;
}

extern "C" {
void run_index_of_host_array(int* out, int) { index_wrongly<<<1, 32>>>(out, host_array, 0); }
void run_index_of_compilers_variable(int* out, int) {
  index_wrongly<<<1, 32>>>(out, reinterpret_cast<const int*>(__bss_start), 1);
}
}
