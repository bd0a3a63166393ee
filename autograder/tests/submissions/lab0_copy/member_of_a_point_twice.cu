// Of two lines alike, one was not changed: z gets y.
#include "copy.cuh"
struct Point { float x, y, z; };
__global__ void split(float* xs, float* ys, float* zs, const float* points, size_t n) {
  __shared__ Point p[128];
  float* flat = reinterpret_cast<float*>(p);
  const size_t begin = (size_t)blockIdx.x * 128;
  for (int round = 0; round < 3; ++round) {
    const size_t at = 3 * begin + round * 128 + threadIdx.x;
    if (at < 3 * n) flat[round * 128 + threadIdx.x] = points[at];
  }
  __syncthreads();
  const size_t mine = begin + threadIdx.x;
  if (mine < n) {
    xs[mine] = p[threadIdx.x].x;
    ys[mine] = p[threadIdx.x].y;
    zs[mine] = p[threadIdx.x].y;  // @same
  }
}
void split_points(float* x, float* y, float* z, const float* points, int n) {
  split<<<(n + 127) / 128, 128>>>(x, y, z, points, n);
}
