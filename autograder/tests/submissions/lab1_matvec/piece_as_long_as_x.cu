// The length of a piece does not leave out what is done already (1.2).
#include "matvec.cuh"

// Part 1.2, x in shared memory: the block loads a piece of x together, then every thread uses all of it.
template <int CHUNK>
__global__ void x_by_chunks(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float px[CHUNK];
  const int t = threadIdx.x;
  const int r = blockIdx.x * CHUNK + t;
  const bool mine = r < rows;
  const float* a = A + (mine ? static_cast<size_t>(r) * columns : 0);
  float acc = 0.0f;
  int done = 0;
  while (done < columns) {
    const int len = columns < CHUNK ? columns : CHUNK;  // @length
    if (t < len) px[t] = x[done + t];
    __syncthreads();
    if (mine) {
      for (int k = 0; k < len; ++k) acc += a[done + k] * px[k];
    }
    __syncthreads();
    done += len;
  }
  if (mine) y[r] = acc;
}

void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {
  constexpr int N = 128;
  x_by_chunks<N><<<(rows - 1) / N + 1, N>>>(y, A, x, rows, columns);
}
