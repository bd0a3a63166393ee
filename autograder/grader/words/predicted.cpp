#include "grader/words/predicted.hpp"

#include <fmt/format.h>

#include <cmath>

#include "simt/simt.hpp"

namespace grader {

double two_digits(double value) {
  if (!(value > 0)) return 0;
  const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
  return std::round(value / unit) * unit;
}

std::optional<std::string> why_never_predicted(const course::Lab& lab, const course::Part& part,
                                               const simt::memory::Device& device) {
  if (lab.device_parts > 1) return "this lab is counted for a part of the device";
  if (part.clock == course::Clock::host) return "the host's clock measures it, and the model knows kernels only";
  if (device.timing.is_known()) return std::nullopt;
  return fmt::format(
      "simt/devices/{}.toml has no table [timing]. On such a GPU, `./grade experiment calibrate` measures what it "
      "needs",
      device.name);
}

std::string prediction_sentence(const PredictedSpeed& predicted) {
  std::string sentence = fmt::format("on an {} about {:g} GB/s", predicted.device, two_digits(predicted.gbps.value));
  if (predicted.high.value > 0) {
    sentence += fmt::format(" ({:g}–{:g})", two_digits(predicted.low.value), two_digits(predicted.high.value));
  }
  if (predicted.copy_share > 0) sentence += fmt::format(", {:.0f} % of a copy", 100 * predicted.copy_share);
  sentence += fmt::format("; bound by {}", simt::memory::name_of(predicted.times.bound()));
  if (predicted.line > 0) sentence += fmt::format(", most of it at line {}", predicted.line);
  if (predicted.is_stated) sentence += "; what operations cost there is stated, not measured";
  return sentence;
}

}  // namespace grader
