// Blocks that work together through shared memory and barriers.
#include <algorithm>
#include <numeric>

#include "simt/tests/correct/check.hpp"

namespace {

// One piece of dynamic shared memory, carved into arrays of different types.
__global__ void carved(double* sums, int* counts, const float* in, int n) {
  extern __shared__ double memory[];
  double* const sum = memory;
  float* const value = reinterpret_cast<float*>(sum + blockDim.x);
  int* const count = reinterpret_cast<int*>(value + n);
  for (int i = threadIdx.x; i < n; i += blockDim.x) value[i] = in[blockIdx.x * n + i];
  sum[threadIdx.x] = 0;
  count[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    sum[threadIdx.x] += value[n - 1 - i];
    count[threadIdx.x] += value[n - 1 - i] > 50;
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (unsigned i = 1; i < blockDim.x; ++i) {
    sum[0] += sum[i];
    count[0] += count[i];
  }
  sums[blockIdx.x] = sum[0];
  counts[blockIdx.x] = count[0];
}

void carved_dynamic_memory() {
  constexpr int blocks = 3, n = 301, threads = 64;
  const auto in = numbers<float>(blocks * n);
  DeviceArray<float> device_in(in);
  DeviceArray<double> sums(blocks);
  DeviceArray<int> counts(blocks);
  const size_t bytes = threads * (sizeof(double) + sizeof(int)) + n * sizeof(float);
  carved<<<blocks, threads, bytes>>>(sums.data(), counts.data(), device_in.data(), n);
  const auto begin = [&](int block) { return in.begin() + block * n; };
  expect(sums, table<double>(blocks, [&](int i) { return std::accumulate(begin(i), begin(i + 1), 0.0); }));
  expect(counts, table<int>(blocks, [&](int i) {
           return std::count_if(begin(i), begin(i + 1), [](float x) { return x > 50; });
         }));
}

// Dynamic shared memory of a template's type: declared as bytes, cast to what it holds.
template <class T>
__global__ void reverse(T* data) {
  extern __shared__ __align__(16) unsigned char bytes[];
  T* const tile = reinterpret_cast<T*>(bytes);
  T* const mine = data + blockIdx.x * blockDim.x;
  tile[threadIdx.x] = mine[threadIdx.x];
  __syncthreads();
  mine[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
template <class T>
void reverse_and_compare() {
  const auto in = numbers<T>(256);
  DeviceArray<T> data(in);
  reverse<T><<<4, 64, 64 * sizeof(T)>>>(data.data());
  expect(data, table<T>(256, [&](int i) { return in[i / 64 * 64 + 63 - i % 64]; }));
}

void cast_dynamic_memory() {
  reverse_and_compare<float>();
  reverse_and_compare<double>();
  reverse_and_compare<short>();
}

// Shared memory in a function of its own, one for each type; and two names for the dynamic one.
template <class T>
__device__ T total(T value) {
  __shared__ T values[64];
  __syncthreads();
  values[threadIdx.x] = value;
  __syncthreads();
  T sum = 0;
  for (int i = 0; i < 64; ++i) sum += values[i];
  return sum;
}
__global__ void totals(int* out) {
  extern __shared__ int sums[];
  sums[threadIdx.x] = total<int>(threadIdx.x) + static_cast<int>(total(0.5)) + total(2);
  __syncthreads();
  {
    extern __shared__ unsigned words[];
    out[threadIdx.x] = static_cast<int>(words[63 - threadIdx.x]) + total<int>(threadIdx.x % 2);
  }
}

void functions_with_shared_memory() {
  DeviceArray<int> out(64);
  totals<<<1, 64, 64 * sizeof(int)>>>(out.data());
  expect(out, std::vector<int>(64, 63 * 64 / 2 + 32 + 128 + 32));
}

// The tree: half as many threads each time, every step behind a barrier.
template <int Threads>
__global__ void sum_of_block(float* out, const float* in) {
  __shared__ float partial[Threads];
  partial[threadIdx.x] = in[blockIdx.x * Threads + threadIdx.x];
  __syncthreads();
#pragma unroll
  for (int half = Threads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}

void tree_reduction() {
  const auto in = numbers<float>(4 * 256);
  DeviceArray<float> device_in(in), out(4);
  sum_of_block<256><<<4, 256>>>(out.data(), device_in.data());
  expect(out, table<float>(
                  4, [&](int b) { return std::accumulate(in.begin() + b * 256, in.begin() + (b + 1) * 256, 0.0f); }));
}

// The same, the last warp on its own: volatile, and a __syncwarp() between reading and writing.
__global__ void sum_with_last_warp(float* out, const float* in) {
  __shared__ float partial[128];
  const int i = threadIdx.x;
  partial[i] = in[i];
  __syncthreads();
  if (i < 64) partial[i] += partial[i + 64];
  __syncthreads();
  if (i < 32) {
    volatile float* const shared = partial;
    float sum = shared[i] + shared[i + 32];
    __syncwarp();
    for (int half = 16; half > 0; half /= 2) {
      shared[i] = sum;
      __syncwarp();
      sum += shared[(i + half) % 32];
      __syncwarp();
    }
    if (i == 0) *out = sum;
  }
}

void volatile_last_warp() {
  const auto in = numbers<float>(128);
  DeviceArray<float> device_in(in), out(1);
  sum_with_last_warp<<<1, 128>>>(out.data(), device_in.data());
  expect(out, {std::accumulate(in.begin(), in.end(), 0.0f)});
}

// Hillis and Steele: two buffers, one barrier per step.
__global__ void scan_in_two_buffers(int* data, int n) {
  extern __shared__ int buffers[];
  int from = 0;
  const int i = threadIdx.x;
  buffers[i] = data[i];
  __syncthreads();
  for (int reach = 1; reach < n; reach *= 2) {
    buffers[(1 - from) * n + i] = buffers[from * n + i] + (i >= reach ? buffers[from * n + i - reach] : 0);
    from = 1 - from;
    __syncthreads();
  }
  data[i] = buffers[from * n + i];
}

void hillis_steele_scan() {
  const auto in = numbers<int>(200);
  DeviceArray<int> data(in);
  scan_in_two_buffers<<<1, 200, 2 * 200 * sizeof(int)>>>(data.data(), 200);
  std::vector<int> expected(200);
  std::partial_sum(in.begin(), in.end(), expected.begin());
  expect(data, expected);
}

// Blelloch: up the tree and down again, two elements per thread, padded against bank conflicts.
__device__ int padded(int i) { return i + i / 32; }
template <int N>
__global__ void exclusive_scan(int* data) {
  __shared__ int tree[N + N / 32];
  const int t = threadIdx.x;
  tree[padded(2 * t)] = data[2 * t];
  tree[padded(2 * t + 1)] = data[2 * t + 1];
  int stride = 1;
  for (int nodes = N / 2; nodes > 0; nodes /= 2, stride *= 2) {
    __syncthreads();
    if (t < nodes) tree[padded(stride * (2 * t + 2) - 1)] += tree[padded(stride * (2 * t + 1) - 1)];
  }
  if (t == 0) tree[padded(N - 1)] = 0;
  for (int nodes = 1; nodes < N; nodes *= 2) {
    stride /= 2;
    __syncthreads();
    if (t < nodes) {
      const int left = padded(stride * (2 * t + 1) - 1), right = padded(stride * (2 * t + 2) - 1);
      const int value = tree[left];
      tree[left] = tree[right];
      tree[right] += value;
    }
  }
  __syncthreads();
  data[2 * t] = tree[padded(2 * t)];
  data[2 * t + 1] = tree[padded(2 * t + 1)];
}

void blelloch_scan() {
  const auto in = numbers<int>(512);
  DeviceArray<int> data(in);
  exclusive_scan<512><<<1, 256>>>(data.data());
  std::vector<int> expected(512);
  std::partial_sum(in.begin(), in.end() - 1, expected.begin() + 1);
  expect(data, expected);
}

// Two tiles in turn: the next is loaded while the last is used, so one barrier a step is enough.
__global__ void windowed_sums(float* out, const float* in, int tiles) {
  __shared__ float tile[2][128];
  tile[0][threadIdx.x] = in[threadIdx.x];
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    __syncthreads();
    if (t + 1 < tiles) tile[(t + 1) % 2][threadIdx.x] = in[(t + 1) * 128 + threadIdx.x];
    sum += tile[t % 2][threadIdx.x] + tile[t % 2][(threadIdx.x + 1) % 128];
  }
  out[threadIdx.x] = sum;
}

void double_buffer() {
  constexpr int tiles = 5;
  const auto in = numbers<float>(tiles * 128);
  DeviceArray<float> device_in(in), out(128);
  windowed_sums<<<1, 128>>>(out.data(), device_in.data(), tiles);
  expect(out, table<float>(128, [&](int i) {
           float sum = 0;
           for (int t = 0; t < tiles; ++t) sum += in[t * 128 + i] + in[t * 128 + (i + 1) % 128];
           return sum;
         }));
}

// Barriers in a loop and in a branch that all threads of the block take, or none.
__global__ void barriers_where_all_agree(int* out, const int* rounds) {
  __shared__ int ring[96];
  ring[threadIdx.x] = threadIdx.x;
  const int mine = rounds[blockIdx.x];
  for (int round = 0; round < mine; ++round) {
    __syncthreads();
    const int next = ring[(threadIdx.x + 1) % blockDim.x];
    __syncthreads();
    ring[threadIdx.x] = next;
  }
  if (mine > 2) {
    __syncthreads();
    if (threadIdx.x == 0) ring[0] += 1000;
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = ring[threadIdx.x] + ring[0];
}

void uniform_branches() {
  const std::vector<int> rounds{0, 1, 2, 3, 7};
  DeviceArray<int> device_rounds(rounds), out(5 * 96);
  barriers_where_all_agree<<<5, 96>>>(out.data(), device_rounds.data());
  expect(out, table<int>(5 * 96, [&](int i) {
           const int moved = rounds[i / 96], first = moved % 96 + (moved > 2 ? 1000 : 0);
           return (i % 96 == 0 ? first : (i % 96 + moved) % 96) + first;
         }));
}

// Threads past the end leave only after the last barrier; those that are not needed for the rest leave then.
__global__ void leave_after_the_barrier(float* out, const float* in, int n) {
  __shared__ float tile[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  if (i >= n) return;
  if (threadIdx.x % 2 == 1) {
    out[i] = tile[threadIdx.x];
    return;
  }
  out[i] = tile[threadIdx.x] + tile[threadIdx.x + 1];
}

void early_return() {
  constexpr int n = 150;
  const auto in = numbers<float>(n);
  DeviceArray<float> device_in(in), out(n);
  leave_after_the_barrier<<<ceil_div(n, 64), 64>>>(out.data(), device_in.data(), n);
  expect(out, table<float>(n, [&](int i) { return in[i] + (i % 2 == 0 && i + 1 < n ? in[i + 1] : 0); }));
}

// A stencil with its halo, whose outer threads load two elements.
template <int Radius, int Threads>
__global__ void stencil(float* out, const float* in, int n) {
  __shared__ float tile[Threads + 2 * Radius];
  const int i = blockIdx.x * Threads + threadIdx.x, place = threadIdx.x + Radius;
  const auto at = [&](int k) { return k >= 0 && k < n ? in[k] : 0.0f; };
  tile[place] = at(i);
  if (threadIdx.x < Radius) {
    tile[place - Radius] = at(i - Radius);
    tile[place + Threads] = at(i + Threads);
  }
  __syncthreads();
  if (i >= n) return;
  float sum = 0;
  for (int k = -Radius; k <= Radius; ++k) sum += (Radius + 1 - abs(k)) * tile[place + k];
  out[i] = sum;
}

void stencil_with_halo() {
  constexpr int n = 333;
  const auto in = numbers<float>(n);
  DeviceArray<float> device_in(in), out(n);
  stencil<3, 64><<<ceil_div(n, 64), 64>>>(out.data(), device_in.data(), n);
  expect(out, table<float>(n, [&](int i) {
           float sum = 0;
           for (int k = -3; k <= 3; ++k) {
             if (i + k >= 0 && i + k < n) sum += static_cast<float>(4 - std::abs(k)) * in[i + k];
           }
           return sum;
         }));
}

// Matrix times matrix: tiles in shared memory, 2 × 2 results per thread in registers.
template <int Tile>
__global__ void multiply(float* c, const float* a, const float* b, int n) {
  __shared__ float tile_a[2 * Tile][Tile + 1], tile_b[Tile][2 * Tile];
  float sum[2][2] = {};
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 2 * Tile + y, column = blockIdx.x * 2 * Tile + x;
  for (int k = 0; k < n; k += Tile) {
    for (int h = 0; h < 2; ++h) {
      tile_a[y + h * Tile][x] = a[(row + h * Tile) * n + k + x];
      tile_b[y][x + h * Tile] = b[(k + y) * n + column + h * Tile];
    }
    __syncthreads();
    for (int i = 0; i < Tile; ++i) {
      for (int r = 0; r < 2; ++r) {
        for (int s = 0; s < 2; ++s) sum[r][s] += tile_a[y + r * Tile][i] * tile_b[i][x + s * Tile];
      }
    }
    __syncthreads();
  }
  for (int r = 0; r < 2; ++r) {
    for (int s = 0; s < 2; ++s) c[(row + r * Tile) * n + column + s * Tile] = sum[r][s];
  }
}

void matrix_multiplication() {
  constexpr int n = 32;
  const auto a = numbers<float>(n * n, 10), b = numbers<float>(n * n, 7);
  DeviceArray<float> device_a(a), device_b(b), c(n * n);
  multiply<8><<<dim3(n / 16, n / 16), dim3(8, 8)>>>(c.data(), device_a.data(), device_b.data(), n);
  expect(c, table<float>(n * n, [&](int i) {
           float sum = 0;
           for (int k = 0; k < n; ++k) sum += a[i / n * n + k] * b[k * n + i % n];
           return sum;
         }));
}

// A square matrix transposed where it is: each block swaps two tiles, on the diagonal one with itself.
__global__ void transpose_in_place(float* matrix, int n) {
  __shared__ float upper[16][17], lower[16][17];
  if (blockIdx.x < blockIdx.y) return;
  const int x = threadIdx.x, y = threadIdx.y, left = blockIdx.x * 16, top = blockIdx.y * 16;
  const bool is_upper = left + x < n && top + y < n, is_lower = top + x < n && left + y < n;
  if (is_upper) upper[y][x] = matrix[(top + y) * n + left + x];
  if (is_lower) lower[y][x] = matrix[(left + y) * n + top + x];
  __syncthreads();
  if (is_lower) matrix[(left + y) * n + top + x] = upper[x][y];
  if (is_upper && blockIdx.x != blockIdx.y) matrix[(top + y) * n + left + x] = lower[x][y];
}

void in_place_transpose() {
  constexpr int n = 53;
  const auto in = numbers<float>(n * n);
  DeviceArray<float> matrix(in);
  transpose_in_place<<<dim3(ceil_div(n, 16), ceil_div(n, 16)), dim3(16, 16)>>>(matrix.data(), n);
  expect(matrix, table<float>(n * n, [&](int i) { return in[i % n * n + i / n]; }));
}

// Bitonic sort of a block.
__global__ void bitonic_sort(unsigned* data) {
  __shared__ unsigned key[256];
  const unsigned i = threadIdx.x;
  key[i] = data[i];
  for (unsigned size = 2; size <= blockDim.x; size <<= 1) {
    for (unsigned distance = size >> 1; distance > 0; distance >>= 1) {
      __syncthreads();
      const unsigned other = i ^ distance;
      if (other > i && (key[i] > key[other]) == ((i & size) == 0)) {
        const unsigned swapped = key[i];
        key[i] = key[other];
        key[other] = swapped;
      }
    }
  }
  __syncthreads();
  data[i] = key[i];
}

void bitonic() {
  auto in = numbers<unsigned>(256, 1000);
  DeviceArray<unsigned> data(in);
  bitonic_sort<<<1, 256>>>(data.data());
  std::sort(in.begin(), in.end());
  expect(data, in);
}

// Structures in shared memory, members of which different threads write.
struct Particle {
  float position[3];
  float mass;
  short charge;
  char kind;
};
__global__ void total_charge(int* out, const int* in) {
  __shared__ Particle particles[32];
  Particle& mine = particles[threadIdx.x / 3];
  const int axis = threadIdx.x % 3;
  mine.position[axis] = in[threadIdx.x];
  if (axis == 0) mine.mass = 2;
  if (axis == 1) mine.charge = static_cast<short>(threadIdx.x);
  if (axis == 2) mine.kind = 'a';
  __syncthreads();
  const Particle copy = particles[(threadIdx.x + 7) % 32];
  out[threadIdx.x] = static_cast<int>(copy.position[0] + copy.position[1] + copy.position[2] + copy.mass) +
                     copy.charge * (copy.kind == 'a');
}

void structures() {
  const auto in = numbers<int>(96);
  DeviceArray<int> device_in(in), out(96);
  total_charge<<<1, 96>>>(out.data(), device_in.data());
  expect(out, table<int>(96, [&](int i) {
           const int p = (i + 7) % 32;
           return in[3 * p] + in[3 * p + 1] + in[3 * p + 2] + 2 + 3 * p + 1;
         }));
}

// Block-wide votes.
__global__ void votes(int* out, const int* in) {
  const int value = in[blockIdx.x * blockDim.x + threadIdx.x];
  const int large = __syncthreads_count(value > 50);
  const int all = __syncthreads_and(value < 100), any = __syncthreads_or(value == 0);
  if (threadIdx.x == 0) out[blockIdx.x] = large + 1000 * (all != 0) + 10000 * (any != 0);
}

void block_votes() {
  const auto in = numbers<int>(4 * 80);
  DeviceArray<int> device_in(in), out(4);
  votes<<<4, 80>>>(out.data(), device_in.data());
  expect(out, table<int>(4, [&](int b) {
           const auto begin = in.begin() + b * 80, end = begin + 80;
           return std::count_if(begin, end, [](int x) { return x > 50; }) + 1000 +
                  10000 * (std::count(begin, end, 0) > 0);
         }));
}

// A store to a bit field keeps the other bits of its byte or word, also where nothing is there yet.
struct Packed {
  unsigned low : 3, high : 11;
  unsigned char first : 4, second : 4;
};
__global__ void bit_fields(int* out, Packed* packed) {
  __shared__ Packed tile[96];
  const unsigned i = threadIdx.x;
  tile[i].low = i % 8;
  tile[i].first = 0;  // a store of 0 puts no bits in
  packed[i].high = i;
  packed[i].second = 5;
  __syncthreads();
  const unsigned other = (i + 32) % 96;
  tile[other].high = i * 3;
  tile[other].second = 9;
  packed[other].low = 6;
  packed[other].first = 1;
  __syncthreads();
  const Packed a = tile[i], b = packed[i];
  out[i] = a.low + a.high + a.first + a.second + 1000 * (b.low + b.high + b.first + b.second);
}

void bit_fields_apart() {
  DeviceArray<int> out(96);
  DeviceArray<Packed> packed(96);
  bit_fields<<<1, 96>>>(out.data(), packed.data());
  expect(out, table<int>(96, [](int i) { return i % 8 + (i + 64) % 96 * 3 + 9 + 1000 * (6 + i + 1 + 5); }));
}

}  // namespace

CORRECT_CASES({"dynamic memory carved into arrays", carved_dynamic_memory},
              {"dynamic memory of a template's type", cast_dynamic_memory},
              {"functions with shared memory", functions_with_shared_memory}, {"tree reduction", tree_reduction},
              {"volatile memory of the last warp", volatile_last_warp}, {"Hillis-Steele scan", hillis_steele_scan},
              {"Blelloch scan", blelloch_scan}, {"double buffer, one barrier a step", double_buffer},
              {"barriers where all agree", uniform_branches}, {"return after the last barrier", early_return},
              {"stencil with halo", stencil_with_halo}, {"matrix multiplication in registers", matrix_multiplication},
              {"transpose in place", in_place_transpose}, {"bitonic sort", bitonic}, {"structures", structures},
              {"votes of the block", block_votes}, {"bit fields", bit_fields_apart})
