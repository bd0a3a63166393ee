// Cooperative groups: the block, tiles of a warp, coalesced threads, and the grid of a cooperative launch.
#pragma once

#include "cuda_runtime.h"

extern "C" void simt_sync_grid() __attribute__((convergent, nomerge));

#define SIMT_MEMBER SIMT_ON_CALLERS_LINE

namespace cooperative_groups {

class thread_block {
 public:
  SIMT_MEMBER static void sync() { __syncthreads(); }
  SIMT_MEMBER static unsigned thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  SIMT_MEMBER static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
  SIMT_MEMBER static unsigned num_threads() { return size(); }
  SIMT_MEMBER static dim3 group_index() { return blockIdx; }
  SIMT_MEMBER static dim3 thread_index() { return threadIdx; }
  SIMT_MEMBER static dim3 group_dim() { return blockDim; }
  SIMT_MEMBER static dim3 dim_threads() { return blockDim; }
};
SIMT_MEMBER thread_block this_thread_block() { return {}; }

class grid_group {
 public:
  /// Valid only in a kernel launched with cudaLaunchCooperativeKernel.
  SIMT_MEMBER static void sync() { simt_sync_grid(); }
  SIMT_MEMBER static unsigned long long block_rank() {
    return (blockIdx.z * 1ull * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  SIMT_MEMBER static unsigned long long num_blocks() { return 1ull * gridDim.x * gridDim.y * gridDim.z; }
  SIMT_MEMBER static unsigned long long thread_rank() {
    return block_rank() * thread_block::size() + thread_block::thread_rank();
  }
  SIMT_MEMBER static unsigned long long size() { return num_blocks() * thread_block::size(); }
  SIMT_MEMBER static unsigned long long num_threads() { return size(); }
  SIMT_MEMBER static dim3 group_dim() { return gridDim; }
  SIMT_MEMBER static dim3 dim_blocks() { return gridDim; }
  SIMT_MEMBER static dim3 block_index() { return blockIdx; }
};
SIMT_MEMBER grid_group this_grid() { return {}; }

/// `Size` neighbouring lanes of a warp.
template <unsigned Size, class Parent = void>
class thread_block_tile {
  static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");

 public:
  SIMT_MEMBER static unsigned mask() { return (~0u >> (32 - Size)) << (simt_lane() & ~(Size - 1)); }
  SIMT_MEMBER static void sync() { __syncwarp(mask()); }
  SIMT_MEMBER static unsigned thread_rank() { return simt_lane() % Size; }
  SIMT_MEMBER static constexpr unsigned size() { return Size; }
  SIMT_MEMBER static constexpr unsigned num_threads() { return Size; }
  SIMT_MEMBER static unsigned meta_group_rank() { return thread_block::thread_rank() / Size; }
  SIMT_MEMBER static unsigned meta_group_size() { return (thread_block::size() + Size - 1) / Size; }

  template <class T>
  SIMT_MEMBER T shfl(T value, int source) const {
    return __shfl_sync(mask(), value, source, Size);
  }
  template <class T>
  SIMT_MEMBER T shfl_up(T value, unsigned delta) const {
    return __shfl_up_sync(mask(), value, delta, Size);
  }
  template <class T>
  SIMT_MEMBER T shfl_down(T value, unsigned delta) const {
    return __shfl_down_sync(mask(), value, delta, Size);
  }
  template <class T>
  SIMT_MEMBER T shfl_xor(T value, int lanes) const {
    return __shfl_xor_sync(mask(), value, lanes, Size);
  }
  SIMT_MEMBER unsigned ballot(int vote) const { return __ballot_sync(mask(), vote) >> (simt_lane() & ~(Size - 1)); }
  SIMT_MEMBER int any(int vote) const { return __any_sync(mask(), vote); }
  SIMT_MEMBER int all(int vote) const { return __all_sync(mask(), vote); }
};
template <unsigned Size, class Group>
SIMT_MEMBER thread_block_tile<Size> tiled_partition(const Group&) {
  return {};
}

/// The lanes that called coalesced_threads() together.
class coalesced_group {
 public:
  SIMT_MEMBER explicit coalesced_group(unsigned mask) : mask_(mask) {}
  SIMT_MEMBER unsigned mask() const { return mask_; }
  SIMT_MEMBER void sync() const { __syncwarp(mask_); }
  SIMT_MEMBER unsigned size() const { return static_cast<unsigned>(__popc(mask_)); }
  SIMT_MEMBER unsigned num_threads() const { return size(); }
  SIMT_MEMBER unsigned thread_rank() const { return static_cast<unsigned>(__popc(mask_ & ((1u << simt_lane()) - 1))); }
  template <class T>
  SIMT_MEMBER T shfl(T value, int source) const {
    unsigned lanes = mask_;
    for (; source > 0 && lanes != 0; --source) lanes &= lanes - 1;
    return __shfl_sync(mask_, value, __ffs(static_cast<int>(lanes)) - 1);
  }
  SIMT_MEMBER int any(int vote) const { return __any_sync(mask_, vote); }
  SIMT_MEMBER int all(int vote) const { return __all_sync(mask_, vote); }

 private:
  unsigned mask_;
};
SIMT_MEMBER coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <class Group>
SIMT_MEMBER void sync(const Group& group) {
  group.sync();
}

template <class T>
struct plus {
  T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct less {
  T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
  T operator()(T a, T b) const { return a < b ? b : a; }
};

/// For a tile or coalesced threads; every thread gets the result.
template <class Group, class T, class Combine>
SIMT_MEMBER T reduce(const Group& group, T value, Combine combine) {
  return simt::reduce(group.mask(), value, combine);
}

}  // namespace cooperative_groups

#undef SIMT_MEMBER
