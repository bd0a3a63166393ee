// (int) comes before the multiplication: what is behind the point of the start is lost.
#include "residency.cuh"

struct Start {
  float burst;
};

__global__ void of_warps(float* out, const float* readings, const Start* starts, const float* table, int n,
                         int sensors) {
  const int sensor = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (sensor >= sensors) return;
  const float own = table[(size_t)sensor * WIDTH + lane];
  const int bursts = (n + BURST - 1) / BURST;
  for (long long place = sensor; place < (long long)bursts * BURST; place += sensors) {
    const int burst = place / BURST;
    const float half = starts[burst].burst + 1;
    const int turn = (int)half * (BURST / 2);  // @cut
    const int within = (place % BURST - turn + BURST) % BURST;
    const long long i = (long long)burst * BURST + within;
    if (i >= n) continue;
    float v = readings[i * WIDTH + lane] * own;
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(~0u, v, d);
    if (lane == 0) out[i] = v;
  }
}

void calibrate_best(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  of_warps<<<(sensors + 7) / 8, 256>>>(out, readings, reinterpret_cast<const Start*>(starts), table, n, sensors);
}
