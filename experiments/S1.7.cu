// S1.7: matrix times vector, one thread per row; then with the rows scrambled over the threads.
#include <cuda_runtime.h>

#include "experiment.cuh"

using namespace experiment;

namespace {

constexpr int N = 16000;
constexpr int THREADS = 32;  // N is a multiple of it, as in the source

__device__ float dot(const float* a, const float* x, int n) {
  float sum = 0;
  for (int j = 0; j < n; ++j) sum += a[j] * x[j];
  return sum;
}

__global__ void rows_in_order(float* y, const float* A, const float* x, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  y[row] = dot(A + static_cast<size_t>(row) * n, x, n);
}

// Both versions need 32 sectors per load, one row or 513 rows apart: only their places in DRAM differ.
__global__ void rows_scrambled(float* y, const float* A, const float* x, int n) {
  const int row = (blockIdx.x * blockDim.x + 513 * threadIdx.x) % n;
  y[row] = dot(A + static_cast<size_t>(row) * n, x, n);
}

std::vector<Claim> judge(const Results& results) {
  const Speed in_order = speed(results.of("v1.0, rows in order"), results.of("v1.1, rows scrambled"));
  return {{"S1.7", "scrambled rows are several times slower", "in order is " + text(in_order) + " × as fast",
           judged(in_order.ratio >= 2, in_order.ratio > 1.02)}};
}

}  // namespace

void describe_experiment(const Machine& /*machine*/, Experiment& described) {
  const auto product = [](std::int64_t row) {
    float sum = 0;
    for (int j = 0; j < N; ++j) sum += input(0, row * N + j) * input(1, j);
    return sum;
  };
  const std::int64_t elements = std::int64_t{N} * N;
  const std::int64_t bytes = 4 * (elements + N + N);
  described.groups = {
      {"",
       {elements, N},
       N,
       {{"v1.0, rows in order", 0, bytes,
         [](Buffers b) { rows_in_order<<<N / THREADS, THREADS>>>(b.out, b.in[0], b.in[1], N); }, product},
        {"v1.1, rows scrambled", 1, bytes,
         [](Buffers b) { rows_scrambled<<<N / THREADS, THREADS>>>(b.out, b.in[0], b.in[1], N); }, product}}}};
  described.judge = judge;
}
