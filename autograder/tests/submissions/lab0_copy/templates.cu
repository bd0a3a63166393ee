// Right and fast in another style: one template for every type, __ldg, __restrict__, a structure of pointers as
// argument, blocks of other sizes, and a tail in a launch of its own.
#include "copy.cuh"

namespace {

template <class T, int Threads>
__global__ void __launch_bounds__(Threads) copy(T* __restrict__ to, const T* __restrict__ from, int count) {
  for (int i = blockIdx.x * Threads + threadIdx.x; i < count; i += gridDim.x * Threads) to[i] = __ldg(&from[i]);
}

template <class T, int Threads>
void launch(T* to, const T* from, int count, int most_blocks) {
  if (count <= 0) return;
  const int blocks = min((count - 1) / Threads + 1, most_blocks);
  copy<T, Threads><<<blocks, Threads>>>(to, from, count);
}

struct Axes {
  float* of[3];
};

template <int Points>
__global__ void split(Axes axes, const float* __restrict__ points, int n) {
  __shared__ float staged[Points][3];
  const int left = min(n - static_cast<int>(blockIdx.x) * Points, Points);
  const float* const mine = points + static_cast<size_t>(blockIdx.x) * Points * 3;
#pragma unroll
  for (int round = 0; round < 3; ++round) {
    const int j = round * Points + threadIdx.x;
    if (j < 3 * left) (&staged[0][0])[j] = mine[j];
  }
  __syncthreads();
  if (threadIdx.x >= left) return;
#pragma unroll
  for (int axis = 0; axis < 3; ++axis) {
    axes.of[axis][blockIdx.x * Points + threadIdx.x] = staged[threadIdx.x][axis];
  }
}

}  // namespace

void copy_scalar(float* out, const float* in, int n) { launch<float, 512>(out, in, n, 1 << 30); }

void copy_grid_stride(float* out, const float* in, int n) { launch<float, 128>(out, in, n, 8192); }

void copy_float4(float* out, const float* in, int n) {
  launch<float4, 256>(reinterpret_cast<float4*>(out), reinterpret_cast<const float4*>(in), n / 4, 1 << 30);
  launch<float, 32>(out + n / 4 * 4, in + n / 4 * 4, n % 4, 1);
}

void split_points(float* x, float* y, float* z, const float* points, int n) {
  split<128><<<(n + 127) / 128, 128>>>(Axes{{x, y, z}}, points, n);
}
