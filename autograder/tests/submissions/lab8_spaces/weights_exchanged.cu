// Two weights of the blur are exchanged.
#include "spaces.cuh"

constexpr int BX = 32, BY = 8;

__global__ void blur_kernel(char* out, const char* in, size_t pitch, int width, int height) {
  __shared__ float across[BY + 4][BX];
  const int x = blockIdx.x * BX + threadIdx.x;
  const int y0 = blockIdx.y * BY;
  const auto column = [&](int i) { return min(max(i, 0), width - 1); };
  for (int r = threadIdx.y; r < BY + 4; r += BY) {
    const int y = min(max(y0 + r - 2, 0), height - 1);
    const float* row = reinterpret_cast<const float*>(in + y * pitch);
    across[r][threadIdx.x] = (row[column(x - 2)] + 4 * row[column(x - 1)] + 6 * row[column(x)] +
                              4 * row[column(x + 1)] + row[column(x + 2)]) /
                             16;
  }
  __syncthreads();
  const int y = y0 + threadIdx.y;
  if (x >= width || y >= height) return;
  const int r = threadIdx.y;
  float* to = reinterpret_cast<float*>(out + y * pitch);
  to[x] = (across[r][threadIdx.x] + 4 * across[r + 1][threadIdx.x] + 4 * across[r + 2][threadIdx.x] +  // @here
           6 * across[r + 3][threadIdx.x] + across[r + 4][threadIdx.x]) /
          16;
}

void blur(float* out, const float* in, size_t pitch, int width, int height) {
  const dim3 blocks((width + BX - 1) / BX, (height + BY - 1) / BY);
  blur_kernel<<<blocks, dim3(BX, BY)>>>(reinterpret_cast<char*>(out), reinterpret_cast<const char*>(in), pitch, width,
                                        height);
}
