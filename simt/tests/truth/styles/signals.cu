// Kernels of images, sounds and text: filters, pyramids, colours, feedback, encodings, dynamic programming, tiles with
// odd sides, and vectors in shared memory.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

/// A bilateral filter: a weight for each neighbour; borders are left out.
template <int Radius>
__global__ void bilateral(const float* in, float* out, int width, int height) {
  const int x = thread(), y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float centre = in[y * width + x];
  float sum = 0, weights = 0;
  for (int dy = -Radius; dy <= Radius; ++dy) {
    if (y + dy < 0 || y + dy >= height) continue;
    for (int dx = -Radius; dx <= Radius; ++dx) {
      if (x + dx < 0 || x + dx >= width) continue;
      const float v = in[(y + dy) * width + x + dx];
      const float w = 1 / (1 + dx * dx + dy * dy + (v - centre) * (v - centre));
      sum += v * w;
      weights += w;
    }
  }
  out[y * width + x] = sum / weights;
}

/// A column filter with a tile that the whole block loads as one row of words, and mirrored borders.
__global__ void mirrored_columns(const float* in, float* out, int width, int height) {
  __shared__ float tile[14 * 17];
  const int t = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  for (int k = t; k < 14 * 17; k += threads) {
    const int x = blockIdx.x * 17 + k % 17;
    int y = static_cast<int>(blockIdx.y) * 8 + k / 17 - 3;
    if (y < 0) y = -y;
    if (y >= height) y = 2 * height - 2 - y;
    tile[k] = x < width ? in[y * width + x] : 0;
  }
  __syncthreads();
  const int x = blockIdx.x * 17 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 7; ++k) sum += tile[(threadIdx.y + k) * 17 + threadIdx.x] * (4 - abs(k - 3));
  out[y * width + x] = sum / 16;
}

/// Half as large: four bytes become one; odd sides lose a pixel.
__global__ void half_as_large(const unsigned char* in, unsigned char* out, int width, int height) {
  const int x = thread(), y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width / 2 || y >= height / 2) return;
  const unsigned char* p = in + 2 * y * width + 2 * x;
  out[y * (width / 2) + x] = (p[0] + p[1] + p[width] + p[width + 1] + 2) >> 2;
}

/// Three planes to packed pixels of four bytes, and the other way.
__global__ void planes_to_pixels(const unsigned char* planes, uchar4* pixels, int n, int pitch) {
  for (int i = thread(); i < n; i += gridDim.x * blockDim.x)
    pixels[i] = make_uchar4(planes[i], planes[pitch + i], planes[2 * pitch + i], 255);
}
__global__ void pixels_to_planes(const uchar4* pixels, float* planes, int n, int pitch) {
  const int i = thread();
  if (i >= n) return;
  const uchar4 p = pixels[i];
  planes[i] = p.x / 255.0f;
  planes[pitch + i] = p.y / 255.0f;
  planes[2 * pitch + i] = p.z / 255.0f;
}

/// YUV with a colour for each 2 × 2 pixels: a thread writes four pixels of three bytes.
__global__ void yuv_to_rgb(const unsigned char* y, const unsigned char* u, const unsigned char* v, uchar3* out,
                           int width, int height) {
  const int cx = thread(), cy = blockIdx.y * blockDim.y + threadIdx.y;
  if (2 * cx >= width || 2 * cy >= height) return;
  const int cu = u[cy * (width / 2) + cx] - 128, cv = v[cy * (width / 2) + cx] - 128;
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const int i = (2 * cy + k / 2) * width + 2 * cx + k % 2;
    const int light = y[i];
    out[i] = make_uchar3(min(max(light + cv, 0), 255), min(max(light - cu / 2 - cv / 2, 0), 255),
                         min(max(light + cu, 0), 255));
  }
}

/// Canny's thinning: of each point, the two neighbours in one of four directions.
__global__ void thinned(const float* strength, const int* direction, float* out, int width, int height) {
  const int x = thread() + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x >= width - 1 || y >= height - 1) return;
  const int i = y * width + x;
  float a, b;
  switch (direction[i] % 4) {
    case 0:
      a = strength[i - 1];
      b = strength[i + 1];
      break;
    case 1:
      a = strength[i - width + 1];
      b = strength[i + width - 1];
      break;
    case 2:
      a = strength[i - width];
      b = strength[i + width];
      break;
    default:
      a = strength[i - width - 1];
      b = strength[i + width + 1];
  }
  const float s = strength[i];
  out[i] = s >= a && s >= b ? s : 0;
}

/// Local binary patterns: eight comparisons with the middle.
__global__ void binary_patterns(const float* in, unsigned char* out, int width, int height) {
  const int x = thread(), y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x > width - 2 || y > height - 2) return;
  const float* p = in + y * width + x;
  const float c = *p;
  unsigned code = 0;
  code |= (p[-width - 1] > c) << 7;
  code |= (p[-width] > c) << 6;
  code |= (p[-width + 1] > c) << 5;
  code |= (p[1] > c) << 4;
  code |= (p[width + 1] > c) << 3;
  code |= (p[width] > c) << 2;
  code |= (p[width - 1] > c) << 1;
  code |= (p[-1] > c) << 0;
  out[y * width + x] = code;
}

/// Sums of rows in a block's shared memory, then of columns: a box of any size by four corners.
__global__ void box_by_corners(const int* sums, float* out, int width, int height, int radius) {
  const int x = thread(), y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int x0 = max(x - radius, 0), x1 = min(x + radius, width - 1), y0 = max(y - radius, 0),
            y1 = min(y + radius, height - 1);
  int sum = sums[y1 * width + x1];
  if (x0 > 0) sum -= sums[y1 * width + x0 - 1];
  if (y0 > 0) sum -= sums[(y0 - 1) * width + x1];
  if (x0 > 0 && y0 > 0) sum += sums[(y0 - 1) * width + x0 - 1];
  out[y * width + x] = static_cast<float>(sum) / ((x1 - x0 + 1) * (y1 - y0 + 1));
}

/// The error of a block of 8 × 8 bytes at several displacements; each thread has one displacement.
__global__ void motion_search(const unsigned char* frame, const unsigned char* before, unsigned* best, int width) {
  __shared__ unsigned char block[8][8];
  __shared__ unsigned errors[64];
  const int t = threadIdx.y * 8 + threadIdx.x, x0 = blockIdx.x * 8 + 8, y0 = blockIdx.y * 8 + 8;
  block[threadIdx.y][threadIdx.x] = frame[(y0 + threadIdx.y) * width + x0 + threadIdx.x];
  __syncthreads();
  const int dx = static_cast<int>(threadIdx.x) - 4, dy = static_cast<int>(threadIdx.y) - 4;
  unsigned error = 0;
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 8; ++x) error += abs(block[y][x] - before[(y0 + dy + y) * width + x0 + dx + x]);
  errors[t] = error << 6 | t;
  __syncthreads();
  for (int half = 32; half > 0; half >>= 1) {
    if (t < half) errors[t] = min(errors[t], errors[t + half]);
    __syncthreads();
  }
  if (t == 0) best[blockIdx.y * gridDim.x + blockIdx.x] = errors[0];
}

/// A cosine transform of 8 × 8 values, rows then columns; two blocks of values in a block of threads.
__constant__ float cosines[8][8] = {{1, 1, 1, 1, 1, 1, 1, 1},     {7, 5, 3, 1, -1, -3, -5, -7},
                                    {6, 2, -2, -6, -6, -2, 2, 6}, {5, -1, -7, -3, 3, 7, 1, -5},
                                    {4, -4, -4, 4, 4, -4, -4, 4}, {3, -7, 1, 5, -5, -1, 7, -3},
                                    {2, -6, 6, -2, -2, 6, -6, 2}, {1, -3, 5, -7, 7, -5, 3, -1}};
__global__ void cosine_transform(const short* in, short* out, int width) {
  __shared__ float values[2][8][8], half[2][8][9];
  const int b = threadIdx.z, u = threadIdx.x, v = threadIdx.y;
  const int x = (blockIdx.x * 2 + b) * 8 + u, y = blockIdx.y * 8 + v;
  values[b][v][u] = in[y * width + x] % 256;
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) sum += values[b][v][k] * cosines[u][k];
  half[b][v][u] = sum;
  __syncthreads();
  sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) sum += half[b][k][u] * cosines[v][k];
  out[y * width + x] = static_cast<short>(sum / 64);
}

/// Feedback along a row, and back: a thread for each row.
__global__ void echoed_rows(const float* in, float* out, int rows, int length) {
  const int r = thread();
  if (r >= rows) return;
  float state = in[r * length];
  for (int k = 0; k < length; ++k) {
    state += 0.4f * (in[r * length + k] - state);
    out[r * length + k] = state;
  }
  for (int k = length; k-- > 0;) {
    state += 0.4f * (out[r * length + k] - state);
    out[r * length + k] = state;
  }
}

/// A filter of finite length with its coefficients in shared memory, a part of the signal with its history beside it.
template <int Taps>
__global__ void filtered_signal(const float* in, const float* taps, float* out, int n) {
  __shared__ float coefficients[Taps], samples[64 + Taps - 1];
  const int base = blockIdx.x * 64, t = threadIdx.x;
  if (t < Taps) coefficients[t] = taps[t];
  for (int k = t; k < 64 + Taps - 1; k += 64) {
    const int i = base + k - (Taps - 1);
    samples[k] = i >= 0 && i < n ? in[i] : 0;
  }
  __syncthreads();
  if (base + t >= n) return;
  float sum = 0;
  for (int k = 0; k < Taps; ++k) sum += coefficients[k] * samples[t + Taps - 1 - k];
  out[base + t] = sum;
}

/// Samples of 24 bits, packed: three bytes to an int.
__global__ void packed_samples(const unsigned char* in, int* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const int low = in[3 * i], middle = in[3 * i + 1], high = static_cast<signed char>(in[3 * i + 2]);
  out[i] = high << 16 | middle << 8 | low;
}

/// The largest sample of each window that overlaps with the next one by half.
__global__ void peaks_of_windows(const short* in, short* peaks, int windows, int half) {
  const int w = blockIdx.x * blockDim.y + threadIdx.y;
  if (w >= windows) return;
  int peak = 0;
  for (int k = threadIdx.x; k < 2 * half; k += 32) peak = max(peak, abs(static_cast<int>(in[w * half + k])));
  for (int step = 16; step > 0; step /= 2) peak = max(peak, __shfl_xor_sync(0xffffffffu, peak, step));
  if (threadIdx.x == 0) peaks[w] = static_cast<short>(min(peak, 32767));
}

/// Warped images: each pixel comes from a computed place; outside is grey.
__global__ void swirled(const uchar4* in, uchar4* out, int width, int height) {
  const int x = thread(), y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int sx = x + (y * 3 % 11) - 5, sy = y + (x * 5 % 7) - 3;
  uchar4 p = make_uchar4(128, 128, 128, 255);
  if (sx >= 0 && sx < width && sy >= 0 && sy < height) p = in[sy * width + sx];
  out[y * width + x] = p;
}

/// Hamming distances of descriptors of 32 bytes; the queries' stand in shared memory as vectors.
__global__ void descriptors_matched(const uint4* queries, const uint4* train, int2* out, int n, int m) {
  __shared__ uint4 tile[2][32];
  const int q = thread();
  const uint4 a = q < n ? queries[2 * q] : make_uint4(0, 0, 0, 0),
              b = q < n ? queries[2 * q + 1] : make_uint4(0, 0, 0, 0);
  int best = 1 << 20, place = -1;
  for (int base = 0; base < m; base += 32) {
    for (int k = threadIdx.x; k < 64; k += blockDim.x) {
      if (base + k / 2 < m) tile[k % 2][k / 2] = train[2 * base + k];
    }
    __syncthreads();
    for (int k = 0; k < min(32, m - base); ++k) {
      const uint4 c = tile[0][k], d = tile[1][k];
      const int distance = __popc(a.x ^ c.x) + __popc(a.y ^ c.y) + __popc(a.z ^ c.z) + __popc(a.w ^ c.w) +
                           __popc(b.x ^ d.x) + __popc(b.y ^ d.y) + __popc(b.z ^ d.z) + __popc(b.w ^ d.w);
      if (distance < best) {
        best = distance;
        place = base + k;
      }
    }
    __syncthreads();
  }
  if (q < n) out[q] = make_int2(place, best);
}

/// Smith and Waterman's cells of an antidiagonal at a time, in three rotating rows of shared memory.
__global__ void local_alignment(const int* a, const int* b, int* out, int n, int m) {
  __shared__ int rows[3][65];
  const int t = threadIdx.x;
  rows[0][t] = rows[1][t] = rows[2][t] = 0;
  if (t == 0) rows[0][64] = rows[1][64] = rows[2][64] = 0;
  int best = 0;
  const int mine = t < n ? a[blockIdx.x * n + t] % 4 : 0;
  __syncthreads();
  for (int d = 0; d < n + m - 1; ++d) {
    int* const now = rows[d % 3];
    const int* const before = rows[(d + 2) % 3];
    const int* const two_before = rows[(d + 1) % 3];
    const int j = d - t;
    if (t < n && j >= 0 && j < m) {
      const int score = mine == b[j] % 4 ? 3 : -2;
      int value = max(0, (t > 0 && j > 0 ? two_before[t - 1] : 0) + score);
      if (t > 0) value = max(value, before[t - 1] - 1);
      if (j > 0) value = max(value, before[t] - 1);
      now[t] = value;
      best = max(best, value);
    }
    __syncthreads();
  }
  if (t < n) out[blockIdx.x * n + t] = best;
}

/// Text: the offsets of words are known; each thread makes the first letter large and hashes the rest.
__global__ void words_hashed(const char* text, const int* offsets, char* titled, unsigned* hashes, int words) {
  const int w = thread();
  if (w >= words) return;
  unsigned hash = 5381;
  for (int k = offsets[w]; k < offsets[w + 1]; ++k) {
    const char c = text[k];
    titled[k] = k == offsets[w] ? c & ~32 : c | 32;
    hash = hash * 33 ^ static_cast<unsigned char>(c);
  }
  hashes[w] = hash;
}

/// Bytes as two characters each, written as one word of two.
__global__ void as_hexadecimal(const unsigned char* in, char2* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const int low = in[i] & 15, high = in[i] >> 4;
  out[i] = make_char2(high < 10 ? '0' + high : 'a' + high - 10, low < 10 ? '0' + low : 'a' + low - 10);
}

/// Variable lengths: seven bits of a byte, the eighth says that there are more.
__global__ void variable_lengths(const unsigned char* in, const int* starts, unsigned* out, int n) {
  const int i = thread();
  if (i >= n) return;
  int at = starts[i];
  unsigned value = 0;
  int shift = 0;
  unsigned char byte;
  do {
    byte = in[at++];
    value |= static_cast<unsigned>(byte & 127) << shift;
    shift += 7;
  } while (byte & 128 && shift < 28);
  out[i] = value;
}

/// A transpose of complex numbers through a tile of vectors, padded by one vector.
__global__ void complex_transposed(const float2* in, float2* out, int width, int height) {
  __shared__ float2 tile[12][13];
  int x = blockIdx.x * 12 + threadIdx.x, y = blockIdx.y * 12 + threadIdx.y;
  for (int k = 0; k < 12; k += 4) {
    if (x < width && y + k < height && threadIdx.y < 4) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * width + x];
  }
  __syncthreads();
  x = blockIdx.y * 12 + threadIdx.x;
  y = blockIdx.x * 12 + threadIdx.y;
  for (int k = 0; k < 12; k += 4) {
    if (x < height && y + k < width) out[(y + k) * height + x] = tile[threadIdx.x][threadIdx.y + k];
  }
}

/// Ordered dithering with a table in constant memory, eight pixels to a byte.
__constant__ unsigned char thresholds[16] = {0, 128, 32, 160, 192, 64, 224, 96, 48, 176, 16, 144, 240, 112, 208, 80};
__global__ void dithered(const unsigned char* in, unsigned char* out, int width, int height) {
  const int group = thread(), y = blockIdx.y * blockDim.y + threadIdx.y;
  if (group * 8 >= width || y >= height) return;
  unsigned bits = 0;
  for (int k = 0; k < 8; ++k) {
    const int x = group * 8 + k;
    if (x < width && in[y * width + x] > thresholds[y % 4 * 4 + x % 4]) bits |= 128u >> k;
  }
  out[y * ((width + 7) / 8) + group] = bits;
}

List signals() {
  List list;
  const std::vector<Shape> images = {{dim3(3, 3), dim3(16, 6), 45}, {dim3(2, 4), dim3(24, 5), 37}};
  const auto planes = [&](const char* name, void (*kernel)(const float*, float*, int, int), int height,
                          const std::vector<Shape>& shapes) {
    list.add(name, shapes,
             [=](const Shape& s, const Memory& m) { kernel<<<s.grid, s.block>>>(m.values, m.to(), s.n, height); });
  };
  planes("bilateral<1>", bilateral<1>, 17, images);
  planes("bilateral<2>", bilateral<2>, 18, images);
  planes("mirrored_columns", mirrored_columns, 21, {{dim3(3, 3), dim3(17, 8), 45}});
  list.add("half_as_large", images, [](const Shape& s, const Memory& m) {
    half_as_large<<<s.grid, s.block>>>(m.as<unsigned char>(), m.to<unsigned char>(), s.n, 33);
  });
  list.add("planes_to_pixels", {{2, 96, 300}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    planes_to_pixels<<<s.grid, s.block>>>(m.as<unsigned char>(), m.to<uchar4>(), s.n, 333);
  });
  list.add("pixels_to_planes", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    pixels_to_planes<<<s.grid, s.block>>>(m.as<uchar4>(), m.to(), s.n, 333);
  });
  list.add("yuv_to_rgb", {{dim3(2, 3), dim3(16, 4), 46}, {dim3(1, 2), dim3(24, 5), 38}},
           [](const Shape& s, const Memory& m) {
             yuv_to_rgb<<<s.grid, s.block>>>(m.as<unsigned char>(), m.as<unsigned char>() + 5000,
                                             m.as<unsigned char>() + 7001, m.to<uchar3>(), s.n, 20);
           });
  list.add("thinned", images,
           [](const Shape& s, const Memory& m) { thinned<<<s.grid, s.block>>>(m.values, m.numbers, m.to(), s.n, 19); });
  list.add("binary_patterns", images, [](const Shape& s, const Memory& m) {
    binary_patterns<<<s.grid, s.block>>>(m.values, m.to<unsigned char>(), s.n, 19);
  });
  list.add("box_by_corners", images,
           [](const Shape& s, const Memory& m) { box_by_corners<<<s.grid, s.block>>>(m.numbers, m.to(), s.n, 19, 3); });
  list.add("motion_search", {{dim3(3, 2), dim3(8, 8), 45}}, [](const Shape& s, const Memory& m) {
    motion_search<<<s.grid, s.block>>>(m.as<unsigned char>(), m.as<unsigned char>() + 9000, m.to<unsigned>(), s.n);
  });
  list.add("cosine_transform", {{dim3(2, 2), dim3(8, 8, 2), 40}, {dim3(1, 3), dim3(8, 8, 2), 24}},
           [](const Shape& s, const Memory& m) {
             cosine_transform<<<s.grid, s.block>>>(reinterpret_cast<const short*>(m.numbers), m.to<short>(), s.n);
           });
  list.add("echoed_rows", {{2, 64, 100}, {1, 45, 41}},
           [](const Shape& s, const Memory& m) { echoed_rows<<<s.grid, s.block>>>(m.values, m.to(), s.n, 23); });
  list.add("filtered_signal<9>", {{3, 64, 180}}, [](const Shape& s, const Memory& m) {
    filtered_signal<9><<<s.grid, s.block>>>(m.values, m.values + 3000, m.to(), s.n);
  });
  list.add("filtered_signal<32>", {{3, 64, 180}}, [](const Shape& s, const Memory& m) {
    filtered_signal<32><<<s.grid, s.block>>>(m.values, m.values + 3000, m.to(), s.n);
  });
  list.add("packed_samples", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    packed_samples<<<s.grid, s.block>>>(m.as<unsigned char>(), m.to<int>(), s.n);
  });
  list.add("peaks_of_windows", {{3, dim3(32, 3), 9}, {2, dim3(32, 4), 7}}, [](const Shape& s, const Memory& m) {
    peaks_of_windows<<<s.grid, s.block>>>(reinterpret_cast<const short*>(m.numbers), m.to<short>(), s.n, 37);
  });
  list.add("swirled", images, [](const Shape& s, const Memory& m) {
    swirled<<<s.grid, s.block>>>(m.as<uchar4>(), m.to<uchar4>(), s.n, 19);
  });
  list.add("descriptors_matched", {{2, 64, 100}, {1, 45, 41}}, [](const Shape& s, const Memory& m) {
    descriptors_matched<<<s.grid, s.block>>>(m.as<uint4>(), m.as<uint4>() + 5000, m.to<int2>(), s.n, 75);
  });
  list.add("local_alignment", {{2, 64, 50}, {1, 64, 64}}, [](const Shape& s, const Memory& m) {
    local_alignment<<<s.grid, s.block>>>(m.numbers, m.numbers + 4000, m.to<int>(), s.n, 40);
  });
  list.add("words_hashed", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    words_hashed<<<s.grid, s.block>>>(m.as<char>(), m.offsets, m.to<char>(), m.to<unsigned>() + 8192, s.n);
  });
  list.add("as_hexadecimal", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    as_hexadecimal<<<s.grid, s.block>>>(m.as<unsigned char>(), m.to<char2>(), s.n);
  });
  list.add("variable_lengths", {{2, 96, 180}, {3, 40, 117}}, [](const Shape& s, const Memory& m) {
    variable_lengths<<<s.grid, s.block>>>(m.as<unsigned char>(), m.offsets, m.to<unsigned>(), s.n);
  });
  list.add("complex_transposed", {{dim3(3, 3), dim3(12, 4), 31}, {dim3(2, 3), dim3(12, 4), 24}},
           [](const Shape& s, const Memory& m) {
             complex_transposed<<<s.grid, s.block>>>(m.as<float2>(), m.to<float2>(), s.n, 33);
           });
  list.add("dithered", {{dim3(2, 3), dim3(16, 6), 203}, {dim3(1, 4), dim3(24, 5), 150}},
           [](const Shape& s, const Memory& m) {
             dithered<<<s.grid, s.block>>>(m.as<unsigned char>(), m.to<unsigned char>(), s.n, 17);
           });
  return list;
}

}  // namespace

SIMT_STYLE(signals)
