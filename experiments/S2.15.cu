// S2.15: many small copies to the device, beside one copy of the same bytes that the host puts together first.
// S2.17: the time of one small copy from pinned and from pageable memory.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "experiment.cuh"

using namespace experiment;

namespace {

constexpr int PIECES = 256, PIECE = 64;  // floats: pieces of 256 bytes
constexpr int GAP = 16 * PIECE;          // from one piece to the next on the host
constexpr int MOST_SMALL = 1 << 14;      // floats: 64 KiB
constexpr int ALL_SMALL = 1 << 20;       // floats of a buffer that small copies are taken from

void one_by_one(Buffers buffers) {
  for (int piece = 0; piece < PIECES; ++piece) {
    cudaMemcpyAsync(buffers.out + piece * PIECE, buffers.in[0] + piece * GAP, PIECE * sizeof(float),
                    cudaMemcpyHostToDevice, nullptr);
  }
}

void put_together(Buffers buffers) {
  static float* const staged = [] {
    float* memory = nullptr;
    cudaMallocHost(&memory, PIECES * PIECE * sizeof(float));
    return memory;
  }();
  for (int piece = 0; piece < PIECES; ++piece) {
    std::memcpy(staged + piece * PIECE, buffers.in[0] + piece * GAP, PIECE * sizeof(float));
  }
  cudaMemcpyAsync(buffers.out, staged, PIECES * PIECE * sizeof(float), cudaMemcpyHostToDevice, nullptr);
}

/// One call that copies rows with a gap between them.
void as_rows(Buffers buffers) {
  cudaMemcpy2DAsync(buffers.out, PIECE * sizeof(float), buffers.in[0], GAP * sizeof(float), PIECE * sizeof(float),
                    PIECES, cudaMemcpyHostToDevice, nullptr);
}

const float* pageable() {
  static const std::vector<float> memory = [] {
    std::vector<float> filled(MOST_SMALL);
    for (int i = 0; i < MOST_SMALL; ++i) filled[i] = input(0, i);
    return filled;
  }();
  return memory.data();
}

std::string bytes_of(int floats) {
  return floats < 256 ? text("%d bytes", 4 * floats) : text("%d KiB", 4 * floats / 1024);
}

std::vector<Claim> judge(const Results& results) {
  const Speed together = speed(results.of("put together", "256 pieces"), results.of("one by one", "256 pieces"));
  const Speed rows = speed(results.of("one 2-D copy", "256 pieces"), results.of("one by one", "256 pieces"));
  double least = 1e9, most = 0;
  for (const int floats : {1, 256, 4096, MOST_SMALL}) {
    const std::string group = bytes_of(floats);
    const double ratio = speed(results.of("pinned", group), results.of("pageable", group)).ratio;
    least = std::min(least, ratio);
    most = std::max(most, ratio);
  }
  const double shortest = results.of("pinned", bytes_of(1)).microseconds_a_step();
  return {{"S2.15", "256 copies of 256 bytes are slower than putting the bytes together and one copy",
           text("together is %s × as fast", text(together).c_str()), judged(together.ratio > 2, together.ratio > 1.05)},
          {"S2.15", "(not claimed) one 2-D copy does the same without the host's work",
           text("%s × as fast as one by one", text(rows).c_str()), judged(rows.ratio > 2, rows.ratio > 1.05)},
          {"S2.17", "a small copy from pinned memory takes less time than one from pageable memory",
           text("%.2f to %.2f × as fast, from 4 bytes to 64 KiB; 4 bytes take %.1f µs", least, most, shortest),
           judged(least > 1.05, most > 1.05)}};
}

}  // namespace

void describe_experiment(const Machine& /*machine*/, Experiment& described) {
  const auto pieces = [](std::int64_t index) { return input(0, index / PIECE * GAP + index % PIECE); };
  // Bytes say only how many buffers take turns: the time of a launch is what is shown.
  const std::int64_t bytes = 4LL * PIECES * GAP;
  described.groups.push_back({"256 pieces",
                              {PIECES * GAP},
                              PIECES * PIECE,
                              {{"one by one", 0, bytes, one_by_one, pieces, 1},
                               {"put together", 0, bytes, put_together, pieces, 1},
                               {"one 2-D copy", 0, bytes, as_rows, pieces, 1}},
                              Where::pinned,
                              Where::device,
                              0,
                              true});
  for (const int floats : {1, 256, 4096, MOST_SMALL}) {
    const auto from_pinned = [=](Buffers b) { cudaMemcpy(b.out, b.in[0], floats * sizeof(float), cudaMemcpyDefault); };
    const auto from_pageable = [=](Buffers b) {
      cudaMemcpy(b.out, pageable(), floats * sizeof(float), cudaMemcpyDefault);
    };
    const auto same = [=](std::int64_t index) { return index < floats ? input(0, index) : untouched; };
    const std::int64_t whole = 4LL * ALL_SMALL;
    described.groups.push_back(
        {bytes_of(floats),
         {floats},
         floats,
         {{"pinned", 0, whole, from_pinned, same, 1}, {"pageable", 0, whole, from_pageable, same, 1}},
         Where::pinned,
         Where::device,
         0,
         true});
  }
  described.judge = judge;
}
