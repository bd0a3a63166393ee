// Right and fast without a window: in the order of part 7.4 no row needs to stay in the cache.
#include "residency.cuh"

constexpr int THREADS = 128;
constexpr int LANES = WIDTH / 4;  // threads of a row
constexpr int ROWS = 4;           // of a thread
constexpr int PER_BLOCK = THREADS / LANES * ROWS;

__device__ int reading_at(int place, float start) {
  const int turn = static_cast<int>((start + 1) * (BURST / 2));
  return place / BURST * BURST + (place - turn + BURST) % BURST;
}

__global__ void warps(float* out, const float4* readings, const float* starts, const float4* table, int n,
                      int sensors) {
  const int lane = threadIdx.x % LANES, group = threadIdx.x % 32 / LANES;
  const int base = (blockIdx.x * THREADS + threadIdx.x) / 32 * (4 * ROWS);
  if (base >= sensors) return;  // the whole warp
  float4 row[ROWS] = {};
  for (int k = 0; k < ROWS; ++k) {
    const int sensor = base + 4 * k + group;
    if (sensor < sensors) row[k] = table[LANES * static_cast<size_t>(sensor) + lane];
  }
  const int places = (n + BURST - 1) / BURST * BURST;
  for (int start = base; start < places; start += sensors) {
    float4 reading[ROWS] = {};
    int at[ROWS], mine = n;
    for (int k = 0; k < ROWS; ++k) {
      const int behind = 4 * k + group;
      const bool is_one = base + behind < sensors && start + behind < places;
      at[k] = is_one ? reading_at(start + behind, starts[(start + behind) / BURST]) : n;
      if (at[k] < n) reading[k] = readings[LANES * static_cast<size_t>(at[k]) + lane];
    }
    float total = 0;
    for (int k = 0; k < ROWS; ++k) {
      const float4 a = reading[k], b = row[k];
      float sum = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
      for (int distance = LANES / 2; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
      if (lane == k) {
        total = sum;
        mine = at[k];
      }
    }
    if (mine < n) out[mine] = total;
  }
}

static void launch(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  warps<<<(sensors + PER_BLOCK - 1) / PER_BLOCK, THREADS>>>(out, reinterpret_cast<const float4*>(readings), starts,
                                                            reinterpret_cast<const float4*>(table), n, sensors);
}

void calibrate_window(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  launch(out, readings, starts, table, n, sensors);
}

void calibrate_ratio(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  launch(out, readings, starts, table, n, sensors);
}
