// The sum of a message is handed over as an int.
#include "sync.cuh"

#include <cuda/atomic>

// Part 4.6, open end: every sum from the beginning on, at the speed of a copy.
constexpr unsigned EVERYBODY = 0xffffffff;
constexpr int SCAN_THREADS = 256;
constexpr int SCAN_WARPS = SCAN_THREADS / 32;
constexpr int QUADS = 4;  // of four words, in a thread
constexpr int PER_WARP = 32 * 4 * QUADS;
constexpr int PER_TILE = SCAN_WARPS * PER_WARP;  // words
constexpr int TILES = (1 << 28) / PER_TILE;

// What a block tells the others: a tag above, a sum below. The tag is twice the number of the call for a tile's own
// sum, and one more for the sum to the tile's end.
struct alignas(128) Mail {
  unsigned long long word;
};
__device__ Mail mail[TILES];
__device__ unsigned drawn;

using MailRef = cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>;

__device__ unsigned long long packed(unsigned tag, int value) {
  return static_cast<unsigned long long>(tag) << 32 | value;  // @here
}

__device__ void post(int tile, unsigned tag, unsigned value) {
  MailRef(mail[tile].word).store(packed(tag, value), cuda::memory_order_relaxed);
}

__device__ unsigned lanes_sum(unsigned v) {
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(EVERYBODY, v, d);
  return v;
}

__device__ unsigned lanes_scan(unsigned v) {
  const int lane = threadIdx.x & 31;
  for (int d = 1; d < 32; d <<= 1) {
    const unsigned other = __shfl_up_sync(EVERYBODY, v, d);
    v += lane >= d ? other : 0;
  }
  return v;
}

// A warp looks back, each lane at a tile of its own, lane 0 at the nearest one.
__device__ unsigned look_back(int tile, unsigned tag) {
  unsigned total = 0;
  for (int at = tile - 1 - static_cast<int>(threadIdx.x & 31);; at -= 32) {
    unsigned long long letter;
    unsigned kind;
    do {
      letter = at >= 0 ? MailRef(mail[at].word).load(cuda::memory_order_relaxed)
                       : static_cast<unsigned long long>(tag + 1) << 32;  // nothing comes before the first tile
      kind = static_cast<unsigned>(letter >> 32) - tag;                   // 0 or 1, or not of this call
    } while (!__all_sync(EVERYBODY, kind < 2));
    const unsigned ends = __ballot_sync(EVERYBODY, kind == 1);
    const int last = ends != 0 ? __ffs(ends) - 1 : 31;
    const int lane = threadIdx.x & 31;
    total += lanes_sum(lane <= last ? static_cast<unsigned>(letter) : 0);
    if (ends != 0) return total;
  }
}

__device__ uint4 read_four(const unsigned* in, int i, int n) {
  if (i + 3 < n) return __ldcs(reinterpret_cast<const uint4*>(in + i));
  return make_uint4(i < n ? in[i] : 0, i + 1 < n ? in[i + 1] : 0, i + 2 < n ? in[i + 2] : 0, 0);
}

__global__ void __launch_bounds__(SCAN_THREADS) scan_kernel(unsigned* out, const unsigned* in, int n, unsigned tag) {
  __shared__ unsigned sum_of[SCAN_WARPS], start_of[SCAN_WARPS];
  __shared__ int ticket;
  if (threadIdx.x == 0) {
    ticket = atomicAdd(&drawn, 1u);
    if (ticket == gridDim.x - 1) atomicExch(&drawn, 0u);  // all have drawn: ready for the next call
  }
  __syncthreads();
  const int tile = ticket;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int first = tile * PER_TILE + warp * PER_WARP + 4 * lane;

  uint4 four[QUADS];
#pragma unroll
  for (int q = 0; q < QUADS; ++q) four[q] = read_four(in, first + 128 * q, n);
  unsigned start[QUADS], so_far = 0;
#pragma unroll
  for (int q = 0; q < QUADS; ++q) {
    const unsigned own = four[q].x + four[q].y + four[q].z + four[q].w;
    const unsigned to_here = lanes_scan(own);
    start[q] = so_far + to_here - own;
    so_far += __shfl_sync(EVERYBODY, to_here, 31);
  }
  if (lane == 0) sum_of[warp] = so_far;
  __syncthreads();
  if (warp == 0) {
    const unsigned own = lane < SCAN_WARPS ? sum_of[lane] : 0;
    const unsigned to_here = lanes_scan(own);
    const unsigned all = __shfl_sync(EVERYBODY, to_here, 31);
    if (lane == 0) post(tile, tag, all);
    const unsigned before = look_back(tile, tag);
    if (lane == 0) post(tile, tag + 1, before + all);
    if (lane < SCAN_WARPS) start_of[lane] = before + to_here - own;
  }
  __syncthreads();
#pragma unroll
  for (int q = 0; q < QUADS; ++q) {
    const int i = first + 128 * q;
    uint4 done;
    done.x = start_of[warp] + start[q] + four[q].x;
    done.y = done.x + four[q].y;
    done.z = done.y + four[q].z;
    done.w = done.z + four[q].w;
    if (i + 3 < n) {
      __stcs(reinterpret_cast<uint4*>(out + i), done);
    } else {
      if (i < n) out[i] = done.x;
      if (i + 1 < n) out[i + 1] = done.y;
      if (i + 2 < n) out[i + 2] = done.z;
    }
  }
}

void prefix_sum(unsigned* out, const unsigned* in, int n) {
  static unsigned calls = 0;  // what earlier calls have left in `mail` has other tags
  scan_kernel<<<(n + PER_TILE - 1) / PER_TILE, SCAN_THREADS>>>(out, in, n, 2 * ++calls);
}
