// The remainder of a negative number.
#include "residency.cuh"

__global__ void by_row(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  const int s = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  if (s >= sensors) return;
  const float row = table[(size_t)s * WIDTH + lane];
  const int bursts = (n + BURST - 1) / BURST;
  for (long long place = s; place < (long long)bursts * BURST; place += sensors) {
    const int b = (int)(place / BURST);
    const int turn = (int)((starts[b] + 1) * (BURST / 2));
    const int inside = ((int)(place % BURST) - turn) % BURST;  // @here
    const int i = b * BURST + inside;
    if (i >= n || i < 0) continue;
    float v = readings[(size_t)i * WIDTH + lane] * row;
    for (int d = 16; d; d /= 2) v += __shfl_xor_sync(~0u, v, d);
    if (lane == 0) out[i] = v;
  }
}

void calibrate_best(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  by_row<<<(sensors + 7) / 8, 256>>>(out, readings, starts, table, n, sensors);
}
