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
  PartGrade grade;     ///< its result
  int attempt = 0;     ///< of which it is, from 1 on
  std::string device;  ///< of that grading
  std::string commit;  ///< of the course at that grading
};

/// A student's grade for one lab.
struct LabGrade {
  std::string student;                    ///< their name in the gradebook
  std::string name;                       ///< of the roster
  std::string lms_id;                     ///< of the roster
  std::string lab;                        ///< "lab3"
  Status status = Status::graded;         ///< of the last attempt
  std::string note;                       ///< of the last attempt
  bool exempt = false;                    ///< need not hand in
  int attempts = 0;                       ///< how many there are
  std::optional<std::int64_t> submitted;  ///< of the attempt that counts
  std::optional<std::int64_t> due;        ///< seconds since 1970 UTC; empty: never late
  Late late;                              ///< what being late costs
  std::optional<double> points;           ///< empty where a part could not be graded
  double max_points = 0;                  ///< of all parts
  std::optional<double> final_points;     ///< after what being late costs; empty for the exempt, too
  std::vector<CountedPart> parts;         ///< in the lab's order
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
  std::string student;  ///< whose grade it is
  PartGrade before;     ///< what counted
  PartGrade after;      ///< what counts now
};
/// What a run, and the runs after it, changed in what was graded before.
std::vector<Change> changes_since(std::int64_t run, std::span<const Grading> gradings);

}  // namespace batch
