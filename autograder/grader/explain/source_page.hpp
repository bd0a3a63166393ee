// What Nsight Compute prints of a program's source: counters of each instruction, below the line that it belongs to.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "grader/result.hpp"

namespace grader {

/// What the GPU's own counters say of one kind of access at one line, all launches together.
struct HardwareTraffic {
  int line = 0;                   ///< of the student's file
  Space space = Space::global;    ///< global or shared
  Access op = Access::load;       ///< what is done there
  std::int64_t instructions = 0;  ///< of a warp; those that no lane took part in, too
  std::int64_t sectors = 0;       ///< of 32 bytes (global only)
  std::int64_t wavefronts = 0;    ///< of shared memory (shared only)

  friend bool operator==(const HardwareTraffic&, const HardwareTraffic&) = default;
};

/// Metrics that the page must have, as `ncu --metrics` names them.
inline constexpr std::string_view source_page_metrics =
    "inst_executed,memory_l2_theoretical_sectors_global,memory_l1_wavefronts_shared";

/// `page`: the output of `ncu --page source --csv --print-source cuda,sass`. Lines of files of other names than
/// `file_name` are left out, such as those of CUDA's headers. Sorted by line, space and kind of access.
std::vector<HardwareTraffic> read_source_page(std::string_view page, std::string_view file_name);

}  // namespace grader
