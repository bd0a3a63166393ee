// Kernels as students and open-source projects write them: ragged loops, queues in registers, structures of all sizes,
// small element types, scans and sorts, sparse and dense products, images, statistics of rows, arrays of a thread.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

// ---- loops that are not the same for all threads ----

/// Rows of a sparse matrix two elements at a time, and one that is left over.
__global__ void ragged_by_pairs(const int* offsets, const int* numbers, int* out, int rows) {
  const int row = thread();
  if (row >= rows) return;
  const int end = offsets[row + 1];
  int k = offsets[row], sum = 0;
  for (; k + 1 < end; k += 2) sum += numbers[k] * numbers[k + 1];
  if (k < end) sum += numbers[k];
  out[row] = sum;
}

/// The longest row of a pair of rows decides how often both are looked at.
__global__ void two_ragged_rows(const int* offsets, const int* numbers, int* out, int rows) {
  const int row = 2 * thread();
  if (row + 1 >= rows) return;
  const int a = offsets[row], b = offsets[row + 1], c = offsets[row + 2];
  int sum = 0;
#pragma unroll 1
  for (int k = 0; k < max(b - a, c - b); ++k) {
    if (a + k < b) sum += numbers[a + k];
    if (b + k < c) sum -= numbers[b + k];
  }
  out[thread()] = sum;
}

/// A machine with five instructions; each thread has a program of its own.
__global__ void interpreter(const int* programs, int* out, int length) {
  const int t = thread();
  int a = t, b = 1;
  for (int pc = 0; pc < length; ++pc) {
    const int word = programs[pc * 512 + t % 512];
    switch (word % 5) {
      case 0:
        a += word;
        break;
      case 1:
        b = programs[word % 1000];
        break;
      case 2:
        out[1024 + t * 4 + word % 4] = a;
        break;
      case 3: {
        const int other = a;
        a = b;
        b = other;
        break;
      }
      default:
        a ^= b << 1;
    }
  }
  out[t] = a;
}

__global__ void pairs_below_the_diagonal(const float* in, float* out, int n) {
  const int i = thread();
  if (i >= n) return;
  float sum = 0;
  for (int j = 0; j < i; ++j) {
    const float d = in[i] - in[j];
    sum += d * d;
    if (j % 4 == 3) out[n + i * (i - 1) / 2 + j] = d;
  }
  out[i] = sum;
}

/// Four neighbouring elements of a thread, then over the whole grid.
__global__ void four_a_stride(const float* in, float* out, int n) {
  for (int base = (blockIdx.x * blockDim.x + threadIdx.x) * 4; base < n; base += gridDim.x * blockDim.x * 4) {
    for (int k = 0; k < 4; ++k) {
      if (base + k < n) out[base + k] = in[base + k] * 2;
    }
  }
}

/// Each block has a part of three times its size, which it goes through by its own width.
__global__ void part_of_a_block(const float* in, float* out, int n) {
  const int begin = blockIdx.x * blockDim.x * 3;
#pragma unroll
  for (int k = 0; k < 3; ++k) {
    const int i = begin + k * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] + in[n - 1 - i];
  }
}

/// A warp goes on until all of its lanes have found an end.
__global__ void until_all_have_ended(const int* numbers, int* out, int limit) {
  int at = thread() * 3 % 4096, steps = 0;
  bool done = false;
  while (!__all_sync(0xffffffffu, done)) {
    if (!done) {
      const int v = numbers[at];
      at = (at + v) % 4096;
      ++steps;
      done = v % 7 == 0 || steps == limit;
    }
  }
  out[thread()] = steps;
}

/// Leaves the loop as soon as one lane has found the key.
__global__ void first_of_a_warp(const int* numbers, int* out, int n) {
  const int warp = thread() / 32, lane = threadIdx.x % 32;
  int found = -1;
  for (int base = 0; base < n; base += 32) {
    const bool is_here = numbers[warp * n + base + lane] % 50 == 7;
    const unsigned votes = __ballot_sync(0xffffffffu, is_here);
    if (votes != 0) {
      found = base + __ffs(votes) - 1;
      break;
    }
  }
  if (lane == 0) out[warp] = found;
}

struct Node {
  int next;
  int value;
};

__global__ void list_followed(const Node* nodes, int* out, int limit) {
  int sum = 0;
  const Node* at = nodes + thread() * 5 % 1024;
  for (int k = 0; k < limit && at->value % 16 != 0; ++k) {
    sum += at->value;
    at = nodes + at->next % 1024;
  }
  out[thread()] = sum;
}

/// How many offsets are not above a key, by halving without a branch.
__global__ void places_of_keys(const int* offsets, const int* numbers, int* out, int n) {
  const int key = numbers[thread()] / 4;
  const int* first = offsets;
  int length = n;
  while (length > 1) {
    const int half = length / 2;
    first += first[half - 1] <= key ? half : 0;
    length -= half;
  }
  out[thread()] = static_cast<int>(first - offsets) + (*first <= key);
}

// ---- stencils ----

/// Nine points along y; the column moves through registers.
__global__ void nine_along_y(const float* in, float* out, int width, int height) {
  const int x = thread();
  if (x >= width) return;
  float queue[9];
#pragma unroll
  for (int k = 0; k < 8; ++k) queue[k + 1] = in[k * width + x];
  for (int y = 4; y < height - 4; ++y) {
#pragma unroll
    for (int k = 0; k < 8; ++k) queue[k] = queue[k + 1];
    queue[8] = in[(y + 4) * width + x];
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 9; ++k) sum += queue[k] * (k + 1);
    out[y * width + x] = sum;
  }
}

/// A finite difference of the fourth order: planes in registers before and behind, one in shared memory.
__global__ void fourth_order_in_space(const float* in, float* out, int depth) {
  __shared__ float tile[8 + 4][16 + 4];
  const int x = threadIdx.x + 2, y = threadIdx.y + 2;
  const int width = 20, plane = 20 * 12;
  const float* at = in + y * width + x;
  float behind[2], before[2];
  behind[1] = at[0];
  behind[0] = at[plane];
  float current = at[2 * plane];
  before[0] = at[3 * plane];
  before[1] = at[4 * plane];
  for (int z = 2; z < depth - 2; ++z) {
    tile[y][x] = current;
    if (threadIdx.y < 2) {
      tile[threadIdx.y][x] = in[z * plane + threadIdx.y * width + x];
      tile[threadIdx.y + 10][x] = in[z * plane + (threadIdx.y + 10) * width + x];
    }
    if (threadIdx.x < 2) {
      tile[y][threadIdx.x] = in[z * plane + y * width + threadIdx.x];
      tile[y][threadIdx.x + 18] = in[z * plane + y * width + threadIdx.x + 18];
    }
    __syncthreads();
    float sum = 0.5f * current;
#pragma unroll
    for (int k = 1; k <= 2; ++k) {
      sum += (before[k - 1] + behind[k - 1] + tile[y - k][x] + tile[y + k][x] + tile[y][x - k] + tile[y][x + k]) / k;
    }
    out[z * plane + y * width + x] = sum;
    behind[1] = behind[0];
    behind[0] = current;
    current = before[0];
    before[0] = before[1];
    if (z + 3 < depth) before[1] = at[(z + 3) * plane];
    __syncthreads();
  }
}

__global__ void jacobi_of_doubles(const double* in, double* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x >= width - 1 || y >= height - 1) return;
  const int i = y * width + x;
  const double v = 0.25 * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
  out[i] = v;
  out[width * height + i] = v - in[i];
}

/// Cells are bytes, and the field is closed to a ring in both directions.
__global__ void life_of_bytes(const unsigned char* in, unsigned char* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int left = (x + width - 1) % width, right = (x + 1) % width;
  const int up = (y + height - 1) % height * width, down = (y + 1) % height * width;
  const int count = (in[up + left] & 1) + (in[up + x] & 1) + (in[up + right] & 1) + (in[y * width + left] & 1) +
                    (in[y * width + right] & 1) + (in[down + left] & 1) + (in[down + x] & 1) + (in[down + right] & 1);
  out[y * width + x] = count == 3 || (count == 2 && (in[y * width + x] & 1));
}

__global__ void neighbours_in_a_box(const float* in, float* out, int width, int height, int depth) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= width || y >= height || z >= depth) return;
  const int i = (z * height + y) * width + x;
  float sum = in[i] * -6;
  sum += x > 0 ? in[i - 1] : 0;
  sum += x + 1 < width ? in[i + 1] : 0;
  sum += y > 0 ? in[i - width] : 0;
  sum += y + 1 < height ? in[i + width] : 0;
  if (z > 0) sum += in[i - width * height];
  if (z + 1 < depth) sum += in[i + width * height];
  out[i] = sum;
}

__constant__ float mask_of_seven[7] = {1, 2, 3, 4, 3, 2, 1};
__constant__ float mask_of_five[5][5] = {
    {1, 2, 3, 2, 1}, {2, 4, 6, 4, 2}, {3, 6, 9, 6, 3}, {2, 4, 6, 4, 2}, {1, 2, 3, 2, 1}};

/// The textbook's tile with two halos, loaded by the last and by the first threads.
__global__ void row_with_two_halos(const float* in, float* out, int n) {
  __shared__ float tile[64 + 6];
  const int i = thread(), radius = 3, t = threadIdx.x;
  const int left = (static_cast<int>(blockIdx.x) - 1) * static_cast<int>(blockDim.x) + t;
  if (t >= static_cast<int>(blockDim.x) - radius) tile[t - (blockDim.x - radius)] = left < 0 ? 0 : in[left];
  tile[radius + t] = i < n ? in[i] : 0;
  const int right = (blockIdx.x + 1) * blockDim.x + t;
  if (t < radius) tile[radius + blockDim.x + t] = right >= n ? 0 : in[right];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 7; ++k) sum += tile[t + k] * mask_of_seven[k];
  if (i < n) out[i] = sum;
}

/// As many threads as there are elements of the input tile; the outermost only load.
__global__ void threads_of_the_input_tile(const float* in, float* out, int width, int height) {
  __shared__ float tile[16][16];
  const int x = blockIdx.x * 12 + threadIdx.x - 2, y = blockIdx.y * 12 + threadIdx.y - 2;
  tile[threadIdx.y][threadIdx.x] = x >= 0 && x < width && y >= 0 && y < height ? in[y * width + x] : 0.0f;
  __syncthreads();
  if (threadIdx.x >= 12 || threadIdx.y >= 12 || x + 2 >= width || y + 2 >= height) return;
  float sum = 0;
  for (int dy = 0; dy < 5; ++dy)
    for (int dx = 0; dx < 5; ++dx) sum += mask_of_five[dy][dx] * tile[threadIdx.y + dy][threadIdx.x + dx];
  out[(y + 2) * width + x + 2] = sum;
}

/// Inside of the tile from shared memory, outside of it from the cache.
__global__ void halo_from_the_cache(const float* in, float* out, int width, int height) {
  __shared__ float tile[8][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int x = blockIdx.x * 16 + tx, y = blockIdx.y * 8 + ty;
  tile[ty][tx] = x < width && y < height ? in[y * width + x] : 0;
  __syncthreads();
  if (x >= width || y >= height) return;
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      if (tx + dx >= 0 && tx + dx < 16 && ty + dy >= 0 && ty + dy < 8) {
        sum += tile[ty + dy][tx + dx];
      } else if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height) {
        sum += in[(y + dy) * width + x + dx];
      }
    }
  }
  out[y * width + x] = sum / 9;
}

// ---- structures ----

struct Velocity {
  float x, y, z;
};
struct Tagged {  // 16 bytes, aligned to 4
  int tag;
  float x, y, z;
};
struct Match {  // 20 bytes
  int query, train, image;
  float distance;
  int rank;
};
struct alignas(16) Photon {  // 32 bytes
  float x, y, z, weight;
  float dx, dy, dz;
  int layer;
};
struct alignas(8) Entry {  // 16 bytes, aligned to 8
  int key;
  float value;
  int next, unused;
};

__global__ void velocities_damped(const Velocity* in, Velocity* out, int n) {
  const int i = thread();
  if (i >= n) return;
  Velocity v = in[i];
  const float length = sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
  const float factor = length > 5 ? 5 / length : 1;
  v.x *= factor;
  v.y *= factor;
  v.z *= factor;
  out[i] = v;
}

__global__ void tagged_points(const Tagged* in, float* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const Tagged& p = in[i];
  if ((p.tag & 1) == 0) out[i] = p.x + p.y + p.z;
}

__global__ void better_match(const Match* in, Match* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const Match a = in[2 * i], b = in[2 * i + 1];
  out[i] = a.distance < b.distance ? a : b;
}

__global__ void distances_of_matches(const Match* in, float* out, int n) {
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) out[i] = in[i].distance + in[i].rank;
}

__global__ void photons_moved(const Photon* in, Photon* out, int n) {
  const int i = thread();
  if (i >= n) return;
  Photon p = in[i];
  p.x += p.dx * 0.1f;
  p.y += p.dy * 0.1f;
  p.z += p.dz * 0.1f;
  p.weight *= 0.9f;
  ++p.layer;
  out[i] = p;
}

__global__ void entries_looked_up(const Entry* in, float* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const Entry e = in[i];
  out[i] = e.key % 2 == 0 ? e.value : in[e.next % 256 * (e.next > 0)].value;
}

/// Pairs of a value and its place in shared memory.
struct Candidate {
  float value;
  int place;
};
__global__ void best_candidate(const float* in, Candidate* out, int n) {
  __shared__ Candidate best[128];
  const int t = threadIdx.x;
  Candidate mine{-1, -1};
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) {
    if (in[i] > mine.value) mine = {in[i], i};
  }
  best[t] = mine;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half && best[t + half].value > best[t].value) best[t] = best[t + half];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = best[0];
}

__global__ void triples_in_shared(const Velocity* in, Velocity* out, int n) {
  __shared__ Velocity s[96];
  const int i = thread(), t = threadIdx.x, width = blockDim.x;
  const int last = min(n - static_cast<int>(blockIdx.x) * width, width) - 1;
  if (i < n) s[t] = in[i];
  __syncthreads();
  if (i < n) {
    const Velocity other = s[last - t];
    out[i] = {other.x - s[t].x, other.y - s[t].y, other.z};
  }
}

union Word {
  float number;
  unsigned bits;
  unsigned short halves[2];
  uchar4 bytes;
};

/// Floating-point keys as integers that sort alike, and back to their parts.
__global__ void keys_of_floats(const float* in, unsigned* out, int n) {
  const int i = thread();
  if (i >= n) return;
  Word w;
  w.number = in[i] - 5;
  const unsigned mask = -static_cast<int>(w.bits >> 31) | 0x80000000u;
  w.bits ^= mask;
  out[i] = w.bits;
  out[n + i] = w.halves[1] + w.bytes.x;
}

// ---- small and large elements ----

__global__ void upper_case(const char* in, char* out, int n) {
  for (int i = thread(); i < n; i += blockDim.x * gridDim.x) {
    const char c = in[i];
    out[i] = c >= 'a' && c <= 'z' ? c - 32 : c;
  }
}

__global__ void sound_mixed(const short* in, short* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const int sum = in[i] + in[i + n] * 3 / 4;
  out[i] = static_cast<short>(min(32767, max(-32768, sum)));
}

/// Two channels lie one after another, sample by sample.
__global__ void stereo_apart(const short* in, short* left, short* right, int n) {
  const int i = thread();
  if (i < n) {
    left[i] = in[2 * i];
    right[i] = in[2 * i + 1];
  }
}

__global__ void half_words_swapped(const unsigned short* in, unsigned short* out, int n) {
  const int i = thread();
  if (i < n) out[n - 1 - i] = static_cast<unsigned short>(in[i] << 8 | in[i] >> 8);
}

__global__ void doubles_with_stride(const double* x, double* y, int n) {
  const int i = thread();
  if (i < n) y[2 * i] = 1.5 * x[3 * i] + x[3 * i + 2];
}

__global__ void four_bytes_by_a_word(const unsigned char* in, int* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const unsigned word = *reinterpret_cast<const unsigned*>(in + 4 * i);
  out[i] = (word & 255) + (word >> 8 & 255) + (word >> 16 & 255) + (word >> 24);
}

/// A product of quantised vectors; four elements come in one word.
__global__ void quantised_dot(const signed char* a, const signed char* b, int* out, int length) {
  const int row = thread();
  int sum = 0;
  for (int k = 0; k < length; k += 4) {
    const int x = reinterpret_cast<const int*>(a)[(row * length + k) / 4];
    const int y = *reinterpret_cast<const int*>(b + k);
    for (int shift = 0; shift < 32; shift += 8)
      sum += static_cast<signed char>(x >> shift) * static_cast<signed char>(y >> shift);
  }
  out[row] = sum;
}

__global__ void sum_of_doubles_in_shared(const double* in, double* out, int n) {
  __shared__ double s[128];
  const int t = threadIdx.x;
  double sum = 0;
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x) sum += in[i];
  s[t] = sum;
  __syncthreads();
  for (int width = 1; width < static_cast<int>(blockDim.x); width *= 2) {
    const int i = 2 * width * t;
    if (i + width < static_cast<int>(blockDim.x)) s[i] += s[i + width];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

// ---- transposition and partial warps ----

template <int Side>
__global__ void transposed_by(const float* in, float* out, int width, int height) {
  __shared__ float tile[Side][Side + 1];
  int x = blockIdx.x * Side + threadIdx.x, y = blockIdx.y * Side + threadIdx.y;
  if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * Side + threadIdx.x;
  y = blockIdx.x * Side + threadIdx.y;
  if (x < height && y < width) out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

/// Tiles of 8 rows and 20 columns, written as 20 rows of 8.
__global__ void oblong_tiles(const float* in, float* out, int width, int height) {
  __shared__ float tile[8 * 20];
  const int x = blockIdx.x * 20 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  tile[threadIdx.y * 20 + threadIdx.x] = in[y * width + x];
  __syncthreads();
  const int number = threadIdx.y * 20 + threadIdx.x;
  const int column = number / 8, row = number % 8;
  out[(blockIdx.x * 20 + column) * height + blockIdx.y * 8 + row] = tile[row * 20 + column];
}

__global__ void rows_of_partial_warps(const float* in, float* out, int width) {
  __shared__ float s[3][40];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.x * blockDim.y + y;
  s[y][x] = x < width ? in[row * width + x] : 0;
  __syncthreads();
  if (x < width / 2) out[row * width + x] = s[y][2 * x] + s[y][2 * x + 1];
}

// ---- counting ----

/// Counters of one byte, four in a word; a column of them for each thread.
__global__ void histogram_of_packed_bytes(const unsigned char* in, unsigned* out, int each) {
  __shared__ unsigned counts[16][64];
  const int t = threadIdx.x;
  for (int k = 0; k < 16; ++k) counts[k][t] = 0;
  for (int k = 0; k < each; ++k) {
    const int bin = in[(blockIdx.x * each + k) * 64 + t] % 64;
    counts[bin / 4][t] += 1u << bin % 4 * 8;
  }
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; k < 64; ++k) sum += counts[t / 4][(k + t) % 64] >> t % 4 * 8 & 255;
  out[blockIdx.x * 64 + t] = sum;
}

__global__ void histogram_without_shared(const int* in, int* bins, int n) {
  const int stride = gridDim.x * blockDim.x;
  for (int i = thread(); i < n; i += stride) {
    const int v = in[i];
    if (v < 16000) atomicAdd(&bins[v / 125], 1);
  }
}

/// The place of an element among those of its bin, as the atomic gives it.
__global__ void ranks_within_bins(const int* in, int* out, int n) {
  __shared__ int bins[32];
  if (threadIdx.x < 32) bins[threadIdx.x] = 0;
  __syncthreads();
  const int i = thread();
  const int bin = i < n ? in[i] % 32 : 0;
  const int rank = i < n ? atomicAdd(&bins[bin], 1) : 0;
  __syncthreads();
  if (i < n) out[i] = rank * 1000 + bins[bin];
}

__global__ void rounds_of_tickets(const int* in, unsigned* counters, unsigned* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const unsigned up = atomicInc(&counters[in[i] % 8], 99);
  const unsigned down = atomicSub(&counters[8 + i % 4], 2);
  out[i] = up + down;
}

// ---- scans and sorts ----

/// Two rows in one array, and an index that says which one is read.
__global__ void scan_of_two_rows(const float* in, float* out, int n) {
  extern __shared__ float two_rows[];
  const int t = threadIdx.x;
  int to = 0, from = 1;
  two_rows[t] = t > 0 ? in[blockIdx.x * n + t - 1] : 0;
  __syncthreads();
  for (int offset = 1; offset < n; offset *= 2) {
    to = 1 - to;
    from = 1 - to;
    if (t >= offset)
      two_rows[to * n + t] = two_rows[from * n + t] + two_rows[from * n + t - offset];
    else
      two_rows[to * n + t] = two_rows[from * n + t];
    __syncthreads();
  }
  out[blockIdx.x * n + t] = two_rows[to * n + t];
}

__device__ int shifted(int i) { return i + (i >> 5) + (i >> 10); }

/// Up and down a tree; indices are shifted by one word for every 32.
__global__ void tree_scan_shifted(const int* in, int* out, int n) {
  __shared__ int s[256 + 8];
  const int t = threadIdx.x;
  in += blockIdx.x * n;
  out += blockIdx.x * n;
  const int a = t, b = t + n / 2;
  s[shifted(a)] = in[a];
  s[shifted(b)] = in[b];
  int offset = 1;
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) s[shifted(offset * (2 * t + 2) - 1)] += s[shifted(offset * (2 * t + 1) - 1)];
    offset *= 2;
  }
  if (t == 0) s[shifted(n - 1)] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      const int left = shifted(offset * (2 * t + 1) - 1), right = shifted(offset * (2 * t + 2) - 1);
      const int v = s[left];
      s[left] = s[right];
      s[right] += v;
    }
  }
  __syncthreads();
  out[a] = s[shifted(a)];
  out[b] = s[shifted(b)];
}

__device__ void exchange(unsigned short& key_a, int& value_a, unsigned short& key_b, int& value_b, bool ascending) {
  if ((key_a > key_b) == ascending) {
    const unsigned short key = key_a;
    key_a = key_b;
    key_b = key;
    const int value = value_a;
    value_a = value_b;
    value_b = value;
  }
}

/// Keys of two bytes and their values; twice as many as threads.
__global__ void bitonic_with_values(const unsigned short* in, unsigned short* keys, int* values, int n) {
  __shared__ unsigned short key[128];
  __shared__ int value[128];
  const int t = threadIdx.x, begin = blockIdx.x * n;
  for (int i = t; i < n; i += n / 2) {
    key[i] = in[begin + i];
    value[i] = i;
  }
  for (int size = 2; size <= n; size <<= 1) {
    const bool ascending = (t & size / 2) == 0;
    for (int stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      const int at = 2 * t - (t & (stride - 1));
      exchange(key[at], value[at], key[at + stride], value[at + stride], ascending);
    }
  }
  __syncthreads();
  for (int i = t; i < n; i += n / 2) {
    keys[begin + i] = key[i];
    values[begin + i] = value[i];
  }
}

__global__ void bricks_sorted(const short* in, short* out, int n) {
  __shared__ short s[150];
  const int t = threadIdx.x;
  for (int i = t; i < n; i += blockDim.x) s[i] = in[blockIdx.x * n + i];
  __syncthreads();
  for (int round = 0; round < n; ++round) {
    const int i = 2 * t + (round & 1);
    if (i + 1 < n && s[i] > s[i + 1]) {
      const short swap = s[i];
      s[i] = s[i + 1];
      s[i + 1] = swap;
    }
    __syncthreads();
  }
  for (int i = t; i < n; i += blockDim.x) out[blockIdx.x * n + i] = s[i];
}

/// What is kept goes to the front of the block's part, in its order; then the number of them.
__global__ void kept_in_order(const int* in, int* out, int* counts, int n) {
  __shared__ int before[33];
  const int i = thread(), lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const bool keep = i < n && in[i] % 3 != 1;
  const unsigned votes = __ballot_sync(0xffffffffu, keep);
  if (lane == 0) before[warp + 1] = __popc(votes);
  if (threadIdx.x == 0) before[0] = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    const int warps = blockDim.x / 32;
    for (int w = 1; w <= warps; ++w) before[w] += before[w - 1];
    counts[blockIdx.x] = before[warps];
  }
  __syncthreads();
  if (keep) out[blockIdx.x * blockDim.x + before[warp] + __popc(votes & ((1u << lane) - 1))] = in[i];
}

// ---- sparse and permuted ----

__global__ void csr_of_doubles(const int* offsets, const int* columns, const double* values, const double* x, double* y,
                               int rows) {
  const int row = thread();
  if (row < rows) {
    double dot = 0;
    const int begin = offsets[row], end = offsets[row + 1];
    for (int k = begin; k < end; ++k) dot += values[k] * x[columns[k] % 1000];
    y[row] += dot;
  }
}

/// Eight lanes a row, as libraries do for short rows.
__global__ void csr_by_eight_lanes(const int* offsets, const int* columns, const float* values, const float* x,
                                   float* y, int rows) {
  const int lane = threadIdx.x & 7;
  for (int row = thread() / 8; row < rows; row += gridDim.x * blockDim.x / 8) {
    float sum = 0;
    for (int k = offsets[row] + lane; k < offsets[row + 1]; k += 8) sum += values[k] * x[columns[k] & 1023];
    const unsigned mask = 0xffu << (threadIdx.x & 24);
    sum += __shfl_xor_sync(mask, sum, 4);
    sum += __shfl_xor_sync(mask, sum, 2);
    sum += __shfl_xor_sync(mask, sum, 1);
    if (lane == 0) y[row] = sum;
  }
}

__global__ void pairs_gathered(const int2* in, const int* places, int2* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const int2 v = in[places[i] % 2000];
  out[i] = make_int2(v.y, v.x);
}

/// A permutation by a multiplication: every place is written once.
__global__ void scattered_by_multiples(const float* in, float* out, int n, int factor) {
  const int i = thread();
  if (i < n) out[i * factor % n] = in[i];
}

__global__ void permuted_in_shared(const int* in, int* out, int factor) {
  __shared__ int s[160];
  const int t = threadIdx.x, n = blockDim.x;
  s[t * factor % n] = in[thread()];
  __syncthreads();
  out[thread()] = s[n - 1 - t];
}

// ---- dense products ----

__global__ void rows_by_float4(const float* matrix, const float* x, float* y, int rows, int columns) {
  const int row = thread();
  if (row >= rows) return;
  const float4* const a = reinterpret_cast<const float4*>(matrix + row * columns);
  float sum = 0;
  for (int k = 0; k < columns / 4; ++k) {
    const float4 m = a[k], v = reinterpret_cast<const float4*>(x)[k];
    sum += m.x * v.x + m.y * v.y + m.z * v.z + m.w * v.w;
  }
  y[row] = sum;
}

__global__ void columns_of_doubles(const double* matrix, const double* x, double* y, int rows, int columns) {
  const int row = thread();
  if (row >= rows) return;
  double sum = 0;
  for (int column = 0; column < columns; ++column) sum += matrix[column * rows + row] * x[column];
  y[row] = sum;
}

/// Tiles of 32 by 32; each of 256 threads loads four neighbours at once and has four results in a row.
__global__ void product_loaded_by_float4(const float* a, const float* b, float* c, int n) {
  __shared__ __align__(16) float tile_a[32][32];
  __shared__ __align__(16) float tile_b[32][32];
  const int x = threadIdx.x % 8 * 4, y = threadIdx.x / 8;
  const int row = blockIdx.y * 32 + y, column = blockIdx.x * 32 + x;
  float sum[4] = {};
  for (int k = 0; k < n; k += 32) {
    const float4 from_a = *reinterpret_cast<const float4*>(&a[row * n + k + x]);
    *reinterpret_cast<float4*>(&tile_a[y][x]) = from_a;
    *reinterpret_cast<float4*>(&tile_b[y][x]) = *reinterpret_cast<const float4*>(&b[(k + y) * n + column]);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 32; ++j) {
      const float v = tile_a[y][j];
#pragma unroll
      for (int i = 0; i < 4; ++i) sum[i] += v * tile_b[j][x + i];
    }
    __syncthreads();
  }
  *reinterpret_cast<float4*>(&c[row * n + column]) = make_float4(sum[0], sum[1], sum[2], sum[3]);
}

__global__ void bodies_attract(const float4* bodies, float4* out, int n) {
  __shared__ float4 tile[64];
  const int i = thread();
  const float4 me = bodies[i < n ? i : n - 1];
  float3 force = make_float3(0, 0, 0);
  for (int begin = 0; begin < n; begin += blockDim.x) {
    const int other = begin + threadIdx.x;
    tile[threadIdx.x] = other < n ? bodies[other] : make_float4(0, 0, 0, 0);
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < static_cast<int>(blockDim.x); ++k) {
      const float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
      const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      const float scale = tile[k].w * inverse * inverse * inverse;
      force.x += dx * scale;
      force.y += dy * scale;
      force.z += dz * scale;
    }
    __syncthreads();
  }
  if (i < n) out[i] = make_float4(force.x, force.y, force.z, 0);
}

/// One matrix of three rows a thread.
__global__ void inverses_of_three(const float* in, float* out, int n) {
  const int i = thread();
  if (i >= n) return;
  float m[3][3];
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 3; ++x) m[y][x] = in[i * 9 + y * 3 + x];
  float cofactor[3][3], determinant = 1;
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 3; ++x) {
      const int a = (y + 1) % 3, b = (y + 2) % 3, c = (x + 1) % 3, d = (x + 2) % 3;
      cofactor[x][y] = m[a][c] * m[b][d] - m[a][d] * m[b][c];
    }
  }
  for (int k = 0; k < 3; ++k) determinant += m[0][k] * cofactor[k][0];
  for (int k = 0; k < 9; ++k) out[i * 9 + k] = cofactor[k / 3][k % 3] / determinant;
}

/// One matrix of six rows for each six lanes' worth of a block's row of threads.
__global__ void products_of_six(const float* a, const float* b, float* c) {
  __shared__ float s[4][2][6][6];
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  const int i = ((blockIdx.x * blockDim.z + z) * 6 + y) * 6 + x;
  s[z][0][y][x] = a[i];
  s[z][1][y][x] = b[i];
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 6; ++k) sum += s[z][0][y][k] * s[z][1][k][x];
  c[i] = sum;
}

// ---- text, pictures, statistics ----

__constant__ char pattern[6] = {0, 0, static_cast<char>(0x80), 0x3f, 0, 0};

__global__ void pattern_found(const char* text, unsigned char* out, int n, int length) {
  const int i = thread();
  if (i > n - length) return;
  bool is_equal = true;
  for (int k = 0; k < length; ++k) {
    if (text[i + k] != pattern[k]) {
      is_equal = false;
      break;
    }
  }
  out[i] = is_equal;
}

__global__ void mandelbrot_in_colour(uchar4* out, int width, int height, int limit) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float cr = 3.0f * x / width - 2, ci = 2.0f * y / height - 1;
  float zr = 0, zi = 0;
  int k = 0;
  while (k < limit && zr * zr + zi * zi < 4) {
    const float next = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = next;
    ++k;
  }
  const unsigned char shade = static_cast<unsigned char>(k * 255 / limit);
  out[y * width + x] = make_uchar4(shade, shade / 2, 255 - shade, 255);
}

__global__ void blurred_of_three_bytes(const uchar3* in, uchar3* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int r = 0, g = 0, b = 0, count = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const int u = x + dx, v = y + dy;
      if (u < 0 || u >= width || v < 0 || v >= height) continue;
      const uchar3 p = in[v * width + u];
      r += p.x;
      g += p.y;
      b += p.z;
      ++count;
    }
  }
  out[y * width + x] = make_uchar3(r / count, g / count, b / count);
}

/// A warp a row; the row stays in registers between its three passes.
__global__ void softmax_by_warps(const float* in, float* out, int rows, int columns) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
  if (row >= rows) return;
  float v[4], largest = -1e30f, sum = 0;
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    v[k] = lane + 32 * k < columns ? in[row * columns + lane + 32 * k] : -1e30f;
    largest = fmaxf(largest, v[k]);
  }
  for (int mask = 16; mask > 0; mask /= 2) largest = fmaxf(largest, __shfl_xor_sync(0xffffffffu, largest, mask));
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    v[k] = __expf(v[k] - largest);
    sum += v[k];
  }
  for (int mask = 16; mask > 0; mask /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, mask);
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    if (lane + 32 * k < columns) out[row * columns + lane + 32 * k] = v[k] / sum;
  }
}

__device__ float sum_over_block(float v, float* parts) {
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
  __syncthreads();
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = v;
  __syncthreads();
  float sum = 0;
  for (int w = 0; w < static_cast<int>(blockDim.x) / 32; ++w) sum += parts[w];
  return sum;
}

__global__ void rows_normalised(const float* in, const float* gamma, const float* beta, float* out, int columns) {
  __shared__ float parts[32];
  const float* const row = in + blockIdx.x * columns;
  float sum = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) sum += row[c];
  const float mean = sum_over_block(sum, parts) / columns;
  float squares = 0;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) squares += (row[c] - mean) * (row[c] - mean);
  const float inverse = rsqrtf(sum_over_block(squares, parts) / columns + 1e-5f);
  for (int c = threadIdx.x; c < columns; c += blockDim.x)
    out[blockIdx.x * columns + c] = (row[c] - mean) * inverse * gamma[c] + beta[c];
}

// ---- arrays of a thread ----

/// A small twister: 17 words of state, an index that goes round.
__global__ void twisted(const int* seeds, unsigned* out, int rounds) {
  unsigned state[17];
  state[0] = seeds[thread()];
  for (int k = 1; k < 17; ++k) state[k] = 1812433253u * (state[k - 1] ^ state[k - 1] >> 30) + k;
  int at = 0;
  for (int r = 0; r < rounds; ++r) {
    const unsigned y = (state[at] & 0x80000000u) | (state[(at + 1) % 17] & 0x7fffffffu);
    state[at] = state[(at + 8) % 17] ^ y >> 1 ^ ((y & 1) != 0 ? 0x9908b0dfu : 0);
    unsigned v = state[at];
    v ^= v >> 11;
    v ^= v << 7 & 0x9d2c5680u;
    out[r * gridDim.x * blockDim.x + thread()] = v;
    at = (at + 1) % 17;
  }
}

__global__ void six_in_registers(const float* in, float* out, int n) {
  const int i = thread();
  if (i >= n) return;
  float a[6];
#pragma unroll
  for (int k = 0; k < 6; ++k) a[k] = in[i + k * n];
#pragma unroll
  for (int k = 0; k < 3; ++k) {
    const float swap = a[k];
    a[k] = a[5 - k] * 2;
    a[5 - k] = swap;
  }
#pragma unroll
  for (int k = 0; k < 6; ++k) out[i + k * n] = a[k];
}

/// The index of the array comes from memory: it cannot be kept in registers.
__global__ void eight_by_number(const int* in, int* out, int n) {
  const int i = thread();
  if (i >= n) return;
  int table[8];
  for (int k = 0; k < 8; ++k) table[k] = in[k * n + i];
  int at = i % 8, sum = 0;
  for (int k = 0; k < 12; ++k) {
    sum += table[at];
    table[at] = k;
    at = (at + in[k] + i) % 8;
  }
  out[i] = sum;
}

template <int Count>
__global__ void constant_rounds(const float* in, float* out, int n) {
  const int i = thread();
  float sum = 0;
  for (int k = 0; k < Count; ++k) sum += in[k * n + i] * (k + 1);
  if (i < n) out[i] = sum;
}

template <int Count>
__global__ void constant_rounds_with_pragma(const float* in, float* out, int n) {
  const int i = thread();
  if (i >= n) return;
#pragma unroll
  for (int k = 0; k < Count; ++k) {
    if (in[k * n + i] > 4) out[k * n + i] = in[k * n + i];
  }
}

template <int Count>
__global__ void constant_rounds_kept(const float* in, float* out, int n) {
  __shared__ float s[Count * 32];
  const int t = threadIdx.x;
#pragma unroll 1
  for (int k = 0; k < Count && t < 32; ++k) s[k * 32 + t] = 0;
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < Count; ++k) sum += s[(t * Count + k) % (Count * 32)] + in[(blockIdx.x * n + t) * Count + k];
  out[thread()] = sum;
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
  const auto rows = [&](const char* name, auto* kernel, const std::vector<Shape>& shapes) {
    list.add(name, shapes, [=](const Shape& s, const Memory& m) {
      kernel<<<s.grid, s.block>>>(m.offsets, m.numbers, m.to<int>(), s.n);
    });
  };
  /// A picture or a matrix: n is its width, `height` its height.
  const auto planes = [&](const char* name, auto* kernel, int height, const std::vector<Shape>& shapes) {
    list.add(name, shapes,
             [=](const Shape& s, const Memory& m) { kernel<<<s.grid, s.block>>>(m.values, m.to(), s.n, height); });
  };
  rows("ragged_by_pairs", ragged_by_pairs, {{3, 96, 250}, {2, 33, 66}});
  rows("two_ragged_rows", two_ragged_rows, {{2, 96, 300}, {2, 45, 177}});
  ints("interpreter", interpreter, {{2, 96, 12}, {1, 50, 21}});
  floats("pairs_below_the_diagonal", pairs_below_the_diagonal, {{2, 64, 100}, {1, 45, 45}});
  floats("four_a_stride", four_a_stride, {{2, 96, 1801}, {3, 40, 500}});
  floats("part_of_a_block", part_of_a_block, {{3, 96, 850}, {4, 50, 555}});
  ints("until_all_have_ended", until_all_have_ended, {{2, 96, 25}, {3, 64, 9}});
  ints("first_of_a_warp", first_of_a_warp, {{2, 96, 256}, {1, 64, 64}});
  list.add("list_followed", {{2, 96, 20}, {3, 40, 50}}, [](const Shape& s, const Memory& m) {
    list_followed<<<s.grid, s.block>>>(reinterpret_cast<const Node*>(m.numbers), m.to<int>(), s.n);
  });
  rows("places_of_keys", places_of_keys, {{2, 96, 900}, {3, 40, 777}});
  planes("nine_along_y", nine_along_y, 23, {{2, 64, 100}, {1, 45, 40}});
  floats("fourth_order_in_space", fourth_order_in_space, {{1, dim3(16, 8), 9}, {1, dim3(16, 8), 5}});
  list.add("jacobi_of_doubles", {{dim3(3, 3), dim3(16, 8), 45}, {dim3(2, 4), dim3(20, 5), 37}},
           [](const Shape& s, const Memory& m) {
             jacobi_of_doubles<<<s.grid, s.block>>>(m.as<double>(), m.to<double>(), s.n, 22);
           });
  list.add("life_of_bytes", {{dim3(3, 3), dim3(32, 4), 70}, {dim3(2, 4), dim3(20, 3), 39}},
           [](const Shape& s, const Memory& m) {
             life_of_bytes<<<s.grid, s.block>>>(m.as<unsigned char>(), m.to<unsigned char>(), s.n, 11);
           });
  list.add(
      "neighbours_in_a_box", {{dim3(3, 2, 2), dim3(5, 6, 7), 14}, {dim3(2, 3, 3), dim3(8, 4, 4), 16}},
      [](const Shape& s, const Memory& m) { neighbours_in_a_box<<<s.grid, s.block>>>(m.values, m.to(), s.n, 11, 12); });
  floats("row_with_two_halos", row_with_two_halos, {{3, 64, 180}, {2, 50, 100}});
  planes("threads_of_the_input_tile", threads_of_the_input_tile, 30, {{dim3(4, 3), dim3(16, 16), 41}});
  planes("halo_from_the_cache", halo_from_the_cache, 22,
         {{dim3(3, 3), dim3(16, 8), 45}, {dim3(2, 3), dim3(16, 8), 32}});
  list.add("velocities_damped", {{2, 96, 180}, {3, 40, 120}}, [](const Shape& s, const Memory& m) {
    velocities_damped<<<s.grid, s.block>>>(m.as<Velocity>(), m.to<Velocity>(), s.n);
  });
  list.add("tagged_points", {{2, 96, 180}, {3, 40, 120}}, [](const Shape& s, const Memory& m) {
    tagged_points<<<s.grid, s.block>>>(reinterpret_cast<const Tagged*>(m.numbers), m.to(), s.n);
  });
  list.add("better_match", {{2, 96, 180}, {3, 40, 120}}, [](const Shape& s, const Memory& m) {
    better_match<<<s.grid, s.block>>>(m.as<Match>(), m.to<Match>(), s.n);
  });
  list.add("distances_of_matches", {{2, 64, 300}, {3, 40, 120}}, [](const Shape& s, const Memory& m) {
    distances_of_matches<<<s.grid, s.block>>>(m.as<Match>(), m.to(), s.n);
  });
  list.add("photons_moved", {{2, 96, 180}, {3, 40, 120}}, [](const Shape& s, const Memory& m) {
    photons_moved<<<s.grid, s.block>>>(m.as<Photon>(), m.to<Photon>(), s.n);
  });
  list.add("entries_looked_up", {{2, 96, 180}, {3, 40, 120}}, [](const Shape& s, const Memory& m) {
    entries_looked_up<<<s.grid, s.block>>>(reinterpret_cast<const Entry*>(m.numbers), m.to(), s.n);
  });
  list.add("best_candidate", {{2, 128, 700}, {3, 32, 333}}, [](const Shape& s, const Memory& m) {
    best_candidate<<<s.grid, s.block>>>(m.values, m.to<Candidate>(), s.n);
  });
  list.add("triples_in_shared", {{2, 96, 180}, {3, 40, 120}}, [](const Shape& s, const Memory& m) {
    triples_in_shared<<<s.grid, s.block>>>(m.as<Velocity>(), m.to<Velocity>(), s.n);
  });
  list.add("keys_of_floats", {{2, 96, 180}, {3, 40, 120}}, [](const Shape& s, const Memory& m) {
    keys_of_floats<<<s.grid, s.block>>>(m.values, m.to<unsigned>(), s.n);
  });
  list.add("upper_case", {{2, 96, 500}, {3, 40, 333}},
           [](const Shape& s, const Memory& m) { upper_case<<<s.grid, s.block>>>(m.as<char>(), m.to<char>(), s.n); });
  list.add("sound_mixed", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    sound_mixed<<<s.grid, s.block>>>(m.as<short>(), m.to<short>(), s.n);
  });
  list.add("stereo_apart", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    stereo_apart<<<s.grid, s.block>>>(m.as<short>(), m.to<short>(), m.to<short>() + 3000, s.n);
  });
  list.add("half_words_swapped", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    half_words_swapped<<<s.grid, s.block>>>(m.as<unsigned short>(), m.to<unsigned short>(), s.n);
  });
  list.add("doubles_with_stride", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    doubles_with_stride<<<s.grid, s.block>>>(m.as<double>(), m.to<double>(), s.n);
  });
  list.add("four_bytes_by_a_word", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    four_bytes_by_a_word<<<s.grid, s.block>>>(m.as<unsigned char>(), m.to<int>(), s.n);
  });
  list.add("quantised_dot", {{2, 96, 32}, {3, 40, 20}}, [](const Shape& s, const Memory& m) {
    quantised_dot<<<s.grid, s.block>>>(m.as<signed char>(), m.as<signed char>() + 40000, m.to<int>(), s.n);
  });
  list.add("sum_of_doubles_in_shared", {{2, 128, 700}, {3, 40, 333}}, [](const Shape& s, const Memory& m) {
    sum_of_doubles_in_shared<<<s.grid, s.block>>>(m.as<double>(), m.to<double>(), s.n);
  });
  planes("transposed_by<13>", transposed_by<13>, 31, {{dim3(4, 3), dim3(13, 13), 40}});
  planes("transposed_by<24>", transposed_by<24>, 50, {{dim3(3, 3), dim3(24, 24), 65}});
  planes("oblong_tiles", oblong_tiles, 24, {{dim3(3, 3), dim3(20, 8), 60}});
  floats("rows_of_partial_warps", rows_of_partial_warps, {{3, dim3(40, 3), 36}, {2, dim3(24, 3), 17}});
  list.add("histogram_of_packed_bytes", {{3, 64, 20}, {2, 64, 7}}, [](const Shape& s, const Memory& m) {
    histogram_of_packed_bytes<<<s.grid, s.block>>>(m.as<unsigned char>(), m.to<unsigned>(), s.n);
  });
  ints("histogram_without_shared", histogram_without_shared, {{2, 96, 700}, {3, 40, 333}});
  ints("ranks_within_bins", ranks_within_bins, {{2, 96, 180}, {3, 40, 117}});
  list.add("rounds_of_tickets", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    rounds_of_tickets<<<s.grid, s.block>>>(m.numbers, m.to<unsigned>(), m.to<unsigned>() + 1024, s.n);
  });
  list.add("scan_of_two_rows", {{3, 128, 128}, {2, 75, 75}}, [](const Shape& s, const Memory& m) {
    scan_of_two_rows<<<s.grid, s.block, 2 * s.n * sizeof(float)>>>(m.values, m.to(), s.n);
  });
  ints("tree_scan_shifted", tree_scan_shifted, {{3, 128, 256}, {2, 32, 64}});
  list.add("bitonic_with_values", {{3, 64, 128}, {2, 16, 32}}, [](const Shape& s, const Memory& m) {
    bitonic_with_values<<<s.grid, s.block>>>(m.as<unsigned short>(), m.to<unsigned short>(), m.to<int>() + 8192, s.n);
  });
  list.add("bricks_sorted", {{2, 75, 150}, {3, 32, 63}}, [](const Shape& s, const Memory& m) {
    bricks_sorted<<<s.grid, s.block>>>(m.as<short>(), m.to<short>(), s.n);
  });
  list.add("kept_in_order", {{3, 128, 350}, {2, 64, 128}}, [](const Shape& s, const Memory& m) {
    kept_in_order<<<s.grid, s.block>>>(m.numbers, m.to<int>(), m.to<int>() + 8192, s.n);
  });
  list.add("csr_of_doubles", {{3, 96, 250}, {2, 33, 66}}, [](const Shape& s, const Memory& m) {
    csr_of_doubles<<<s.grid, s.block>>>(m.offsets, m.numbers, m.as<double>(), m.as<double>() + 20000, m.to<double>(),
                                        s.n);
  });
  list.add("csr_by_eight_lanes", {{3, 96, 90}, {2, 64, 24}}, [](const Shape& s, const Memory& m) {
    csr_by_eight_lanes<<<s.grid, s.block>>>(m.offsets, m.numbers, m.values, m.values + 20000, m.to(), s.n);
  });
  list.add("pairs_gathered", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    pairs_gathered<<<s.grid, s.block>>>(m.as<int2>(), m.numbers, m.to<int2>(), s.n);
  });
  for (const int factor : {7, 64}) {
    list.add("scattered_by_multiples of " + std::to_string(factor), {{2, 96, 181}, {3, 40, 117}},
             [=](const Shape& s, const Memory& m) {
               scattered_by_multiples<<<s.grid, s.block>>>(m.values, m.to(), s.n, factor);
             });
  }
  ints("permuted_in_shared", permuted_in_shared, {{2, 96, 5}, {3, 40, 3}, {2, 160, 33}});
  list.add("rows_by_float4", {{2, 64, 100}, {1, 45, 45}}, [](const Shape& s, const Memory& m) {
    rows_by_float4<<<s.grid, s.block>>>(m.values, m.values + 30000, m.to(), s.n, 36);
  });
  list.add("columns_of_doubles", {{2, 64, 100}, {1, 45, 45}}, [](const Shape& s, const Memory& m) {
    columns_of_doubles<<<s.grid, s.block>>>(m.as<double>(), m.as<double>() + 30000, m.to<double>(), s.n, 18);
  });
  list.add("product_loaded_by_float4", {{dim3(3, 3), 256, 96}}, [](const Shape& s, const Memory& m) {
    product_loaded_by_float4<<<s.grid, s.block>>>(m.values, m.values + 10000, m.to(), s.n);
  });
  list.add("bodies_attract", {{2, 64, 100}, {3, 40, 120}}, [](const Shape& s, const Memory& m) {
    bodies_attract<<<s.grid, s.block>>>(m.as<float4>(), m.to<float4>(), s.n);
  });
  floats("inverses_of_three", inverses_of_three, {{2, 64, 100}, {1, 45, 45}});
  list.add("products_of_six", {{3, dim3(6, 6, 4), 6}, {2, dim3(6, 6, 3), 6}}, [](const Shape& s, const Memory& m) {
    products_of_six<<<s.grid, s.block>>>(m.values, m.values + 5000, m.to());
  });
  list.add("pattern_found", {{4, 128, 500}, {3, 40, 100}}, [](const Shape& s, const Memory& m) {
    pattern_found<<<s.grid, s.block>>>(m.as<char>(), m.to<unsigned char>(), s.n, 6);
  });
  list.add(
      "mandelbrot_in_colour", {{dim3(3, 3), dim3(16, 8), 45}, {dim3(2, 4), dim3(24, 5), 37}},
      [](const Shape& s, const Memory& m) { mandelbrot_in_colour<<<s.grid, s.block>>>(m.to<uchar4>(), s.n, 20, 40); });
  list.add("blurred_of_three_bytes", {{dim3(3, 3), dim3(16, 8), 45}, {dim3(2, 4), dim3(24, 5), 37}},
           [](const Shape& s, const Memory& m) {
             blurred_of_three_bytes<<<s.grid, s.block>>>(m.as<uchar3>(), m.to<uchar3>(), s.n, 20);
           });
  list.add("softmax_by_warps", {{3, dim3(32, 3), 100}, {2, dim3(32, 4), 128}},
           [](const Shape& s, const Memory& m) { softmax_by_warps<<<s.grid, s.block>>>(m.values, m.to(), 8, s.n); });
  list.add("rows_normalised", {{5, 96, 200}, {3, 64, 50}}, [](const Shape& s, const Memory& m) {
    rows_normalised<<<s.grid, s.block>>>(m.values, m.values + 5000, m.values + 6000, m.to(), s.n);
  });
  list.add("twisted", {{2, 96, 10}, {1, 45, 20}},
           [](const Shape& s, const Memory& m) { twisted<<<s.grid, s.block>>>(m.numbers, m.to<unsigned>(), s.n); });
  floats("six_in_registers", six_in_registers, {{2, 96, 180}, {3, 40, 117}});
  ints("eight_by_number", eight_by_number, {{2, 96, 180}, {3, 40, 117}});
  const auto three_kinds = [&](const std::string& count, auto* plain, auto* with_pragma, auto* kept) {
    floats(("constant_rounds<" + count + ">").c_str(), plain, {{2, 96, 180}, {1, 33, 33}});
    floats(("constant_rounds_with_pragma<" + count + ">").c_str(), with_pragma, {{2, 96, 180}, {1, 33, 33}});
    floats(("constant_rounds_kept<" + count + ">").c_str(), kept, {{2, 96, 100}, {1, 33, 33}});
  };
  three_kinds("3", constant_rounds<3>, constant_rounds_with_pragma<3>, constant_rounds_kept<3>);
  three_kinds("4", constant_rounds<4>, constant_rounds_with_pragma<4>, constant_rounds_kept<4>);
  three_kinds("5", constant_rounds<5>, constant_rounds_with_pragma<5>, constant_rounds_kept<5>);
  three_kinds("6", constant_rounds<6>, constant_rounds_with_pragma<6>, constant_rounds_kept<6>);
  three_kinds("7", constant_rounds<7>, constant_rounds_with_pragma<7>, constant_rounds_kept<7>);
  three_kinds("8", constant_rounds<8>, constant_rounds_with_pragma<8>, constant_rounds_kept<8>);
  three_kinds("9", constant_rounds<9>, constant_rounds_with_pragma<9>, constant_rounds_kept<9>);
  three_kinds("10", constant_rounds<10>, constant_rounds_with_pragma<10>, constant_rounds_kept<10>);
  return list;
}

}  // namespace

SIMT_STYLE(launches)
