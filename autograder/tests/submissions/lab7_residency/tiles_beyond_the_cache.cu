// Right, but a tile is twice as large as the L2 cache: its rows have gone when the next round wants them (7.4).
#include "residency.cuh"

#include <algorithm>

using std::max;
using std::min;

constexpr int THREADS = 256;
constexpr int LANES = WIDTH / 4;  // threads of a reading
constexpr int EACH = 4;
constexpr int PER_BLOCK = THREADS / LANES * EACH;

// A block takes two of the bursts that begin with a sensor of tile t in one round.
__global__ void calibrate(float* out, const float4* readings, const float* starts, const float4* table, int n,
                          int sensors, int tile, int blocks, int rounds) {
  const int t = blockIdx.x / blocks / rounds;
  const int start = blockIdx.x / blocks % rounds * sensors;
  const int begin = (start + t * tile + BURST - 1) / BURST * BURST;
  const int end = min((start + min((t + 1) * tile, sensors) + BURST - 1) / BURST * BURST, n);
  const int lane = threadIdx.x % LANES;
  const int first = begin + blockIdx.x % blocks * PER_BLOCK + threadIdx.x / LANES;
  float4 reading[EACH] = {};
  float4 row[EACH] = {};
#pragma unroll
  for (int e = 0; e < EACH; ++e) {
    const int i = first + e * (THREADS / LANES);
    if (i >= end) continue;
    const int sensor = sensor_of(i, starts[i / BURST], sensors);
    reading[e] = __ldcs(&readings[LANES * static_cast<size_t>(i) + lane]);
    row[e] = table[LANES * static_cast<size_t>(sensor) + lane];  // @table
  }
#pragma unroll
  for (int e = 0; e < EACH; ++e) {
    const int i = first + e * (THREADS / LANES);
    const float4 a = reading[e], b = row[e];
    float sum = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    for (int distance = LANES / 2; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
    if (lane == 0 && i < end) __stcs(&out[i], sum);
  }
}

void calibrate_best(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  int device = 0, l2 = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, device);
  const int fitting = 2 * (l2 / (WIDTH * static_cast<int>(sizeof(float)))) / PER_BLOCK * PER_BLOCK;
  const int tile = max(PER_BLOCK, min(fitting, (sensors + PER_BLOCK - 1) / PER_BLOCK * PER_BLOCK));
  const int blocks = tile / PER_BLOCK;
  const int rounds = (n + sensors - 1) / sensors;
  const int tiles = (sensors + tile - 1) / tile;
  calibrate<<<tiles * rounds * blocks, THREADS>>>(out, reinterpret_cast<const float4*>(readings), starts,
                                                  reinterpret_cast<const float4*>(table), n, sensors, tile, blocks,
                                                  rounds);
}
