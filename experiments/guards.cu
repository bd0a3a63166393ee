// S1.10: the cost of `if (i < n)` where n is a multiple of the block size and the guard could be omitted.
#include <cuda_runtime.h>

#include "experiment.cuh"

using namespace experiment;

namespace {

constexpr int THREADS = 128;

template <bool GUARDED>
__global__ void copy(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (GUARDED && i >= n) return;
  out[i] = in[i];
}

template <bool GUARDED>
__global__ void matvec(float* y, const float* A, const float* x, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (GUARDED && row >= rows) return;
  float sum = 0;
  for (int j = 0; j < columns; ++j) sum += A[static_cast<size_t>(row) * columns + j] * x[j];
  y[row] = sum;
}

std::vector<Claim> judge(const Results& results) {
  std::vector<Claim> claims;
  for (const char* group : {"copy", "matvec"}) {
    const Speed guarded = speed(results.of("guarded", group), results.of("without guard", group));
    const double loss = 1 - guarded.ratio;
    claims.push_back({"S1.10", std::string(group) + ": guards noticeably cost performance",
                      "with it " + text(guarded) + " × as fast", judged(loss > 0.02, loss > guarded.ci95)});
  }
  return claims;
}

}  // namespace

void describe_experiment(const Machine& /*machine*/, Experiment& described) {
  const int n = 1 << 27;
  const auto same = [](std::int64_t i) { return input(0, i); };
  const auto launch_copy = [=](auto kernel) {
    return [=](Buffers b) { kernel<<<n / THREADS, THREADS>>>(b.out, b.in[0], n); };
  };
  const std::int64_t copied = std::int64_t{8} * n;
  const Group copies{"copy",
                     {n},
                     n,
                     {{"without guard", 0, copied, launch_copy(copy<false>), same},
                      {"guarded", 1, copied, launch_copy(copy<true>), same}}};

  const int side = 16000;  // 125 blocks
  const auto product = [=](std::int64_t row) {
    float sum = 0;
    for (int j = 0; j < side; ++j) sum += input(0, row * side + j) * input(1, j);
    return sum;
  };
  const auto launch_matvec = [=](auto kernel) {
    return [=](Buffers b) { kernel<<<side / THREADS, THREADS>>>(b.out, b.in[0], b.in[1], side, side); };
  };
  const std::int64_t elements = std::int64_t{side} * side;
  const std::int64_t read = 4 * (elements + 2 * side);
  const Group products{"matvec",
                       {elements, side},
                       side,
                       {{"without guard", 0, read, launch_matvec(matvec<false>), product},
                        {"guarded", 1, read, launch_matvec(matvec<true>), product}}};
  described.groups = {copies, products};
  described.judge = judge;
}
