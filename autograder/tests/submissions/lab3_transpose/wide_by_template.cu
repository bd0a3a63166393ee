// The host asks the area, where it should ask the width, whether a float4 fits.
#include "transpose.cuh"

constexpr int T = 32;

template <bool Wide>
__global__ void turn(float* out, const float* in, int w, int h) {
  __shared__ float cell[T][T + 1];
  const int x0 = blockIdx.x * T, y0 = blockIdx.y * T;
  const int t = threadIdx.x;
  if (Wide) {
    const int row = t / 8, col = t % 8 * 4;
    if (y0 + row < h && x0 + col < w) {
      const float4 v = *reinterpret_cast<const float4*>(&in[(size_t)(y0 + row) * w + x0 + col]);
      cell[row][col] = v.x;
      cell[row][col + 1] = v.y;
      cell[row][col + 2] = v.z;
      cell[row][col + 3] = v.w;
    }
  } else {
    for (int e = t; e < T * T; e += blockDim.x)
      if (y0 + e / T < h && x0 + e % T < w) cell[e / T][e % T] = in[(size_t)(y0 + e / T) * w + x0 + e % T];
  }
  __syncthreads();
  for (int e = t; e < T * T; e += blockDim.x) {
    const int r = x0 + e / T, c = y0 + e % T;
    if (r < w && c < h) out[(size_t)r * h + c] = cell[e % T][e / T];
  }
}

void transpose_best(float* out, const float* in, int width, int height) {
  const dim3 grid((width + T - 1) / T, (height + T - 1) / T);
  const bool fits = (size_t)width * height % 4 == 0;
  if (fits)  // @here
    turn<true><<<grid, 256>>>(out, in, width, height);
  else
    turn<false><<<grid, 256>>>(out, in, width, height);
}
