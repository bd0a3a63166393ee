// Asynchronous copies into shared memory: primitives, groups, barriers and pipelines that wait for them.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

#include <cuda/barrier>
#include <cuda/pipeline>
#include <utility>

#include "simt/tests/correct/check.hpp"

#ifdef __NVCC__
#pragma nv_diag_suppress static_var_with_dynamic_init  // libcu++'s barriers, which init() initializes
#endif

namespace {

namespace cg = cooperative_groups;

constexpr int N = 128;  // threads of a block, and elements of a tile
constexpr auto in_block = cuda::thread_scope_block;
using Barrier = cuda::barrier<in_block>;

// Every kernel here adds tiles up backwards: out[i] = sum over tiles of in[tile][N - 1 - i].
std::vector<int> sums(const std::vector<int>& in) {
  return table<int>(N, [&](int i) {
    int sum = 0;
    for (std::size_t t = 0; t < in.size() / N; ++t) sum += in[t * N + N - 1 - i];
    return sum;
  });
}
template <class Kernel>
void expect_sums(Kernel kernel, int threads = N) {
  constexpr int tiles = 9;
  const auto in = numbers<int>(tiles * N);
  DeviceArray<int> device_in(in), out(N);
  kernel<<<1, threads>>>(out.data(), device_in.data(), tiles);
  expect(out.host(), sums(in));
}

template <int stages>
__global__ void by_primitives(int* out, const int* in, int tiles) {
  __shared__ int tile[stages][N];
  const int i = threadIdx.x;
  for (int t = 0; t < stages - 1; ++t) {
    if (t < tiles) __pipeline_memcpy_async(&tile[t][i], &in[t * N + i], sizeof(int));
    __pipeline_commit();
  }
  int sum = 0;
  for (int t = 0; t < tiles; ++t) {
    const int next = t + stages - 1;
    if (next < tiles) __pipeline_memcpy_async(&tile[next % stages][i], &in[next * N + i], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(stages - 1);
    __syncthreads();
    sum += tile[t % stages][N - 1 - i];
    __syncthreads();
  }
  out[i] = sum;
}
void primitives() {
  expect_sums(by_primitives<1>);
  expect_sums(by_primitives<2>);
  expect_sums(by_primitives<4>);
}

__global__ void by_group(int* out, const int* in, int tiles) {
  __shared__ alignas(16) int tile[2][N];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile[0], in, sizeof(tile[0]));
  int sum = 0;
  for (int t = 0; t < tiles; ++t) {
    const int next = t + 1 < tiles ? t + 1 : 0;
    cg::memcpy_async(block, tile[(t + 1) % 2], in + next * N, cuda::aligned_size_t<16>(sizeof(tile[0])));
    cg::wait_prior<1>(block);
    sum += tile[t % 2][N - 1 - threadIdx.x];
    block.sync();
  }
  cg::wait(block);
  out[threadIdx.x] = sum;
}
void group() { expect_sums(by_group); }

// Threads arrive, do something else, and wait.
__global__ void by_barrier(int* out, const int* in, int tiles) {
  __shared__ int tile[2][N];
  __shared__ Barrier filled[2], read;
  const int i = threadIdx.x;
  if (i == 0) {
    init(&filled[0], N);
    init(&filled[1], N);
    init(&read, N);
  }
  __syncthreads();
  cuda::memcpy_async(cg::this_thread_block(), tile[0], in, sizeof(tile[0]), filled[0]);
  int sum = 0;
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) {
      cuda::memcpy_async(&tile[(t + 1) % 2][i], &in[(t + 1) * N + i], sizeof(int), filled[(t + 1) % 2]);
    }
    Barrier::arrival_token token = filled[t % 2].arrive();
    const int weight = 1;
    filled[t % 2].wait(std::move(token));
    sum += weight * tile[t % 2][N - 1 - i];
    read.arrive_and_wait();
  }
  out[i] = sum;
}
void barrier() { expect_sums(by_barrier); }

// Threads that leave early are not waited for.
__global__ void fewer_and_fewer(int* out) {
  __shared__ Barrier barrier;
  __shared__ int round;
  const int i = threadIdx.x;
  if (i == 0) {
    init(&barrier, N);
    round = 0;
  }
  __syncthreads();
  for (int r = 0; r < i; ++r) {
    barrier.arrive_and_wait();
    if (i == N - 1) ++round;
    barrier.arrive_and_wait();
  }
  out[i] = i == 0 ? 0 : round;
  barrier.arrive_and_drop();
}
void dropping() {
  DeviceArray<int> out(N);
  fewer_and_fewer<<<1, N>>>(out.data());
  expect(out.host(), table<int>(N, [](int i) { return i; }));
}

// One half of the block asks only whether a phase is over, by its parity.
__global__ void handed_over(int* out, const int* in, int tiles) {
  __shared__ int tile[N];
  __shared__ Barrier full, empty;
  const int i = threadIdx.x % N;
  if (threadIdx.x == 0) {
    init(&full, N);
    init(&empty, N);
  }
  __syncthreads();
  if (threadIdx.x < N) {
    for (int t = 0; t < tiles; ++t) {
      if (t > 0) empty.wait_parity((t - 1) % 2);
      tile[i] = in[t * N + i];
      (void)full.arrive();
    }
  } else {
    int sum = 0;
    for (int t = 0; t < tiles; ++t) {
      full.wait_parity(t % 2);
      sum += tile[N - 1 - i];
      (void)empty.arrive();
    }
    out[i] = sum;
  }
}
void parity() { expect_sums(handed_over, 2 * N); }

__global__ void by_threads_pipeline(int* out, const int* in, int tiles) {
  __shared__ int tile[3][N];
  auto pipeline = cuda::make_pipeline();
  const int i = threadIdx.x;
  int sum = 0;
  for (int t = 0, next = 0; t < tiles; ++t) {
    for (; next < tiles && next < t + 3; ++next) {
      pipeline.producer_acquire();
      cuda::memcpy_async(&tile[next % 3][i], &in[next * N + i], sizeof(int), pipeline);
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    __syncthreads();
    sum += tile[t % 3][N - 1 - i];
    __syncthreads();
    pipeline.consumer_release();
  }
  out[i] = sum;
}
__global__ void by_prior(int* out, const int* in, int tiles) {
  __shared__ int tile[2][N];
  auto pipeline = cuda::make_pipeline();
  const int i = threadIdx.x;
  int sum = 0;
  for (int t = 0; t < tiles; ++t) {
    if (t == 0) {
      cuda::memcpy_async(&tile[0][i], &in[i], sizeof(int), pipeline);
      pipeline.producer_commit();
    }
    if (t + 1 < tiles) cuda::memcpy_async(&tile[(t + 1) % 2][i], &in[(t + 1) * N + i], sizeof(int), pipeline);
    pipeline.producer_commit();
    cuda::pipeline_consumer_wait_prior<1>(pipeline);
    __syncthreads();
    sum += tile[t % 2][N - 1 - i];
    __syncthreads();
    pipeline.consumer_release();
  }
  out[i] = sum;
}
// Each wait is for one more stage, whether or not the stages before it were released.
__global__ void two_waits(int* out, const int* in, int tiles) {
  __shared__ int tile[2][N];
  auto pipeline = cuda::make_pipeline();
  const int i = threadIdx.x;
  int sum = 0;
  for (int first = 0; first < tiles; first += 2) {
    const int count = first + 1 < tiles ? 2 : 1;
    for (int t = 0; t < count; ++t) {
      pipeline.producer_acquire();
      cuda::memcpy_async(&tile[t][i], &in[(first + t) * N + i], sizeof(int), pipeline);
      pipeline.producer_commit();
    }
    for (int t = 0; t < count; ++t) pipeline.consumer_wait();
    __syncthreads();
    for (int t = 0; t < count; ++t) sum += tile[t][N - 1 - i];
    __syncthreads();
    for (int t = 0; t < count; ++t) pipeline.consumer_release();
  }
  out[i] = sum;
}
// consumer_release() does nothing for a pipeline of one thread: code may leave it out.
__global__ void never_released(int* out, const int* in, int tiles) {
  __shared__ int tile[2][N];
  auto pipeline = cuda::make_pipeline();
  const int i = threadIdx.x;
  int sum = 0;
  for (int t = 0, next = 0; t < tiles; ++t) {
    for (; next < tiles && next < t + 2; ++next) {
      cuda::memcpy_async(&tile[next % 2][i], &in[next * N + i], sizeof(int), pipeline);
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    __syncthreads();
    sum += tile[t % 2][N - 1 - i];
    __syncthreads();
  }
  out[i] = sum;
}
void threads_pipeline() {
  expect_sums(by_threads_pipeline);
  expect_sums(by_prior);
  expect_sums(two_waits);
  expect_sums(never_released);
}

template <int stages>
__global__ void by_blocks_pipeline(int* out, const int* in, int tiles) {
  __shared__ alignas(16) int tile[stages][N];
  __shared__ cuda::pipeline_shared_state<in_block, stages> state;
  const auto block = cg::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  int sum = 0;
  for (int t = 0, next = 0; t < tiles; ++t) {
    for (; next < tiles && next < t + stages; ++next) {
      pipeline.producer_acquire();
      cuda::memcpy_async(block, tile[next % stages], in + next * N, sizeof(tile[0]), pipeline);
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    sum += tile[t % stages][N - 1 - threadIdx.x];
    pipeline.consumer_release();
  }
  out[threadIdx.x] = sum;
}
// One warp copies, the others compute.
template <bool by_role>
__global__ void by_producers(int* out, const int* in, int tiles) {
  __shared__ alignas(16) int tile[2][N];
  __shared__ cuda::pipeline_shared_state<in_block, 2> state;
  const auto block = cg::this_thread_block();
  const bool produces = block.thread_rank() < 32;
  const auto role = produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  const auto warp = cg::tiled_partition<32>(block);
  const auto work = [&](auto pipeline) {
    int sum = 0;
    for (int t = 0; t < tiles; ++t) {
      if (produces) {
        pipeline.producer_acquire();
        cuda::memcpy_async(warp, tile[t % 2], in + t * N, cuda::aligned_size_t<16>(sizeof(tile[0])), pipeline);
        pipeline.producer_commit();
      } else {
        pipeline.consumer_wait();
        sum += tile[t % 2][N - 1 - (threadIdx.x - 32)];
        pipeline.consumer_release();
      }
    }
    if (!produces) out[threadIdx.x - 32] = sum;
  };
  if constexpr (by_role) {
    work(cuda::make_pipeline(block, &state, role));
  } else {
    work(cuda::make_pipeline(block, &state, 32));
  }
}
void blocks_pipeline() {
  expect_sums(by_blocks_pipeline<1>);
  expect_sums(by_blocks_pipeline<2>);
  expect_sums(by_blocks_pipeline<3>);
}
void producers_and_consumers() {
  expect_sums(by_producers<true>, N + 32);
  expect_sums(by_producers<false>, N + 32);
}

__global__ void where(unsigned* out, const int* in) {
  __shared__ int word;
  int own = static_cast<int>(threadIdx.x);
  word = own;
  out[0] = __isGlobal(in) | __isShared(in) << 1;
  out[1] = __isGlobal(&word) | __isShared(&word) << 1;
  out[2] = __isGlobal(&own) | __isShared(&own) << 1;
}
void address_spaces() {
  DeviceArray<int> in(1);
  DeviceArray<unsigned> out(3);
  where<<<1, 1>>>(out.data(), in.data());
  expect(out.host(), {1, 2, 0});
}

}  // namespace

CORRECT_CASES({"pipeline primitives", primitives}, {"copies of a group", group},
              {"copies that a barrier waits for", barrier}, {"threads that drop out of a barrier", dropping},
              {"barriers waited for by parity", parity}, {"a thread's pipeline", threads_pipeline},
              {"a block's pipeline", blocks_pipeline}, {"producers and consumers", producers_and_consumers},
              {"address spaces", address_spaces})
