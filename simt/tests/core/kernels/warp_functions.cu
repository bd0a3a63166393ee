// Student code for warp_functions_test.cpp.
#include <cuda_runtime.h>
template <class T>
__global__ void shuffles(float* out, T scale, int width) {
  const T mine = static_cast<T>(threadIdx.x) * scale;
  float* row = out + 4 * threadIdx.x;
  row[0] = static_cast<float>(__shfl_sync(0xffffffff, mine, 5, width) / scale);
  row[1] = static_cast<float>(__shfl_up_sync(0xffffffff, mine, 3, width) / scale);
  row[2] = static_cast<float>(__shfl_down_sync(0xffffffff, mine, 3, width) / scale);
  row[3] = static_cast<float>(__shfl_xor_sync(0xffffffff, mine, 9, width) / scale);
}
__global__ void warp_sum(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = i < n ? in[i] : 0;
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);
  if (threadIdx.x % 32 == 0) out[i / 32] = sum;
}
__global__ void block_sum(float* out, const float* in, int n) {
  __shared__ float partial[32];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += in[i];
  for (int d = 1; d < 32; d *= 2) sum += __shfl_xor_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0;
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x == 0) out[0] = sum;
  }
}
__global__ void lane_not_in_mask(float* out) {
  out[threadIdx.x] = __shfl_xor_sync(0x0000ffff, threadIdx.x, 1);  // @half_of_the_mask
}

__global__ void half_mask(float* out) {
  float v = threadIdx.x;
  if (threadIdx.x < 16) {
    v = __shfl_sync(0x0000ffff, v, 3);
  } else {
    v = __shfl_sync(0xffff0000, v, 20);
  }
  out[threadIdx.x] = v;
}
__global__ void exited_lanes(float* out) {
  if (threadIdx.x >= 20) return;
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, threadIdx.x, 4);
}
__global__ void votes(float* out) {
  const bool odd = threadIdx.x % 2;
  out[0 * 32 + threadIdx.x] = __popc(__ballot_sync(~0u, odd));
  out[1 * 32 + threadIdx.x] = __any_sync(~0u, threadIdx.x == 7);
  out[2 * 32 + threadIdx.x] = __any_sync(~0u, 0);
  out[3 * 32 + threadIdx.x] = __all_sync(~0u, threadIdx.x < 32);
  out[4 * 32 + threadIdx.x] = __all_sync(~0u, threadIdx.x < 31);
  out[5 * 32 + threadIdx.x] = __popc(__match_any_sync(~0u, threadIdx.x / 8));
  out[6 * 32 + threadIdx.x] = __reduce_add_sync(~0u, threadIdx.x);
  out[7 * 32 + threadIdx.x] = __reduce_max_sync(~0u, (int)threadIdx.x - 40);
  unsigned active = 0;
  if (threadIdx.x < 10) active = __activemask();
  out[8 * 32 + threadIdx.x] = __popc(active);
}
__global__ void counting_barriers(float* out) {
  const int count = __syncthreads_count(threadIdx.x % 3 == 0);
  const int all = __syncthreads_and(threadIdx.x < 96);
  const int some = __syncthreads_or(threadIdx.x == 95);
  out[threadIdx.x] = count + 1000 * all + 2000 * some;
}
__global__ void missing_lane(float* out) {
  float v = 1;
  if (threadIdx.x != 5)
    v = __shfl_sync(0xffffffff, v, 0);  // @shuffle_of_31_lanes
  else
    __syncthreads();  // @barrier_of_one_lane
  out[threadIdx.x] = v;
}
__global__ void mixed_meeting(float* out) {
  float v = 1;
  if (threadIdx.x < 16)
    v = __shfl_sync(0xffffffff, v, 0);
  else
    __syncwarp();  // @barrier_of_16_lanes
  out[threadIdx.x] = v;
}
__global__ void shuffles_order_nothing(float* out) {
  __shared__ float s[32];
  s[threadIdx.x] = threadIdx.x;  // @word_store
  int from = __shfl_sync(0xffffffff, (int)threadIdx.x, 31 - threadIdx.x);
  out[threadIdx.x] = s[from];  // @word_load
}
/// Of a block that is no multiple of 32 threads: what the last warp's lanes lack is used.
__global__ void extremes_of_a_partial_warp(float* out) {
  float largest = threadIdx.x % 7, least = largest;
  for (int d = 16; d > 0; d /= 2) {
    largest = fmaxf(largest, __shfl_xor_sync(0xffffffff, largest, d));
    least = fminf(least, __shfl_xor_sync(0xffffffff, least, d));
  }
  out[threadIdx.x] = largest;
  out[64 + threadIdx.x] = least;
}
extern "C" {
void run_extremes_of_a_partial_warp(float* out, const float*, int) { extremes_of_a_partial_warp<<<1, 44>>>(out); }
void int_shuffles(float* out, const float*, int width) { shuffles<int><<<1, 32>>>(out, -3, width); }
void long_shuffles(float* out, const float*, int width) { shuffles<long long><<<1, 32>>>(out, 1ll << 40, width); }
void unsigned_shuffles(float* out, const float*, int width) { shuffles<unsigned><<<1, 32>>>(out, 7, width); }
void float_shuffles(float* out, const float*, int width) { shuffles<float><<<1, 32>>>(out, 0.5f, width); }
void double_shuffles(float* out, const float*, int width) { shuffles<double><<<1, 32>>>(out, 0.25, width); }
void run_warp_sum(float* out, const float* in, int n) { warp_sum<<<(n + 127) / 128, 128>>>(out, in, n); }
void run_block_sum(float* out, const float* in, int n) { block_sum<<<1, 256>>>(out, in, n); }
void run_lane_not_in_mask(float* out, const float*, int) { lane_not_in_mask<<<1, 32>>>(out); }
void run_half_mask(float* out, const float*, int) { half_mask<<<1, 32>>>(out); }
void run_exited_lanes(float* out, const float*, int) { exited_lanes<<<1, 32>>>(out); }
void run_votes(float* out, const float*, int) { votes<<<1, 32>>>(out); }
void run_counting_barriers(float* out, const float*, int) { counting_barriers<<<1, 96>>>(out); }
void run_missing_lane(float* out, const float*, int) { missing_lane<<<1, 32>>>(out); }
void run_mixed_meeting(float* out, const float*, int) { mixed_meeting<<<1, 32>>>(out); }
void run_shuffles_order_nothing(float* out, const float*, int) { shuffles_order_nothing<<<1, 32>>>(out); }
}
