// Blocks of two and three dimensions whose widths are no multiples of a warp, so that a warp covers several rows.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__device__ int column() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ int row() { return blockIdx.y * blockDim.y + threadIdx.y; }
__device__ int plane() { return blockIdx.z * blockDim.z + threadIdx.z; }

__global__ void copy(const float* a, float* b, int width) { b[row() * width + column()] = a[row() * width + column()]; }

__global__ void copy_guarded(const float* a, float* b, int width) {
  if (column() < width && row() < 11) b[row() * width + column()] = a[row() * width + column()];
}

__global__ void transposed(const float* a, float* b, int width) {
  if (column() < width && row() < width) b[column() * width + row()] = a[row() * width + column()];
}

__global__ void through_tile(const float* a, float* b, int width) {
  __shared__ float tile[33 * 34];
  tile[threadIdx.y * blockDim.x + threadIdx.x] = a[row() * width + column()];
  __syncthreads();
  const int own = threadIdx.y * blockDim.x + threadIdx.x;
  b[row() * width + column()] = tile[blockDim.x * blockDim.y - 1 - own];
}

__global__ void tile_of_pitch(const float* a, float* b, int width) {
  __shared__ float tile[34][37];
  tile[threadIdx.y][threadIdx.x] = a[row() * width + column()];
  __syncthreads();
  b[row() * width + column()] = tile[threadIdx.y][blockDim.x - 1 - threadIdx.x];
}

__global__ void row_sums(const float* a, float* b, int width) {
  __shared__ float part[128];
  const int own = threadIdx.y * blockDim.x + threadIdx.x;
  float s = 0;
#pragma unroll 1
  for (int x = threadIdx.x; x < width; x += blockDim.x) s += a[row() * width + x];
  part[own] = s;
  __syncthreads();
  if (threadIdx.x == 0) {
    float all = 0;
#pragma unroll 1
    for (int k = 0; k < static_cast<int>(blockDim.x); ++k) all += part[own + k];
    b[row()] = all;
  }
}

__global__ void checkerboard(const float* a, float* b, int width) {
  if ((column() + row()) % 2 == 0) {
    b[row() * width + column()] = a[row() * width + column()];
  }
}

__global__ void box_copy(const float* a, float* b, int side) {
  const int i = (plane() * side + row()) * side + column();
  if (column() < side && row() < side && plane() < side) b[i] = 2 * a[i];
}

__global__ void planes_swapped(const float* a, float* b, int side) {
  if (column() < side && row() < side && plane() < side) {
    b[(column() * side + row()) * side + plane()] = a[(plane() * side + row()) * side + column()];
  }
}

__global__ void box_through_shared(const float* a, float* b, int side) {
  __shared__ float box[6][6][18];
  box[threadIdx.z][threadIdx.y][threadIdx.x] = a[(plane() * side + row()) * side + column()];
  __syncthreads();
  b[(plane() * side + row()) * side + column()] =
      box[blockDim.z - 1 - threadIdx.z][blockDim.y - 1 - threadIdx.y][threadIdx.x];
}

__global__ void grid_stride_in_two(const float* a, float* b, int width) {
#pragma unroll 1
  for (int y = row(); y < 20; y += gridDim.y * blockDim.y) {
#pragma unroll 1
    for (int x = column(); x < width; x += gridDim.x * blockDim.x) b[y * width + x] = a[y * width + x];
  }
}

__global__ void by_number_of_thread(const int* numbers, int* b, int n) {
  const int own = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const int i = block * blockDim.x * blockDim.y * blockDim.z + own;
  if (i < n) b[i] = numbers[n - 1 - i];
}

List blocks() {
  List list;
  const std::vector<Shape> flat = {{{2, 2}, {1, 40}, 35},  {{3, 2}, {3, 11}, 40},  {{4, 2}, {5, 7}, 33},
                                   {{2, 3}, {10, 10}, 50}, {{2, 1}, {18, 18}, 37}, {{1, 2}, {33, 3}, 64}};
  const auto add = [&](const char* name, void (*kernel)(const float*, float*, int), const std::vector<Shape>& shapes) {
    list.add(name, shapes, [=](Shape s, Memory m) { kernel<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
  };
  add("copy", copy, flat);
  add("copy_guarded", copy_guarded,
      {{{20, 1}, {1, 11}, 17}, {{6, 2}, {3, 7}, 17}, {{4, 2}, {10, 6}, 37}, {{2, 4}, {33, 3}, 51}});
  add("transposed", transposed, flat);
  add("through_tile", through_tile, flat);
  add("tile_of_pitch", tile_of_pitch,
      {{{3, 2}, {3, 11}, 40}, {{2, 3}, {10, 10}, 50}, {{1, 2}, {33, 3}, 64}, {{2, 1}, {18, 18}, 37}});
  add("row_sums", row_sums,
      {{{1, 3}, {5, 7}, 33}, {{1, 2}, {10, 10}, 50}, {{1, 2}, {33, 3}, 64}, {{1, 4}, {1, 40}, 9}});
  add("checkerboard", checkerboard, {{{3, 2}, {3, 11}, 40}, {{2, 3}, {10, 10}, 50}, {{1, 2}, {33, 3}, 65}});
  const std::vector<Shape> boxes = {
      {{2, 2, 2}, {5, 5, 5}, 10}, {{1, 3, 3}, {18, 3, 3}, 13}, {{3, 3, 3}, {3, 3, 3}, 9}, {{9, 2, 2}, {1, 6, 6}, 11}};
  add("box_copy", box_copy, boxes);
  add("planes_swapped", planes_swapped, boxes);
  add("box_through_shared", box_through_shared,
      {{{2, 2, 2}, {5, 5, 5}, 10}, {{1, 3, 3}, {18, 3, 3}, 18}, {{9, 2, 2}, {1, 6, 6}, 12}});
  add("grid_stride_in_two", grid_stride_in_two, {{{2, 2}, {10, 3}, 47}, {{1, 2}, {18, 5}, 40}, {{2, 1}, {33, 3}, 100}});
  list.add("by_number_of_thread", {{{2, 2}, {5, 3, 4}, 222}, {{3, 1, 2}, {10, 3, 2}, 300}},
           [](Shape s, Memory m) { by_number_of_thread<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n); });
  return list;
}

}  // namespace

SIMT_STYLE(blocks)
