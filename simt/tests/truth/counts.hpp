// The emulator's counters for the kernels whose counters a profiler recorded, under the same names.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "course/lab.hpp"

namespace simt::test {

/// By the names of measurements/record_truth.py: "global_load_requests", "shared_store_conflicts" …
using Counts = std::map<std::string, std::int64_t>;

struct LabelledCounts {
  std::string label;
  Counts counts;
};

/// Every kernel of simt/tests/truth/kernels.cu.
std::vector<LabelledCounts> count_kernels();

/// Every part of a lab's solution at course.toml's simt_performance_size.
std::vector<LabelledCounts> count_solution(const course::Lab& lab);

}  // namespace simt::test
