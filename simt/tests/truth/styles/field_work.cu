// Kernels of working programs in many fields: grids, sparse formats, codes and text, images, networks, particles,
// batches of small systems, sorting and searching; each as its own field writes it.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__device__ int place() { return blockIdx.x * blockDim.x + threadIdx.x; }

// ---- grids ----

/// Diffusion in a box whose opposite walls are neighbours.
__global__ void periodic_in_space(const float* __restrict__ in, float* __restrict__ out, int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= nx || y >= ny || z >= nz) return;
  const auto at = [=](int u, int v, int w) { return in[(w * ny + v) * nx + u]; };
  const int west = (x + nx - 1) % nx, east = (x + 1) % nx;
  const int south = y == 0 ? ny - 1 : y - 1, north = y == ny - 1 ? 0 : y + 1;
  const int below = z > 0 ? z - 1 : nz - 1, above = z + 1 < nz ? z + 1 : 0;
  const float centre = at(x, y, z);
  const float around =
      at(west, y, z) + at(east, y, z) + at(x, south, z) + at(x, north, z) + at(x, y, below) + at(x, y, above);
  out[(z * ny + y) * nx + x] = centre + 0.1f * (around - 6.0f * centre);
}

/// Nineteen points, from a brick of 8 × 4 × 4 points and a layer around it in shared memory.
__global__ void bricks_and_a_layer(const float* in, float* out, int nx, int ny, int nz) {
  __shared__ float brick[6][6][10];
  const int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
  const int x0 = blockIdx.x * 8, y0 = blockIdx.y * 4, z0 = blockIdx.z * 4;
  for (int k = (tz * 4 + ty) * 8 + tx; k < 360; k += 128) {
    const int bx = k % 10, by = k / 10 % 6, bz = k / 60;
    const int x = x0 + bx - 1, y = y0 + by - 1, z = z0 + bz - 1;
    float value = 0.0f;
    if (x >= 0 && x < nx && y >= 0 && y < ny && z >= 0 && z < nz) value = in[(z * ny + y) * nx + x];
    brick[bz][by][bx] = value;
  }
  __syncthreads();
  const int x = x0 + tx, y = y0 + ty, z = z0 + tz;
  if (x >= nx || y >= ny || z >= nz) return;
  float sum = 0;
#pragma unroll
  for (int dz = -1; dz <= 1; ++dz) {
#pragma unroll
    for (int dy = -1; dy <= 1; ++dy) {
#pragma unroll
      for (int dx = -1; dx <= 1; ++dx) {
        const int far = dx * dx + dy * dy + dz * dz;
        if (far == 3) continue;
        const float weight = far == 0 ? -4.0f : far == 1 ? 0.333333f : 0.166667f;
        sum += weight * brick[tz + 1 + dz][ty + 1 + dy][tx + 1 + dx];
      }
    }
  }
  out[(z * ny + y) * nx + x] = sum;
}

using Cells = unsigned long long;

__device__ void add_bits(Cells a, Cells b, Cells c, Cells& sum, Cells& carry) {
  sum = a ^ b ^ c;
  carry = (a & b) | (c & (a ^ b));
}

/// Life with 64 cells to a word, whose neighbours are counted by adders of bits.
__global__ void life_of_64_cells(const Cells* in, Cells* out, int words, int rows) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= words || y >= rows) return;
  Cells sums[3], carries[3], centre = 0;
#pragma unroll
  for (int dy = -1; dy <= 1; ++dy) {
    Cells left = 0, middle = 0, right = 0;
    if (y + dy >= 0 && y + dy < rows) {
      const Cells* row = in + (y + dy) * words;
      middle = row[x];
      if (x > 0) left = row[x - 1];
      if (x < words - 1) right = row[x + 1];
    }
    const Cells a = middle << 1 | left >> 63, b = middle >> 1 | right << 63;
    if (dy == 0) centre = middle;
    add_bits(a, b, dy == 0 ? 0 : middle, sums[dy + 1], carries[dy + 1]);
  }
  Cells odd, carry;
  add_bits(sums[0], sums[1], sums[2], odd, carry);
  const Cells one_pair =
      (carries[0] ^ carries[1] ^ carries[2] ^ carry) & ~(carries[0] & carries[1]) & ~(carries[2] & carry);
  out[y * words + x] = one_pair & (odd | centre);
}

/// Dye that flows: each cell goes back along its speed and takes what was there, between four cells.
__global__ void advected_back(const float2* speed, const float* dye, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float2 v = speed[y * width + x];
  float px = x - 0.25f * (v.x - 5.0f), py = y - 0.5f * (v.y - 5.0f);
  px = fminf(fmaxf(px, 0.0f), width - 1.5f);
  py = fminf(fmaxf(py, 0.0f), height - 1.5f);
  const int x0 = static_cast<int>(px), y0 = static_cast<int>(py);
  const float fx = px - x0, fy = py - y0;
  const float* corner = dye + y0 * width + x0;
  const float low = corner[0] * (1 - fx) + corner[1] * fx;
  const float high = corner[width] * (1 - fx) + corner[width + 1] * fx;
  out[y * width + x] = low * (1 - fy) + high * fy;
}

/// A pile of four grains or more gives one to each neighbour.
__global__ void sandpile_toppled(const int* grains, int* next, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int i = y * width + x, mine = grains[i] % 7;
  if (mine < 4) {
    if (mine > 0) atomicAdd(&next[i], mine);
    return;
  }
  if (mine > 4) atomicAdd(&next[i], mine - 4);
  if (x > 0) atomicAdd(&next[i - 1], 1);
  if (x < width - 1) atomicAdd(&next[i + 1], 1);
  if (y > 0) atomicAdd(&next[i - width], 1);
  if (y < height - 1) atomicAdd(&next[i + width], 1);
}

// ---- sparse matrices and graphs ----

/// Blocks of 4 × 4, a lane an entry, sixteen lanes a row of blocks.
__global__ void block_rows_by_sixteen_lanes(const int* offsets, const int* columns, const float* blocks, const float* x,
                                            float* y, int rows) {
  const int row = place() / 16, lane = threadIdx.x % 16;
  float sum = 0;
  if (row < rows) {
    for (int k = offsets[row]; k < offsets[row + 1]; ++k) {
      sum += blocks[16 * k + lane] * x[columns[k] % 5000 * 4 + lane % 4];
    }
  }
  sum += __shfl_xor_sync(0xffffffffu, sum, 1);
  sum += __shfl_xor_sync(0xffffffffu, sum, 2);
  if (row < rows && lane % 4 == 0) y[row * 4 + lane / 4] = sum;
}

/// Coordinates sorted by row: lanes of the same row are added up, the last of them adds to the row.
__global__ void coordinates_by_segments(const int* rows, const int* columns, const float* values, const float* x,
                                        float* y, int n) {
  const int i = place(), lane = threadIdx.x & 31;
  int row = -1;
  float v = 0;
  if (i < n) {
    row = rows[i] / 16;
    v = values[i] * x[columns[i]];
  }
  for (int d = 1; d < 32; d <<= 1) {
    const float other = __shfl_up_sync(0xffffffffu, v, d);
    const int its_row = __shfl_up_sync(0xffffffffu, row, d);
    if (lane >= d && its_row == row) v += other;
  }
  const int next = __shfl_down_sync(0xffffffffu, row, 1);
  if (row >= 0 && (lane == 31 || next != row)) atomicAdd(&y[row], v);
}

/// A sparse matrix times eight columns; what was there before is scaled.
__global__ void sparse_times_panel(const int* __restrict__ offsets, const int* __restrict__ columns,
                                   const float* __restrict__ values, const float* __restrict__ panel,
                                   float* __restrict__ y, int rows, float alpha, float beta) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y, c = threadIdx.x;
  if (row >= rows) return;
  const int end = offsets[row + 1];
  float sum = 0;
  for (int k = offsets[row]; k < end; ++k) sum += values[k] * panel[columns[k] % 2000 * 8 + c];
  const int at = row * 8 + c;
  y[at] = alpha * sum + (beta != 0.0f ? beta * y[at] : 0.0f);
}

/// ELL whose columns are short distances from the diagonal.
__global__ void ell_of_short_distances(const short* distances, const float* values, const float* x, float* y, int rows,
                                       int width) {
  const int row = place();
  if (row >= rows) return;
  float sum = 0;
  for (int k = 0; k < width; ++k) {
    const int column = row + distances[k * rows + row] % 150;
    if (column < 0 || column >= rows) continue;
    sum += values[k * rows + row] * x[column];
  }
  y[row] = sum;
}

/// Products of rows of two dense matrices, only where a sparse one has an entry; eight lanes an entry.
__global__ void sampled_product(const int* rows, const int* columns, const float* a, const float* b,
                                const float* values, float* out, int entries, int depth) {
  const int entry = place() / 8, lane = threadIdx.x % 8;
  float sum = 0;
  if (entry < entries) {
    const float* left = a + rows[entry] % 700 * depth;
    const float* right = b + columns[entry] % 700 * depth;
    for (int d = lane; d < depth; d += 8) sum += left[d] * right[d];
  }
  for (int step = 4; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step, 8);
  if (entry < entries && lane == 0) out[entry] = values[entry] * sum;
}

/// A symmetric matrix of which the lower triangle is stored, by rows.
__global__ void packed_symmetric(const double* packed, const double* x, double* y, int n) {
  const int i = place();
  if (i >= n) return;
  double sum = 0;
  const double* row = packed + i * (i + 1) / 2;
  for (int j = 0; j <= i; ++j) sum += row[j] * x[j];
  for (int j = i + 1; j < n; ++j) sum += packed[j * (j + 1) / 2 + i] * x[j];
  y[i] = sum;
}

__device__ int root_of(const int* parents, int v, int n) {
  int up = parents[v] % n;
  while (up < v) {
    v = up;
    up = parents[v] % n;
  }
  return v;
}

/// Edges between two trees propose that the larger root gets the smaller one as its parent.
__global__ void two_roots_compared(const int2* edges, const int* parents, int* proposed, unsigned char* within, int n,
                                   int vertices) {
  for (int e = place(); e < n; e += gridDim.x * blockDim.x) {
    const int2 edge = edges[e];
    const int a = root_of(parents, edge.x % vertices, vertices), b = root_of(parents, edge.y % vertices, vertices);
    if (a == b) {
      within[e] = 1;
    } else {
      atomicMin(&proposed[max(a, b)], min(a, b) - vertices);
    }
  }
}

/// Features go along the edges of a graph and are added up where they arrive.
template <class T>
__global__ void messages_scattered(const int* from, const int* to, const float* features, T* sums, unsigned* degrees,
                                   int n, int each) {
  const int e = place();
  if (e >= n) return;
  const int target = to[e] % 60;
  const float* source = features + from[e] % 1000 * each;
  for (int f = 0; f < each; ++f) {
    const float v = source[f];
    if (v > 1.0f) atomicAdd(&sums[target * each + f], static_cast<T>(v));
  }
  atomicInc(&degrees[target], 0xffffffffu);
}

// ---- codes, text and tables ----

/// A small table with open addressing for each thread counts the different items of its row.
__global__ void table_of_each_thread(const int* offsets, const int* items, int* different, int rows) {
  __shared__ unsigned short table[64][16];
  unsigned short* const mine = table[threadIdx.x];
  for (int k = 0; k < 16; ++k) mine[k] = 0;
  const int row = place();
  if (row >= rows) return;
  int count = 0;
  for (int k = offsets[row]; k < offsets[row + 1]; ++k) {
    const unsigned short key = items[k] % 40 + 1;
    unsigned slot = key * 7u & 15u;
    while (mine[slot] != 0 && mine[slot] != key) slot = (slot + 1) & 15u;
    if (mine[slot] == 0) {
      mine[slot] = key;
      ++count;
    }
  }
  different[row] = count;
}

__device__ int found_in(uint4 bucket, unsigned tag) {
  if (bucket.x % 16 == tag) return 0;
  if (bucket.y % 16 == tag) return 1;
  if (bucket.z % 16 == tag) return 2;
  if (bucket.w % 16 == tag) return 3;
  return -1;
}

/// Two places for each key, buckets of four; the second one is only read if the first has not the key.
__global__ void buckets_of_four_keys(const uint4* buckets, const int* keys, int* out, int n, unsigned mask) {
  const int i = place();
  if (i >= n) return;
  const unsigned key = keys[i], tag = key % 16;
  unsigned where = (key * 2654435761u >> 8) & mask;
  int at = found_in(buckets[where], tag);
  if (at < 0) {
    where = (key * 40503u >> 3) & mask;
    at = found_in(buckets[where], tag);
  }
  out[i] = at < 0 ? -1 : static_cast<int>(where * 4) + at;
}

/// Looks for a short pattern from its end; a letter that does not fit says how far to go on.
__global__ void skips_of_a_pattern(const unsigned char* text, const int* pattern, int* found, int part, int length) {
  __shared__ unsigned char skip[8];
  __shared__ unsigned char wanted[16];
  if (threadIdx.x < length) wanted[threadIdx.x] = pattern[threadIdx.x] & 3;
  if (threadIdx.x < 8) skip[threadIdx.x] = length;
  __syncthreads();
  if (threadIdx.x == 0)
    for (int k = 0; k < length - 1; ++k) skip[wanted[k]] = length - 1 - k;
  __syncthreads();
  int at = place() * part, count = 0;
  const int end = at + part;
  while (at + length <= end) {
    const int last = text[at + length - 1] & 7;
    int k = length - 1;
    while (k >= 0 && (text[at + k] & 7) == wanted[k]) --k;
    if (k < 0) ++count;
    at += skip[last];
  }
  found[place()] = count;
}

/// A checksum that takes four bytes at a time, by four tables that each block makes.
__global__ void checksum_by_four_tables(const unsigned* in, unsigned* out, int rows, int words) {
  __shared__ unsigned table[4][256];
  for (unsigned k = threadIdx.x; k < 256; k += blockDim.x) {
    unsigned entry = k;
    for (int bit = 0; bit < 8; ++bit) entry = entry >> 1 ^ (entry & 1 ? 0x82f63b78u : 0);
    table[0][k] = entry;
  }
  __syncthreads();
  for (unsigned k = threadIdx.x; k < 256; k += blockDim.x) {
    unsigned entry = table[0][k];
    for (int t = 1; t < 4; ++t) {
      entry = entry >> 8 ^ table[0][entry & 255];
      table[t][k] = entry;
    }
  }
  __syncthreads();
  const int row = place();
  if (row >= rows) return;
  unsigned crc = ~0u;
  for (int k = 0; k < words; ++k) {
    crc ^= in[row * words + k];
    crc = table[3][crc & 255] ^ table[2][crc >> 8 & 255] ^ table[1][crc >> 16 & 255] ^ table[0][crc >> 24];
  }
  out[row] = ~crc;
}

__constant__ signed char six_bits[128] = {
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 62, -1, -1, -1, 63, 52, 53, 54, 55,
    56, 57, 58, 59, 60, 61, -1, -1, -1, -1, -1, -1, -1, 0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12,
    13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, -1, -1, -1, -1, -1, -1, 26, 27, 28, 29, 30, 31, 32,
    33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, -1, -1, -1, -1, -1};

/// Four letters in, three bytes out; where three or four are no letters, that is counted, and zeros are written.
__global__ void letters_to_bytes(const uchar4* letters, unsigned char* out, int* wrong, int n) {
  const int i = place();
  if (i >= n) return;
  const uchar4 four = letters[i];
  const int a = six_bits[four.x & 127], b = six_bits[four.y & 127], c = six_bits[four.z & 127],
            d = six_bits[four.w & 127];
  if ((a < 0) + (b < 0) + (c < 0) + (d < 0) > 2) {
    atomicAdd(wrong, 1);
    out[3 * i] = out[3 * i + 1] = out[3 * i + 2] = 0;
    return;
  }
  out[3 * i] = (a & 63) << 2 | (b & 63) >> 4;
  out[3 * i + 1] = (b & 63) << 4 | (c & 63) >> 2;
  out[3 * i + 2] = (c & 63) << 6 | (d & 63);
}

/// Runs of equal values are written out; a block finds its first run, and keeps the starts of those after it.
__global__ void runs_written_out(const int* starts, const float* values, float* out, int runs, int n) {
  __shared__ int near[129];
  __shared__ int first;
  const int begin = blockIdx.x * blockDim.x;
  if (threadIdx.x == 0) {
    int low = 0, high = runs;
    while (high - low > 1) {
      const int middle = (low + high) / 2;
      if (starts[middle] <= begin)
        low = middle;
      else
        high = middle;
    }
    first = low;
  }
  __syncthreads();
  for (int k = threadIdx.x; k <= blockDim.x; k += blockDim.x) near[k] = starts[min(first + k, runs)];
  __syncthreads();
  const int i = begin + threadIdx.x;
  if (i >= n) return;
  int run = 0;
  while (run < blockDim.x && near[run + 1] <= i) ++run;
  out[i] = values[first + run];
}

struct Parsed {
  int fields;
  long long sum;
};

/// Numbers between commas; each thread has the fields that begin in its part of the text.
__global__ void fields_parsed(const unsigned char* text, Parsed* out, int part, int length) {
  const int begin = place() * part, end = min(begin + part, length);
  if (begin >= length) return;
  int at = begin;
  if (at > 0) {
    while (at < length && text[at - 1] % 12 != 10) ++at;
  }
  Parsed mine{0, 0};
  while (at < end) {
    unsigned value = 0;
    bool negative = false;
    for (; at < length; ++at) {
      const int c = text[at] % 12;
      if (c == 10) break;
      if (c == 11)
        negative = true;
      else
        value = value * 10 + c;
    }
    ++at;
    ++mine.fields;
    mine.sum += negative ? -static_cast<long long>(value) : value;
  }
  out[place()] = mine;
}

/// Codes of one to eight bits: the next eight bits choose an entry, which says how many of them were used.
__global__ void bits_decoded_by_table(const unsigned* stream, unsigned char* out, int n, int symbols) {
  __shared__ unsigned short entries[256];
  for (int k = threadIdx.x; k < 256; k += blockDim.x) entries[k] = (__popc(k) % 8 + 1) << 8 | ((k * 37) & 255);
  __syncthreads();
  const int i = place();
  if (i >= n) return;
  unsigned at = i * 97u;
  for (int k = 0; k < symbols; ++k) {
    const unsigned word = at / 32;
    const unsigned bits = __funnelshift_r(stream[word], stream[word + 1], at % 32) & 255;
    const unsigned short entry = entries[bits];
    out[i * symbols + k] = static_cast<unsigned char>(entry);
    at += entry >> 8;
  }
}

/// Rounds of a cipher: every byte of the state looks up a word.
__global__ void rounds_of_tables(const uint4* in, const unsigned* table, const uint4* keys, uint4* out, int n,
                                 int rounds) {
  __shared__ unsigned t[256];
  for (int k = threadIdx.x; k < 256; k += blockDim.x) t[k] = table[k] * 2654435761u;
  __syncthreads();
  const int i = place();
  if (i >= n) return;
  const auto mixed = [&](unsigned a, unsigned b, unsigned c, unsigned d) {
    const unsigned tb = t[b >> 8 & 255], tc = t[c >> 16 & 255], td = t[d >> 24];
    return t[a & 255] ^ (tb << 8 | tb >> 24) ^ (tc << 16 | tc >> 16) ^ (td << 24 | td >> 8);
  };
  uint4 s = in[i];
  for (int r = 0; r < rounds; ++r) {
    const uint4 key = keys[r];
    const uint4 before = s;
    s.x = mixed(before.x, before.y, before.z, before.w) ^ key.x;
    s.y = mixed(before.y, before.z, before.w, before.x) ^ key.y;
    s.z = mixed(before.z, before.w, before.x, before.y) ^ key.z;
    s.w = mixed(before.w, before.x, before.y, before.z) ^ key.w;
  }
  out[i] = s;
}

struct Header {
  unsigned address;
  unsigned short port, length;
  unsigned char flags, kind;
};

/// Packets of 23 bytes without gaps: what is in them is copied from wherever it lies.
__global__ void headers_unpacked(const unsigned char* packets, Header* headers, unsigned long long* stamps, int n) {
  const int i = place();
  if (i >= n) return;
  const unsigned char* const p = packets + 23 * i;
  Header h;
  h.flags = p[0];
  h.kind = p[1] & 15;
  memcpy(&h.port, p + 2, sizeof h.port);
  memcpy(&h.address, p + 4, sizeof h.address);
  h.length = p[8] << 8 | p[9];
  if (h.flags & 1) {
    unsigned long long stamp;
    memcpy(&stamp, p + 10, sizeof stamp);
    stamps[i] = stamp;
  }
  headers[i] = h;
}

// ---- images ----

__device__ unsigned char limited(int v) { return v < 0 ? 0 : v > 255 ? 255 : v; }

__global__ void sharpened_of_four(const uchar4* __restrict__ in, uchar4* __restrict__ out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const uchar4 centre = in[y * width + x];
  int r = 5 * centre.x, g = 5 * centre.y, b = 5 * centre.z;
  const int dx[4] = {-1, 1, 0, 0}, dy[4] = {0, 0, -1, 1};
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const int u = min(max(x + dx[k], 0), width - 1), v = min(max(y + dy[k], 0), height - 1);
    const uchar4 p = in[v * width + u];
    r -= p.x;
    g -= p.y;
    b -= p.z;
  }
  out[y * width + x] = make_uchar4(limited(r), limited(g), limited(b), centre.w);
}

/// Four pixels of three bytes become four bytes of light and one pair of colour.
__global__ void light_and_half_the_colour(const unsigned char* rgb, unsigned char* light, uchar2* colour, int width,
                                          int height) {
  const int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x), y = 2 * (blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= width || y >= height) return;
  int u = 0, v = 0;
  for (int dy = 0; dy < 2; ++dy) {
    for (int dx = 0; dx < 2; ++dx) {
      const unsigned char* p = rgb + ((y + dy) * width + x + dx) * 3;
      const int r = p[0], g = p[1], b = p[2];
      light[(y + dy) * width + x + dx] = ((66 * r + 129 * g + 25 * b + 128) >> 8) + 16;
      u += -38 * r - 74 * g + 112 * b;
      v += 112 * r - 94 * g - 18 * b;
    }
  }
  colour[y / 2 * (width / 2) + x / 2] = make_uchar2((u >> 10) + 128, (v >> 10) + 128);
}

__device__ uchar4 between(uchar4 a, uchar4 b, int part) {
  return make_uchar4(a.x + ((b.x - a.x) * part >> 8), a.y + ((b.y - a.y) * part >> 8), a.z + ((b.z - a.z) * part >> 8),
                     a.w + ((b.w - a.w) * part >> 8));
}

/// An image of another size, by places with 16 bits behind the point.
__global__ void resized_of_four(const uchar4* in, uchar4* out, int width, int height, int new_width, int new_height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= new_width || y >= new_height) return;
  const int px = x * ((width << 16) / new_width), py = y * ((height << 16) / new_height);
  const int x0 = px >> 16, y0 = py >> 16, x1 = min(x0 + 1, width - 1), y1 = min(y0 + 1, height - 1);
  const int fx = px >> 8 & 255, fy = py >> 8 & 255;
  const uchar4 low = between(in[y0 * width + x0], in[y0 * width + x1], fx);
  const uchar4 high = between(in[y1 * width + x0], in[y1 * width + x1], fx);
  out[y * new_width + x] = between(low, high, fy);
}

__device__ void in_order(int& a, int& b) {
  const int less = min(a, b);
  b = max(a, b);
  a = less;
}

/// The middle one of nine bytes, by comparisons in registers; the rim is copied.
__global__ void median_of_nine_bytes(const unsigned char* in, unsigned char* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
    out[y * width + x] = in[y * width + x];
    return;
  }
  int v[9];
#pragma unroll
  for (int k = 0; k < 9; ++k) v[k] = in[(y + k / 3 - 1) * width + x + k % 3 - 1];
#pragma unroll
  for (int r = 0; r < 3; ++r) {
    in_order(v[3 * r + 1], v[3 * r + 2]);
    in_order(v[3 * r], v[3 * r + 1]);
    in_order(v[3 * r + 1], v[3 * r + 2]);
  }
  const int low = max(max(v[0], v[3]), v[6]), high = min(min(v[2], v[5]), v[8]);
  in_order(v[1], v[4]);
  in_order(v[4], v[7]);
  in_order(v[1], v[4]);
  int a = low, b = v[4], c = high;
  in_order(a, b);
  in_order(b, c);
  in_order(a, b);
  out[y * width + x] = b;
}

/// The light of each tile is spread evenly: its histogram, the sums of it, and a new byte for each byte.
__global__ void equalised_by_tiles(const uchar4* in, uchar4* out, int pixels) {
  __shared__ unsigned count[256];
  __shared__ unsigned char mapped[256];
  const uchar4* tile = in + blockIdx.x * pixels;
  for (int k = threadIdx.x; k < 256; k += blockDim.x) count[k] = 0;
  __syncthreads();
  for (int k = threadIdx.x; k < pixels; k += blockDim.x) {
    const uchar4 p = tile[k];
    atomicAdd(&count[p.x], 1u);
    atomicAdd(&count[p.y], 1u);
    atomicAdd(&count[p.z], 1u);
    atomicAdd(&count[p.w], 1u);
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    unsigned own[8], sum = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) own[k] = sum += count[threadIdx.x * 8 + k];
    unsigned before = sum;
    for (int step = 1; step < 32; step *= 2) {
      const unsigned left = __shfl_up_sync(0xffffffffu, before, step);
      if (threadIdx.x >= step) before += left;
    }
    before -= sum;
#pragma unroll
    for (int k = 0; k < 8; ++k) mapped[threadIdx.x * 8 + k] = (before + own[k]) * 255u / (4u * pixels);
  }
  __syncthreads();
  for (int k = threadIdx.x; k < pixels; k += blockDim.x) {
    const uchar4 p = tile[k];
    out[blockIdx.x * pixels + k] = make_uchar4(mapped[p.x], mapped[p.y], mapped[p.z], mapped[p.w]);
  }
}

// ---- networks ----

/// Matrices of small whole numbers, by tiles of bytes.
__global__ void bytes_multiplied_in_tiles(const signed char* a, const signed char* b, int* c, int m, int n, int k) {
  __shared__ signed char left[16][20], right[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
  int sum = 0;
  for (int begin = 0; begin < k; begin += 16) {
    left[ty][tx] = row < m && begin + tx < k ? a[row * k + begin + tx] : 0;
    right[ty][tx] = column < n && begin + ty < k ? b[(begin + ty) * n + column] : 0;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 16; ++i) sum += left[ty][i] * right[i][tx];
    __syncthreads();
  }
  if (row < m && column < n) c[row * n + column] = sum;
}

/// Weights of four bits, eight to a word, with a scale and a zero for each group of 32; a warp a row.
__global__ void weights_of_four_bits(const unsigned* weights, const float* scales, const unsigned char* zeros,
                                     const float* x, float* y, int rows, int columns) {
  const int row = place() / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  const int words = columns / 8, groups = columns / 32;
  float sum = 0;
  for (int w = lane; w < words; w += 32) {
    const unsigned packed = weights[row * words + w];
    const float scale = scales[row * groups + w / 4];
    const int zero = zeros[row * groups + w / 4] & 15;
    float part = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) part += (static_cast<int>(packed >> (4 * k) & 15) - zero) * x[w * 8 + k];
    sum += scale * part;
  }
  for (int step = 16; step > 0; step >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, step);
  if (lane == 0) y[row] = sum;
}

/// A warp a query: it looks at all keys up to its own, keeps the largest score, and scales what it has when that grows.
__global__ void attention_by_warps(const float2* queries, const float2* keys, const float2* values, float2* out,
                                   int n) {
  const int q = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
  if (q >= n) return;
  const float2 query = queries[q * 32 + lane];
  float most = -1e30f, total = 0;
  float2 sum = make_float2(0, 0);
  for (int k = 0; k <= q; ++k) {
    const float2 key = keys[k * 32 + lane];
    float score = query.x * key.x + query.y * key.y;
    for (int step = 16; step > 0; step /= 2) score += __shfl_xor_sync(0xffffffffu, score, step);
    score *= 0.0125f;
    const float larger = fmaxf(most, score), scale = __expf(most - larger), weight = __expf(score - larger);
    const float2 value = values[k * 32 + lane];
    sum.x = sum.x * scale + weight * value.x;
    sum.y = sum.y * scale + weight * value.y;
    total = total * scale + weight;
    most = larger;
  }
  out[q * 32 + lane] = make_float2(sum.x / total, sum.y / total);
}

/// The gradients of the factor and of the shift of a normalised layer, 32 columns a block.
__global__ void gradient_of_factors(const float* change, const float* in, const float* mean, const float* inverse,
                                    float* factor, float* shift, int rows, int columns) {
  __shared__ float factors[8][33], shifts[8][33];
  const int column = blockIdx.x * 32 + threadIdx.x;
  float f = 0, s = 0;
  if (column < columns) {
    for (int row = threadIdx.y; row < rows; row += blockDim.y) {
      const float d = change[row * columns + column];
      f += d * (in[row * columns + column] - mean[row]) * inverse[row];
      s += d;
    }
  }
  factors[threadIdx.y][threadIdx.x] = f;
  shifts[threadIdx.y][threadIdx.x] = s;
  __syncthreads();
  if (threadIdx.y == 0 && column < columns) {
    for (int k = 1; k < blockDim.y; ++k) {
      f += factors[k][threadIdx.x];
      s += shifts[k][threadIdx.x];
    }
    factor[column] = f;
    shift[column] = s;
  }
}

/// The four largest of a row: each lane keeps four in order, and the warp takes the best four times.
__global__ void largest_four_of_rows(const float* in, float* values, int* places, int rows, int columns) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
  if (row >= rows) return;
  float v[4] = {-1, -1, -1, -1};
  int p[4] = {-1, -1, -1, -1};
  for (int c = lane; c < columns; c += 32) {
    const float x = in[row * columns + c];
    if (x <= v[3]) continue;
    v[3] = x;
    p[3] = c;
#pragma unroll
    for (int k = 3; k > 0; --k) {
      if (v[k] > v[k - 1]) {
        const float w = v[k];
        v[k] = v[k - 1];
        v[k - 1] = w;
        const int q = p[k];
        p[k] = p[k - 1];
        p[k - 1] = q;
      }
    }
  }
  for (int round = 0; round < 4; ++round) {
    float best = v[0];
    int at = p[0];
    for (int step = 16; step > 0; step /= 2) {
      const float other = __shfl_xor_sync(0xffffffffu, best, step);
      const int its_place = __shfl_xor_sync(0xffffffffu, at, step);
      if (other > best || (other == best && its_place > at)) {
        best = other;
        at = its_place;
      }
    }
    if (at == p[0]) {
#pragma unroll
      for (int k = 0; k < 3; ++k) {
        v[k] = v[k + 1];
        p[k] = p[k + 1];
      }
      v[3] = -1;
      p[3] = -1;
    }
    if (lane == 0) {
      values[row * 4 + round] = best;
      places[row * 4 + round] = at;
    }
  }
}

/// Codes of eight bytes are scored by a table for each of them; the best score and its place are one long number.
__global__ void codes_scored(const uint2* codes, const float* tables, float* scores, unsigned long long* best, int n,
                             float limit) {
  __shared__ float table[8][256];
  for (int k = threadIdx.x; k < 2048; k += blockDim.x) table[k / 256][k % 256] = tables[k];
  __syncthreads();
  for (int i = place(); i < n; i += gridDim.x * blockDim.x) {
    const uint2 code = codes[i];
    float score = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) score += table[k][code.x >> (8 * k) & 255];
#pragma unroll
    for (int k = 0; k < 4; ++k) score += table[4 + k][code.y >> (8 * k) & 255];
    scores[i] = score;
    if (score > limit) {
      atomicMax(best, static_cast<unsigned long long>(__float_as_uint(score)) << 32 | static_cast<unsigned>(i));
    }
  }
}

// ---- particles, records and shapes ----

struct Bundle {
  float x[8], y[8], z[8];
  float u[8], v[8], w[8];
};

/// Particles in bundles of eight.
__global__ void bundles_of_eight(const Bundle* in, Bundle* out, int n, float dt) {
  const int i = place();
  if (i >= n) return;
  const Bundle& from = in[i / 8];
  Bundle& to = out[i / 8];
  const int k = i % 8;
  const float z = from.z[k] + dt * from.w[k];
  to.x[k] = from.x[k] + dt * from.u[k];
  to.y[k] = from.y[k] + dt * from.v[k];
  if (from.w[k] > 5.0f) {
    to.z[k] = 10.0f - z;
    to.w[k] = -from.w[k];
  } else {
    to.z[k] = z;
  }
}

struct __attribute__((packed)) Logged {
  char kind;
  int number;
  short level;
  float value;
};

/// Records of eleven bytes without gaps.
__global__ void logged_without_gaps(const Logged* in, Logged* out, float* values, int n) {
  const int i = place();
  if (i >= n) return;
  const int number = in[i].number;
  values[i] = in[i].value * 0.5f;
  out[i].kind = static_cast<char>(in[i].kind + 1);
  if (in[i].level % 2 != 0) out[i].number = number ^ 0x55;
}

/// A tree in the order of a walk: near nodes go on to the next one, far ones jump over their branch.
__global__ void ropes_followed(const float4* nodes, const int* branches, const float* points, float2* out, int n,
                               int count) {
  const int i = place();
  if (i >= n) return;
  const float x = points[3 * i], y = points[3 * i + 1], z = points[3 * i + 2];
  float sum = 0, steps = 0;
  int at = 0;
  while (at < count) {
    const float4 node = nodes[at];
    const float dx = node.x - x, dy = node.y - y, dz = node.z - z;
    const float d = dx * dx + dy * dy + dz * dz;
    if (d < 40.00005f) {
      sum += node.w * rsqrtf(d + 0.5f);
      ++at;
    } else {
      at += 1 + branches[at] % 6;
    }
    ++steps;
  }
  out[i] = make_float2(sum, steps);
}

/// Points onto an image; of those on one pixel the nearest stays.
__global__ void splatted_by_depth(const float3* points, unsigned long long* image, int n, int width) {
  const int i = place();
  if (i >= n) return;
  const float3 p = points[i];
  if (p.z < 1.0f) return;
  const int x = static_cast<int>(p.x * 1.6f), y = static_cast<int>(p.y * 1.2f);
  const unsigned nearness = ~__float_as_uint(p.z);
  atomicMax(&image[y * width + x], static_cast<unsigned long long>(nearness) << 32 | static_cast<unsigned>(i));
}

/// A list for each key: every item becomes the head of its list, and the old head comes after it.
__global__ void lists_built_by_exchange(const int* keys, int* heads, int* next, unsigned* lengths, int n, int lists) {
  const int i = place();
  if (i >= n) return;
  const int key = keys[i] % lists;
  next[i] = atomicExch(&heads[key], i + 1);
  atomicInc(&lengths[key], 1000000u);
}

/// Which polygon holds a point; the first that is found for a polygon stays there.
__global__ void polygons_hold_points(const float2* points, const int* offsets, const float2* corners, char* holds,
                                     int* first, int n, int polygons) {
  const int i = place();
  if (i >= n) return;
  const float2 p = points[i];
  const int polygon = i % polygons, begin = offsets[polygon], end = offsets[polygon + 1];
  bool inside = false;
  for (int k = begin, j = end - 1; k < end; j = k++) {
    const float2 a = corners[k], b = corners[j];
    if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) inside = !inside;
  }
  holds[i] = inside;
  if (end - begin > 6) atomicCAS(&first[polygon], 0, i + 1);
}

// ---- small systems, sorting and searching ----

struct Matrix4 {
  float m[4][4];
};

/// Inverts a matrix by its cofactors.
__global__ void inverses_of_four(const Matrix4* in, Matrix4* out, int n) {
  const int i = place();
  if (i >= n) return;
  const Matrix4 a = in[i];
  const float s0 = a.m[0][0] * a.m[1][1] - a.m[1][0] * a.m[0][1], s1 = a.m[0][0] * a.m[1][2] - a.m[1][0] * a.m[0][2];
  const float s2 = a.m[0][0] * a.m[1][3] - a.m[1][0] * a.m[0][3], s3 = a.m[0][1] * a.m[1][2] - a.m[1][1] * a.m[0][2];
  const float s4 = a.m[0][1] * a.m[1][3] - a.m[1][1] * a.m[0][3], s5 = a.m[0][2] * a.m[1][3] - a.m[1][2] * a.m[0][3];
  const float c5 = a.m[2][2] * a.m[3][3] - a.m[3][2] * a.m[2][3], c4 = a.m[2][1] * a.m[3][3] - a.m[3][1] * a.m[2][3];
  const float c3 = a.m[2][1] * a.m[3][2] - a.m[3][1] * a.m[2][2], c2 = a.m[2][0] * a.m[3][3] - a.m[3][0] * a.m[2][3];
  const float c1 = a.m[2][0] * a.m[3][2] - a.m[3][0] * a.m[2][2], c0 = a.m[2][0] * a.m[3][1] - a.m[3][0] * a.m[2][1];
  const float scale = 1.0f / (s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0);
  Matrix4 b;
  b.m[0][0] = (a.m[1][1] * c5 - a.m[1][2] * c4 + a.m[1][3] * c3) * scale;
  b.m[0][1] = (-a.m[0][1] * c5 + a.m[0][2] * c4 - a.m[0][3] * c3) * scale;
  b.m[0][2] = (a.m[3][1] * s5 - a.m[3][2] * s4 + a.m[3][3] * s3) * scale;
  b.m[0][3] = (-a.m[2][1] * s5 + a.m[2][2] * s4 - a.m[2][3] * s3) * scale;
  b.m[1][0] = (-a.m[1][0] * c5 + a.m[1][2] * c2 - a.m[1][3] * c1) * scale;
  b.m[1][1] = (a.m[0][0] * c5 - a.m[0][2] * c2 + a.m[0][3] * c1) * scale;
  b.m[1][2] = (-a.m[3][0] * s5 + a.m[3][2] * s2 - a.m[3][3] * s1) * scale;
  b.m[1][3] = (a.m[2][0] * s5 - a.m[2][2] * s2 + a.m[2][3] * s1) * scale;
  b.m[2][0] = (a.m[1][0] * c4 - a.m[1][1] * c2 + a.m[1][3] * c0) * scale;
  b.m[2][1] = (-a.m[0][0] * c4 + a.m[0][1] * c2 - a.m[0][3] * c0) * scale;
  b.m[2][2] = (a.m[3][0] * s4 - a.m[3][1] * s2 + a.m[3][3] * s0) * scale;
  b.m[2][3] = (-a.m[2][0] * s4 + a.m[2][1] * s2 - a.m[2][3] * s0) * scale;
  b.m[3][0] = (-a.m[1][0] * c3 + a.m[1][1] * c1 - a.m[1][2] * c0) * scale;
  b.m[3][1] = (a.m[0][0] * c3 - a.m[0][1] * c1 + a.m[0][2] * c0) * scale;
  b.m[3][2] = (-a.m[3][0] * s3 + a.m[3][1] * s1 - a.m[3][2] * s0) * scale;
  b.m[3][3] = (a.m[2][0] * s3 - a.m[2][1] * s1 + a.m[2][2] * s0) * scale;
  out[i] = b;
}

/// Rows of complex numbers times a vector of them, a warp a row.
template <class Complex, class Real>
__global__ void complex_rows_times_vector(const Complex* a, const Complex* x, Complex* y, int rows, int columns) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  Real re = 0, im = 0;
  for (int c = threadIdx.x; c < columns; c += 32) {
    const Complex u = a[row * columns + c], v = x[c];
    re += u.x * v.x - u.y * v.y;
    im += u.x * v.y + u.y * v.x;
  }
#pragma unroll
  for (int step = 16; step > 0; step /= 2) {
    re += __shfl_down_sync(0xffffffffu, re, step);
    im += __shfl_down_sync(0xffffffffu, im, step);
  }
  if (threadIdx.x == 0) {
    y[row].x = re;
    y[row].y = im;
  }
}

__device__ float2 product_of(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

/// Fourier transforms of 64 numbers by butterflies of four, sixteen threads each.
__global__ void butterflies_of_four(const float2* in, float2* out) {
  __shared__ float2 s[4][64];
  const int t = threadIdx.x, mine = threadIdx.y, row = blockIdx.x * blockDim.y + mine;
  for (int r = 0; r < 4; ++r) s[mine][t + 16 * r] = in[row * 64 + t + 16 * r];
  __syncthreads();
  for (int done = 1; done < 64; done *= 4) {
    const int k = t % done;
    float2 v[4];
#pragma unroll
    for (int r = 0; r < 4; ++r) {
      float sine, cosine;
      sincosf(-1.5707963f * k * r / done, &sine, &cosine);
      v[r] = product_of(s[mine][t + 16 * r], make_float2(cosine, sine));
    }
    __syncthreads();
    const float2 a = make_float2(v[0].x + v[2].x, v[0].y + v[2].y), b = make_float2(v[0].x - v[2].x, v[0].y - v[2].y);
    const float2 c = make_float2(v[1].x + v[3].x, v[1].y + v[3].y), d = make_float2(v[1].y - v[3].y, v[3].x - v[1].x);
    float2* const to = s[mine] + (t - k) * 4 + k;
    to[0] = make_float2(a.x + c.x, a.y + c.y);
    to[done] = make_float2(b.x + d.x, b.y + d.y);
    to[2 * done] = make_float2(a.x - c.x, a.y - c.y);
    to[3 * done] = make_float2(b.x - d.x, b.y - d.y);
    __syncthreads();
  }
  for (int r = 0; r < 4; ++r) out[row * 64 + t + 16 * r] = s[mine][t + 16 * r];
}

/// Orders keys by three bits, stably: short counters of each thread for each digit, and the sums before them.
__global__ void ranks_by_short_counters(const int* keys, int* out, int shift) {
  __shared__ unsigned short count[8][64];
  __shared__ int before[64];
  const int t = threadIdx.x, base = blockIdx.x * 256;
  for (int d = 0; d < 8; ++d) count[d][t] = 0;
  int key[4], own[4];
  for (int k = 0; k < 4; ++k) {
    key[k] = keys[base + 4 * t + k];
    const int digit = key[k] >> shift & 7;
    own[k] = count[digit][t];
    count[digit][t] = own[k] + 1;
  }
  __syncthreads();
  unsigned short* const row = &count[0][0] + 8 * t;
  int sum = 0;
  for (int k = 0; k < 8; ++k) sum += row[k];
  before[t] = sum;
  __syncthreads();
  for (int step = 1; step < 64; step *= 2) {
    const int left = t >= step ? before[t - step] : 0;
    __syncthreads();
    before[t] += left;
    __syncthreads();
  }
  int start = before[t] - sum;
  for (int k = 0; k < 8; ++k) {
    const int mine = row[k];
    row[k] = start;
    start += mine;
  }
  __syncthreads();
  for (int k = 0; k < 4; ++k) out[base + count[key[k] >> shift & 7][t] + own[k]] = key[k];
}

/// Queens on a board, after the first one is placed: places that are left to try, in shared memory, by rows.
__global__ void queens_counted(int* out, int side) {
  __shared__ unsigned char columns[9][32], rising[9][32], falling[9][32], left[9][32];
  const int t = threadIdx.x, all = (1 << side) - 1;
  if (t >= side) return;
  const int first = 1 << (t + static_cast<int>(blockIdx.x)) % side;
  int row = 1, solutions = 0;
  columns[1][t] = first;
  rising[1][t] = first << 1 & all;
  falling[1][t] = first >> 1;
  left[1][t] = all & ~(columns[1][t] | rising[1][t] | falling[1][t]);
  while (row > 0) {
    const int places = left[row][t];
    if (places == 0) {
      --row;
      continue;
    }
    const int chosen = places & -places;
    left[row][t] = places ^ chosen;
    if (row == side - 1) {
      ++solutions;
      continue;
    }
    columns[row + 1][t] = columns[row][t] | chosen;
    rising[row + 1][t] = (rising[row][t] | chosen) << 1 & all;
    falling[row + 1][t] = (falling[row][t] | chosen) >> 1;
    ++row;
    left[row][t] = all & ~(columns[row][t] | rising[row][t] | falling[row][t]);
  }
  out[blockIdx.x * side + t] = solutions;
}

/// A system of equations in shared memory; the row with the largest number below comes up.
__global__ void system_with_pivots(const float* in, float* out, int n) {
  __shared__ float a[24][26];
  __shared__ int pivot;
  const int x = threadIdx.x, y = threadIdx.y, rows = blockDim.y;
  for (int r = y; r < n; r += rows) {
    if (x <= n) a[r][x] = in[(blockIdx.x * n + r) * (n + 1) + x];
  }
  __syncthreads();
  for (int k = 0; k < n; ++k) {
    if (y == 0) {
      float most = x >= k && x < n ? fabsf(a[x][k]) : -1.0f;
      int at = x;
      for (int step = 16; step > 0; step /= 2) {
        const float other = __shfl_down_sync(0xffffffffu, most, step);
        const int its_row = __shfl_down_sync(0xffffffffu, at, step);
        if (other > most) {
          most = other;
          at = its_row;
        }
      }
      if (x == 0) pivot = at;
    }
    __syncthreads();
    if (y == 0 && pivot != k && x >= k && x <= n) {
      const float kept = a[k][x];
      a[k][x] = a[pivot][x];
      a[pivot][x] = kept;
    }
    __syncthreads();
    for (int r = y; r < n; r += rows) {
      if (r == k || x <= k || x > n) continue;
      a[r][x] -= a[r][k] / a[k][k] * a[k][x];
    }
    __syncthreads();
  }
  if (y == 0 && x < n) out[blockIdx.x * n + x] = a[x][n] / a[x][x];
}

/// Rows of all lengths, one after another in shared memory; each thread sorts its own.
__global__ void ragged_rows_sorted(const int* offsets, const int* items, int* out, int rows) {
  extern __shared__ int packed[];
  const int first = blockIdx.x * blockDim.x, last = min(first + static_cast<int>(blockDim.x), rows);
  if (first >= rows) return;
  const int base = offsets[first], count = offsets[last] - base;
  for (int k = threadIdx.x; k < count; k += blockDim.x) packed[k] = items[base + k];
  __syncthreads();
  const int row = first + threadIdx.x;
  if (row < last) {
    const int begin = offsets[row] - base, end = offsets[row + 1] - base;
    for (int k = begin + 1; k < end; ++k) {
      const int item = packed[k];
      int to = k;
      while (to > begin && packed[to - 1] > item) {
        packed[to] = packed[to - 1];
        --to;
      }
      packed[to] = item;
    }
  }
  __syncthreads();
  for (int k = threadIdx.x; k < count; k += blockDim.x) out[base + k] = packed[k];
}

struct Wide {
  int keys[7];
  int value;
};

/// A tree whose nodes have seven keys: eight lanes look at a node, and a vote says which child is next.
__global__ void found_in_wide_nodes(const Wide* nodes, const int* wanted, int* out, int n, int levels) {
  const int i = place() / 8, lane = threadIdx.x % 8, group = threadIdx.x % 32 / 8 * 8;
  const int key = i < n ? wanted[i] : 0;
  int node = 0, sum = 0;
  for (int level = 0; level < levels; ++level) {
    const bool smaller = lane < 7 && nodes[node].keys[lane] <= key;
    const unsigned votes = __ballot_sync(0xffffffffu, smaller) >> group & 255u;
    if (lane == 7) sum += nodes[node].value % 100;
    node = node * 8 + __popc(votes) + 1;
  }
  if (i < n && lane == 7) out[i] = node * 1000 + sum;
}

List launches() {
  List list;
  const std::vector<Shape> lines = {{2, 96, 180}, {3, 40, 117}};
  const std::vector<Shape> images = {{dim3(3, 3), dim3(16, 6), 45}, {dim3(2, 4), dim3(24, 5), 37}};
  list.add("periodic_in_space", {{dim3(3, 2, 2), dim3(7, 5, 3), 19}, {dim3(1, 3, 2), dim3(32, 3, 2), 31}},
           [](const Shape& s, const Memory& m) {
             periodic_in_space<<<s.grid, s.block>>>(m.values, m.to(), s.n, 9, static_cast<int>(s.block.z) * 2 - 1);
           });
  list.add("bricks_and_a_layer", {{dim3(2, 2, 2), dim3(8, 4, 4), 13}, {dim3(3, 2, 1), dim3(8, 4, 4), 21}},
           [](const Shape& s, const Memory& m) {
             bricks_and_a_layer<<<s.grid, s.block>>>(m.values, m.to(), s.n, 7, static_cast<int>(s.grid.z) * 4 - 1);
           });
  list.add("life_of_64_cells", {{dim3(2, 3), dim3(16, 4), 21}, {dim3(1, 3), dim3(7, 5), 7}},
           [](const Shape& s, const Memory& m) {
             life_of_64_cells<<<s.grid, s.block>>>(m.as<Cells>(), m.to<Cells>(), s.n, 11);
           });
  list.add("advected_back", images, [](const Shape& s, const Memory& m) {
    advected_back<<<s.grid, s.block>>>(m.as<float2>(), m.values + 9000, m.to(), s.n, 17);
  });
  list.add("sandpile_toppled", images, [](const Shape& s, const Memory& m) {
    sandpile_toppled<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n, 17);
  });

  list.add("block_rows_by_sixteen_lanes", {{3, 96, 17}, {2, 64, 7}}, [](const Shape& s, const Memory& m) {
    block_rows_by_sixteen_lanes<<<s.grid, s.block>>>(m.offsets, m.numbers, m.values, m.values + 50000, m.to(), s.n);
  });
  list.add("coordinates_by_segments", {{2, 96, 180}, {3, 64, 150}}, [](const Shape& s, const Memory& m) {
    coordinates_by_segments<<<s.grid, s.block>>>(m.offsets, m.numbers, m.values, m.values + 50000, m.to(), s.n);
  });
  list.add("sparse_times_panel", {{4, dim3(8, 12), 45}, {3, dim3(8, 5), 14}}, [](const Shape& s, const Memory& m) {
    sparse_times_panel<<<s.grid, s.block>>>(m.offsets, m.numbers, m.values, m.values + 50000, m.to(), s.n, 2.0f,
                                            s.n > 20 ? 0.5f : 0.0f);
  });
  list.add("ell_of_short_distances", lines, [](const Shape& s, const Memory& m) {
    ell_of_short_distances<<<s.grid, s.block>>>(m.as<short>(), m.values + 8000, m.values + 50000, m.to(), s.n, 7);
  });
  list.add("sampled_product", {{3, 96, 34}, {2, 64, 13}}, [](const Shape& s, const Memory& m) {
    sampled_product<<<s.grid, s.block>>>(m.numbers, m.numbers + 3001, m.values, m.values + 50000, m.values + 99, m.to(),
                                         s.n, s.n == 34 ? 27 : 40);
  });
  list.add("packed_symmetric", {{2, 64, 100}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    packed_symmetric<<<s.grid, s.block>>>(m.as<double>(), m.as<double>() + 20000, m.to<double>(), s.n);
  });
  list.add("two_roots_compared", {{2, 96, 500}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    two_roots_compared<<<s.grid, s.block>>>(reinterpret_cast<const int2*>(m.numbers + 4000), m.numbers, m.to<int>(),
                                            m.to<unsigned char>() + 20000, s.n, 900);
  });
  list.add("messages_scattered<float>", lines, [](const Shape& s, const Memory& m) {
    messages_scattered<<<s.grid, s.block>>>(m.numbers, m.numbers + 700, m.values, m.to(), m.to<unsigned>() + 5000, s.n,
                                            6);
  });
  list.add("messages_scattered<double>", lines, [](const Shape& s, const Memory& m) {
    messages_scattered<<<s.grid, s.block>>>(m.numbers, m.numbers + 700, m.values, m.to<double>(),
                                            m.to<unsigned>() + 5000, s.n, 5);
  });

  list.add("table_of_each_thread", {{3, 64, 180}, {2, 40, 77}}, [](const Shape& s, const Memory& m) {
    table_of_each_thread<<<s.grid, s.block>>>(m.offsets, m.numbers, m.to<int>(), s.n);
  });
  list.add("buckets_of_four_keys", lines, [](const Shape& s, const Memory& m) {
    buckets_of_four_keys<<<s.grid, s.block>>>(reinterpret_cast<const uint4*>(m.numbers), m.numbers + 30001, m.to<int>(),
                                              s.n, 1023u);
  });
  list.add("skips_of_a_pattern", {{2, 64, 60}, {1, 45, 37}}, [](const Shape& s, const Memory& m) {
    skips_of_a_pattern<<<s.grid, s.block>>>(m.as<unsigned char>(), m.numbers, m.to<int>(), s.n, 3);
  });
  list.add("checksum_by_four_tables", lines, [](const Shape& s, const Memory& m) {
    checksum_by_four_tables<<<s.grid, s.block>>>(m.as<unsigned>(), m.to<unsigned>(), s.n, s.n % 11 + 3);
  });
  list.add("letters_to_bytes", lines, [](const Shape& s, const Memory& m) {
    letters_to_bytes<<<s.grid, s.block>>>(m.as<uchar4>(), m.to<unsigned char>(), m.to<int>() + 2000, s.n);
  });
  list.add("runs_written_out", {{5, 128, 600}, {3, 48, 130}}, [](const Shape& s, const Memory& m) {
    runs_written_out<<<s.grid, s.block>>>(m.offsets, m.values, m.to(), 500, s.n);
  });
  list.add("fields_parsed", {{2, 64, 2900}, {1, 45, 900}}, [](const Shape& s, const Memory& m) {
    fields_parsed<<<s.grid, s.block>>>(m.as<unsigned char>(), m.to<Parsed>(), 23, s.n);
  });
  list.add("bits_decoded_by_table", lines, [](const Shape& s, const Memory& m) {
    bits_decoded_by_table<<<s.grid, s.block>>>(m.as<unsigned>(), m.to<unsigned char>(), s.n, s.n % 10 + 11);
  });
  list.add("rounds_of_tables", lines, [](const Shape& s, const Memory& m) {
    rounds_of_tables<<<s.grid, s.block>>>(m.as<uint4>(), m.as<unsigned>() + 40000, m.as<uint4>() + 12000, m.to<uint4>(),
                                          s.n, 10);
  });
  list.add("headers_unpacked", lines, [](const Shape& s, const Memory& m) {
    headers_unpacked<<<s.grid, s.block>>>(m.as<unsigned char>(), m.to<Header>(), m.to<unsigned long long>() + 5000,
                                          s.n);
  });

  list.add("sharpened_of_four", images, [](const Shape& s, const Memory& m) {
    sharpened_of_four<<<s.grid, s.block>>>(m.as<uchar4>(), m.to<uchar4>(), s.n, 17);
  });
  list.add("light_and_half_the_colour", {{dim3(2, 3), dim3(16, 4), 46}, {dim3(1, 2), dim3(24, 5), 38}},
           [](const Shape& s, const Memory& m) {
             light_and_half_the_colour<<<s.grid, s.block>>>(m.as<unsigned char>(), m.to<unsigned char>(),
                                                            m.to<uchar2>() + 10000, s.n, 18);
           });
  list.add("resized_of_four", images, [](const Shape& s, const Memory& m) {
    resized_of_four<<<s.grid, s.block>>>(m.as<uchar4>(), m.to<uchar4>(), 29, 31, s.n, 17);
  });
  list.add("median_of_nine_bytes", images, [](const Shape& s, const Memory& m) {
    median_of_nine_bytes<<<s.grid, s.block>>>(m.as<unsigned char>(), m.to<unsigned char>(), s.n, 17);
  });
  list.add("equalised_by_tiles", {{3, 64, 100}, {2, 96, 77}}, [](const Shape& s, const Memory& m) {
    equalised_by_tiles<<<s.grid, s.block>>>(m.as<uchar4>(), m.to<uchar4>(), s.n);
  });

  list.add("bytes_multiplied_in_tiles", {{dim3(2, 2), dim3(16, 16), 29}, {dim3(3, 1), dim3(16, 16), 40}},
           [](const Shape& s, const Memory& m) {
             bytes_multiplied_in_tiles<<<s.grid, s.block>>>(m.as<signed char>(), m.as<signed char>() + 9000,
                                                            m.to<int>(), static_cast<int>(s.grid.y) * 16 - 3, s.n, 37);
           });
  list.add("weights_of_four_bits", {{3, 96, 288}, {2, 64, 256}}, [](const Shape& s, const Memory& m) {
    weights_of_four_bits<<<s.grid, s.block>>>(m.as<unsigned>(), m.values + 20000, m.as<unsigned char>() + 120001,
                                              m.values + 50000, m.to(), s.n == 288 ? 8 : 4, s.n);
  });
  list.add("attention_by_warps", {{4, dim3(32, 4), 14}, {3, dim3(32, 3), 9}}, [](const Shape& s, const Memory& m) {
    attention_by_warps<<<s.grid, s.block>>>(m.as<float2>(), m.as<float2>() + 3000, m.as<float2>() + 7000,
                                            m.to<float2>(), s.n);
  });
  list.add("gradient_of_factors", {{2, dim3(32, 8), 50}, {1, dim3(32, 5), 27}}, [](const Shape& s, const Memory& m) {
    gradient_of_factors<<<s.grid, s.block>>>(m.values, m.values + 9000, m.values + 20001, m.values + 21007, m.to(),
                                             m.to() + 500, 29, s.n);
  });
  list.add("largest_four_of_rows", {{3, dim3(32, 4), 150}, {2, dim3(32, 3), 77}}, [](const Shape& s, const Memory& m) {
    largest_four_of_rows<<<s.grid, s.block>>>(m.values, m.to(), m.to<int>() + 1000,
                                              static_cast<int>(s.grid.x * s.block.y) - 1, s.n);
  });
  list.add("codes_scored", {{2, 96, 300}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    codes_scored<<<s.grid, s.block>>>(m.as<uint2>(), m.values + 60000, m.to(), m.to<unsigned long long>() + 9000, s.n,
                                      45.005f);
  });

  list.add("bundles_of_eight", lines, [](const Shape& s, const Memory& m) {
    bundles_of_eight<<<s.grid, s.block>>>(m.as<Bundle>(), m.to<Bundle>(), s.n, 0.5f);
  });
  list.add("logged_without_gaps", lines, [](const Shape& s, const Memory& m) {
    logged_without_gaps<<<s.grid, s.block>>>(m.as<Logged>(), m.to<Logged>(), m.to() + 5000, s.n);
  });
  list.add("ropes_followed", lines, [](const Shape& s, const Memory& m) {
    ropes_followed<<<s.grid, s.block>>>(m.as<float4>(), m.numbers, m.values + 9000, m.to<float2>(), s.n, 90);
  });
  list.add("splatted_by_depth", {{4, 96, 370}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    splatted_by_depth<<<s.grid, s.block>>>(m.as<float3>(), m.to<unsigned long long>(), s.n, 17);
  });
  list.add("lists_built_by_exchange", lines, [](const Shape& s, const Memory& m) {
    lists_built_by_exchange<<<s.grid, s.block>>>(m.numbers, m.to<int>(), m.to<int>() + 1000, m.to<unsigned>() + 5000,
                                                 s.n, s.n == 180 ? 23 : 5);
  });
  list.add("polygons_hold_points", lines, [](const Shape& s, const Memory& m) {
    polygons_hold_points<<<s.grid, s.block>>>(m.as<float2>(), m.offsets, m.as<float2>() + 5000, m.to<char>(),
                                              m.to<int>() + 1000, s.n, s.n == 180 ? 50 : 13);
  });

  list.add("inverses_of_four", lines, [](const Shape& s, const Memory& m) {
    inverses_of_four<<<s.grid, s.block>>>(m.as<Matrix4>(), m.to<Matrix4>(), s.n);
  });
  list.add("complex_rows_times_vector<float2>", {{3, dim3(32, 4), 77}, {2, dim3(32, 3), 40}},
           [](const Shape& s, const Memory& m) {
             complex_rows_times_vector<float2, float>
                 <<<s.grid, s.block>>>(m.as<float2>(), m.as<float2>() + 9000, m.to<float2>(),
                                       static_cast<int>(s.grid.x * s.block.y) - 1, s.n);
           });
  list.add("complex_rows_times_vector<double2>", {{3, dim3(32, 4), 77}, {2, dim3(32, 3), 40}},
           [](const Shape& s, const Memory& m) {
             complex_rows_times_vector<double2, double>
                 <<<s.grid, s.block>>>(m.as<double2>(), m.as<double2>() + 9000, m.to<double2>(),
                                       static_cast<int>(s.grid.x * s.block.y) - 1, s.n);
           });
  list.add("butterflies_of_four", {{3, dim3(16, 4), 0}, {2, dim3(16, 2), 0}}, [](const Shape& s, const Memory& m) {
    butterflies_of_four<<<s.grid, s.block>>>(m.as<float2>(), m.to<float2>());
  });
  list.add("ranks_by_short_counters", {{3, 64, 0}, {2, 64, 5}}, [](const Shape& s, const Memory& m) {
    ranks_by_short_counters<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n);
  });
  list.add("queens_counted", {{2, 32, 6}, {3, 32, 5}},
           [](const Shape& s, const Memory& m) { queens_counted<<<s.grid, s.block>>>(m.to<int>(), s.n); });
  list.add("system_with_pivots", {{3, dim3(32, 4), 12}, {2, dim3(32, 3), 23}},
           [](const Shape& s, const Memory& m) { system_with_pivots<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  list.add("ragged_rows_sorted", {{3, 64, 180}, {2, 45, 77}}, [](const Shape& s, const Memory& m) {
    ragged_rows_sorted<<<s.grid, s.block, s.block.x * 11 * sizeof(int)>>>(m.offsets, m.numbers, m.to<int>(), s.n);
  });
  list.add("found_in_wide_nodes", {{4, 96, 45}, {2, 64, 13}}, [](const Shape& s, const Memory& m) {
    found_in_wide_nodes<<<s.grid, s.block>>>(reinterpret_cast<const Wide*>(m.numbers), m.numbers + 40000, m.to<int>(),
                                             s.n, 4);
  });
  return list;
}

}  // namespace

SIMT_STYLE(launches)
