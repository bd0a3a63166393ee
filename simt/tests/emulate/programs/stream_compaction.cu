// Compaction, transposition and reduction as student repositories have them: macros for checks, templates for tiles.
#include <numeric>
#include <vector>

#include "check.hpp"

template <int TILE, int ROWS>
__global__ void transpose(const int* __restrict__ in, int* __restrict__ out, int width, int height) {
  __shared__ int tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
#pragma unroll
  for (int j = 0; j < TILE; j += ROWS) {
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  }
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
#pragma unroll
  for (int j = 0; j < TILE; j += ROWS) {
    if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
  }
}

__inline__ __device__ int warp_sum(int value) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffff, value, offset);
  return value;
}

__inline__ __device__ int block_sum(int value) {
  static __shared__ int shared[32];
  const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  value = warp_sum(value);
  if (lane == 0) shared[warp] = value;
  __syncthreads();
  value = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : 0;
  return warp == 0 ? warp_sum(value) : value;
}

__global__ void reduce(const int4* in, int* out, int n) {
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += blockDim.x * gridDim.x) {
    const int4 four = in[i];
    sum += (four.x + four.y) + (four.z + four.w);
  }
  sum = block_sum(sum);
  if (threadIdx.x == 0) atomicAdd(out, sum);
}

__global__ void compact(const int* in, int n, int limit, int* out, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool keep = i < n && in[i] < limit;
  const unsigned kept = __ballot_sync(~0u, keep);
  const int lane = threadIdx.x & 31;
  int first = 0;
  if (lane == 0 && kept != 0) first = atomicAdd(count, __popc(kept));
  first = __shfl_sync(~0u, first, 0);
  if (keep) out[first + __popc(kept & ((1u << lane) - 1))] = in[i];
}

int main() {
  constexpr int width = 70, height = 52, n = width * height;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = i * 31 % 257;
  int *device_in, *device_out, *result, sum = 0, count = 0;
  CHECK(cudaMalloc(&device_in, n * sizeof(int)));
  CHECK(cudaMalloc(&device_out, n * sizeof(int)));
  CHECK(cudaMalloc(&result, 2 * sizeof(int)));
  CHECK(cudaMemset(result, 0, 2 * sizeof(int)));
  CHECK(cudaMemcpy(device_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  transpose<32, 8><<<dim3((width + 31) / 32, (height + 31) / 32), dim3(32, 8)>>>(device_in, device_out, width, height);
  CHECK_LAUNCH();
  CHECK(cudaMemcpy(out.data(), device_out, n * sizeof(int), cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += out[i % width * height + i / width] != in[i];
  reduce<<<4, 128>>>(reinterpret_cast<const int4*>(device_in), result, n);
  CHECK_LAUNCH();
  compact<<<(n + 255) / 256, 256>>>(device_in, n, 100, device_out, result + 1);
  CHECK_LAUNCH();
  CHECK(cudaMemcpy(&sum, result, sizeof sum, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(&count, result + 1, sizeof count, cudaMemcpyDeviceToHost));
  int expected = 0;
  for (const int value : in) expected += value < 100;
  std::printf("transpose: %d wrong, sum %s, kept %s\n", wrong,
              sum == std::accumulate(in.begin(), in.end(), 0) ? "right" : "wrong", count == expected ? "right" : "wrong");
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));
  CHECK(cudaFree(result));
}
