// S5.6: rows whose width is not a multiple of 32, stored without gaps and with a pitch.
#include <cuda_runtime.h>

#include "experiment.cuh"

using namespace experiment;

namespace {

constexpr int width = 1001, pitch = 1024;  // floats; cudaMallocPitch would choose this pitch

// A warp stays in one row and begins at a column that is a multiple of 32.
__global__ void copy_rows(float* out, const float* in, int floats_apart, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const size_t i = static_cast<size_t>(y) * floats_apart + x;
  out[i] = in[i];
}

// Every row of a pitched image begins at a multiple of 16 bytes; the padding after it may be read.
__global__ void copy_rows_by_four(float* out, const float* in, int floats_apart, int height) {
  const int x = 4 * (blockIdx.x * blockDim.x + threadIdx.x), y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const size_t i = static_cast<size_t>(y) * floats_apart + x;
  const float4 four = *reinterpret_cast<const float4*>(in + i);
  if (x + 3 < width) {
    *reinterpret_cast<float4*>(out + i) = four;
    return;
  }
  out[i] = four.x;
  if (x + 1 < width) out[i + 1] = four.y;
  if (x + 2 < width) out[i + 2] = four.z;
}

// One thread per pixel: it reads the pixel and its neighbours in the rows above and below.
__global__ void three_rows(float* out, const float* in, int floats_apart, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const size_t i = static_cast<size_t>(y) * floats_apart + x;
  float sum = in[i];
  if (y > 0) sum += in[i - floats_apart];
  if (y < height - 1) sum += in[i + floats_apart];
  out[i] = sum;
}

std::vector<Claim> judge_times(const Results& results) {
  const auto claim = [&](const char* group, const char* claimed, const char* with, const char* without) {
    const Speed gain = speed(results.of(with, group), results.of(without, group));
    return Claim{"S5.6", claimed, text(gain) + " ×", judged(gain.ratio > 1.05, gain.ratio > 1.01)};
  };
  return {claim("copy", "copying rows is faster with a pitch", "pitch", "no pitch"),
          claim("copy", "and faster still by float4, which the pitch allows", "pitch, float4", "pitch"),
          claim("three rows", "reading three rows at a time is faster with a pitch", "pitch", "no pitch")};
}

// Rows of 1001 floats begin at all multiples of 4 bytes alternately: one in eight at the start of a sector.
std::vector<Claim> judge_counts(const Results& results) {
  const double with = results.of("pitch", "copy").loads(), without = results.of("no pitch", "copy").loads();
  return {{"S5.6", "with a pitch a request is 4 sectors, without one mostly 5",
           text("%.2f, and %.2f without", with, without), judged(with < 4 && without > 4.5, with < without)}};
}

}  // namespace

void describe_experiment(const Machine& machine, Experiment& described) {
  const int height = machine.is_emulated ? 64 : 65536;
  const std::int64_t floats = std::int64_t{pitch} * height;
  const dim3 block(32, 8), grid((width + 31) / 32, height / 8), by_four((width + 127) / 128, height / 8);
  const auto add = [&](Group& group, const char* label, auto kernel, dim3 blocks, int apart, bool sums) {
    const auto launch = [=](Buffers b) { kernel<<<blocks, block>>>(b.out, b.in[0], apart, height); };
    const auto expected = [=](std::int64_t i) {
      const std::int64_t y = i / apart;
      if (i % apart >= width || y >= height) return untouched;
      float value = input(0, i);
      if (sums && y > 0) value += input(0, i - apart);
      if (sums && y < height - 1) value += input(0, i + apart);
      return value;
    };
    const std::int64_t bytes = std::int64_t{8} * width * height;
    group.cases.push_back({label, static_cast<double>(group.cases.size()), bytes, launch, expected});
  };
  Group copy{"copy", {floats}, floats, {}};
  add(copy, "no pitch", copy_rows, grid, width, false);
  add(copy, "pitch", copy_rows, grid, pitch, false);
  add(copy, "pitch, float4", copy_rows_by_four, by_four, pitch, false);
  Group rows{"three rows", {floats}, floats, {}};
  add(rows, "no pitch", three_rows, grid, width, true);
  add(rows, "pitch", three_rows, grid, pitch, true);
  described.groups = {copy, rows};
  described.judge = machine.is_emulated ? judge_counts : judge_times;
  described.notes = {"the source gives no number: 5 % or more is taken for faster"};
}
