// Asynchronous copies that are not complete yet: what they read, or what they write.
#pragma once

#include <cstdint>
#include <map>

namespace simt::memory {

/// One side of a copy: what it reads or what it writes.
struct CopySide {
  std::uint64_t begin = 0;
  std::uint32_t bytes = 0;  ///< at most 16
  std::uint32_t block = 0, thread = 0;
  std::uint32_t site = 0;
  bool is_handed_over = false;  ///< a barrier in memory completes the copy, and not a wait of its thread
};

/// An access while a copy is in flight is ordered neither before the copy nor after it, whatever else orders it.
class CopiesInFlight {
 public:
  bool is_empty() const { return sides_.empty(); }
  void begin(const CopySide& side);
  /// The oldest copy of this thread that begins there is complete.
  void complete(std::uint64_t begin, std::uint32_t block, std::uint32_t thread);
  /// A thread of the block has seen a phase of a barrier end. Which copies belong to this phase is not known: all that
  /// were handed over count as complete.
  void complete_handed_over(std::uint32_t block);
  /// Copies that a block did not wait for end with it.
  void forget(std::uint32_t block);
  void clear();
  /// A copy that has one of these bytes; null if there is none.
  const CopySide* find(std::uint64_t address, std::uint32_t bytes) const;

 private:
  std::multimap<std::uint64_t, CopySide> sides_;  // by their begin
  std::size_t handed_over_ = 0;
};

}  // namespace simt::memory
