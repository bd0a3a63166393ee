// Blocks that wait for each other, and launches that follow each other.
#include <cooperative_groups.h>

#include <algorithm>
#include <numeric>

#include "simt/tests/correct/check.hpp"

namespace {

namespace cg = cooperative_groups;

// Two blocks, a producer and a consumer, with a ring buffer of four places.
__global__ void make_and_use(volatile int* ring, volatile int* made, volatile int* used, int* out, int items) {
  if (blockIdx.x == 0) {
    for (int i = 0; i < items; ++i) {
      while (i - *used >= 4) {
      }
      __threadfence();
      ring[i % 4] = i * i;
      __threadfence();
      *made = i + 1;
    }
  } else {
    for (int i = 0; i < items; ++i) {
      while (*made <= i) {
      }
      __threadfence();
      out[i] = ring[i % 4];
      __threadfence();
      *used = i + 1;
    }
  }
}

void producer_and_consumer() {
  constexpr int items = 30;
  DeviceArray<int> ring(4), made(std::vector<int>{0}), used(std::vector<int>{0}), out(items);
  make_and_use<<<2, 1>>>(ring.data(), made.data(), used.data(), out.data(), items);
  expect(out, table<int>(items, [](int i) { return i * i; }));
}

// A flag that is set after the work of a whole block.
__global__ void hand_over(float* data, volatile int* ready, float* out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = 3 * threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) *ready = 1;
    return;
  }
  if (threadIdx.x == 0) {
    while (*ready == 0) {
    }
    __threadfence();
  }
  __syncthreads();
  out[threadIdx.x] = static_cast<volatile float*>(data)[blockDim.x - 1 - threadIdx.x];
}

void flag() {
  DeviceArray<float> data(64), out(64);
  DeviceArray<int> ready(std::vector<int>{0});
  hand_over<<<2, 64>>>(data.data(), ready.data(), out.data());
  expect(out, table<float>(64, [](int i) { return 3 * (63 - i); }));
}

// The same without volatile: atomic reads, an atomic exchange; and a block's warps by a shared variable.
__global__ void wait_for_a_block(int* out, int* ready, volatile int* data) {
  if (blockIdx.x == 1) {
    *data = 5;
    __threadfence();
    atomicExch(ready, 1);
  } else {
    while (atomicAdd(ready, 0) == 0) {
    }
    __threadfence();
    *out = *data;
  }
}
__global__ void wait_for_a_warp(volatile int* out) {
  __shared__ volatile int turn;
  if (threadIdx.x == 0) turn = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    out[1] = 1;
    __threadfence_block();
    turn = 1;
  } else if (threadIdx.x == 32) {
    while (turn == 0) {
    }
    __threadfence_block();
    out[2] = out[1] + 1;
  }
}
__global__ void wait_for_the_clock(int* out) {
  const long long start = clock64();
  while (clock64() - start < 1000) {
  }
  if (threadIdx.x == 0) out[3] = 4;
}

void waiting() {
  DeviceArray<int> out(4), ready(std::vector<int>{0}), data(1);
  wait_for_a_block<<<2, 1>>>(out.data(), ready.data(), data.data());
  wait_for_a_warp<<<1, 64>>>(out.data());
  wait_for_the_clock<<<1, 32>>>(out.data());
  expect(out, {5, 1, 2, 4});
}

// A barrier of all blocks, all of which are resident: arrivals are counted, and waiting threads read the round.
struct GridBarrier {
  unsigned* arrived;
  unsigned* round;

  __device__ void wait() {
    __syncthreads();
    if (threadIdx.x == 0) {
      const unsigned now = atomicAdd(round, 0);
      __threadfence();
      if (atomicAdd(arrived, 1) == gridDim.x - 1) {
        *static_cast<volatile unsigned*>(arrived) = 0;
        __threadfence();
        atomicAdd(round, 1);
      } else {
        while (atomicAdd(round, 0) == now) {
        }
      }
      __threadfence();
    }
    __syncthreads();
  }
};
__global__ void relax(volatile float* a, volatile float* b, int n, int rounds, GridBarrier barrier) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < rounds; ++round) {
    volatile float* const from = round % 2 == 0 ? a : b;
    volatile float* const to = round % 2 == 0 ? b : a;
    to[i] = from[(i + n - 1) % n] + from[(i + 1) % n];
    barrier.wait();
  }
}

std::vector<float> relaxed(std::vector<float> now, int rounds) {
  const auto n = now.size();
  for (int round = 0; round < rounds; ++round) {
    const auto before = now;
    for (std::size_t i = 0; i < n; ++i) now[i] = before[(i + n - 1) % n] + before[(i + 1) % n];
  }
  return now;
}

void own_grid_barrier() {
  constexpr int blocks = 6, n = blocks * 64, rounds = 8;
  const auto in = numbers<float>(n);
  DeviceArray<float> a(in), b(n);
  DeviceArray<unsigned> counters(std::vector<unsigned>{0, 0});
  relax<<<blocks, 64>>>(a.data(), b.data(), n, rounds, GridBarrier{counters.data(), counters.data() + 1});
  expect(a, relaxed(in, rounds));
}

// The same by a cooperative launch.
__global__ void relax_together(float* a, float* b, int n, int rounds) {
  const cg::grid_group grid = cg::this_grid();
  for (int round = 0; round < rounds; ++round) {
    const float* const from = round % 2 == 0 ? a : b;
    float* const to = round % 2 == 0 ? b : a;
    for (int i = grid.thread_rank(); i < n; i += grid.size()) to[i] = from[(i + n - 1) % n] + from[(i + 1) % n];
    grid.sync();
  }
}

void cooperative_launch() {
  int n = 500, rounds = 6;
  const auto in = numbers<float>(n);
  DeviceArray<float> device_a(in), device_b(n);
  float *a = device_a.data(), *b = device_b.data();
  void* arguments[] = {&a, &b, &n, &rounds};
  require(
      cudaLaunchCooperativeKernel(reinterpret_cast<void*>(relax_together), dim3(4), dim3(96), arguments, 0, nullptr));
  expect(device_a, relaxed(in, rounds));
}

// One launch per step, the two arrays in turn, on two streams that wait for each other's events.
__global__ void relax_once(float* to, const float* from, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[(i + n - 1) % n] + from[(i + 1) % n];
}

void ping_pong_in_streams() {
  constexpr int n = 300, rounds = 6;
  const auto in = numbers<float>(n);
  DeviceArray<float> a(in), b(n);
  cudaStream_t streams[2];
  cudaEvent_t done[2];
  for (int s = 0; s < 2; ++s) {
    require(cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking));
    require(cudaEventCreateWithFlags(&done[s], cudaEventDisableTiming));
  }
  require(cudaDeviceSynchronize());
  for (int round = 0; round < rounds; ++round) {
    const int s = round % 2;
    if (round > 0) require(cudaStreamWaitEvent(streams[s], done[1 - s], 0));
    relax_once<<<ceil_div(n, 128), 128, 0, streams[s]>>>(s == 0 ? b.data() : a.data(), s == 0 ? a.data() : b.data(), n);
    require(cudaEventRecord(done[s], streams[s]));
  }
  require(cudaEventSynchronize(done[1]));
  for (int s = 0; s < 2; ++s) {
    require(cudaStreamSynchronize(streams[s]));
    require(cudaEventDestroy(done[s]));
    require(cudaStreamDestroy(streams[s]));
  }
  expect(a, relaxed(in, rounds));
}

// Variables of the device, changed between launches by the host and by kernels.
__device__ int step = 3;
__device__ int history[8];
__constant__ int limit;
__global__ void advance(int by) {
  if (threadIdx.x < limit) history[threadIdx.x] += step;
  __syncthreads();
  if (threadIdx.x == 0) step += by;
}

void device_variables() {
  const int zeros[8] = {}, start = 3;
  require(cudaMemcpyToSymbol(history, zeros, sizeof zeros));
  require(cudaMemcpyToSymbol(step, &start, sizeof start));
  for (int round = 0; round < 4; ++round) {
    const int upto = 2 * round + 2;
    require(cudaMemcpyToSymbol(limit, &upto, sizeof upto));
    advance<<<1, 32>>>(10);
  }
  int last = 0;
  std::vector<int> result(8);
  require(cudaMemcpyFromSymbol(&last, step, sizeof last));
  require(cudaMemcpyFromSymbol(result.data(), history, sizeof history));
  expect(result, {3 + 13 + 23 + 33, 3 + 13 + 23 + 33, 13 + 23 + 33, 13 + 23 + 33, 23 + 33, 23 + 33, 33, 33});
  expect(std::vector<int>{last}, {43});
  void* address = nullptr;
  require(cudaGetSymbolAddress(&address, step));
  require(cudaMemset(address, 0, sizeof(int)));
  require(cudaMemcpyFromSymbol(&last, step, sizeof last));
  expect(std::vector<int>{last}, {0});
}

// A scan over many blocks: three kernels and a copy on the device.
__global__ void scan_of_blocks(int* data, int* sums, int n) {
  __shared__ int shared[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  shared[threadIdx.x] = i < n ? data[i] : 0;
  __syncthreads();
  for (int reach = 1; reach < 64; reach *= 2) {
    const int below = threadIdx.x >= reach ? shared[threadIdx.x - reach] : 0;
    __syncthreads();
    shared[threadIdx.x] += below;
    __syncthreads();
  }
  if (i < n) data[i] = shared[threadIdx.x];
  if (threadIdx.x == 63) sums[blockIdx.x] = shared[63];
}
__global__ void add_sums_before(int* data, const int* sums, int n) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  if (blockIdx.x > 0 && i < n) data[i] += sums[blockIdx.x - 1];
}

void scan_of_many_blocks() {
  constexpr int n = 1000, blocks = (n + 63) / 64;
  const auto in = numbers<int>(n);
  DeviceArray<int> original(in), data(n), sums(blocks), total(1);
  require(cudaMemcpy(data.data(), original.data(), n * sizeof(int), cudaMemcpyDeviceToDevice));
  scan_of_blocks<<<blocks, 64>>>(data.data(), sums.data(), n);
  scan_of_blocks<<<1, 64>>>(sums.data(), total.data(), blocks);
  add_sums_before<<<blocks, 64>>>(data.data(), sums.data(), n);
  std::vector<int> expected(n);
  std::partial_sum(in.begin(), in.end(), expected.begin());
  expect(data, expected);
  expect(total, {expected.back()});
  expect(original, in);
}

}  // namespace

CORRECT_CASES({"producer and consumer", producer_and_consumer}, {"flag behind a block's work", flag},
              {"ways to wait", waiting}, {"own barrier of the grid", own_grid_barrier},
              {"cooperative launch", cooperative_launch}, {"ping-pong in two streams", ping_pong_in_streams},
              {"variables of the device", device_variables}, {"scan of many blocks", scan_of_many_blocks})
