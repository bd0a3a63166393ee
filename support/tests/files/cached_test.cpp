// Made once for a key, whole or not at all.
#include "support/files/cached.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <stdexcept>
#include <string>

#include "support/files/lock.hpp"
#include "support/files/whole_file.hpp"

namespace files {
namespace {

namespace fs = std::filesystem;

class Cached : public testing::Test {
 protected:
  ~Cached() override { fs::remove_all(parent_); }

  bool make(const std::string& key, bool succeeds = true) {
    return make_cached(parent_ / "made", "product", key, [&](const fs::path& work) {
      ++times_;
      write_atomically(work / "product", key);
      return succeeds;
    });
  }
  std::string product() const { return read_file(parent_ / "made/product"); }
  long entries() const { return std::distance(fs::directory_iterator(parent_), {}); }

  fs::path parent_ = fs::path(testing::TempDir()) / ("make_cached_" + std::to_string(::getpid()));
  int times_ = 0;
};

TEST_F(Cached, OnceForAKeyAndAgainForAnother) {
  EXPECT_TRUE(make("a"));
  EXPECT_TRUE(make("a"));
  EXPECT_EQ(times_, 1);
  EXPECT_TRUE(make("b"));
  EXPECT_EQ(times_, 2);
  EXPECT_EQ(product(), "b");
  EXPECT_EQ(entries(), 1);
}

TEST_F(Cached, IsThereForItsKeyAlone) {
  const auto is_there = [&](const std::string& key) { return is_cached(parent_ / "made", "product", key); };
  EXPECT_FALSE(is_there("a"));
  make("a");
  EXPECT_TRUE(is_there("a"));
  EXPECT_FALSE(is_there("b"));
  write_atomically(parent_ / "made/product", "another one");
  EXPECT_FALSE(is_there("a"));
}

TEST_F(Cached, AgainWhereTheProductIsLost) {
  make("a");
  fs::remove(parent_ / "made/product");
  EXPECT_TRUE(make("a"));
  EXPECT_EQ(product(), "a");
}

TEST_F(Cached, AgainWhereTheProductIsNotWhatWasMade) {
  make("a");
  write_atomically(parent_ / "made/product", "another one");
  EXPECT_TRUE(make("a"));
  EXPECT_EQ(product(), "a");
  write_atomically(parent_ / "made/product", "");
  EXPECT_TRUE(make("a"));
  EXPECT_EQ(product(), "a");
}

TEST_F(Cached, IsTrimmedFromTheLeastUsedOnAndKeepsWhatWasJustUsed) {
  const auto now = fs::file_time_type::clock::now();
  for (int hours = 0; hours < 4; ++hours) {
    const fs::path folder = parent_ / std::to_string(hours);
    fs::create_directories(folder);
    write_atomically(folder / "product", std::string(1000, 'x'));
    fs::last_write_time(folder, now - std::chrono::hours(2 * hours));
  }
  trim_cache(parent_, 10000);
  EXPECT_EQ(entries(), 4);
  trim_cache(parent_, 2500);
  EXPECT_EQ(entries(), 2);
  EXPECT_TRUE(fs::exists(parent_ / "1"));
  trim_cache(parent_, 0);
  EXPECT_EQ(entries(), 1);
  EXPECT_TRUE(fs::exists(parent_ / "0")) << "it may be in use";
}

TEST_F(Cached, AFailureLeavesTheFolderAsItWas) {
  make("a");
  EXPECT_FALSE(make("b", false));
  EXPECT_THROW(
      make_cached(parent_ / "made", "product", "c", [](const fs::path&) -> bool { throw std::runtime_error(""); }),
      std::runtime_error);
  EXPECT_EQ(product(), "a");
  EXPECT_EQ(entries(), 1);
}

// Two gradings of the same file at once: the second one must not delete what the first one has opened.
TEST_F(Cached, AFolderThatAnotherProcessMadeMeanwhileStays) {
  ino_t first = 0;
  const auto inode = [&] {
    struct stat status {};
    EXPECT_EQ(stat((parent_ / "made/product").c_str(), &status), 0);
    return status.st_ino;
  };
  EXPECT_TRUE(make_cached(parent_ / "made", "product", "a", [&](const fs::path& work) {
    make("a");
    first = inode();
    write_atomically(work / "product", "a");
    return true;
  }));
  EXPECT_EQ(inode(), first);
  EXPECT_EQ(entries(), 1);
}

TEST_F(Cached, WaitingCanBeGivenUp) {
  fs::create_directories(parent_);
  const Lock held(parent_);
  const auto give_up = [] { throw std::runtime_error("enough"); };
  const auto nothing = [](const fs::path&) { return false; };
  EXPECT_THROW(make_cached(parent_ / "made", "product", "key", nothing, give_up), std::runtime_error);
}

TEST_F(Cached, AFolderThatCannotBeThereIsNamed) {
  try {
    make_cached("/proc/none/made", "product", "a", [](const fs::path&) { return true; });
    FAIL();
  } catch (const std::system_error& error) {
    EXPECT_EQ(std::string(error.what()), "cannot write to /proc/none: No such file or directory");
  }
}

}  // namespace
}  // namespace files
