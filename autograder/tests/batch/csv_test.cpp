// CSV as spreadsheets write and read it, and the roster.
#include "batch/csv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "batch/roster.hpp"
#include "grader/errors.hpp"
#include "tests/batch/classroom.hpp"

namespace batch {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Csv, ReadsWhatItWrites) {
  const csv::Row row{"plain", "a,b", "say \"x\"", "two\nlines", ""};
  EXPECT_THAT(csv::parse(csv::line(row)), ElementsAre(row));
}

TEST(Csv, ReadsWhatSpreadsheetsWrite) {
  EXPECT_THAT(csv::parse("\xef\xbb\xbfstudent;name\r\nada;\"Lovelace; Ada\"\r\n\r\n"),
              ElementsAre(csv::Row{"student", "name"}, csv::Row{"ada", "Lovelace; Ada"}));
}

TEST(Csv, ATextIsNoFormula) {
  EXPECT_EQ(csv::line({"=1+1", "@x", "-x", "-5", "+1.5"}), "'=1+1,'@x,'-x,-5,+1.5\r\n");
  EXPECT_EQ(csv::line({"-2+x|'y'!A0", "+1+1", "-", "+-1"}), "'-2+x|'y'!A0,'+1+1,'-,'+-1\r\n");
  EXPECT_EQ(csv::line({"Ada;=1+1", "a;b=c", "Ada; -1", "\uff1d1+1"}), "Ada;'=1+1,a;b=c,Ada; -1,'\uff1d1+1\r\n");
}

class Roster : public testing::Test {
 protected:
  std::vector<Student> read(const std::string& text) const {
    classroom_.write("roster.csv", text);
    return read_roster(classroom_.folder() / "roster.csv");
  }
  std::string error(const std::string& text) const {
    try {
      read(text);
    } catch (const grader::UsageError& complaint) {
      return complaint.what();
    }
    return "no error";
  }

  testing_support::Classroom classroom_;
};

TEST_F(Roster, ColumnsComeInAnyOrder) {
  const auto students = read("email,lms_id,student,submitted\nx@example.org,7,ada,2026-12-31T23:59:00Z\n,,bob,\n");
  ASSERT_EQ(students.size(), 2U);
  EXPECT_EQ(students[0].student, "ada");
  EXPECT_EQ(students[0].lms_id, "7");
  EXPECT_EQ(students[0].submitted, 1'798'761'540);
  EXPECT_EQ(students[1].submitted, std::nullopt);
}

TEST_F(Roster, BlanksAroundAFieldAreNotPartOfIt) {
  const auto students = read("student,name\n ada , Ada Lovelace \n");
  ASSERT_EQ(students.size(), 1U);
  EXPECT_EQ(students[0].student, "ada");
  EXPECT_EQ(students[0].name, "Ada Lovelace");
}

TEST_F(Roster, MistakesAreNamed) {
  EXPECT_THAT(error("student,name\n\"ada,Ada\nbob,Bob\n"), HasSubstr("is a quotation mark missing?"));
  EXPECT_THAT(error("id,name\n1,Ada\n"), HasSubstr("no column 'student'"));
  EXPECT_THAT(error("student,name\nada,Andr\xe9\n"), HasSubstr("is no text in UTF-8"));
  EXPECT_THAT(error(std::string("\xff\xfes\0t\0", 6)), HasSubstr("is no text in UTF-8"));
  EXPECT_THAT(error("student\nada\nada\n"), HasSubstr("'ada' is there twice"));
  EXPECT_THAT(error("student,submitted\nada,yesterday\n"), HasSubstr("'yesterday' is no date"));
  EXPECT_THAT(error(""), HasSubstr("no column 'student'"));
}

}  // namespace
}  // namespace batch
