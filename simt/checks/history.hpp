// Where the values of some words came from, by kernels and by calls of the host: for a run that is repeated because its
// result is wrong. Reports nothing by itself.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "simt/checks/observer.hpp"
#include "simt/checks/used_words.hpp"

namespace simt::checks {

/// Follows the stores to RunOptions::watched. A value is followed back to the loads of its thread: of each instruction
/// that loaded, since the thread stored to watched memory last, the first and the last address. Which of them the value
/// was made of is not known, only that nothing else was loaded. A word that was itself stored in this launch, such as
/// one of shared memory, is followed to its store.
class History final : public Observer {
 public:
  explicit History(const Context& context);

  bool wants(core::Site&, const core::Segment&) override { return is_on_; }
  void on_access(const core::Site& site, Access access, std::uintptr_t address) override {
    if (is_on_) [[unlikely]]
      note(site, access, address);
  }
  void reached_strong(const core::Site& site, Access access, std::uintptr_t address) override {
    on_access(site, access, address);
  }
  void host_wrote(std::uintptr_t address, std::size_t bytes) override;
  void block_barrier() override;
  void begin_block() override;
  void suspend_block(core::SuspendedBlock& block) override;
  void resume_block(core::SuspendedBlock& block) override;
  void end_launch() override;

  bool is_on() const { return is_on_; }
  /// The launch that begins now.
  void note_launch(std::uintptr_t pc, const Indices& grid, const Indices& block);
  std::vector<HistoryRecord> take();

 private:
  struct Loads {
    const core::Site* site = nullptr;
    std::int64_t count = 0;
    std::uintptr_t first = 0, last = 0;
  };
  struct Trail {  // of a thread
    std::vector<Loads> loads;
    std::int64_t stores = 0;        // to watched memory
    std::uintptr_t last_store = 0;  // the address of the last one
  };
  struct Store {
    std::uintptr_t pc = 0;
    Index3 thread;
  };
  struct State {  // of a block
    std::vector<Trail> trails;
    std::unordered_map<std::uintptr_t, Store> shared_words;
    UsedWords used;
    Index3 index;
    bool is_running = false;
    bool has_stored = false;  // to watched memory
  };
  using BlockKey = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
  struct GlobalStore {
    std::uintptr_t pc = 0;
    std::uint32_t launch = 0;
    std::uint32_t block = 0, thread = 0;  // their numbers in the grid, in the block
    bool is_read = false;                 // since that store,
    bool was_read = false;                // or after an earlier one
    bool is_strong = false;               // an atomic or volatile store: a message, which may concern no other thread
  };

  void note(const core::Site& site, Access access, std::uintptr_t address);
  void add_forgotten(std::vector<HistoryRecord>& all) const;
  void add_unread(std::vector<HistoryRecord>& all) const;
  void note_global_load(const core::Site& site, std::uintptr_t address);
  void note_lent_load(const core::Site& site, std::uintptr_t address);
  void note_global_store(const core::Site& site, std::uintptr_t address);
  /// The running block has ended.
  void finish_block();
  void note_load(Trail& trail, const core::Site& site, std::uintptr_t address) const;
  void note_store(Trail& trail, const core::Site& site, std::uintptr_t address);
  /// How far the store of a thread is from the one before.
  void note_step(std::int64_t bytes);
  void note_watched_store(const Trail& trail, const core::Site& site, std::uintptr_t address);
  void note_host_store(std::uintptr_t address, std::size_t bytes);
  void describe(const Loads& loads, LoadedWords& words) const;
  bool is_watched_memory(std::uintptr_t address) const;

  Context context_;
  bool is_on_ = false;
  State block_;
  std::map<BlockKey, State> suspended_;
  std::unordered_map<std::uintptr_t, Store> global_words_;  // of this launch
  HistoryRecord launch_;
  bool has_other_steps_ = false;  // in this launch
  std::vector<HistoryRecord> launches_;
  std::vector<HistoryRecord> words_;                             // one for each of `watched`
  std::map<std::uintptr_t, HistoryRecord> store_sites_;          // by pc
  std::unordered_map<std::uintptr_t, GlobalStore> last_stores_;  // of all launches
  std::set<std::uintptr_t> variables_written_;                   // by calls of the host, by base
  std::map<std::uintptr_t, std::int64_t> lost_;                  // by pc
  struct Repeated {                                              // stores after those of another block
    std::int64_t count = 0, in_block = 0;
    std::uintptr_t address = 0;
    Index3 block, first_block;
  };
  struct Reads {  // of memory that was lent
    const core::Segment* segment = nullptr;
    std::vector<bool> words;
    std::uintptr_t highest = 0, pc = 0;  // that was loaded, and where
  };
  std::vector<Reads> reads_;
  std::map<std::uintptr_t, Repeated> repeated_;     // by pc
  std::vector<std::vector<HistoryRecord>> blocks_;  // one for each of `watched`: of the block that stored it
};

}  // namespace simt::checks
