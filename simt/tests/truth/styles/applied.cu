// Small programs of many fields: finance, sparse formats, graphs, codecs, sound, fields in space, batches of small
// matrices.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__device__ int place() { return blockIdx.x * blockDim.x + threadIdx.x; }

__device__ float normal_distribution(float d) {
  const float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  const float tail = 0.39894228f * expf(-0.5f * d * d) * (k * (0.31938153f + k * (-0.356563782f + k * 1.781477937f)));
  return d > 0 ? 1.0f - tail : tail;
}

__global__ void options_priced(const float* price, const float* strike, const float* years, float* call, float* put,
                               float rate, float volatility, int n) {
  for (int i = place(); i < n; i += gridDim.x * blockDim.x) {
    const float s = price[i] + 1.0f, x = strike[i] + 1.0f, t = years[i] + 0.1f;
    const float root = sqrtf(t);
    const float d1 = (logf(s / x) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
    const float n1 = normal_distribution(d1), n2 = normal_distribution(d1 - volatility * root);
    const float discount = expf(-rate * t);
    call[i] = s * n1 - x * discount * n2;
    put[i] = x * discount * (1.0f - n2) - s * (1.0f - n1);
  }
}

/// Points in a circle, by a generator of each thread's own; points near the middle are drawn again.
__global__ void points_in_a_circle(const int* seeds, int* hits, int draws) {
  const int i = place();
  unsigned state = seeds[i] * 2654435761u + 12345u;
  int inside = 0;
  for (int k = 0; k < draws; ++k) {
    int x, y;
    do {
      state = state * 1664525u + 1013904223u;
      x = static_cast<int>(state >> 20) - 2048;
      state = state * 1664525u + 1013904223u;
      y = static_cast<int>(state >> 20) - 2048;
    } while (x * x + y * y < 10000);
    if (x * x + y * y <= 2048 * 2048) ++inside;
  }
  hits[i] = inside;
}

/// Alignment of two texts by anti-diagonals in shared memory, a block a pair.
__global__ void aligned_pairs(const unsigned char* a, const unsigned char* b, int* out, int n) {
  __shared__ int score[33][34];
  const int t = threadIdx.x;
  const unsigned char* left = a + blockIdx.x * n;
  const unsigned char* right = b + blockIdx.x * n;
  for (int k = t; k <= n; k += blockDim.x) {
    score[k][0] = -2 * k;
    if (k > 0) score[0][k] = -2 * k;
  }
  __syncthreads();
  for (int d = 2; d <= 2 * n; ++d) {
    const int i = t + 1, j = d - i;
    if (i <= n && j >= 1 && j <= n) {
      const int match = score[i - 1][j - 1] + (left[i - 1] % 4 == right[j - 1] % 4 ? 3 : -1);
      score[i][j] = max(match, max(score[i - 1][j], score[i][j - 1]) - 2);
    }
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = score[n][n];
}

/// ELL in column order, where a row's end is a negative column.
__global__ void ell_until_empty(const float* values, const int* columns, const float* x, float* y, int rows,
                                int width) {
  const int row = place();
  if (row >= rows) return;
  float sum = 0;
  for (int k = 0; k < width; ++k) {
    const int column = columns[k * rows + row] - 3000;
    if (column < 0) break;
    sum += values[k * rows + row] * x[column];
  }
  y[row] = sum;
}

/// A warp a row, and lanes that skip what is empty.
__global__ void csr_warp_with_skips(const int* offsets, const float* values, const int* columns, const float* x,
                                    float* y, int rows) {
  const int lane = threadIdx.x % 32, row = place() / 32;
  if (row >= rows) return;
  float sum = 0;
  for (int k = offsets[row * 8] + lane; k < offsets[row * 8 + 8]; k += 32) {
    const float v = values[k];
    if (v > 0.5f) sum += v * x[columns[k]];
  }
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
  if (lane == 0) y[row] = sum;
}

/// Blocks of 2 × 2, a thread a row of blocks.
__global__ void blocks_of_two(const int* offsets, const int* columns, const float* blocks, const float* x, float* y,
                              int rows) {
  const int row = place();
  if (row >= rows) return;
  float y0 = 0, y1 = 0;
  for (int k = offsets[row]; k < offsets[row + 1]; ++k) {
    const float* block = blocks + 4 * k;
    const int column = columns[k] % 5000;
    const float x0 = x[2 * column], x1 = x[2 * column + 1];
    y0 += block[0] * x0 + block[1] * x1;
    y1 += block[2] * x0 + block[3] * x1;
  }
  y[2 * row] = y0;
  y[2 * row + 1] = y1;
}

__global__ void diagonals_times_vector(const float* diagonals, const int* shifts, const float* x, float* y, int n,
                                       int count) {
  const int row = place();
  if (row >= n) return;
  float sum = 0;
  for (int d = 0; d < count; ++d) {
    const int column = row + shifts[d] % 41 - 20;
    if (column >= 0 && column < n) sum += diagonals[d * n + row] * x[column];
  }
  y[row] = sum;
}

__global__ void frontier_pulled(const int* offsets, const int* edges, const unsigned* frontier, const int* level,
                                int* next, int n, int now) {
  const int v = place();
  if (v >= n || level[v] % 3 == 0) return;
  for (int k = offsets[v]; k < offsets[v + 1]; ++k) {
    const int u = edges[k % 60000];
    if (frontier[u / 32] >> (u % 32) & 1u) {
      next[v] = now + 1;
      break;
    }
  }
}

__global__ void distances_relaxed(const int* offsets, const int* edges, const float* weights, const int* distance,
                                  int* next, int n) {
  const int v = place();
  if (v >= n) return;
  const int mine = distance[v];
  if (mine > 15000) return;
  for (int k = offsets[v], end = offsets[v + 1]; k < end; ++k) {
    const int u = edges[k % 60000];
    const int through = mine + static_cast<int>(weights[k] * 100.0f);
    if (through < distance[u]) atomicMin(&next[u], through);
  }
}

/// The most frequent of four labels among the neighbours.
__global__ void labels_spread(const int* offsets, const int* edges, const unsigned char* label, unsigned char* next,
                              int n) {
  const int v = place();
  if (v >= n) return;
  int c0 = 0, c1 = 0, c2 = 0, c3 = 0;
  for (int k = offsets[v]; k < offsets[v + 1]; ++k) {
    switch (label[edges[k % 60000]] & 3) {
      case 0:
        ++c0;
        break;
      case 1:
        ++c1;
        break;
      case 2:
        ++c2;
        break;
      default:
        ++c3;
    }
  }
  unsigned char best = label[v] & 3;
  if (c0 + c1 + c2 + c3 > 0) {
    best = 0;
    int most = c0;
    if (c1 > most) most = c1, best = 1;
    if (c2 > most) most = c2, best = 2;
    if (c3 > most) best = 3;
  }
  next[v] = best;
}

__global__ void centres_chosen(const float3* points, const float3* centres, int* chosen, float3* moved, int n,
                               int count) {
  extern __shared__ float3 centre[];
  for (int k = threadIdx.x; k < count; k += blockDim.x) centre[k] = centres[k];
  __syncthreads();
  const int i = place();
  if (i >= n) return;
  const float3 p = points[i];
  int best = 0;
  float least = 1e30f;
  for (int k = 0; k < count; ++k) {
    const float dx = p.x - centre[k].x, dy = p.y - centre[k].y, dz = p.z - centre[k].z;
    const float d = dx * dx + dy * dy + dz * dz;
    if (d < least) least = d, best = k;
  }
  chosen[i] = best;
  if (least > 4.0f) moved[i] = make_float3(p.x - centre[best].x, p.y - centre[best].y, p.z - centre[best].z);
}

template <int radius>
__global__ void smoothed_line(const float* in, float* out, int n) {
  extern __shared__ float line[];
  const int i = place(), t = threadIdx.x + radius;
  if (i < n) line[t] = in[i];
  if (threadIdx.x < radius) {
    line[threadIdx.x] = i >= radius ? in[i - radius] : 0.0f;
    const int after = i + static_cast<int>(blockDim.x);
    line[t + blockDim.x] = after < n ? in[after] : 0.0f;
  }
  __syncthreads();
  if (i >= n) return;
  float sum = 0;
  for (int k = -radius; k <= radius; ++k) {
    if (i + k >= 0 && i + k < n) sum += line[t + k];
  }
  out[i] = sum / (2 * radius + 1);
}

__global__ void nine_points(const double* in, double* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  double sum = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) sum += in[(y + dy) * width + x + dx] * (dx == 0 || dy == 0 ? 0.2 : 0.05);
  }
  out[y * width + x] = sum;
}

/// One step of an electric field from the magnetic one, three components each.
__global__ void electric_step(const float* ex, const float* hy, const float* hz, const float* medium, float* next,
                              int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= nx || y >= ny) return;
  const int plane = nx * ny;
  float below = hy[y * nx + x];
  for (int z = 1; z < nz; ++z) {
    const int at = z * plane + y * nx + x;
    const float here = hy[at];
    float curl = below - here;
    if (y > 0) curl += hz[at] - hz[at - nx];
    next[at] = medium[at] > 9.0f ? 0.0f : ex[at] + 0.5f * curl;
    below = here;
  }
}

__global__ void edges_kept(const unsigned char* in, unsigned char* out, int width, int height, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float centre = in[y * width + x];
  float sum = 0, weights = 0;
  for (int v = max(0, y - radius); v <= min(height - 1, y + radius); ++v) {
    for (int u = max(0, x - radius); u <= min(width - 1, x + radius); ++u) {
      const float value = in[v * width + u], d = value - centre;
      const float weight = __expf(-d * d * 0.002f);
      sum += weight * value;
      weights += weight;
    }
  }
  out[y * width + x] = static_cast<unsigned char>(sum / weights);
}

/// The largest byte of a window, by rows in shared memory.
__global__ void dilated(const unsigned char* in, unsigned char* out, int width, int height) {
  __shared__ unsigned char tile[12][44];
  const int x0 = blockIdx.x * 40 - 2, y0 = blockIdx.y * 8 - 2;
  for (int r = threadIdx.y; r < 12; r += blockDim.y) {
    for (int c = threadIdx.x; c < 44; c += blockDim.x) {
      const int x = x0 + c, y = y0 + r;
      tile[r][c] = x >= 0 && y >= 0 && x < width && y < height ? in[y * width + x] : 0;
    }
  }
  __syncthreads();
  for (int r = threadIdx.y; r < 8; r += blockDim.y) {
    const int x = blockIdx.x * 40 + threadIdx.x, y = blockIdx.y * 8 + r;
    if (threadIdx.x >= 40 || x >= width || y >= height) continue;
    unsigned char most = 0;
    for (int v = 0; v < 5; ++v) {
      for (int u = 0; u < 5; ++u) most = max(most, tile[r + v][threadIdx.x + u]);
    }
    out[y * width + x] = most;
  }
}

/// Sums along rows of an image, 32 columns at a time, by a warp.
__global__ void rows_summed_up(const int* in, int* out, int width, int height) {
  const int lane = threadIdx.x, row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= height) return;
  int before = 0;
  for (int c = lane; c - lane < width; c += 32) {
    int sum = c < width ? in[row * width + c] : 0;
    for (int step = 1; step < 32; step *= 2) {
      const int left = __shfl_up_sync(0xffffffffu, sum, step);
      if (lane >= step) sum += left;
    }
    if (c < width) out[row * width + c] = before + sum;
    before += __shfl_sync(0xffffffffu, sum, 31);
  }
}

/// Where runs of equal bytes begin, and how long they are.
__global__ void runs_of_bytes(const unsigned char* in, uchar2* out, int n) {
  const int i = place();
  if (i >= n) return;
  const unsigned char mine = in[i] / 64;
  if (i > 0 && in[i - 1] / 64 == mine) return;
  int length = 1;
  while (i + length < n && length < 255 && in[i + length] / 64 == mine) ++length;
  out[i] = make_uchar2(mine, static_cast<unsigned char>(length));
}

__device__ char letter_of(int six) {
  if (six < 26) return static_cast<char>('A' + six);
  if (six < 52) return static_cast<char>('a' + six - 26);
  if (six < 62) return static_cast<char>('0' + six - 52);
  return six == 62 ? '+' : '/';
}

/// Three bytes in, four letters out.
__global__ void base64(const unsigned char* in, char* out, int n) {
  const int i = place();
  if (3 * i >= n) return;
  const unsigned a = in[3 * i];
  const unsigned b = 3 * i + 1 < n ? in[3 * i + 1] : 0;
  const unsigned c = 3 * i + 2 < n ? in[3 * i + 2] : 0;
  const unsigned all = a << 16 | b << 8 | c;
  out[4 * i] = letter_of(all >> 18);
  out[4 * i + 1] = letter_of(all >> 12 & 63);
  out[4 * i + 2] = 3 * i + 1 < n ? letter_of(all >> 6 & 63) : '=';
  out[4 * i + 3] = 3 * i + 2 < n ? letter_of(all & 63) : '=';
}

/// A checksum of rows by a table that each block makes.
__global__ void checksums_by_table(const unsigned char* in, const int* offsets, unsigned* out, int rows) {
  __shared__ unsigned table[256];
  for (unsigned k = threadIdx.x; k < 256; k += blockDim.x) {
    unsigned entry = k;
    for (int bit = 0; bit < 8; ++bit) entry = entry & 1 ? 0xedb88320u ^ entry >> 1 : entry >> 1;
    table[k] = entry;
  }
  __syncthreads();
  const int row = place();
  if (row >= rows) return;
  unsigned crc = 0xffffffffu;
  for (int k = offsets[row]; k < offsets[row + 1]; ++k) crc = table[(crc ^ in[k]) & 255] ^ crc >> 8;
  out[row] = ~crc;
}

/// Sixteen digits, counted by each warp for itself; the block's sums go out in column order.
__global__ void digits_by_warps(const int* keys, int* out, int n, int shift) {
  __shared__ int count[4][16];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane < 16) count[warp][lane] = 0;
  __syncwarp();
  for (int i = place(); i < n; i += gridDim.x * blockDim.x) atomicAdd(&count[warp][keys[i] >> shift & 15], 1);
  __syncthreads();
  if (threadIdx.x < 16) {
    int sum = 0;
    for (unsigned w = 0; w < blockDim.x / 32; ++w) sum += count[w][threadIdx.x];
    out[threadIdx.x * gridDim.x + blockIdx.x] = sum;
  }
}

/// Sorts 64-bit keys in shared memory, their low words being places.
__global__ void long_keys_sorted(const int* in, unsigned long long* out, int n) {
  __shared__ unsigned long long key[128];
  const unsigned t = threadIdx.x;
  for (unsigned i = t; i < 128; i += blockDim.x) {
    key[i] = i < static_cast<unsigned>(n) ? static_cast<unsigned long long>(in[blockIdx.x * n + i]) << 32 | i : ~0ull;
  }
  __syncthreads();
  for (unsigned size = 2; size <= 128; size *= 2) {
    for (unsigned step = size / 2; step > 0; step /= 2) {
      for (unsigned i = t; i < 128; i += blockDim.x) {
        const unsigned other = i ^ step;
        if (other > i && (key[i] > key[other]) == ((i & size) == 0)) {
          const unsigned long long kept = key[i];
          key[i] = key[other];
          key[other] = kept;
        }
      }
      __syncthreads();
    }
  }
  for (unsigned i = t; i < static_cast<unsigned>(n); i += blockDim.x) out[blockIdx.x * n + i] = key[i];
}

/// Cholesky's decomposition of a matrix in column order, in shared memory.
__global__ void columns_decomposed(const float* in, float* out, int n) {
  __shared__ float a[24 * 24];
  const int t = threadIdx.x;
  for (int k = t; k < n * n; k += blockDim.x) a[k] = in[blockIdx.x * n * n + k] + (k % (n + 1) == 0 ? 300.0f : 0.0f);
  __syncthreads();
  for (int j = 0; j < n; ++j) {
    if (t == 0) a[j * n + j] = sqrtf(a[j * n + j]);
    __syncthreads();
    for (int i = j + 1 + t; i < n; i += blockDim.x) a[j * n + i] /= a[j * n + j];
    __syncthreads();
    for (int k = j + 1 + t; k < n; k += blockDim.x) {
      for (int i = k; i < n; ++i) a[k * n + i] -= a[j * n + i] * a[j * n + k];
    }
    __syncthreads();
  }
  for (int k = t; k < n * n; k += blockDim.x) {
    if (k % n >= k / n) out[blockIdx.x * n * n + k] = a[k];
  }
}

/// A system of four equations a thread, matrices one after the other.
__global__ void systems_of_four(const float* matrices, const float* sides, float* out, int n) {
  const int i = place();
  if (i >= n) return;
  float a[4][5];
#pragma unroll
  for (int r = 0; r < 4; ++r) {
#pragma unroll
    for (int c = 0; c < 4; ++c) a[r][c] = matrices[i * 16 + r * 4 + c] + (r == c ? 40.0f : 0.0f);
    a[r][4] = sides[i * 4 + r];
  }
#pragma unroll
  for (int k = 0; k < 4; ++k) {
#pragma unroll
    for (int r = k + 1; r < 4; ++r) {
      const float f = a[r][k] / a[k][k];
#pragma unroll
      for (int c = k; c < 5; ++c) a[r][c] -= f * a[k][c];
    }
  }
#pragma unroll
  for (int r = 3; r >= 0; --r) {
#pragma unroll
    for (int c = r + 1; c < 4; ++c) a[r][4] -= a[r][c] * a[c][4];
    a[r][4] /= a[r][r];
    out[i * 4 + r] = a[r][4];
  }
}

/// A warp looks for its key in ascending numbers, 32 parts at a time.
__global__ void found_by_warps(const int* ascending, const int* keys, int* out, int n, int count) {
  const int lane = threadIdx.x, which = blockIdx.x * blockDim.y + threadIdx.y;
  if (which >= count) return;
  const int key = keys[which] * 2;
  int low = 0, length = n;
  while (length > 32) {
    const int part = (length + 31) / 32;
    const int at = low + lane * part;
    const unsigned below = __ballot_sync(0xffffffffu, at < low + length && ascending[at] <= key);
    const int last = below == 0 ? 0 : 31 - __clz(below);
    length = min(part, length - last * part);
    low += last * part;
  }
  const unsigned below = __ballot_sync(0xffffffffu, lane < length && ascending[low + lane] <= key);
  if (lane == 0) out[which] = low + __popc(below);
}

/// Chains of a table of buckets, followed until the key is there.
__global__ void chains_searched(const int2* entries, const int* heads, const int* keys, int* out, int n) {
  const int i = place();
  if (i >= n) return;
  const int key = keys[i];
  int at = heads[key % 500] % 2000, steps = 0;
  while (steps < 12) {
    const int2 entry = entries[at];
    if ((entry.x & 15) == (key & 15)) {
      out[i] = entry.y;
      return;
    }
    at = (entry.y & 0xffff) % 2000;
    ++steps;
  }
  out[i] = -1;
}

/// A charge goes to the eight corners of a cell.
__global__ void charges_to_corners(const float3* positions, float* grid, int n, int side) {
  const int i = place();
  if (i >= n) return;
  const float3 p = positions[i];
  const int x = static_cast<int>(p.x), y = static_cast<int>(p.y), z = static_cast<int>(p.z);
  for (int c = 0; c < 8; ++c) {
    const int cx = x + (c & 1), cy = y + (c >> 1 & 1), cz = z + (c >> 2);
    atomicAdd(&grid[(cz * side + cy) * side + cx], 0.125f);
  }
}

/// Words of two lists, compared letter by letter.
__global__ void words_compared(const char* words, const int* offsets, int* out, int n) {
  const int i = place();
  if (i >= n) return;
  const int a = offsets[i], b = offsets[i + 1], la = b - a, lb = offsets[i + 2] - b;
  int order = 0;
  for (int k = 0; k < la && k < lb; ++k) {
    const int difference = words[a + k] / 16 - words[b + k] / 16;
    if (difference != 0) {
      order = difference;
      break;
    }
  }
  out[i] = order != 0 ? order : la - lb;
}

/// YUV with colour at half the size to RGB.
__global__ void colours_of_film(const unsigned char* luma, const uchar2* chroma, uchar3* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int l = luma[y * width + x] - 16;
  const uchar2 c = chroma[(y / 2) * (width / 2) + x / 2];
  const int u = c.x - 128, v = c.y - 128;
  const auto limited = [](int value) { return static_cast<unsigned char>(value < 0 ? 0 : value > 255 ? 255 : value); };
  out[y * width + x] =
      make_uchar3(limited((298 * l + 409 * v + 128) >> 8), limited((298 * l - 100 * u - 208 * v + 128) >> 8),
                  limited((298 * l + 516 * u + 128) >> 8));
}

/// A filter with memory along the samples of a channel, channels side by side.
__global__ void channels_filtered(const short* in, short* out, const float* coefficients, int channels, int samples) {
  const int c = place();
  if (c >= channels) return;
  const float b0 = coefficients[0], b1 = coefficients[1], a1 = coefficients[2] * 0.05f;
  float x1 = 0, y1 = 0;
  for (int k = 0; k < samples; ++k) {
    const float x = in[k * channels + c];
    const float y = b0 * x + b1 * x1 - a1 * y1;
    out[k * channels + c] = static_cast<short>(fminf(fmaxf(y, -32000.0f), 32000.0f));
    x1 = x;
    y1 = y;
  }
}

__global__ void joint_histogram(const unsigned char* a, const unsigned char* b, unsigned* out, int n) {
  __shared__ unsigned bins[16 * 16];
  for (unsigned k = threadIdx.x; k < 256; k += blockDim.x) bins[k] = 0;
  __syncthreads();
  for (int i = place(); i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[(a[i] / 16) * 16 + b[i] / 16], 1u);
  __syncthreads();
  for (unsigned k = threadIdx.x; k < 256; k += blockDim.x) {
    if (bins[k] != 0) atomicAdd(&out[k], bins[k]);
  }
}

/// Forward probabilities of hidden states, two rows in shared memory in turns.
__global__ void hidden_states(const float* transition, const float* emission, const int* seen, float* out, int states,
                              int steps) {
  __shared__ float row[2][40];
  const int s = threadIdx.x;
  if (s < states) row[0][s] = 1.0f / states;
  __syncthreads();
  for (int k = 0; k < steps; ++k) {
    const float* before = row[k % 2];
    float* after = row[(k + 1) % 2];
    if (s < states) {
      float sum = 0;
      for (int from = 0; from < states; ++from) sum += before[from] * transition[from * states + s];
      after[s] = sum * emission[s * 10 + seen[blockIdx.x * steps + k] % 10] * 0.01f;
    }
    __syncthreads();
  }
  if (s < states) out[blockIdx.x * states + s] = row[steps % 2][s];
}

/// Values in fixed point, four a vector: the scale of a row is its largest magnitude.
__global__ void rows_in_fixed_point(const float4* in, short4* out, float* scales, int vectors) {
  __shared__ float largest[4];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const float4* row = in + blockIdx.x * vectors;
  float most = 0;
  for (int k = threadIdx.x; k < vectors; k += blockDim.x) {
    const float4 v = row[k];
    most = fmaxf(most, fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w))));
  }
  for (int step = 16; step > 0; step /= 2) most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, step));
  if (lane == 0) largest[warp] = most;
  __syncthreads();
  most = largest[0];
  for (unsigned w = 1; w < blockDim.x / 32; ++w) most = fmaxf(most, largest[w]);
  const float scale = most > 0 ? 32767.0f / most : 0.0f;
  if (threadIdx.x == 0) scales[blockIdx.x] = scale;
  for (int k = threadIdx.x; k < vectors; k += blockDim.x) {
    const float4 v = row[k];
    out[blockIdx.x * vectors + k] = make_short4(v.x * scale, v.y * scale, v.z * scale, v.w * scale);
  }
}

List launches() {
  List list;
  list.add("options_priced", {{2, 96, 500}, {3, 40, 300}}, [](const Shape& s, const Memory& m) {
    options_priced<<<s.grid, s.block>>>(m.values, m.values + 2000, m.values + 4003, m.to(), m.to() + 2000, 0.02f, 0.3f,
                                        s.n);
  });
  list.add("points_in_a_circle", {{2, 96, 20}, {3, 40, 11}}, [](const Shape& s, const Memory& m) {
    points_in_a_circle<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n);
  });
  list.add("aligned_pairs", {{3, 32, 32}, {2, 48, 27}}, [](const Shape& s, const Memory& m) {
    aligned_pairs<<<s.grid, s.block>>>(m.as<unsigned char>(), m.as<unsigned char>() + 5000, m.to<int>(), s.n);
  });
  list.add("ell_until_empty", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    ell_until_empty<<<s.grid, s.block>>>(m.values, m.numbers, m.values + 50000, m.to(), s.n, 9);
  });
  list.add("csr_warp_with_skips", {{3, 96, 8}, {2, 64, 4}}, [](const Shape& s, const Memory& m) {
    csr_warp_with_skips<<<s.grid, s.block>>>(m.offsets, m.values, m.numbers, m.values + 50000, m.to(), s.n);
  });
  list.add("blocks_of_two", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    blocks_of_two<<<s.grid, s.block>>>(m.offsets, m.numbers, m.values, m.values + 50000, m.to(), s.n);
  });
  list.add("diagonals_times_vector", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    diagonals_times_vector<<<s.grid, s.block>>>(m.values, m.numbers, m.values + 50000, m.to(), s.n, 7);
  });
  list.add("frontier_pulled", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    frontier_pulled<<<s.grid, s.block>>>(m.offsets, m.numbers, m.as<unsigned>(), m.numbers + 7, m.to<int>(), s.n, 4);
  });
  list.add("distances_relaxed", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    distances_relaxed<<<s.grid, s.block>>>(m.offsets, m.numbers, m.values, m.numbers + 7, m.to<int>(), s.n);
  });
  list.add("labels_spread", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    labels_spread<<<s.grid, s.block>>>(m.offsets, m.numbers, m.as<unsigned char>(), m.to<unsigned char>(), s.n);
  });
  list.add("centres_chosen", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    centres_chosen<<<s.grid, s.block, 25 * sizeof(float3)>>>(m.as<float3>(), m.as<float3>() + 900, m.to<int>(),
                                                             m.to<float3>() + 1000, s.n, 25);
  });
  list.add("smoothed_line<3>", {{3, 96, 270}, {4, 40, 155}}, [](const Shape& s, const Memory& m) {
    smoothed_line<3><<<s.grid, s.block, (s.block.x + 6) * sizeof(float)>>>(m.values, m.to(), s.n);
  });
  list.add("smoothed_line<5>", {{3, 96, 270}, {4, 45, 155}}, [](const Shape& s, const Memory& m) {
    smoothed_line<5><<<s.grid, s.block, (s.block.x + 10) * sizeof(float)>>>(m.values, m.to(), s.n);
  });
  list.add("nine_points", {{dim3(3, 2), dim3(17, 5), 47}, {dim3(2, 3), dim3(24, 4), 41}},
           [](const Shape& s, const Memory& m) {
             nine_points<<<s.grid, s.block>>>(m.as<double>(), m.to<double>(), s.n, 10);
           });
  list.add("electric_step", {{dim3(3, 2), dim3(17, 5), 47}, {dim3(2, 3), dim3(24, 4), 41}},
           [](const Shape& s, const Memory& m) {
             electric_step<<<s.grid, s.block>>>(m.values, m.values + 5000, m.values + 10000, m.values + 15000, m.to(),
                                                s.n, 9, 6);
           });
  list.add("edges_kept", {{dim3(3, 2), dim3(17, 5), 47}, {dim3(2, 3), dim3(24, 4), 41}},
           [](const Shape& s, const Memory& m) {
             edges_kept<<<s.grid, s.block>>>(m.as<unsigned char>(), m.to<unsigned char>(), s.n, 10, 2);
           });
  list.add("dilated", {{dim3(2, 2), dim3(44, 4), 75}, {dim3(3, 2), dim3(40, 5), 101}},
           [](const Shape& s, const Memory& m) {
             dilated<<<s.grid, s.block>>>(m.as<unsigned char>(), m.to<unsigned char>(), s.n, 15);
           });
  list.add("rows_summed_up", {{3, dim3(32, 3), 75}, {2, dim3(32, 2), 128}}, [](const Shape& s, const Memory& m) {
    rows_summed_up<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n, 8);
  });
  list.add("runs_of_bytes", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    runs_of_bytes<<<s.grid, s.block>>>(m.as<unsigned char>(), m.to<uchar2>(), s.n);
  });
  list.add("base64", {{2, 96, 500}, {3, 40, 301}}, [](const Shape& s, const Memory& m) {
    base64<<<s.grid, s.block>>>(m.as<unsigned char>(), m.to<char>(), s.n);
  });
  list.add("checksums_by_table", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    checksums_by_table<<<s.grid, s.block>>>(m.as<unsigned char>(), m.offsets, m.to<unsigned>(), s.n);
  });
  list.add("digits_by_warps", {{2, 96, 700}, {3, 64, 500}}, [](const Shape& s, const Memory& m) {
    digits_by_warps<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n, 4);
  });
  list.add("long_keys_sorted", {{2, 64, 128}, {3, 48, 100}}, [](const Shape& s, const Memory& m) {
    long_keys_sorted<<<s.grid, s.block>>>(m.numbers, m.to<unsigned long long>(), s.n);
  });
  list.add("columns_decomposed", {{2, 32, 20}, {3, 40, 17}},
           [](const Shape& s, const Memory& m) { columns_decomposed<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  list.add("systems_of_four", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    systems_of_four<<<s.grid, s.block>>>(m.values, m.values + 60000, m.to(), s.n);
  });
  list.add("found_by_warps", {{3, dim3(32, 4), 11}, {2, dim3(32, 3), 6}}, [](const Shape& s, const Memory& m) {
    found_by_warps<<<s.grid, s.block>>>(m.offsets, m.numbers, m.to<int>(), 9000, s.n);
  });
  list.add("chains_searched", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    chains_searched<<<s.grid, s.block>>>(m.as<int2>(), m.numbers + 3000, m.numbers, m.to<int>(), s.n);
  });
  list.add("charges_to_corners", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    charges_to_corners<<<s.grid, s.block>>>(m.as<float3>(), m.to(), s.n, 11);
  });
  list.add("words_compared", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    words_compared<<<s.grid, s.block>>>(m.as<char>(), m.offsets, m.to<int>(), s.n);
  });
  list.add("colours_of_film", {{dim3(3, 2), dim3(16, 6), 46}, {dim3(2, 3), dim3(24, 4), 40}},
           [](const Shape& s, const Memory& m) {
             colours_of_film<<<s.grid, s.block>>>(m.as<unsigned char>(), m.as<uchar2>() + 5000, m.to<uchar3>(), s.n,
                                                  10);
           });
  list.add("channels_filtered", {{1, 96, 70}, {2, 40, 77}}, [](const Shape& s, const Memory& m) {
    channels_filtered<<<s.grid, s.block>>>(m.as<short>(), m.to<short>(), m.values + 50000, s.n, 13);
  });
  list.add("joint_histogram", {{2, 96, 700}, {3, 40, 500}}, [](const Shape& s, const Memory& m) {
    joint_histogram<<<s.grid, s.block>>>(m.as<unsigned char>(), m.as<unsigned char>() + 7777, m.to<unsigned>(), s.n);
  });
  list.add("hidden_states", {{2, 48, 40}, {3, 32, 23}}, [](const Shape& s, const Memory& m) {
    hidden_states<<<s.grid, s.block>>>(m.values, m.values + 5000, m.numbers, m.to(), s.n, 9);
  });
  list.add("rows_in_fixed_point", {{3, 96, 130}, {2, 64, 50}}, [](const Shape& s, const Memory& m) {
    rows_in_fixed_point<<<s.grid, s.block>>>(m.as<float4>(), m.to<short4>(), m.to() + 100000, s.n);
  });
  return list;
}

}  // namespace

SIMT_STYLE(launches)
