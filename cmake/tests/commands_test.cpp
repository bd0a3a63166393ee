// What the commands of the top folder rest on: ninja can say that nothing is to do, ./grade builds again after a change
// of sources, and the rule that chooses the sample of `make check` names tests that exist.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

namespace structure {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

/// Standard output and errors of a shell command, and its exit status.
std::pair<std::string, int> run(const std::string& command) {
  std::string text;
  std::FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return {"popen failed", -1};
  for (int c = 0; (c = std::fgetc(pipe)) != EOF;) text += static_cast<char>(c);
  return {text, WEXITSTATUS(pclose(pipe))};
}

// CMake's script for CONFIGURE_DEPENDS runs before every build: ninja -n then never says "no work to do", so `make
// lab3` prints something each time and ./grade builds each time.
TEST(Commands, NoGlobIsCheckedBeforeEveryBuild) {
  std::ifstream in(COURSE_BUILD "/build.ninja");
  const std::string rules(std::istreambuf_iterator<char>(in), {});
  ASSERT_FALSE(rules.empty());
  EXPECT_EQ(rules.find("VerifyGlobs"), std::string::npos)
      << "use course_glob (cmake/Course.cmake) instead of file(GLOB … CONFIGURE_DEPENDS)";
}

// A student's machine has what grading needs, and no more: `make lab0` installs no packages for tests and batches.
TEST(Commands, TheBuildIsConfiguredWithoutPackagesOfTestsAndBatches) {
  const fs::path build = fs::temp_directory_path() / fmt::format("without-packages-{}", getpid());
  std::string disabled;
  for (const char* package : {"GTest", "benchmark", "SQLite3", "LibArchive"}) {
    disabled += fmt::format(" -DCMAKE_DISABLE_FIND_PACKAGE_{}=ON", package);
  }
  const auto [output, status] = run(
      fmt::format("cmake -S '{}' -B '{}' -G Ninja -DCMAKE_BUILD_TYPE=Course{}", COURSE_ROOT, build.string(), disabled));
  EXPECT_EQ(status, 0) << output;
  const auto [rules, read] = run(fmt::format("ninja -C '{}' -t query tools", build.string()));
  EXPECT_EQ(read, 0) << rules;
  EXPECT_THAT(rules, testing::Not(HasSubstr("_test"))) << "the grader needs no test program";
  fs::remove_all(build);
}

/// A repository with nothing but the launcher and a program that is "built" by copying src.sh.
class Launcher : public ::testing::Test {
 protected:
  Launcher() {
    fs::create_directories(root_ / "setup");
    fs::create_directories(root_ / "build/bin");
    fs::copy(COURSE_ROOT "/grade", root_ / "grade");
    fs::copy(COURSE_ROOT "/setup/launch.sh", root_ / "setup/launch.sh");
    write("Makefile", "tools:\n\t@ninja -C build tools\n");
    write("build/build.ninja",
          "rule copy\n command = cp $in $out && chmod +x $out\nbuild bin/grade: copy ../src.sh\n"
          "build tools: phony bin/grade\n");
    write("src.sh", "#!/bin/sh\necho first\n");
  }
  ~Launcher() override { fs::remove_all(root_); }

  void write(const std::string& file, const std::string& text) const { std::ofstream(root_ / file) << text; }
  std::pair<std::string, int> grade() const { return run(fmt::format("'{}' list", (root_ / "grade").string())); }

  static fs::path fresh_folder() {
    std::string name = (fs::temp_directory_path() / "launcher-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
    return name;
  }
  fs::path root_ = fresh_folder();
};

TEST_F(Launcher, BuildsWhatIsMissingAndThenOnlyWhatChanged) {
  EXPECT_THAT(grade().first, HasSubstr("first"));
  EXPECT_EQ(grade().first, "first\n") << "nothing changed, so nothing is said";
  write("src.sh", "#!/bin/sh\necho second\n");
  fs::last_write_time(root_ / "src.sh", fs::file_time_type::clock::now() + std::chrono::seconds(2));
  const auto [text, status] = grade();
  EXPECT_EQ(status, 0);
  EXPECT_THAT(text, HasSubstr("sources changed after the last build; building again"));
  EXPECT_THAT(text, HasSubstr("second\n"));
}

TEST_F(Launcher, ChangedSourcesThatCannotBeBuiltEndWithStatusThree) {
  grade();
  fs::remove(root_ / "src.sh");
  const auto [text, status] = grade();
  EXPECT_EQ(status, 3);
  EXPECT_THAT(text, HasSubstr("could not build the changed sources"));
}

TEST(Sample, EveryLineOfSlowTestsNamesATest) {
  const std::string tests = run("ctest --test-dir " COURSE_BUILD " -N").first;
  if (tests.find("_NOT_BUILT") != std::string::npos) GTEST_SKIP() << "some test programs are not built";
  std::ifstream lines(COURSE_ROOT "/cmake/slow_tests.txt");
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    EXPECT_TRUE(std::regex_search(tests, std::regex("Test +#[0-9]+: (" + line + ")\\s")))
        << "cmake/slow_tests.txt: no test is called " << line;
  }
}

}  // namespace
}  // namespace structure
