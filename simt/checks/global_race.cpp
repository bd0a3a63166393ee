#include "simt/checks/global_race.hpp"

#include "simt/core/threads/numbers.hpp"

namespace simt::checks {

using core::Kind;
using core::Segment;
using core::Site;
using core::Strength;

namespace {

// The indices of a linear number.
Indices unpacked(std::uint32_t number, const Indices& size) {
  return {number % size.x, number / size.x % size.y, number / size.x / size.y};
}

memory::Word order_word(const Site& site, std::uintptr_t address) {
  return {address / 4, site.kind == Kind::shared ? core::block_number() + 1 : 0};
}

}  // namespace

// Nothing races in memory that no kernel may write.
void GlobalRace::mapped(const Segment& segment, Content) {
  if (context_.options.find_races && segment.kind == Kind::global && segment.is_writable) {
    races_.watch(segment.base, segment.bytes);
  }
}

bool GlobalRace::wants(Site& site, const Segment& segment) {
  site.raced_words = segment.kind == Kind::global ? races_.words(segment.base) : nullptr;
  return site.raced_words != nullptr;
}

void GlobalRace::check(const Site& site, Access how, std::uintptr_t address) {
  reports_.settle();
  const memory::GlobalAccess access{site.index,      address,          site.bytes,     how == Access::store,
                                    site.is_strong,  site.is_volatile, site.scope,     site.is_read_only,
                                    site.is_rewrite, site.is_data,     site.is_awaited};
  const memory::GlobalRace* const race = races_.access(site.raced_words, site.base, access);
  if (race != nullptr) [[unlikely]]
    report(site, how, address, *race);
}

void GlobalRace::on_compare(const Site& site, std::uintptr_t address) {
  if (site.raced_words == nullptr) return;
  if (const auto load = races_.last_load(site.raced_words[address / 4 - site.base / 4])) reports_.note_compare(*load);
}

void GlobalRace::on_strong(const Site& site, Strength strength, std::uintptr_t address) {
  on_access(site, strength == Strength::load ? Access::load : Access::store, address);
  memory::Order& order = races_.order();
  const memory::Word word = order_word(site, address);
  if (strength != Strength::store) order.strong_load(word, strength == Strength::update);
  if (strength != Strength::load) order.strong_store(word, strength == Strength::update);
}

// A thread that arrives lets other threads know what it did, but learns nothing itself; a thread that sees the phase
// complete learns it. Who is late to look must not learn from arrivals in the next phase: phases with odd numbers are
// kept in the second word of the barrier's eight bytes.
void GlobalRace::on_phase_barrier(const Site& site, Strength strength, std::uintptr_t address, std::uint32_t phase) {
  on_access(site, strength == Strength::load ? Access::load : Access::store, address);
  if (!context_.options.find_races) return;
  const memory::Word word = order_word(site, address + 4 * (phase & 1));
  if (strength == Strength::update) {
    release(site.scope);
    races_.order().arrive(word);
  } else if (strength == Strength::load) {
    races_.order().strong_load(word, false);
    acquire(site.scope);
    complete_handed_over();
  }
}

void GlobalRace::begin_copy(const Site& site, std::uintptr_t from, std::uint32_t bytes, bool is_handed_over) {
  if (!context_.options.find_races) return;
  const memory::Order& order = races_.order();
  races_.copied().begin({from, bytes, order.block(), order.thread(), site.index, is_handed_over});
}

void GlobalRace::complete_copy(std::uintptr_t from) {
  if (order_) races_.copied().complete(from, races_.order().block(), races_.order().thread());
}

void GlobalRace::complete_handed_over() {
  if (order_) races_.copied().complete_handed_over(races_.order().block());
}

void GlobalRace::end_block() {
  if (order_) races_.copied().forget(races_.order().block());
}

void GlobalRace::begin_launch() {
  order_.reset();
  if (context_.options.find_races) races_.begin_launch();
}

void GlobalRace::begin_block() {
  if (!context_.options.find_races) return;
  order_ = std::make_unique<memory::BlockOrder>(core::block_number(), races_.order().time());
  races_.order().begin_turn(*order_, shared_.clocks());
}

void GlobalRace::resume_block(core::SuspendedBlock& block) {
  order_ = std::move(block.order);
  if (order_) races_.order().begin_turn(*order_, shared_.clocks());
}

void GlobalRace::report(const Site& site, Access how, std::uintptr_t address, const memory::GlobalRace& race) {
  core::Reporter& reporter = context_.reporter;
  FindingRecord finding = reporter.describe_access(FindingKind::global_race, how, site.bytes, address, site.pc);
  const Site& other = context_.sites.all()[race.other_site];
  finding.other_pc = reporter.library_offset(other.pc);
  finding.other_block = core::to_index(unpacked(race.other.block, simt_thread.grid_dim));
  finding.other_thread = core::to_index(unpacked(race.other.thread, simt_thread.block_dim));
  finding.missing = race.missing;
  finding.other_stores = race.is_other_store;
  if (race.is_in_flight) {
    finding.detail = Detail::copy_in_flight;
    reporter.report(finding);
  } else {
    reports_.report(finding, {site, other, how, race.is_other_store, address});
  }
}

}  // namespace simt::checks
