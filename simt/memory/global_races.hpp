// Finds data races in global memory: two accesses of one launch that are not ordered (order.hpp), at least one of them
// a store, not both of them atomic or volatile. Two volatile accesses race as well where data are passed on without a
// fence (Order::lacks_release), but not where a loop waits for the value, which is then a flag; or where lanes rely on
// running in step (lockstep.hpp). Strong accesses race with volatile loads of data, by which no thread decides what it
// does next (Order::are_unordered_data). Atomic ones are found, too, where both write back what they have read and
// changed, so that one change may be lost. A race is found even if the results happen to be right.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "simt/memory/copies_in_flight.hpp"
#include "simt/memory/lockstep.hpp"
#include "simt/memory/order.hpp"

namespace simt::memory {

/// The state of four bytes of memory: marks of the last plain store and of two plain loads since; and the number of
/// what is known of its atomic and volatile accesses, two loads and two stores. Two from different blocks are enough: a
/// later unordered access races with at least one of them.
struct RacedWord {
  std::uint32_t store = 0, load = 0, other_load = 0, strong = 0;
};

/// One access to global memory by the running thread.
struct GlobalAccess {
  std::uint32_t site = 0;  ///< the caller's number for the instruction; returned in a race
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  bool is_store = false;
  bool is_strong = false;       ///< atomic or volatile
  bool is_volatile = false;     ///< the latter
  Scope scope = Scope::device;  ///< scope of a strong access
  bool is_read_only = false;    ///< a load by the read-only data cache
  bool is_rewrite = false;      ///< a strong store of a value that the thread made of what it had read there
  bool is_data = false;         ///< a volatile load of a value that no thread decides by
  bool is_awaited = false;      ///< a volatile load of a value that a loop waits for
};

/// The earlier access of a race, and what is missing between the two.
struct GlobalRace {
  AccessTime other;
  std::uint32_t other_site = 0;
  Missing missing = Missing::order;
  bool is_other_store = false;   ///< the earlier access is a store,
  bool is_other_strong = false;  ///< and atomic or volatile
  bool is_in_flight = false;     ///< the earlier access is a load of a copy that is not complete yet
};

/// Memory use: 16 bytes per 4 watched bytes, and at most about 80 MiB for the rest. Accesses that no longer fit are
/// forgotten and count as ordered.
class GlobalRaces {
 public:
  explicit GlobalRaces(Order& order) : order_(order) {}
  Order& order() { return order_; }

  void begin_launch();

  /// Starts watching [base, base + bytes); `forget` stops it.
  void watch(std::uint64_t base, std::size_t bytes);
  void forget(std::uint64_t base) { memory_.erase(base); }
  /// The words of the watched memory that begins at `base`, for access(); null if there is none.
  RacedWord* words(std::uint64_t base) const;

  /// `words` are those of the watched memory that begins at `base` and contains the access. Returns null if there is no
  /// race; else a pointer that is valid until the next call.
  const GlobalRace* access(RacedWord* words, std::uint64_t base, const GlobalAccess& access);

  /// What asynchronous copies read. Until a copy is complete, every store to its source is a race.
  CopiesInFlight& copied() { return copied_; }

  /// The site of the running thread's plain load of this word, if that is the last load of it or the one before.
  std::optional<std::uint32_t> last_load(const RacedWord& word) const;

  /// The share of all words stored that no other block of the launch loads; 0 where nothing was stored.
  double kept_by_blocks() const {
    if (stored_ == 0 || handed_over_ >= stored_) return 0;
    return 1 - static_cast<double>(handed_over_) / static_cast<double>(stored_);
  }

 private:
  // Accesses of one instruction, warp and time, to the same bytes of a word. A mark is the number of a group and a
  // lane.
  struct Group {
    AccessTime first;  // moment of its first lane
    std::uint32_t site = 0;
    std::uint8_t bytes = 0;  // bit i: the word's i-th byte
    bool is_strong = false;
    bool is_volatile = false;
    Scope scope = Scope::device;
    bool is_rewrite = false;
    bool is_data = false;
    bool is_awaited = false;
    bool is_of_many = false;  // several lanes, each with some of the bytes: no race within their own warp
  };
  using Mark = std::uint32_t;
  struct StrongMark {
    Mark mark = 0;
    std::uint32_t sequence = 0;    // Order::sequence
    bool is_after_change = false;  // a load of what another thread had read and changed, in no order before
  };
  struct StrongMarks {
    StrongMark store, other_store, load, other_load;
  };
  static constexpr int lane_bits = 5;
  static constexpr std::uint32_t all_bytes = 0b1111;
  static constexpr std::size_t most_groups = std::size_t{1} << 20;
  static constexpr std::uint32_t last_number = ~std::uint32_t{0} >> lane_bits;
  static constexpr std::size_t most_strong_words = std::size_t{1} << 20;

  // The newest groups of a site.
  struct Newest {
    std::uint64_t interval = 0;
    std::array<Mark, 2 * (all_bytes + 1)>
        groups{};  // by bytes, then by bytes of many lanes; marks with lane 0; 0: no group yet
  };
  struct Freed {
    void operator()(RacedWord* words) const;
  };
  struct Watched {
    std::size_t count = 0;
    std::unique_ptr<RacedWord[], Freed> words;
  };

  Mark mark(const GlobalAccess& access, std::uint32_t bytes, bool is_of_many = false) {
    const bool is_known = access.site < newest_.size() && newest_[access.site].interval == order_.interval();
    const Mark known = is_known ? newest_[access.site].groups[bytes + is_of_many * (all_bytes + 1)] : 0;
    return (known != 0 ? known : new_group(access, bytes, is_of_many)) | order_.lane();
  }
  Mark new_group(const GlobalAccess& access, std::uint32_t bytes, bool is_of_many);
  Mark with_neighbours(Mark earlier, const GlobalAccess& access, std::uint32_t bytes);
  void forget_groups();
  const GlobalRace* check_all(RacedWord* words, std::uint64_t base, const GlobalAccess& access);
  void check(RacedWord& word, Mark now, const GlobalAccess& access, std::uint32_t bytes);
  void check_copied(const GlobalAccess& store);
  void check_partly(RacedWord* words, std::uint64_t first_word, const GlobalAccess& access);
  bool is_over(Mark earlier) const { return earlier >> lane_bits < first_number_; }
  const Group& group(Mark mark) const { return groups_[(mark >> lane_bits) - first_number_]; }
  AccessTime moment(Mark mark) const;
  bool is_ordered(Mark earlier, Mark now) const;
  void check_read_only(const RacedWord& word, std::uint32_t bytes);
  void count_load(const RacedWord& word);
  void blame(Mark earlier, bool is_store, Missing missing);
  void check_plain(Mark earlier, bool is_store, Mark now, const GlobalAccess& access, std::uint32_t bytes);
  void check_strong(const RacedWord& word, Mark now, const GlobalAccess& access, std::uint32_t bytes);
  bool is_own(Mark mark) const;
  bool is_after_change(const StrongMarks& marks, Mark now) const;
  std::optional<Missing> between_strong(const StrongMark& earlier, const GlobalAccess& access) const;
  template <class Kept, class MarkOf>
  void remember(Kept& last, Kept& other, const Kept& now, MarkOf mark_of) const;
  void remember_strong(RacedWord& word, Mark now, const GlobalAccess& access);
  bool has_strong(const RacedWord& word) const { return word.strong >= first_strong_; }

  Order& order_;
  std::uint32_t first_number_ = 1;  // number of groups_[0]
  std::vector<Group> groups_;
  std::vector<Newest> newest_;      // by site
  std::uint32_t first_strong_ = 1;  // number of strong_[0]
  std::vector<StrongMarks> strong_;
  Lockstep lockstep_;
  std::map<std::uint64_t, Watched> memory_;
  CopiesInFlight copied_;
  GlobalRace race_;
  bool is_race_ = false;
  std::int64_t stored_ = 0;       // words, each time
  std::int64_t handed_over_ = 0;  // of them, those that another block loads: once for each store
};

// The fast path: most words are accessed once in a launch.
inline const GlobalRace* GlobalRaces::access(RacedWord* words, std::uint64_t base, const GlobalAccess& access) {
  if (access.bytes != 4 || access.address % 4 != 0) return check_all(words, base, access);
  RacedWord& word = words[access.address / 4 - base / 4];
  const bool is_untouched = is_over(word.store) && is_over(word.load) && is_over(word.other_load) && !has_strong(word);
  if (!is_untouched || access.is_strong) return check_all(words, base, access);
  const Mark now = mark(access, all_bytes);
  stored_ += access.is_store ? 1 : 0;
  word = access.is_store ? RacedWord{now, 0, 0, 0} : RacedWord{0, now, 0, 0};
  return nullptr;
}

}  // namespace simt::memory
