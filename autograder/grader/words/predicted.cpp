#include "grader/words/predicted.hpp"

#include <fmt/format.h>

#include <cmath>

#include "simt/simt.hpp"

namespace grader {
namespace {

/// Two digits: a model knows no more.
double rounded(double value) {
  const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
  return std::round(value / unit) * unit;
}

}  // namespace

std::string prediction_sentence(const PredictedSpeed& predicted) {
  std::string sentence = fmt::format("on an {} about {:g} GB/s", predicted.device, rounded(predicted.gbps.value));
  if (predicted.copy_share > 0) sentence += fmt::format(", {:.0f} % of a copy", 100 * predicted.copy_share);
  sentence += fmt::format("; bound by {}", simt::memory::name_of(predicted.times.bound()));
  if (predicted.line > 0) sentence += fmt::format(", most of it at line {}", predicted.line);
  return sentence;
}

}  // namespace grader
