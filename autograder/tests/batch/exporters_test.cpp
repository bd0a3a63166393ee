// What other systems are given: the names of all fields are compared with samples, which are written from these
// systems' own documentation (autograder/batch/README.md names it).
#include "batch/exporters.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "batch/csv.hpp"
#include "grader/errors.hpp"
#include "support/process/child.hpp"
#include "tests/batch/classroom.hpp"
#include "tests/loaded_course.hpp"

namespace batch {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSubsetOf;

std::string content(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}
std::string sample(const std::string& name) {
  return content(fs::path(COURSE_ROOT) / "autograder/tests/batch/samples" / name);
}

PartGrade part(const std::string& id, std::optional<double> points, const std::string& reasons = "") {
  PartGrade grade;
  grade.part = id;
  grade.title = "tiled";
  grade.verdict = !points ? "could_not_be_graded" : *points >= 10 ? "passed" : "failed";
  grade.points = points;
  grade.max_points = 10;
  grade.reasons = reasons;
  return grade;
}

/// What a hostile printf may leave in a reason: marks of XML and HTML, control characters, broken UTF-8.
const std::string hostile = "a < b && \"c\"\n=1+1 \x01\x1b[31m \xff";

struct Case {
  std::optional<double> first = 10;
  std::optional<double> second = 0;
  std::string student = "ada";
  std::string name = "Ada Lovelace";
  std::string lms_id = "17";
  bool exempt = false;
};

ExportInput input(const std::vector<Case>& cases) {
  ExportInput result;
  std::vector<Student> roster;
  ClassRules rules;
  for (const Case& each : cases) {
    Grading grading;
    grading.student = each.student;
    grading.lab = "lab3";
    grading.attempt = 1;
    grading.source_hash = "abc";
    grading.parts = {part("3.1", each.first), part("3.2", each.second, hostile)};
    if (!each.first || !each.second) grading.status = Status::not_graded;
    result.gradings.push_back(grading);
    roster.push_back({each.student, each.name, each.lms_id, {}});
    rules["lab3"].students[each.student].exempt = each.exempt;
  }
  result.grades = grades_of(result.gradings, roster, rules);
  return result;
}

Exported written(const std::string& format, const ExportInput& grades) {
  return write_export(*find_exporter(format), grades);
}

std::string complaint(const std::string& format, const ExportInput& grades) {
  try {
    written(format, grades);
  } catch (const grader::UsageError& error) {
    return error.what();
  }
  return "no error";
}

/// "tests/score: number" for each field, by path; what is below extra_data is ours.
std::set<std::string> fields(const json& value, const std::string& path = "") {
  std::set<std::string> all;
  if (value.is_object()) {
    for (const auto& [key, below] : value.items()) {
      const std::string here = path + "/" + key;
      all.insert(here + ": " + (below.is_number() ? "number" : below.type_name()));
      if (key != "extra_data") all.merge(fields(below, here));
    }
  }
  if (value.is_array()) {
    for (const json& below : value) all.merge(fields(below, path));
  }
  return all;
}

TEST(ExportScope, OneStudentOneLabAndAWorksheetAreAskedFor) {
  const Case bob{10, 10, "bob"};
  EXPECT_THAT(complaint("gradescope", input({{}, bob})), HasSubstr("--student ada"));
  EXPECT_THAT(complaint("moodle", input({{}})), HasSubstr("--worksheet FILE"));
  ExportInput two = input({{}, bob});
  two.grades.back().lab = "lab4";
  EXPECT_THAT(complaint("canvas", two), HasSubstr("--lab lab3"));
  EXPECT_EQ(complaint("junit", two), "no error");
}

TEST(ExportGradescope, FieldsAreThoseOfItsDocumentation) {
  const json results = json::parse(written("gradescope", input({{}})).text);
  EXPECT_THAT(fields(results), IsSubsetOf(fields(json::parse(sample("gradescope_results.json")))));
  EXPECT_EQ(results.at("score"), 10);
  EXPECT_EQ(results.at("tests").at(0).at("status"), "passed");
  EXPECT_EQ(results.at("tests").at(1).at("status"), "failed");
  EXPECT_EQ(results.at("tests").at(1).at("max_score"), 10);
  EXPECT_THAT(std::string(results.at("tests").at(1).at("output")), HasSubstr("a < b"));
}

TEST(ExportGradescope, APartThatCouldNotBeGradedHasNoScoreOfItsOwn) {
  const json results = json::parse(written("gradescope", input({{10, {}}})).text);
  EXPECT_FALSE(results.at("tests").at(1).contains("score"));
  EXPECT_THAT(std::string(results.at("output")), HasSubstr("not your fault"));
  EXPECT_EQ(results.at("extra_data").at("is_complete"), false);
}

TEST(ExportPrairieLearn, FieldsAreThoseOfItsDocumentation) {
  const json results = json::parse(written("prairielearn", input({{}})).text);
  EXPECT_THAT(fields(results), IsSubsetOf(fields(json::parse(sample("prairielearn_results.json")))));
  EXPECT_EQ(results.at("score"), 0.5) << "a share, from 0 to 1";
  const json not_graded = json::parse(written("prairielearn", input({{10, {}}})).text);
  EXPECT_THAT(fields(not_graded), IsSubsetOf(fields(json::parse(sample("prairielearn_results.json")))));
  EXPECT_EQ(not_graded.at("gradable"), false) << "costs no attempt there";
  EXPECT_FALSE(not_graded.contains("score"));
}

/// "testcase name" for each attribute of each element.
std::set<std::string> xml_names(const std::string& xml) {
  std::set<std::string> names;
  static const std::regex element(R"re(<([a-z]+)((?: [a-z]+="[^"<]*")*) ?/?>)re");
  static const std::regex attribute(R"re( ([a-z]+)=")re");
  for (std::sregex_iterator at(xml.begin(), xml.end(), element), end; at != end; ++at) {
    const std::string attributes = (*at)[2];
    names.insert((*at)[1]);
    for (std::sregex_iterator name(attributes.begin(), attributes.end(), attribute); name != end; ++name) {
      names.insert((*at)[1].str() + " " + (*name)[1].str());
    }
  }
  return names;
}

TEST(ExportJunit, NamesAreThoseOfTheSchemaAndAnXmlParserReadsIt) {
  ExportInput grades = input({{}, {10, {}, "<bob> & \"co\""}});
  grades.grades.front().parts.front().grade.verdict = "not_on_this_device";
  const std::string xml = written("junit", grades).text;
  EXPECT_THAT(xml_names(xml), IsSubsetOf(xml_names(sample("junit.xml"))));
  EXPECT_THAT(xml,
              AllOf(HasSubstr("failures=\"0\" errors=\"1\" skipped=\"1\""), HasSubstr("failures=\"1\" errors=\"0\"")));

  if (!testing_support::has_python()) GTEST_SKIP() << "no python3";
  const testing_support::Classroom room;
  room.write("junit.xml", xml);
  process::ChildOptions options;
  options.command = {"python3", "-c",
                     "import sys, xml.etree.ElementTree as tree\n"
                     "cases = tree.parse(sys.argv[1]).getroot().findall('.//testcase')\n"
                     "print(len(cases), [each[0].tag for each in cases if len(each)])",
                     (room.folder() / "junit.xml").string()};
  options.environment = process::minimal_environment();
  const process::Completed done = process::run(options, units::Seconds{60}, units::Bytes{1 << 16});
  EXPECT_EQ(done.output, "4 ['skipped', 'error', 'failure']\n");
}

TEST(ExportCanvas, ColumnsAreThoseThatCanvasReads) {
  ExportInput grades = input({{}, {10, {}, "bob"}, {10, 10, "eve", "Eve", "s18", /*exempt=*/true}});
  grades.assignment = "Lab 3 (1234)";
  const Exported exported = written("canvas", grades);
  const auto rows = csv::parse(exported.text);
  const auto theirs = csv::parse(sample("canvas.csv"));
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[0], csv::Row(theirs[0].begin(), theirs[0].begin() + 6)) << "and no column of totals";
  EXPECT_THAT(rows[1], ElementsAre("    Points Possible", "", "", "", "", "20"));
  EXPECT_THAT(rows[2], ElementsAre("Ada Lovelace", "17", "", "ada", "", "10"));
  EXPECT_THAT(rows[3], ElementsAre("Eve", "", "s18", "eve", "", "EX"));
  EXPECT_THAT(exported.notes, ElementsAre(HasSubstr("bob is left out"))) << "an empty field would remove a grade";
}

class ExportMoodle : public testing::Test {
 protected:
  static ExportInput with_worksheet(const std::vector<Case>& cases, std::string worksheet = sample("moodle.csv")) {
    ExportInput result = input(cases);
    result.worksheet = std::move(worksheet);
    return result;
  }
  static std::string replaced(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
  }
};

TEST_F(ExportMoodle, FillsGradeAndCommentAndLeavesTheRestByteByByte) {
  const Exported exported = written("moodle", with_worksheet({{}, {10, 10, "eve", "Eve", "99"}}));
  const auto rows = csv::parse(exported.text);
  const auto before = csv::parse(sample("moodle.csv"));
  ASSERT_EQ(rows.size(), before.size());
  EXPECT_EQ(rows[0], before[0]);
  EXPECT_EQ(rows[1].at(4), "10");
  EXPECT_THAT(rows[1].at(9), AllOf(HasSubstr("a &lt; b &amp;&amp;"), HasSubstr("<br>")));
  EXPECT_EQ(rows[1].at(7), before[1].at(7));
  EXPECT_EQ(rows[2], before[2]) << "bob is not in the gradebook; even =old stays";
  EXPECT_THAT(exported.text, HasSubstr(",-,-,=old\r\n"));
  EXPECT_THAT(exported.notes, ElementsAre(HasSubstr("eve has no row")));
}

TEST_F(ExportMoodle, FindsStudentsByNumberNameAddressAndDownloadedFolder) {
  for (const Case& each :
       {Case{10, 0, "x", "", "17"}, Case{10, 0, "x", "Ada Lovelace", ""}, Case{10, 0, "ada@school.example", "", ""},
        Case{10, 0, "Ada Lovelace_17_assignsubmission_file", "", ""}}) {
    const Exported exported = written("moodle", with_worksheet({each}));
    EXPECT_EQ(csv::parse(exported.text).at(1).at(4), "10") << each.student;
    EXPECT_TRUE(exported.notes.empty());
  }
}

TEST_F(ExportMoodle, WhatMoodleWouldRefuseOrSkipIsSaidHere) {
  EXPECT_THAT(complaint("moodle", with_worksheet({{}}, "Kennung,Bewertung\r\n")), HasSubstr("English"));
  EXPECT_THAT(complaint("moodle", with_worksheet({{}}, replaced(sample("moodle.csv"), "20.00", "100.00"))),
              HasSubstr("set the assignment's maximum grade to 20"));
  EXPECT_THAT(complaint("moodle", with_worksheet({{10, 0, "x", "", "17"}},
                                                 replaced(sample("moodle.csv"), "Participant 18", "Participant 17"))),
              HasSubstr("fits 2 rows"));
  EXPECT_THAT(written("moodle", with_worksheet({{}}, replaced(sample("moodle.csv"), "Yes", "No"))).notes,
              ElementsAre(HasSubstr("cannot be changed")));
  const Exported not_graded = written("moodle", with_worksheet({{10, {}}}));
  EXPECT_EQ(csv::parse(not_graded.text).at(1).at(4), "") << "never a zero";
  EXPECT_THAT(not_graded.notes, ElementsAre(HasSubstr("no points")));
}

TEST(ReadyForGitHub, PartsAndPointsAreThoseOfTheLab) {
  const std::string workflow = content(fs::path(COURSE_ROOT) / "autograder/batch/ready/github/autograding.yml");
  EXPECT_THAT(workflow, AllOf(HasSubstr("\nname: Autograding Tests\n"), HasSubstr("\n  run-autograding-tests:\n")));
  for (const course::Part& each : tests::lab("lab3").parts) {
    EXPECT_THAT(workflow, HasSubstr("./grade lab3 --only " + each.id + "\n"));
    EXPECT_THAT(workflow, HasSubstr("- name: " + each.id + " " + each.title + "\n"));
  }
}

}  // namespace
}  // namespace batch
