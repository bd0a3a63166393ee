#include "backends/registry.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <string>

#include "backends/backend.hpp"

namespace backends {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Setup setup() { return {COURSE_ROOT, std::filesystem::path(COURSE_BUILD) / "bin", "h200"}; }

TEST(Registry, FindsEveryBackendByItsOwnName) {
  std::set<std::string_view> names{"auto"};  // means none of them
  for (const Registration& each : all()) {
    EXPECT_TRUE(names.insert(each.name).second) << each.name;
    EXPECT_EQ(find(each.name), &each);
    EXPECT_TRUE(each.abilities.times || each.abilities.counts) << each.name << " cannot grade";
  }
  EXPECT_EQ(find("no such backend"), nullptr);
}

TEST(Registry, ABackendHasTheAbilitiesThatItIsRegisteredWith) {
  for (const Registration& each : all()) {
    std::unique_ptr<Backend> backend;
    try {
      backend = each.make(setup());
    } catch (const CannotGrade&) {
      continue;  // not on this machine
    }
    const Abilities abilities = backend->abilities();
    EXPECT_EQ(backend->name(), each.name);
    EXPECT_EQ(abilities.times, each.abilities.times) << each.name;
    EXPECT_EQ(abilities.counts, each.abilities.counts) << each.name;
    EXPECT_EQ(abilities.device.has_value(), abilities.counts) << each.name;
  }
}

class WithoutPrograms : public ::testing::Test {
 protected:
  WithoutPrograms() { ::setenv("PATH", "/nonexistent", 1); }
  ~WithoutPrograms() override { ::setenv("PATH", path_.c_str(), 1); }

 private:
  std::string path_ = std::getenv("PATH");
};

TEST_F(WithoutPrograms, TheEmulatorSaysThatItHasNoCompilerAndHowToGetIt) {
  try {
    find("simt")->make(setup());
    FAIL();
  } catch (const CannotGrade& error) {
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("clang++"), HasSubstr("PATH has no clang++"), HasSubstr("install clang")));
  }
}

}  // namespace
}  // namespace backends
