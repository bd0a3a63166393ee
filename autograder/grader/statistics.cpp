#include "grader/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace grader {

MedianEstimate estimate_median(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const auto n = static_cast<double>(samples.size());
  const auto at = [&](double rank) {  // 1-based, clamped
    const double index = std::clamp(rank - 1, 0.0, n - 1);
    return samples[static_cast<std::size_t>(index)];
  };
  const double median = (at(std::floor((n + 1) / 2)) + at(std::ceil((n + 1) / 2))) / 2;
  // Ranks of the binomial(n, 1/2)'s 95 % interval, normal approximation.
  const double low = at(std::floor(n / 2 - 0.98 * std::sqrt(n)));
  const double high = at(std::ceil(n / 2 + 1 + 0.98 * std::sqrt(n)));
  return {median, (high - low) / 2 / median};
}

double quantile(std::vector<double> samples, double share) {
  std::sort(samples.begin(), samples.end());
  const auto n = static_cast<double>(samples.size());
  const double rank = std::clamp(std::ceil(share * n), 1.0, n);
  return samples[static_cast<std::size_t>(rank) - 1];
}

}  // namespace grader
