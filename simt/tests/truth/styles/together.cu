// Threads that work together: arrays of two and three dimensions in shared memory, several arrays in one, warps that
// vote and exchange, updates of all kinds, blocks of odd sizes.
#include <cooperative_groups.h>

#include "simt/tests/truth/styles/style.hpp"

namespace {

namespace cg = cooperative_groups;
using namespace simt::styles;

constexpr unsigned all_lanes = 0xffffffffu;

__device__ int global_number() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void aggregated_append(const int* in, int* out, int n) {
  const int i = global_number(), lane = threadIdx.x % 32;
  const bool keep = i < n && in[i] % 3 == 0;
  const unsigned votes = __ballot_sync(all_lanes, keep);
  if (votes == 0) return;
  const int leader = __ffs(votes) - 1;
  int base = 0;
  if (lane == leader) base = atomicAdd(out, __popc(votes));
  base = __shfl_sync(all_lanes, base, leader);
  if (keep) out[64 + i] = in[i];
}

__global__ void equal_lanes(const int* in, int* out, int n) {
  const int i = global_number();
  const int key = in[i] % n;
  const unsigned same = __match_any_sync(all_lanes, key);
  if ((threadIdx.x % 32) == __ffs(same) - 1) atomicAdd(&out[key], __popc(same));
}

__global__ void sum_and_largest(const int* in, int* out, int n) {
  int sum = 0;
  for (int i = global_number(); i < n; i += gridDim.x * blockDim.x) sum += in[i];
  int total = sum, largest = sum;
  for (int d = 16; d > 0; d >>= 1) {
    total += __shfl_xor_sync(all_lanes, total, d);
    largest = max(largest, __shfl_xor_sync(all_lanes, largest, d));
  }
  if (threadIdx.x % 32 == 0) {
    atomicAdd(&out[0], total);
    atomicMax(&out[1], largest);
  }
}

__global__ void votes_of_blocks(const int* in, int* out, int n) {
  const int i = global_number();
  const int v = i < n ? in[i] : 0;
  const int count = __syncthreads_count(v > 10000);
  const int any = __syncthreads_or(v > 19900);
  const int all = __syncthreads_and(v >= 0);
  if (threadIdx.x == 0) out[blockIdx.x] = count * 4 + (any != 0) * 2 + (all != 0);
}

__global__ void average_of_27(const float* in, float* out, int n) {
  __shared__ float s[6][6][10];
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  const int bx = blockIdx.x * 8, by = blockIdx.y * 4, bz = blockIdx.z * 4;
  const int t = (z * 4 + y) * 8 + x;
  for (int k = t; k < 6 * 6 * 10; k += 128) {
    const int sx = k % 10, sy = k / 10 % 6, sz = k / 60;
    const int gx = bx + sx - 1, gy = by + sy - 1, gz = bz + sz - 1;
    const bool inside = gx >= 0 && gx < n && gy >= 0 && gy < n && gz >= 0 && gz < n;
    s[sz][sy][sx] = inside ? in[(gz * n + gy) * n + gx] : 0;
  }
  __syncthreads();
  float sum = 0;
  for (int dz = 0; dz < 3; ++dz)
    for (int dy = 0; dy < 3; ++dy)
      for (int dx = 0; dx < 3; ++dx) sum += s[z + dz][y + dy][x + dx];
  if (bx + x < n && by + y < n && bz + z < n) out[((bz + z) * n + by + y) * n + bx + x] = sum / 27;
}

__global__ void three_arrays_in_one(const float* in, const int* numbers, float* out, int n) {
  extern __shared__ unsigned char memory[];
  float* const values = reinterpret_cast<float*>(memory);
  int* const places = reinterpret_cast<int*>(values + blockDim.x);
  unsigned char* const marks = reinterpret_cast<unsigned char*>(places + blockDim.x);
  const int t = threadIdx.x, i = global_number();
  values[t] = i < n ? in[i] : 0;
  places[t] = numbers[i] % blockDim.x;
  marks[t] = numbers[i] % 7 == 0;
  __syncthreads();
  float v = values[places[t]];
  if (marks[(t + 1) % blockDim.x]) v = -v;
  if (i < n) out[i] = v;
}

__global__ void ping_pong(const float* in, float* out, int n) {
  __shared__ float buffer[2][130];
  const int t = threadIdx.x, size = blockDim.x;
  int now = 0;
  buffer[0][t + 1] = in[global_number()];
  if (t < 2) buffer[t][0] = buffer[t][size + 1] = 0;
  __syncthreads();
  for (int round = 0; round < n; ++round) {
    buffer[1 - now][t + 1] = 0.25f * buffer[now][t] + 0.5f * buffer[now][t + 1] + 0.25f * buffer[now][t + 2];
    now = 1 - now;
    __syncthreads();
  }
  out[global_number()] = buffer[now][t + 1];
}

__global__ void sum_of_doubles(const float* in, double* out, int n) {
  __shared__ double s[128];
  double mine = 0;
  for (int i = global_number(); i < n; i += gridDim.x * blockDim.x) mine += in[i];
  s[threadIdx.x] = mine;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(out, s[0]);
}

__global__ void long_counters(const int* in, unsigned long long* out, int n) {
  const int i = global_number();
  if (i < n) atomicAdd(&out[in[i] % 10], static_cast<unsigned long long>(in[i]));
}

__global__ void long_maxima(const int* in, unsigned long long* out, int n) {
  const int i = global_number();
  if (i >= n) return;
  const unsigned long long key = static_cast<unsigned long long>(in[i]) << 32 | i;
  atomicMax(&out[i % 4], key);
}

/// A float minimum by compare-and-swap; nobody shares a word, so that every run takes the same rounds.
__global__ void own_minimum_by_cas(const float* in, float* out, int n) {
  const int i = global_number();
  if (i >= n) return;
  int* const word = reinterpret_cast<int*>(out + i);
  for (int k = 0; k < 4; ++k) {
    const float v = -in[k * n + i];
    int old = *word, assumed;
    do {
      assumed = old;
      if (__int_as_float(assumed) <= v) break;
      old = atomicCAS(word, assumed, __float_as_int(v));
    } while (assumed != old);
  }
}

__global__ void all_kinds_of_updates(const int* in, int* out, int n) {
  const int i = global_number();
  if (i >= n) return;
  const int v = in[i], at = v % 50;
  atomicSub(&out[at], 1);
  atomicMin(&out[64 + at], v);
  atomicAnd(&out[128 + at], ~v);
  atomicXor(&out[192 + at], v);
  atomicExch(&out[256 + i], v);
  atomicInc(reinterpret_cast<unsigned*>(&out[1024 + at]), 9);
  atomicDec(reinterpret_cast<unsigned*>(&out[1088 + at]), 9);
}

__global__ void updates_of_rows(const float* in, float* out, int n) {
  const int column = global_number();
  for (int row = blockIdx.y; row < 12; row += gridDim.y) {
    if (column < n) atomicAdd(&out[column], in[row * n + column]);
  }
}

__global__ void updates_and_result(const int* in, int* out, int n) {
  const int i = global_number();
  if (i < n) out[64 + i] = atomicOr(&out[in[i] % 8], 1 << (i % 30)) >= 0 ? 1 : 1;
}

__global__ void kinds_in_shared(const int* in, int* out, int n) {
  __shared__ int least, largest, bits;
  if (threadIdx.x == 0) {
    least = 1 << 30;
    largest = 0;
    bits = 0;
  }
  __syncthreads();
  const int i = global_number();
  if (i < n) {
    atomicMin(&least, in[i]);
    atomicMax(&largest, in[i]);
    atomicOr(&bits, in[i]);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    out[3 * blockIdx.x] = least;
    out[3 * blockIdx.x + 1] = largest;
    out[3 * blockIdx.x + 2] = bits;
  }
}

__global__ void padded_histograms(const int* in, int* out, int n) {
  __shared__ int bins[3][33];
  for (int k = threadIdx.x; k < 99; k += blockDim.x) bins[k / 33][k % 33] = 0;
  __syncthreads();
  for (int i = global_number(); i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[threadIdx.x / 32][in[i] & 31], 1);
  __syncthreads();
  if (threadIdx.x < 32) {
    const int sum = bins[0][threadIdx.x] + bins[1][threadIdx.x] + bins[2][threadIdx.x];
    atomicAdd(&out[threadIdx.x], sum);
  }
}

__global__ void bytes_of_counters(const unsigned char* in, int* out, int n) {
  __shared__ unsigned char counts[16][64];
  for (int b = 0; b < 16; ++b) counts[b][threadIdx.x] = 0;
  __syncthreads();
  for (int k = 0; k < n; ++k) counts[in[(blockIdx.x * n + k) * 64 + threadIdx.x] >> 4][threadIdx.x]++;
  __syncthreads();
  if (threadIdx.x < 16) {
    int sum = 0;
    for (int t = 0; t < 64; ++t) sum += counts[threadIdx.x][(t + threadIdx.x) % 64];
    out[blockIdx.x * 16 + threadIdx.x] = sum;
  }
}

#define PLACE(i) ((i) + ((i) >> 5))
__global__ void scan_without_conflicts(const float* in, float* out, int n) {
  __shared__ float s[PLACE(256)];
  const int t = threadIdx.x, size = 2 * blockDim.x;
  s[PLACE(t)] = in[blockIdx.x * size + t];
  s[PLACE(t + blockDim.x)] = in[blockIdx.x * size + t + blockDim.x];
  int offset = 1;
  for (int d = size >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) s[PLACE(offset * (2 * t + 2) - 1)] += s[PLACE(offset * (2 * t + 1) - 1)];
    offset *= 2;
  }
  if (t == 0) s[PLACE(size - 1)] = 0;
  for (int d = 1; d < size; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      const int a = PLACE(offset * (2 * t + 1) - 1), b = PLACE(offset * (2 * t + 2) - 1);
      const float v = s[a];
      s[a] = s[b];
      s[b] += v;
    }
  }
  __syncthreads();
  out[blockIdx.x * size + t] = s[PLACE(t)];
  out[blockIdx.x * size + t + blockDim.x] = s[PLACE(t + blockDim.x)];
}

__global__ void segments_scanned(const int* in, int* out, int n) {
  const int i = global_number(), lane = threadIdx.x % 32;
  int v = i < n ? in[i] % 10 : 0;
  int head = i < n ? in[i] % 5 == 0 : 1;
  for (int d = 1; d < 32; d *= 2) {
    const int below = __shfl_up_sync(all_lanes, v, d);
    const int below_head = __shfl_up_sync(all_lanes, head, d);
    if (lane >= d && !head) {
      v += below;
      head = below_head;
    }
  }
  if (i < n) out[i] = v;
}

template <int side, int rows>
__global__ void odd_transpose(const float* in, float* out, int width, int height) {
  __shared__ float tile[side][side + 1];
  const int x = blockIdx.x * side + threadIdx.x, y = blockIdx.y * side + threadIdx.y;
  for (int k = 0; k < side; k += rows) {
    if (x < width && y + k < height) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * width + x];
  }
  __syncthreads();
  const int tx = blockIdx.y * side + threadIdx.x, ty = blockIdx.x * side + threadIdx.y;
  for (int k = 0; k < side; k += rows) {
    if (tx < height && ty + k < width) out[(ty + k) * height + tx] = tile[threadIdx.x][threadIdx.y + k];
  }
}

struct Item {
  int key, value;
};

__global__ void items_sorted(const Item* in, Item* out, int n) {
  __shared__ Item s[64];
  const int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  for (int k = 2; k <= 64; k *= 2) {
    for (int j = k / 2; j > 0; j /= 2) {
      const int other = t ^ j;
      if (other > t) {
        const bool up = (t & k) == 0;
        if ((s[t].key > s[other].key) == up) {
          const Item swap = s[t];
          s[t] = s[other];
          s[other] = swap;
        }
      }
      __syncthreads();
    }
  }
  out[blockIdx.x * 64 + t] = s[t];
}

__global__ void odd_even_merge(const int* in, int* out, int n) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  for (int k = t; k < 128; k += 64) s[k] = in[blockIdx.x * 128 + k];
  __syncthreads();
  for (int p = 1; p < 128; p *= 2) {
    for (int k = p; k >= 1; k /= 2) {
      for (int i = t; i < 128; i += 64) {
        const int low = k % p;
        if (i >= low && (i - low) / k % 2 == 0 && i + k < 128 && i / (2 * p) == (i + k) / (2 * p)) {
          if (s[i] > s[i + k]) {
            const int v = s[i];
            s[i] = s[i + k];
            s[i + k] = v;
          }
        }
      }
      __syncthreads();
    }
  }
  for (int k = t; k < 128; k += 64) out[blockIdx.x * 128 + k] = s[k];
}

__global__ void product_by_warps(const float* in, float* out, int n) {
  __shared__ float b[32][32];
  const int lane = threadIdx.x, warp = threadIdx.y;
  float sums[4] = {0, 0, 0, 0};
  for (int begin = 0; begin < n; begin += 32) {
    for (int r = warp; r < 32; r += blockDim.y) b[r][lane] = in[(begin + r) * n + blockIdx.x * 32 + lane];
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 4; ++r) {
      const float a = in[((blockIdx.y * 4 + r) * blockDim.y + warp) * n + begin + lane];
      for (int k = 0; k < 32; ++k) sums[r] += __shfl_sync(all_lanes, a, k) * b[k][lane];
    }
    __syncthreads();
  }
#pragma unroll
  for (int r = 0; r < 4; ++r) out[((blockIdx.y * 4 + r) * blockDim.y + warp) * n + blockIdx.x * 32 + lane] = sums[r];
}

__global__ void volatile_last_warp(const float* in, float* out, int n) {
  __shared__ volatile float s[64];
  const int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t] + (t < n ? in[4096 + t] : 0);
  __syncthreads();
  if (t < 32) {
    s[t] = s[t] + s[t + 32];
    __syncwarp();
    for (int d = 16; d > 0; d /= 2) {
      const float other = s[t + d];
      __syncwarp();
      s[t] = s[t] + other;
      __syncwarp();
    }
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void vectors_for_all(const int4* in, int* out, int n) {
  __shared__ int4 s[32];
  if (threadIdx.x < 32) s[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  int sum = 0;
  for (int k = 0; k < n; ++k) {
    const int4 v = s[k];
    sum += v.x * static_cast<int>(threadIdx.x) + v.y - v.z + v.w;
  }
  out[global_number()] = sum;
}

__constant__ float taps[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3, 2};

__global__ void filtered_by_taps(const float* in, float* out, int n) {
  extern __shared__ float tile[];
  const int begin = blockIdx.x * blockDim.x;
  for (int k = threadIdx.x; k < blockDim.x + 15; k += blockDim.x) tile[k] = begin + k < n ? in[begin + k] : 0;
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 16; ++k) sum += taps[k] * tile[threadIdx.x + k];
  if (begin + threadIdx.x < n) out[begin + threadIdx.x] = sum;
}

__global__ void rows_with_ragged_tile(const float* in, float* out, int n) {
  __shared__ float x[40];
  const int row = global_number();
  float sum = 0;
  for (int begin = 0; begin < n; begin += 40) {
    const int size = min(40, n - begin);
    for (int k = threadIdx.x; k < size; k += blockDim.x) x[k] = in[begin + k];
    __syncthreads();
    for (int k = 0; k < size; ++k) sum += in[2000 + (begin + k) * 200 + row] * x[k];
    __syncthreads();
  }
  out[row] = sum;
}

__global__ void queue_in_shared(const int* in, int* out, int n) {
  __shared__ int queue[128];
  __shared__ int length;
  if (threadIdx.x == 0) length = 0;
  __syncthreads();
  const int i = global_number();
  if (i < n && in[i] % 4 == 0) queue[atomicAdd(&length, 1)] = in[i];
  __syncthreads();
  for (int k = threadIdx.x; k < length; k += blockDim.x) out[blockIdx.x * 128 + k] = queue[k] > 0;
}

/// Half of a block loads the next tile while the other half works on the last one.
__global__ void loaders_and_workers(const float* in, float* out, int n) {
  __shared__ float tile[2][64];
  const bool loads = threadIdx.x < 64;
  const int t = threadIdx.x % 64;
  if (loads) tile[0][t] = in[blockIdx.x * n * 64 + t];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    if (loads) {
      if (k + 1 < n) tile[(k + 1) % 2][t] = in[(blockIdx.x * n + k + 1) * 64 + t];
    } else {
      sum += tile[k % 2][t] * tile[k % 2][63 - t];
    }
    __syncthreads();
  }
  if (!loads) out[blockIdx.x * 64 + t] = sum;
}

__global__ void groups_of_branches(const int* in, int* out, int n) {
  const int i = global_number();
  if (i < n && in[i] % 2 == 1) {
    const auto group = cg::coalesced_threads();
    if (group.thread_rank() == 0) atomicAdd(out, static_cast<int>(group.size()));
  }
}

__global__ void tiles_of_four(const float* in, float* out, int n) {
  const auto tile = cg::tiled_partition<4>(cg::this_thread_block());
  const int row = global_number() / 4;
  float best = -1;
  for (int k = tile.thread_rank(); k < n; k += 4) best = fmaxf(best, in[row * n + k]);
  best = fmaxf(best, tile.shfl_xor(best, 2));
  best = fmaxf(best, tile.shfl_xor(best, 1));
  if (tile.any(best > 9)) out[global_number()] = best;
}

__global__ void columns_then_rows(const float* in, float* out, int n) {
  __shared__ float s[12][12];
  const int t = threadIdx.x;
  if (t < 144) s[t / 12][t % 12] = in[blockIdx.x * 144 + t];
  __syncthreads();
  if (t < 12) {
    float sum = 0;
    for (int k = 0; k < 12; ++k) sum += s[k][t];
    for (int k = 0; k < 12; ++k) s[k][t] /= sum + 1;
  }
  __syncthreads();
  if (t < 12) {
    float sum = 0;
    for (int k = 0; k < 12; ++k) sum += s[t][k];
    out[blockIdx.x * n + t] = sum;
  }
}

__global__ void rotated_rows(const float* in, float* out, int n) {
  __shared__ float s[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  s[y][(x + y) % 16] = in[(blockIdx.x * 16 + y) * n + x];
  __syncthreads();
  out[(blockIdx.x * 16 + x) * n + y] = s[y][(x + y) & 15];
}

__global__ void dot_of_three_dimensions(const float* in, float* out, int n) {
  __shared__ float s[105];
  const int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const int size = blockDim.x * blockDim.y * blockDim.z;
  float sum = 0;
  for (int i = blockIdx.x * size + t; i < n; i += gridDim.x * size) sum += in[i] * in[n + i];
  s[t] = sum;
  __syncthreads();
  for (int left = size; left > 1;) {
    const int half = (left + 1) / 2;
    if (t < left - half) s[t] += s[t + half];
    __syncthreads();
    left = half;
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

__global__ void rows_reduced_in_two_dimensions(const float* in, float* out, int n) {
  __shared__ float s[6][16];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.x * 6 + y;
  float sum = 0;
  for (int k = x; k < n; k += 16) sum += in[row * n + k];
  s[y][x] = sum;
  __syncthreads();
#pragma unroll
  for (int d = 8; d >= 1; d >>= 1) {
    if (x < d) s[y][x] += s[y][x + d];
    __syncthreads();
  }
  if (x == 0) out[row] = s[y][0];
}

__global__ void neighbours_by_shuffle(const float* in, float* out, int n) {
  const int lane = threadIdx.x % 32;
  const int i = (global_number() / 32) * 30 + lane - 1;
  const float v = i >= 0 && i < n ? in[i] : 0;
  const float left = __shfl_up_sync(all_lanes, v, 1), right = __shfl_down_sync(all_lanes, v, 1);
  if (lane > 0 && lane < 31 && i < n) out[i] = left + v + right;
}

__global__ void private_parts_merged(const int* in, int* out, int n) {
  __shared__ unsigned parts[8][32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
#pragma unroll
  for (int b = 0; b < 8; ++b)
    if (warp == 0) parts[b][lane] = 0;
  __syncthreads();
  if (warp == 0) {
    for (int k = 0; k < n; ++k) parts[in[(blockIdx.x * n + k) * 32 + lane] & 7][lane] += 1;
  }
  __syncthreads();
  for (int b = warp; b < 8; b += blockDim.x / 32) {
    unsigned v = parts[b][lane];
    for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(all_lanes, v, d);
    if (lane == 0) out[blockIdx.x * 8 + b] = v;
  }
}

List launches() {
  List list;
  const auto floats = [&](const char* name, auto* kernel, const std::vector<Shape>& shapes, int shared_words = 0) {
    list.add(name, shapes, [=](const Shape& s, const Memory& m) {
      kernel<<<s.grid, s.block, 4 * shared_words>>>(m.values, m.to(), s.n);
    });
  };
  const auto ints = [&](const char* name, auto* kernel, const std::vector<Shape>& shapes) {
    list.add(name, shapes,
             [=](const Shape& s, const Memory& m) { kernel<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n); });
  };
  const auto longs = [&](const char* name, auto* kernel, const std::vector<Shape>& shapes) {
    list.add(name, shapes, [=](const Shape& s, const Memory& m) {
      kernel<<<s.grid, s.block>>>(m.numbers, m.to<unsigned long long>(), s.n);
    });
  };
  ints("aggregated_append", aggregated_append, {{3, 96, 250}, {2, 64, 128}});
  ints("equal_lanes", equal_lanes, {{3, 96, 6}, {2, 64, 40}});
  ints("sum_and_largest", sum_and_largest, {{3, 96, 700}, {2, 64, 500}});
  ints("votes_of_blocks", votes_of_blocks, {{3, 96, 250}, {2, 33, 66}});
  floats("average_of_27", average_of_27, {{dim3(2, 3, 3), dim3(8, 4, 4), 11}, {dim3(2, 4, 4), dim3(8, 4, 4), 16}});
  list.add("three_arrays_in_one", {{3, 96, 250}, {2, 33, 66}}, [](const Shape& s, const Memory& m) {
    three_arrays_in_one<<<s.grid, s.block, 9 * s.block.x>>>(m.values, m.numbers, m.to(), s.n);
  });
  floats("ping_pong", ping_pong, {{3, 96, 5}, {2, 128, 4}});
  list.add("sum_of_doubles", {{3, 128, 900}, {2, 64, 400}},
           [](const Shape& s, const Memory& m) { sum_of_doubles<<<s.grid, s.block>>>(m.values, m.to<double>(), s.n); });
  longs("long_counters", long_counters, {{3, 96, 250}, {2, 33, 66}});
  longs("long_maxima", long_maxima, {{3, 96, 250}, {2, 33, 66}});
  floats("own_minimum_by_cas", own_minimum_by_cas, {{3, 96, 250}, {2, 33, 66}});
  ints("all_kinds_of_updates", all_kinds_of_updates, {{3, 96, 250}, {2, 33, 66}});
  floats("updates_of_rows", updates_of_rows, {{dim3(2, 3), 96, 150}, {dim3(1, 5), 64, 64}});
  ints("updates_and_result", updates_and_result, {{3, 96, 250}, {2, 33, 66}});
  ints("kinds_in_shared", kinds_in_shared, {{3, 96, 250}, {2, 33, 66}});
  ints("padded_histograms", padded_histograms, {{3, 96, 700}, {2, 64, 500}});
  list.add("bytes_of_counters", {{3, 64, 9}}, [](const Shape& s, const Memory& m) {
    bytes_of_counters<<<s.grid, s.block>>>(m.as<unsigned char>(), m.to<int>(), s.n);
  });
  floats("scan_without_conflicts", scan_without_conflicts, {{2, 128, 0}, {3, 64, 0}});
  ints("segments_scanned", segments_scanned, {{3, 96, 250}, {2, 64, 128}});
  const auto transpose = [&](const char* name, auto* kernel, const std::vector<Shape>& shapes) {
    list.add(name, shapes, [=](const Shape& s, const Memory& m) {
      kernel<<<s.grid, s.block>>>(m.values, m.to(), s.n, 2 * s.n - 31);
    });
  };
  transpose("odd_transpose<24, 8>", odd_transpose<24, 8>,
            {{dim3(3, 4), dim3(24, 8), 61}, {dim3(2, 3), dim3(24, 8), 48}});
  transpose("odd_transpose<20, 5>", odd_transpose<20, 5>, {{dim3(3, 4), dim3(20, 5), 53}});
  list.add("items_sorted", {{3, 64, 0}},
           [](const Shape& s, const Memory& m) { items_sorted<<<s.grid, s.block>>>(m.as<Item>(), m.to<Item>(), s.n); });
  ints("odd_even_merge", odd_even_merge, {{2, 64, 0}});
  floats("product_by_warps", product_by_warps, {{dim3(2, 2), dim3(32, 8), 64}, {dim3(3, 6), dim3(32, 4), 96}});
  floats("volatile_last_warp", volatile_last_warp, {{3, 64, 50}});
  list.add("vectors_for_all", {{3, 96, 32}, {2, 33, 11}}, [](const Shape& s, const Memory& m) {
    vectors_for_all<<<s.grid, s.block>>>(m.as<int4>(), m.to<int>(), s.n);
  });
  floats("filtered_by_taps", filtered_by_taps, {{3, 96, 250}, {2, 40, 66}}, 111);
  floats("rows_with_ragged_tile", rows_with_ragged_tile, {{2, 96, 100}, {3, 33, 80}});
  ints("queue_in_shared", queue_in_shared, {{3, 96, 250}, {2, 128, 256}});
  floats("loaders_and_workers", loaders_and_workers, {{2, 128, 5}});
  ints("groups_of_branches", groups_of_branches, {{3, 96, 250}, {2, 64, 128}});
  floats("tiles_of_four", tiles_of_four, {{2, 96, 21}, {3, 64, 32}});
  floats("columns_then_rows", columns_then_rows, {{2, 160, 12}, {3, 144, 20}});
  floats("rotated_rows", rotated_rows, {{2, dim3(16, 16), 40}});
  floats("dot_of_three_dimensions", dot_of_three_dimensions, {{3, dim3(7, 5, 3), 900}, {2, dim3(5, 5, 4), 333}});
  floats("rows_reduced_in_two_dimensions", rows_reduced_in_two_dimensions, {{3, dim3(16, 6), 50}});
  floats("neighbours_by_shuffle", neighbours_by_shuffle, {{3, 96, 250}, {2, 64, 119}});
  ints("private_parts_merged", private_parts_merged, {{2, 96, 7}, {3, 64, 5}});
  return list;
}

}  // namespace

SIMT_STYLE(launches)
