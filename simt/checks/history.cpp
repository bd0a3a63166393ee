#include "simt/checks/history.hpp"

#include <algorithm>
#include <utility>

#include "simt/core/threads/numbers.hpp"
#include "simt/include/simt/thread.h"

namespace simt::checks {

using core::Kind;
using core::Segment;
using core::Site;

namespace {

// More would be no clearer, and the record is sent.
constexpr std::size_t most_loads = std::size(HistoryRecord{}.loaded);
// A run of a part checks at most a few million elements.
constexpr std::size_t most_words = std::size_t{1} << 22;

}  // namespace

History::History(const Context& context) : context_(context) {
  for (const std::uintptr_t word : context.options.watched) {
    if (word == 0) break;
    const auto number = static_cast<std::uint32_t>(words_.size());
    words_.emplace_back().watched = number;
  }
  is_on_ = !words_.empty();
  blocks_.resize(words_.size());
}

bool History::is_watched_memory(std::uintptr_t address) const {
  const Segment* const segment = context_.memory.addresses().find(address, 1);
  return segment != nullptr &&
         std::any_of(context_.options.watched.begin(), context_.options.watched.end(),
                     [&](std::uintptr_t word) { return word != 0 && segment->contains(word, 1); });
}

void History::note_launch(std::uintptr_t pc, const Indices& grid, const Indices& block) {
  if (!is_on_) return;
  launch_ = {};
  has_other_steps_ = false;
  launch_.kind = HistoryKind::launch;
  launch_.pc = context_.reporter.library_offset(pc);
  launch_.grid = core::to_index(grid);
  launch_.block_size = core::to_index(block);
  launch_.threads = std::int64_t{grid.x} * grid.y * grid.z * block.x * block.y * block.z;
  launch_.launch = static_cast<std::uint32_t>(launches_.size()) + 1;
  global_words_.clear();
}

void History::end_launch() {
  finish_block();
  if (is_on_) launches_.push_back(launch_);
  suspended_.clear();
}

void History::finish_block() {
  if (!std::exchange(block_.is_running, false)) return;
  if (!block_.has_stored && launch_.idle_blocks++ == 0) launch_.other_block = block_.index;
  const auto is_this = [&](const Index3& other) {
    return other.x == block_.index.x && other.y == block_.index.y && other.z == block_.index.z;
  };
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const HistoryRecord& word = words_[i];
    if (word.launch != launch_.launch || !is_this(word.block)) continue;
    blocks_[i] = block_.used.records(context_, context_.options.watched[i], variables_written_);
    for (HistoryRecord& record : blocks_[i]) record.watched = static_cast<std::uint32_t>(i);
  }
}

void History::begin_block() {
  if (!is_on_) return;
  finish_block();
  block_.trails.assign(core::most_threads_of_block, {});
  block_.shared_words.clear();
  block_.used = {};
  block_.index = core::to_index(simt_thread.block);
  block_.is_running = true;
  block_.has_stored = false;
}

void History::suspend_block(core::SuspendedBlock& block) {
  if (is_on_) suspended_[{block.index.x, block.index.y, block.index.z}] = std::exchange(block_, {});
}

void History::resume_block(core::SuspendedBlock& block) {
  if (!is_on_) return;
  finish_block();
  block_ = std::move(suspended_[{block.index.x, block.index.y, block.index.z}]);
}

// `bytes` says how much of the word the call wrote.
void History::host_wrote(std::uintptr_t address, std::size_t bytes) {
  if (!is_on_) return;
  if (const core::LibraryVariable* const variable = context_.memory.variable_at(address)) {
    variables_written_.insert(variable->base);
  }
  if (is_watched_memory(address)) note_host_store(address, bytes);
  for (HistoryRecord& word : words_) {
    const std::uintptr_t begin = std::max(address, context_.options.watched[word.watched]);
    const std::uintptr_t end = std::min(address + bytes, context_.options.watched[word.watched] + 4);
    if (begin >= end) continue;
    ++word.count;
    word.pc = context_.reporter.library_offset(context_.reporter.calling_instruction());
    word.other_pc = 0;
    word.launch = 0;
    word.loads = 0;
    word.bytes = static_cast<std::uint8_t>(end - begin);
  }
}

// A call's range, in words of four bytes.
void History::note_host_store(std::uintptr_t address, std::size_t bytes) {
  constexpr std::uint8_t word_bytes = 4;
  const std::uintptr_t pc = context_.reporter.calling_instruction();
  const FindingRecord seen =
      context_.reporter.describe_access(FindingKind::out_of_bounds, Access::store, word_bytes, address, pc);
  const std::int64_t first = seen.offset / word_bytes;
  const std::int64_t last = (seen.offset + static_cast<std::int64_t>(bytes) - 1) / word_bytes;
  HistoryRecord& at_site = store_sites_[pc];
  if (at_site.count++ == 0) {
    at_site.kind = HistoryKind::stores;
    at_site.pc = seen.pc;
    at_site.bytes = word_bytes;
    at_site.first = first;
    at_site.last = last;
    core::copy_text(at_site.name, seen.name);
  }
  at_site.first = std::min(at_site.first, first);
  at_site.last = std::max(at_site.last, last);
}

// The threads that have ended come to no barrier any more.
void History::block_barrier() {
  if (!is_on_) return;
  const auto threads = static_cast<std::uint32_t>(launch_.block_size.x * launch_.block_size.y * launch_.block_size.z);
  std::vector<bool> is_under_way(threads);
  const core::Thread* waiting = nullptr;
  for (std::uint32_t warp = 0; warp * 32 < threads; ++warp) {
    context_.block.each_lane_under_way(warp, [&](const core::Thread& thread) {
      is_under_way[static_cast<std::size_t>(&thread - &context_.block.thread(0))] = true;
      waiting = &thread;
    });
  }
  const auto ended = std::find(is_under_way.begin(), is_under_way.end(), false);
  if (waiting == nullptr || ended == is_under_way.end()) return;
  if (launch_.ended == 0) {
    launch_.other_pc = context_.reporter.library_offset(waiting->barrier_pc);
    launch_.block = core::to_index(simt_thread.block);
    launch_.thread =
        core::to_index(context_.block.thread(static_cast<std::uint32_t>(ended - is_under_way.begin())).index);
  }
  launch_.ended += std::count(is_under_way.begin(), is_under_way.end(), false);
}

void History::note(const Site& site, Access access, std::uintptr_t address) {
  Trail& trail = block_.trails[context_.block.current_number()];
  block_.used.note(context_, site, access, address);
  if (site.kind == Kind::global && access != Access::store) note_global_load(site, address);
  if (site.kind == Kind::global && access != Access::load) {
    ++launch_.stores;
    note_global_store(site, address);
  }
  if (access != Access::store) note_load(trail, site, address);
  if (access != Access::load) note_store(trail, site, address);
}

void History::note_global_load(const Site& site, std::uintptr_t address) {
  note_lent_load(site, address);
  for (std::uintptr_t word = address / 4; word * 4 < address + site.bytes; ++word) {
    const auto stored = last_stores_.find(word);
    if (stored != last_stores_.end()) stored->second.is_read = stored->second.was_read = true;
  }
}

void History::note_lent_load(const Site& site, std::uintptr_t address) {
  auto reads = std::find_if(reads_.begin(), reads_.end(),
                            [&](const Reads& one) { return one.segment->contains(address, site.bytes); });
  if (reads == reads_.end()) {
    const Segment* const segment = context_.memory.addresses().find(address, site.bytes);
    const bool is_input = segment != nullptr && segment->owner == core::Owner::grader && !segment->is_writable;
    if (!is_input || segment->bytes / 4 > most_words) return;
    reads_.push_back({segment, std::vector<bool>(segment->bytes / 4)});
    reads = reads_.end() - 1;
  }
  const std::uintptr_t first = (address - reads->segment->base) / 4;
  for (std::uintptr_t word = first; word * 4 < address - reads->segment->base + site.bytes; ++word) {
    if (word < reads->words.size()) reads->words[word] = true;
  }
  if (reads->pc == 0 || address > reads->highest) {
    reads->highest = address;
    reads->pc = site.pc;
  }
}

void History::note_global_store(const Site& site, std::uintptr_t address) {
  for (std::uintptr_t word = address / 4; word * 4 < address + site.bytes && last_stores_.size() < most_words; ++word) {
    GlobalStore& last = last_stores_[word];
    if (last.pc != 0 && last.launch != launch_.launch && !last.is_read) ++lost_[last.pc];
    const std::uint32_t block = core::block_number();
    if (last.pc != 0 && last.launch == launch_.launch && last.block != block && !last.is_read) {
      Repeated& repeated = repeated_[site.pc];
      if (repeated.count++ == 0) {
        const Index3 grid = launch_.grid;
        repeated.address = word * 4;
        repeated.block = core::to_index(simt_thread.block);
        repeated.first_block = {last.block % grid.x, last.block / grid.x % grid.y, last.block / grid.x / grid.y};
      }
    }
    const std::uint32_t thread = context_.block.current_number();
    const bool is_same_block = last.pc != 0 && last.launch == launch_.launch && last.block == block;
    if (is_same_block && last.thread != thread && !last.is_read) ++repeated_[site.pc].in_block;
    last = {site.pc, launch_.launch, block, thread, false, last.was_read, site.is_strong};
  }
}

void History::note_load(Trail& trail, const Site& site, std::uintptr_t address) const {
  if (site.kind != Kind::global && site.kind != Kind::shared && site.kind != Kind::constant) return;
  const auto known =
      std::find_if(trail.loads.begin(), trail.loads.end(), [&](const Loads& one) { return one.site == &site; });
  if (known != trail.loads.end()) {
    ++known->count;
    known->last = address;
    return;
  }
  if (trail.loads.size() == most_loads) trail.loads.erase(trail.loads.begin());
  trail.loads.push_back({&site, 1, address, address});
}

void History::note_store(Trail& trail, const Site& site, std::uintptr_t address) {
  const Store store{site.pc, core::to_index(simt_thread.thread)};
  if (site.kind == Kind::shared) {
    for (std::uintptr_t word = address / 4; word * 4 < address + site.bytes; ++word) block_.shared_words[word] = store;
    // What was loaded for shared memory is not what is stored to global memory later. Loops that are unrolled load
    // several words before they store them.
    while (!trail.loads.empty() && trail.loads.back().site->kind == Kind::global) trail.loads.pop_back();
    return;
  }
  if (site.kind != Kind::global) return;
  for (std::uintptr_t word = address / 4; word * 4 < address + site.bytes && global_words_.size() < most_words;
       ++word) {
    global_words_[word] = store;
  }
  if (!is_watched_memory(address)) return;
  if (++trail.stores == 1) {
    ++launch_.count;
  } else {
    note_step(static_cast<std::int64_t>(address) - static_cast<std::int64_t>(trail.last_store));
  }
  trail.last_store = address;
  if (!std::exchange(block_.has_stored, true)) ++launch_.storing_blocks;
  launch_.most_stores = std::max(launch_.most_stores, trail.stores);
  launch_.last_thread = std::max<std::int64_t>(launch_.last_thread, context_.block.current_number());
  note_watched_store(trail, site, address);
  trail.loads.clear();
}

void History::note_step(std::int64_t bytes) {
  if (has_other_steps_) return;
  has_other_steps_ = launch_.step != 0 && launch_.step != bytes;
  launch_.step = has_other_steps_ ? 0 : bytes;
}

void History::note_watched_store(const Trail& trail, const Site& site, std::uintptr_t address) {
  HistoryRecord& at_site = store_sites_[site.pc];
  const FindingRecord seen =
      context_.reporter.describe_access(FindingKind::out_of_bounds, Access::store, site.bytes, address, site.pc);
  const std::int64_t element = seen.offset / site.bytes;
  if (at_site.count++ == 0) {
    at_site.kind = HistoryKind::stores;
    at_site.pc = seen.pc;
    at_site.bytes = site.bytes;
    at_site.launch = launch_.launch;
    at_site.first = at_site.last = element;
    core::copy_text(at_site.name, seen.name);
  }
  at_site.first = std::min(at_site.first, element);
  at_site.last = std::max(at_site.last, element);
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if (context_.options.watched[i] - address >= site.bytes) continue;
    HistoryRecord& word = words_[i];
    const auto same = [](const Index3& a, const Index3& b) { return a.x == b.x && a.y == b.y && a.z == b.z; };
    const bool is_other = word.count != 0 && !(same(word.block, seen.block) && same(word.thread, seen.thread));
    if (is_other) {
      word.other_pc = word.pc;
      word.other_block = word.block;
      word.other_thread = word.thread;
    }
    ++word.count;
    word.pc = seen.pc;
    word.block = seen.block;
    word.thread = seen.thread;
    word.launch = launch_.launch;
    word.bytes = site.bytes;
    word.loads = 0;
    for (const Loads& loads : trail.loads) describe(loads, word.loaded[word.loads++]);
  }
}

void History::describe(const Loads& loads, LoadedWords& words) const {
  const Site& site = *loads.site;
  const FindingRecord first =
      context_.reporter.describe_access(FindingKind::out_of_bounds, Access::load, site.bytes, loads.first, site.pc);
  const FindingRecord last =
      context_.reporter.describe_access(FindingKind::out_of_bounds, Access::load, site.bytes, loads.last, site.pc);
  words = {};
  words.pc = first.pc;
  words.bytes = site.bytes;
  words.memory = first.memory;
  words.count = loads.count;
  words.first = first.offset / site.bytes;
  words.last = last.offset / site.bytes;
  core::copy_text(words.name, first.name);
  const auto& known = site.kind == Kind::shared ? block_.shared_words : global_words_;
  const auto stored = known.find(loads.first / 4);
  if (stored == known.end()) return;
  words.stored_pc = context_.reporter.library_offset(stored->second.pc);
  words.stored_by = stored->second.thread;
}

void History::add_forgotten(std::vector<HistoryRecord>& all) const {
  std::map<std::uintptr_t, HistoryRecord> variables;  // by base
  for (const auto& [word, store] : last_stores_) {
    const core::LibraryVariable* const variable = context_.memory.variable_at(word * 4);
    if (variable == nullptr) continue;
    HistoryRecord& record = variables[variable->base];
    ++record.total;
    if (store.was_read || store.is_strong) continue;
    const auto element = static_cast<std::int64_t>((word * 4 - variable->base) / 4);
    if (record.count++ == 0) {
      record.kind = HistoryKind::forgotten;
      record.other_pc = context_.reporter.library_offset(store.pc);
      record.first = record.last = element;
      core::copy_text(record.name, variable->name);
    }
    record.first = std::min(record.first, element);
    record.last = std::max(record.last, element);
  }
  for (const auto& [base, record] : variables) {
    if (record.count != 0) all.push_back(record);
  }
}

void History::add_unread(std::vector<HistoryRecord>& all) const {
  for (const Reads& reads : reads_) {
    const auto unread = std::find(reads.words.begin(), reads.words.end(), false);
    if (unread == reads.words.begin() || unread == reads.words.end() ||
        std::find(unread, reads.words.end(), true) != reads.words.end())
      continue;
    HistoryRecord& record = all.emplace_back();
    record.kind = HistoryKind::last_words_unread;
    record.pc = context_.reporter.library_offset(reads.pc);
    record.first = unread - reads.words.begin();
    record.total = static_cast<std::int64_t>(reads.words.size());
    record.last = record.total - 1;
    record.count = record.total - record.first;
    core::copy_text(record.name, reads.segment->name);
  }
}

std::vector<HistoryRecord> History::take() {
  if (!is_on_) return {};
  std::vector<HistoryRecord> all = words_;
  all.insert(all.end(), launches_.begin(), launches_.end());
  for (const auto& [pc, site] : store_sites_) {
    all.push_back(site);
    const auto lost = lost_.find(pc);
    if (lost != lost_.end()) all.back().lost = lost->second;
    const auto repeated = repeated_.find(pc);
    if (repeated == repeated_.end() || repeated->second.count == 0 || !is_watched_memory(repeated->second.address))
      continue;
    const Segment* const segment = context_.memory.addresses().find(repeated->second.address, 1);
    all.back().repeated = repeated->second.count;
    all.back().repeated_in_block = repeated->second.in_block;
    all.back().repeated_at = static_cast<std::int64_t>((repeated->second.address - segment->base) / 4);
    all.back().block = repeated->second.block;
    all.back().other_block = repeated->second.first_block;
  }
  for (const auto& block : blocks_) all.insert(all.end(), block.begin(), block.end());
  add_forgotten(all);
  add_unread(all);
  return all;
}

}  // namespace simt::checks
