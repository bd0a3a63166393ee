// Right in another style: cooperative groups, float4 where a row is whole, a loop over slices that keeps what the next
// slice needs in registers.
#include <cooperative_groups.h>

#include "spaces.cuh"

namespace cg = cooperative_groups;

constexpr int WIDE = 128, HIGH = 4;

__device__ const char* row_of(const void* base, size_t pitch, long long row) {
  return static_cast<const char*>(base) + row * pitch;
}

__device__ float4 four_of(const float* in, size_t pitch, int x, int y, int width, int height) {
  if (y < 0 || y >= height || x >= width) return make_float4(0, 0, 0, 0);
  float4 four = *reinterpret_cast<const float4*>(row_of(in, pitch, y) + x * sizeof(float));
  if (x + 1 >= width) four.y = 0;
  if (x + 2 >= width) four.z = 0;
  if (x + 3 >= width) four.w = 0;
  return four;
}

// A group of 32 lanes takes 128 pixels of a row.
__global__ void row_by_row(float* out, const float* in, size_t pitch, int width, int height) {
  const cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int lane = warp.thread_rank(), y = blockIdx.y * HIGH + threadIdx.y;
  const int x = blockIdx.x * WIDE + 4 * lane;
  if (y >= height) return;
  const float4 up = four_of(in, pitch, x, y - 1, width, height);
  const float4 here = four_of(in, pitch, x, y, width, height);
  const float4 down = four_of(in, pitch, x, y + 1, width, height);
  float left = warp.shfl_up(here.w, 1), right = warp.shfl_down(here.x, 1);
  const float* const row = reinterpret_cast<const float*>(row_of(in, pitch, y));
  if (lane == 0) left = x > 0 ? row[x - 1] : 0;
  if (lane == 31) right = x + 4 < width ? row[x + 4] : 0;
  if (x >= width) return;
  const float4 sum =
      make_float4(up.x + down.x + left + here.y - 4 * here.x, up.y + down.y + here.x + here.z - 4 * here.y,
                  up.z + down.z + here.y + here.w - 4 * here.z, up.w + down.w + here.z + right - 4 * here.w);
  float* const to = reinterpret_cast<float*>(const_cast<char*>(row_of(out, pitch, y))) + x;
  if (x + 3 < width) {
    *reinterpret_cast<float4*>(to) = sum;
    return;
  }
  to[0] = sum.x;
  if (x + 1 < width) to[1] = sum.y;
  if (x + 2 < width) to[2] = sum.z;
}

__global__ void slice_by_slice(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height, int depth, int slices) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const auto at = [&](int row, int z) {
    return reinterpret_cast<const float*>(row_of(in.ptr, in.pitch, static_cast<long long>(z) * height + row));
  };
  const int first = blockIdx.z * slices;
  float below = first > 0 ? at(y, first - 1)[x] : 0, here = at(y, first)[x];
  for (int z = first; z < min(depth, first + slices); ++z) {
    const float above = z + 1 < depth ? at(y, z + 1)[x] : 0;
    float sum = below + above - 6 * here;
    if (x > 0) sum += at(y, z)[x - 1];
    if (x < width - 1) sum += at(y, z)[x + 1];
    if (y > 0) sum += at(y - 1, z)[x];
    if (y < height - 1) sum += at(y + 1, z)[x];
    float* to =
        reinterpret_cast<float*>(const_cast<char*>(row_of(out.ptr, out.pitch, static_cast<long long>(z) * height + y)));
    to[x] = sum;
    below = here;
    here = above;
  }
}

void stencil_pitched(float* out, const float* in, size_t pitch, int width, int height) {
  const dim3 grid((width + WIDE - 1) / WIDE, (height + HIGH - 1) / HIGH);
  row_by_row<<<grid, dim3(WIDE / 4, HIGH)>>>(out, in, pitch, width, height);
}

void stencil_volume(cudaPitchedPtr out, cudaPitchedPtr in, int width, int height, int depth) {
  constexpr int slices = 8;
  const dim3 grid((width + 31) / 32, (height + 7) / 8, (depth + slices - 1) / slices);
  slice_by_slice<<<grid, dim3(32, 8)>>>(out, in, width, height, depth, slices);
}
