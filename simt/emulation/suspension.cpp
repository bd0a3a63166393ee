// A block that waits for other blocks makes room for one of them: its threads and its shared memory are kept.
#include <cstddef>
#include <cstring>

#include "simt/core/threads/numbers.hpp"
#include "simt/emulation/emulation.hpp"

namespace simt::core {

SuspendedBlock Emulation::suspend_block() {
  SuspendedBlock block;
  block.index = simt_thread.block;
  for (const Segment* segment : {&memory_.static_shared(), &memory_.dynamic_shared()}) {
    const auto* const begin = reinterpret_cast<const std::byte*>(segment->base);
    block.shared.insert(block.shared.end(), begin, begin + segment->bytes);
  }
  block.traffic = traffic_.of_block();
  block_.exchange(block.threads);
  checks_.each([&block](auto& check) { check.suspend_block(block); });
  return block;
}

void Emulation::resume_block(SuspendedBlock block) {
  simt_thread.block = block.index;
  const std::byte* from = block.shared.data();
  for (const Segment* segment : {&memory_.static_shared(), &memory_.dynamic_shared()}) {
    if (segment->bytes != 0) std::memcpy(reinterpret_cast<void*>(segment->base), from, segment->bytes);
    from += segment->bytes;
  }
  traffic_.resume_block(block_number(), block.traffic);
  block_.exchange(block.threads);
  checks_.each([&block](auto& check) { check.resume_block(block); });
}

}  // namespace simt::core
