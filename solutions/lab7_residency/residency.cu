// Lab 7, L2 residency: the reference. 7.1 to 7.3 use the kernel that was handed out, which now says what it uses once.
#include "residency.cuh"

namespace {

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
    reading[e] = __ldcs(&readings[LANES * static_cast<size_t>(i) + lane]);
    row[e] = table[LANES * static_cast<size_t>(sensor) + lane];
  }
#pragma unroll
  for (int e = 0; e < EACH; ++e) {
    const int i = first + e * (THREADS / LANES);
    const float4 a = reading[e], b = row[e];
    float sum = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    for (int distance = LANES / 2; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
    if (lane == 0 && i < n) __stcs(&out[i], sum);
  }
}

int attribute(cudaDeviceAttr name) {
  int device = 0;
  int value = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&value, name, device);
  return value;
}

cudaAccessPolicyWindow window_over(const float* table, size_t bytes, float hit_ratio) {
  cudaAccessPolicyWindow window = {};
  window.base_ptr = const_cast<float*>(table);
  window.num_bytes = bytes;
  window.hitRatio = hit_ratio;
  window.hitProp = cudaAccessPropertyPersisting;
  window.missProp = cudaAccessPropertyStreaming;
  return window;
}

void set_window(const cudaAccessPolicyWindow& window) {
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow = window;
  cudaStreamSetAttribute(cudaStreamLegacy, cudaStreamAttributeAccessPolicyWindow, &value);
}

void launch(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  calibrate<<<(n + PER_BLOCK - 1) / PER_BLOCK, THREADS>>>(out, reinterpret_cast<const float4*>(readings), starts,
                                                          reinterpret_cast<const float4*>(table), n, sensors);
}

// Of a table that is larger than the set-aside part, the share that fits there persists. And not all that could be is
// set aside: it is taken from all else, and the stream needs room to pass by.
void calibrate_with_window(float* out, const float* readings, const float* starts, const float* table, int n,
                           int sensors) {
  const size_t bytes = static_cast<size_t>(sensors) * WIDTH * sizeof(float);
  const size_t widest = attribute(cudaDevAttrMaxAccessPolicyWindowSize);
  const size_t windowed = bytes < widest ? bytes : widest;
  const size_t most = attribute(cudaDevAttrMaxPersistingL2CacheSize) / 4 * 3;
  const size_t aside = windowed < most ? windowed : most;
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, aside);
  set_window(window_over(table, windowed, static_cast<float>(aside) / windowed));
  launch(out, readings, starts, table, n, sensors);
  set_window({});
}

// ---- 7.4 ----

// The loops turned round: a warp keeps 16 rows of the table, each of them in eight lanes, and goes through the rounds.
// In each round all its loads are under way before the first product is formed, and 16 lanes store the sums side by
// side. Nothing needs to stay in a cache, and on an H200 plain loads are faster here than streaming ones.
constexpr int ROWS = 4;                      // of a lane
constexpr int GROUPS = 32 / LANES;           // of a warp
constexpr int WARPS = 4;                     // of a block
constexpr int TILE = WARPS * GROUPS * ROWS;  // rows of a block
constexpr int ROUNDS = 16;                   // of a block

// sensor_of turned round. In round r, sensor s has place r * sensors + s; the reading there is one of the same burst.
__device__ int reading_at(int place, float start) {
  const int turn = static_cast<int>((start + 1) * (BURST / 2));
  return place / BURST * BURST + (place - turn + BURST) % BURST;
}

// Blocks that are neighbours have the same rows and other rounds, so that the L2 cache has the rows for all but one.
__global__ void calibrate_by_rows(float* out, const float4* readings, const float* starts, const float4* table, int n,
                                  int sensors, int places, int blocks_of_a_tile) {
  const int lane = threadIdx.x % LANES;
  const int first_of_warp = blockIdx.x / blocks_of_a_tile * TILE + threadIdx.y * GROUPS * ROWS;
  if (first_of_warp >= sensors) return;
  const int first = first_of_warp + threadIdx.x / LANES;
  float4 row[ROWS] = {};
#pragma unroll
  for (int k = 0; k < ROWS; ++k) {
    const int sensor = first + k * GROUPS;
    if (sensor < sensors) row[k] = table[LANES * static_cast<size_t>(sensor) + lane];
  }
  const int first_round = blockIdx.x % blocks_of_a_tile * ROUNDS;
  const int end = min(places, (first_round + ROUNDS) * sensors);
  for (int start = first_round * sensors; start < end; start += sensors) {
    int i[ROWS];
    float4 reading[ROWS] = {};
#pragma unroll
    for (int k = 0; k < ROWS; ++k) {
      const int sensor = first + k * GROUPS, place = start + sensor;
      // The last burst may be short: some of its places have no reading.
      i[k] = sensor < sensors && place < places ? reading_at(place, starts[place / BURST]) : n;
      if (i[k] < n) reading[k] = readings[LANES * static_cast<size_t>(i[k]) + lane];
    }
    float mine = 0;
    int at = n;
    for (int k = 0; k < ROWS; ++k) {
      const float4 a = reading[k], b = row[k];
      float sum = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
      for (int distance = LANES / 2; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
      if (lane != k) continue;
      mine = sum;
      at = i[k];
    }
    if (at < n) out[at] = mine;
  }
}

// What no order of the work can beat: everything read once, in the order of memory, and as much written.
__global__ void use_once(float* __restrict__ out, const float4* __restrict__ readings, const float4* __restrict__ table,
                         int n, int sensors) {
  const size_t first = static_cast<size_t>(blockIdx.x) * (EACH * THREADS) + threadIdx.x;
  const size_t of_readings = LANES * static_cast<size_t>(n);
  const size_t all = of_readings + LANES * static_cast<size_t>(sensors);
  float4 value[EACH] = {};
#pragma unroll
  for (int r = 0; r < EACH; ++r) {
    const size_t i = first + r * THREADS;
    if (i < all) value[r] = i < of_readings ? readings[i] : table[i - of_readings];
  }
#pragma unroll
  for (int r = 0; r < EACH; ++r) {
    const size_t i = first + r * THREADS;
    float sum = value[r].x + value[r].y + value[r].z + value[r].w;
    for (int distance = LANES / 2; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
    if (i % LANES == 0 && i < of_readings) out[i / LANES] = sum;
  }
}

}  // namespace

void calibrate_window(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  const size_t bytes = static_cast<size_t>(sensors) * WIDTH * sizeof(float);
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, bytes);
  set_window(window_over(table, bytes, 1));
  launch(out, readings, starts, table, n, sensors);
  set_window({});
}

void calibrate_ratio(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  calibrate_with_window(out, readings, starts, table, n, sensors);
}

void calibrate_no_trace(float* out, const float* readings, const float* starts, const float* table, int n,
                        int sensors) {
  size_t before = 0;
  cudaDeviceGetLimit(&before, cudaLimitPersistingL2CacheSize);
  calibrate_with_window(out, readings, starts, table, n, sensors);
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, before);  // waits for the kernel
  cudaCtxResetPersistingL2Cache();
}

void calibrate_best(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  const int places = (n + BURST - 1) / BURST * BURST;
  const int rounds = (places + sensors - 1) / sensors;
  const int tiles = (sensors + TILE - 1) / TILE;
  const int blocks_of_a_tile = (rounds + ROUNDS - 1) / ROUNDS;
  calibrate_by_rows<<<tiles * blocks_of_a_tile, dim3(32, WARPS)>>>(out, reinterpret_cast<const float4*>(readings),
                                                                   starts, reinterpret_cast<const float4*>(table), n,
                                                                   sensors, places, blocks_of_a_tile);
}

// The bound of part 7.4, for the grader.
extern "C" void calibrate_everything_once(float* out, const float* readings, const float* /*starts*/,
                                          const float* table, int n, int sensors) {
  const size_t all = LANES * (static_cast<size_t>(n) + sensors);
  use_once<<<(all + EACH * THREADS - 1) / (EACH * THREADS), THREADS>>>(
      out, reinterpret_cast<const float4*>(readings), reinterpret_cast<const float4*>(table), n, sensors);
}
