// Threads without a row load no element of x, which other threads need.
#include "matvec.cuh"

template <int N>
__global__ void shared_x(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float part[N];
  int r = blockIdx.x * N + threadIdx.x;
  float acc = 0.0f;
  for (int begin = 0; begin < columns; begin += N) {
    int len = columns - begin < N ? columns - begin : N;
    if (r < rows) part[threadIdx.x] = begin + threadIdx.x < columns ? x[begin + threadIdx.x] : 0.0f;  // @here
    __syncthreads();
    if (r < rows) {
      const float* a = &A[(size_t)r * columns + begin];
      for (int k = 0; k < len; k++) acc += a[k] * part[k];
    }
    __syncthreads();
  }
  if (r < rows) y[r] = acc;
}

void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {
  shared_x<128><<<(rows + 127) / 128, 128>>>(y, A, x, rows, columns);
}
