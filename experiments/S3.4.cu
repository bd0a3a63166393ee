// S3.4: a copy of 2048² floats in blocks of 16 × 16: aligned, offset by one, and with strides from 2 to 32.
#include <cuda_runtime.h>

#include <algorithm>

#include "experiment.cuh"

using namespace experiment;

namespace {

constexpr int SIDE = 16;  // side of a block

// Neighbouring threads are `stride` elements apart and wrap around the row until every element has a thread.
__global__ void copy(float* out, const float* in, int width, int offset, int stride) {
  const int x = blockIdx.x * SIDE + threadIdx.x;
  const int y = blockIdx.y * SIDE + threadIdx.y;
  const int column = x * stride % width + x * stride / width;
  const int i = y * width + column + offset;
  out[i] = in[i];
}

std::vector<Claim> judge_times(const Results& results) {
  const Speed offset = speed(results.of("offset by one"), results.of("aligned"));
  double slowest = 1, previous = 1;
  bool is_falling = true;
  for (const int stride : {2, 4, 8, 16, 32}) {
    const double share = speed(results.of(text("stride %d", stride)), results.of("aligned")).ratio;
    if (share > 1.02 * previous) is_falling = false;
    slowest = std::min(slowest, share);
    previous = share;
  }
  return {{"S3.4", "offset by one: less than half the speed", text(offset) + " of it",
           judged(offset.ratio < 0.5, offset.ratio < 0.98)},
          {"S3.4", "the larger the stride the worse, up to an order of magnitude",
           text("down to %.2f of the aligned speed%s", slowest, is_falling ? "" : ", but not with every step"),
           judged(is_falling && slowest < 0.12, slowest < 0.98)}};
}

// Compares bytes moved, not sectors per load: on GPUs of 2008 a request is half a warp.
std::vector<Claim> judge_counts(const Results& results) {
  const auto times = [&](const std::string& label) {
    const auto sectors = [&](const std::string& of) {
      const Counts& counts = results.of(of).counts;
      return static_cast<double>(counts.load_sectors + counts.store_sectors);
    };
    return sectors(label) / sectors("aligned");
  };
  const double offset = times("offset by one"), most = times("stride 32");
  return {{"S3.4", "offset by one: less than half the speed", text("%.2f × the bytes, if nothing is cached", offset),
           judged(offset > 2, offset > 1)},
          {"S3.4", "the larger the stride the worse, up to an order of magnitude",
           text("%.2f × the bytes at stride 2, %.2f × at 32", times("stride 2"), most),
           judged(most >= 8 && most >= times("stride 2"), most > 1)}};
}

}  // namespace

void describe_experiment(const Machine& machine, Experiment& described) {
  const int width = machine.is_emulated ? 512 : 2048;
  const int n = width * width;
  Group group{"", {n + 1}, n + 1, {}};
  const auto add = [&](const std::string& label, int offset, int stride) {
    group.cases.push_back({label, static_cast<double>(group.cases.size()), std::int64_t{8} * n,
                           [=](Buffers b) {
                             copy<<<dim3(width / SIDE, width / SIDE), dim3(SIDE, SIDE)>>>(b.out, b.in[0], width, offset,
                                                                                          stride);
                           },
                           [=](std::int64_t i) { return i < offset || i >= n + offset ? untouched : input(0, i); }});
  };
  add("aligned", 0, 1);
  add("offset by one", 1, 1);
  for (const int stride : {2, 4, 8, 16, 32}) add(text("stride %d", stride), 0, stride);
  described.groups = {group};
  described.judge = machine.is_emulated ? judge_counts : judge_times;
}
