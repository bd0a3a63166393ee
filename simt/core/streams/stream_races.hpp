// Finds operations of different streams, or of a stream and the host, that use the same memory with nothing to order
// them. Knows which bytes each operation touched, not when: streams.hpp says what is over when another begins.
//
// Bytes are exact. The range from the lowest to the highest address of a kernel would not do: two streams that
// work on the left and the right half of one matrix's columns touch ranges that overlap and no byte in common.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "simt/core/streams/streams.hpp"

namespace simt::core {

/// A set of addresses, built from pieces in any order.
class ByteSet {
 public:
  struct Range {
    std::uintptr_t begin = 0, end = 0;
  };

  void add(std::uintptr_t address, std::size_t bytes) {
    if (bytes == 0) return;
    is_tidy_ = false;
    if (!ranges_.empty() && ranges_.back().end == address) {
      ranges_.back().end += bytes;
    } else {
      append({address, address + bytes});
    }
  }
  /// Takes these bytes out.
  void remove(std::uintptr_t address, std::size_t bytes);
  /// In order, and apart from each other.
  const std::vector<Range>& ranges() const;
  bool is_empty() const { return ranges_.empty(); }
  bool has_any_of(std::uintptr_t address, std::size_t bytes) const;

 private:
  void append(Range range);

  // Sorted and joined when asked for, and when there have come to be many.
  mutable std::vector<Range> ranges_;
  mutable std::size_t tidy_size_ = 0;  // when that was done last
  mutable bool is_tidy_ = true;
};

/// The first byte that is in both.
std::optional<std::uintptr_t> first_common(const ByteSet& a, const ByteSet& b);

/// What one operation touched. Atomic and volatile stores are apart: two of them do not race.
struct Footprint {
  ByteSet loads, stores, strong_stores;
  std::vector<std::uintptr_t> textures;  ///< texture objects that a kernel fetched from
  bool is_persisting = false;            ///< a kernel's accesses make lines of the L2 cache persist
  bool is_allocation = false;            ///< gets the memory
  bool is_fenced_for_host = false;       ///< a kernel that orders what it stores for the host as well
};

struct StreamRace {
  std::uint64_t earlier_pc = 0;  ///< of the operation asked for earlier
  std::uintptr_t address = 0;    ///< of a byte that both use
  bool is_store = false;         ///< the later one writes it
  /// Where the operation just before the later one, in its own stream, wrote, if the later one uses none of these bytes
  /// where it should: a kernel those of a copy, a copy those of a kernel.
  std::uintptr_t own_before = 0;
};

class StreamRaces {
 public:
  /// More operations than these that the host does not know to be over are not remembered: the oldest go.
  static constexpr std::size_t most_remembered = 256;

  /// The races of an operation with earlier ones, at most one with each.
  std::vector<StreamRace> add(const Streams::Issued& operation, Footprint footprint, std::uint64_t pc,
                              const Moment& host, bool is_copy = false);

  /// The race of an access by the host's code, which is at `host`.
  std::optional<StreamRace> host_access(bool is_store, std::uintptr_t address, std::size_t bytes, const Moment& host);

  /// The host's code, at `host`, reads these bytes by an atomic or volatile access. Of an operation that stores there
  /// so, and orders its other stores for the host, the host knows from then on what it has stored: it may read it.
  void host_looks(std::uintptr_t address, std::size_t bytes, const Moment& host);

  /// The call of an operation that is not over at `host` and whose footprint `uses` accepts; nothing when there is
  /// none.
  template <class Uses>
  std::optional<std::uint64_t> call_in_flight(const Uses& uses, const Moment& host) const {
    for (const Use& use : uses_) {
      if (uses(use.footprint) && !use.ticket.is_over_at(host)) return use.pc;
    }
    return std::nullopt;
  }

  /// This memory is reused for something else from now on.
  void forget(std::uintptr_t address, std::size_t bytes);

  bool is_empty() const { return uses_.empty(); }

 private:
  struct Use {
    Ticket ticket;
    Footprint footprint;
    std::uint64_t pc = 0;
    bool is_copy = false;
    bool has_told_host = false;  ///< what it has stored
  };

  std::uintptr_t unused_own_bytes(StreamNumber stream, const Footprint& footprint, bool is_copy, bool is_store) const;
  void forget_what_is_over(const Moment& host);

  std::deque<Use> uses_;
};

}  // namespace simt::core
