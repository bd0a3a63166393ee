#include "grader/pipeline/submission.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "grader/errors.hpp"
#include "tests/loaded_course.hpp"

namespace grader {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class FindSource : public testing::Test {
 protected:
  FindSource() : folder_(fs::path(testing::TempDir()) / ("submission-" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~FindSource() override { fs::remove_all(folder_); }

  fs::path write(const std::string& name, const std::string& text = "// code\n") const {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  std::string error_of(const fs::path& submission) const {
    try {
      find_source(lab_, submission);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "no error";
  }

  const course::Lab& lab_ = tests::lab("lab3");
  fs::path folder_;
};

TEST_F(FindSource, TakesTheOneFileOfAFolder) {
  const fs::path file = write("transpose.cu");
  write("notes.txt");
  EXPECT_EQ(find_source(lab_, folder_), file);
}

TEST_F(FindSource, TakesAFileThatIsNamed) {
  const fs::path file = write("mine.cu");
  write("other.cu");
  EXPECT_EQ(find_source(lab_, file), file);
}

TEST_F(FindSource, MissingFolderIsNamed) { EXPECT_THAT(error_of(folder_ / "nowhere"), HasSubstr("nowhere")); }

TEST_F(FindSource, EmptyFolderSaysWhatIsExpected) { EXPECT_THAT(error_of(folder_), HasSubstr("expects transpose.cu")); }

TEST_F(FindSource, TwoFilesWhereOneIsDueAreBothNamed) {
  write("a.cu");
  write("b.cu");
  EXPECT_THAT(error_of(folder_), HasSubstr("a.cu, b.cu"));
}

TEST_F(FindSource, TheLabsOwnFileIsTakenBesideOthers) {
  const fs::path file = write("transpose.cu");
  write("a.cu");
  write("transpose_old.cu");
  EXPECT_EQ(find_source(lab_, folder_), file);
  // It is the one that is meant also where it cannot be read.
  fs::remove(file);
  fs::create_symlink(folder_ / "a.cu", file);
  EXPECT_THAT(error_of(folder_), HasSubstr("is a symbolic link"));
}

TEST_F(FindSource, UnreadableFile) {
  if (geteuid() == 0) GTEST_SKIP() << "root reads everything";
  const fs::path file = write("transpose.cu");
  chmod(file.c_str(), 0);
  EXPECT_THAT(error_of(folder_), HasSubstr("permissions"));
}

TEST_F(FindSource, SomethingThatIsNoFile) {
  ASSERT_EQ(mkfifo((folder_ / "transpose.cu").c_str(), 0600), 0);
  EXPECT_THAT(error_of(folder_), HasSubstr("not a file that can be read"));
}

TEST_F(FindSource, ALinkIsNotFollowed) {
  write("target.txt");
  fs::create_symlink(folder_ / "target.txt", folder_ / "transpose.cu");
  EXPECT_THAT(error_of(folder_), HasSubstr("is a symbolic link: hand in the file itself"));
  EXPECT_THAT(error_of(folder_ / "transpose.cu"), HasSubstr("is a symbolic link"));
}

TEST_F(FindSource, ADeviceIsNoFile) { EXPECT_THAT(error_of("/dev/zero"), HasSubstr("not a file that can be read")); }

TEST_F(FindSource, AbsurdSize) {
  const fs::path file = write("transpose.cu");
  fs::resize_file(file, (256 << 10) + 1);
  EXPECT_THAT(error_of(folder_), HasSubstr("larger than 256 KiB"));
}

TEST_F(FindSource, AByteThatIsZeroIsNoText) {
  write("transpose.cu", std::string("// code\0\n", 9));
  EXPECT_THAT(error_of(folder_), HasSubstr("transpose.cu is not text: hand in source code"));
}

}  // namespace
}  // namespace grader
