// Which gradings of a gradebook count, and what they come to. For each part that is the last attempt that graded what a
// student handed in: an attempt that could not be graded, or had nothing to grade, replaces none.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "batch/class_rules.hpp"
#include "batch/gradebook.hpp"

namespace batch {

/// The attempt that counts for one part.
struct CountedPart {
  PartGrade grade;
  int attempt = 0;
  std::string device;
  std::string commit;
};

/// A student's grade for one lab.
struct LabGrade {
  std::string student;
  std::string name;    ///< of the roster
  std::string lms_id;  ///< of the roster
  std::string lab;
  Status status = Status::graded;  ///< of the last attempt
  std::string note;                ///< of the last attempt
  bool exempt = false;
  int attempts = 0;
  std::optional<std::int64_t> submitted;  ///< of the attempt that counts
  std::optional<std::int64_t> due;
  Late late;
  std::optional<double> points;  ///< empty where a part could not be graded
  double max_points = 0;
  std::optional<double> final_points;  ///< after what being late costs; empty for the exempt, too
  std::vector<CountedPart> parts;
};

/// `gradings` in the order in which they were added; sorted by lab and student.
std::vector<LabGrade> grades_of(std::span<const Grading> gradings, std::span<const Student> roster,
                                const ClassRules& rules);

/// What looks like a mistake in class.toml, a sentence each: a student that neither the roster nor any grade has, a due
/// date that leaves no submission any points. Of labs without grades nothing is said.
std::vector<std::string> doubts_about(const ClassRules& rules, std::span<const LabGrade> grades,
                                      std::span<const Student> roster);

/// A part whose points or verdict a run has changed.
struct Change {
  std::string student;
  PartGrade before;
  PartGrade after;
};
/// What a run, and the runs after it, changed in what was graded before.
std::vector<Change> changes_since(std::int64_t run, std::span<const Grading> gradings);

}  // namespace batch
