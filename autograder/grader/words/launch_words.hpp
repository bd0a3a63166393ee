// Mistakes in how a function launches its kernels, as far as its text tells.
#pragma once

#include <optional>
#include <string_view>

#include "course/metrics.hpp"
#include "grader/result.hpp"
#include "simt/simt.hpp"

namespace grader {

/// What is wrong with the list of a kernel's arguments that cudaLaunchCooperativeKernel or cudaLaunchKernel is given in
/// the function `entry`; without a text where nothing is.
Finding fault_of_arguments(const simt::SourceIndex& source, std::string_view entry);

/// Where one block moves too much of the bytes: the line that computes the number of blocks of the only launch in the
/// part with the function `entry`.
std::optional<Finding> few_blocks(const simt::SourceIndex& source, std::string_view entry,
                                  const course::MetricValues& values, const course::TrafficLimits& limits);

/// A question about how many blocks fit at a time that names the number of blocks of the launch as their threads. Other
/// numbers may give the same answer at all sizes that are checked.
std::optional<Finding> remark_on_occupancy(const simt::SourceIndex& source, std::string_view entry);

/// cudaPeekAtLastError in what `entry` uses, and no call that takes the error away: a later call of the same function
/// finds it again. The grader itself asks for errors between calls, so that its checks do not show that.
std::optional<Finding> remark_on_kept_error(const simt::SourceIndex& source, std::string_view entry);

}  // namespace grader
