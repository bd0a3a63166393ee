// Both blurs are in one launch, with an image in global memory between them: no block waits for the rows of another
// (8.7).
#include "spaces.cuh"

__device__ float* row_of(float* image, size_t pitch, int y) { return (float*)((char*)image + y * pitch); }

__global__ void both(float* out, const float* in, float* between, size_t pitch, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    const float* row = row_of((float*)in, pitch, y);
    const int a = max(x - 2, 0), b = max(x - 1, 0), d = min(x + 1, width - 1), e = min(x + 2, width - 1);
    row_of(between, pitch, y)[x] = (row[a] + 4 * row[b] + 6 * row[x] + 4 * row[d] + row[e]) / 16;  // @store
  }
  __syncthreads();
  if (x < width && y < height) {
    float sum = 6 * row_of(between, pitch, y)[x];
    sum += 4 * (row_of(between, pitch, max(y - 1, 0))[x] + row_of(between, pitch, min(y + 1, height - 1))[x]);
    sum += row_of(between, pitch, max(y - 2, 0))[x] + row_of(between, pitch, min(y + 2, height - 1))[x];
    row_of(out, pitch, y)[x] = sum / 16;
  }
}

void blur(float* out, const float* in, size_t pitch, int width, int height) {
  float* between = nullptr;
  cudaMalloc((void**)&between, pitch * height);
  both<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(out, in, between, pitch, width, height);
  cudaFree(between);
}
