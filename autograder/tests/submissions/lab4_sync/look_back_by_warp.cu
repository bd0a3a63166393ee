// Right: blocks stay and draw tile after tile; a warp looks back at 32 of them at a time, and value, state and the
// number of the call are one word (4.6).
#include "sync.cuh"

namespace {

constexpr int THREADS_OF_SCAN = 512, WARPS = THREADS_OF_SCAN / 32, TILE = THREADS_OF_SCAN * 4;
constexpr unsigned FULL = 0xffffffffu;
using Packed = unsigned long long;

__device__ Packed board[(1u << 28) / TILE];
__device__ unsigned next, left;  // 0 between calls

struct Message {
  unsigned value, state;  // 0: none yet, 1: the tile's own sum, 2: the sum from the first tile on
};

__device__ Message read(int tile, unsigned call) {
  const Packed word = *reinterpret_cast<volatile Packed*>(&board[tile]);
  const unsigned high = unsigned(word >> 32);
  return {unsigned(word), (high ^ call << 2) < 4 ? high & 3 : 0};
}

__device__ void write(int tile, unsigned call, Message message) {
  *reinterpret_cast<volatile Packed*>(&board[tile]) = Packed(call << 2 | message.state) << 32 | message.value;
}

__device__ unsigned warp_scan(unsigned value, int lane) {
  for (int d = 1; d < 32; d += d) {
    const unsigned lower = __shfl_up_sync(FULL, value, d);
    value += lane < d ? 0 : lower;
  }
  return value;
}

__device__ unsigned look_back(int tile, unsigned call, int lane) {
  unsigned sum = 0;
  for (int from = tile - 1;; from -= 32) {
    Message seen{0, 2};
    do {
      if (from - lane >= 0) seen = read(from - lane, call);
    } while (__any_sync(FULL, seen.state == 0));
    const int ends = __ffs(__ballot_sync(FULL, seen.state == 2));
    const unsigned useful = ends == 0 || lane < ends ? seen.value : 0;
    sum += __shfl_sync(FULL, warp_scan(useful, lane), 31);
    if (ends != 0) return sum;
  }
}

__global__ void __launch_bounds__(THREADS_OF_SCAN)
    scan(uint4* out4, const uint4* in4, unsigned* out, const unsigned* in, int n, unsigned call) {
  __shared__ unsigned of_warp[WARPS], before_block;
  __shared__ int drawn;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const int tiles = (n - 1) / TILE + 1;
  for (;;) {
    if (threadIdx.x == 0) drawn = atomicAdd(&next, 1);
    __syncthreads();
    const int tile = drawn;
    if (tile >= tiles) break;
    const int i = tile * THREADS_OF_SCAN + threadIdx.x;
    uint4 v = make_uint4(0, 0, 0, 0);
    if (i < n / 4) {
      v = in4[i];
    } else if (i == n / 4) {
      if (n % 4 > 0) v.x = in[4 * i];
      if (n % 4 > 1) v.y = in[4 * i + 1];
      if (n % 4 > 2) v.z = in[4 * i + 2];
    }
    v.y += v.x, v.z += v.y, v.w += v.z;
    const unsigned sum = warp_scan(v.w, lane);
    if (lane == 31) of_warp[warp] = sum;
    __syncthreads();
    if (warp == 0) {
      const unsigned mine = lane < WARPS ? of_warp[lane] : 0;
      const unsigned to_here = warp_scan(mine, lane);
      const unsigned all = __shfl_sync(FULL, to_here, 31);
      if (lane == 0) write(tile, call, {all, 1});
      const unsigned before = look_back(tile, call, lane);
      if (lane == 0) {
        write(tile, call, {before + all, 2});
        before_block = before;
      }
      if (lane < WARPS) of_warp[lane] = to_here - mine;
    }
    __syncthreads();
    const unsigned before = before_block + of_warp[warp] + sum - v.w;
    v.x += before, v.y += before, v.z += before, v.w += before;
    if (i < n / 4) {
      out4[i] = v;
    } else if (i == n / 4) {
      if (n % 4 > 0) out[4 * i] = v.x;
      if (n % 4 > 1) out[4 * i + 1] = v.y;
      if (n % 4 > 2) out[4 * i + 2] = v.z;
    }
  }
  if (threadIdx.x == 0 && atomicAdd(&left, 1) == gridDim.x - 1) {
    atomicExch(&next, 0);
    atomicExch(&left, 0);
  }
}

}  // namespace

void prefix_sum(unsigned* out, const unsigned* in, int n) {
  static unsigned call = 0;
  int multiprocessors = 0, each = 0;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, scan, THREADS_OF_SCAN, 0);
  const int tiles = (n - 1) / TILE + 1, blocks = min(tiles, each * multiprocessors);
  scan<<<blocks, THREADS_OF_SCAN>>>(reinterpret_cast<uint4*>(out), reinterpret_cast<const uint4*>(in), out, in, n,
                                    ++call);
}
