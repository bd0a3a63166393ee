// Asynchronous copies into shared memory, and barriers in memory.
#include <cstring>

#include "simt/core/threads/numbers.hpp"
#include "simt/core/threads/phase_barrier.hpp"
#include "simt/emulation/emulation.hpp"

namespace simt::core {
namespace {

PhaseBarrier read_barrier(std::uintptr_t address) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, reinterpret_cast<const void*>(address), sizeof(bits));
  return PhaseBarrier(bits);
}

void write_barrier(std::uintptr_t address, const PhaseBarrier& barrier) {
  const std::uint64_t bits = barrier.bits();
  std::memcpy(reinterpret_cast<void*>(address), &bits, sizeof(bits));
}

}  // namespace

// The store is checked twice: a thread that reads the old content must have read it before the copy is asked for, and a
// thread that reads the new content must wait until the copy is complete.
void Emulation::copy_async(std::uintptr_t to, std::uintptr_t from, std::uint64_t bytes, std::uint64_t zeros,
                           std::uintptr_t pc) {
  if ((bytes != 4 && bytes != 8 && bytes != 16) || zeros > bytes) {
    const Refusal size{Detail::async_copy_bytes, {static_cast<std::int64_t>(bytes)}};
    die(reporter_.describe_refusal(FindingKind::unsupported, size, pc), cudaErrorLaunchFailure);
  }
  if (!memory_.is_in(Kind::shared, reinterpret_cast<const void*>(to))) {
    die(reporter_.describe_refusal(FindingKind::unsupported, {Detail::async_copy_target, {}}, pc),
        cudaErrorLaunchFailure);
  }
  if (zeros == 0) {
    on_rare_access(Access::load, static_cast<std::uint8_t>(bytes), true, from, pc);
  } else {
    on_range(Access::load, from, bytes - zeros, pc);
  }
  AsyncCopy copy{to, from, static_cast<std::uint8_t>(bytes), static_cast<std::uint8_t>(bytes - zeros), pc, {}};
  std::memcpy(copy.data.data(), reinterpret_cast<const void*>(from), bytes - zeros);
  const Site& site = locate(Access::store, copy.bytes, true, to, pc);
  checks_.shared_race.foresee_store(site, to);
  checks_.global_race.begin_copy(site, from, copy.read, false);
  async_copies_.add(thread_number(block_.current_number()), copy);
}

void Emulation::wait_for_copies(std::uint64_t but_last) {
  complete_copies(but_last, false);
  checks_.shared_race.complete_handed_over();
  checks_.global_race.complete_handed_over();
}

// The data of a copy that is handed over are there from now on, but no thread may rely on it yet.
void Emulation::complete_copies(std::uint64_t but_last, bool hands_over) {
  while (const auto copy = async_copies_.take(thread_number(block_.current_number()), but_last)) {
    checks_.shared_race.complete_store(copy->to, copy->bytes);
    on_rare_access(Access::store, copy->bytes, true, copy->to, copy->pc);
    std::memcpy(reinterpret_cast<void*>(copy->to), copy->data.data(), copy->bytes);
    checks_.global_race.complete_copy(copy->from);
    note_change();
    if (!hands_over) continue;
    const Site& site = locate(Access::store, copy->bytes, true, copy->to, copy->pc);
    checks_.shared_race.hand_over_store(site, copy->to);
    checks_.global_race.begin_copy(site, copy->from, copy->read, true);
  }
}

void Emulation::init_barrier(std::uintptr_t address, std::uint32_t expected, std::uintptr_t pc) {
  const Site& site = locate(Access::store, sizeof(std::uint64_t), true, address, pc);
  checks_.each([&](auto& check) { check.on_phase_barrier(site, Strength::store, address, 0); });
  write_barrier(address, PhaseBarrier(expected));
  note_change();
}

std::uint32_t Emulation::arrive_at_barrier(std::uintptr_t address, std::uint32_t count, bool drops, memory::Scope scope,
                                           std::uintptr_t pc) {
  complete_copies(0, true);
  const Site& site = locate_strong(Access::store, scope, sizeof(std::uint64_t), true, address, pc);
  let_others_go_on(site, address, pc);
  PhaseBarrier barrier = read_barrier(address);
  const std::uint32_t phase = barrier.phase();
  checks_.each([&](auto& check) { check.on_phase_barrier(site, Strength::update, address, phase); });
  if (drops) barrier.expect_one_less();
  barrier.arrive(count);
  write_barrier(address, barrier);
  note_change();
  return phase;
}

bool Emulation::is_past_barrier(std::uintptr_t address, std::uint32_t phase, std::uint32_t mask, memory::Scope scope,
                                std::uintptr_t pc) {
  const Site& site = locate_strong(Access::load, scope, sizeof(std::uint64_t), true, address, pc);
  let_others_go_on(site, address, pc);
  if (((read_barrier(address).phase() ^ phase) & mask) == 0) return false;
  checks_.each([&](auto& check) { check.on_phase_barrier(site, Strength::load, address, phase); });
  return true;
}

}  // namespace simt::core
