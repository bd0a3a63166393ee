// The map is law: what cmake/include_map.txt does not allow, no file includes and no target links.
#include "include_map.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace structure {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string contents(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  EXPECT_TRUE(in) << file;
  return text.str();
}

IncludeMap the_map() { return IncludeMap::parse(contents(COURSE_ROOT "/cmake/include_map.txt")); }

TEST(IncludeMap, EveryIncludeIsAllowed) {
  const IncludeMap map = the_map();
  const std::vector<Include> includes = includes_of(COURSE_ROOT, map);
  EXPECT_GT(includes.size(), 500U) << "the sources were not found";
  for (const std::string& sentence : forbidden_includes(map, includes)) ADD_FAILURE() << sentence;
}

TEST(IncludeMap, TargetsLinkWhatTheyIncludeAndNothingElse) {
  const IncludeMap map = the_map();
  const std::vector<Target> targets = read_targets(contents(COURSE_BUILD "/targets.txt"));
  EXPECT_GT(targets.size(), 30U);
  for (const std::string& sentence : wrong_links(map, includes_of(COURSE_ROOT, map), targets))
    ADD_FAILURE() << sentence;
}

TEST(IncludeMap, IsInTheReadmeOfTheAutograder) {
  const std::string map = "```\n" + contents(COURSE_ROOT "/cmake/include_map.txt") + "```";
  const std::string readme = contents(COURSE_ROOT "/autograder/README.md");
  EXPECT_NE(readme.find(map), std::string::npos)
      << "copy cmake/include_map.txt into autograder/README.md, between the first lines of ```";
}

constexpr char small_map[] = "low  what is below\nhigh  what is above  → low\nhigh/tests  → high/*, low\n";

TEST(IncludeMap, AnIncludeUpwardsIsNamedByFileLineAndFolders) {
  EXPECT_THAT(forbidden_includes(IncludeMap::parse(small_map), {{"low/a.cpp", 7, "high/b.hpp"}}),
              ElementsAre("low/a.cpp:7: includes high/b.hpp, but cmake/include_map.txt does not allow low → high"));
  EXPECT_THAT(forbidden_includes(IncludeMap::parse(small_map), {{"high/a.cpp", 7, "low/b.hpp"}}), IsEmpty());
}

TEST(IncludeMap, NoProductFileIncludesATestsFile) {
  EXPECT_THAT(forbidden_includes(IncludeMap::parse(small_map), {{"high/a.cpp", 1, "high/tests/b.hpp"}}),
              ElementsAre(HasSubstr("high → high/tests")));
  EXPECT_THAT(forbidden_includes(IncludeMap::parse(small_map), {{"high/tests/a.cpp", 1, "high/b.hpp"}}), IsEmpty());
}

TEST(IncludeMap, AFolderThatIsNotOnTheMapIsNamed) {
  EXPECT_THAT(forbidden_includes(IncludeMap::parse(small_map), {{"new/a.cpp", 1, "low/b.hpp"}}),
              ElementsAre(HasSubstr("new/a.cpp: no line")));
}

TEST(IncludeMap, OutsidersIncludeThePublicHeaderOnly) {
  const IncludeMap map = IncludeMap::parse(std::string(small_map) + "public low: low/low.hpp\n");
  EXPECT_THAT(forbidden_includes(map, {{"high/a.cpp", 1, "low/low.hpp"}, {"low/a.cpp", 1, "low/b.hpp"}}), IsEmpty());
  EXPECT_THAT(forbidden_includes(map, {{"high/a.cpp", 1, "low/b.hpp"}}), ElementsAre(HasSubstr("only low/low.hpp")));
}

TEST(IncludeMap, ALineNamesOnlyFoldersAboveIt) {
  EXPECT_THROW(IncludeMap::parse("low  → high\nhigh  → low\n"), std::runtime_error);
  EXPECT_THROW(IncludeMap::parse("low\nlow\n"), std::runtime_error);
}

const Target low = {"library", "low", {"low/b.cpp"}};

TEST(IncludeMap, ALinkOfWhatIsNotIncludedIsNamed) {
  const IncludeMap map = IncludeMap::parse(small_map);
  const std::vector<Target> targets = {low, {"library", "high", {"high/a.cpp"}, {"low"}}};
  EXPECT_THAT(wrong_links(map, {{"high/a.cpp", 1, "low/b.hpp"}}, targets), IsEmpty());
  EXPECT_THAT(wrong_links(map, {}, targets), ElementsAre("target high links low, but includes nothing of low"));
}

TEST(IncludeMap, AFolderMayImplementTheHeadersOfAnother) {
  const std::vector<Target> targets = {low, {"program", "high", {"high/a.cpp"}, {"low"}}};
  const std::string text = std::string("headers\n") + small_map;
  EXPECT_THAT(wrong_links(IncludeMap::parse(text), {{"high/a.cpp", 1, "headers/b.hpp"}}, targets),
              ElementsAre(HasSubstr("includes nothing of low")));
  EXPECT_THAT(
      wrong_links(IncludeMap::parse(text + "implements low: headers\n"), {{"high/a.cpp", 1, "headers/b.hpp"}}, targets),
      IsEmpty());
}

TEST(IncludeMap, AnIncludeOfWhatIsNotLinkedIsNamed) {
  const std::vector<Target> targets = {low, {"program", "high", {"high/a.cpp"}}};
  const std::vector<Include> includes = {{"high/a.cpp", 1, "high/a.hpp"}, {"high/a.hpp", 3, "low/b.hpp"}};
  EXPECT_THAT(wrong_links(IncludeMap::parse(small_map), includes, targets),
              ElementsAre("target high does not link low, although high/a.hpp:3 includes low/b.hpp"));
}

TEST(IncludeMap, ObjectsBelongToTheLibraryThatNamesThem) {
  const std::vector<Target> targets = {{"objects", "parts", {"low/b.cpp"}},
                                       {"library", "low", {"$<TARGET_OBJECTS:parts>"}},
                                       {"library", "high", {"high/a.cpp"}, {"low"}}};
  EXPECT_THAT(wrong_links(IncludeMap::parse(small_map), {{"high/a.cpp", 1, "low/b.hpp"}}, targets), IsEmpty());
}

}  // namespace
}  // namespace structure
