// Lecture 3: an image is turned by 90 degrees, clockwise. Its sides are multiples of 32, so that no guard hides the
// idea.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int SIDE = 32;  // of a tile
constexpr int ROWS = 8;   // rows of threads; each thread moves four pixels

// Row y of the image becomes column height - 1 - y.
__global__ void plain(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * SIDE + threadIdx.x;
  for (int r = threadIdx.y; r < SIDE; r += ROWS) {
    const int y = blockIdx.y * SIDE + r;
    out[x * height + (height - 1 - y)] = in[y * width + x];
  }
}

// [tiled]
// Both sides of global memory are used along rows. The turn happens inside the tile.
template <int PITCH>
__global__ void tiled(float* out, const float* in, int width, int height) {
  __shared__ float tile[SIDE][PITCH];
  const int x = blockIdx.x * SIDE + threadIdx.x;
  for (int r = threadIdx.y; r < SIDE; r += ROWS) {
    tile[r][threadIdx.x] = in[(blockIdx.y * SIDE + r) * width + x];
  }
  __syncthreads();
  // The tile's last row is the first column of its place in the output.
  const int column = height - (blockIdx.y + 1) * SIDE + threadIdx.x;
  for (int r = threadIdx.y; r < SIDE; r += ROWS) {
    out[(blockIdx.x * SIDE + r) * height + column] = tile[SIDE - 1 - threadIdx.x][r];
  }
}
// [tiled]

int main() {
  const int width = 96, height = 64;
  std::vector<float> image(width * height);
  for (int i = 0; i < width * height; ++i) image[i] = i;
  const size_t bytes = image.size() * sizeof(float);
  float *in, *out;
  if (cudaMalloc(&in, bytes) != cudaSuccess || cudaMalloc(&out, bytes) != cudaSuccess) return 1;
  cudaMemcpy(in, image.data(), bytes, cudaMemcpyHostToDevice);

  int wrong = 0;
  const auto compare = [&](const char* name) {
    std::vector<float> turned(image.size());
    cudaMemcpy(turned.data(), out, bytes, cudaMemcpyDeviceToHost);
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) wrong += turned[x * height + height - 1 - y] != image[y * width + x];
    }
    std::printf("%s: %d wrong\n", name, wrong);
    cudaMemset(out, 0, bytes);
  };
  const dim3 grid(width / SIDE, height / SIDE), block(SIDE, ROWS);
  plain<<<grid, block>>>(out, in, width, height);
  compare("plain");
  tiled<SIDE><<<grid, block>>>(out, in, width, height);
  compare("tiled");
  tiled<SIDE + 1><<<grid, block>>>(out, in, width, height);
  compare("padded");
  cudaFree(in);
  cudaFree(out);
  return wrong == 0 ? 0 : 1;
}
