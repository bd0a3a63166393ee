// Which words a block has used of which memory: for a run whose result is wrong, where what was never read, or never
// stored, tells more than any single access.
#pragma once

#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simt/checks/observer.hpp"

namespace simt::checks {

/// Words are of four bytes and are counted from the start of their memory: a buffer, an array.
class UsedWords {
 public:
  void note(const Context& context, const core::Site& site, Access access, std::uintptr_t address);

  /// What the block loaded of global and constant memory (HistoryKind::block_loads), stored to the memory at `watched`
  /// (block_stores), and left unread of shared and constant memory (unread), or read of constant memory that no call
  /// wrote (stale). Nothing for memory of which more was used than is kept. `variables_written` are starts of the
  /// library's variables that calls of the host have written.
  std::vector<HistoryRecord> records(const Context& context, std::uintptr_t watched,
                                     const std::set<std::uintptr_t>& variables_written) const;

 private:
  struct Place {  // an instruction, and how often it came by
    std::uintptr_t pc = 0;
    std::int64_t count = 0;
  };
  struct Object {
    std::uintptr_t base = 0;
    std::size_t bytes = 0;
    std::string name;
    core::Kind kind = core::Kind::global;
    std::vector<std::uint32_t> loaded, stored;
    std::vector<Place> loads, stores;
  };

  Object* find(const Context& context, const core::Site& site, std::uintptr_t address);
  static void count(std::vector<Place>& places, std::uintptr_t pc);

  std::deque<Object> objects_;
  std::unordered_map<const core::Site*, Object*> last_;  // of each instruction
};

}  // namespace simt::checks
