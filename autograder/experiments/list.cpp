#include "experiments/list.hpp"

#include <algorithm>
#include <array>

namespace experiments {
namespace {

constexpr std::array entries{
    Entry{"S1.2", "neighbouring threads on neighbouring words, and on words 513 apart"},
    Entry{"S1.7", "matrix times vector with the rows scrambled over the threads", true},
    Entry{"S1.8", "matrix times vector: a thread per row, rows scrambled, x in shared memory, A and x there"},
    Entry{"S1.10", "what guards cost in matrix times vector with shared memory"},
    Entry{"S2.2", "copies of pinned and pageable memory, and what pinning costs", true},
    Entry{"S2.4", "copies and kernels in chunks that overlap, against the formula", true},
    Entry{"S2.5", "a kernel on pinned host memory, beside copies, in turn and in chunks", true},
    Entry{"S2.7", "constant memory: one word for all lanes, several, and the same from global memory"},
    Entry{"S2.9", "a copy 0 to 32 floats off an aligned address"},
    Entry{"S2.10", "a copy of every s-th float, s from 1 to 32"},
    Entry{"S2.11", "a hot region beside a stream, with and without an access-policy window on the L2", true},
    Entry{"S2.12", "C = AB without tiles, with A's tile, with both"},
    Entry{"S2.13", "C = AAᵀ plain, coalesced, and with the tile padded"},
    Entry{"S2.15", "many small copies and one large one; small copies of pinned and pageable memory", true},
    Entry{"S2.16", "work of the host beside a kernel; a step on the device although it is bad at it", true},
    Entry{"S3.4", "a copy in blocks of 16 × 16: aligned, offset by one, strided"},
    Entry{"S3.5", "transpose: plain, through shared memory, with the tile padded", true, true},
    Entry{"S3.7", "transpose with blocks in Cartesian and in diagonal order, over sizes", true, true},
    Entry{"S3.9", "latencies of the memory spaces, and what a barrier takes", true},
    Entry{"S4.4", "a barrier that waits by a volatile load, by PTX, by an atomic load", true},
    Entry{"S4.5", "a launch and a barrier, over the number of blocks", true},
    Entry{"S4.6", "one launch with barriers against many launches, over blocks and threads", true},
    Entry{"S5.1", "lanes that read words of shared memory 1 to 64 apart"},
    Entry{"S5.2", "characters in shared memory, side by side and each in a word of its own"},
    Entry{"S5.3", "doubles in shared memory, as they are and with their words apart"},
    Entry{"S5.4", "members of structures in shared memory"},
    Entry{"S5.5", "many lanes that read one word of shared memory"},
    Entry{"S5.6", "rows of 1001 floats with and without a pitch"},
    Entry{"assorted", "kernels of every kind, to hold predictions of time against", false, false, false},
    Entry{"calibrate", "constants of this GPU, for its description in simt/devices", true, false, false},
    Entry{"divergence", "lanes of a warp on 1 to 32 paths, and warps on as many"},
    Entry{"fresh", "kernels whose times were predicted before they were measured, a second time", false, false, false},
    Entry{"guards", "what `if (i < n)` costs where it could be left away (S1.10)", true},
    Entry{"peers", "the best references against cudaMemcpy and cuBLAS", true, true},
    Entry{"unseen", "other kernels of every kind, whose times were predicted before they were measured", false, false,
          false},
    Entry{"waits", "how long this GPU makes threads wait where many want the same", true, false, false},
};

}  // namespace

std::span<const Entry> all() { return entries; }

const Entry* find(std::string_view name) {
  const auto* found = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.name == name; });
  return found == entries.end() ? nullptr : found;
}

std::string names() {
  std::string result;
  for (const Entry& entry : entries) result += (result.empty() ? "" : ", ") + std::string(entry.name);
  return result;
}

}  // namespace experiments
