// Right and fast in another style: templates, dynamic shared memory, a launch over several lines, a kernel
// that strides over rows, one-dimensional blocks.
#include <cstddef>

#include "transpose.cuh"

namespace style {

template <typename T>
__device__ T ceil_div(T a, T b) {
  return (a + b - 1) / b;
}

template <typename T, int Side, int Pad>
__global__ void transpose(T* __restrict__ out, const T* __restrict__ in, int width, int height, bool diagonal) {
  extern __shared__ float tile[];
  const int lane = threadIdx.x % Side, row = threadIdx.x / Side, step = blockDim.x / Side;
  unsigned tx = blockIdx.x % ceil_div(width, Side), ty = blockIdx.x / ceil_div(width, Side);
  if (diagonal) {
    const unsigned n = blockIdx.x, down = ceil_div(height, Side), across = ceil_div(width, Side);
    ty = n % down;
    tx = (n / down + ty) % across;
  }
  for (int j = row; j < Side; j += step)
    if (tx * Side + lane < width && ty * Side + j < height)
      tile[j * (Side + Pad) + lane] = __ldg(&in[std::size_t(ty * Side + j) * width + tx * Side + lane]);
  __syncthreads();
  for (int j = row; j < Side; j += step)
    if (ty * Side + lane < height && tx * Side + j < width)
      out[std::size_t(tx * Side + j) * height + ty * Side + lane] = tile[lane * (Side + Pad) + j];
}

template <int Pad>
void launch(float* out, const float* in, int w, int h, bool diagonal = false) {
  const int blocks = ((w + 31) / 32) * ((h + 31) / 32);
  transpose<float, 32, Pad>
      <<<blocks,            // one-dimensional
         256,               /* eight warps */
         32 * (32 + Pad) * sizeof(float)>>>(out, in, w, h, diagonal);
}

}  // namespace style

void transpose_naive(float* out, const float* in, int width, int height) { style::launch<0>(out, in, width, height); }
void transpose_tiled(float* out, const float* in, int width, int height) { style::launch<0>(out, in, width, height); }
void transpose_padded(float* out, const float* in, int width, int height) { style::launch<1>(out, in, width, height); }
void transpose_diagonal(float* out, const float* in, int width, int height) { style::launch<1>(out, in, width, height, true); }
