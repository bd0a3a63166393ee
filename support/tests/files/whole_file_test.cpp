// Old or new, never half; and a failure that says what to do.
#include "support/files/whole_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>
#include <thread>

namespace files {
namespace {

namespace fs = std::filesystem;

class WholeFile : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string contents() const {
    std::ostringstream text;
    text << std::ifstream(file_).rdbuf();
    return text.str();
  }
  long files_in_folder() const { return std::distance(fs::directory_iterator(folder_), fs::directory_iterator()); }

  fs::path folder_ = fs::path(testing::TempDir()) / ("whole_file_" + std::to_string(::getpid()));
  fs::path file_ = folder_ / "result.json";
};

std::string error_of(const fs::path& file, std::string_view text) {
  try {
    write_atomically(file, text);
  } catch (const std::system_error& error) {
    return error.what();
  }
  return "no error";
}

TEST_F(WholeFile, WritesANewFileAndReplacesAnOldOne) {
  write_atomically(file_, "old");
  EXPECT_EQ(contents(), "old");
  write_atomically(file_, "new and longer");
  EXPECT_EQ(contents(), "new and longer");
  write_atomically(file_, "");
  EXPECT_EQ(contents(), "");
  EXPECT_EQ(files_in_folder(), 1);
}

TEST_F(WholeFile, IsReadableAsAnyFileIs) {
  std::ofstream(folder_ / "ordinary") << "x";
  write_atomically(file_, "x");
  EXPECT_EQ(fs::status(file_).permissions(), fs::status(folder_ / "ordinary").permissions());
}

TEST_F(WholeFile, AMissingFolderIsNamed) {
  EXPECT_THAT(error_of(folder_ / "missing" / "result.json", "x"),
              AllOf(testing::HasSubstr("missing/result.json could not be written: No such file or directory"),
                    testing::HasSubstr("the folder must exist")));
}

TEST_F(WholeFile, AFolderIsNotReplaced) {
  fs::create_directories(file_ / "inside");
  EXPECT_THAT(error_of(file_, "x"), testing::HasSubstr("result.json could not be written"));
  EXPECT_EQ(files_in_folder(), 1);
}

TEST_F(WholeFile, ALinkStaysOne) {
  std::ofstream(folder_ / "elsewhere") << "old";
  fs::create_symlink(folder_ / "elsewhere", file_);
  write_atomically(file_, "new");
  EXPECT_TRUE(fs::is_symlink(file_));
  EXPECT_EQ(read_file(folder_ / "elsewhere"), "new");
}

TEST_F(WholeFile, APipeTakesTheTextAndStaysOne) {
  ASSERT_EQ(mkfifo(file_.c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { std::getline(std::ifstream(file_), got); });
  write_atomically(file_, "text\n");
  reader.join();
  EXPECT_EQ(got, "text");
  EXPECT_TRUE(fs::is_fifo(file_));
}

TEST_F(WholeFile, WhatCannotBeFinishedLeavesTheOldFile) {
  write_atomically(file_, "old");
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{4096, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string error = error_of(file_, std::string(10000, 'x'));
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, SIG_DFL);
  EXPECT_THAT(error, testing::HasSubstr("could not be written: File too large"));
  EXPECT_EQ(contents(), "old");
  EXPECT_EQ(files_in_folder(), 1);
}

TEST_F(WholeFile, IsReadBackWhole) {
  const std::string bytes("a\0\r\n\xff", 5);
  write_atomically(file_, bytes);
  EXPECT_EQ(read_file(file_), bytes);
  write_atomically(file_, "");
  EXPECT_EQ(read_file(file_), "");
}

TEST_F(WholeFile, WhatCannotBeReadIsNamedWithTheReason) {
  const auto message = [](const fs::path& path) {
    try {
      read_file(path);
    } catch (const std::system_error& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_EQ(message("/nonexistent/file"), "/nonexistent/file cannot be read: No such file or directory");
  EXPECT_EQ(message("/tmp"), "/tmp cannot be read: Is a directory");
}

}  // namespace
}  // namespace files
