// The statistics of repeated timings.
#pragma once

#include <vector>

namespace grader {

/// A median and how sure it is.
struct MedianEstimate {
  double median = 0;      ///< of the samples, in their unit
  double half_width = 0;  ///< of the 95 % interval, as a share of the median
};

/// The interval is between two order statistics (the sign test inverted; Conover, "Practical Nonparametric
/// Statistics", chapter 3), so it assumes nothing of the distribution. `samples` must not be empty.
MedianEstimate estimate_median(std::vector<double> samples);

/// The smallest value that at least `share` of the samples do not exceed.
double quantile(std::vector<double> samples, double share);

}  // namespace grader
