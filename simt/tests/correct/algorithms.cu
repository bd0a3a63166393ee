// Small whole algorithms.
#include <algorithm>
#include <cstdint>
#include <numeric>

#include "simt/tests/correct/check.hpp"

namespace {

// Kahan's sum keeps what a float cannot hold. Fast arithmetic would remove it.
__host__ __device__ void add_exactly(float& sum, float& lost, float value) {
  const float wanted = value - lost;
  const float next = sum + wanted;
  lost = (next - sum) - wanted;
  sum = next;
}
__global__ void kahan(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0, lost = 0;
  for (int k = i; k < n; k += gridDim.x * blockDim.x) add_exactly(sum, lost, in[k]);
  out[i] = sum;
}

void kahan_sum() {
  constexpr int n = 20000;
  auto in = numbers<float>(n);
  for (int i = 0; i < n; ++i) in[i] = i % 64 == i ? 1e7f : 0.01f + in[i] * 1e-3f;
  DeviceArray<float> device_in(in), out(64);
  kahan<<<2, 32>>>(out.data(), device_in.data(), n);
  const auto expected = table<float>(64, [&](int i) {
    double sum = 0;
    for (int k = i; k < n; k += 64) sum += in[k];
    return sum;
  });
  expect(out, expected, 3e-7);  // adding one by one is off by 2e-6
}

// Monte Carlo: each thread has its own stream of a linear congruential generator, and skips ahead to its start.
__host__ __device__ std::uint32_t advanced(std::uint32_t state, std::uint32_t steps) {
  std::uint32_t factor = 1664525u, offset = 1013904223u, all_factor = 1, all_offset = 0;
  for (; steps != 0; steps >>= 1) {
    if (steps & 1) {
      all_factor *= factor;
      all_offset = all_offset * factor + offset;
    }
    offset *= factor + 1;
    factor *= factor;
  }
  return state * all_factor + all_offset;
}
__host__ __device__ bool hits(std::uint32_t& state) {
  state = advanced(state, 1);
  const std::uint32_t x = state >> 17;
  state = advanced(state, 1);
  const std::uint32_t y = state >> 17;
  return x * x + y * y < 1u << 30;
}
__global__ void throw_darts(unsigned* total, int darts) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  std::uint32_t state = advanced(1, 2 * darts * i);
  unsigned count = 0;
  for (int d = 0; d < darts; ++d) count += hits(state);
  atomicAdd(total, count);
}

void monte_carlo() {
  constexpr int threads = 128, darts = 40;
  DeviceArray<unsigned> total(std::vector<unsigned>{0});
  throw_darts<<<2, threads / 2>>>(total.data(), darts);
  std::uint32_t state = 1;
  unsigned expected = 0;
  for (int d = 0; d < threads * darts; ++d) expected += hits(state);
  expect(total, {expected});
}

// One step of merge sort: each thread finds by bisection where its element goes.
__device__ int before(const int* begin, int n, int value, bool or_equal) {
  int low = 0;
  while (n > 0) {
    const int half = n / 2;
    const int middle = begin[low + half];
    if (middle < value || (or_equal && middle == value)) {
      low += half + 1;
      n -= half + 1;
    } else {
      n = half;
    }
  }
  return low;
}
__global__ void merge_step(int* to, const int* from, int n, int run) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int pair = i / (2 * run) * 2 * run, middle = min(pair + run, n), end = min(pair + 2 * run, n);
  const int value = from[i];
  to[i < middle ? i + before(from + middle, end - middle, value, false)
                : i - (middle - pair) + before(from + pair, middle - pair, value, true)] = value;
}

void merge_sort() {
  constexpr int n = 300;
  auto in = numbers<int>(n);
  DeviceArray<int> a(in), b(n);
  int* from = a.data();
  int* to = b.data();
  for (int run = 1; run < n; run *= 2) {
    merge_step<<<ceil_div(n, 64), 64>>>(to, from, n, run);
    std::swap(from, to);
  }
  std::vector<int> sorted(n);
  require(cudaMemcpy(sorted.data(), from, n * sizeof(int), cudaMemcpyDeviceToHost));
  std::sort(in.begin(), in.end());
  expect(sorted, in);
}

// Conway's game of life on a torus, cells with their neighbours in shared memory.
template <int Side>
__global__ void live(unsigned char* next, const unsigned char* now, int width, int height) {
  __shared__ unsigned char cells[Side + 2][Side + 2];
  for (int k = threadIdx.y * Side + threadIdx.x; k < (Side + 2) * (Side + 2); k += Side * Side) {
    const int x = (blockIdx.x * Side + k % (Side + 2) + width - 1) % width;
    const int y = (blockIdx.y * Side + k / (Side + 2) + height - 1) % height;
    cells[k / (Side + 2)][k % (Side + 2)] = now[y * width + x];
  }
  __syncthreads();
  const int x = blockIdx.x * Side + threadIdx.x, y = blockIdx.y * Side + threadIdx.y;
  if (x >= width || y >= height) return;
  int neighbours = 0;
  for (int dy = 0; dy < 3; ++dy) {
    for (int dx = 0; dx < 3; ++dx) neighbours += dy == 1 && dx == 1 ? 0 : cells[threadIdx.y + dy][threadIdx.x + dx];
  }
  next[y * width + x] = neighbours == 3 || (neighbours == 2 && cells[threadIdx.y + 1][threadIdx.x + 1] == 1);
}

void game_of_life() {
  constexpr int width = 37, height = 21, generations = 4;
  auto cells = numbers<unsigned char>(width * height, 2);
  DeviceArray<unsigned char> a(cells), b(cells.size());
  for (int g = 0; g < generations; ++g) {
    live<8><<<dim3(ceil_div(width, 8), ceil_div(height, 8)), dim3(8, 8)>>>(
        g % 2 == 0 ? b.data() : a.data(), g % 2 == 0 ? a.data() : b.data(), width, height);
    const auto old = cells;
    for (int i = 0; i < width * height; ++i) {
      int neighbours = -old[i];
      for (int k = 0; k < 9; ++k) {
        const int x = (i % width + k % 3 + width - 1) % width, y = (i / width + k / 3 + height - 1) % height;
        neighbours += old[y * width + x];
      }
      cells[i] = neighbours == 3 || (neighbours == 2 && old[i] == 1);
    }
  }
  expect(a, cells);
}

// Run lengths: where a run begins is flagged, scanned, and its length found from where the next begins.
__global__ void find_runs(int* begin, int* runs, const int* in, int n) {
  __shared__ int place[256];
  const int i = threadIdx.x;
  const bool is_first = i < n && (i == 0 || in[i] != in[i - 1]);
  place[i] = is_first;
  for (int reach = 1; reach < 256; reach *= 2) {
    __syncthreads();
    const int below = i >= reach ? place[i - reach] : 0;
    __syncthreads();
    place[i] += below;
  }
  if (is_first) begin[place[i] - 1] = i;
  if (i == n - 1) {
    *runs = place[i];
    begin[place[i]] = n;
  }
}
__global__ void measure_runs(int2* out, const int* begin, const int* in, const int* runs) {
  const int i = threadIdx.x;
  if (i < *runs) out[i] = make_int2(in[begin[i]], begin[i + 1] - begin[i]);
}

void run_lengths() {
  constexpr int n = 230;
  auto in = numbers<int>(n, 3);
  DeviceArray<int> device_in(in), begin(n + 1), runs(1);
  DeviceArray<int2> out(n);
  find_runs<<<1, 256>>>(begin.data(), runs.data(), device_in.data(), n);
  measure_runs<<<1, 256>>>(out.data(), begin.data(), device_in.data(), runs.data());
  std::vector<int> values, lengths;
  for (int i = 0; i < n; ++i) {
    if (i == 0 || in[i] != in[i - 1]) {
      values.push_back(in[i]);
      lengths.push_back(0);
    }
    ++lengths.back();
  }
  expect(runs, {static_cast<int>(values.size())});
  std::vector<int2> found(values.size());
  require(cudaMemcpy(found.data(), out.data(), found.size() * sizeof(int2), cudaMemcpyDeviceToHost));
  expect(table<int>(found.size(), [&](int i) { return found[i].x; }), values);
  expect(table<int>(found.size(), [&](int i) { return found[i].y; }), lengths);
}

// One pass of radix sort, two bits a digit: counted a block, offsets scanned, and scattered in order.
__global__ void count_digits(int* counts, const unsigned* in, int n, int shift) {
  __shared__ int mine[4];
  if (threadIdx.x < 4) mine[threadIdx.x] = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&mine[in[i] >> shift & 3], 1);
  __syncthreads();
  if (threadIdx.x < 4) counts[threadIdx.x * gridDim.x + blockIdx.x] = mine[threadIdx.x];
}
__global__ void scan_counts(int* counts, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    const int count = counts[i];
    counts[i] = sum;
    sum += count;
  }
}
__global__ void scatter(unsigned* to, const unsigned* from, const int* offsets, int n, int shift) {
  __shared__ unsigned char digits[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  const unsigned key = i < n ? from[i] : 0, digit = key >> shift & 3;
  digits[threadIdx.x] = static_cast<unsigned char>(digit);
  __syncthreads();
  if (i >= n) return;
  int rank = 0;
  for (unsigned k = 0; k < threadIdx.x; ++k) rank += digits[k] == digit;
  to[offsets[digit * gridDim.x + blockIdx.x] + rank] = key;
}

void radix_sort() {
  constexpr int n = 500, blocks = (n + 63) / 64;
  auto in = numbers<unsigned>(n, 256);
  DeviceArray<unsigned> a(in), b(n);
  DeviceArray<int> counts(4 * blocks);
  for (int shift = 0; shift < 8; shift += 2) {
    unsigned* const from = shift % 4 == 0 ? a.data() : b.data();
    unsigned* const to = shift % 4 == 0 ? b.data() : a.data();
    count_digits<<<blocks, 64>>>(counts.data(), from, n, shift);
    scan_counts<<<1, 1>>>(counts.data(), 4 * blocks);
    scatter<<<blocks, 64>>>(to, from, counts.data(), n, shift);
  }
  std::sort(in.begin(), in.end());
  expect(a, in);
}

// Forces between bodies, tile by tile through shared memory, with the mathematical functions.
__host__ __device__ float4 pull(float4 sum, float4 a, float4 b) {
  const float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
  const float square = fmaf(dx, dx, fmaf(dy, dy, dz * dz)) + 1.0f;
  const float strength = b.w / (square * sqrtf(square));
  return make_float4(sum.x + dx * strength, sum.y + dy * strength, sum.z + dz * strength, 0);
}
__global__ void forces(float4* out, const float4* bodies, int n) {
  __shared__ float4 tile[32];
  const int i = blockIdx.x * 32 + threadIdx.x;
  const float4 mine = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
  float4 sum = make_float4(0, 0, 0, 0);
  for (int first = 0; first < n; first += 32) {
    if (first + threadIdx.x < n) tile[threadIdx.x] = bodies[first + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < min(32, n - first); ++k) sum = pull(sum, mine, tile[k]);
    __syncthreads();
  }
  if (i < n) out[i] = sum;
}

void bodies() {
  constexpr int n = 75;
  const auto in = numbers<float>(4 * n);
  std::vector<float4> bodies(n);
  for (int i = 0; i < n; ++i) bodies[i] = make_float4(in[4 * i], in[4 * i + 1], in[4 * i + 2], in[4 * i + 3]);
  DeviceArray<float4> device_bodies(bodies), out(n);
  forces<<<ceil_div(n, 32), 32>>>(out.data(), device_bodies.data(), n);
  const auto result = out.host();
  for (int i = 0; i < n; ++i) {
    float4 sum = make_float4(0, 0, 0, 0);
    for (int k = 0; k < n; ++k) sum = pull(sum, bodies[i], bodies[k]);
    expect(std::vector<float>{result[i].x, result[i].y, result[i].z}, {sum.x, sum.y, sum.z}, 1e-4);
  }
}

}  // namespace

CORRECT_CASES({"Kahan sum", kahan_sum}, {"Monte Carlo", monte_carlo}, {"merge sort", merge_sort},
              {"game of life", game_of_life}, {"run lengths", run_lengths}, {"radix sort", radix_sort},
              {"bodies that pull", bodies})
