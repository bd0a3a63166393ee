// Right and fast in another style: templates, dynamic shared memory, a launch over several lines, one-dimensional
// blocks, __ldg, an early return and unsigned arithmetic.
#include <cstddef>

#include "transpose.cuh"

namespace style {

template <typename T>
__host__ __device__ constexpr T ceil_div(T a, T b) {
  return (a + b - 1) / b;
}

template <typename T, unsigned Side, unsigned Pad, unsigned Threads>
__global__ void __launch_bounds__(Threads)
    transpose(T* __restrict__ out, const T* __restrict__ in, unsigned width, unsigned height, bool diagonal) {
  extern __shared__ float tile[];
  constexpr unsigned pitch = Side + Pad, step = Threads / Side;
  const unsigned lane = threadIdx.x % Side, row = threadIdx.x / Side;
  unsigned tx = blockIdx.x, ty = blockIdx.y;
  if (diagonal) {
    const unsigned n = blockIdx.x + gridDim.x * blockIdx.y;
    ty = n % gridDim.y;
    tx = (n / gridDim.y + ty) % gridDim.x;
  }
#pragma unroll
  for (unsigned j = 0; j < Side; j += step)
    if (tx * Side + lane < width && ty * Side + j + row < height)
      tile[(j + row) * pitch + lane] = __ldg(&in[std::size_t(ty * Side + j + row) * width + tx * Side + lane]);
  __syncthreads();
  if (ty * Side + lane >= height) return;
#pragma unroll
  for (unsigned j = 0; j < Side; j += step)
    if (tx * Side + j + row < width)
      out[std::size_t(tx * Side + j + row) * height + ty * Side + lane] = tile[lane * pitch + j + row];
}

template <unsigned Pad>
void launch(float* out, const float* in, int w, int h, bool diagonal = false) {
  transpose<float, 32, Pad, 256><<<dim3(ceil_div(w, 32), ceil_div(h, 32)),  // tiles
                                   256,                                     /* eight warps */
                                   32 * (32 + Pad) * sizeof(float)>>>(out, in, w, h, diagonal);
}

}  // namespace style

void transpose_naive(float* out, const float* in, int width, int height) { style::launch<0>(out, in, width, height); }
void transpose_tiled(float* out, const float* in, int width, int height) { style::launch<0>(out, in, width, height); }
void transpose_padded(float* out, const float* in, int width, int height) { style::launch<1>(out, in, width, height); }
void transpose_diagonal(float* out, const float* in, int width, int height) {
  style::launch<1>(out, in, width, height, true);
}
