#include "grader/words/metric_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace grader {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const course::Metric& metric(course::MetricKey key) { return key.metric(); }

TEST(MetricWords, ValuesAndLimitsHaveTheirUnits) {
  EXPECT_EQ(value_text(metric("traffic_vs_minimum"), 1.056), "1.06 ×");
  EXPECT_EQ(limit_text(metric("traffic_vs_minimum"), 1.1), "1.1 ×");
  EXPECT_EQ(value_text(metric("conflict_share"), 0.968), "97 %");
  EXPECT_EQ(limit_text(metric("conflict_share"), 0.01), "1 %");
  EXPECT_EQ(value_text(metric("constant_wavefronts"), 15.62), "15.6");
  EXPECT_EQ(limit_text(metric("constant_wavefronts"), 1), "1");
  EXPECT_EQ(value_text(metric("copies"), 11), "11");
  EXPECT_EQ(limit_text(metric("copies"), 11), "11");
}

// A placeholder that is misspelt in the table throws here.
TEST(MetricWords, EverySentenceOfTheTableCanBeFilled) {
  for (const course::Metric& row : course::metrics) {
    for (const std::string_view sentence : {row.explained, row.too_much, row.too_little}) {
      if (sentence.empty()) continue;
      const std::string text = metric_sentence(row, sentence, 0.5, {0.25, "cause", "pattern"});
      EXPECT_THAT(text, AllOf(HasSubstr(value_text(row, 0.5)), Not(HasSubstr("{")))) << row.key;
    }
    EXPECT_THAT(metric_sentence(row, row.too_much, 0.5, {0.25}), HasSubstr(value_text(row, 0.25))) << row.key;
  }
}

}  // namespace
}  // namespace grader
