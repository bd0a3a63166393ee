// How much student code may do before it is stopped: counted in what it does, not in time, so that the same program is
// stopped at the same place on every machine.
//
// One unit is a round of a loop, a call of a function that calls itself, or a memory access. What costs the emulator
// more counts for more of them: see below.
#pragma once

#include <cstdint>

#include "simt/evidence.hpp"

extern "C" {
/// Units that are left. What simt/instrument puts into student code counts them down, and so does the emulator.
extern std::int64_t simt_work_left;
}

namespace simt::core {

// In proportion to what each costs the emulator, where a round of a loop takes some 3 ns.
inline constexpr std::int64_t work_of_an_access = 4;   ///< of host code, or of a thread of which races are looked for
inline constexpr std::int64_t work_of_a_request = 16;  ///< accesses of a warp that are counted as one
inline constexpr std::int64_t work_of_a_turn = 16;     ///< a thread starts, or goes on after it waited
inline constexpr std::int64_t work_of_a_call = 128;    ///< of the CUDA runtime
inline constexpr std::int64_t work_of_an_allocation = 1024;  ///< in a kernel: malloc, free, new or delete
inline constexpr std::int64_t work_of_an_operation = 8192;   ///< a launch, or a copy
inline constexpr std::int64_t bytes_per_unit = 256;          ///< of copies and fills

/// What host code may still do after a kernel of its was stopped.
inline constexpr std::int64_t share_for_the_end = 8;

inline void charge(std::int64_t units) { simt_work_left -= units; }
inline bool is_out_of_work() { return simt_work_left < 0; }

/// Student code at `pc`, the instruction after a call, has done as much as it may, or is in a loop that it cannot leave
/// (Detail::no_way_out, no_step). Returns only where nothing limits it.
void stop_student_code(std::uintptr_t pc, Detail why = Detail::none);

/// Host code of a graded program calls a function by its address that it may not use, or is about to. Returns where
/// nothing limits what a program does.
void stop_unnamed_call(std::uintptr_t pc);

/// Units of the limit in force.
std::int64_t work_limit();
/// Student code starts anew.
void refill_work();
/// A kernel was stopped: its host code may go on for a while.
void refill_work_for_the_end();

}  // namespace simt::core
