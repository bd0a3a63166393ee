// Prefix sums, compaction and sorting.
#include "simt/tests/truth/styles/style.hpp"

namespace {

using namespace simt::styles;

constexpr unsigned ALL = 0xffffffff;

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void hillis_steele(const int* numbers, int* out, int n) {
  __shared__ int s[2][128];
  int from = 0;
  s[0][threadIdx.x] = thread() < n ? numbers[thread()] % 10 : 0;
  __syncthreads();
#pragma unroll 1
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    s[1 - from][threadIdx.x] =
        threadIdx.x >= step ? s[from][threadIdx.x] + s[from][threadIdx.x - step] : s[from][threadIdx.x];
    from = 1 - from;
    __syncthreads();
  }
  out[thread()] = s[from][threadIdx.x];
}

__global__ void hillis_steele_in_place(const int* numbers, int* out, int n) {
  __shared__ int s[128];
  int own = thread() < n ? numbers[thread()] % 10 : 0;
  s[threadIdx.x] = own;
  __syncthreads();
#pragma unroll 1
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    if (threadIdx.x >= step) own += s[threadIdx.x - step];
    __syncthreads();
    s[threadIdx.x] = own;
    __syncthreads();
  }
  out[thread()] = own;
}

__global__ void blelloch(const int* numbers, int* out, int n) {
  __shared__ int s[256];
  const int last = 2 * blockDim.x;
  const int begin = blockIdx.x * last;
  s[threadIdx.x] = begin + static_cast<int>(threadIdx.x) < n ? numbers[begin + threadIdx.x] % 10 : 0;
  s[threadIdx.x + blockDim.x] =
      begin + static_cast<int>(threadIdx.x + blockDim.x) < n ? numbers[begin + threadIdx.x + blockDim.x] % 10 : 0;
  int step = 1;
#pragma unroll 1
  for (int active = blockDim.x; active > 0; active /= 2, step *= 2) {
    __syncthreads();
    if (static_cast<int>(threadIdx.x) < active) {
      const int left = step * (2 * threadIdx.x + 1) - 1;
      s[left + step] += s[left];
    }
  }
  if (threadIdx.x == 0) s[last - 1] = 0;
#pragma unroll 1
  for (int active = 1; active < last; active *= 2) {
    step /= 2;
    __syncthreads();
    if (static_cast<int>(threadIdx.x) < active) {
      const int left = step * (2 * threadIdx.x + 1) - 1;
      const int value = s[left];
      s[left] = s[left + step];
      s[left + step] += value;
    }
  }
  __syncthreads();
  out[begin + threadIdx.x] = s[threadIdx.x];
  out[begin + threadIdx.x + blockDim.x] = s[threadIdx.x + blockDim.x];
}

__device__ int warp_scan(int v) {
#pragma unroll
  for (int distance = 1; distance < 32; distance *= 2) {
    const int other = __shfl_up_sync(ALL, v, distance);
    if (static_cast<int>(threadIdx.x % 32) >= distance) v += other;
  }
  return v;
}

__global__ void scan_by_shuffles(const int* numbers, int* out, int n) {
  __shared__ int sums[4];
  const int warp = threadIdx.x / 32;
  int v = warp_scan(thread() < n ? numbers[thread()] % 10 : 0);
  if (threadIdx.x % 32 == 31) sums[warp] = v;
  __syncthreads();
#pragma unroll 1
  for (int k = 0; k < warp; ++k) v += sums[k];
  if (thread() < n) out[thread()] = v;
}

__global__ void serial_by_threads(const int* numbers, int* out, int each) {
  int sum = 0;
#pragma unroll 1
  for (int k = 0; k < each; ++k) {
    sum += numbers[thread() * each + k];
    out[thread() * each + k] = sum;
  }
}

__global__ void compaction_by_ballot(const int* numbers, int* out, int n) {
  const int lane = threadIdx.x % 32;
  int count = 0;
#pragma unroll 1
  for (int begin = 0; begin < n; begin += 32) {
    const int i = begin + lane;
    const bool wanted = i < n && numbers[blockIdx.x * n + i] % 3 == 0;
    const unsigned lanes = __ballot_sync(ALL, wanted);
    if (wanted) out[blockIdx.x * n + count + __popc(lanes & ((1u << lane) - 1))] = numbers[blockIdx.x * n + i];
    count += __popc(lanes);
  }
}

__global__ void compaction_by_scan(const int* numbers, int* out, int n) {
  __shared__ int s[128];
  const int v = thread() < n ? numbers[thread()] : 1;
  const bool wanted = v % 2 == 0;
  s[threadIdx.x] = wanted;
  __syncthreads();
#pragma unroll 1
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    const int other = threadIdx.x >= step ? s[threadIdx.x - step] : 0;
    __syncthreads();
    s[threadIdx.x] += other;
    __syncthreads();
  }
  if (wanted) out[blockIdx.x * blockDim.x + s[threadIdx.x] - 1] = v;
}

__global__ void split_by_bit(const int* numbers, int* out, int bit) {
  __shared__ int zeros[128], sorted[128];
  const int v = numbers[thread()];
  const int is_zero = (v >> bit & 1) == 0;
  zeros[threadIdx.x] = is_zero;
  __syncthreads();
#pragma unroll 1
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    const int other = threadIdx.x >= step ? zeros[threadIdx.x - step] : 0;
    __syncthreads();
    zeros[threadIdx.x] += other;
    __syncthreads();
  }
  const int all = zeros[blockDim.x - 1], before = zeros[threadIdx.x] - is_zero;
  sorted[is_zero ? before : all + threadIdx.x - before] = v;
  __syncthreads();
  out[thread()] = sorted[threadIdx.x];
}

__global__ void bitonic(const int* numbers, int* out, int n) {
  __shared__ int s[128];
  s[threadIdx.x] = thread() < n ? numbers[thread()] : 1 << 30;
  __syncthreads();
#pragma unroll 1
  for (unsigned size = 2; size <= blockDim.x; size *= 2) {
#pragma unroll 1
    for (unsigned distance = size / 2; distance > 0; distance /= 2) {
      const unsigned other = threadIdx.x ^ distance;
      if (other > threadIdx.x) {
        const bool ascending = (threadIdx.x & size) == 0;
        const int u = s[threadIdx.x], v = s[other];
        if ((u > v) == ascending) {
          s[threadIdx.x] = v;
          s[other] = u;
        }
      }
      __syncthreads();
    }
  }
  out[thread()] = s[threadIdx.x];
}

__global__ void bitonic_step(int* out, const int* numbers, int distance) {
  const int i = thread(), other = i ^ distance;
  if (other <= i) return;
  const int u = numbers[i], v = numbers[other];
  if ((i & 64) == 0 ? u > v : u < v) {
    out[i] = v;
    out[other] = u;
  }
}

__global__ void odd_even(const int* numbers, int* out, int rounds) {
  __shared__ int s[128];
  s[threadIdx.x] = numbers[thread()];
  __syncthreads();
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    const unsigned left = 2 * threadIdx.x + round % 2;
    if (left + 1 < blockDim.x && s[left] > s[left + 1]) {
      const int v = s[left];
      s[left] = s[left + 1];
      s[left + 1] = v;
    }
    __syncthreads();
  }
  out[thread()] = s[threadIdx.x];
}

__global__ void by_rank(const int* numbers, int* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const int v = numbers[i];
  int rank = 0;
#pragma unroll 1
  for (int k = 0; k < n; ++k) {
    const int other = numbers[k];
    rank += other < v || (other == v && k < i);
  }
  out[rank] = v;
}

__global__ void merge_by_search(const int* offsets, int* out, int n) {
  const int i = thread();
  if (i >= n) return;
  const int v = offsets[i];
  int low = 0, high = n;
#pragma unroll 1
  while (low < high) {
    const int middle = (low + high) / 2;
    if (offsets[5000 + middle] - offsets[5000] < v) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  out[i + low] = v;
}

__global__ void merge_serially(const int* offsets, int* out, int each) {
  const int* left = offsets + thread() * each;
  const int* right = offsets + 3000 + thread() * each;
  const int base = offsets[3000] - 40;
  int i = 0, j = 0;
#pragma unroll 1
  for (int k = 0; k < 2 * each; ++k) {
    if (j >= each || (i < each && left[i] < right[j] - base)) {
      out[2 * thread() * each + k] = left[i++];
    } else {
      out[2 * thread() * each + k] = right[j++];
    }
  }
}

__global__ void insertion_by_threads(const int* numbers, int* out, int each) {
  __shared__ int s[64 * 9];
  int* const own = s + threadIdx.x * 9;
#pragma unroll 1
  for (int k = 0; k < each; ++k) {
    const int v = numbers[thread() * each + k];
    int at = k;
#pragma unroll 1
    for (; at > 0 && own[at - 1] > v; --at) own[at] = own[at - 1];
    own[at] = v;
  }
#pragma unroll 1
  for (int k = 0; k < each; ++k) out[thread() * each + k] = own[k];
}

__global__ void counting(const int* numbers, int* out, int n) {
  __shared__ int count[16];
  if (threadIdx.x < 16) count[threadIdx.x] = 0;
  __syncthreads();
#pragma unroll 1
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&count[numbers[i] % 16], 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    int sum = 0;
#pragma unroll 1
    for (int k = 0; k < 16; ++k) {
      const int c = count[k];
      count[k] = sum;
      sum += c;
    }
  }
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = count[threadIdx.x];
}

List scans_and_sorts() {
  List list;
  const auto add = [&](const char* name, void (*kernel)(const int*, int*, int), const std::vector<Shape>& shapes) {
    list.add(name, shapes, [=](Shape s, Memory m) { kernel<<<s.grid, s.block>>>(m.numbers, m.to<int>(), s.n); });
  };
  const std::vector<Shape> any = {{3, 128, 300}, {2, 50, 90}, {1, 33, 33}};
  const std::vector<Shape> powers = {{3, 128, 300}, {2, 64, 100}, {1, 32, 21}};
  add("hillis_steele", hillis_steele, any);
  add("hillis_steele_in_place", hillis_steele_in_place, any);
  add("blelloch", blelloch, powers);
  add("scan_by_shuffles", scan_by_shuffles, powers);
  add("serial_by_threads", serial_by_threads, {{2, 64, 5}, {1, 50, 7}});
  add("compaction_by_ballot", compaction_by_ballot, {{2, 32, 200}, {1, 32, 77}});
  add("compaction_by_scan", compaction_by_scan, any);
  add("split_by_bit", split_by_bit, {{2, 128, 0}, {1, 50, 3}});
  add("bitonic", bitonic, powers);
  list.add("bitonic_step", {{2, 64, 1}, {2, 64, 8}, {2, 64, 32}},
           [](Shape s, Memory m) { bitonic_step<<<s.grid, s.block>>>(m.to<int>(), m.numbers, s.n); });
  add("odd_even", odd_even, {{1, 128, 20}, {2, 50, 13}});
  add("by_rank", by_rank, {{2, 64, 100}, {1, 50, 43}});
  list.add("merge_by_search", {{2, 64, 120}, {1, 50, 50}},
           [](Shape s, Memory m) { merge_by_search<<<s.grid, s.block>>>(m.offsets, m.to<int>(), s.n); });
  list.add("merge_serially", {{2, 64, 6}, {1, 50, 9}},
           [](Shape s, Memory m) { merge_serially<<<s.grid, s.block>>>(m.offsets, m.to<int>(), s.n); });
  add("insertion_by_threads", insertion_by_threads, {{2, 64, 8}, {1, 50, 6}});
  add("counting", counting, {{1, 64, 500}, {1, 50, 77}});
  return list;
}

}  // namespace

SIMT_STYLE(scans_and_sorts)
