// Images of bytes: filters, lookups, scaling, colours.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

using Byte = unsigned char;

__device__ int column() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ int row() { return blockIdx.y * blockDim.y + threadIdx.y; }

constexpr int HEIGHT = 20;

__global__ void inverted(const Byte* a, Byte* b, int width) {
  if (column() < width && row() < HEIGHT) b[row() * width + column()] = 255 - a[row() * width + column()];
}

__global__ void threshold(const Byte* a, Byte* b, int width) {
  if (column() >= width || row() >= HEIGHT) return;
  if (a[row() * width + column()] > 100) b[row() * width + column()] = 255;
}

__global__ void lookup(const Byte* a, Byte* b, int width) {
  __shared__ Byte table[256];
  const int own = threadIdx.y * blockDim.x + threadIdx.x;
#pragma unroll 1
  for (int k = own; k < 256; k += blockDim.x * blockDim.y) table[k] = a[5000 + k];
  __syncthreads();
  if (column() < width && row() < HEIGHT) b[row() * width + column()] = table[a[row() * width + column()]];
}

__global__ void box_blur(const Byte* a, Byte* b, int width) {
  if (column() >= width || row() >= HEIGHT) return;
  int sum = 0, count = 0;
#pragma unroll 1
  for (int y = row() - 1; y <= row() + 1; ++y) {
#pragma unroll 1
    for (int x = column() - 1; x <= column() + 1; ++x) {
      if (x < 0 || y < 0 || x >= width || y >= HEIGHT) continue;
      sum += a[y * width + x];
      ++count;
    }
  }
  b[row() * width + column()] = sum / count;
}

__global__ void sobel(const Byte* a, Byte* b, int width) {
  const int x = column(), y = row();
  if (x < 1 || y < 1 || x >= width - 1 || y >= HEIGHT - 1) return;
  const Byte* const p = a + y * width + x;
  const int dx = p[1 - width] + 2 * p[1] + p[1 + width] - p[-1 - width] - 2 * p[-1] - p[width - 1];
  const int dy = p[width - 1] + 2 * p[width] + p[width + 1] - p[-width - 1] - 2 * p[-width] - p[1 - width];
  b[y * width + x] = min(abs(dx) + abs(dy), 255);
}

__global__ void median_of_three(const Byte* a, Byte* b, int width) {
  const int x = column(), y = row();
  if (x < 1 || x >= width - 1 || y >= HEIGHT) return;
  const int u = a[y * width + x - 1], v = a[y * width + x], w = a[y * width + x + 1];
  b[y * width + x] = max(min(u, v), min(max(u, v), w));
}

__global__ void blur_in_shared(const Byte* a, Byte* b, int width) {
  __shared__ Byte tile[10][40];
  const int x0 = blockIdx.x * blockDim.x, y0 = blockIdx.y * blockDim.y;
#pragma unroll 1
  for (int y = threadIdx.y; y < static_cast<int>(blockDim.y) + 2; y += blockDim.y) {
#pragma unroll 1
    for (int x = threadIdx.x; x < static_cast<int>(blockDim.x) + 2; x += blockDim.x)
      tile[y][x] = a[(y0 + y) * width + x0 + x];
  }
  __syncthreads();
  const int x = threadIdx.x + 1, y = threadIdx.y + 1;
  b[row() * width + column()] = (tile[y - 1][x] + tile[y + 1][x] + tile[y][x - 1] + tile[y][x + 1]) / 4;
}

__global__ void grey_of_four(const uchar4* a, Byte* b, int width) {
  if (column() >= width || row() >= HEIGHT) return;
  const uchar4 p = a[row() * width + column()];
  b[row() * width + column()] = (77 * p.x + 151 * p.y + 28 * p.z) >> 8;
}

__global__ void grey_of_three(const Byte* a, Byte* b, int width) {
  if (column() >= width || row() >= HEIGHT) return;
  const int at = 3 * (row() * width + column());
  b[row() * width + column()] = (77 * a[at] + 151 * a[at + 1] + 28 * a[at + 2]) >> 8;
}

__global__ void three_to_four(const Byte* a, uchar4* b, int width) {
  if (column() >= width || row() >= HEIGHT) return;
  const int at = 3 * (row() * width + column());
  b[row() * width + column()] = make_uchar4(a[at], a[at + 1], a[at + 2], 255);
}

__global__ void blend(const uchar4* a, uchar4* b, int width) {
  if (column() >= width || row() >= HEIGHT) return;
  const uchar4 u = a[row() * width + column()], v = a[4000 + row() * width + column()];
  if (u.w == 0) return;
  b[row() * width + column()] = make_uchar4((u.x + v.x) / 2, (u.y + v.y) / 2, (u.z + v.z) / 2, 255);
}

__global__ void scaled_down(const Byte* a, Byte* b, int width) {
  if (column() >= width / 2 || row() >= HEIGHT / 2) return;
  const Byte* const p = a + 2 * row() * width + 2 * column();
  b[row() * (width / 2) + column()] = (p[0] + p[1] + p[width] + p[width + 1]) / 4;
}

__global__ void scaled_up(const Byte* a, Byte* b, int width) {
  if (column() < 2 * width && row() < 2 * HEIGHT) b[row() * 2 * width + column()] = a[row() / 2 * width + column() / 2];
}

__global__ void turned(const Byte* a, Byte* b, int width) {
  if (column() < width && row() < HEIGHT) b[column() * HEIGHT + HEIGHT - 1 - row()] = a[row() * width + column()];
}

__global__ void mirrored(const uchar4* a, uchar4* b, int width) {
  if (column() < width && row() < HEIGHT) b[row() * width + width - 1 - column()] = a[row() * width + column()];
}

__global__ void four_pixels_a_thread(const uchar4* a, uchar4* b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (4 * i >= n) return;
  const uchar4 p = a[i];
  b[i] = make_uchar4(p.x / 2, p.y / 2, p.z / 2, p.w / 2);
}

__global__ void histogram(const Byte* a, int* bins, int width) {
  __shared__ int own[256];
  const int t = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
#pragma unroll 1
  for (int k = t; k < 256; k += threads) own[k] = 0;
  __syncthreads();
  if (column() < width && row() < HEIGHT) atomicAdd(&own[a[row() * width + column()]], 1);
  __syncthreads();
#pragma unroll 1
  for (int k = t; k < 256; k += threads) {
    if (own[k] > 0) atomicAdd(&bins[k], own[k]);
  }
}

__constant__ float kernel_of_five[5] = {0.1f, 0.2f, 0.4f, 0.2f, 0.1f};

__global__ void rows_convolved(const Byte* a, float* b, int width) {
  if (column() >= width || row() >= HEIGHT) return;
  float s = 0;
#pragma unroll
  for (int k = -2; k <= 2; ++k) s += kernel_of_five[k + 2] * a[row() * width + min(max(column() + k, 0), width - 1)];
  b[row() * width + column()] = s;
}

template <class In, class Out>
void add(List& list, const char* name, void (*kernel)(const In*, Out*, int), const std::vector<Shape>& shapes) {
  list.add(name, shapes, [=](Shape s, Memory m) { kernel<<<s.grid, s.block>>>(m.as<In>(), m.to<Out>(), s.n); });
}

List images() {
  List list;
  const std::vector<Shape> picture = {{{2, 3}, {32, 8}, 50}, {{5, 4}, {10, 5}, 47}, {{3, 4}, {18, 5}, 53}};
  add(list, "inverted", inverted, picture);
  add(list, "threshold", threshold, picture);
  add(list, "lookup", lookup, picture);
  add(list, "box_blur", box_blur, picture);
  add(list, "sobel", sobel, picture);
  add(list, "median_of_three", median_of_three, picture);
  add(list, "blur_in_shared", blur_in_shared, {{{2, 3}, {32, 8}, 70}, {{2, 2}, {33, 3}, 71}, {{3, 2}, {10, 5}, 40}});
  add(list, "grey_of_four", grey_of_four, picture);
  add(list, "grey_of_three", grey_of_three, picture);
  add(list, "three_to_four", three_to_four, picture);
  add(list, "blend", blend, picture);
  add(list, "scaled_down", scaled_down, picture);
  add(list, "scaled_up", scaled_up, {{{4, 5}, {32, 8}, 50}, {{10, 8}, {10, 5}, 47}});
  add(list, "turned", turned, picture);
  add(list, "mirrored", mirrored, picture);
  add(list, "four_pixels_a_thread", four_pixels_a_thread, {{3, 64, 700}, {2, 50, 333}});
  add(list, "histogram", histogram, picture);
  add(list, "rows_convolved", rows_convolved, picture);
  return list;
}

}  // namespace

SIMT_STYLE(images)
