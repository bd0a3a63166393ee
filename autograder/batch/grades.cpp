#include "batch/grades.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace batch {
namespace {

using OfOneLab = std::vector<const Grading*>;

std::map<std::pair<std::string, std::string>, OfOneLab> by_lab_and_student(std::span<const Grading> gradings) {
  std::map<std::pair<std::string, std::string>, OfOneLab> all;
  for (const Grading& grading : gradings) all[{grading.lab, grading.student}].push_back(&grading);
  return all;
}

bool replaces(const Grading& grading, const PartGrade& part) {
  return !grading.source_hash.empty() && grading.status != Status::unreadable && part.points.has_value();
}

std::vector<CountedPart> counted_parts(const OfOneLab& gradings) {
  std::map<std::string, std::pair<CountedPart, bool>> counted;  // and whether it counts for more than want of another
  for (const Grading* grading : gradings) {
    for (const PartGrade& part : grading->parts) {
      const bool is_better = replaces(*grading, part);
      const auto known = counted.find(part.part);
      if (known != counted.end() && known->second.second && !is_better) continue;
      counted.insert_or_assign(
          part.part, std::pair(CountedPart{part, grading->attempt, grading->device, grading->commit}, is_better));
    }
  }
  std::vector<CountedPart> parts;
  for (auto& [id, part] : counted) parts.push_back(std::move(part.first));
  return parts;
}

LabGrade grade_of(const OfOneLab& gradings, std::span<const Student> roster, const ClassRules& rules) {
  const Grading& last = *gradings.back();
  LabGrade grade;
  grade.student = last.student;
  grade.lab = last.lab;
  grade.status = last.status;
  grade.note = last.note;
  grade.attempts = last.attempt;
  const auto known = std::find_if(roster.begin(), roster.end(),
                                  [&](const Student& student) { return student.student == last.student; });
  if (known != roster.end()) {
    grade.name = known->name;
    grade.lms_id = known->lms_id;
  }
  grade.parts = counted_parts(gradings);
  if (!grade.parts.empty() || last.status != Status::not_graded) grade.points = 0;
  int attempt = 0;
  for (const CountedPart& part : grade.parts) {
    grade.max_points += part.grade.max_points;
    if (!part.grade.points) grade.points.reset();
    if (grade.points) *grade.points += *part.grade.points;
    attempt = std::max(attempt, part.attempt);
  }
  for (const Grading* grading : gradings) {
    if (grading->attempt == attempt) grade.submitted = grading->submitted;
  }
  grade.final_points = grade.points;
  const auto dates = rules.find(last.lab);
  if (dates == rules.end()) return grade;
  const auto exception = dates->second.students.find(last.student);
  const bool has_exception = exception != dates->second.students.end();
  grade.exempt = has_exception && exception->second.exempt;
  grade.due = has_exception && exception->second.due ? exception->second.due : dates->second.due;
  grade.late = late_of(dates->second, last.student, grade.submitted);
  if (grade.final_points) *grade.final_points *= 1 - grade.late.percent / 100;
  if (grade.exempt) grade.final_points.reset();
  return grade;
}

}  // namespace

std::vector<LabGrade> grades_of(std::span<const Grading> gradings, std::span<const Student> roster,
                                const ClassRules& rules) {
  std::vector<LabGrade> grades;
  for (const auto& [key, own] : by_lab_and_student(gradings)) grades.push_back(grade_of(own, roster, rules));
  return grades;
}

std::vector<std::string> doubts_about(const ClassRules& rules, std::span<const LabGrade> grades,
                                      std::span<const Student> roster) {
  std::vector<std::string> doubts;
  for (const auto& [lab, dates] : rules) {
    std::set<std::string> known;
    for (const Student& student : roster) known.insert(student.student);
    int submitted = 0, worthless = 0;
    for (const LabGrade& grade : grades) {
      if (grade.lab != lab) continue;
      known.insert(grade.student);
      if (!grade.submitted) continue;
      ++submitted;
      if (grade.late.percent >= 100) ++worthless;
    }
    if (submitted == 0) continue;
    for (const auto& [student, exception] : dates.students) {
      if (known.contains(student)) continue;
      doubts.push_back(
          fmt::format("class.toml names '{}' for {}, but no grade and no roster has that student", student, lab));
    }
    if (submitted > 1 && worthless == submitted) {
      doubts.push_back(fmt::format(
          "all {} submissions of {} are so late that they have no points left: is its date in class.toml right?",
          submitted, lab));
    }
  }
  return doubts;
}

std::vector<Change> changes_since(std::int64_t run, std::span<const Grading> gradings) {
  std::vector<Change> changes;
  for (const auto& [key, own] : by_lab_and_student(gradings)) {
    OfOneLab earlier;
    std::copy_if(own.begin(), own.end(), std::back_inserter(earlier),
                 [&](const Grading* grading) { return grading->run < run; });
    const std::vector<CountedPart> before = counted_parts(earlier);
    const std::vector<CountedPart> after = counted_parts(own);
    for (const CountedPart& part : after) {
      const auto old = std::find_if(before.begin(), before.end(),
                                    [&](const CountedPart& other) { return other.grade.part == part.grade.part; });
      if (old == before.end()) continue;
      const bool is_same = old->grade.points == part.grade.points && old->grade.verdict == part.grade.verdict &&
                           old->grade.max_points == part.grade.max_points;
      if (!is_same) changes.push_back({key.second, old->grade, part.grade});
    }
  }
  return changes;
}

}  // namespace batch
