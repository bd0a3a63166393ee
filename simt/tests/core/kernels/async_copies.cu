// Student code for async_copies_test.cpp.
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>
#include <cuda/barrier>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
constexpr int N = 64;
enum Mistake { none, no_wait, no_barrier };
template <class T, Mistake mistake>
__global__ void reversed(T* out, const T* in) {
  __shared__ T tile[N];
  const int i = threadIdx.x;
  __pipeline_memcpy_async(&tile[i], &in[i], sizeof(T));  // @copy
  __pipeline_commit();
  if (mistake != no_wait) __pipeline_wait_prior(0);
  if (mistake != no_barrier) __syncthreads();
  out[i] = tile[N - 1 - i];
}
// Two tiles in turn: while one is added up, the next is being copied.
template <bool has_barrier>
__global__ void piped(float* out, const float* in, int tiles) {
  __shared__ float tile[2][N];
  const int i = threadIdx.x;
  __pipeline_memcpy_async(&tile[0][i], &in[i], 4);
  __pipeline_commit();
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) __pipeline_memcpy_async(&tile[(t + 1) % 2][i], &in[(t + 1) * N + i], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += tile[t % 2][N - 1 - i];
    if (has_barrier) __syncthreads();
  }
  out[i] = sum;
}
__global__ void filled(float4* out, const float4* in) {
  __shared__ float4 word[1];
  __pipeline_memcpy_async(word, in, 16, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  *out = *word;
}
__global__ void by_group(float* out, const float* in) {
  __shared__ __align__(16) float tile[N];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in, cuda::aligned_size_t<16>(sizeof tile));
  cg::wait(block);
  out[threadIdx.x] = tile[N - 1 - threadIdx.x];
}
__global__ void odd(float* out, const float* in) {
  __shared__ float tile[1];
  __pipeline_memcpy_async(tile, in, 3);
  *out = *tile;
}
__global__ void to_global(float* out, const float* in) { __pipeline_memcpy_async(out, in, 4); }
enum BarrierMistake { fine, no_init, no_one_waits, one_does_not_come };
template <BarrierMistake mistake>
__global__ void by_barrier(float* out, const float* in) {
  __shared__ float tile[N];
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  const int i = threadIdx.x;
  if (i == 0 && mistake != no_init) init(&barrier, N);
  __syncthreads();
  cuda::memcpy_async(&tile[i], &in[i], 4, barrier);
  if (mistake == one_does_not_come && i == 3) return;
  auto token = barrier.arrive();
  if (mistake != no_one_waits) barrier.wait(std::move(token));  // @wait
  out[i] = tile[N - 1 - i];
}
template <bool waits, bool releases>
__global__ void by_pipeline(float* out, const float* in, int tiles) {
  __shared__ float tile[2][N];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  const auto block = cg::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    pipeline.producer_acquire();
    cuda::memcpy_async(&tile[t % 2][threadIdx.x], &in[t * N + threadIdx.x], 4, pipeline);
    pipeline.producer_commit();
    if (waits) pipeline.consumer_wait();
    sum += tile[t % 2][N - 1 - threadIdx.x];
    if (releases) pipeline.consumer_release();
  }
  out[threadIdx.x] = sum;
}
extern "C" {
void run_to_global(float* out, const float* in, int) { to_global<<<1, 1>>>(out, in); }
void run_barrier(float* out, const float* in, int) { by_barrier<fine><<<1, N>>>(out, in); }
void run_no_init(float* out, const float* in, int) { by_barrier<no_init><<<1, N>>>(out, in); }
void run_no_one_waits(float* out, const float* in, int) { by_barrier<no_one_waits><<<1, N>>>(out, in); }
void run_one_does_not_come(float* out, const float* in, int) { by_barrier<one_does_not_come><<<1, N>>>(out, in); }
void run_pipeline(float* out, const float* in, int n) { by_pipeline<true, true><<<1, N>>>(out, in, n / N); }
void run_pipeline_no_wait(float* out, const float* in, int n) { by_pipeline<false, true><<<1, N>>>(out, in, n / N); }
void run_pipeline_no_release(float* out, const float* in, int n) { by_pipeline<true, false><<<1, N>>>(out, in, n / N); }
void run_floats(float* out, const float* in, int) { reversed<float, none><<<1, N>>>(out, in); }
void run_pairs(float* out, const float* in, int) {
  reversed<float2, none><<<1, N>>>(reinterpret_cast<float2*>(out), reinterpret_cast<const float2*>(in));
}
void run_no_wait(float* out, const float* in, int) { reversed<float, no_wait><<<1, N>>>(out, in); }
void run_no_barrier(float* out, const float* in, int) { reversed<float, no_barrier><<<1, N>>>(out, in); }
void run_piped(float* out, const float* in, int n) { piped<true><<<1, N>>>(out, in, n / N); }
void run_piped_no_barrier(float* out, const float* in, int n) { piped<false><<<1, N>>>(out, in, n / N); }
void run_filled(float* out, const float* in, int) {
  filled<<<1, 1>>>(reinterpret_cast<float4*>(out), reinterpret_cast<const float4*>(in));
}
void run_by_group(float* out, const float* in, int) { by_group<<<1, N>>>(out, in); }
void run_odd(float* out, const float* in, int) { odd<<<1, 1>>>(out, in); }
}
