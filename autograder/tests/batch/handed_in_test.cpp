// Whatever is handed in: whose it is, which file is graded, and why none is.
#include "batch/handed_in.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <chrono>
#include <fstream>
#include <random>
#include <string_view>

#include "grader/errors.hpp"
#include "report/text.hpp"
#include "support/files/whole_file.hpp"
#include "tests/batch/archives.hpp"
#include "tests/batch/classroom.hpp"
#include "tests/loaded_course.hpp"

namespace batch {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::Entry;

class HandedInTest : public testing::Test {
 protected:
  void write(const fs::path& name, const std::string& text = "source") const {
    fs::create_directories((folder() / name).parent_path());
    std::ofstream(folder() / name) << text;
  }
  fs::path folder() const { return classroom_.submissions(); }
  HandedIn read(const std::string& name) const {
    const fs::path work = classroom_.folder() / "work";
    fs::remove_all(work);
    fs::create_directories(work);
    return read_submission({"ada", folder() / name, "", "", {}}, tests::lab("lab3"), tests::loaded_course().labs, work);
  }
  HandedIn unpacked(const std::string& name, const std::vector<Entry>& entries) const {
    testing_support::write_archive(folder() / name, entries);
    return read(name);
  }
  /// Why an archive is refused; nothing of it may stay anywhere.
  std::string refusal(const std::string& name, const std::vector<Entry>& entries) const {
    const HandedIn result = unpacked(name, entries);
    EXPECT_EQ(result.status, Status::unreadable) << result.note;
    EXPECT_FALSE(result.source);
    return result.note;
  }
  std::vector<std::string> students(const std::vector<Student>& roster = {}) const {
    std::vector<std::string> all;
    for (const Submission& each : find_submissions(folder(), roster)) {
      all.push_back(each.student + ":" + each.path.filename().string() + (each.note.empty() ? "" : ":" + each.note) +
                    (each.trouble.empty() ? "" : ":" + each.trouble));
    }
    return all;
  }

  testing_support::Classroom classroom_;
};

TEST_F(HandedInTest, NamesOfFoldersArchivesAndFilesAreStudents) {
  write("ada/transpose.cu");
  write("bob.tar.gz");
  write("cyd.ZIP");
  write("dan.cu");
  write("notes.txt");
  write(".hidden/transpose.cu");
  EXPECT_THAT(students(), ElementsAre("ada:ada", "bob:bob.tar.gz", "cyd:cyd.ZIP", "dan:dan.cu"));
}

TEST_F(HandedInTest, NamesBecomeTextsThatTablesAndReportsHold) {
  write("two\nlines/a\x1b[2J\n.cu");
  write("Ren\xe9.cu");
  EXPECT_THAT(students(), ElementsAre("Ren\uFFFD:Ren\xe9.cu", "two lines:two\nlines"));
  EXPECT_EQ(read("two\nlines").origin, "two lines/a\uFFFD[2J .cu");
}

TEST_F(HandedInTest, TwoSubmissionsOfOneStudentAreNotGuessedBetween) {
  write("ada/transpose.cu");
  write("ada.zip");
  EXPECT_THAT(students(), ElementsAre("ada:ada:several submissions: ada, ada.zip: leave only one of them"));
}

TEST_F(HandedInTest, TheRosterSaysWhoseItIsAndWhoIsMissing) {
  write("Ada Lovelace_123_assignsubmission_file/transpose.cu");
  write("turing_900_transpose.zip");
  write("b2/transpose.cu");
  write("stranger/transpose.cu");
  EXPECT_THAT(students({{"a1", "Ada Lovelace", "", {}},
                        {"b2", "Bob", "", {}},
                        {"c3", "Alan Turing", "900", {}},
                        {"d4", "Dan", "", 7}}),
              ElementsAre("a1:Ada Lovelace_123_assignsubmission_file", "b2:b2", "c3:turing_900_transpose.zip",
                          "d4:", "stranger:stranger:not on the roster"));
}

TEST_F(HandedInTest, ANameThatFitsTwoStudentsIsSaid) {
  write("Ada Lovelace/transpose.cu");
  EXPECT_THAT(students({{"a1", "Ada", "", {}}, {"a2", "Ada Lovelace", "", {}}}),
              ElementsAre("Ada Lovelace:Ada Lovelace:'Ada Lovelace' may be a1 or a2 of the roster", "a1:", "a2:"));
}

TEST_F(HandedInTest, AWholeIdentityCountsMoreThanTheBeginningOfAName) {
  write("ada 1/transpose.cu");
  write("ada 2/transpose.cu");
  EXPECT_THAT(
      students({{"ada 1", "Ada", "", {}}}),
      ElementsAre("ada 1:ada 1", "ada 2:ada 2:'ada 2' may be ada 1 of the roster, whose submission is 'ada 1'"));
}

TEST_F(HandedInTest, TheLabsFileIsFoundWhereverItIs) {
  write("ada/cuda-course/labs/lab3_transpose/transpose.cu", "mine");
  write("ada/cuda-course/labs/lab0_copy/copy.cu", "other");
  const HandedIn result = read("ada");
  ASSERT_TRUE(result.source) << result.note;
  EXPECT_EQ(result.source->text, "mine");
  EXPECT_EQ(result.origin, "ada/cuda-course/labs/lab3_transpose/transpose.cu");
  EXPECT_EQ(result.note, "");
}

TEST_F(HandedInTest, ARenamedFileIsTakenAndSaid) {
  write("ada/doe_123_transpose (1).cu", "mine");
  const HandedIn result = read("ada");
  ASSERT_TRUE(result.source) << result.note;
  EXPECT_EQ(result.source->name, "transpose.cu");
  EXPECT_THAT(result.note, HasSubstr("handed in as doe_123_transpose (1).cu"));
  write("in_capitals/TRANSPOSE.CU");
  EXPECT_EQ(read("in_capitals").note, "handed in as TRANSPOSE.CU");
  write("DAN.CU");
  EXPECT_THAT(students(), testing::Contains("DAN:DAN.CU"));
}

TEST_F(HandedInTest, WhatCannotBeMeantIsNotGraded) {
  write("nothing/notes.txt");
  EXPECT_EQ(read("nothing").status, Status::missing);
  EXPECT_THAT(read("nothing").note, HasSubstr("no transpose.cu"));
  write("other/copy.cu");
  EXPECT_EQ(read("other").status, Status::missing) << "that is lab 0";
  write("two/a/transpose.cu");
  write("two/b/transpose.cu");
  EXPECT_EQ(read("two").status, Status::unreadable);
  EXPECT_THAT(read("two").note, AllOf(HasSubstr("a/transpose.cu"), HasSubstr("leave only one")));
  write("large.cu", std::string((256 << 10) + 1, 'x'));
  EXPECT_THAT(read("large.cu").note, HasSubstr("larger than 256 KiB"));
  write("binary.cu", std::string("\0\0", 2));
  EXPECT_THAT(read("binary.cu").note, HasSubstr("not text"));
}

TEST_F(HandedInTest, LinksAreNotFollowed) {
  write("secret", "the solution");
  fs::create_directories(folder() / "ada");
  fs::create_symlink(folder() / "secret", folder() / "ada/transpose.cu");
  EXPECT_EQ(read("ada").status, Status::unreadable);
  EXPECT_THAT(read("ada").note, AllOf(HasSubstr("symbolic link"), testing::Not(HasSubstr(folder().string()))));
  write("elsewhere/transpose.cu", "the solution");
  fs::create_directories(folder() / "bob");
  fs::create_directory_symlink(folder() / "elsewhere", folder() / "bob/labs");
  EXPECT_EQ(read("bob").status, Status::missing);
}

TEST_F(HandedInTest, WhatAStudentHandsInIsNoLinkItself) {
  write("ada/transpose.cu", "of ada");
  testing_support::write_archive(folder() / "ada.zip", {{"transpose.cu", "of ada"}});
  fs::create_directory_symlink(folder() / "ada", folder() / "bob");
  fs::create_symlink(folder() / "ada.zip", folder() / "cem.zip");
  fs::create_symlink(folder() / "ada/transpose.cu", folder() / "dana.cu");
  fs::create_symlink("eve", folder() / "eve");
  for (const char* const name : {"bob", "cem.zip", "dana.cu", "eve"}) {
    const HandedIn result = read(name);
    EXPECT_EQ(result.status, Status::unreadable) << name;
    EXPECT_FALSE(result.source) << name;
    EXPECT_EQ(result.note, std::string(name) + " is a symbolic link: hand in the folder or the file itself");
  }
}

TEST_F(HandedInTest, ArchivesOfEachKindAreUnpacked) {
  for (const char* name : {"a.zip", "a.tar", "a.tar.gz"}) {
    const HandedIn result = unpacked(name, {{"work/", ""}, {"work/transpose.cu", "mine"}, {"work/notes.txt", "x"}});
    ASSERT_TRUE(result.source) << name << ": " << result.note;
    EXPECT_EQ(result.source->text, "mine");
    EXPECT_EQ(result.origin, std::string(name) + ": work/transpose.cu");
  }
}

TEST_F(HandedInTest, TimesInsideAnArchiveDoNotMakeItEarlier) {
  const fs::path archive = folder() / "a.tar";
  testing_support::write_archive(archive, {{"transpose.cu", "mine", {}, {}, 0}});
  fs::last_write_time(archive, fs::file_time_type(std::chrono::file_clock::from_sys(
                                   std::chrono::sys_seconds(std::chrono::seconds(1'700'000'000)))));
  EXPECT_EQ(read("a.tar").submitted, 1'700'000'000);
}

TEST_F(HandedInTest, WhatAMacAddsIsNoSubmission) {
  const HandedIn result =
      unpacked("a.zip", {{"__MACOSX/._transpose.cu", "x"}, {"._transpose.cu", "x"}, {"transpose.cu", "mine"}});
  ASSERT_TRUE(result.source) << result.note;
  EXPECT_EQ(result.source->text, "mine");
}

TEST_F(HandedInTest, PathsThatLeadOutAreRefused) {
  for (const char* path : {"../transpose.cu", "a/../../transpose.cu", "/tmp/transpose.cu", "..\\transpose.cu"}) {
    EXPECT_THAT(refusal("a.zip", {{path, "x"}}), HasSubstr("leads out of it")) << path;
    EXPECT_THAT(refusal("a.tar", {{path, "x"}}), HasSubstr("leads out of it")) << path;
  }
  EXPECT_FALSE(fs::exists(classroom_.folder() / "transpose.cu"));
}

TEST_F(HandedInTest, LinksInArchivesAreRefused) {
  EXPECT_THAT(refusal("a.tar", {{"transpose.cu", "", "/etc/passwd"}}), HasSubstr("holds a link (transpose.cu)"));
  EXPECT_THAT(refusal("a.zip", {{"transpose.cu", "/etc/passwd", "/etc/passwd"}}), HasSubstr("holds a link"));
  EXPECT_THAT(refusal("a.tar", {{"x", "x"}, {"transpose.cu", "", "", "x"}}), HasSubstr("holds a link"));
}

TEST_F(HandedInTest, BombsAreRefused) {
  const std::string zeros(std::size_t{65} << 20, '\0');
  EXPECT_THAT(refusal("a.zip", {{"zeros", zeros}, {"transpose.cu", "x"}}), HasSubstr("more than 64 MiB"));
  EXPECT_THAT(refusal("a.tar.gz", {{"transpose.cu", zeros}}), HasSubstr("more than 64 MiB"));
  std::vector<Entry> many;
  for (int i = 0; i < 10'001; ++i) many.push_back({"f" + std::to_string(i), ""});
  EXPECT_THAT(refusal("a.tar.gz", many), HasSubstr("more than 10000 files"));
  std::string deep;
  for (int i = 0; i < 20; ++i) deep += "d/";
  EXPECT_THAT(refusal("a.zip", {{deep + "transpose.cu", "x"}}), HasSubstr("nested more than 16 deep"));
}

TEST_F(HandedInTest, AnArchiveInAnArchiveIsSaid) {
  EXPECT_THAT(refusal("a.zip", {{"inner.zip", "x"}}), HasSubstr("another archive (inner.zip)"));
}

TEST_F(HandedInTest, BrokenAndDoubleArchivesAreSaid) {
  write("a.zip", "this is no archive");
  EXPECT_EQ(read("a.zip").status, Status::unreadable);
  EXPECT_THAT(read("a.zip").note, HasSubstr("broken, or neither zip nor tar"));
  testing_support::write_archive(folder() / "b.tar.gz", {{"transpose.cu", std::string(100'000, 'x')}});
  fs::resize_file(folder() / "b.tar.gz", fs::file_size(folder() / "b.tar.gz") / 2);
  EXPECT_EQ(read("b.tar.gz").status, Status::unreadable);
  EXPECT_THAT(refusal("c.tar", {{"transpose.cu", "x"}, {"transpose.cu", "y"}}), HasSubstr("transpose.cu twice"));
}

// Damaged archives: the cases are the same everywhere.
TEST_F(HandedInTest, AnyBytesOfAnArchiveHaveAnAnswer) {
  constexpr int damaged_copies = 40;
  std::mt19937 random(14);
  for (const char* const name : {"a.zip", "a.tar", "a.tar.gz"}) {
    testing_support::write_archive(folder() / name, {{"lab3/transpose.cu", "int x;\n"}, {"notes.txt", "text"}});
    const std::string whole = files::read_file(folder() / name);
    for (int i = 0; i < damaged_copies; ++i) {
      std::string bytes = whole;
      // Lengths, names and sums are at both ends of an archive; blocks of zeros follow a tar's.
      const std::size_t span = std::min<std::size_t>(bytes.size(), 1600);
      for (int changes = static_cast<int>(random() % 4); changes >= 0; --changes) {
        bytes[random() % 2 == 0 ? random() % span : bytes.size() - 1 - random() % span] = static_cast<char>(random());
      }
      if (random() % 4 == 0) bytes.resize(random() % bytes.size());
      write(name, bytes);
      SCOPED_TRACE(std::string(name) + ", copy " + std::to_string(i));
      HandedIn result;
      ASSERT_NO_THROW(result = read(name));
      EXPECT_EQ(result.source.has_value(), result.status == Status::graded) << result.note;
      EXPECT_TRUE(result.source || !result.note.empty());
      EXPECT_EQ(result.note, report::printable_line(result.note));
      EXPECT_EQ(result.origin, report::printable_line(result.origin));
      if (result.source) {
        EXPECT_EQ(result.source->text.find('\0'), std::string::npos);
      }
    }
    fs::remove(folder() / name);
  }
  EXPECT_TRUE(fs::is_empty(folder()));
}

// Names and kinds of entries that a folder may hold.
TEST_F(HandedInTest, AnyEntriesOfAFolderHaveAnAnswer) {
  constexpr std::array<std::string_view, 12> names{
      "transpose.cu",  "Transpose.CU", "lab3", "-rf",           "=1+1.cu", "<b>.cu",
      "two\nlines.cu", "Ren\xe9.cu",   ".cu",  "transpose.zip", " ",       "transpose copy.cu"};
  std::mt19937 random(14);
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE("folder " + std::to_string(i));
    const fs::path student = folder() / "ada";
    fs::create_directories(student);
    for (std::size_t entries = random() % 5; entries > 0; --entries) {
      const fs::path path = student / (random() % 3 == 0 ? "lab3" : "") / names[random() % names.size()];
      std::error_code error;
      fs::create_directories(path.parent_path(), error);
      switch (random() % 6) {
        case 0:
          fs::create_directory(path, error);
          break;
        case 1:
          fs::create_symlink("/etc/passwd", path, error);
          break;
        case 2:
          mkfifo(path.c_str(), 0600);
          break;
        case 3:
          std::ofstream(path) << std::string(1, '\0');
          break;
        default:
          std::ofstream(path) << "int x;\n";
      }
    }
    HandedIn result;
    ASSERT_NO_THROW(result = read("ada"));
    EXPECT_EQ(result.source.has_value(), result.status == Status::graded) << result.note;
    EXPECT_TRUE(result.source || !result.note.empty());
    EXPECT_EQ(result.note, report::printable_line(result.note));
    if (result.source) {
      EXPECT_EQ(result.source->text, "int x;\n");
    }
    fs::remove_all(student);
  }
}

TEST_F(HandedInTest, TheRostersTimeCountsMoreThanTheFiles) {
  write("ada/transpose.cu");
  const fs::path work = classroom_.folder() / "work";
  fs::create_directories(work);
  const HandedIn result =
      read_submission({"ada", folder() / "ada", "", "", 42}, tests::lab("lab3"), tests::loaded_course().labs, work);
  EXPECT_EQ(result.submitted, 42);
  EXPECT_EQ(result.submitted_by, "roster");
}

TEST(Sha256, IsThatOfTheStandard) {
  const testing_support::Classroom classroom;
  classroom.write("abc", "abc");
  EXPECT_THAT(sha256({classroom.folder() / "abc"}),
              ElementsAre("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
}

}  // namespace
}  // namespace batch
