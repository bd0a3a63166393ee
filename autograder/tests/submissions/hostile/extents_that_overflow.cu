// Asks for memory whose size overflows.
#include "transpose.cuh"

__global__ void transpose(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

void transpose_naive(float* out, const float* in, int width, int height) {
  cudaPitchedPtr all;
  cudaMalloc3D(&all, make_cudaExtent(~size_t{0} / 2, 3, ~size_t{0} / 3));
  cudaMemset3D(all, 0, make_cudaExtent(~size_t{0} / 2, 3, ~size_t{0} / 3));
  void* p = nullptr;
  size_t pitch = 0;
  cudaMallocPitch(&p, &pitch, ~size_t{0}, ~size_t{0});
  cudaMallocHost(&p, ~size_t{0});
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float4>();
  cudaMallocArray(&array, &format, ~size_t{0} / 4, ~size_t{0} / 4);
  cudaMalloc3DArray(&array, &format, make_cudaExtent(1u << 31, 1u << 31, 1u << 31));
  const dim3 blocks((width + 15) / 16, (height + 15) / 16);
  transpose<<<blocks, dim3(16, 16)>>>(out, in, width, height);
}
