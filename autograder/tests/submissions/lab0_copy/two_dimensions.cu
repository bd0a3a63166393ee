// Right and fast in blocks of 64 × 4 threads and, for the float4, of 32 × 8; the points are loaded as float4 too.
#include "copy.cuh"

namespace {

__device__ int thread_of_block() { return threadIdx.y * blockDim.x + threadIdx.x; }
__device__ int thread_of_grid() { return blockIdx.x * blockDim.x * blockDim.y + thread_of_block(); }

__global__ void floats(float* out, const float* in, int n) {
  const int i = thread_of_grid();
  if (i >= n) return;
  out[i] = in[i];
}

// The first threads of the grid take the tail on top of their own vector.
__global__ void vectors(float* out, const float* in, int n) {
  const int i = thread_of_grid();
  if (i < n / 4) {
    const float4 value = reinterpret_cast<const float4*>(in)[i];
    reinterpret_cast<float4*>(out)[i] = make_float4(value.x, value.y, value.z, value.w);
  }
  if (i < n % 4) out[n / 4 * 4 + i] = in[n / 4 * 4 + i];
}

constexpr int POINTS = 256;

__global__ void split(float* x, float* y, float* z, const float* points, int n) {
  __shared__ float4 staged[3 * POINTS / 4];
  const int first = blockIdx.x * POINTS;
  const int words = 3 * min(n - first, POINTS);
  const float* const mine = points + 3 * static_cast<size_t>(first);
  const int t = thread_of_block();
  float* const word = reinterpret_cast<float*>(staged);
  if (t < words / 4) staged[t] = reinterpret_cast<const float4*>(mine)[t];
  if (t < words % 4) word[words / 4 * 4 + t] = mine[words / 4 * 4 + t];
  __syncthreads();
  const int i = first + t;
  if (i < n) {
    x[i] = word[3 * t];
    y[i] = word[3 * t + 1];
    z[i] = word[3 * t + 2];
  }
}

}  // namespace

void copy_scalar(float* out, const float* in, int n) { floats<<<(n + 255) / 256, dim3(64, 4)>>>(out, in, n); }

void copy_float4(float* out, const float* in, int n) { vectors<<<n / 4 / 256 + 1, dim3(32, 8)>>>(out, in, n); }

void split_points(float* x, float* y, float* z, const float* points, int n) {
  split<<<(n + POINTS - 1) / POINTS, dim3(64, 4)>>>(x, y, z, points, n);
}
