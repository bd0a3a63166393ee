// The gradebook's file itself: what an older or a newer course has written.
#include "batch/gradebook.hpp"

#include <gmock/gmock.h>

#include "batch/database.hpp"
#include "support/files/cached.hpp"

namespace batch {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

class GradebookFile : public testing::Test {
 protected:
  static void add(Gradebook& book, const std::string& student) {
    batch::Run run;  // the test has a Run of its own
    run.kind = "batch";
    run.lab = "lab3";
    Grading grading;
    grading.run = book.begin_run(run).id;
    grading.student = student;
    grading.lab = "lab3";
    PartGrade part;
    part.part = "3.2";
    part.verdict = "passed";
    part.points = 20;
    part.points_by = "prediction";
    grading.parts = {part};
    grading.source_hash = "0123";
    const Source source{grading.source_hash, "transpose.cu", "code"};
    book.add(grading, &source);
  }

  files::TemporaryFolder folder_{fs::temp_directory_path()};
};

TEST_F(GradebookFile, OfTheFirstVersionKeepsItsRowsAndGetsNewOnes) {
  {
    Gradebook before(folder_.path());
    add(before, "ada");
  }
  {
    Database first(gradebook_file(folder_.path()));
    first.run("DROP VIEW defence; ALTER TABLE parts DROP COLUMN points_by; PRAGMA user_version = 1");
    first.run("CREATE VIEW defence AS SELECT student FROM gradings");
  }
  Gradebook now(folder_.path());
  add(now, "bea");
  const auto gradings = now.gradings();
  ASSERT_EQ(gradings.size(), 2U);
  EXPECT_EQ(gradings[0].student, "ada");
  ASSERT_EQ(gradings[0].parts.size(), 1U);
  EXPECT_EQ(gradings[0].parts[0].points, 20);
  EXPECT_THAT(gradings[0].parts[0].points_by, IsEmpty());
  EXPECT_EQ(gradings[1].parts[0].points_by, "prediction");
  const Database file(gradebook_file(folder_.path()), true);
  Statement defence = file.prepare("SELECT points_by FROM defence WHERE student = 'bea'");
  ASSERT_TRUE(defence.next());
  EXPECT_EQ(defence.text(), "prediction");
}

TEST_F(GradebookFile, WithATriggerIsRefusedAndAnotherViewIsReplaced) {
  {
    Gradebook before(folder_.path());
    add(before, "ada");
  }
  Database file(gradebook_file(folder_.path()));
  file.run("DROP VIEW defence; CREATE VIEW defence AS SELECT 'eve' AS student, 20 AS points");
  EXPECT_EQ(Gradebook(folder_.path()).gradings().size(), 1U);
  Statement defence = file.prepare("SELECT student FROM defence");
  ASSERT_TRUE(defence.next());
  EXPECT_EQ(defence.text(), "ada");
  while (defence.next()) continue;
  file.run("CREATE TRIGGER more AFTER INSERT ON parts BEGIN UPDATE parts SET points = 100; END");
  try {
    Gradebook again(folder_.path());
    FAIL() << "it was opened";
  } catch (const DatabaseError& error) {
    EXPECT_THAT(error.what(), HasSubstr("holds a trigger (more)"));
  }
}

TEST_F(GradebookFile, OfALaterVersionIsLeftAloneAndTheMessageSaysWhatToDo) {
  {
    Gradebook before(folder_.path());
    add(before, "ada");
  }
  Database(gradebook_file(folder_.path())).run("PRAGMA user_version = 99");
  try {
    Gradebook later(folder_.path());
    FAIL() << "it was opened";
  } catch (const DatabaseError& error) {
    EXPECT_THAT(error.what(), HasSubstr("is of version 99"));
    EXPECT_THAT(error.what(), HasSubstr("use the course's version that wrote it"));
  }
}

}  // namespace
}  // namespace batch
