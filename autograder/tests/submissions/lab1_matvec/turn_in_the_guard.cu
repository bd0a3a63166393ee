// The turn to the other piece is inside the guard of the row, so threads without a row do not take it.
#include "matvec.cuh"

// Part 1.2, x in shared memory: the block loads a piece of x together, then every thread uses all of it.
// Two pieces in turn: while some still use one, others may fill the next, so one barrier in a round will do.
template <int T>
__global__ void x_shared_kernel(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float piece[2][T];
  const int row = blockIdx.x * T + threadIdx.x;
  int now = 0;
  float sum = 0;
  for (int start = 0; start < columns; start += T) {
    const int left = columns - start;
    const int length = left < T ? left : T;
    if (static_cast<int>(threadIdx.x) < length) piece[now][threadIdx.x] = x[start + threadIdx.x];
    __syncthreads();
    if (row < rows) {
      const float* const a = A + static_cast<size_t>(row) * columns + start;
      for (int j = 0; j < length; ++j) sum += a[j] * piece[now][j];
      now = 1 - now;  // @here
    }
  }
  if (row < rows) y[row] = sum;
}

void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {
  constexpr int T = 128;
  x_shared_kernel<T><<<(rows + T - 1) / T, T>>>(y, A, x, rows, columns);
}
