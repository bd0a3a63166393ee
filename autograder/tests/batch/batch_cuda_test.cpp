// A batch on a GPU: gradings take turns there, and rows say what they were measured with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "batch/run.hpp"
#include "tests/batch/classroom.hpp"
#include "tests/batch/course_copy.hpp"

namespace batch {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

TEST(BatchCuda, RowsSayWhatWasMeasuredWithWhat) {
  const testing_support::Classroom classroom;
  const std::string solution = content(fs::path(COURSE_ROOT) / "solutions/lab3_transpose/transpose.cu");
  for (const char* student : {"ada", "bob", "cyd"}) classroom.hand_in(student, solution + "// " + student + "\n");
  Settings settings = classroom.settings();
  settings.root = classroom.folder() / "course";
  testing_support::copy_course(settings.root);
  settings.program = COURSE_BUILD "/bin/grade";
  settings.backend = "cuda";
  settings.jobs = 0;
  settings.no_sandbox = true;  // a control group cannot be made everywhere
  const Summary summary = grade_folder(settings, classroom.submissions(), {});
  ASSERT_EQ(summary.gradings.size(), 3U);
  for (const Grading& grading : summary.gradings) {
    EXPECT_EQ(grading.status, Status::graded) << grading.note;
    EXPECT_EQ(grading.backend, "cuda");
    EXPECT_NE(grading.driver, "");
    EXPECT_NE(grading.sm, "");
    EXPECT_THAT(grading.clocks, testing::HasSubstr("MHz"));
    ASSERT_EQ(grading.parts.size(), 5U);
    for (const PartGrade& part : grading.parts) {
      EXPECT_EQ(part.verdict, "passed") << grading.student << " " << part.part << ": " << part.reasons;
      EXPECT_GT(part.gbps.value_or(0), 0);
      EXPECT_GT(part.samples.value_or(0), 0);
    }
  }
}

}  // namespace
}  // namespace batch
