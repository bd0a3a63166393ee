// The condition asks for n, and places go on to the end of the last burst, so some readings are not done (7.4).
#include "residency.cuh"

__global__ void by_sensor(float* out, const float4* readings, const float* starts, const float4* table, int n,
                          int sensors, int rounds) {
  int lane = threadIdx.x % 8;
  int sensor = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
  float4 row = make_float4(0, 0, 0, 0);
  if (sensor < sensors) row = table[(size_t)sensor * 8 + lane];
  for (int r = 0; r < rounds; r++) {
    int i = n;
    int place = r * sensors + sensor;
    if (sensor < sensors && place < n) {  // @place
      int turn = (int)((starts[place / BURST] + 1) * (BURST / 2));
      i = place / BURST * BURST + (place - turn + BURST) % BURST;
    }
    float sum = 0;
    if (i < n) {
      float4 a = readings[(size_t)i * 8 + lane];
      sum = a.x * row.x + a.y * row.y + a.z * row.z + a.w * row.w;
    }
    for (int d = 4; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffff, sum, d);
    if (lane == 0 && i < n) out[i] = sum;
  }
}

void calibrate_best(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  int places = (n + BURST - 1) / BURST * BURST;
  int rounds = (places + sensors - 1) / sensors;
  by_sensor<<<(sensors * 8 + 255) / 256, 256>>>(out, (const float4*)readings, starts, (const float4*)table, n, sensors,
                                                rounds);
}
