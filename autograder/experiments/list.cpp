#include "experiments/list.hpp"

#include <algorithm>
#include <array>

namespace experiments {
namespace {

constexpr std::array entries{
    Entry{"S1.2", "neighbouring threads on neighbouring words, and on words 513 apart"},
    Entry{"S1.7", "matrix times vector with the rows scrambled over the threads", true},
    Entry{"S2.9", "a copy 0 to 32 floats off an aligned address"},
    Entry{"S2.10", "a copy of every s-th float, s from 1 to 32"},
    Entry{"S2.11", "a hot region beside a stream, with and without an access-policy window on the L2", true},
    Entry{"S2.12", "C = AB without tiles, with A's tile, with both"},
    Entry{"S2.13", "C = AAᵀ plain, coalesced, and with the tile padded"},
    Entry{"S3.4", "a copy in blocks of 16 × 16: aligned, offset by one, strided"},
    Entry{"guards", "what `if (i < n)` costs where it could be left away (S1.10)", true},
    Entry{"peers", "the best references against cudaMemcpy and cuBLAS", true, true},
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
