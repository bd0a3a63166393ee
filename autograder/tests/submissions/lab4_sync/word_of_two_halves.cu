#include "sync.cuh"

#include <cuda/atomic>

// Part 4.1, find the race: both stages of one round trip in one launch. This kernel is complete, it reads and writes
// the right elements, and it is not right. Say what can go wrong before you change it.
__global__ void both_stages(float* x, float* p, const float* in, int n) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n) p[j] = -in[partner(j, n)];
  __syncthreads();
  if (j < n) x[j] = p[partner(j, n)];
}

void round_trip(float* x, float* p, const float* in, int n) {
  both_stages<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, p, in, n);
}

// Part 4.6, open end: every sum from the beginning on, at the speed of a copy. One kernel; blocks look back at what
// those before them have posted: a tag (the number of the call, and of what) and a sum, in one word of 64 bits.
constexpr int SCANNERS = 256;
constexpr int ROUNDS = 4;                    // of four words for each lane
constexpr int WARP_WORDS = 32 * 4 * ROUNDS;  // neighbours, of one warp
constexpr int TILE = SCANNERS / 32 * WARP_WORDS;
constexpr unsigned ALL_LANES = 0xffffffff;

__device__ unsigned long long posted[(1 << 28) / TILE];
__device__ unsigned next_tile;

using Slot = cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>;
using Draw = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

__device__ void post(int tile, unsigned tag, int sum) {
  const unsigned long long high = static_cast<unsigned long long>(tag) << 32;
  Slot(posted[tile]).store(high | sum, cuda::memory_order_relaxed);  // @here
}

// The sum of the lanes up to this one.
__device__ unsigned up_to_lane(unsigned v) {
  const int lane = threadIdx.x % 32;
#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
    const unsigned left = __shfl_up_sync(ALL_LANES, v, d);
    if (lane >= d) v += left;
  }
  return v;
}

// By one warp: lane 0 looks at the nearest tile, lane 31 at the farthest of 32.
__device__ unsigned look_back(int tile, unsigned own, unsigned whole) {
  const int lane = threadIdx.x % 32;
  unsigned before = 0;
  for (int nearest = tile - 1; nearest >= 0; nearest -= 32) {
    unsigned tag = whole, value = 0;  // of what is before the first tile
    if (nearest - lane >= 0) {
      do {
        const unsigned long long word = Slot(posted[nearest - lane]).load(cuda::memory_order_relaxed);
        tag = static_cast<unsigned>(word >> 32);
        value = static_cast<unsigned>(word);
      } while (tag != own && tag != whole);
    }
    const unsigned ends = __ballot_sync(ALL_LANES, tag == whole);
    const int last = ends ? __ffs(ends) - 1 : 31;
    before += __shfl_sync(ALL_LANES, up_to_lane(lane <= last ? value : 0), 31);
    if (ends) break;
  }
  return before;
}

__global__ void __launch_bounds__(SCANNERS) scan_kernel(unsigned* out, const unsigned* in, int n, unsigned call) {
  __shared__ unsigned warp_sums[SCANNERS / 32];
  __shared__ unsigned before_tile;
  __shared__ int drawn;
  if (threadIdx.x == 0) drawn = static_cast<int>(Draw(next_tile).fetch_add(1, cuda::memory_order_relaxed));
  __syncthreads();
  const int tile = drawn, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int first = tile * TILE + warp * WARP_WORDS + 4 * lane;
  const unsigned own = 2 * call, whole = 2 * call + 1;

  // a[r] is summed up inside the warp at once
  uint4 a[ROUNDS];
#pragma unroll
  for (int r = 0; r < ROUNDS; ++r) {
    const int i = first + 128 * r;
    if (i + 3 < n) {
      a[r] = reinterpret_cast<const uint4*>(in)[i / 4];
    } else {
      a[r].x = i < n ? in[i] : 0;
      a[r].y = i + 1 < n ? in[i + 1] : 0;
      a[r].z = i + 2 < n ? in[i + 2] : 0;
      a[r].w = 0;
    }
  }
  unsigned so_far = 0;
#pragma unroll
  for (int r = 0; r < ROUNDS; ++r) {
    a[r].y += a[r].x;
    a[r].z += a[r].y;
    a[r].w += a[r].z;
    const unsigned to_here = up_to_lane(a[r].w);
    const unsigned add = so_far + to_here - a[r].w;
    so_far += __shfl_sync(ALL_LANES, to_here, 31);
    a[r].x += add;
    a[r].y += add;
    a[r].z += add;
    a[r].w += add;
  }
  if (lane == 0) warp_sums[warp] = so_far;
  __syncthreads();

  if (warp == 0) {
    unsigned total = 0;
    for (int w = 0; w < SCANNERS / 32; ++w) total += warp_sums[w];
    if (lane == 0) post(tile, own, total);
    const unsigned before = look_back(tile, own, whole);
    if (lane == 0) {
      post(tile, whole, before + total);
      before_tile = before;
      if (tile == gridDim.x - 1) Draw(next_tile).store(0, cuda::memory_order_relaxed);  // all numbers are drawn
    }
  }
  __syncthreads();

  unsigned before = before_tile;
  for (int w = 0; w < warp; ++w) before += warp_sums[w];
#pragma unroll
  for (int r = 0; r < ROUNDS; ++r) {
    const int i = first + 128 * r;
    const uint4 v = make_uint4(before + a[r].x, before + a[r].y, before + a[r].z, before + a[r].w);
    if (i + 3 < n) {
      reinterpret_cast<uint4*>(out)[i / 4] = v;
    } else {
      if (i < n) out[i] = v.x;
      if (i + 1 < n) out[i + 1] = v.y;
      if (i + 2 < n) out[i + 2] = v.z;
    }
  }
}

void prefix_sum(unsigned* out, const unsigned* in, int n) {
  static unsigned calls = 0;
  ++calls;
  scan_kernel<<<(n + TILE - 1) / TILE, SCANNERS>>>(out, in, n, calls);
}
