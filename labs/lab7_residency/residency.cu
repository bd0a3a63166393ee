// Lab 7, L2 residency. Fill in the four functions at the end; README.md beside this file explains each part, and
// `./grade explain 7.1` shows what your code asks of memory. residency.cuh says what the functions are given.
#include "residency.cuh"

// The kernel is there. Eight threads do a reading, four of its floats each; a thread does EACH readings, whose loads
// are all under way before the first product is formed. What it does not say is which accesses are the only ones to
// their address.
constexpr int THREADS = 256;
constexpr int LANES = WIDTH / 4;  // threads of a reading
constexpr int EACH = 4;
constexpr int PER_BLOCK = THREADS / LANES * EACH;

__global__ void calibrate(float* __restrict__ out, const float4* __restrict__ readings,
                          const float* __restrict__ starts, const float4* __restrict__ table, int n, int sensors) {
  const int lane = threadIdx.x % LANES;
  const int first = blockIdx.x * PER_BLOCK + threadIdx.x / LANES;
  float4 reading[EACH] = {};
  float4 row[EACH] = {};
#pragma unroll
  for (int e = 0; e < EACH; ++e) {
    const int i = first + e * (THREADS / LANES);
    if (i >= n) continue;
    const int sensor = sensor_of(i, starts[i / BURST], sensors);
    reading[e] = readings[LANES * static_cast<size_t>(i) + lane];
    row[e] = table[LANES * static_cast<size_t>(sensor) + lane];
  }
#pragma unroll
  for (int e = 0; e < EACH; ++e) {
    const int i = first + e * (THREADS / LANES);
    const float4 a = reading[e], b = row[e];
    float sum = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    for (int distance = LANES / 2; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
    if (lane == 0 && i < n) out[i] = sum;
  }
}

// Part 7.1, window: set aside part of the L2 cache, and say that the table is to stay there.
void calibrate_window(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  // TODO
}

// Part 7.2, hit ratio: the same for a table of any size. Ask the device what it has.
void calibrate_ratio(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  // TODO
}

// Part 7.3, no trace: the same, and leave the device as you found it.
void calibrate_no_trace(float* out, const float* readings, const float* starts, const float* table, int n,
                        int sensors) {
  // TODO
}

// Part 7.4, open end: a table that no cache can keep, at the speed of reading everything once.
void calibrate_best(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  // TODO
}
