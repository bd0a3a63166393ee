// Runs every kernel of kernels.cu once, in order, for the profiler; prints their labels, one a line.
#include <cstdio>

#include "kernels.cu"

int main() {
  constexpr std::size_t bytes = 1 << 20;
  char* in = nullptr;
  char* out = nullptr;
  if (cudaMalloc(&in, bytes) != cudaSuccess || cudaMalloc(&out, bytes) != cudaSuccess) return 1;
  cudaMemset(in, 0, bytes);
  for (int i = 0; i < case_count(); ++i) {
    std::printf("%s\n", case_label(i));
    case_run(i, out, in);
    if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) {
      std::fprintf(stderr, "%s: %s\n", case_label(i), cudaGetErrorString(error));
      return 1;
    }
  }
}
