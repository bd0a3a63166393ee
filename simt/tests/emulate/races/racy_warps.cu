// Within one warp, wrong: one of the two lines of each mistake ends with "// FINDS" and the kind.
#include <cstdio>

__global__ void sum_without_syncwarp(const float* in, float* out) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];  // FINDS shared-race
    s[t] += s[t + 8];   // FINDS shared-race
    s[t] += s[t + 4];   // FINDS shared-race
  }
  if (t == 0) *out = s[0];
}

__global__ void half_of_the_lanes_wait(const float* in, float* out) {
  __shared__ float s[32];
  s[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 16) __syncwarp(0x0000ffffu);
  out[threadIdx.x] = s[31 - threadIdx.x];  // FINDS shared-race
}

__global__ void shuffle_orders_no_memory(const int* in, int* out) {
  __shared__ int s[32];
  const int lane = threadIdx.x;
  s[lane] = in[lane];
  out[lane] = s[lane ^ 1];  // FINDS shared-race
}

__global__ void border_of_two_warps(const float* in, float* out) {
  __shared__ float s[65];
  s[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x == 0) s[64] = 0;
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x + 1];  // FINDS shared-race
}

__global__ void leader_writes_unseen(const float* in, float* out) {
  __shared__ float total[2];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float v = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
  if (lane == 0) total[warp] = v;
  out[threadIdx.x] = v / (total[warp] + 1);  // FINDS shared-race
}

__global__ void words_of_a_warp_shared_by_two(const float* in, float* out) {
  __shared__ float s[32];
  const int lane = threadIdx.x % 32;
  s[lane] = in[threadIdx.x];  // FINDS shared-race
  __syncwarp();
  out[threadIdx.x] = s[31 - lane];  // FINDS shared-race
}

__global__ void volatile_in_step(const float* in, float* out) {
  __shared__ volatile float s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) {
    s[t] = s[t] + s[t + 32];
    s[t] = s[t] + s[t + 16];  // FINDS shared-race
    s[t] = s[t] + s[t + 8];   // FINDS shared-race
  }
  if (t == 0) *out = s[0];
}

__global__ void next_round_overwrites(const float* in, float* out) {
  __shared__ float s[32];
  for (int k = 0; k < 3; ++k) {
    s[threadIdx.x] = in[k * 32 + threadIdx.x];  // FINDS shared-race
    __syncwarp();
    out[k * 32 + threadIdx.x] = s[31 - threadIdx.x];
  }
}

__global__ void sum_with_lanes_that_have_ended(const float* in, float* out, int n) {
  if (threadIdx.x >= n) return;
  float sum = in[threadIdx.x];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);  // FINDS barrier-divergence
  if (threadIdx.x == 0) *out = sum;
}

__global__ void maximum_with_lanes_that_have_ended(const float* in, float* out, int n) {
  if (threadIdx.x >= n) return;
  float most = in[threadIdx.x];
  for (int step = 16; step > 0; step /= 2) {
    most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, step));  // FINDS barrier-divergence
  }
  out[threadIdx.x] = most;
}

__global__ void count_with_lanes_outside_the_mask(const int* in, int* out) {
  if (threadIdx.x >= 16) return;
  int count = in[threadIdx.x] == 0;
  for (int step = 16; step > 0; step /= 2) {
    count += __shfl_down_sync(0x0000ffffu, count, step);  // FINDS barrier-divergence
  }
  if (threadIdx.x == 0) atomicAdd(out, count);
}

int main() {
  float *in, *out;
  int *numbers, *results;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  cudaMalloc(&numbers, 4096);
  cudaMalloc(&results, 4096);
  cudaMemset(in, 0, 4096);
  cudaMemset(numbers, 0, 4096);
  sum_without_syncwarp<<<1, 64>>>(in, out);
  half_of_the_lanes_wait<<<1, 32>>>(in, out);
  shuffle_orders_no_memory<<<1, 32>>>(numbers, results);
  border_of_two_warps<<<1, 64>>>(in, out);
  leader_writes_unseen<<<1, 64>>>(in, out);
  words_of_a_warp_shared_by_two<<<1, 64>>>(in, out);
  volatile_in_step<<<1, 64>>>(in, out);
  next_round_overwrites<<<1, 32>>>(in, out);
  sum_with_lanes_that_have_ended<<<1, 32>>>(in, out, 21);
  maximum_with_lanes_that_have_ended<<<1, 64>>>(in, out, 40);
  count_with_lanes_outside_the_mask<<<1, 32>>>(numbers, results);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  for (void* p : {(void*)in, (void*)out, (void*)numbers, (void*)results}) cudaFree(p);
}
