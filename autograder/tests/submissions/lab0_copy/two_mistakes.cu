// A guard that lets one thread too many through, and z gets the value of y.
#include "copy.cuh"

struct Point {
  float x, y, z;
};

__global__ void pull_apart(float* xs, float* ys, float* zs, const Point* p, int count) {
  __shared__ Point mine[192];
  const int id = blockIdx.x * 192 + threadIdx.x;
  const float* flat = &p[blockIdx.x * 192].x;
  float* to = &mine[0].x;
  const int here = min(192, count - static_cast<int>(blockIdx.x) * 192);
  for (int k = threadIdx.x; k < here * 3; k += 192) to[k] = flat[k];
  __syncthreads();
  if (id <= count) {  // @guard
    xs[id] = mine[threadIdx.x].x;
    ys[id] = mine[threadIdx.x].y;
    zs[id] = mine[threadIdx.x].y;
  }
}

void split_points(float* x, float* y, float* z, const float* points, int n) {
  pull_apart<<<(n + 191) / 192, 192>>>(x, y, z, reinterpret_cast<const Point*>(points), n);
}
