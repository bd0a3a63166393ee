// Readings of a short burst have places behind n.
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

// Part 7.4, open end: a table that no cache can keep, at the speed of reading everything once.
// Row by row: eight threads keep a row of the table in registers and go through all its readings, EACH at a time.
__global__ void row_by_row(float* __restrict__ out, const float4* __restrict__ readings,
                           const float* __restrict__ starts, const float4* __restrict__ table, int n, int sensors) {
  const int lane = threadIdx.x % LANES;
  const int sensor = blockIdx.x * (THREADS / LANES) + threadIdx.x / LANES;
  if (sensor >= sensors) return;
  const unsigned group = 0xffu << (threadIdx.x % 32 / LANES * LANES);  // the eight lanes of this row
  const float4 b = __ldcs(&table[LANES * static_cast<size_t>(sensor) + lane]);
  const int places = n;  // in round r the sensor has place r * sensors + sensor  // @here

  for (int place = sensor; place < places; place += EACH * sensors) {
    int index[EACH];
    float4 reading[EACH] = {};
#pragma unroll
    for (int e = 0; e < EACH; ++e) {
      const int p = place + e * sensors;
      index[e] = n;
      if (p < places) {
        // A burst's readings are turned by its start: turn them back.
        const int turn = static_cast<int>((starts[p / BURST] + 1) * (BURST / 2));
        index[e] = p / BURST * BURST + (p % BURST + BURST - turn) % BURST;
      }
      if (index[e] < n) reading[e] = __ldcs(&readings[LANES * static_cast<size_t>(index[e]) + lane]);
    }
#pragma unroll
    for (int e = 0; e < EACH; ++e) {
      const float4 a = reading[e];
      float sum = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
      for (int distance = LANES / 2; distance > 0; distance /= 2) sum += __shfl_xor_sync(group, sum, distance);
      if (lane == 0 && index[e] < n) __stcs(&out[index[e]], sum);
    }
  }
}

void calibrate_best(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  constexpr int rows = THREADS / LANES;  // of a block
  row_by_row<<<(sensors + rows - 1) / rows, THREADS>>>(out, reinterpret_cast<const float4*>(readings), starts,
                                                       reinterpret_cast<const float4*>(table), n, sensors);
}
