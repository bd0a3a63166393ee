// Where a problem's buffers lie in one piece of lent memory: gap, input, gap, output, gap, and so on for
// every slot. What changes in a gap was written out of bounds.
#pragma once

#include <algorithm>
#include <cstdint>

#include "backends/backend.hpp"

namespace backends {

/// Buffers start where cudaMalloc would start them.
inline constexpr std::int64_t alignment = 512;

class Layout {
 public:
  explicit Layout(const Problem& problem) : problem_(problem) {
    std::int64_t offset = gap();
    for (int buffer = 0; buffer < buffers(); ++buffer) {
      offsets_[buffer] = offset;
      offset += rounded(elements(buffer) * 4) + gap();
    }
    stride_ = offset - gap();  // neighbouring slots share a gap
  }

  int buffers() const { return problem_.operation.input_count + problem_.operation.output_count; }
  std::int64_t elements(int buffer) const { return problem_.operation.elements(problem_.size, buffer); }
  std::int64_t slot_bytes() const { return stride_; }
  std::int64_t bytes() const { return stride_ * problem_.slots + gap(); }
  std::int64_t offset(int slot, int buffer) const { return stride_ * slot + offsets_[buffer]; }

  /// From a buffer's last element to the next buffer (or the region's end).
  std::int64_t gap_start(int slot, int buffer) const { return offset(slot, buffer) + elements(buffer) * 4; }
  std::int64_t gap_end(int slot, int buffer) const {
    return offset(slot, buffer) + rounded(elements(buffer) * 4) + gap();
  }
  /// The gap before the very first buffer.
  std::int64_t gap() const {
    // Wide enough for a block of 32 rows that overruns the matrix; large matrices need not be found out by
    // their whole width.
    return std::clamp(rounded(elements(0) * 4), std::int64_t{64} << 10, std::int64_t{4} << 20);
  }

  void describe(int first, int slots, runner::RunRequest& request) const {
    request.size = problem_.size;
    request.launches = slots;
    request.input_count = problem_.operation.input_count;
    request.output_count = problem_.operation.output_count;
    for (int slot = 0; slot < slots; ++slot) {
      for (int buffer = 0; buffer < buffers(); ++buffer) {
        request.buffers[slot][buffer] = {offset(first + slot, buffer), elements(buffer)};
      }
    }
  }

 private:
  static std::int64_t rounded(std::int64_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

  Problem problem_;
  std::int64_t offsets_[runner::max_buffers_per_launch] = {};
  std::int64_t stride_ = 0;
};

/// Every slot has inputs of its own.
inline std::uint64_t slot_seed(std::uint64_t seed, int slot) {
  return seed ^ (0xa0761d6478bd642fULL * (static_cast<std::uint64_t>(slot) + 1));
}

}  // namespace backends
