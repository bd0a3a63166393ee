// The second barrier is that of a warp; the piece is read by the whole block.
#include "matvec.cuh"

template <int THREADS>
__global__ void piece_kernel(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float piece[THREADS];
  const int me = threadIdx.x;
  const int row = blockIdx.x * THREADS + me;
  float sum = 0.0f;
  for (int start = 0; start < columns; start += THREADS) {
    const int length = min(THREADS, columns - start);
    if (me < length) piece[me] = x[start + me];
    __syncthreads();
    if (row < rows) {
      const float* a = A + (size_t)row * columns + start;
      for (int j = 0; j < length; ++j) sum += a[j] * piece[j];
    }
    __syncwarp();  // @change
  }
  if (row < rows) y[row] = sum;
}

void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {
  piece_kernel<128><<<(rows + 127) / 128, 128>>>(y, A, x, rows, columns);
}
