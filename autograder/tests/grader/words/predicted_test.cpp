#include "grader/words/predicted.hpp"

#include <gtest/gtest.h>

namespace grader {
namespace {

PredictedSpeed sample() {
  simt::memory::Prediction times;
  times.seconds = 1;
  times.bound_seconds[static_cast<std::size_t>(simt::memory::Bound::shared)] = 1;
  return {"h200", {1}, {3287}, 0.77, times, 31};
}

TEST(Predicted, SaysHowFastAndWhatBounds) {
  EXPECT_EQ(prediction_sentence(sample()),
            "on an h200 about 3300 GB/s, 77 % of a copy; bound by shared-memory passes, most of it at line 31");
}

TEST(Predicted, SaysNothingThatIsNotKnown) {
  PredictedSpeed predicted = sample();
  predicted.copy_share = 0;
  predicted.line = 0;
  predicted.gbps.value = 0.0123;
  EXPECT_EQ(prediction_sentence(predicted), "on an h200 about 0.012 GB/s; bound by shared-memory passes");
}

TEST(Predicted, TheRangeOfWhatWasMeasuredStandsBesideIt) {
  PredictedSpeed predicted = sample();
  predicted.low.value = 2876;
  predicted.high.value = 3712;
  EXPECT_TRUE(prediction_sentence(predicted).starts_with("on an h200 about 3300 GB/s (2900–3700), 77 % of a copy; "));
}

TEST(Predicted, StatedCostsAreSaidToBe) {
  PredictedSpeed predicted = sample();
  predicted.is_stated = true;
  EXPECT_TRUE(prediction_sentence(predicted).ends_with("; what operations cost there is stated, not measured"));
}

TEST(Predicted, PartsThatTheModelDoesNotKnowAreNamedBeforeTheyRun) {
  course::Lab lab;
  course::Part part;
  simt::memory::Device device;
  EXPECT_TRUE(why_never_predicted(lab, part, device)->starts_with("simt/devices/h200.toml has no table [timing]"));
  device.timing.dram_load_bytes_per_second = 1;
  EXPECT_FALSE(why_never_predicted(lab, part, device));
  part.clock = course::Clock::host;
  EXPECT_TRUE(why_never_predicted(lab, part, device)->starts_with("the host's clock"));
  lab.device_parts = 8;
  EXPECT_EQ(why_never_predicted(lab, part, device), "this lab is counted for a part of the device");
}

}  // namespace
}  // namespace grader
