// A pointer to doubles goes on by as many doubles as the rows have bytes.
#include "banks.cuh"
constexpr int T = 64;
__global__ void maxima(double* out, const double* in, int rows, int columns, int pitch) {
  extern __shared__ double piece[];
  const size_t start = (size_t)blockIdx.x * T * columns;
  const int here = rows - blockIdx.x * T < T ? rows - blockIdx.x * T : T;
  for (int i = threadIdx.x; i < here * columns; i += T) {
    const int r = i / columns;
    piece[r * pitch + (i - r * columns)] = in[start + i];
  }
  __syncthreads();
  if (threadIdx.x < here) {
    double* mine = piece + threadIdx.x * pitch * sizeof(double);  // @row
    double top = mine[0];
    for (int k = 1; k < columns; ++k) {
      if (mine[k] > top) top = mine[k];
      mine[k] = top;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < here * columns; i += T) out[start + i] = piece[i / columns * pitch + i % columns];
}
void running_maxima(double* out, const double* in, int rows, int columns) {
  const int pitch = columns | 1;
  maxima<<<(rows + T - 1) / T, T, T * pitch * sizeof(double)>>>(out, in, rows, columns, pitch);
}
