// Dynamic shared memory is asked for in floats, not in bytes.
#include "matvec.cuh"

template <int N>
__global__ void mvShared(float* y, const float* A, const float* x, int rows, int columns) {
  extern __shared__ float buf[];
  const int r = N * blockIdx.x + threadIdx.x;
  float acc = 0;
  for (int base = 0; base < columns; base += N) {
    const int left = columns - base < N ? columns - base : N;
    if (threadIdx.x < left) buf[threadIdx.x] = x[base + threadIdx.x];
    __syncthreads();
    if (r < rows) {
      const float* a = A + (size_t)r * columns + base;
      for (int j = 0; j != left; ++j) acc += a[j] * buf[j];
    }
    __syncthreads();
  }
  if (r < rows) y[r] = acc;
}

void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {
  constexpr int N = 256;
  mvShared<N><<<(rows + N - 1) / N, N, N>>>(y, A, x, rows, columns);  // @launch
}
