// Each product takes the place of the one before.
#include "matvec.cuh"

__global__ void forgets_sums(float* y, const float* A, const float* x, int rows, int columns) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows; i += gridDim.x * blockDim.x) {
    const float* mine = A + static_cast<size_t>(i) * columns;
    float total = 0;
    int j = 0;
    while (j < columns) {
      total = fmaf(mine[j], x[j], 0.0f);  // @sum
      ++j;
    }
    y[i] = total;
  }
}

void matvec_rows(float* y, const float* A, const float* x, int rows, int columns) {
  forgets_sums<<<64, 64>>>(y, A, x, rows, columns);
}
