// Textbook algorithms in one kernel each: dynamic programming, transforms, searches, selections, text, random numbers.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

/// A butterfly of a radix-2 transform in shared memory, real and imaginary parts in arrays of their own.
__global__ void fourier_in_shared(const float* in, float* out, int n) {
  __shared__ float re[128], im[128];
  const int t = threadIdx.x;
  re[t] = in[blockIdx.x * n + t];
  im[t] = 0;
  re[t + n / 2] = in[blockIdx.x * n + t + n / 2];
  im[t + n / 2] = 0;
  __syncthreads();
  for (int half = 1; half < n; half *= 2) {
    const int a = t / half * half * 2 + t % half, b = a + half;
    const float angle = -3.14159265f * (t % half) / half;
    const float c = cosf(angle), s = sinf(angle);
    const float xr = re[b] * c - im[b] * s, xi = re[b] * s + im[b] * c;
    __syncthreads();
    re[b] = re[a] - xr;
    im[b] = im[a] - xi;
    re[a] += xr;
    im[a] += xi;
    __syncthreads();
  }
  out[blockIdx.x * n + t] = re[t] * re[t] + im[t] * im[t];
}

__device__ int reversed(int value, int bits) {
  int result = 0;
  for (int b = 0; b < bits; ++b) {
    result = result << 1 | (value & 1);
    value >>= 1;
  }
  return result;
}

__global__ void bit_reversal(const float* in, float* out, int bits) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1 << bits) out[reversed(i, bits)] = in[i];
}

/// Walsh-Hadamard over a warp by shuffles, then over the block in shared memory.
__global__ void walsh(const float* in, float* out, int n) {
  __shared__ float s[256];
  float v = in[blockIdx.x * n + threadIdx.x];
  for (int mask = 1; mask < 32; mask <<= 1) {
    const float other = __shfl_xor_sync(0xffffffffu, v, mask);
    v = threadIdx.x & mask ? other - v : v + other;
  }
  for (int mask = 32; mask < n; mask <<= 1) {
    s[threadIdx.x] = v;
    __syncthreads();
    const float other = s[threadIdx.x ^ mask];
    v = threadIdx.x & mask ? other - v : v + other;
    __syncthreads();
  }
  out[blockIdx.x * n + threadIdx.x] = v;
}

/// Parallel cyclic reduction of a tridiagonal system, one a block.
__global__ void cyclic_reduction(const float* in, float* out, int n) {
  __shared__ float a[64], b[64], c[64], d[64];
  const int i = threadIdx.x;
  a[i] = i > 0 ? 1 : 0;
  b[i] = 4 + in[blockIdx.x * n + i];
  c[i] = i < n - 1 ? 1 : 0;
  d[i] = in[(blockIdx.x + 7) * n + i];
  __syncthreads();
  for (int step = 1; step < n; step *= 2) {
    float na = 0, nb = b[i], nc = 0, nd = d[i];
    if (i >= step) {
      const float k = a[i] / b[i - step];
      na = -a[i - step] * k;
      nb -= c[i - step] * k;
      nd -= d[i - step] * k;
    }
    if (i + step < n) {
      const float k = c[i] / b[i + step];
      nc = -c[i + step] * k;
      nb -= a[i + step] * k;
      nd -= d[i + step] * k;
    }
    __syncthreads();
    a[i] = na;
    b[i] = nb;
    c[i] = nc;
    d[i] = nd;
    __syncthreads();
  }
  out[blockIdx.x * n + i] = d[i] / b[i];
}

/// Longest common subsequence by diagonals; three of them in shared memory.
__global__ void common_subsequence(const char* text, int* out, int n) {
  __shared__ int diagonal[3][65];
  const int t = threadIdx.x;
  for (int k = 0; k < 3; ++k) diagonal[k][t] = 0;
  if (t == 0) diagonal[0][n] = diagonal[1][n] = diagonal[2][n] = 0;
  __syncthreads();
  const char* const x = text + blockIdx.x * 100;
  const char* const y = text + 5000;
  for (int d = 0; d < 2 * n - 1; ++d) {
    const int j = d - t;
    if (j >= 0 && j < n) {
      int best;
      if (x[t] % 8 == y[j] % 8)
        best = diagonal[(d + 1) % 3][t] + 1;
      else
        best = max(diagonal[(d + 2) % 3][t], diagonal[(d + 2) % 3][t + 1]);
      diagonal[d % 3][t + 1] = best;
    }
    __syncthreads();
  }
  if (t == n - 1) out[blockIdx.x] = diagonal[(2 * n - 2) % 3][n];
}

/// One stage of a knapsack table: one thread a weight.
__global__ void knapsack_row(const int* in, int* out, int capacity) {
  const int w = blockIdx.x * blockDim.x + threadIdx.x;
  if (w > capacity) return;
  const int weight = in[0] % 40 + 1, value = in[1] % 100;
  int best = in[2 + w] % 500;
  if (w >= weight) best = max(best, in[2 + w - weight] % 500 + value);
  out[w] = best;
}

/// Where the diagonals of two sorted rows meet.
__global__ void merge_path(const int* offsets, int* out, int n) {
  const int d = blockIdx.x * blockDim.x + threadIdx.x;
  if (d >= 2 * n) return;
  const int* const a = offsets;
  const int* const b = offsets + 40;
  int low = max(0, d - n), high = min(d, n);
  while (low < high) {
    const int middle = (low + high) / 2;
    if (a[middle] < b[d - 1 - middle])
      low = middle + 1;
    else
      high = middle;
  }
  out[d] = low;
}

__global__ void count_smaller(const int* numbers, int* out, int n) {
  __shared__ int tile[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int mine = i < n ? numbers[i] : 0;
  int rank = 0;
  for (int begin = 0; begin < n; begin += blockDim.x) {
    if (begin + threadIdx.x < n) tile[threadIdx.x] = numbers[begin + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < blockDim.x && begin + k < n; k++) {
      if (tile[k] < mine || (tile[k] == mine && begin + k < i)) rank++;
    }
    __syncthreads();
  }
  if (i < n) out[rank] = mine;
}

__global__ void nearest_centre(const float* in, int* out, int n) {
  __shared__ float centre[16][3];
  if (threadIdx.x < 48) centre[threadIdx.x / 3][threadIdx.x % 3] = in[threadIdx.x];
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = in[3 * i], y = in[3 * i + 1], z = in[3 * i + 2];
  float least = 1e30f;
  int best = 0;
  for (int c = 0; c < 16; ++c) {
    const float dx = x - centre[c][0], dy = y - centre[c][1], dz = z - centre[c][2];
    const float d = dx * dx + dy * dy + dz * dz;
    if (d < least) {
      least = d;
      best = c;
    }
  }
  out[i] = best;
}

__global__ void sums_of_centres(const float* in, float* out, int n) {
  __shared__ float sum[8];
  __shared__ int count[8];
  if (threadIdx.x < 8) {
    sum[threadIdx.x] = 0;
    count[threadIdx.x] = 0;
  }
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    const int c = static_cast<int>(in[i]) & 7;
    atomicAdd(&count[c], 1);
  }
  __syncthreads();
  if (threadIdx.x < 8) out[blockIdx.x * 8 + threadIdx.x] = sum[threadIdx.x] + count[threadIdx.x];
}

struct Lcg {
  unsigned state;
  __device__ unsigned next() {
    state = state * 1664525u + 1013904223u;
    return state >> 8;
  }
};

__global__ void random_numbers(const int* seeds, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  Lcg generator{static_cast<unsigned>(seeds[i])};
  for (int k = 0; k < n; ++k) out[k * gridDim.x * blockDim.x + i] = generator.next();
}

__global__ void random_numbers_by_rows(const int* seeds, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  Lcg generator{static_cast<unsigned>(seeds[i])};
  unsigned* const row = out + i * n;
  for (int k = 0; k < n; ++k) row[k] = generator.next();
}

__global__ void caesar(const char* text, char* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const char c = text[i];
    out[i] = c >= 'a' && c <= 'z' ? 'a' + (c - 'a' + 3) % 26 : c;
  }
}

__global__ void words_begin(const char* text, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const bool letter = text[i] & 1;
  const bool before = i > 0 && text[i - 1] & 1;
  if (letter && !before) atomicAdd(out, 1);
}

__global__ void run_lengths(const int* numbers, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (i > 0 && numbers[i] % 4 == numbers[i - 1] % 4) {
    out[i] = 0;
    return;
  }
  int length = 1;
  while (i + length < n && numbers[i + length] % 4 == numbers[i] % 4) length++;
  out[i] = length;
}

__global__ void fibonacci_words(const int* numbers, unsigned long long* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long a = 0, b = 1;
  for (int k = numbers[i] % 60; k > 0; --k) {
    const unsigned long long next = a + b;
    a = b;
    b = next;
  }
  out[i] = a;
}

/// Life in bits: a word holds 32 cells of a row.
__global__ void life_in_bits(const int* in, int* out, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y < 1 || y >= width - 1) return;
  unsigned result = 0;
  unsigned rows[3][3];
#pragma unroll
  for (int dy = 0; dy < 3; ++dy) {
#pragma unroll
    for (int dx = 0; dx < 3; ++dx) {
      const int cx = x + dx - 1;
      rows[dy][dx] = cx >= 0 && cx < width ? in[(y + dy - 1) * width + cx] : 0;
    }
  }
  for (int bit = 0; bit < 32; ++bit) {
    int neighbours = 0;
#pragma unroll
    for (int dy = 0; dy < 3; ++dy) {
      neighbours += bit > 0 ? rows[dy][1] >> (bit - 1) & 1 : rows[dy][0] >> 31 & 1;
      neighbours += bit < 31 ? rows[dy][1] >> (bit + 1) & 1 : rows[dy][2] & 1;
      if (dy != 1) neighbours += rows[dy][1] >> bit & 1;
    }
    const bool alive = rows[1][1] >> bit & 1;
    if (neighbours == 3 || (alive && neighbours == 2)) result |= 1u << bit;
  }
  out[y * width + x] = result;
}

__global__ void sieve(int* out, const int*, int n) {
  const int p = blockIdx.x * blockDim.x + threadIdx.x + 2;
  if (p * p > n) return;
  for (int multiple = p * p; multiple <= n; multiple += p) atomicOr(&out[multiple / 32], 1 << multiple % 32);
}

__global__ void queens(const int* numbers, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int board = numbers[i];
  bool safe = true;
  for (int r = 0; r < n && safe; ++r) {
    for (int s = r + 1; s < n; ++s) {
      const int a = board >> (r * 3) & 7, b = board >> (s * 3) & 7;
      if (a == b || abs(a - b) == s - r) {
        safe = false;
        break;
      }
    }
  }
  if (safe)
    out[i] = 1;
  else
    out[i] = -1;
}

__global__ void breadth_first(const int* offsets, const int* numbers, int* out, int level) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (numbers[v] % 5 != level) return;
  for (int e = offsets[v]; e < offsets[v + 1]; ++e) {
    const int w = numbers[e] % 1024;
    if (numbers[w] % 5 > level) {
      out[w] = level + 1;
      out[4096] = 1;
    }
  }
}

__global__ void page_rank(const int* offsets, const int* numbers, const float* rank, float* out, int n) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  float sum = 0;
  const int begin = offsets[v], end = offsets[v + 1];
  for (int e = begin; e < end; e++) {
    const int from = numbers[e] % n;
    const int degree = offsets[from + 1] - offsets[from];
    if (degree > 0) sum += rank[from] / degree;
  }
  out[v] = 0.15f / n + 0.85f * sum;
}

__global__ void union_roots(const int* numbers, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int parent = i;
  for (int k = 0; k < 6; ++k) {
    const int up = numbers[parent] % n;
    if (up >= parent) break;
    parent = up;
  }
  out[i] = parent;
}

__global__ void histogram_of_warps(const int* numbers, int* out, int n) {
  __shared__ int bins[4][16];
  for (int k = threadIdx.x; k < 64; k += blockDim.x) bins[k / 16][k % 16] = 0;
  __syncthreads();
  const int warp = threadIdx.x / 32;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[warp][numbers[i] % 16], 1);
  __syncthreads();
  if (threadIdx.x < 16) {
    int sum = 0;
    for (int w = 0; w < blockDim.x / 32; ++w) sum += bins[w][threadIdx.x];
    if (sum != 0) atomicAdd(&out[threadIdx.x], sum);
  }
}

__global__ void radix_pass(const int* numbers, int* out, int shift) {
  __shared__ int count[4], start[4];
  __shared__ int sorted[64];
  if (threadIdx.x < 4) count[threadIdx.x] = 0;
  __syncthreads();
  const int value = numbers[blockIdx.x * blockDim.x + threadIdx.x];
  const int digit = value >> shift & 3;
  int mine = 0;
  for (int d = 0; d < 4; ++d) {
    const unsigned votes = __ballot_sync(0xffffffffu, digit == d);
    if (digit == d) mine = __popc(votes & ((1u << threadIdx.x % 32) - 1));
    if (threadIdx.x % 32 == 0 && threadIdx.x / 32 == 0) count[d] = __popc(votes);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int d = 0; d < 4; ++d) {
      start[d] = sum;
      sum += count[d];
    }
  }
  __syncthreads();
  if (threadIdx.x < 32) sorted[start[digit] + mine] = value;
  __syncthreads();
  if (threadIdx.x < 32) out[blockIdx.x * 32 + threadIdx.x] = sorted[threadIdx.x];
}

List launches() {
  List list;
  const auto floats = [&](const char* name, auto* kernel, const std::vector<Shape>& shapes) {
    list.add(name, shapes,
             [=](const Shape& s, const Memory& m) { kernel<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  };
  const auto ints = [&](const char* name, auto* kernel, const std::vector<Shape>& shapes) {
    list.add(name, shapes,
             [=](const Shape& s, const Memory& m) { kernel<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n); });
  };
  floats("fourier_in_shared", fourier_in_shared, {{3, 64, 128}, {2, 32, 64}});
  floats("bit_reversal", bit_reversal, {{4, 128, 9}, {3, 96, 8}});
  floats("walsh", walsh, {{3, 256, 256}, {2, 64, 64}});
  floats("cyclic_reduction", cyclic_reduction, {{3, 64, 64}, {2, 50, 50}});
  list.add("common_subsequence", {{2, 64, 64}, {3, 40, 40}}, [](const Shape& s, const Memory& m) {
    common_subsequence<<<s.grid, s.block>>>(m.as<char>(), m.to<int>(), s.n);
  });
  ints("knapsack_row", knapsack_row, {{5, 96, 400}, {2, 256, 511}});
  list.add("merge_path", {{4, 64, 120}, {3, 96, 100}},
           [](const Shape& s, const Memory& m) { merge_path<<<s.grid, s.block>>>(m.offsets, m.to<int>(), s.n); });
  ints("count_smaller", count_smaller, {{3, 128, 300}, {2, 64, 128}});
  list.add("nearest_centre", {{3, 96, 250}, {2, 128, 256}},
           [](const Shape& s, const Memory& m) { nearest_centre<<<s.grid, s.block>>>(m.values, m.to<int>(), s.n); });
  floats("sums_of_centres", sums_of_centres, {{3, 96, 700}});
  list.add("random_numbers", {{3, 96, 10}, {2, 64, 7}}, [](const Shape& s, const Memory& m) {
    random_numbers<<<s.grid, s.block>>>(m.numbers, m.to<unsigned>(), s.n);
  });
  list.add("random_numbers_by_rows", {{3, 96, 10}, {2, 64, 7}}, [](const Shape& s, const Memory& m) {
    random_numbers_by_rows<<<s.grid, s.block>>>(m.numbers, m.to<unsigned>(), s.n);
  });
  list.add("caesar", {{3, 96, 270}, {2, 128, 256}},
           [](const Shape& s, const Memory& m) { caesar<<<s.grid, s.block>>>(m.as<char>(), m.to<char>(), s.n); });
  list.add("words_begin", {{3, 96, 270}, {2, 128, 256}},
           [](const Shape& s, const Memory& m) { words_begin<<<s.grid, s.block>>>(m.as<char>(), m.to<int>(), s.n); });
  ints("run_lengths", run_lengths, {{3, 96, 270}, {2, 128, 256}});
  list.add("fibonacci_words", {{3, 96, 270}}, [](const Shape& s, const Memory& m) {
    fibonacci_words<<<s.grid, s.block>>>(m.numbers, m.to<unsigned long long>(), s.n);
  });
  ints("life_in_bits", life_in_bits, {{dim3(2, 5), dim3(32, 8), 40}});
  list.add("sieve", {{2, 32, 900}},
           [](const Shape& s, const Memory& m) { sieve<<<s.grid, s.block>>>(m.to<int>(), m.numbers, s.n); });
  ints("queens", queens, {{3, 96, 5}, {2, 64, 4}});
  const auto graph = [&](const char* name, auto* kernel, const std::vector<Shape>& shapes) {
    list.add(name, shapes, [=](const Shape& s, const Memory& m) {
      kernel<<<s.grid, s.block>>>(m.offsets, m.numbers, m.to<int>(), s.n);
    });
  };
  graph("breadth_first", breadth_first, {{4, 128, 0}});
  list.add("page_rank", {{4, 96, 370}}, [](const Shape& s, const Memory& m) {
    page_rank<<<s.grid, s.block>>>(m.offsets, m.numbers, m.values, m.to(), s.n);
  });
  ints("union_roots", union_roots, {{4, 96, 370}});
  ints("histogram_of_warps", histogram_of_warps, {{3, 128, 1000}, {2, 96, 500}});
  ints("radix_pass", radix_pass, {{3, 32, 0}, {2, 32, 4}});
  return list;
}

}  // namespace

SIMT_STYLE(launches)
