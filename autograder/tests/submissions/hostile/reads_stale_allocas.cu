// As reads_stale_locals, with memory of the stack whose size is not constant.
#include "transpose.cuh"

__device__ __noinline__ void keep(volatile float* own, const float* in, int width) {
  for (int i = 0; i < 1024; ++i) own[i] = in[i / 32 * width + i % 32];
}
__global__ void fill(const float* in, int width, int n) {
  volatile float* own = static_cast<volatile float*>(__builtin_alloca(4 * n));
  keep(own, in, width);
}

__device__ __noinline__ void give(float* out, const volatile float* own, int height) {
  for (int i = 0; i < 1024; ++i) out[i / 32 * height + i % 32] = own[i % 32 * 32 + i / 32];
}
__global__ void drain(float* out, int height, int n) {
  volatile float* own = static_cast<volatile float*>(__builtin_alloca(4 * n));
  give(out, own, height);
}

__global__ void element_by_element(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

void transpose_padded(float* out, const float* in, int width, int height) {
  if (width % 32 != 0 || height % 32 != 0) {
    element_by_element<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(out, in, width, height);
    return;
  }
  for (int y = 0; y < height; y += 32) {
    for (int x = 0; x < width; x += 32) {
      fill<<<1, 1>>>(in + y * width + x, width, 1024);
      drain<<<1, 1>>>(out + x * height + y, height, 1024);
    }
  }
}
