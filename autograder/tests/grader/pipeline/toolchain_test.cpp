#include "grader/pipeline/toolchain.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "grader/errors.hpp"
#include "simt/simt.hpp"

namespace grader {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::filesystem::path root = COURSE_ROOT;

TEST(ChooseToolchain, FollowsTheRulesOfTheDeviceAskedFor) {
  const Toolchain chosen = choose_toolchain(root, {.device = "gtx280", .must_count = true});
  ASSERT_TRUE(chosen.backend);
  EXPECT_TRUE(chosen.kind->abilities.counts);
  EXPECT_EQ(chosen.backend->abilities().device.value().name, std::string("gtx280"));
  EXPECT_EQ(chosen.note, "");
  EXPECT_THROW(choose_toolchain(root, {.device = "no such chip", .must_count = true}), simt::UnknownDevice);
}

TEST(ChooseToolchain, RefusesANamedBackendThatLacksTheAbility) {
  for (const backends::Registration& kind : backends::all()) {
    BackendChoice choice{.name = std::string(kind.name)};
    choice.must_count = !kind.abilities.counts;
    choice.must_time = !kind.abilities.times;
    if (!choice.must_count && !choice.must_time) continue;
    try {
      choose_toolchain(root, choice);
      ADD_FAILURE() << kind.name;
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(), AllOf(HasSubstr(choice.name), HasSubstr("--backend")));
    }
  }
}

TEST(ChooseToolchain, SaysWhyAPreferredBackendIsNotTheOneChosen) {
  const Toolchain chosen = choose_toolchain(root, {});
  const std::vector<Toolchain> here = toolchains(root);
  std::string missing;
  for (const Toolchain& each : here) {
    if (each.kind == chosen.kind) break;
    EXPECT_FALSE(each.backend);
    missing += each.note;
  }
  EXPECT_EQ(chosen.note, missing);
}

}  // namespace
}  // namespace grader
