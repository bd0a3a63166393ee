// Right and fast without shared memory: a warp loads the 96 floats of its 32 points as three rows of 32, and the lanes
// hand each other what they need.
#include "copy.cuh"

namespace {

constexpr unsigned ALL = 0xffffffff;

// Word `word` of the warp's 96, of which a lane holds number `lane` of each row.
__device__ float pick(const float (&rows)[3], int word) {
  float found = 0;
  for (int row = 0; row < 3; ++row) {
    const float offered = __shfl_sync(ALL, rows[row], word % 32);
    if (word / 32 == row) found = offered;
  }
  return found;
}

__global__ void split(float* x, float* y, float* z, const float* points, int n) {
  const int lane = threadIdx.x % warpSize;
  const int first = blockIdx.x * blockDim.x + threadIdx.x - lane;  // point of the warp
  float rows[3] = {};
  for (int row = 0; row < 3; ++row) {
    const size_t word = static_cast<size_t>(first) * 3 + row * 32 + lane;
    if (word < static_cast<size_t>(n) * 3) rows[row] = points[word];
  }
  const float point[] = {pick(rows, 3 * lane), pick(rows, 3 * lane + 1), pick(rows, 3 * lane + 2)};
  if (first + lane < n) {
    x[first + lane] = point[0];
    y[first + lane] = point[1];
    z[first + lane] = point[2];
  }
}

}  // namespace

void split_points(float* x, float* y, float* z, const float* points, int n) {
  split<<<(n + 255) / 256, 256>>>(x, y, z, points, n);
}
