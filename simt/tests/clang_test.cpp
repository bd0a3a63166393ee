// Which clang++ is taken, from programs that only say their version.
#include "simt/clang.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace simt {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

class FindClang : public ::testing::Test {
 protected:
  FindClang() {
    fs::create_directories(folder_);
    ::setenv("PATH", folder_.c_str(), 1);
    ::unsetenv("COURSE_CLANG");
  }
  ~FindClang() override {
    ::setenv("PATH", path_.c_str(), 1);
    if (!chosen_.empty()) ::setenv("COURSE_CLANG", chosen_.c_str(), 1);
    fs::remove_all(folder_);
  }

  void add_program(const std::string& name, const std::string& output) const {
    std::ofstream(folder_ / name) << "#!/bin/sh\necho '" << output << "'\n";
    fs::permissions(folder_ / name, fs::perms::owner_all);
  }
  void add_clang(const std::string& name, const std::string& version) const {
    add_program(name, "Debian clang version " + version);
  }
  void add_plugin(int version) const {
    std::ofstream(folder_ / ("simt-instrument-" + std::to_string(version) + ".so")) << "a plugin";
  }
  Clang find() const { return find_clang(folder_); }
  std::string refusal() const {
    try {
      return "found " + find().program;
    } catch (const NoCompiler& error) {
      return error.what();
    }
  }

  const fs::path folder_ = fs::path(testing::TempDir()) / ("find_clang_" + std::to_string(getpid()));

 private:
  const std::string path_ = std::getenv("PATH");
  const std::string chosen_ = std::getenv("COURSE_CLANG") == nullptr ? "" : std::getenv("COURSE_CLANG");
};

TEST_F(FindClang, TakesThePlainNameFirst) {
  add_clang("clang++", "14.0.6");
  add_clang("clang++-19", "19.1.7 (3~deb12u1)");
  add_plugin(14);
  add_plugin(19);
  const Clang clang = find();
  EXPECT_EQ(clang.program, "clang++");
  EXPECT_EQ(clang.version, "14.0.6");
  EXPECT_EQ(clang.major_version(), 14);
  EXPECT_EQ(clang.plugin, folder_ / "simt-instrument-14.so");
}

TEST_F(FindClang, WithoutThePlainNameTakesTheNewest) {
  for (int version : {15, 16, 19}) {
    add_clang("clang++-" + std::to_string(version), std::to_string(version) + ".0.1");
    add_plugin(version);
  }
  EXPECT_EQ(find().program, "clang++-19");
}

TEST_F(FindClang, TakesOneThatHasAPlugin) {
  add_clang("clang++", "14.0.6");
  add_clang("clang++-19", "19.1.7");
  add_clang("clang++-16", "16.0.6");
  add_plugin(16);
  EXPECT_EQ(find().program, "clang++-16");
}

TEST_F(FindClang, TheEnvironmentChooses) {
  add_clang("clang++", "14.0.6");
  add_clang("mine", "17.0.1");
  add_plugin(14);
  add_plugin(17);
  ::setenv("COURSE_CLANG", "mine", 1);
  EXPECT_EQ(find().program, "mine");
  ::setenv("COURSE_CLANG", (folder_ / "mine").c_str(), 1);
  EXPECT_EQ(find().version, "17.0.1");
  ::setenv("COURSE_CLANG", "", 1);
  EXPECT_EQ(find().program, "clang++");
}

TEST_F(FindClang, DoesNotReplaceWhatTheEnvironmentChose) {
  add_clang("clang++", "14.0.6");
  add_plugin(14);
  ::setenv("COURSE_CLANG", "clang++-16", 1);
  EXPECT_THAT(refusal(), AllOf(HasSubstr("clang++-16 does not start"), HasSubstr("No such file or directory")));
  add_clang("clang++-16", "16.0.6");
  EXPECT_THAT(refusal(), HasSubstr("llvm-16-dev"));
}

TEST_F(FindClang, NamesThePackageOfAMissingPlugin) {
  add_clang("clang++", "18.1.3");
  add_plugin(14);
  EXPECT_THAT(refusal(), AllOf(HasSubstr("clang++ is version 18.1.3"), HasSubstr("install the package llvm-18-dev")));
}

TEST_F(FindClang, SaysThatThereIsNoneOrNoneThatCanBeUsed) {
  EXPECT_THAT(refusal(), AllOf(HasSubstr("no clang++-14 to clang++-21"), HasSubstr("install clang (14 or newer)")));
  add_clang("clang++", "13.0.1");
  EXPECT_THAT(refusal(), AllOf(HasSubstr("version 13.0.1"), HasSubstr("install clang 14 or newer")));
  add_program("clang++", "gcc (Debian) version 12.2.0");
  EXPECT_THAT(refusal(), HasSubstr("names no version of clang"));
}

}  // namespace
}  // namespace simt
