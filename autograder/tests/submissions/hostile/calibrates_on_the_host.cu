// The host looks the table up.
#include <vector>

#include "residency.cuh"

void calibrate_ratio(float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
  std::vector<float> r(1ull * n * WIDTH), s(n), t(1ull * sensors * WIDTH);
  cudaMemcpy(r.data(), readings, r.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(s.data(), starts, s.size() * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(t.data(), table, t.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) {
    const int sensor = sensor_of(i, s[i], sensors);
    for (int c = 0; c < WIDTH; ++c) r[1ull * i * WIDTH + c] -= t[1ull * sensor * WIDTH + c];
  }
  cudaMemcpy(out, r.data(), r.size() * sizeof(float), cudaMemcpyHostToDevice);
}
