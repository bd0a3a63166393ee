// A textbook's scans: Kogge-Stone with two buffers, Brent-Kung in place, and blocks joined by a scan of their sums.
#include <vector>

#include "check.hpp"

#define SECTION 256

__global__ void kogge_stone(const int* in, int* out, int* sums, unsigned n) {
  __shared__ int buffer[2][SECTION];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
  int from = 0;
  buffer[0][t] = i < n ? in[i] : 0;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    buffer[1 - from][t] = t >= stride ? buffer[from][t] + buffer[from][t - stride] : buffer[from][t];
    from = 1 - from;
  }
  if (i < n) out[i] = buffer[from][t];
  if (sums != nullptr && t == blockDim.x - 1) sums[blockIdx.x] = buffer[from][t];
}

__global__ void brent_kung(int* data, unsigned n) {
  __shared__ int part[SECTION];
  unsigned i = 2 * blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? data[i] : 0;
  part[threadIdx.x + blockDim.x] = i + blockDim.x < n ? data[i + blockDim.x] : 0;
  for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
    __syncthreads();
    const unsigned index = (threadIdx.x + 1) * 2 * stride - 1;
    if (index < SECTION) part[index] += part[index - stride];
  }
  for (int stride = SECTION / 4; stride > 0; stride /= 2) {
    __syncthreads();
    const unsigned index = (threadIdx.x + 1) * stride * 2 - 1;
    if (index + stride < SECTION) part[index + stride] += part[index];
  }
  __syncthreads();
  if (i < n) data[i] = part[threadIdx.x];
  if (i + blockDim.x < n) data[i + blockDim.x] = part[threadIdx.x + blockDim.x];
}

__global__ void add_sums(int* out, const int* sums, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x > 0 && i < n) out[i] += sums[blockIdx.x - 1];
}

int main() {
  constexpr unsigned n = 10 * SECTION + 77, blocks = (n + SECTION - 1) / SECTION;
  std::vector<int> in(n), out(n);
  for (unsigned i = 0; i < n; ++i) in[i] = static_cast<int>(i * 2654435761u >> 28);
  int *device_in, *device_out, *sums;
  CHECK(cudaMalloc(&device_in, n * sizeof(int)));
  CHECK(cudaMalloc(&device_out, n * sizeof(int)));
  CHECK(cudaMalloc(&sums, blocks * sizeof(int)));
  CHECK(cudaMemcpy(device_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  kogge_stone<<<blocks, SECTION>>>(device_in, device_out, sums, n);
  CHECK_LAUNCH();
  brent_kung<<<1, SECTION / 2>>>(sums, blocks);
  CHECK_LAUNCH();
  add_sums<<<blocks, SECTION>>>(device_out, sums, n);
  CHECK_LAUNCH();
  CHECK(cudaMemcpy(out.data(), device_out, n * sizeof(int), cudaMemcpyDeviceToHost));
  int sum = 0, wrong = 0;
  for (unsigned i = 0; i < n; ++i) {
    sum += in[i];
    wrong += out[i] != sum;
  }
  std::printf("%d wrong, sum %d\n", wrong, sum);
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  CHECK(cudaFree(sums));
  return wrong != 0;
}
