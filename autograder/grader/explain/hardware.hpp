// Runs one part on this machine's GPU under Nsight Compute, for the counters of its own lines. The code runs without
// the walls that gradings have, which a profiler does not endure: it is for one's own code, and only on request.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "course/lab.hpp"
#include "course/rules.hpp"
#include "grader/explain/source_page.hpp"

namespace grader {

/// What to run there.
struct HardwareRequest {
  std::filesystem::path root;                      ///< the course's folder, absolute
  const course::Lab& lab;                          ///< the lab of the part
  const course::Part& part;                        ///< of `lab`
  course::Size size;                               ///< at which the emulator counted
  std::filesystem::path source;                    ///< the student's file
  std::uint64_t seed = 0;                          ///< of the inputs
  const course::Limits& limits;                    ///< what the compiler may use, and how long the run may take
  std::function<void(std::string_view)> progress;  ///< may be empty
};

/// What the GPU counted.
struct HardwareCounts {
  std::string device;                    ///< "NVIDIA H200"
  std::vector<HardwareTraffic> traffic;  ///< by line
};

/// Throws CannotGrade, with what is missing: a GPU, nvcc, ncu, the right to read counters; or process::Interrupted.
HardwareCounts count_on_gpu(const HardwareRequest& request);

}  // namespace grader
