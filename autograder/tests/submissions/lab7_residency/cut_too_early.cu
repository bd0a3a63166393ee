// What is behind the point is cut off before the multiplication.
#include "residency.cuh"
// A warp for each sensor keeps its row in registers, and goes through the rounds.
__global__ void by_sensor(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  const int sensor = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  if (sensor >= sensors) return;
  const float mine = table[(size_t)sensor * WIDTH + lane];
  const int bursts = (n + BURST - 1) / BURST;
  for (long long place = sensor; place < (long long)bursts * BURST; place += sensors) {
    const int burst = place / BURST;
    const int turn = static_cast<int>(starts[burst] + 1) * (BURST / 2);  // @cut
    const int within = (place % BURST - turn + BURST) % BURST;
    const long long i = (long long)burst * BURST + within;
    if (i >= n) continue;
    float v = readings[i * WIDTH + lane] * mine;
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(~0u, v, d);
    if (lane == 0) out[i] = v;
  }
}
void calibrate_best(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  by_sensor<<<(sensors + 7) / 8, 256>>>(out, readings, starts, table, n, sensors);
}
