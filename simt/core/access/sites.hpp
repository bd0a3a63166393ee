// A site is one load, store or atomic instruction of student code. Finding a site by its address is the emulator's
// hottest path; so is adding one lane's address to the request that the warp's lanes make up together.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <tuple>
#include <vector>

#include "simt/core/access/address_map.hpp"
#include "simt/core/threads/rounds.hpp"
#include "simt/evidence.hpp"
#include "simt/memory/global_races.hpp"
#include "simt/memory/request.hpp"
#include "simt/memory/shared.hpp"

namespace simt::core {

/// What an access that other threads may rely on does: an atomic update reads and writes.
enum class Strength : std::uint8_t { load, store, update };

/// As what such an access is counted.
constexpr Access access_of(Strength strength) {
  if (strength == Strength::update) return Access::atomic;
  return strength == Strength::load ? Access::load : Access::store;
}

struct Site;

/// One request as far as its lanes have come: an access of one site in one round.
struct Row {
  memory::Request request;
  Round* round = nullptr;  ///< null when the request has been counted
  // The round's row that was opened next.
  Site* next_site = nullptr;
  std::uint32_t next = 0;
};

struct Site {
  std::uintptr_t pc = 0;  ///< the instruction after the callback's call
  // The segment it touched last, so that one comparison decides whether the next address is allowed too.
  std::uintptr_t base = 0;
  std::uintptr_t room = 0;        ///< how many offsets from `base` are allowed,
  std::uintptr_t quick_room = 0;  ///< and allowed with nothing to do but counting

  Kind kind = Kind::global;
  Access access = Access::load;
  std::uint8_t bytes = 0;
  bool is_of_host = false;  ///< global memory that is the host's
  bool is_counted = false;
  bool is_raced = false;
  memory::SharedUse shared_use = memory::SharedUse::load;
  std::uint8_t* written = nullptr;           ///< of its segment: 1 for each byte that was; null where no check needs it
  memory::RacedWord* raced_words = nullptr;  ///< of its segment, when that is global memory watched for races
  bool is_combined = false;                  ///< one lane updates for all
  bool is_read = true;                       ///< of an update: something uses the old value
  bool is_streaming = false;                 ///< by a hint: used once
  bool is_past_l1 = false;                   ///< by a hint: does not use the L1
  bool is_strong = false;                    ///< atomic or volatile,
  bool is_volatile = false;                  ///< the latter,
  bool is_read_only = false;                 ///< a load by the read-only data cache
  bool is_rewrite = false;                   ///< which stores what the thread made of the value it had read there,
  bool is_data = false;                      ///< or which loads a value that no thread decides by,
  bool is_awaited = false;                   ///< or one that a loop waits for,
  memory::Scope scope = memory::Scope::device;  ///< and for which threads
  bool is_of_copy = false;                      ///< one of the pieces of a copy or a fill
  bool is_read_before_compare = false;          ///< a thread compared what it loaded here by atomicCAS

  // The first `rows_used` rows; those that are not counted yet are open. Behind them is one more, of no round. A lane
  // finds its row where the lanes before it have found theirs: behind the row that it was in last.
  std::uint64_t interval = 0;  ///< of `expected`: a number that changes whenever another thread goes on
  Row* expected = nullptr;     ///< the row where the running lane is expected next
  std::uint32_t rows_used = 0;
  std::uint32_t open_rows = 0;
  std::vector<Row> rows = std::vector<Row>(1);

  std::uint32_t index = 0;
  SiteTraffic traffic;
};

/// As evidence names it; global for an access that is not counted.
Space to_space(Kind kind);

class Sites {
 public:
  /// The site that `pc` was last; may be another pc's, never null.
  Site* guess(std::uintptr_t pc) { return slots_[slot(pc)]; }

  /// The site of these properties, which `guess(pc)` then gives; made when it is new.
  Site& find(std::uintptr_t pc, Access access, Kind kind, bool is_of_host, std::uint8_t bytes);

  /// Segments have come or gone.
  void forget_segments();

  std::deque<Site>& all() { return sites_; }

 private:
  static constexpr std::size_t slots = 4096;
  // Calls are five bytes on x86-64: neighbours differ in low bits.
  static std::size_t slot(std::uintptr_t pc) { return (pc ^ pc >> 12) % slots; }

  Site none_;  // no instruction has its pc
  std::array<Site*, slots> slots_ = [this] {
    std::array<Site*, slots> all;
    all.fill(&none_);
    return all;
  }();
  std::deque<Site> sites_;
  std::map<std::tuple<std::uintptr_t, Access, Kind, bool, std::uint8_t>, Site*> by_properties_;
};

}  // namespace simt::core
