// Hostile submissions in the emulator.
#include <fnmatch.h>
#include <unistd.h>

#include <cstddef>
#include <regex>

#include "runner/protocol.hpp"
#include "tests/hostile/grade_hostile.hpp"

namespace hostile {
namespace {

std::vector<Row> rows_without_walls() {
  std::vector<Row> rows = load_rows("simt");
  std::erase_if(rows, [](const Row& row) { return !row.without_walls; });
  return rows;
}

std::string name_of(const testing::TestParamInfo<Row>& info) { return info.param.name; }

class HostileSimt : public testing::TestWithParam<Row> {};

TEST_P(HostileSimt, GetsWhatItDeservesAndLeavesNothing) { expect_row(GetParam(), "simt", Rights::as_we_are); }

INSTANTIATE_TEST_SUITE_P(All, HostileSimt, testing::ValuesIn(load_rows("simt")), name_of);

class HostileWithoutWalls : public testing::TestWithParam<Row> {};

TEST_P(HostileWithoutWalls, AsAnOrdinaryUser) {
  if (getuid() != 0) GTEST_SKIP() << "this is an ordinary user";
  expect_row(GetParam(), "simt", Rights::ordinary_user);
}

TEST_P(HostileWithoutWalls, WhereNoNamespacesMayBeMade) { expect_row(GetParam(), "simt", Rights::no_namespaces); }

INSTANTIATE_TEST_SUITE_P(All, HostileWithoutWalls, testing::ValuesIn(rows_without_walls()), name_of);

// These speak the protocol, with numbers of their own: forged_reply.cu and claims_grader_fault.cu.
static_assert(sizeof(runner::Reply) == 584);
static_assert(offsetof(runner::RunnerRequest, run) == 96 && offsetof(runner::RunRequest, entry) == 0);
static_assert(offsetof(runner::RunnerRequest, command) == 8 && runner::Command::run == runner::Command{1});

TEST(Promises, NameEachHostileFile) {
  const std::string text = files::read_file(COURSE_ROOT "/autograder/SECURITY.md");
  const std::regex name("`([a-z_0-9*]+)`");
  std::vector<std::string> names;
  for (auto at = std::sregex_iterator(text.begin(), text.end(), name); at != std::sregex_iterator(); ++at) {
    names.push_back((*at)[1]);
  }
  for (const char* const backend : {"simt", "cuda"}) {
    for (const Row& row : load_rows(backend)) {
      const auto names_it = [&](const std::string& one) { return fnmatch(one.c_str(), row.name.c_str(), 0) == 0; };
      EXPECT_TRUE(std::any_of(names.begin(), names.end(), names_it)) << row.name << " stands in no promise";
    }
  }
}

TEST(Walls, AreNamedWhereTheyAreMissing) {
  const World world(Rights::no_namespaces);
  const std::string said = world.grade({"doctor"}).output;
  const std::size_t wall = said.find("wall: other processes");
  ASSERT_NE(wall, said.npos) << said;
  EXPECT_THAT(said.substr(wall, said.find('\n', wall) - wall), testing::HasSubstr("may not make namespaces here"));
}

// What expect_harmless() is for: each kind of text that a report must not hold is seen.
TEST(Harmless, SeesWhatATerminalWouldObey) {
  for (const char* const text :
       {"\033[2J", "a\rb", "\a", "\177", "\u009b2J", "51/51 \u202edessap", "a\u2028b", "\u2066"}) {
    EXPECT_TRUE(has_control_characters(text)) << text;
  }
  EXPECT_FALSE(has_control_characters("Lab 3 — 1 × 37\n\t→ 15 / 15 …"));
  for (const char* const text : {"\xff", "\x9b", "\xc0\x80", "\xed\xa0\x80", "\xe2\x80"})
    EXPECT_FALSE(is_utf8(text)) << text;
  EXPECT_TRUE(is_utf8("×"));
}

// What the comparison is for: each kind of thing that is left behind must be seen.
TEST(World, SeesWhatIsLeftBehind) {
  const World world(Rights::as_we_are);
  const Snapshot before = world.look();
  EXPECT_EQ(difference(before, world.look()), "");
  std::ofstream(world.course() / "course.toml", std::ios::app) << "# more\n";
  std::ofstream(world.home() / "hostile_file") << "x";
  const std::string name = "hostile_" + std::to_string(getpid()) + "_file";
  for (const char* folder : {"/tmp/", "/dev/shm/"}) std::ofstream(folder + name) << "x";
  std::filesystem::remove(world.home() / "private.txt");
  process::ChildOptions options;
  options.command = {"sleep", "600"};
  const process::Child child(options);
  const std::string seen = difference(before, world.look());
  for (const char* folder : {"/tmp/", "/dev/shm/"}) std::filesystem::remove(folder + name);
  for (const std::string& what :
       std::vector<std::string>{"changed: ", "course.toml", "home/hostile_file", "new: /tmp/" + name,
                                "new: /dev/shm/" + name, "gone: ", "process "}) {
    EXPECT_THAT(seen, testing::HasSubstr(what));
  }
}

}  // namespace
}  // namespace hostile
