// S3.7: the transpose with blocks in Cartesian and in diagonal order, for sizes that are multiples of 512 and others;
// and the cost of bank conflicts where the order of blocks costs nothing.
#include <cuda_runtime.h>

#include <algorithm>

#include "experiment.cuh"

namespace lab3 {
#include "lab3_transpose/transpose.cu"
}

using namespace experiment;

namespace {

constexpr int SIZES[] = {14336, 14400, 14592, 14848, 14944, 15104, 15360, 15488, 15616, 15872, 16000, 16128, 16384};

std::string label(int n) { return text("%d × %d", n, n); }

constexpr const char* CARTESIAN = "Cartesian, padded";
constexpr const char* DIAGONAL = "diagonal, padded";
constexpr const char* CONFLICTS = "diagonal, not padded";

/// GB/s of the slowest size ÷ GB/s of the fastest size.
double flatness(const Results& results, const char* order) {
  double least = 1e9, most = 0;
  for (const int n : SIZES) {
    const double gbps = results.of(order, label(n)).gbps();
    least = std::min(least, gbps);
    most = std::max(most, gbps);
  }
  return least / most;
}

std::vector<Claim> judge(const Results& results) {
  double least = 1e9, most = 0, padded_gains = 0;
  for (const int n : SIZES) {
    const double gain = speed(results.of(DIAGONAL, label(n)), results.of(CARTESIAN, label(n))).ratio;
    if (n % 512 == 0) {
      least = std::min(least, gain);
      most = std::max(most, gain);
    }
    padded_gains =
        std::max(padded_gains, 1 - speed(results.of(CONFLICTS, label(n)), results.of(DIAGONAL, label(n))).ratio);
  }
  const double flat = flatness(results, DIAGONAL), before = flatness(results, CARTESIAN);
  return {{"S3.7", "at multiples of 512, diagonal order restores the bandwidth",
           text("%.3f to %.3f × that of Cartesian order", least, most), judged(least > 1.5, least > 1.02)},
          {"S3.7", "and makes it almost flat over sizes",
           text("the slowest size %.2f of the fastest one; in Cartesian order %.2f", flat, before),
           judged(flat > 0.9 && flat > before, flat > before)},
          {"S3.7", "bank conflicts then cost 23 %", text("up to %.0f %%", 100 * padded_gains),
           judged(padded_gains > 0.18 && padded_gains<0.28, padded_gains> 0.02)}};
}

Group group_of(int n) {
  const std::int64_t elements = std::int64_t{n} * n;
  Group group{label(n), {elements}, elements, {}};
  const auto add = [&](const char* name, auto launch) {
    const auto expected = [=](std::int64_t i) { return input(0, i % n * n + i / n); };
    group.cases.push_back({name, static_cast<double>(group.cases.size()), 8 * elements, launch, expected});
  };
  add(CARTESIAN, [=](Buffers b) { lab3::transpose_padded(b.out, b.in[0], n, n); });
  add(DIAGONAL, [=](Buffers b) { lab3::transpose_diagonal(b.out, b.in[0], n, n); });
  add(CONFLICTS, [=](Buffers b) {
    const dim3 block(lab3::TILE, lab3::ROWS);
    lab3::through_tile<lab3::TILE, true><<<lab3::tiles(n, n), block>>>(b.out, b.in[0], n, n);
  });
  return group;
}

}  // namespace

void describe_experiment(const Machine&, Experiment& described) {
  for (const int n : SIZES) described.groups.push_back(group_of(n));
  described.judge = judge;
}
