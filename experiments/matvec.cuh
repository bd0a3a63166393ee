// Matrix times vector, a thread per row, as the source's versions 1.0, 2 and 3 (S1.6, S1.8, S1.9), with the barrier at
// the end of the loop over tiles that its listings lack. With guards for any size, or without them for multiples of the
// block. For the experiments that compare these kernels.
#pragma once

#include "experiment.cuh"

namespace matvec {

constexpr int SIDE = 32;  // threads of a block, and sides of a tile: the source's BLOCK_SIZE

template <bool GUARDED>
__global__ void v1_0(float* y, const float* A, const float* x, int rows, int columns) {
  const int row = blockIdx.x * SIDE + threadIdx.x;
  if (GUARDED && row >= rows) return;
  float sum = 0;
  for (int j = 0; j < columns; ++j) sum += A[static_cast<size_t>(row) * columns + j] * x[j];
  y[row] = sum;
}

template <bool GUARDED>
__global__ void v2(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float piece[SIDE];
  const int row = blockIdx.x * SIDE + threadIdx.x, t = threadIdx.x;
  float sum = 0;
  for (int start = 0; start < columns; start += SIDE) {
    if (!GUARDED || start + t < columns) piece[t] = x[start + t];
    __syncthreads();
    for (int j = 0; j < SIDE; ++j) {
      if (!GUARDED || (row < rows && start + j < columns)) {
        sum += A[static_cast<size_t>(row) * columns + start + j] * piece[j];
      }
    }
    __syncthreads();
  }
  if (!GUARDED || row < rows) y[row] = sum;
}

template <bool GUARDED>
__global__ void v3(float* y, const float* A, const float* x, int rows, int columns) {
  __shared__ float tile[SIDE][SIDE], piece[SIDE];
  const int first_row = blockIdx.x * SIDE, t = threadIdx.x;
  float sum = 0;
  for (int start = 0; start < columns; start += SIDE) {
    if (!GUARDED || start + t < columns) piece[t] = x[start + t];
    for (int i = 0; i < SIDE; ++i) {
      if (!GUARDED || (first_row + i < rows && start + t < columns)) {
        tile[i][t] = A[static_cast<size_t>(first_row + i) * columns + start + t];
      }
    }
    __syncthreads();
    for (int j = 0; j < SIDE; ++j) {
      if (!GUARDED || (first_row + t < rows && start + j < columns)) sum += tile[t][j] * piece[j];
    }
    __syncthreads();
  }
  if (!GUARDED || first_row + t < rows) y[first_row + t] = sum;
}

/// A square matrix of inputs 0, times a vector of inputs 1; `side` is a multiple of SIDE.
template <class Kernel>
experiment::Case square(const char* label, double x, int side, Kernel kernel) {
  // No <<<…>>>: the emulator does not translate included files.
  const auto launch = [=](experiment::Buffers b) {
    cudaLaunchConfig_t shape{};
    shape.gridDim = dim3(side / SIDE);
    shape.blockDim = dim3(SIDE);
    cudaLaunchKernelEx(&shape, kernel, b.out, b.in[0], b.in[1], side, side);
  };
  const auto product = [=](std::int64_t row) {
    float sum = 0;
    for (int j = 0; j < side; ++j) sum += experiment::input(0, row * side + j) * experiment::input(1, j);
    return sum;
  };
  return {label, x, 4 * (std::int64_t{side} * side + 2 * side), launch, product};
}

}  // namespace matvec
