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
// Memory that a kernel may change, with the values of `in`.
float* changeable(float* out, const float* in) {
  cudaMemcpy(out, in, N * sizeof(float), cudaMemcpyDeviceToDevice);
  return out;
}
// The source is changed while it is copied, or after that.
enum Change { at_once, after_wait, behind_barrier, by_atomic };
template <Change change>
__global__ void source_own(float* in, float* out) {
  __shared__ float tile[N];
  const int i = threadIdx.x;
  __pipeline_memcpy_async(&tile[i], &in[i], 4);
  __pipeline_commit();
  if (change == behind_barrier) __syncthreads();
  if (change == after_wait) __pipeline_wait_prior(0);
  if (change == by_atomic) atomicExch(&in[i], 0.0f);                      // @change_by_atomic
  if (change != by_atomic) in[change == behind_barrier ? i ^ 1 : i] = 0;  // @change_own
  __pipeline_wait_prior(0);
  out[i] = tile[i];
}
template <Change change>
__global__ void source_of_group(float* in) {
  __shared__ __align__(16) float tile[N];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in, cuda::aligned_size_t<16>(sizeof tile));
  if (change == after_wait) cg::wait(block);
  if (threadIdx.x == 0) in[3] = 0;  // @change_of_group
  cg::wait(block);
}
enum Before { arrival, phase_ends, read, read_of_another, nothing };
template <Before before>
__global__ void source_and_barrier(float* in, float* out) {
  __shared__ float tile[N];
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  const int i = threadIdx.x;
  if (i == 0) init(&barrier, N);
  __syncthreads();
  cuda::memcpy_async(&tile[i], &in[i], 4, barrier);
  if (before == arrival) in[i] = 0;  // @change_before_arrival
  auto token = barrier.arrive();
  if (before == phase_ends) in[i] = 0;  // @change_before_phase_ends
  if (before == read) out[i] = tile[i];
  if (before == read_of_another) __syncthreads(), out[i] = tile[N - 1 - i];
  barrier.wait(std::move(token));
  in[i] = 0;
}
// The first warp copies and does not wait; the second one sees that the copies are complete.
__global__ void source_seen_by_another(float* in, float* out) {
  __shared__ float tile[N];
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  const int i = threadIdx.x;
  if (i == 0) init(&barrier, N);
  __syncthreads();
  if (i < 32) cuda::memcpy_async(&tile[i], &in[i], 4, barrier);
  auto token = barrier.arrive();
  if (i >= 32) {
    barrier.wait(std::move(token));
    out[i] = tile[i - 32];
  }
  __syncthreads();
  in[i] = 0;
}
// Two stages are copied, and the first one is complete.
template <int changed>
__global__ void source_of_stage(float* in, float* out) {
  __shared__ float tile[2][N / 2];
  auto pipeline = cuda::make_pipeline();
  const int i = threadIdx.x;
  for (int stage = 0; stage < 2; ++stage) {
    pipeline.producer_acquire();
    cuda::memcpy_async(&tile[stage][i], &in[stage * N / 2 + i], 4, pipeline);
    pipeline.producer_commit();
  }
  pipeline.consumer_wait();
  in[changed * N / 2 + i] = 0;  // @change_of_stage
  pipeline.consumer_wait();
  out[i] = tile[0][i] + tile[1][i];
}
__global__ void source_of_zeros(float* in, float* out) {
  __shared__ __align__(16) float word[4];
  __pipeline_memcpy_async(word, in, 16, 4);
  __pipeline_commit();
  in[3] = 0;
  __pipeline_wait_prior(0);
  out[0] = word[3];
}
extern "C" {
void run_source_own(float* out, const float* in, int) { source_own<at_once><<<1, N>>>(changeable(out, in), out); }
void run_source_behind_barrier(float* out, const float* in, int) {
  source_own<behind_barrier><<<1, N>>>(changeable(out, in), out);
}
void run_source_by_atomic(float* out, const float* in, int) {
  source_own<by_atomic><<<1, N>>>(changeable(out, in), out);
}
void run_source_after(float* out, const float* in, int) { source_own<after_wait><<<1, N>>>(changeable(out, in), out); }
void run_source_of_group(float* out, const float* in, int) { source_of_group<at_once><<<1, N>>>(changeable(out, in)); }
void run_source_of_group_after(float* out, const float* in, int) {
  source_of_group<after_wait><<<1, N>>>(changeable(out, in));
}
void run_source_before_arrival(float* out, const float* in, int) {
  source_and_barrier<arrival><<<1, N>>>(changeable(out, in), out);
}
void run_source_before_phase_ends(float* out, const float* in, int) {
  source_and_barrier<phase_ends><<<1, N>>>(changeable(out, in), out);
}
void run_source_after_phase(float* out, const float* in, int) {
  source_and_barrier<nothing><<<1, N>>>(changeable(out, in), out);
}
void run_read_before_phase_ends(float* out, const float* in, int) {
  source_and_barrier<read><<<1, N>>>(changeable(out, in), out);
}
void run_block_barrier_for_wait(float* out, const float* in, int) {
  source_and_barrier<read_of_another><<<1, N>>>(changeable(out, in), out);
}
void run_source_seen_by_another(float* out, const float* in, int) {
  source_seen_by_another<<<1, N>>>(changeable(out, in), out);
}
void run_source_of_stage(float* out, const float* in, int) {
  source_of_stage<1><<<1, N / 2>>>(changeable(out, in), out);
}
void run_source_of_stage_after(float* out, const float* in, int) {
  source_of_stage<0><<<1, N / 2>>>(changeable(out, in), out);
}
void run_source_of_zeros(float* out, const float* in, int) { source_of_zeros<<<1, 1>>>(changeable(out, in), out); }
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
