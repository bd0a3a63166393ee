// Which addresses a kernel may touch, and what each of them is. Not what happens at them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <list>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace simt::core {

/// Literals are read-only and not declared in the source: the compiler's tables, a launch's arguments. Arithmetic that
/// a kernel reports is in no memory, but lanes carry it out together as they access memory.
enum class Kind : std::uint8_t { global, shared, local, constant, literal, arithmetic };
enum class Owner : std::uint8_t { grader, student, library, emulator, host, registered, managed, heap };

struct Segment {
  std::uintptr_t base = 0;
  std::size_t bytes = 0;
  Kind kind = Kind::global;
  bool is_writable = true;
  Owner owner = Owner::emulator;  ///< the grader's was lent, the student's came from cudaMalloc, the host's from
                                  ///< cudaMallocHost, the heap's from malloc in a kernel
  std::string name;               ///< "input 0", for messages
  bool has_values = false;        ///< holds values before the run, although kernels may write it

  std::uintptr_t end() const { return base + bytes; }
  bool contains(std::uintptr_t address, std::size_t size) const {
    return address >= base && size <= bytes && address - base <= bytes - size;
  }
};

/// Memory of the host that kernels may use.
inline bool is_of_host(const Segment& segment) {
  return segment.owner == Owner::host || segment.owner == Owner::registered;
}

class AddressMap {
 public:
  AddressMap() = default;
  AddressMap(const AddressMap&) = delete;
  AddressMap& operator=(const AddressMap&) = delete;

  /// Segments do not overlap and keep their addresses. Empty ones are allowed and contain nothing.
  Segment& add(Segment segment);

  /// Removes the segment of `owner` that starts at `base`.
  void remove(std::uintptr_t base, Owner owner);

  const std::list<Segment>& all() const { return segments_; }
  std::vector<Segment> of(Owner owner) const {
    std::vector<Segment> all;
    std::copy_if(segments_.begin(), segments_.end(), std::back_inserter(all),
                 [owner](const Segment& segment) { return segment.owner == owner; });
    return all;
  }

  /// The segment that holds all of [address, address + size), or null.
  const Segment* find(std::uintptr_t address, std::size_t size) const;

  /// The segment of `owner` that starts at `base`, or null; a segment that ends there does not count.
  const Segment* find_start(std::uintptr_t base, Owner owner) const;

  /// Calls `visit` with each segment that has bytes in [begin, end), in the order of their addresses.
  template <class Visit>
  void each_within(std::uintptr_t begin, std::uintptr_t end, const Visit& visit) const {
    auto at = by_base_.upper_bound(begin);
    // Of those that begin before `begin`, only the last one that is not empty may end behind it.
    while (at != by_base_.begin() && (--at)->second->bytes == 0) continue;
    for (; at != by_base_.end() && at->first < end; ++at) {
      if (begin < at->second->end()) visit(*at->second);
    }
  }

  /// The global, shared or constant segment whose start or end is nearest to `address`, or null.
  const Segment* nearest(std::uintptr_t address) const;

 private:
  // A kernel may allocate thousands of them, and each access to another one looks for it here.
  using ByBase = std::multimap<std::uintptr_t, std::list<Segment>::iterator>;

  std::list<Segment> segments_;  // in the order in which they were added
  ByBase by_base_;
};

/// How far [address, address + size) is past the end (positive) or before the start (negative) of `segment`.
std::int64_t distance_outside(const Segment& segment, std::uintptr_t address, std::size_t size);

}  // namespace simt::core
