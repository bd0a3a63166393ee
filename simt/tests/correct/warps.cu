// Warps: shuffles, votes, matches, and lanes that order their memory by __syncwarp() alone.
#include <algorithm>
#include <map>
#include <numeric>

#include "simt/tests/correct/check.hpp"

namespace {

constexpr unsigned all = 0xffffffffu;

// Sums down a tree of lanes; lane 0 has the whole.
__device__ float warp_sum(float value) {
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(all, value, offset);
  return value;
}

// Reduction of a block: one value a warp, then one warp.
__global__ void block_sum(float* out, const float* in, int n) {
  __shared__ float partial[32];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += in[i];
  sum = warp_sum(sum);
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0) partial[warp] = sum;
  __syncthreads();
  if (warp != 0) return;
  sum = warp_sum(lane < blockDim.x / 32 ? partial[lane] : 0);
  if (lane == 0) *out = sum;
}

void reduction() {
  const auto in = numbers<float>(1111);
  DeviceArray<float> device_in(in), out(1);
  block_sum<<<1, 192>>>(out.data(), device_in.data(), 1111);
  expect(out, {std::accumulate(in.begin(), in.end(), 0.0f)});
}

// Inclusive scan of each warp by shuffles upwards.
__global__ void warp_scan(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  int value = data[i];
#pragma unroll
  for (int delta = 1; delta < 32; delta <<= 1) {
    const int below = __shfl_up_sync(all, value, delta);
    if (lane >= delta) value += below;
  }
  data[i] = value;
}

void scan() {
  const auto in = numbers<int>(256);
  DeviceArray<int> data(in);
  warp_scan<<<2, 128>>>(data.data());
  expect(data,
         table<int>(256, [&](int i) { return std::accumulate(in.begin() + i / 32 * 32, in.begin() + i + 1, 0); }));
}

// The butterfly: every lane has the maximum; and halves of a warp on their own.
__global__ void butterfly(int* out, const int* in) {
  int whole = in[threadIdx.x], half = whole;
  for (int lanes = 1; lanes < 32; lanes *= 2) whole = max(whole, __shfl_xor_sync(all, whole, lanes));
  for (int lanes = 8; lanes > 0; lanes /= 2) half = max(half, __shfl_xor_sync(all, half, lanes, 16));
  out[2 * threadIdx.x] = whole;
  out[2 * threadIdx.x + 1] = half;
}

void xor_shuffles() {
  const auto in = numbers<int>(64);
  DeviceArray<int> device_in(in), out(128);
  butterfly<<<1, 64>>>(out.data(), device_in.data());
  expect(out, table<int>(128, [&](int i) {
           const int t = i / 2, lanes = i % 2 == 0 ? 32 : 16, first = t / lanes * lanes;
           return *std::max_element(in.begin() + first, in.begin() + first + lanes);
         }));
}

// Segments of sixteen lanes: one lane's value for all, and a shift that stays within the segment.
__global__ void segments(double* out, const double* in) {
  const double value = in[threadIdx.x];
  const double leader = __shfl_sync(all, value, 3, 16);
  const double before = __shfl_up_sync(all, value, 2, 16), after = __shfl_down_sync(all, value, 5, 16);
  out[threadIdx.x] = leader + 1000 * before + 1000000 * after;
}

void segments_of_sixteen() {
  const auto in = numbers<double>(96);
  DeviceArray<double> device_in(in), out(96);
  segments<<<1, 96>>>(out.data(), device_in.data());
  expect(out, table<double>(96, [&](int i) {
           const int first = i / 16 * 16, place = i % 16;
           return in[first + 3] + 1000 * in[place >= 2 ? i - 2 : i] + 1000000 * in[place + 5 < 16 ? i + 5 : i];
         }));
}

// Votes, and ranks that lanes compute from the ballot's bits.
__global__ void vote(int* out, const int* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lane = threadIdx.x % 32, odd = __ballot_sync(all, in[i] % 2);
  const int any = __any_sync(all, in[i] == 0), every = __all_sync(all, in[i] < 100);
  const int first = __ffs(odd) - 1, before = __popc(odd & ((1u << lane) - 1)), leading = __clz(odd);
  out[i] = before + 100 * first + 10000 * leading + 1000000 * (any != 0) + 2000000 * (every != 0);
}

void votes() {
  const auto in = numbers<int>(128);
  DeviceArray<int> device_in(in), out(128);
  vote<<<2, 64>>>(out.data(), device_in.data());
  expect(out, table<int>(128, [&](int i) {
           const auto begin = in.begin() + i / 32 * 32, end = begin + 32;
           const auto is_odd = [](int x) { return x % 2 == 1; };
           const auto first = std::find_if(begin, end, is_odd) - begin;
           const auto last = std::find_if(std::make_reverse_iterator(end), std::make_reverse_iterator(begin), is_odd) -
                             std::make_reverse_iterator(end);
           return std::count_if(begin, begin + i % 32, is_odd) + 100 * first + 10000 * last +
                  1000000 * (std::count(begin, end, 0) > 0) + 2000000;
         }));
}

// Lanes with the same key find each other; the lowest adds for all.
__global__ void count_keys(int* counts, const int* keys) {
  const int key = keys[blockIdx.x * blockDim.x + threadIdx.x];
  const unsigned same = __match_any_sync(all, key);
  int uniform;
  __match_all_sync(all, key / 8, &uniform);
  if (threadIdx.x % 32 == __ffs(same) - 1) atomicAdd(&counts[key], __popc(same) + (uniform ? 0 : 1000000));
}

void matches() {
  const auto keys = numbers<int>(512, 8);
  DeviceArray<int> device_keys(keys), counts(std::vector<int>(8, 0));
  count_keys<<<4, 128>>>(counts.data(), device_keys.data());
  expect(counts, table<int>(8, [&](int key) { return std::count(keys.begin(), keys.end(), key); }));
}

// Compaction: each lane computes the place of its value from the ballot.
__global__ void keep_multiples_of_three(int* out, int* kept, const int* in, int n) {
  const int lane = threadIdx.x;
  int written = 0;
  for (int first = 0; first < n; first += 32) {
    const int i = first + lane;
    const bool keep = i < n && in[i] % 3 == 0;
    const unsigned keepers = __ballot_sync(all, keep);
    if (keep) out[written + __popc(keepers & ((1u << lane) - 1))] = in[i];
    written += __popc(keepers);
  }
  if (lane == 0) *kept = written;
}

void compaction() {
  const auto in = numbers<int>(205);
  DeviceArray<int> device_in(in), out(std::vector<int>(205, -1)), kept(1);
  keep_multiples_of_three<<<1, 32>>>(out.data(), kept.data(), device_in.data(), 205);
  std::vector<int> expected;
  std::copy_if(in.begin(), in.end(), std::back_inserter(expected), [](int x) { return x % 3 == 0; });
  expect(kept, {static_cast<int>(expected.size())});
  expected.resize(205, -1);
  expect(out, expected);
}

// Each warp works on shared memory of its own, ordered by __syncwarp() alone.
__global__ void warps_alone(float* out, const float* in) {
  __shared__ float slice[4][33];
  float* const mine = slice[threadIdx.x / 32];
  const int lane = threadIdx.x % 32;
  mine[lane] = in[threadIdx.x];
  __syncwarp();
  for (int step = 0; step < 5; ++step) {
    const float left = mine[(lane + 31) % 32], right = mine[(lane + 1) % 32];
    __syncwarp();
    mine[lane] = left + right;
    __syncwarp();
  }
  out[threadIdx.x] = mine[31 - lane];
}

void warp_synchronous() {
  const auto in = numbers<float>(128);
  DeviceArray<float> device_in(in), out(128);
  warps_alone<<<1, 128>>>(out.data(), device_in.data());
  std::vector<float> now(in);
  for (int step = 0; step < 5; ++step) {
    const auto before = now;
    for (int i = 0; i < 128; ++i) {
      const int first = i / 32 * 32;
      now[i] = before[first + (i + 31) % 32] + before[first + (i + 1) % 32];
    }
  }
  expect(out, table<float>(128, [&](int i) { return now[i / 32 * 32 + 31 - i % 32]; }));
}

// Lanes past the end have left; the others shuffle with the mask of active lanes.
__global__ void sum_of_those_who_stay(int* out, const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned here = __ballot_sync(all, i < n);
  if (i >= n) return;
  int sum = in[i];
  for (int offset = 16; offset > 0; offset /= 2) {
    const int other = __shfl_down_sync(here, sum, offset);
    const int from = threadIdx.x % 32 + offset;
    if (from < 32 && (here >> from & 1) != 0) sum += other;
  }
  if (threadIdx.x % 32 == 0) out[i / 32] = sum;
}

void masks_of_lanes_that_stay() {
  constexpr int n = 109;
  const auto in = numbers<int>(n);
  DeviceArray<int> device_in(in), out(4);
  sum_of_those_who_stay<<<1, 128>>>(out.data(), device_in.data(), n);
  expect(out, table<int>(4, [&](int w) {
           return std::accumulate(in.begin() + 32 * w, in.begin() + std::min(32 * w + 32, n), 0);
         }));
}

// Two halves of a warp take different branches, each with its own mask.
__global__ void divergent_halves(int* out, const int* in) {
  const int value = in[threadIdx.x];
  int result;
  if (threadIdx.x < 16) {
    result = __shfl_sync(0x0000ffffu, value, (threadIdx.x + 1) % 16);
  } else {
    result = -__shfl_xor_sync(0xffff0000u, value, 1);
    __syncwarp(0xffff0000u);
  }
  __syncwarp();
  out[threadIdx.x] = result + __popc(__ballot_sync(all, result > 0));
}

void branches_with_masks() {
  const auto in = table<int>(32, [](int i) { return i + 1; });
  DeviceArray<int> device_in(in), out(32);
  divergent_halves<<<1, 32>>>(out.data(), device_in.data());
  expect(out, table<int>(32, [&](int i) { return (i < 16 ? in[(i + 1) % 16] : -in[i ^ 1]) + 16; }));
}

// A sparse matrix in rows (CSR) times a vector, one warp a row.
__global__ void sparse_times_vector(float* y, const int* row_begin, const int* column, const float* value,
                                    const float* x, int rows) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int k = row_begin[row] + lane; k < row_begin[row + 1]; k += 32) sum += value[k] * __ldg(&x[column[k]]);
  sum = warp_sum(sum);
  if (lane == 0) y[row] = sum;
}

void sparse_matrix() {
  constexpr int rows = 37, columns = 90;
  const auto lengths = numbers<int>(rows, 75);
  std::vector<int> begin(rows + 1, 0);
  std::partial_sum(lengths.begin(), lengths.end(), begin.begin() + 1);
  const auto column = table<int>(begin[rows], [](int k) { return k * 7 % columns; });
  const auto value = numbers<float>(begin[rows], 9), x = numbers<float>(columns);
  DeviceArray<int> device_begin(begin), device_column(column);
  DeviceArray<float> device_value(value), device_x(x), y(rows);
  sparse_times_vector<<<ceil_div(rows, 4), 128>>>(y.data(), device_begin.data(), device_column.data(),
                                                  device_value.data(), device_x.data(), rows);
  expect(y, table<float>(rows, [&](int row) {
           float sum = 0;
           for (int k = begin[row]; k < begin[row + 1]; ++k) sum += value[k] * x[column[k]];
           return sum;
         }));
}

// Bits: counted, found, turned round, and gathered from the lanes.
__global__ void bits(unsigned* out, const unsigned* in) {
  const unsigned x = in[threadIdx.x];
  const unsigned long long wide = static_cast<unsigned long long>(x) << 17 | 5;
  out[threadIdx.x] = __popc(x) + 100 * __ffs(x) + 10000 * __clz(x) + (__brev(x) >> 31) * 1000000 +
                     __popcll(wide) * 2000000 + __ffsll(wide) * 100000000 + (__clzll(wide) & 1) * 1000000000;
}

void bit_functions() {
  const auto in = numbers<unsigned>(64, 1u << 20);
  DeviceArray<unsigned> device_in(in), out(64);
  bits<<<1, 64>>>(out.data(), device_in.data());
  expect(out, table<unsigned>(64, [&](int i) {
           const auto count = [](unsigned long long x) {
             unsigned ones = 0;
             for (; x != 0; x >>= 1) ones += x & 1;
             return ones;
           };
           const auto length = [](unsigned long long x) {
             int bits = 0;
             for (; x != 0; x >>= 1) ++bits;
             return bits;
           };
           const unsigned x = in[i];
           const unsigned long long wide = static_cast<unsigned long long>(x) << 17 | 5;
           return count(x) + 100 * (x == 0 ? 0 : length(x & -x)) + 10000 * (32 - length(x)) + (x & 1) * 1000000 +
                  count(wide) * 2000000 + 100000000 + ((64 - length(wide)) & 1) * 1000000000;
         }));
}

}  // namespace

CORRECT_CASES({"reduction by shuffles", reduction}, {"scan by shuffles", scan}, {"butterflies", xor_shuffles},
              {"segments of sixteen lanes", segments_of_sixteen}, {"votes", votes}, {"matching lanes", matches},
              {"compaction by ballots", compaction}, {"warps on their own", warp_synchronous},
              {"masks of lanes that stay", masks_of_lanes_that_stay}, {"masks of branches", branches_with_masks},
              {"sparse matrix, one warp a row", sparse_matrix}, {"bits", bit_functions})
