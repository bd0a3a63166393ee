#include "grader/pipeline/build_cache.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include "tests/loaded_course.hpp"

namespace grader {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// "Compiles" by copying the source, and counts how often.
class CountingCompiler : public backends::Compiler {
 public:
  std::string_view name() const override { return "fake"; }
  backends::Build build(const fs::path& source, const fs::path& /*interface_folder*/, const fs::path& folder,
                        const course::Limits& /*limits*/) const override {
    ++runs;
    seen_beside_source.clear();
    for (const auto& entry : fs::directory_iterator(source.parent_path())) {
      seen_beside_source.push_back(entry.path().filename().string());
    }
    if (fails) return {std::nullopt, "no"};
    fs::copy_file(source, folder / "library.so");
    return {folder / "library.so", "", units::Seconds{1.5}};
  }
  backends::Build build_entries(const fs::path& source, const fs::path& interface_folder, const fs::path& folder,
                                const course::Limits& limits, const std::vector<std::string>& entries) const override {
    seen_entries = entries;
    return build(source, interface_folder, folder, limits);
  }
  bool leaves_out() const override { return leaves; }
  std::string build_key() const override { return key; }

  bool leaves = false;
  mutable std::vector<std::string> seen_entries;
  std::string key = "compiler 1";
  bool fails = false;
  mutable int runs = 0;
  mutable std::vector<std::string> seen_beside_source;
};

class BuildCache : public testing::Test {
 protected:
  BuildCache() : root_(fs::path(testing::TempDir()) / ("cache-" + std::to_string(getpid()))) {
    fs::create_directories(root_ / "labs/lab3_transpose");
    fs::create_directories(root_ / "mine");
    write("labs/lab3_transpose/transpose.cuh", "interface 1");
    write("mine/a.cu", "source 1");
    write("mine/secret.cuh", "not handed in");
  }
  ~BuildCache() override { fs::remove_all(root_); }
  void write(const std::string& name, const std::string& text) const { std::ofstream(root_ / name) << text; }
  backends::Build build(const std::vector<std::string>& entries = {}) const {
    return build_cached({compiler_, tests::lab("lab3"), root_, root_ / "mine/a.cu", limits_, entries});
  }

  CountingCompiler compiler_;
  course::Limits limits_;
  fs::path root_;
};

TEST_F(BuildCache, TheSameBytesAreBuiltOnce) {
  const auto first = build();
  const auto second = build();
  EXPECT_EQ(compiler_.runs, 1);
  EXPECT_EQ(first.library, second.library);
  EXPECT_EQ(read_file(*second.library), "source 1");
}

TEST_F(BuildCache, WhatIsMadeAlreadyHasUsedTheTimeOfItsMaking) {
  EXPECT_EQ(build().spent.value, 1.5);
  EXPECT_EQ(build().spent.value, 1.5);
  EXPECT_EQ(compiler_.runs, 1);
}

TEST_F(BuildCache, OtherSourceFlagsOrInterfaceAreBuiltAgain) {
  build();
  write("mine/a.cu", "source 2");
  EXPECT_EQ(read_file(*build().library), "source 2");
  compiler_.key = "compiler 2";
  build();
  write("labs/lab3_transpose/transpose.cuh", "interface 2");
  build();
  EXPECT_EQ(compiler_.runs, 4);
}

TEST_F(BuildCache, EachPartHasALibraryWhereOthersAreLeftOut) {
  compiler_.leaves = true;
  const auto first = build({"a"});
  EXPECT_THAT(compiler_.seen_entries, testing::ElementsAre("a"));
  EXPECT_EQ(build({"a"}).library, first.library);
  EXPECT_NE(build({"b"}).library, first.library);
  EXPECT_EQ(compiler_.runs, 2);
}

TEST_F(BuildCache, ALibraryForAllServesForEachPart) {
  compiler_.leaves = true;
  const auto all = build();
  EXPECT_EQ(build({"a"}).library, all.library);
  EXPECT_EQ(compiler_.runs, 1);
}

TEST_F(BuildCache, ACompilerThatLeavesNothingOutRunsOnce) {
  const auto all = build({"a"});
  EXPECT_EQ(build({"b"}).library, all.library);
  EXPECT_EQ(build().library, all.library);
  EXPECT_EQ(compiler_.runs, 1);
}

TEST(EntriesOf, AreThoseOfThePartsAndWhatIsCalledBesides) {
  const course::Lab& streams = tests::lab("lab5");
  const std::vector<std::string> entries = entries_of(streams, {&streams.parts.front()});
  EXPECT_THAT(entries, testing::ElementsAre(streams.parts.front().entry, streams.pin_entry, streams.unpin_entry));
  std::vector<const course::Part*> all;
  for (const course::Part& part : streams.parts) all.push_back(&part);
  EXPECT_THAT(entries_of(streams, all), testing::IsEmpty());
}

TEST_F(BuildCache, FailuresAreNotKept) {
  compiler_.fails = true;
  EXPECT_FALSE(build().library);
  compiler_.fails = false;
  EXPECT_TRUE(build().library);
}

TEST_F(BuildCache, TheCompilerSeesTheOneFileAlone) {
  build();
  EXPECT_THAT(compiler_.seen_beside_source, testing::ElementsAre("transpose.cu"));
}

TEST_F(BuildCache, NoTemporaryFolderStays) {
  build();
  compiler_.fails = true;
  compiler_.key = "another";
  build();
  int folders = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(root_ / "build/submissions")) ++folders;
  EXPECT_EQ(folders, 1);
}

TEST_F(BuildCache, ADamagedEntryIsBuiltAgain) {
  const auto first = build();
  std::ofstream(first.library->parent_path() / "key") << "damaged";
  build();
  EXPECT_EQ(compiler_.runs, 2);
}

}  // namespace
}  // namespace grader
