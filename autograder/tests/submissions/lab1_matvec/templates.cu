// Right and fast in another style: templates, dynamic shared memory, __ldg, __restrict__, unsigned arithmetic, launches
// over several lines.
#include <cstddef>

#include "matvec.cuh"

namespace style {

template <typename T>
__host__ __device__ constexpr T ceil_div(T a, T b) {
  return (a + b - 1) / b;
}

// Rows one after the other where there are more rows than threads, which at these launches there are not.
template <typename T>
__global__ void rows_strided(T* __restrict__ y, const T* __restrict__ A, const T* __restrict__ x, unsigned rows,
                             unsigned columns) {
  for (unsigned row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {
    const T* __restrict__ a = A + std::size_t{row} * columns;
    T sum{};
    for (unsigned j = 0; j < columns; ++j) sum += __ldg(&a[j]) * __ldg(&x[j]);
    y[row] = sum;
  }
}

// What is beyond the end of x counts as zero, so that every piece is full; A must not be read there all the same.
template <typename T>
__global__ void staged(T* __restrict__ y, const T* __restrict__ A, const T* __restrict__ x, unsigned rows,
                       unsigned columns) {
  extern __shared__ float piece[];
  const unsigned row = blockIdx.x * blockDim.x + threadIdx.x, thread = threadIdx.x;
  T sum{};
  for (unsigned start = 0; start < columns; start += blockDim.x) {
    if (start > 0) __syncthreads();
    piece[thread] = start + thread < columns ? __ldg(&x[start + thread]) : T{};
    __syncthreads();
    if (row >= rows) continue;
    const T* __restrict__ a = A + std::size_t{row} * columns + start;
    const unsigned length = min(blockDim.x, columns - start);
#pragma unroll 4
    for (unsigned j = 0; j < length; ++j) sum += __ldg(&a[j]) * piece[j];
  }
  if (row < rows) y[row] = sum;
}

template <typename T, unsigned Side, unsigned Pitch>
__global__ void __launch_bounds__(Side)
    tiled(T* __restrict__ y, const T* __restrict__ A, const T* __restrict__ x, unsigned rows, unsigned columns) {
  extern __shared__ float memory[];
  T* const tile = memory;
  T* const piece = memory + Side * Pitch;
  const unsigned top = blockIdx.x * Side, lane = threadIdx.x;
  T sum{};
  for (unsigned start = 0; start < columns; start += Side) {
    const bool is_column = start + lane < columns;
    T of_column[Side];
#pragma unroll
    for (unsigned i = 0; i < Side; ++i) {
      of_column[i] = is_column && top + i < rows ? __ldg(&A[std::size_t{top + i} * columns + start + lane]) : T{};
    }
#pragma unroll
    for (unsigned i = 0; i < Side; ++i) tile[i * Pitch + lane] = of_column[i];
    piece[lane] = is_column ? __ldg(&x[start + lane]) : T{};
    __syncthreads();
#pragma unroll
    for (unsigned j = 0; j < Side; ++j) sum += tile[lane * Pitch + j] * piece[j];
    __syncthreads();
  }
  if (top + lane < rows) y[top + lane] = sum;
}

}  // namespace style

void matvec_rows(float* y, const float* A, const float* x, int rows, int columns) {
  style::rows_strided<float><<<style::ceil_div(rows, 128), 128>>>(y, A, x, rows, columns);
}

void matvec_x_shared(float* y, const float* A, const float* x, int rows, int columns) {
  style::staged<float><<<style::ceil_div(rows, 128),  // a thread for each row
                         128,                         /* four warps */
                         128 * sizeof(float)>>>(y, A, x, rows, columns);
}

void matvec_tiles(float* y, const float* A, const float* x, int rows, int columns) {
  constexpr unsigned side = 32, pitch = side + 1;
  style::tiled<float, side, pitch>
      <<<style::ceil_div<unsigned>(rows, side), side, (side * pitch + side) * sizeof(float)>>>(y, A, x, rows, columns);
}
