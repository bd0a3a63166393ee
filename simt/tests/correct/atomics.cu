// Atomic updates, and what can be built from them.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "simt/tests/correct/check.hpp"

namespace {

// A histogram of each block in shared memory, added to the whole.
__global__ void histogram(unsigned* bins, const unsigned char* in, int n) {
  __shared__ unsigned mine[64];
  for (int b = threadIdx.x; b < 64; b += blockDim.x) mine[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&mine[in[i]], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < 64; b += blockDim.x) atomicAdd(bins + b, mine[b]);
}

void histograms() {
  constexpr int n = 3001;
  const auto in = numbers<unsigned char>(n, 64);
  DeviceArray<unsigned char> device_in(in);
  DeviceArray<unsigned> bins(64);
  require(cudaMemset(bins.data(), 0, 64 * sizeof(unsigned)));
  histogram<<<5, 96>>>(bins.data(), device_in.data(), n);
  expect(bins, table<unsigned>(64, [&](int b) { return std::count(in.begin(), in.end(), b); }));
}

// The largest float, for which there is no atomic function.
__device__ float atomic_max(float* address, float value) {
  int* const bits = reinterpret_cast<int*>(address);
  int old = *static_cast<volatile int*>(bits);
  while (__int_as_float(old) < value) {
    const int expected = old;
    old = atomicCAS(bits, expected, __float_as_int(value));
    if (old == expected) break;
  }
  return __int_as_float(old);
}
__global__ void largest(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomic_max(out, in[i]);
}

void largest_float() {
  auto in = numbers<float>(700, 5000);
  for (float& value : in) value = value / 8 - 300;
  DeviceArray<float> device_in(in), out(std::vector<float>{-1e30f});
  largest<<<ceil_div(700, 128), 128>>>(out.data(), device_in.data(), 700);
  expect(out, {*std::max_element(in.begin(), in.end())});
}

// A double added by comparing and swapping 64 bits, as before there was atomicAdd for it.
__device__ void add_double(double* address, double value) {
  auto* const word = reinterpret_cast<unsigned long long*>(address);
  unsigned long long old = *static_cast<volatile unsigned long long*>(word), assumed;
  do {
    assumed = old;
    double sum;
    memcpy(&sum, &assumed, sizeof sum);
    sum += value;
    unsigned long long bits;
    memcpy(&bits, &sum, sizeof bits);
    old = atomicCAS(word, assumed, bits);
  } while (old != assumed);
}
__global__ void sum_of_doubles(double* out, const double* in) {
  add_double(&out[0], in[blockIdx.x * blockDim.x + threadIdx.x]);
  atomicAdd(&out[1], in[blockIdx.x * blockDim.x + threadIdx.x]);
}

void doubles() {
  const auto in = numbers<double>(256);
  DeviceArray<double> device_in(in), out(std::vector<double>{0, 0});
  sum_of_doubles<<<4, 64>>>(out.data(), device_in.data());
  const double sum = std::accumulate(in.begin(), in.end(), 0.0);
  expect(out, {sum, sum});
}

// A lock, taken by one thread per block; fences keep the protected accesses between taking and releasing it.
struct Lock {
  int* taken;
  __device__ void acquire() {
    while (atomicCAS(taken, 0, 1) != 0) __nanosleep(20);
    __threadfence();
  }
  __device__ void release() {
    __threadfence();
    atomicExch(taken, 0);
  }
};
__global__ void append_in_turn(Lock lock, volatile int* count, volatile int* list) {
  __shared__ int place;
  if (threadIdx.x == 0) {
    lock.acquire();
    place = *count;
    *count = place + 1;
    list[place] = blockIdx.x;
    lock.release();
  }
  __syncthreads();
  if (threadIdx.x == 1) list[gridDim.x + blockIdx.x] = place;
}

void spin_lock() {
  constexpr int blocks = 24;
  DeviceArray<int> taken(std::vector<int>{0}), count(std::vector<int>{0}), list(2 * blocks);
  append_in_turn<<<blocks, 32>>>(Lock{taken.data()}, count.data(), list.data());
  auto appended = list.host();
  for (int b = 0; b < blocks; ++b) {
    if (appended[appended[blocks + b]] != b) throw std::runtime_error("a block is not at its place in the list");
  }
  appended.resize(blocks);
  std::sort(appended.begin(), appended.end());
  expect(appended, table<int>(blocks, [](int i) { return i; }));
  expect(taken, {0});
  expect(count, {blocks});
}

// A lock for every lane of a warp: the lane that has it works within the loop, so that waiting lanes cannot block it.
__global__ void lanes_take_turns(int* lock, volatile int* log) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      const int entries = log[0];
      log[0] = entries + 1;
      log[1 + entries] = threadIdx.x;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

void lock_within_a_warp() {
  DeviceArray<int> lock(std::vector<int>{0}), log(std::vector<int>(33, 0));
  lanes_take_turns<<<1, 32>>>(lock.data(), log.data());
  auto entries = log.host();
  expect(std::vector<int>{entries[0]}, {32});
  std::sort(entries.begin() + 1, entries.end());
  expect(entries, table<int>(33, [](int i) { return i == 0 ? 32 : i - 1; }));
}

// The last block adds what all blocks have written.
__device__ unsigned blocks_done = 0;
__global__ void sum_by_the_last_block(float* total, volatile float* partial, const float* in, int n) {
  __shared__ float shared[128];
  __shared__ bool is_last;
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  shared[threadIdx.x] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) shared[threadIdx.x] += shared[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = shared[0];
    __threadfence();
    is_last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last || threadIdx.x != 0) return;
  float all = 0;
  for (int b = 0; b < gridDim.x; ++b) all += partial[b];
  *total = all;
}

void last_block_done() {
  const auto in = numbers<float>(5000);
  DeviceArray<float> device_in(in), partial(13), total(2);
  for (int twice = 0; twice < 2; ++twice) {
    sum_by_the_last_block<<<13, 128>>>(total.data() + twice, partial.data(), device_in.data(), 5000);
  }
  const float sum = std::accumulate(in.begin(), in.end(), 0.0f);
  expect(total, {sum, sum});
}

// Places in a list from one counter, one atomic per warp: the first lane asks for the places of all lanes that need
// one.
__global__ void gather_negatives(int* out, int* size, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || in[i] >= 0) return;
  const unsigned wanting = __activemask();
  const int leader = __ffs(wanting) - 1, lane = threadIdx.x % 32;
  int first = 0;
  if (lane == leader) first = atomicAdd(size, __popc(wanting));
  first = __shfl_sync(wanting, first, leader);
  out[first + __popc(wanting & ((1u << lane) - 1))] = in[i];
}

void aggregated_counter() {
  auto in = numbers<int>(500);
  for (int& value : in) value -= 60;
  DeviceArray<int> device_in(in), out(500), size(std::vector<int>{0});
  gather_negatives<<<ceil_div(500, 64), 64>>>(out.data(), size.data(), device_in.data(), 500);
  std::vector<int> expected;
  std::copy_if(in.begin(), in.end(), std::back_inserter(expected), [](int x) { return x < 0; });
  expect(size, {static_cast<int>(expected.size())});
  std::vector<int> gathered(expected.size());
  require(cudaMemcpy(gathered.data(), out.data(), gathered.size() * sizeof(int), cudaMemcpyDeviceToHost));
  std::sort(gathered.begin(), gathered.end());
  std::sort(expected.begin(), expected.end());
  expect(gathered, expected);
}

// The other functions, all threads on one word of each kind.
__global__ void every_function(int* words, unsigned* more) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  atomicSub(&words[0], t);
  atomicMin(&words[1], 500 - t);
  atomicMax(&words[2], t - 500);
  atomicAnd(&words[3], ~(1 << t % 31));
  atomicOr(&words[4], 1 << t % 7);
  atomicXor(&words[5], t);
  atomicDec(&more[0], 10);
  atomicInc(&more[1], 12);
  atomicMax(&more[2], static_cast<unsigned>(t) * 3u);
  atomicExch(&more[3], 77u);
}

void all_functions() {
  constexpr int threads = 200;
  DeviceArray<int> words(std::vector<int>{0, 1000, -1000, 0x7fffffff, 0, 0});
  DeviceArray<unsigned> more(std::vector<unsigned>{5, 3, 0, 1});
  every_function<<<2, threads / 2>>>(words.data(), more.data());
  int parity = 0;
  for (int t = 0; t < threads; ++t) parity ^= t;
  expect(words, {-threads * (threads - 1) / 2, 500 - (threads - 1), threads - 1 - 500, 0, 127, parity});
  unsigned down = 5, up = 3;
  for (int t = 0; t < threads; ++t) {
    down = down == 0 ? 10 : down - 1;
    up = up >= 12 ? 0 : up + 1;
  }
  expect(more, {down, up, 3u * (threads - 1), 77u});
}

// Blocks take their work from a queue until it is empty.
__global__ void work_from_a_queue(int* next, int* done_by, int items) {
  __shared__ int item;
  for (;;) {
    if (threadIdx.x == 0) item = atomicAdd(next, 1);
    __syncthreads();
    const int mine = item;
    __syncthreads();
    if (mine >= items) break;
    atomicAdd(&done_by[mine], static_cast<int>(threadIdx.x) + 1);
  }
}

void work_queue() {
  constexpr int items = 50;
  DeviceArray<int> next(std::vector<int>{0}), done(std::vector<int>(items, 0));
  work_from_a_queue<<<6, 40>>>(next.data(), done.data(), items);
  expect(done, std::vector<int>(items, 40 * 41 / 2));
}

}  // namespace

CORRECT_CASES({"histogram", histograms}, {"largest float by compare-and-swap", largest_float},
              {"doubles by compare-and-swap", doubles}, {"lock", spin_lock}, {"lock within a warp", lock_within_a_warp},
              {"last block done", last_block_done}, {"one counter, one atomic a warp", aggregated_counter},
              {"every function", all_functions}, {"work from a queue", work_queue})
