// Copies into shared memory that threads have issued and not waited for yet.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>

namespace simt::core {

/// One copy of 4, 8 or 16 bytes. The source is read when the copy is issued, and stored when it is waited for: between
/// the two, hardware may do either at any time.
struct AsyncCopy {
  std::uintptr_t to = 0, from = 0;
  std::uint8_t bytes = 0;
  std::uint8_t read = 0;  ///< bytes of the source; zeros follow
  std::uintptr_t pc = 0;  ///< of the call that issued it
  std::array<std::byte, 16> data{};
};

class AsyncCopies {
 public:
  /// `thread` is any number that no other thread of the launch has.
  void add(std::uint64_t thread, const AsyncCopy& copy) { threads_[thread].copies.push_back(copy); }
  /// The copies issued since the last call are one batch, even if it is empty.
  void commit(std::uint64_t thread);
  /// The oldest copy of all batches but the last `but_last`; nothing when there is none.
  std::optional<AsyncCopy> take(std::uint64_t thread, std::uint64_t but_last);
  /// Those of threads from `first` to before `last` are never waited for.
  void drop(std::uint64_t first, std::uint64_t last) {
    threads_.erase(threads_.lower_bound(first), threads_.lower_bound(last));
  }
  void clear() { threads_.clear(); }

 private:
  struct OfThread {
    std::deque<AsyncCopy> copies;
    std::deque<std::size_t> batches;  ///< how many copies each has; those behind the last are in none yet
  };
  std::map<std::uint64_t, OfThread> threads_;
};

}  // namespace simt::core
