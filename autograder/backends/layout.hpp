// The places of a problem's buffers in lent memory, one piece on the device and one on the host: gap, input, gap,
// output, gap, and so on for every slot. What changes in a gap was written out of bounds.
#pragma once

#include <algorithm>
#include <cstdint>

#include "backends/backend.hpp"

namespace backends {

/// Buffers start where cudaMalloc would start them.
inline constexpr std::int64_t alignment = 512;

/// Where each buffer of each slot is in the lent memory, in bytes, with gaps of poison between them.
class Layout {
 public:
  explicit Layout(const Problem& problem) : problem_(problem) {
    for (const course::Place place : {course::Place::device, course::Place::host}) {
      std::int64_t offset = gap();
      for (int buffer = 0; buffer < buffers(); ++buffer) {
        if (this->place(buffer) != place) continue;
        offsets_[buffer] = offset;
        offset += rounded(elements(buffer) * 4) + gap();
      }
      stride(place) = offset - gap();  // neighbouring slots share a gap
    }
  }

  /// How many buffers one slot has: inputs, outputs, scratch.
  int buffers() const { return problem_.operation.buffers(); }
  /// In which memory a buffer is.
  course::Place place(int buffer) const { return problem_.operation.place(buffer); }
  /// How many 32-bit elements a buffer has.
  std::int64_t elements(int buffer) const { return problem_.operation.elements(problem_.size, buffer); }
  /// Of all slots at that place; 0 when it has no buffer.
  std::int64_t bytes(course::Place place) const {
    return stride(place) == 0 ? 0 : stride(place) * problem_.slots + gap();
  }
  /// From the start of its place's memory.
  std::int64_t offset(int slot, int buffer) const { return stride(place(buffer)) * slot + offsets_[buffer]; }

  /// From a buffer's last element to the next buffer (or the end of the memory).
  std::int64_t gap_start(int slot, int buffer) const { return offset(slot, buffer) + elements(buffer) * 4; }
  /// Where the gap ends that begins at `gap_start`, in bytes.
  std::int64_t gap_end(int slot, int buffer) const {
    return offset(slot, buffer) + rounded(elements(buffer) * 4) + gap();
  }
  /// The gap before the very first buffer of a place.
  std::int64_t gap() const {
    // Wide enough for a block of 32 rows that overruns the matrix; large matrices need not be found out by
    // their whole width.
    return std::clamp(rounded(elements(0) * 4), std::int64_t{64} << 10, std::int64_t{4} << 20);
  }

  /// Fills size, counts and ranges of a request for slots [first, first + slots).
  void describe(int first, int slots, runner::RunRequest& request) const {
    request.size = problem_.size;
    request.launches = slots;
    request.input_count = problem_.operation.input_count;
    request.output_count = problem_.operation.output_count;
    request.scratch_count = problem_.operation.scratch_count;
    for (int slot = 0; slot < slots; ++slot) {
      for (int buffer = 0; buffer < buffers(); ++buffer) {
        request.buffers[slot][buffer] = {place(buffer), offset(first + slot, buffer), elements(buffer)};
      }
    }
  }

 private:
  static std::int64_t rounded(std::int64_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }
  std::int64_t& stride(course::Place place) { return strides_[static_cast<int>(place)]; }
  std::int64_t stride(course::Place place) const { return strides_[static_cast<int>(place)]; }

  Problem problem_;
  std::int64_t offsets_[runner::max_buffers_per_launch] = {};
  std::int64_t strides_[course::places] = {};  // from a slot to the next
};

/// Every slot has inputs of its own.
inline std::uint64_t slot_seed(std::uint64_t seed, int slot) {
  return seed ^ (0xa0761d6478bd642fULL * (static_cast<std::uint64_t>(slot) + 1));
}

}  // namespace backends
