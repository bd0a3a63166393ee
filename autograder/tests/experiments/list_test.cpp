// The list, the folder and the page must name the same experiments.
#include "experiments/list.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace experiments {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const fs::path folder = COURSE_ROOT "/experiments";

std::string read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

TEST(List, IsTheFolder) {
  std::set<std::string> listed, found;
  for (const Entry& entry : all()) listed.insert(std::string(entry.name));
  for (const auto& file : fs::directory_iterator(folder)) {
    if (file.path().extension() == ".cu") found.insert(file.path().stem().string());
  }
  EXPECT_EQ(listed, found);
}

TEST(List, IsThePagesTable) {
  const std::string page = read(folder / "README.md");
  for (const Entry& entry : all()) {
    const std::string name(entry.name);
    const std::string row = "| [" + name + "](" + name + ".cu) | ";
    ASSERT_THAT(page, HasSubstr(row));
    const std::size_t begin = page.find(row) + row.size();
    const std::string cells = page.substr(begin, page.find('\n', begin) - begin);
    EXPECT_EQ(cells.ends_with("| – |"), entry.needs_gpu) << cells;
    // The claims of a file, S2.9 and the like, are those the page names.
    const std::string source = read(folder / (name + ".cu"));
    for (std::size_t at = source.find("{\"S"); at != std::string::npos; at = source.find("{\"S", at + 1)) {
      const std::string claim = source.substr(at + 2, source.find('"', at + 2) - at - 2);
      EXPECT_THAT(cells, HasSubstr(claim + ":")) << name;
    }
  }
}

TEST(List, IncludesOfSolutionsAreDeclared) {
  for (const Entry& entry : all()) {
    const bool includes = read(folder / (std::string(entry.name) + ".cu")).find("#include \"lab") != std::string::npos;
    EXPECT_EQ(entry.needs_solutions, includes) << entry.name;
  }
}

TEST(List, FindsByName) {
  ASSERT_NE(find("S2.9"), nullptr);
  EXPECT_EQ(find("S2.9")->name, "S2.9");
  EXPECT_EQ(find("S2"), nullptr);
  EXPECT_THAT(names(), HasSubstr("S2.13, S2.15"));
}

}  // namespace
}  // namespace experiments
