// Loads of memory that no thread has written: global memory here; shared memory as shared_race.hpp sees it.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "simt/checks/observer.hpp"
#include "simt/memory/shared_races.hpp"

namespace simt::checks {

class Uninitialized final : public Observer {
 public:
  explicit Uninitialized(const Context& context) : context_(context) {}

  void mapped(const core::Segment& segment, Content content) override;
  void unmapped(std::uintptr_t base) override { written_.erase(base); }
  void host_wrote(std::uintptr_t address, std::size_t bytes) override;
  bool wants(core::Site& site, const core::Segment& segment) override;
  void on_access(const core::Site& site, Access access, std::uintptr_t address) override {
    if (site.written != nullptr) check(site, access, address);
  }
  void on_strong(const core::Site& site, core::Strength strength, std::uintptr_t address) override;
  void on_phase_barrier(const core::Site& site, core::Strength strength, std::uintptr_t address,
                        std::uint32_t /*phase*/) override {
    on_strong(site, strength, address);
  }

  /// Loads at `address` are for the bits around those that a thread stores there, until another address is named.
  void note_kept_bits(std::uintptr_t address) { kept_bits_ = address; }
  /// A load of a shared word that no thread of the block has written. `races` knows what they have written.
  void report_shared(const core::Site& site, std::uintptr_t address, const memory::SharedRaces& races);
  /// Takes over what an earlier run knew of this memory.
  void adopt(Uninitialized& earlier, const core::Segment& segment);

 private:
  /// The last call of the host that wrote to a piece of memory, and how much of it.
  struct HostWrite {
    std::uint64_t pc = 0;
    std::int64_t bytes = 0;
  };
  static constexpr int most_calls_looked_up = 64;  // each takes a walk over the stack; a copy of rows is one call a row

  static constexpr std::size_t most_shared_looked_up = 64;  // instructions; of each the first finding is kept
  static constexpr int most_memories_looked_up = 64;        // each is read to its end

  void check(const core::Site& site, Access access, std::uintptr_t address);
  void describe_stores(FindingRecord& finding, std::uintptr_t address, const memory::SharedRaces& races) const;
  std::uint8_t* written_bytes(const core::Segment& segment);

  Context context_;
  std::map<std::uintptr_t, HostWrite> host_writes_;  // by the segment's base
  std::uintptr_t kept_bits_ = 0;
  int calls_looked_up_ = 0;
  int memories_looked_up_ = 0;
  std::set<std::uintptr_t> shared_looked_up_;                    // by instruction
  std::map<std::uintptr_t, std::vector<std::uint8_t>> written_;  // by the segment's base: 1 for each byte written
};

}  // namespace simt::checks
