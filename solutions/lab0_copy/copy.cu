// Lab 0, copy: the reference. Each part is the simplest code that shows its idea; 0.3 is as fast as a copy gets.
#include "copy.cuh"

namespace {

constexpr int THREADS = 256;

int blocks_for(int threads) { return (threads + THREADS - 1) / THREADS; }

__global__ void scalar(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

// Neighbouring threads take neighbouring elements in every round.
__global__ void grid_stride(float* out, const float* in, int n) {
  const int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) out[i] = in[i];
}

// One float4 per thread; the threads after the last whole one take the n % 4 floats that are left.
__global__ void vectors(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int whole = n / 4;
  if (i < whole) {
    reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(in)[i];
  } else if (const int rest = 4 * whole + (i - whole); rest < n) {
    out[rest] = in[rest];
  }
}

// The block's points go through shared memory in the order in which they are stored; reading every third float
// there costs nothing, since 3 and the number of banks have no common factor.
__global__ void split(float* x, float* y, float* z, const float* points, int n) {
  __shared__ float staged[3 * THREADS];
  const size_t first = static_cast<size_t>(blockIdx.x) * (3 * THREADS);
  const size_t floats = 3 * static_cast<size_t>(n);
  for (int j = threadIdx.x; j < 3 * THREADS; j += THREADS) {
    if (first + j < floats) staged[j] = points[first + j];
  }
  __syncthreads();
  const int i = blockIdx.x * THREADS + threadIdx.x;
  if (i < n) {
    x[i] = staged[3 * threadIdx.x];
    y[i] = staged[3 * threadIdx.x + 1];
    z[i] = staged[3 * threadIdx.x + 2];
  }
}

}  // namespace

void copy_scalar(float* out, const float* in, int n) { scalar<<<blocks_for(n), THREADS>>>(out, in, n); }

void copy_grid_stride(float* out, const float* in, int n) {
  // A million threads: several times what a large GPU holds at once, and few beside a large n.
  const int most_blocks = 4096;
  grid_stride<<<min(blocks_for(n), most_blocks), THREADS>>>(out, in, n);
}

void copy_float4(float* out, const float* in, int n) { vectors<<<blocks_for(n / 4 + n % 4), THREADS>>>(out, in, n); }

void split_points(float* x, float* y, float* z, const float* points, int n) {
  split<<<blocks_for(n), THREADS>>>(x, y, z, points, n);
}
