// There are as many places as readings, and a last, short burst has more (7.4).
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
// Loops turned round: eight lanes keep ROWS rows of the table in registers and take them through the rounds.
constexpr int ROWS = 4;             // of the table, in a lane's registers
constexpr int GROUPS = 32 / LANES;  // of eight lanes, in a warp
constexpr int WARPS_HERE = 4;       // in a block
constexpr int TILE = WARPS_HERE * GROUPS * ROWS;
constexpr int ROUNDS = 16;  // of a block

__device__ int reading_of_place(int place, float start) {
  const int turn = static_cast<int>((start + 1) * (BURST / 2));
  const int burst = place / BURST;
  return burst * BURST + (place + BURST - turn) % BURST;
}

__global__ void by_rows(float* out, const float4* readings, const float* starts, const float4* table, int n,
                        int sensors, int places, int blocks_per_tile) {
  const int lane = threadIdx.x % LANES;
  const int warp_first = (blockIdx.x / blocks_per_tile) * TILE + threadIdx.y * (GROUPS * ROWS);
  if (warp_first >= sensors) return;  // all 32 lanes
  const int first = warp_first + threadIdx.x / LANES;

  float4 row[ROWS] = {};
#pragma unroll
  for (int k = 0; k < ROWS; ++k) {
    const int s = first + k * GROUPS;
    if (s < sensors) row[k] = table[static_cast<size_t>(s) * LANES + lane];
  }

  const int begin_round = (blockIdx.x % blocks_per_tile) * ROUNDS;
  for (int r = begin_round; r < begin_round + ROUNDS; ++r) {
    const long long begin = static_cast<long long>(r) * sensors;
    if (begin >= places) break;
    int index[ROWS];
    float4 value[ROWS] = {};
#pragma unroll
    for (int k = 0; k < ROWS; ++k) {
      const int s = first + k * GROUPS;
      const long long place = begin + s;
      index[k] = n;
      if (s < sensors && place < places) {
        const int p = static_cast<int>(place);
        index[k] = reading_of_place(p, starts[p / BURST]);
      }
      if (index[k] < n) value[k] = readings[static_cast<size_t>(index[k]) * LANES + lane];
    }
    float result = 0;
    int target = n;
#pragma unroll
    for (int k = 0; k < ROWS; ++k) {
      float dot = value[k].x * row[k].x + value[k].y * row[k].y + value[k].z * row[k].z + value[k].w * row[k].w;
      for (int d = LANES / 2; d > 0; d /= 2) dot += __shfl_xor_sync(~0u, dot, d);
      if (lane == k) {
        result = dot;
        target = index[k];
      }
    }
    if (target < n) out[target] = result;
  }
}

void calibrate_best(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  const int places = n;  // @places
  const int rounds = (places - 1) / sensors + 1;
  const int tiles = (sensors - 1) / TILE + 1;
  const int blocks_per_tile = (rounds - 1) / ROUNDS + 1;
  by_rows<<<tiles * blocks_per_tile, dim3(32, WARPS_HERE)>>>(out, reinterpret_cast<const float4*>(readings), starts,
                                                             reinterpret_cast<const float4*>(table), n, sensors, places,
                                                             blocks_per_tile);
}
