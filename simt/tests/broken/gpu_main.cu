// Runs one kernel of kernels.cu, by number, for compute-sanitizer; without a number, prints their labels.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "kernels.cu"

int main(int count, char** arguments) {
  if (count < 2) {
    for (int i = 0; i < case_count(); ++i) std::printf("%s\n", case_label(i));
    return 0;
  }
  std::vector<float> host(N);
  for (int i = 0; i < N; ++i) host[static_cast<std::size_t>(i)] = static_cast<float>(i % 97);
  float* in = nullptr;
  float* out = nullptr;
  if (cudaMalloc(&in, N * sizeof(float)) != cudaSuccess || cudaMalloc(&out, N * sizeof(float)) != cudaSuccess) return 1;
  cudaMemcpy(in, host.data(), N * sizeof(float), cudaMemcpyHostToDevice);
  case_run(std::atoi(arguments[1]), out, in);
  cudaDeviceSynchronize();
}
