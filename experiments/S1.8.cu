// S1.6, S1.8, S1.9: matrix times vector with a thread per row, rows scrambled, x in shared memory, and A and x in
// shared memory. The emulator counts what they would move where nothing is cached.
#include <cuda_runtime.h>

#include <cmath>

#include "matvec.cuh"

using namespace experiment;

namespace {

constexpr const char *one_row = "v1.0, a thread per row", *scrambled = "v1.1, rows scrambled",
                     *x_shared = "v2, x in shared memory", *both_shared = "v3, A and x in shared memory";

// Every row has its turn where `rows` is a multiple of the block that 513 does not divide.
__global__ void v1_1(float* y, const float* A, const float* x, int rows, int columns) {
  const int row = (blockIdx.x * matvec::SIDE + 513 * threadIdx.x) % rows;
  float sum = 0;
  for (int j = 0; j < columns; ++j) sum += A[static_cast<size_t>(row) * columns + j] * x[j];
  y[row] = sum;
}

std::vector<Claim> judge_times(const Results& results) {
  const Speed v2 = speed(results.of(x_shared), results.of(one_row));
  const Speed v3 = speed(results.of(both_shared), results.of(one_row));
  const Speed v1_1 = speed(results.of(one_row), results.of(scrambled));
  const double off = std::abs(v2.ratio - 1);
  return {{"S1.8", "x in shared memory: as fast as v1.0 where loads are cached", text(v2) + " × as fast",
           judged(off < 0.05, off < 0.25)},
          {"S1.9", "A and x in shared memory: up to several times as fast as v1.0", text(v3) + " × as fast",
           judged(v3.ratio >= 2, v3.ratio > 1.02)},
          {"S1.7", "scrambled rows are several times slower", "in order is " + text(v1_1) + " × as fast",
           judged(v1_1.ratio >= 2, v1_1.ratio > 1.02)}};
}

// In v1.0 a warp's step is a request for A and one for x, or two each where half a warp is a request.
std::vector<Claim> judge_counts(const Results& results) {
  const Result& first = results.of(one_row);
  const double words = static_cast<double>(first.bytes) / 4, rows = std::floor(std::sqrt(words));
  const double requests = 32.0 * static_cast<double>(first.counts.load_requests) / (rows * rows);
  const auto fewer = [&](const char* label) {
    return static_cast<double>(first.counts.load_sectors) / static_cast<double>(results.of(label).counts.load_sectors);
  };
  const double v2 = fewer(x_shared), v3 = fewer(both_shared);
  return {{"S1.6", "v1.0 reads 2·N·N words", text("%g requests for each step of 32 threads", requests),
           judged(requests == 2 || requests == 4, false)},
          {"S1.8", "x in shared memory: several times faster than v1.0 where nothing is cached",
           text("%.2f × fewer bytes", v2), judged(v2 >= 2, v2 > 1)},
          {"S1.9", "A and x in shared memory: 10 to 20 times faster than v1.0 where nothing is cached",
           text("%.2f × fewer bytes", v3), judged(v3 >= 10 && v3 <= 20, v3 > 2)}};
}

}  // namespace

void describe_experiment(const Machine& machine, Experiment& described) {
  const int side = machine.is_emulated ? 256 : 16000;
  described.groups = {{"",
                       {std::int64_t{side} * side, side},
                       side,
                       {matvec::square(one_row, 0, side, matvec::v1_0<false>), matvec::square(scrambled, 1, side, v1_1),
                        matvec::square(x_shared, 2, side, matvec::v2<false>),
                        matvec::square(both_shared, 3, side, matvec::v3<false>)}}};
  described.judge = machine.is_emulated ? judge_counts : judge_times;
}
