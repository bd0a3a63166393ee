// Everything is brought to the host, added up there, and taken back.
#include <vector>

#include "matvec.cuh"

void matvec_rows(float* y, const float* A, const float* x, int rows, int columns) {
  std::vector<float> a(1ull * rows * columns), v(columns), sums(rows);
  cudaMemcpy(a.data(), A, a.size() * sizeof(float), cudaMemcpyDeviceToHost);  // @copy
  cudaMemcpy(v.data(), x, v.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) sums[r] += a[1ull * r * columns + c] * v[c];
  }
  cudaMemcpy(y, sums.data(), sums.size() * sizeof(float), cudaMemcpyHostToDevice);
}
