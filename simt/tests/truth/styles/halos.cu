// Stencils in one, two and three dimensions, with and without halos in shared memory.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

__global__ void three_points(const float* a, float* b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) b[i] = a[i - 1] + a[i] + a[i + 1];
}

__global__ void clamped(const float* a, float* b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float left = i == 0 ? 0 : a[i - 1];
  const float right = i == n - 1 ? 0 : a[i + 1];
  b[i] = left - 2 * a[i] + right;
}

constexpr int RADIUS = 3;

__global__ void halo_by_first_threads(const float* a, float* b, int n) {
  __shared__ float tile[256 + 2 * RADIUS];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int at = threadIdx.x + RADIUS;
  tile[at] = i < n ? a[i] : 0;
  if (threadIdx.x < RADIUS) {
    tile[at - RADIUS] = i >= RADIUS ? a[i - RADIUS] : 0;
    tile[at + blockDim.x] = i + blockDim.x < n ? a[i + blockDim.x] : 0;
  }
  __syncthreads();
  float s = 0;
  for (int k = -RADIUS; k <= RADIUS; ++k) s += tile[at + k];
  if (i < n) b[i] = s;
}

__global__ void halo_by_a_loop(const float* a, float* b, int n) {
  __shared__ float tile[256 + 2 * RADIUS];
  const int begin = static_cast<int>(blockIdx.x * blockDim.x) - RADIUS;
#pragma unroll 1
  for (int k = threadIdx.x; k < static_cast<int>(blockDim.x) + 2 * RADIUS; k += blockDim.x) {
    const int i = begin + k;
    tile[k] = i >= 0 && i < n ? a[i] : 0;
  }
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = 0;
#pragma unroll 1
  for (int k = 0; k <= 2 * RADIUS; ++k) s += tile[threadIdx.x + k];
  b[i] = s;
}

/// 18 × 18 elements loaded by 16 × 16 threads, or as many as the block has.
template <int Side>
__global__ void tile_with_halo(const float* a, float* b, int width) {
  __shared__ float tile[Side + 2][Side + 2];
  const int x0 = blockIdx.x * Side, y0 = blockIdx.y * Side;
#pragma unroll 1
  for (int y = threadIdx.y; y < Side + 2; y += blockDim.y) {
#pragma unroll 1
    for (int x = threadIdx.x; x < Side + 2; x += blockDim.x) tile[y][x] = a[(y0 + y) * width + x0 + x];
  }
  __syncthreads();
  const int x = threadIdx.x + 1, y = threadIdx.y + 1;
  b[(y0 + y) * width + x0 + x] = tile[y - 1][x] + tile[y + 1][x] + tile[y][x - 1] + tile[y][x + 1] - 4 * tile[y][x];
}

template <int Side>
__global__ void halo_by_number(const float* a, float* b, int width) {
  __shared__ float tile[(Side + 2) * (Side + 2)];
  const int own = threadIdx.y * Side + threadIdx.x;
#pragma unroll 1
  for (int k = own; k < (Side + 2) * (Side + 2); k += Side * Side) {
    tile[k] = a[(blockIdx.y * Side + k / (Side + 2)) * width + blockIdx.x * Side + k % (Side + 2)];
  }
  __syncthreads();
  const int at = (threadIdx.y + 1) * (Side + 2) + threadIdx.x + 1;
  const float s = tile[at - Side - 2] + tile[at + Side + 2] + tile[at];
  b[(blockIdx.y * Side + threadIdx.y) * width + blockIdx.x * Side + threadIdx.x] = s;
}

__global__ void edges_by_conditions(const float* a, float* b, int width) {
  __shared__ float tile[12][36];
  const int x = threadIdx.x + 1, y = threadIdx.y + 1;
  const int gx = blockIdx.x * blockDim.x + x, gy = blockIdx.y * blockDim.y + y;
  tile[y][x] = a[gy * width + gx];
  if (threadIdx.x == 0) tile[y][0] = a[gy * width + gx - 1];
  if (threadIdx.x == blockDim.x - 1) tile[y][x + 1] = a[gy * width + gx + 1];
  if (threadIdx.y == 0) tile[0][x] = a[(gy - 1) * width + gx];
  if (threadIdx.y == blockDim.y - 1) tile[y + 1][x] = a[(gy + 1) * width + gx];
  __syncthreads();
  b[gy * width + gx] = 0.25f * (tile[y - 1][x] + tile[y + 1][x] + tile[y][x - 1] + tile[y][x + 1]);
}

__global__ void five_points(const float* a, float* b, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= 40 - 1) return;
  const int i = y * width + x;
  b[i] = a[i - width] + a[i - 1] + a[i] + a[i + 1] + a[i + width];
}

__global__ void seven_points(const float* a, float* b, int side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= side - 1 || y >= side - 1 || z >= side - 1) return;
  const int i = (z * side + y) * side + x;
  b[i] = a[i - side * side] + a[i - side] + a[i - 1] + a[i + 1] + a[i + side] + a[i + side * side] - 6 * a[i];
}

__global__ void column_of_planes(const float* a, float* b, int side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= side || y >= side) return;
  const int plane = side * side;
  int i = y * side + x;
  float behind = 0, here = a[i];
#pragma unroll 1
  for (int z = 0; z < side - 1; ++z, i += plane) {
    const float ahead = a[i + plane];
    b[i] = behind + ahead - 2 * here;
    behind = here;
    here = ahead;
  }
}

/// 8 × 4 × 4 threads and a halo of one in each direction.
__global__ void box_with_halo(const float* a, float* b, int side) {
  __shared__ float box[6][6][10];
  const int own = (threadIdx.z * 4 + threadIdx.y) * 8 + threadIdx.x;
#pragma unroll 1
  for (int k = own; k < 6 * 6 * 10; k += 128) {
    const int x = k % 10, y = k / 10 % 6, z = k / 60;
    box[z][y][x] = a[((blockIdx.z * 4 + z) * side + blockIdx.y * 4 + y) * side + blockIdx.x * 8 + x];
  }
  __syncthreads();
  const int x = threadIdx.x + 1, y = threadIdx.y + 1, z = threadIdx.z + 1;
  b[((blockIdx.z * 4 + z) * side + blockIdx.y * 4 + y) * side + blockIdx.x * 8 + x] =
      box[z - 1][y][x] + box[z + 1][y][x] + box[z][y - 1][x] + box[z][y + 1][x] + box[z][y][x - 1] + box[z][y][x + 1];
}

__constant__ float taps[9] = {1, 2, 3, 4, 5, 4, 3, 2, 1};

__global__ void convolution(const float* a, float* b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = 0;
#pragma unroll
  for (int k = 0; k < 9; ++k) s += taps[k] * a[i + k];
  b[i] = s;
}

__global__ void convolution_guarded(const float* a, float* b, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = 0;
#pragma unroll 1
  for (int k = -4; k <= 4; ++k) {
    if (i + k >= 0 && i + k < n) s += taps[k + 4] * a[i + k];
  }
  b[i] = s;
}

__global__ void game_of_life(const int* a, int* b, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= 24) return;
  int alive = 0;
#pragma unroll 1
  for (int dy = -1; dy <= 1; ++dy) {
#pragma unroll 1
    for (int dx = -1; dx <= 1; ++dx) {
      if (dx == 0 && dy == 0) continue;
      alive += a[(y + dy + 24) % 24 * width + (x + dx + width) % width] & 1;
    }
  }
  b[y * width + x] = alive == 3 || (alive == 2 && (a[y * width + x] & 1) != 0);
}

using OfValues = void (*)(const float*, float*, int);

void add(List& list, const char* name, OfValues kernel, const std::vector<Shape>& shapes) {
  list.add(name, shapes, [=](Shape s, Memory m) { kernel<<<s.grid, s.block>>>(m.values, m.to(), s.n); });
}

List halos() {
  List list;
  const std::vector<Shape> lines = {{4, 64, 256}, {3, 50, 140}, {2, 33, 60}, {1, 100, 100}};
  add(list, "three_points", three_points, lines);
  add(list, "clamped", clamped, lines);
  add(list, "halo_by_first_threads", halo_by_first_threads, lines);
  add(list, "halo_by_a_loop", halo_by_a_loop, lines);
  add(list, "convolution", convolution, lines);
  add(list, "convolution_guarded", convolution_guarded, lines);
  add(list, "tile_with_halo<16>", tile_with_halo<16>, {{{2, 2}, {16, 16}, 40}, {{1, 2}, {16, 16}, 37}});
  add(list, "tile_with_halo<10>", tile_with_halo<10>, {{{2, 2}, {10, 10}, 40}, {{1, 2}, {10, 10}, 33}});
  add(list, "halo_by_number<16>", halo_by_number<16>, {{{2, 2}, {16, 16}, 40}, {{1, 2}, {16, 16}, 37}});
  add(list, "halo_by_number<9>", halo_by_number<9>, {{{2, 2}, {9, 9}, 40}});
  add(list, "edges_by_conditions", edges_by_conditions,
      {{{2, 2}, {32, 8}, 80}, {{2, 1}, {18, 5}, 50}, {{1, 1}, {33, 3}, 64}});
  add(list, "five_points", five_points, {{{2, 5}, {32, 8}, 64}, {{4, 8}, {16, 5}, 50}, {{5, 4}, {10, 10}, 47}});
  add(list, "seven_points", seven_points,
      {{{2, 4, 4}, {8, 4, 4}, 16}, {{3, 3, 3}, {5, 5, 5}, 13}, {{1, 2, 4}, {18, 6, 3}, 12}});
  add(list, "column_of_planes", column_of_planes, {{{1, 4}, {16, 4}, 16}, {{3, 3}, {5, 5}, 13}});
  add(list, "box_with_halo", box_with_halo, {{{1, 2, 2}, {8, 4, 4}, 18}, {{1, 1, 1}, {8, 4, 4}, 13}});
  list.add("game_of_life", {{{2, 3}, {16, 8}, 32}, {{3, 5}, {10, 5}, 27}},
           [](Shape s, Memory m) { game_of_life<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n); });
  return list;
}

}  // namespace

SIMT_STYLE(halos)
