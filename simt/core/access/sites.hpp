// A site is one load or store instruction of student code. Finding a site by its address is the emulator's
// hottest path; so is adding one lane's address to the request that the warp's lanes make up together.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <tuple>
#include <vector>

#include "simt/core/access/address_map.hpp"
#include "simt/evidence.hpp"
#include "simt/memory/global_races.hpp"
#include "simt/memory/request.hpp"

namespace simt::core {

/// What an access that other threads may rely on does: an atomic update reads and writes.
enum class Strength : std::uint8_t { load, store, update };

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
  std::uint8_t* written = nullptr;           ///< of its segment: 1 for each byte that was; null where no check needs it
  memory::RacedWord* raced_words = nullptr;  ///< of its segment, when that is global memory watched for races
  bool is_streaming = false;                 ///< by a hint: used once
  bool is_strong = false;                    ///< atomic or volatile,
  memory::Scope scope = memory::Scope::device;  ///< and for which threads

  // Row n holds the n-th execution since the warp's lanes last met, one address per lane.
  std::uint64_t interval = 0;  ///< of `executions`: a number that changes whenever another thread goes on
  std::uint32_t executions = 0;
  std::uint32_t open_rows = 0;
  std::vector<memory::Request> rows;

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
