// What instrumented student code calls: before every load and store, for block copies, at barriers and launches.
// The names are those of clang's ThreadSanitizer pass; nothing else of ThreadSanitizer is here.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "simt/core/access/poison.hpp"
#include "simt/core/work_limit.hpp"
#include "simt/emulation/emulation.hpp"

namespace {

using simt::Access;
using simt::core::access_of;
using simt::core::current;
using simt::core::Hint;
using simt::core::in_kernel;
using simt::core::Kind;
using simt::core::Strength;
using simt::core::StrongAccess;
using simt::memory::Scope;

std::uintptr_t number(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

[[gnu::noinline]] void access_of_host(Access access, const void* address, std::size_t bytes, const void* pc) {
  if (auto* const run = current()) run->on_host_access(access, number(address), bytes, number(pc));
  if (simt::core::is_out_of_work()) [[unlikely]]
    simt::core::stop_student_code(number(pc));
}

template <Access access, std::uint8_t bytes, bool is_aligned>
[[gnu::always_inline]] inline void on_access(const void* address, const void* pc) {
  if (in_kernel != nullptr) {
    in_kernel->on_access<access, bytes, is_aligned>(number(address), number(pc));
  } else {
    access_of_host(access, address, bytes, pc);
  }
}

void changed() {
  if (in_kernel != nullptr) in_kernel->note_change();
}

// What a volatile store writes is not known yet: it counts as a change.
void on_strong(const StrongAccess& access, const void* address, const void* pc) {
  if (in_kernel != nullptr) {
    in_kernel->on_strong_access(access, number(address), number(pc));
    if (access.strength == Strength::store) changed();
  } else {
    if (auto* const run = current()) {
      run->note_host_synchronization();
      if (access.strength != Strength::store) run->note_host_look(number(address), access.bytes);
    }
    access_of_host(access_of(access.strength), address, access.bytes, pc);
  }
}

void on_volatile(Strength strength, const void* address, std::uint8_t bytes, bool is_aligned, const void* pc) {
  on_strong({strength, Scope::device, bytes, is_aligned, true}, address, pc);
}

void on_atomic(Strength strength, const volatile void* address, std::uint8_t bytes, const void* pc,
               Scope scope = Scope::device, const void* expected = nullptr, simt::Update update = simt::update_unknown,
               simt::Combination combination = simt::never_combined, bool is_read = true) {
  if (expected != nullptr && bytes >= 4) update = simt::update_compared;
  on_strong({strength, scope, bytes, true, false, expected, update, combination == simt::combined, is_read},
            const_cast<const void*>(address), pc);
}

// A memory order's fences; orders as the compiler numbers them.
void before_atomic(int order) {
  if (in_kernel != nullptr && order >= __ATOMIC_RELEASE) in_kernel->release(Scope::device);
}
void after_atomic(int order) {
  const bool acquires = order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE;
  if (in_kernel != nullptr && acquires) in_kernel->acquire(Scope::device);
}

Scope to_scope(simt::Scope scope) { return scope == simt::scope_block ? Scope::block : Scope::device; }

// A call of memcpy() or the like by its name.
constexpr std::size_t of_a_call = 0;

void on_range(Access access, const void* address, std::size_t bytes, const void* pc,
              std::size_t widest = simt::core::Emulation::widest_access) {
  if (bytes == 0) return;
  if (in_kernel != nullptr) {
    if (widest == of_a_call) widest = in_kernel->widest_of_a_call(number(address));
    in_kernel->on_range(access, number(address), bytes, number(pc), widest);
  } else {
    access_of_host(access, address, bytes, pc);
  }
}

[[gnu::always_inline]] inline void charge_one(const void* pc) {
  simt::core::charge(1);
  if (simt::core::is_out_of_work()) [[unlikely]]
    simt::core::stop_student_code(number(pc));
}

// Host code stays in one round, and so do kernels whose requests are not counted.
[[gnu::noinline]] simt::core::Round* begin_new_round(simt::core::Round* previous, std::uint32_t loop) {
  if (simt_round->next != simt_round) simt_round = in_kernel->begin_new_round(previous, loop);
  return simt_round;
}

// A copy loads and stores in one call. Both pcs are within that call, and differ so that the sites do.
void on_copy(const void* to, const void* from, std::size_t bytes, const char* pc, std::size_t widest = of_a_call) {
  on_range(Access::load, from, bytes, pc - 1, widest);
  on_range(Access::store, to, bytes, pc, widest);
}

/// What a shuffle gives for a lane that did not come. On a GPU it is what a register happens to hold, which is often
/// harmless; a sum, a maximum and a minimum all show that this one was used. Each half is a large float, too.
unsigned long long undefined_value(int lane) {
  const unsigned long long half = lane % 2 == 0 ? 0x6f9e3779 : 0xee9e3779;  // 9.8e28, -2.4e28
  return half << 32 | half;
}

}  // namespace

#define SIMT_CALLER __builtin_return_address(0)

#define SIMT_ACCESS_CALLBACKS(bytes)                                                                                  \
  void __tsan_read##bytes(void* address) { on_access<Access::load, bytes, true>(address, SIMT_CALLER); }              \
  void __tsan_write##bytes(void* address) { on_access<Access::store, bytes, true>(address, SIMT_CALLER); }            \
  void __tsan_unaligned_read##bytes(void* address) { on_access<Access::load, bytes, false>(address, SIMT_CALLER); }   \
  void __tsan_unaligned_write##bytes(void* address) { on_access<Access::store, bytes, false>(address, SIMT_CALLER); } \
  void __tsan_volatile_read##bytes(void* address) { on_volatile(Strength::load, address, bytes, true, SIMT_CALLER); } \
  void __tsan_volatile_write##bytes(void* address) {                                                                  \
    on_volatile(Strength::store, address, bytes, true, SIMT_CALLER);                                                  \
  }                                                                                                                   \
  void __tsan_unaligned_volatile_read##bytes(void* address) {                                                         \
    on_volatile(Strength::load, address, bytes, false, SIMT_CALLER);                                                  \
  }                                                                                                                   \
  void __tsan_unaligned_volatile_write##bytes(void* address) {                                                        \
    on_volatile(Strength::store, address, bytes, false, SIMT_CALLER);                                                 \
  }

// Called by what simt/instrument/read_only.cpp adds.
#define SIMT_READ_ONLY_CALLBACK(bytes)                                             \
  void simt_read_only##bytes(void* address) {                                      \
    if (in_kernel != nullptr) {                                                    \
      in_kernel->on_read_only_access<bytes>(number(address), number(SIMT_CALLER)); \
    } else {                                                                       \
      access_of_host(Access::load, address, bytes, SIMT_CALLER);                   \
    }                                                                              \
  }

// The emulator runs one thread at a time, so the plain operation is atomic already.
#define SIMT_ATOMIC_UPDATE(bits, name, expression)                                                                   \
  std::uint##bits##_t __tsan_atomic##bits##_##name(volatile std::uint##bits##_t* address, std::uint##bits##_t value, \
                                                   int order) {                                                      \
    before_atomic(order);                                                                                            \
    on_atomic(Strength::update, address, bits / 8, SIMT_CALLER);                                                     \
    const std::uint##bits##_t old = *address;                                                                        \
    *address = static_cast<std::uint##bits##_t>(expression);                                                         \
    if (*address != old) changed();                                                                                  \
    after_atomic(order);                                                                                             \
    return old;                                                                                                      \
  }

#define SIMT_ATOMIC_EXCHANGE(bits, name)                                                                      \
  int __tsan_atomic##bits##_compare_exchange_##name(volatile std::uint##bits##_t* address,                    \
                                                    std::uint##bits##_t* expected, std::uint##bits##_t value, \
                                                    int order, int) {                                         \
    before_atomic(order);                                                                                     \
    on_atomic(Strength::update, address, bits / 8, SIMT_CALLER, Scope::device, expected);                     \
    const std::uint##bits##_t old = *address;                                                                 \
    after_atomic(order);                                                                                      \
    if (old == *expected) {                                                                                   \
      *address = value;                                                                                       \
      if (value != old) changed();                                                                            \
      return 1;                                                                                               \
    }                                                                                                         \
    *expected = old;                                                                                          \
    return 0;                                                                                                 \
  }

#define SIMT_ATOMIC_CALLBACKS(bits)                                                                               \
  std::uint##bits##_t __tsan_atomic##bits##_load(const volatile std::uint##bits##_t* address, int order) {        \
    on_atomic(Strength::load, address, bits / 8, SIMT_CALLER);                                                    \
    after_atomic(order);                                                                                          \
    return *address;                                                                                              \
  }                                                                                                               \
  void __tsan_atomic##bits##_store(volatile std::uint##bits##_t* address, std::uint##bits##_t value, int order) { \
    before_atomic(order);                                                                                         \
    on_atomic(Strength::store, address, bits / 8, SIMT_CALLER);                                                   \
    *address = value;                                                                                             \
  }                                                                                                               \
  SIMT_ATOMIC_UPDATE(bits, exchange, value)                                                                       \
  SIMT_ATOMIC_UPDATE(bits, fetch_add, old + value)                                                                \
  SIMT_ATOMIC_UPDATE(bits, fetch_sub, old - value)                                                                \
  SIMT_ATOMIC_UPDATE(bits, fetch_and, (old & value))                                                              \
  SIMT_ATOMIC_UPDATE(bits, fetch_or, old | value)                                                                 \
  SIMT_ATOMIC_UPDATE(bits, fetch_xor, old ^ value)                                                                \
  SIMT_ATOMIC_UPDATE(bits, fetch_nand, ~(old & value))                                                            \
  SIMT_ATOMIC_EXCHANGE(bits, strong)                                                                              \
  SIMT_ATOMIC_EXCHANGE(bits, weak)                                                                                \
  std::uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(volatile std::uint##bits##_t* address,           \
                                                                 std::uint##bits##_t expected,                    \
                                                                 std::uint##bits##_t value, int order, int) {     \
    before_atomic(order);                                                                                         \
    on_atomic(Strength::update, address, bits / 8, SIMT_CALLER, Scope::device, &expected);                        \
    const std::uint##bits##_t old = *address;                                                                     \
    after_atomic(order);                                                                                          \
    if (old == expected) {                                                                                        \
      *address = value;                                                                                           \
      if (value != old) changed();                                                                                \
    }                                                                                                             \
    return old;                                                                                                   \
  }

extern "C" {

// Called by what simt/instrument/rounds.cpp adds.
// Student code has counted the round as work already, and has found `previous->next` by itself where there is one.
simt::core::Round* simt_begin_round(simt::core::Round* previous, std::uint32_t loop) {
  if (simt::core::is_out_of_work()) simt::core::stop_student_code(number(SIMT_CALLER));
  const bool is_first = previous == &simt_no_round;
  auto* const known = is_first ? simt::core::Rounds::find_first(simt_round, loop) : previous->next;
  return known != nullptr ? known : begin_new_round(is_first ? nullptr : previous, loop);
}
void simt_enter_call(std::uint32_t call) {
  charge_one(SIMT_CALLER);
  begin_new_round(nullptr, call);
}
void simt_charge() { charge_one(SIMT_CALLER); }
void simt_stay_forever() { simt::core::stop_student_code(number(SIMT_CALLER), simt::Detail::no_way_out); }
// Called by what simt/instrument/unrolling.cpp adds before a loop that has at least one round and ends when a number
// that grows by `step` has reached a limit.
void simt_look_at_step(long long step) {
  if (step <= 0) simt::core::stop_student_code(number(SIMT_CALLER), simt::Detail::no_step);
}
// Called by what simt/instrument/instructions.cpp adds. What the host carries out does not matter.
void simt_begin_code(simt::core::CountedCode* code) {
  if (in_kernel != nullptr) {
    in_kernel->begin_code(*code);
  } else {
    code->times = 0;
    code->turn = simt_turn;
  }
}
// Called by what simt/instrument/locals.cpp adds.
void simt_fill_local(void* variable, std::uint64_t bytes) { std::memset(variable, simt::core::poison, bytes); }
// Called by what simt/instrument/rewrites.cpp adds.
void simt_rewrites() {
  if (in_kernel != nullptr) in_kernel->note_rewrite();
}
// Called by what simt/instrument/local_bounds.cpp adds: at `offset` of a local variable of `all` bytes.
void simt_outside_local(std::int64_t offset, std::int64_t all, std::int64_t bytes, std::int64_t is_store) {
  if (in_kernel == nullptr) return;
  in_kernel->leave_local(is_store != 0 ? Access::store : Access::load, static_cast<std::uint8_t>(bytes), offset, all,
                         number(SIMT_CALLER));
}
// Called by what simt/instrument/kept_bits.cpp adds.
void simt_keeps_bits(const void* address) {
  if (in_kernel != nullptr) in_kernel->note_kept_bits(number(address));
}
// Called by what simt/instrument/alignment.cpp adds.
void simt_needs_alignment(const void* address, std::int64_t bytes, std::int64_t is_store) {
  if (in_kernel == nullptr) return;
  in_kernel->check_alignment(is_store != 0 ? Access::store : Access::load, static_cast<std::uint8_t>(bytes),
                             number(address), number(SIMT_CALLER));
}
// Called by what simt/instrument/data_loads.cpp adds.
void simt_loads_data() {
  if (in_kernel != nullptr) in_kernel->note_data_load();
}
void simt_awaits_flag() {
  if (in_kernel != nullptr) in_kernel->note_awaited_flag();
}
// Called by what simt/instrument/vectors.cpp adds.
void simt_read_parts(const void* address, std::uint32_t bytes, std::uint32_t used, std::uint32_t part) {
  if (in_kernel != nullptr) {
    in_kernel->on_parts(static_cast<std::uint8_t>(bytes), used, static_cast<std::uint8_t>(part), number(address),
                        number(SIMT_CALLER));
  } else {
    access_of_host(Access::load, address, bytes, SIMT_CALLER);
  }
}

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}

SIMT_ACCESS_CALLBACKS(1)
SIMT_ACCESS_CALLBACKS(2)
SIMT_ACCESS_CALLBACKS(4)
SIMT_ACCESS_CALLBACKS(8)
SIMT_ACCESS_CALLBACKS(16)

SIMT_READ_ONLY_CALLBACK(1)
SIMT_READ_ONLY_CALLBACK(2)
SIMT_READ_ONLY_CALLBACK(4)
SIMT_READ_ONLY_CALLBACK(8)
SIMT_READ_ONLY_CALLBACK(16)

SIMT_ATOMIC_CALLBACKS(8)
SIMT_ATOMIC_CALLBACKS(16)
SIMT_ATOMIC_CALLBACKS(32)
SIMT_ATOMIC_CALLBACKS(64)
void __tsan_atomic_thread_fence(int order) { after_atomic(order), before_atomic(order); }
void __tsan_atomic_signal_fence(int) {}

void __tsan_vptr_read(void** address) { on_access<Access::load, 8, true>(address, SIMT_CALLER); }
void __tsan_vptr_update(void** address, void*) { on_access<Access::store, 8, true>(address, SIMT_CALLER); }
void __tsan_read_range(void* address, std::size_t bytes) { on_range(Access::load, address, bytes, SIMT_CALLER); }
void __tsan_write_range(void* address, std::size_t bytes) { on_range(Access::store, address, bytes, SIMT_CALLER); }

// Which of the two names clang calls depends on its version; the linker's --wrap sends plain calls to the second.
void* __tsan_memcpy(void* to, const void* from, std::size_t bytes) {
  on_copy(to, from, bytes, static_cast<const char*>(SIMT_CALLER));
  return std::memcpy(to, from, bytes);
}
void* __wrap_memcpy(void* to, const void* from, std::size_t bytes) {
  on_copy(to, from, bytes, static_cast<const char*>(SIMT_CALLER));
  return std::memcpy(to, from, bytes);
}
void* __tsan_memmove(void* to, const void* from, std::size_t bytes) {
  on_copy(to, from, bytes, static_cast<const char*>(SIMT_CALLER));
  return std::memmove(to, from, bytes);
}
void* __wrap_memmove(void* to, const void* from, std::size_t bytes) {
  on_copy(to, from, bytes, static_cast<const char*>(SIMT_CALLER));
  return std::memmove(to, from, bytes);
}
void* __tsan_memset(void* to, int value, std::size_t bytes) {
  on_range(Access::store, to, bytes, SIMT_CALLER, of_a_call);
  return std::memset(to, value, bytes);
}
void* __wrap_memset(void* to, int value, std::size_t bytes) {
  on_range(Access::store, to, bytes, SIMT_CALLER, of_a_call);
  return std::memset(to, value, bytes);
}

// Copies and fills of large structures, which nvcc moves in pieces of their alignment (instrument/copies.hpp).
void simt_copy(void* to, const void* from, std::size_t bytes, std::size_t piece) {
  on_copy(to, from, bytes, static_cast<const char*>(SIMT_CALLER), piece);
  std::memmove(to, from, bytes);
}
void simt_fill(void* to, int value, std::size_t bytes, std::size_t piece) {
  on_range(Access::store, to, bytes, SIMT_CALLER, piece);
  std::memset(to, value, bytes);
}

void simt_at_barrier(unsigned long long barriers) {
  if (in_kernel != nullptr) in_kernel->ways_around_barriers().reach(barriers);
}
void simt_past_barrier(unsigned long long barriers) {
  if (in_kernel != nullptr) in_kernel->ways_around_barriers().pass(barriers);
}
void simt_left_barrier(unsigned long long barriers) {
  if (in_kernel != nullptr) in_kernel->ways_around_barriers().leave_loop(barriers);
}
void simt_at_meeting(unsigned long long meetings) {
  if (in_kernel != nullptr) in_kernel->ways_around_meetings().reach(meetings);
}
void simt_past_meeting(unsigned long long meetings) {
  if (in_kernel != nullptr) in_kernel->ways_around_meetings().pass(meetings);
}
void simt_left_meeting(unsigned long long meetings) {
  if (in_kernel != nullptr) in_kernel->ways_around_meetings().leave_loop(meetings);
}

// Outside kernels there is no thread to wait for, and no value to receive from another.
void __syncthreads() {
  if (in_kernel != nullptr) in_kernel->sync_threads(0, number(SIMT_CALLER));
}
unsigned long long simt_sync_and_count(int predicate) {
  return in_kernel != nullptr ? in_kernel->sync_threads(predicate != 0 ? 1 : 0, number(SIMT_CALLER)) : 0;
}
void __syncwarp(unsigned mask) {
  if (in_kernel != nullptr) in_kernel->sync_warp(mask, number(SIMT_CALLER));
}
unsigned simt_exchange(unsigned mask, unsigned long long value, int purpose) {
  if (in_kernel == nullptr) return 0;
  const auto meeting = static_cast<simt::core::Meeting>(static_cast<int>(simt::core::Meeting::exchange) + purpose);
  return in_kernel->exchange(mask, value, meeting, number(SIMT_CALLER));
}
unsigned long long simt_received(unsigned lane) {
  return in_kernel != nullptr ? in_kernel->received_from(lane % 32) : 0;
}
unsigned simt_matches(unsigned came, unsigned long long value) {
  if (in_kernel == nullptr) return 0;
  unsigned matches = 0;
  for (unsigned lanes = came; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    if (in_kernel->received_from(lane) == value) matches |= 1U << lane;
  }
  return matches;
}
unsigned simt_votes(unsigned came) { return simt_matches(came, 1); }
// As CUDA C++ Programming Guide, "Warp Shuffle Functions", has it: the value of a lane that did not come is undefined.
unsigned long long simt_shuffled(int kind, unsigned came, unsigned long long own, int by, int width) {
  if (in_kernel == nullptr) return own;
  const int lane = static_cast<int>(in_kernel->lane()), start = lane & ~(width - 1);
  const int from = kind == 0 ? start + (by & (width - 1)) : kind == 1 ? lane - by : kind == 2 ? lane + by : lane ^ by;
  const bool is_readable = kind == 0 || (kind == 1 ? from >= start : from < start + width);
  if (!is_readable) return in_kernel->received_from(static_cast<unsigned>(lane));
  if ((came >> (from & 31) & 1) == 0) {
    if (kind == 0) in_kernel->miss_lane(static_cast<unsigned>(from & 31), came, number(SIMT_CALLER));
    in_kernel->receive_undefined(static_cast<unsigned>(from & 31), came, number(SIMT_CALLER));
    return undefined_value(from & 31);
  }
  return in_kernel->received_from(static_cast<unsigned>(from & 31));
}
unsigned simt_undefined_received() { return in_kernel != nullptr ? in_kernel->undefined_received() : 0; }
void simt_sends_undefined(unsigned undefined) {
  if (in_kernel != nullptr) in_kernel->send_undefined(undefined);
}
void simt_stores_undefined(unsigned undefined, const void* address) {
  if (undefined != 0 && in_kernel != nullptr)
    in_kernel->store_undefined(undefined, number(address), number(SIMT_CALLER));
}
unsigned long long simt_whole8(unsigned long long word) { return word; }
unsigned __int128 simt_whole16(unsigned __int128 word) { return word; }
unsigned __activemask() { return in_kernel != nullptr ? in_kernel->active_mask(number(SIMT_CALLER)) : 0; }
unsigned simt_lane() { return in_kernel != nullptr ? in_kernel->lane() : 0; }

// A thread that polls plain memory between fences waits just as one that polls volatile memory.
void __threadfence() {
  if (in_kernel != nullptr) in_kernel->fence(Scope::device, number(SIMT_CALLER));
}
void __threadfence_block() {
  if (in_kernel != nullptr) in_kernel->fence(Scope::block, number(SIMT_CALLER));
}
void __nanosleep(unsigned) {
  if (in_kernel != nullptr) in_kernel->nap(number(SIMT_CALLER));
}
void simt_copy_async(void* to, const void* from, unsigned long long bytes, unsigned long long zeros) {
  if (in_kernel != nullptr) in_kernel->copy_async(number(to), number(from), bytes, zeros, number(SIMT_CALLER));
}
void simt_commit_copies() {
  if (in_kernel != nullptr) in_kernel->commit_copies();
}
void simt_wait_for_copies(unsigned long long but_last) {
  if (in_kernel != nullptr) in_kernel->wait_for_copies(but_last);
}
void simt_barrier_init(void* barrier, unsigned expected) {
  if (in_kernel != nullptr) in_kernel->init_barrier(number(barrier), expected, number(SIMT_CALLER));
}
unsigned simt_barrier_arrive(void* barrier, unsigned count, bool drops, simt::Scope scope) {
  if (in_kernel == nullptr) return 0;
  return in_kernel->arrive_at_barrier(number(barrier), count, drops, to_scope(scope), number(SIMT_CALLER));
}
bool simt_barrier_is_past(const void* barrier, unsigned phase, unsigned mask, simt::Scope scope) {
  if (in_kernel == nullptr) return true;
  return in_kernel->is_past_barrier(number(barrier), phase, mask, to_scope(scope), number(SIMT_CALLER));
}
unsigned __isGlobal(const void* address) {
  return in_kernel != nullptr && in_kernel->memory().is_in(Kind::global, address);
}
unsigned __isShared(const void* address) {
  return in_kernel != nullptr && in_kernel->memory().is_in(Kind::shared, address);
}
unsigned __isConstant(const void* address) {
  return in_kernel != nullptr && in_kernel->memory().is_in(Kind::constant, address);
}
void simt_result(unsigned bits) {
  if (in_kernel != nullptr) in_kernel->note_result(bits);
}
void simt_multiply_adds(long long count, const char* caller) {
  if (in_kernel != nullptr) {
    in_kernel->compute(count, number(SIMT_CALLER));
  } else if (simt::core::Emulation* const run = simt::core::current(); run != nullptr) {
    run->on_device_function(caller, number(SIMT_CALLER));
  }
}
long long clock64() { return in_kernel != nullptr ? static_cast<long long>(in_kernel->clock()) : 0; }

unsigned long long simt_begin_update(const void* address, unsigned bytes, simt::Scope scope, simt::Update update,
                                     simt::Combination combination, bool is_read) {
  on_atomic(Strength::update, address, static_cast<std::uint8_t>(bytes), SIMT_CALLER, to_scope(scope), nullptr, update,
            combination, is_read);
  unsigned long long bits = 0;
  std::memcpy(&bits, address, bytes);
  return bits;
}
unsigned long long simt_begin_compare(const void* address, unsigned bytes, unsigned long long expected,
                                      simt::Scope scope) {
  on_atomic(Strength::update, address, static_cast<std::uint8_t>(bytes), SIMT_CALLER, to_scope(scope), &expected);
  unsigned long long bits = 0;
  std::memcpy(&bits, address, bytes);
  return bits;
}
unsigned long long simt_load(const void* address, unsigned bytes, simt::Scope scope) {
  on_atomic(Strength::load, address, static_cast<std::uint8_t>(bytes), SIMT_CALLER, to_scope(scope));
  unsigned long long bits = 0;
  std::memcpy(&bits, address, bytes);
  return bits;
}
void simt_store(void* address, unsigned bytes, unsigned long long bits, simt::Scope scope) {
  on_atomic(Strength::store, address, static_cast<std::uint8_t>(bytes), SIMT_CALLER, to_scope(scope));
  std::memcpy(address, &bits, bytes);
}
void simt_fence_for_host() {
  if (in_kernel != nullptr) in_kernel->fence_for_host();
}
void simt_acquire(simt::Scope scope) {
  if (in_kernel != nullptr) in_kernel->acquire(to_scope(scope));
}
void simt_release(simt::Scope scope) {
  if (in_kernel != nullptr) in_kernel->release(to_scope(scope));
}
void simt_end_update(void* address, unsigned bytes, unsigned long long bits) {
  if (std::memcmp(address, &bits, bytes) == 0) return;
  std::memcpy(address, &bits, bytes);
  changed();
}

void simt_sync_grid() {
  if (in_kernel != nullptr) in_kernel->sync_grid(number(SIMT_CALLER));
}

int simt_can_sync_grid() { return in_kernel != nullptr && in_kernel->can_sync_grid() ? 1 : 0; }

void simt_streaming(const void* address, unsigned bytes, int is_store) {
  const Access access = is_store != 0 ? Access::store : Access::load;
  if (in_kernel != nullptr) in_kernel->hint({access, number(address), bytes, Hint::streaming});
}

void simt_past_l1(const void* address, unsigned bytes) {
  if (in_kernel != nullptr) in_kernel->hint({Access::load, number(address), bytes, Hint::past_l1});
}

void simt_read_argument(const void* argument, unsigned long long bytes) {
  access_of_host(Access::load, argument, bytes, SIMT_CALLER);
}

void simt_call_by_address(const void* function, const void* argument) {
  const std::uintptr_t pc = number(SIMT_CALLER);
  if (auto* const run = current()) return run->on_call_by_address(number(function), number(argument), pc);
  if (!simt::core::may_be_called_at_load(number(function), pc)) simt::core::stop_unnamed_call(pc);
}

void simt_call_of_host(const char* name) {
  if (auto* const run = current()) run->on_call_of_host(name, number(SIMT_CALLER));
}

// simt/instrument/launched.cpp puts the kernel in the place of each call.
const void* simt_kernel_of(const void*) { return nullptr; }

void simt_launch_bounds(unsigned most) {
  if (auto* const run = current()) run->limit_block(most);
}

void simt_launch(const simt::LaunchShape* shape, const simt::Kernel* kernel) {
  if (auto* const run = current()) run->launch(*shape, *kernel, number(SIMT_CALLER));
}

}  // extern "C"
