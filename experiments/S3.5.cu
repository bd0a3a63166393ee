// S3.5: transpose step by step (plain, through shared memory, with a padded tile), compared with a copy by equal
// blocks.
#include <cuda_runtime.h>

#include "experiment.cuh"

namespace lab3 {
#include "lab3_transpose/transpose.cu"
}

using namespace experiment;

namespace {

__global__ void copy(float* out, const float* in, int width) {
  const int x = blockIdx.x * lab3::TILE + threadIdx.x;
  for (int j = threadIdx.y; j < lab3::TILE; j += lab3::ROWS) {
    const size_t i = static_cast<size_t>(blockIdx.y * lab3::TILE + j) * width + x;
    out[i] = in[i];
  }
}

std::vector<Claim> judge(const Results& results) {
  const Speed plain = speed(results.of("copy"), results.of("plain"));
  const Speed tiled = speed(results.of("through shared memory"), results.of("plain"));
  const Speed padded = speed(results.of("padded"), results.of("through shared memory"));
  return {{"S3.5", "a copy is up to an order of magnitude faster than the plain transpose", text(plain) + " ×",
           judged(plain.ratio > 8, plain.ratio > 1.02)},
          {"S3.5", "through shared memory more than twice as fast", text(tiled) + " ×",
           judged(tiled.ratio > 2, tiled.ratio > 1.02)},
          {"S3.5", "padded by a column up to 25 % faster again", text(padded) + " ×",
           judged(padded.ratio > 1.02 && padded.ratio<1.3, padded.ratio> 1.02)}};
}

}  // namespace

void describe_experiment(const Machine&, Experiment& described) {
  constexpr int n = 16384;
  constexpr std::int64_t elements = std::int64_t{n} * n;
  Group group{"", {elements}, elements, {}};
  const auto add = [&](const char* label, auto launch, bool is_copy = false) {
    const auto expected = [=](std::int64_t i) { return input(0, is_copy ? i : i % n * n + i / n); };
    group.cases.push_back({label, static_cast<double>(group.cases.size()), 8 * elements, launch, expected});
  };
  const dim3 block(lab3::TILE, lab3::ROWS);
  add(
      "copy", [=](Buffers b) { copy<<<lab3::tiles(n, n), block>>>(b.out, b.in[0], n); }, true);
  add("plain", [=](Buffers b) { lab3::transpose_naive(b.out, b.in[0], n, n); });
  add("through shared memory", [=](Buffers b) { lab3::transpose_tiled(b.out, b.in[0], n, n); });
  add("padded", [=](Buffers b) { lab3::transpose_padded(b.out, b.in[0], n, n); });
  described.groups = {group};
  described.judge = judge;
}
