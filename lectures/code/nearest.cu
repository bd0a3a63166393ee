// Lecture 1: for each of n points the distance to the nearest of m stations; first from global memory alone, then with
// the stations brought into shared memory, piece by piece.
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

constexpr int THREADS = 128;

// Every thread of the grid reads all stations.
__global__ void plain(float* out, const float* point, const float* station, int n, int m) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  if (i >= n) return;
  float nearest = INFINITY;
  for (int j = 0; j < m; ++j) nearest = fminf(nearest, fabsf(point[i] - station[j]));
  out[i] = nearest;
}

// The threads of a block share the reading: each brings one station of every piece.
__global__ void staged(float* out, const float* point, const float* station, int n, int m) {
  __shared__ float piece[THREADS];
  const int i = blockIdx.x * THREADS + threadIdx.x;
  const float own = i < n ? point[i] : 0;  // no return here: this thread has to help, and to arrive at the barriers
  float nearest = INFINITY;
  for (int first = 0; first < m; first += THREADS) {
    // Behind the last station stands one that is infinitely far away.
    piece[threadIdx.x] = first + threadIdx.x < m ? station[first + threadIdx.x] : INFINITY;
    __syncthreads();  // until the whole piece is there
    for (int j = 0; j < THREADS; ++j) nearest = fminf(nearest, fabsf(own - piece[j]));
    __syncthreads();  // until no thread needs this piece any more
  }
  if (i < n) out[i] = nearest;
}

int main() {
  const int n = 1000, m = 300;  // neither is a multiple of the block
  std::vector<float> point(n), station(m);
  for (int i = 0; i < n; ++i) point[i] = (i * 37) % 1000;
  for (int j = 0; j < m; ++j) station[j] = (j * 91) % 1001 + 0.25f;

  float *out, *points, *stations;
  if (cudaMalloc(&out, n * sizeof(float)) != cudaSuccess || cudaMalloc(&points, n * sizeof(float)) != cudaSuccess ||
      cudaMalloc(&stations, m * sizeof(float)) != cudaSuccess) {
    return 1;
  }
  cudaMemcpy(points, point.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(stations, station.data(), m * sizeof(float), cudaMemcpyHostToDevice);

  int wrong = 0;
  const auto compare = [&](const char* name) {
    std::vector<float> found(n);
    cudaMemcpy(found.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) {
      float nearest = INFINITY;
      for (int j = 0; j < m; ++j) nearest = std::min(nearest, std::fabs(point[i] - station[j]));
      wrong += found[i] != nearest;
    }
    std::printf("%s: %d wrong\n", name, wrong);
  };
  const int blocks = (n + THREADS - 1) / THREADS;
  plain<<<blocks, THREADS>>>(out, points, stations, n, m);
  compare("plain");
  cudaMemset(out, 0, n * sizeof(float));
  staged<<<blocks, THREADS>>>(out, points, stations, n, m);
  compare("staged");
  cudaFree(out);
  cudaFree(points);
  cudaFree(stations);
  return wrong == 0 ? 0 : 1;
}
