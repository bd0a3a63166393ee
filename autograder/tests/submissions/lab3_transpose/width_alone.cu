// Whole vectors are stored where the width is a multiple of four; rows of out are as long as the height.
#include "transpose.cuh"

__global__ void plain(float* out, const float* in, int w, int h) {
  __shared__ float t[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y0 = blockIdx.y * 32;
  for (int k = threadIdx.y; k < 32; k += 8)
    if (x < w && y0 + k < h) t[k][threadIdx.x] = in[(size_t)(y0 + k) * w + x];
  __syncthreads();
  int oy = y0 + threadIdx.x;
  for (int k = threadIdx.y; k < 32; k += 8)
    if (oy < h && blockIdx.x * 32 + k < w) out[(size_t)(blockIdx.x * 32 + k) * h + oy] = t[threadIdx.x][k];
}

__global__ void fours(float* out, const float* in, int w, int h) {
  __shared__ float t[32][33];
  const int q = threadIdx.x % 8, r = threadIdx.x / 8;
  const int x = blockIdx.x * 32 + 4 * q, y = blockIdx.y * 32 + r;
  if (x < w && y < h) {
    float4 v = *reinterpret_cast<const float4*>(&in[(size_t)y * w + x]);
    t[r][4 * q] = v.x; t[r][4 * q + 1] = v.y; t[r][4 * q + 2] = v.z; t[r][4 * q + 3] = v.w;
  }
  __syncthreads();
  const int oy = blockIdx.y * 32 + 4 * q, ox = blockIdx.x * 32 + r;
  if (ox < w && oy < h) {
    float4 v = make_float4(t[4 * q][r], t[4 * q + 1][r], t[4 * q + 2][r], t[4 * q + 3][r]);
    *reinterpret_cast<float4*>(&out[(size_t)ox * h + oy]) = v;
  }
}

void transpose_best(float* out, const float* in, int width, int height) {
  dim3 g((width + 31) / 32, (height + 31) / 32);
  if (width % 4 == 0)  // @condition
    fours<<<g, 256>>>(out, in, width, height);
  else
    plain<<<g, dim3(32, 8)>>>(out, in, width, height);
}
