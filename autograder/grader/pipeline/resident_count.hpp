// Does a part that keeps all blocks on the device refuse exactly what does not fit?
#pragma once

#include <cstdint>
#include <vector>

#include "grader/pipeline/part_state.hpp"
#include "grader/pipeline/session.hpp"
#include "simt/simt.hpp"

namespace grader {

/// Devices with fewer multiprocessors than `device`, and other limits for each of them; `seed` chooses how many. On
/// one of them a thread has many registers; on one, blocks with so much shared memory are limited by it.
std::vector<simt::memory::Device> smaller_devices(const simt::memory::Device& device, std::uint64_t seed,
                                                  std::int64_t shared_bytes_per_block, bool knows_registers);

/// In the emulator, of each part that is right so far and must refuse what does not fit: it is asked for one block more
/// than other devices hold. The process of the library ends: no variable keeps what holds for another device.
void check_resident_counts(const Context& context, Session& session, std::vector<PartState>& parts);

}  // namespace grader
