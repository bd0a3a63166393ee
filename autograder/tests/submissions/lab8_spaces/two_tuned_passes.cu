// Right, and each of the two kernels loads as little as it can: still an image lies between them (8.7).
#include "spaces.cuh"

constexpr int THREADS = 128, ROWS = 64;

__device__ float* row_of(const float* image, size_t pitch, int y) { return (float*)((char*)image + y * pitch); }
__device__ int inside(int i, int count) { return max(0, min(count - 1, i)); }
__device__ float mean(float a, float b, float c, float d, float e) { return (a + e + 4 * (b + d) + 6 * c) / 16; }

__global__ void along_x(float* to, const float* from, size_t to_pitch, size_t pitch, int width) {
  __shared__ float line[THREADS + 4];
  const int t = threadIdx.x, x = blockIdx.x * THREADS + t;
  const float* row = row_of(from, pitch, blockIdx.y);
  line[t + 2] = row[inside(x, width)];
  if (t < 2) line[t] = row[inside(x - 2, width)];
  if (t >= THREADS - 2) line[t + 4] = row[inside(x + 2, width)];
  __syncthreads();
  if (x >= width) return;
  row_of(to, to_pitch, blockIdx.y)[x] = mean(line[t], line[t + 1], line[t + 2], line[t + 3], line[t + 4]);
}

__global__ void along_y(float* to, const float* from, size_t to_pitch, size_t pitch, int width, int height) {
  const int x = blockIdx.x * THREADS + threadIdx.x, first = blockIdx.y * ROWS, end = min(height, first + ROWS);
  if (x >= width) return;
  const auto at = [&](int y) { return row_of(from, pitch, inside(y, height))[x]; };
  float a = at(first - 2), b = at(first - 1), c = at(first), d = at(first + 1);
  for (int y = first; y < end; ++y) {
    const float e = at(y + 2);
    row_of(to, to_pitch, y)[x] = mean(a, b, c, d, e);
    a = b, b = c, c = d, d = e;
  }
}

void blur(float* out, const float* in, size_t pitch, int width, int height) {
  float* between = nullptr;
  size_t between_pitch = 0;
  cudaMallocPitch(&between, &between_pitch, width * sizeof(float), height);
  const int strips = (width + THREADS - 1) / THREADS;
  along_x<<<dim3(strips, height), THREADS>>>(between, in, between_pitch, pitch, width);
  along_y<<<dim3(strips, (height + ROWS - 1) / ROWS), THREADS>>>(out, between, pitch, between_pitch, width, height);
  cudaFree(between);
}
