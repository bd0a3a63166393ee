// Which attempt counts, what being late costs, and what is exported.
#include "batch/grades.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "batch/csv.hpp"
#include "batch/exporters.hpp"
#include "batch/show.hpp"
#include "support/config/table.hpp"
#include "tests/batch/classroom.hpp"
#include "tests/loaded_course.hpp"

namespace batch {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::int64_t noon = 1'798'718'400;  // 2026-12-31T12:00:00Z
constexpr std::int64_t a_day = 24 * 60 * 60;

PartGrade part(const std::string& id, std::optional<double> points) {
  PartGrade grade;
  grade.part = id;
  grade.verdict = points ? (*points > 0 ? "passed" : "failed") : "could_not_be_graded";
  grade.points = points;
  grade.max_points = 10;
  return grade;
}

Grading grading(const std::string& student, int attempt, std::vector<PartGrade> parts, Status status = Status::graded) {
  Grading result;
  result.run = attempt;
  result.student = student;
  result.lab = "lab3";
  result.attempt = attempt;
  result.status = status;
  result.source_hash = status == Status::missing || status == Status::unreadable ? "" : "abc";
  result.submitted = noon;
  result.parts = std::move(parts);
  return result;
}

LabGrade only_grade(const std::vector<Grading>& gradings, const ClassRules& rules = {}) {
  const auto grades = grades_of(gradings, {}, rules);
  EXPECT_EQ(grades.size(), 1U);
  return grades.at(0);
}

TEST(Grades, TheLastAttemptCounts) {
  const LabGrade grade = only_grade(
      {grading("ada", 1, {part("3.1", 10), part("3.2", 0)}), grading("ada", 2, {part("3.1", 5), part("3.2", 10)})});
  EXPECT_EQ(grade.points, 15);
  EXPECT_EQ(grade.max_points, 20);
  EXPECT_EQ(grade.attempts, 2);
}

TEST(Grades, AnAttemptOfOnePartLeavesTheOthers) {
  EXPECT_EQ(
      only_grade({grading("ada", 1, {part("3.1", 10), part("3.2", 0)}), grading("ada", 2, {part("3.2", 10)})}).points,
      20);
}

TEST(Grades, WhatCouldNotBeGradedIsNeverAZeroAndReplacesNoGrade) {
  const LabGrade never = only_grade({grading("ada", 1, {part("3.1", 10), part("3.2", {})}, Status::not_graded)});
  EXPECT_EQ(never.points, std::nullopt);
  EXPECT_EQ(never.final_points, std::nullopt);
  const LabGrade later =
      only_grade({grading("ada", 1, {part("3.1", 10)}), grading("ada", 2, {part("3.1", {})}, Status::not_graded)});
  EXPECT_EQ(later.points, 10);
  EXPECT_EQ(later.status, Status::not_graded) << "but it is said";
  EXPECT_EQ(only_grade({grading("ada", 1, {part("3.1", 10)}), grading("ada", 2, {part("3.1", 0)}, Status::unreadable)})
                .points,
            10);
  EXPECT_EQ(only_grade({grading("ada", 1, {part("3.1", 0)}, Status::missing)}).points, 0);
}

TEST(Late, EachDayThatHasBegunCosts) {
  const LabDates dates{noon, 10, 5, {{"eve", {noon + 3 * a_day, false}}}};
  EXPECT_EQ(late_of(dates, "ada", noon).days, 0);
  EXPECT_EQ(late_of(dates, "ada", noon + 1).percent, 10);
  EXPECT_EQ(late_of(dates, "ada", noon + a_day).days, 1);
  EXPECT_EQ(late_of(dates, "ada", noon + a_day + 1).percent, 20);
  EXPECT_EQ(late_of(dates, "ada", noon + 5 * a_day + 1).percent, 100) << "most_days";
  EXPECT_EQ(late_of(dates, "eve", noon + 3 * a_day).percent, 0) << "an extension";
  EXPECT_EQ(late_of(dates, "ada", std::nullopt).percent, 0) << "the time is not known";
  EXPECT_EQ(late_of({}, "ada", noon).percent, 0);
}

TEST(Late, WhatLooksLikeAMistakeInClassTomlIsSaid) {
  const std::vector<Grading> gradings = {grading("ada", 1, {part("3.1", 10)}), grading("bob", 1, {part("3.1", 5)})};
  ClassRules rules;
  rules["lab3"] = {noon + a_day, 10, {}, {{"ada", {}}, {"dan", {}}, {"eve", {{}, true}}}};
  rules["lab4"] = {noon - 30 * a_day, 100, {}, {{"nobody", {}}}};
  const std::vector<Student> roster = {{"dan", "", "", {}}};
  const auto doubts = [&] { return doubts_about(rules, grades_of(gradings, roster, rules), roster); };
  EXPECT_THAT(doubts(), testing::ElementsAre(testing::HasSubstr("names 'eve' for lab3")));
  rules["lab3"] = {noon - 30 * a_day, 10, {}, {}};
  EXPECT_THAT(doubts(), testing::ElementsAre(testing::HasSubstr("all 2 submissions of lab3 are so late")));
  rules["lab3"].percent_a_day = 1;
  EXPECT_THAT(doubts(), testing::IsEmpty());
}

TEST(Late, IsTakenFromThePointsAndTheExemptHaveNone) {
  ClassRules rules;
  rules["lab3"] = {noon - 1, 10, {}, {{"eve", {{}, true}}}};
  const LabGrade late = only_grade({grading("ada", 1, {part("3.1", 10)})}, rules);
  EXPECT_EQ(late.points, 10);
  EXPECT_EQ(late.final_points, 9);
  const LabGrade exempt = only_grade({grading("eve", 1, {part("3.1", 10)})}, rules);
  EXPECT_TRUE(exempt.exempt);
  EXPECT_EQ(exempt.final_points, std::nullopt);
}

class ClassFile : public testing::Test {
 protected:
  ClassRules read(const std::string& text) const {
    classroom_.write("class.toml", text);
    return read_class_rules({}, classroom_.folder(), tests::loaded_course());
  }
  testing_support::Classroom classroom_;
};

TEST_F(ClassFile, HasDatesOfLabsAndExceptionsOfStudents) {
  EXPECT_TRUE(read_class_rules({}, classroom_.folder(), tests::loaded_course()).empty()) << "there is none";
  const ClassRules rules = read(
      "[lab3]\ndue = 2026-12-31T12:00:00Z\npercent_a_day = 10\nmost_days = 7\n"
      "[lab3.students.ada]\ndue = 2026-12-31T13:00:00+01:00\n[lab3.students.\"bob b\"]\nexempt = true\n");
  const LabDates& dates = rules.at("lab3");
  EXPECT_EQ(dates.due, noon);
  EXPECT_EQ(dates.percent_a_day, 10);
  EXPECT_EQ(dates.most_days, 7);
  EXPECT_EQ(dates.students.at("ada").due, noon);
  EXPECT_TRUE(dates.students.at("bob b").exempt);
}

TEST_F(ClassFile, MistakesAreNamedByLineAndKey) {
  const auto error = [&](const std::string& text) -> std::string {
    try {
      read(text);
    } catch (const config::Error& complaint) {
      return complaint.what();
    }
    return "no error";
  };
  EXPECT_THAT(error("[lab33]\n"), HasSubstr("lab33"));
  EXPECT_THAT(error("[lab3]\ndue = \"tomorrow\"\n"), AllOf(HasSubstr("class.toml:2: lab3.due"), HasSubstr("date")));
  EXPECT_THAT(error("[lab3]\npercent = 5\n"), HasSubstr("lab3.percent: is not known"));
  EXPECT_THAT(error("[lab3.students.ada]\nlate = true\n"), HasSubstr("lab3.students.ada.late"));
}

TEST(Changes, AreWhatARunMadeOfWhatWasGradedBefore) {
  const std::vector<Grading> gradings{grading("ada", 1, {part("3.1", 10), part("3.2", 0)}),
                                      grading("ada", 2, {part("3.1", 10), part("3.2", 10)}),
                                      grading("bob", 2, {part("3.1", 10)})};
  const auto changes = changes_since(2, gradings);
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_THAT(changes_text(changes), HasSubstr("ada  3.2  0 of 10, failed -> 10 of 10, passed"));
  EXPECT_THAT(changes_text({}), HasSubstr("No points"));
  // A part that is only worth more is no line for each student.
  Change worth_more{"ada", changes.front().after, changes.front().after};
  worth_more.after.max_points += 5;
  EXPECT_EQ(changes_text({worth_more, worth_more}),
            "No points and no verdict changed.\n"
            "Part 3.2 is worth other points now (10 -> 15); 2 submissions kept points and verdict.\n");
}

TEST(TimeLeft, IsThatOfTheLastGradings) {
  EXPECT_EQ(seconds_left({}, 5, 0), std::nullopt);
  EXPECT_EQ(seconds_left({100}, 5, 100), std::nullopt);
  EXPECT_EQ(seconds_left({100, 104, 108}, 5, 108), 20);
  EXPECT_EQ(seconds_left({100, 104, 108}, 5, 112), 30) << "nothing has ended for a while";
  EXPECT_EQ(seconds_left({100, 104, 40'000, 40'002}, 5, 40'002), 10) << "it was stopped for the night";
  std::vector<double> slow_then_fast;
  for (int i = 0; i < 40; ++i) slow_then_fast.push_back(30.0 * i);
  for (int i = 0; i < 40; ++i) slow_then_fast.push_back(1200.0 + i);
  EXPECT_EQ(seconds_left(slow_then_fast, 7, 1239), 7);
  Grading ada = grading("ada", 1, {});
  ada.started = "2026-12-31T12:00:00Z";
  ada.seconds = 2;
  EXPECT_THAT(ends_of({ada, grading("never started", 1, {})}), ElementsAre(noon + 2));
}

ExportInput input() {
  Grading ada = grading("ada", 1, {part("3.1", 10), part("3.2", {})}, Status::not_graded);
  ada.note = "twice in a row";
  ada.device = "emulated h200";
  ExportInput result;
  result.gradings = {ada, grading("ada", 2, {part("3.2", 2.5)})};
  result.grades = grades_of(result.gradings, std::vector<Student>{{"ada", "Ada Lovelace", "17", {}}}, {});
  return result;
}

/// Rows by the names of their columns.
std::vector<std::map<std::string, std::string>> table(const std::string& name) {
  const auto rows = csv::parse(find_exporter(name)->write(input()).text);
  std::vector<std::map<std::string, std::string>> result;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].size(), rows[0].size());
    for (std::size_t j = 0; j < rows[0].size(); ++j) {
      if (j == 0) result.emplace_back();
      result.back()[rows[0][j]] = rows[i].at(j);
    }
  }
  return result;
}

TEST(Export, LabsHaveARowAStudent) {
  const auto rows = table("csv-labs");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].at("name"), "Ada Lovelace");
  EXPECT_EQ(rows[0].at("lms_id"), "17");
  EXPECT_EQ(rows[0].at("points"), "12.5");
  EXPECT_EQ(rows[0].at("final_points"), "12.5");
  EXPECT_EQ(rows[0].at("submitted_utc"), "2026-12-31T12:00:00Z");
}

TEST(Export, PartsHaveTheAttemptThatCounts) {
  const auto rows = table("csv-parts");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].at("attempt"), "1");
  EXPECT_EQ(rows[1].at("attempt"), "2");
  EXPECT_EQ(rows[0].at("device"), "emulated h200");
}

TEST(Export, AttemptsHaveTheWholeHistory) {
  const auto rows = table("csv-attempts");
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[1].at("points"), "") << "no zero";
  EXPECT_EQ(rows[1].at("note"), "twice in a row");
  EXPECT_EQ(rows[2].at("points"), "2.5");
}

TEST(Export, EveryExporterHasANameOfItsOwn) {
  for (const Exporter& each : exporters()) EXPECT_EQ(find_exporter(each.name), &each);
  EXPECT_EQ(find_exporter("xml"), nullptr);
}

}  // namespace
}  // namespace batch
