// The pitch is columns + 1, which is even where the number of columns is odd; a pointer walks along a row.
#include "banks.cuh"

template <typename T>
__global__ void maxima_kernel(T* out, const T* in, int rows, int columns) {
  extern __shared__ double raw[];
  T* piece = reinterpret_cast<T*>(raw);
  const int pitch = columns + 1;  // @here
  const int first = blockIdx.x * blockDim.x;
  const int here = min(rows - first, (int)blockDim.x);
  for (int e = threadIdx.x; e < here * columns; e += blockDim.x)
    piece[e / columns * pitch + e % columns] = in[(size_t)first * columns + e];
  __syncthreads();
  if (threadIdx.x < here) {
    T* row = piece + threadIdx.x * pitch;
    T most = row[0];
    for (int k = 1; k < columns; ++k) {
      most = row[k] > most ? row[k] : most;
      row[k] = most;
    }
  }
  __syncthreads();
  for (int e = threadIdx.x; e < here * columns; e += blockDim.x)
    out[(size_t)first * columns + e] = piece[e / columns * pitch + e % columns];
}

void running_maxima(double* out, const double* in, int rows, int columns) {
  const int threads = 64;
  maxima_kernel<double>
      <<<(rows + threads - 1) / threads, threads, threads*(columns + 1) * sizeof(double)>>>(out, in, rows, columns);
}
