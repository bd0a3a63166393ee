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

}  // namespace
}  // namespace grader
