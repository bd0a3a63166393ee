// Lecture 2: a table of distances. p and q have a row of 32 numbers for each object; the distance of two objects is the
// largest difference of their rows. Numbers of rows are multiples of 32, so that no guard hides the idea.
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

constexpr int W = 32;  // numbers in a row, and sides of a block

// Lane l reads row l of q: neighbouring lanes are a whole row apart.
__global__ void plain(float* table, const float* p, const float* q, int columns) {
  const int row = blockIdx.y * W + threadIdx.y, column = blockIdx.x * W + threadIdx.x;
  float most = 0;
  for (int k = 0; k < W; ++k) {
    most = fmaxf(most, fabsf(p[row * W + k] - q[column * W + k]));
  }
  table[row * columns + column] = most;
}

// [warp tile]
// A warp has one threadIdx.y. It brings its own row of p, and no other warp uses that row: __syncwarp() is enough.
__global__ void own_row(float* table, const float* p, const float* q, int columns) {
  __shared__ float a[W][W];
  const int row = blockIdx.y * W + threadIdx.y, column = blockIdx.x * W + threadIdx.x;
  a[threadIdx.y][threadIdx.x] = p[row * W + threadIdx.x];
  __syncwarp();
  float most = 0;
  for (int k = 0; k < W; ++k) {
    most = fmaxf(most, fabsf(a[threadIdx.y][k] - q[column * W + k]));
  }
  table[row * columns + column] = most;
}
// [warp tile]

// [both tiles]
// The rows of q come in coalesced, too, and every warp of the block uses all of them: this needs __syncthreads().
// PITCH is the distance of two rows in shared memory.
template <int PITCH>
__global__ void both(float* table, const float* p, const float* q, int columns) {
  __shared__ float a[W][W], b[W][PITCH];
  const int row = blockIdx.y * W + threadIdx.y, column = blockIdx.x * W + threadIdx.x;
  a[threadIdx.y][threadIdx.x] = p[row * W + threadIdx.x];
  b[threadIdx.y][threadIdx.x] = q[(blockIdx.x * W + threadIdx.y) * W + threadIdx.x];
  __syncthreads();
  float most = 0;
  for (int k = 0; k < W; ++k) {
    most = fmaxf(most, fabsf(a[threadIdx.y][k] - b[threadIdx.x][k]));
  }
  table[row * columns + column] = most;
}
// [both tiles]

int main() {
  const int rows = 64, columns = 96;
  std::vector<float> p(rows * W), q(columns * W);
  for (int i = 0; i < rows * W; ++i) p[i] = (i * 37) % 101;
  for (int i = 0; i < columns * W; ++i) q[i] = (i * 59) % 103;
  float *table, *device_p, *device_q;
  if (cudaMalloc(&table, rows * columns * sizeof(float)) != cudaSuccess ||
      cudaMalloc(&device_p, rows * W * sizeof(float)) != cudaSuccess ||
      cudaMalloc(&device_q, columns * W * sizeof(float)) != cudaSuccess) {
    return 1;
  }
  cudaMemcpy(device_p, p.data(), rows * W * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(device_q, q.data(), columns * W * sizeof(float), cudaMemcpyHostToDevice);

  int wrong = 0;
  const auto compare = [&](const char* name) {
    std::vector<float> found(rows * columns);
    cudaMemcpy(found.data(), table, rows * columns * sizeof(float), cudaMemcpyDeviceToHost);
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < columns; ++c) {
        float most = 0;
        for (int k = 0; k < W; ++k) most = std::max(most, std::fabs(p[r * W + k] - q[c * W + k]));
        wrong += found[r * columns + c] != most;
      }
    }
    std::printf("%s: %d wrong\n", name, wrong);
    cudaMemset(table, 0, rows * columns * sizeof(float));
  };
  const dim3 grid(columns / W, rows / W), block(W, W);
  plain<<<grid, block>>>(table, device_p, device_q, columns);
  compare("plain");
  own_row<<<grid, block>>>(table, device_p, device_q, columns);
  compare("own row in shared memory");
  both<W><<<grid, block>>>(table, device_p, device_q, columns);
  compare("both in shared memory");
  both<W + 1><<<grid, block>>>(table, device_p, device_q, columns);
  compare("padded");
  cudaFree(table);
  cudaFree(device_p);
  cudaFree(device_q);
  return wrong == 0 ? 0 : 1;
}
