// Compilers that work beside each other have one limit of time.
#include "grader/pipeline/build.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace grader {
namespace {

using units::Seconds;

TEST(TimeOfCompilers, IsTheSameBesideEachOtherAsOneBehindTheOther) {
  course::Limits limits;
  limits.compile = Seconds{60};
  const OtherCompilers others{std::nullopt, Seconds{20}};
  EXPECT_FALSE(refusal_for_time(others, limits, Seconds{39}));
  const auto refusal = refusal_for_time(others, limits, Seconds{41});
  ASSERT_TRUE(refusal);
  EXPECT_THAT(*refusal, testing::HasSubstr("ran out of time"));
}

// Behind a compiler that has used everything, another one has a second.
TEST(TimeOfCompilers, ASecondIsLeftAtLeast) {
  course::Limits limits;
  limits.compile = Seconds{60};
  EXPECT_FALSE(refusal_for_time({std::nullopt, Seconds{0.9}}, limits, Seconds{60}));
  EXPECT_TRUE(refusal_for_time({std::nullopt, Seconds{1.1}}, limits, Seconds{60}));
}

}  // namespace
}  // namespace grader
