// Cooperative groups: the block, tiles of a warp, coalesced threads, and the grid of a cooperative launch.
#pragma once

#include <new>  // as in CUDA's own header

#include "cuda_runtime.h"

SIMT_FOR_KERNELS_BEGIN

extern "C" void simt_sync_grid() __attribute__((convergent, nomerge));
// Whether the launch is cooperative.
extern "C" int simt_can_sync_grid() __attribute__((const));

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
  SIMT_MEMBER static bool is_valid() { return simt_can_sync_grid() != 0; }
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
  static_assert(Size >= 1 && Size <= 1024 && (Size & (Size - 1)) == 0, "Size must be one of 1/2/4/8/16/32");
  static_assert(Size <= 32 || (Size & (Size - 1)) != 0,
                "the emulator has no tiles of other sizes than 1, 2, 4, 8, 16 and 32 threads");

 public:
  /// Number `rank` of the `count` tiles of its parent.
  SIMT_MEMBER thread_block_tile(unsigned rank, unsigned count) : meta_group_rank_(rank), meta_group_size_(count) {}
  /// One that forgets what its parent was.
  template <class Other>
  SIMT_MEMBER thread_block_tile(const thread_block_tile<Size, Other>& tile)
      : thread_block_tile(tile.meta_group_rank(), tile.meta_group_size()) {}
  SIMT_MEMBER static unsigned mask() { return (~0u >> (32 - Size)) << (simt_lane() & ~(Size - 1)); }
  SIMT_MEMBER static void sync() { __syncwarp(mask()); }
  SIMT_MEMBER static unsigned thread_rank() { return simt_lane() % Size; }
  SIMT_MEMBER static constexpr unsigned size() { return Size; }
  SIMT_MEMBER static constexpr unsigned num_threads() { return Size; }
  SIMT_MEMBER unsigned meta_group_rank() const { return meta_group_rank_; }
  SIMT_MEMBER unsigned meta_group_size() const { return meta_group_size_; }

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
  template <class T>
  SIMT_MEMBER unsigned match_any(T value) const {
    return __match_any_sync(mask(), value) >> (simt_lane() & ~(Size - 1));
  }
  template <class T>
  SIMT_MEMBER unsigned match_all(T value, int& all_equal) const {
    return __match_all_sync(mask(), value, &all_equal) >> (simt_lane() & ~(Size - 1));
  }

 private:
  unsigned meta_group_rank_, meta_group_size_;
};
template <unsigned Size, class Group>
SIMT_MEMBER thread_block_tile<Size, Group> tiled_partition(const Group& parent) {
  return {parent.thread_rank() / Size, (parent.size() + Size - 1) / Size};
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
  /// The value of the thread whose rank is smaller, or larger, by `delta`; the thread's own where there is none.
  template <class T>
  SIMT_MEMBER T shfl_up(T value, unsigned delta) const {
    return shfl(value, static_cast<int>(thread_rank() < delta ? thread_rank() : thread_rank() - delta));
  }
  template <class T>
  SIMT_MEMBER T shfl_down(T value, unsigned delta) const {
    return shfl(value, static_cast<int>(thread_rank() + delta < size() ? thread_rank() + delta : thread_rank()));
  }
  /// Bit i: the vote of the thread of rank i.
  SIMT_MEMBER unsigned ballot(int vote) const { return by_rank(__ballot_sync(mask_, vote)); }
  SIMT_MEMBER int any(int vote) const { return __any_sync(mask_, vote); }
  SIMT_MEMBER int all(int vote) const { return __all_sync(mask_, vote); }
  /// All lanes that called together are one group.
  SIMT_MEMBER static unsigned meta_group_rank() { return 0; }
  SIMT_MEMBER static unsigned meta_group_size() { return 1; }
  /// Bit i: the value of the thread of rank i is this one's.
  template <class T>
  SIMT_MEMBER unsigned match_any(T value) const {
    return by_rank(__match_any_sync(mask_, value));
  }
  /// The same where all values are equal; else 0.
  template <class T>
  SIMT_MEMBER unsigned match_all(T value, int& all_equal) const {
    return by_rank(__match_all_sync(mask_, value, &all_equal));
  }

 private:
  SIMT_MEMBER unsigned by_rank(unsigned chosen) const {
    unsigned result = 0;
    int rank = 0;
    for (unsigned lanes = mask_; lanes != 0; lanes &= lanes - 1, ++rank) {
      result |= (chosen >> (__ffs(static_cast<int>(lanes)) - 1) & 1) << rank;
    }
    return result;
  }

  unsigned mask_;
};
SIMT_MEMBER coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

/// Any of the groups above: the block, or lanes of a warp.
class thread_group {
 public:
  SIMT_MEMBER thread_group(const thread_block&) {}
  template <unsigned Size, class Parent>
  SIMT_MEMBER thread_group(const thread_block_tile<Size, Parent>& tile) : lanes_(tile.mask()) {}
  SIMT_MEMBER thread_group(const coalesced_group& group) : lanes_(group.mask()) {}
  SIMT_MEMBER void sync() const {
    if (lanes_ == 0) {
      __syncthreads();
    } else {
      __syncwarp(lanes_);
    }
  }
  SIMT_MEMBER unsigned size() const {
    return lanes_ == 0 ? thread_block::size() : static_cast<unsigned>(__popc(lanes_));
  }
  SIMT_MEMBER unsigned num_threads() const { return size(); }
  SIMT_MEMBER unsigned thread_rank() const {
    return lanes_ == 0 ? thread_block::thread_rank()
                       : static_cast<unsigned>(__popc(lanes_ & ((1u << simt_lane()) - 1)));
  }
  /// The lanes; 0 for a block.
  SIMT_MEMBER unsigned mask() const { return lanes_; }

 private:
  unsigned lanes_ = 0;
};
/// Parts of `size` threads, which is a power of two up to 32.
SIMT_MEMBER thread_group tiled_partition(const thread_group& parent, unsigned size) {
  const bool is_block = parent.mask() == 0;
  const unsigned first = (is_block ? simt_lane() : parent.thread_rank()) & ~(size - 1);
  unsigned part = 0, rank = 0;
  for (unsigned lanes = is_block ? ~0u : parent.mask(); lanes != 0; lanes &= lanes - 1, ++rank) {
    if (rank - first < size) part |= lanes & ~(lanes - 1);
  }
  return thread_group(coalesced_group(part));
}

template <class Group>
SIMT_MEMBER void sync(const Group& group) {
  group.sync();
}
template <class Group>
SIMT_MEMBER unsigned thread_rank(const Group& group) {
  return static_cast<unsigned>(group.thread_rank());
}
template <class Group>
SIMT_MEMBER unsigned group_size(const Group& group) {
  return static_cast<unsigned>(group.size());
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

template <class T>
struct bit_and {
  T operator()(T a, T b) const { return a & b; }
};
template <class T>
struct bit_or {
  T operator()(T a, T b) const { return a | b; }
};
template <class T>
struct bit_xor {
  T operator()(T a, T b) const { return a ^ b; }
};

/// For a tile or coalesced threads; every thread gets the result.
template <class Group, class T, class Combine>
SIMT_MEMBER T reduce(const Group& group, T value, Combine combine) {
  return simt::reduce(group.mask(), value, combine);
}

/// The same of the threads up to this one, in the order of their ranks, and of the threads before it.
template <class Group, class T, class Combine>
SIMT_MEMBER T inclusive_scan(const Group& group, T value, Combine combine) {
  return simt::scan(group.mask(), value, combine, false);
}
template <class Group, class T>
SIMT_MEMBER T inclusive_scan(const Group& group, T value) {
  return inclusive_scan(group, value, plus<T>());
}
template <class Group, class T, class Combine>
SIMT_MEMBER T exclusive_scan(const Group& group, T value, Combine combine) {
  return simt::scan(group.mask(), value, combine, true);
}
template <class Group, class T>
SIMT_MEMBER T exclusive_scan(const Group& group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups

SIMT_FOR_KERNELS_END

#undef SIMT_MEMBER
