// Grades many submissions: each by a `grade` of its own, so that a crash costs one row and not the batch. Several at a
// time; on a GPU they take turns (Backend::take_turn). Every result is in the gradebook before the next one begins, so
// that a batch which is killed goes on where it was.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "batch/gradebook.hpp"
#include "course/course.hpp"

namespace batch {

/// How far a batch is.
struct Progress {
  int planned = 0;                       ///< submissions
  int done = 0;                          ///< gradings that have ended, those of earlier calls too
  int running = 0;                       ///< gradings under way
  std::map<Status, int> ended;           ///< how, of those that are done in this call
  std::optional<double> seconds_left{};  ///< unknown at the beginning
};

/// What a batch is done with.
struct Settings {
  std::filesystem::path root;                 ///< the course's folder
  const course::Course* course = nullptr;     ///< labs and rules
  const course::Lab* lab = nullptr;           ///< the lab that is graded
  std::filesystem::path gradebook;            ///< its folder
  std::filesystem::path program;              ///< `grade`
  std::string backend = "auto";               ///< as for `grade`
  std::string device;                         ///< as for `grade`
  int jobs = 0;                               ///< gradings at a time; 0: one a core
  std::optional<std::uint64_t> seed;          ///< in place of the gradebook's secret, so that a batch can be repeated
  bool no_sandbox = false;                    ///< grade although walls are missing
  double most_seconds = 3600;                 ///< of one grading, waiting for a GPU included; then it is given up
  std::function<void(const Progress&)> show;  ///< several times a second; may be empty
  std::function<void(const std::string&)> say = {};  ///< a line about what is done; may be empty
};

/// Where the time of this call's gradings went.
struct PhaseSums {
  int gradings = 0;                                      ///< that have said so
  double seconds = 0;                                    ///< from the first one's start to the last one's end
  std::vector<std::pair<std::string, double>> phases{};  ///< seconds of all of them together (grader/stopwatch.hpp)
};

/// What a call of `grade_folder` or `regrade` has done.
struct Summary {
  std::int64_t run = 0;           ///< its number in the gradebook
  int planned = 0;                ///< submissions
  int already = 0;                ///< graded before, in this run or an earlier one
  int other_rules = 0;            ///< of these by other rules than today's
  int not_on_roster = 0;          ///< of all planned; 0 without a roster
  std::vector<Grading> gradings;  ///< of this call, without reports
  PhaseSums phases{};             ///< where the time went
};

/// `grade batch`: each submission in `folder` that the gradebook does not have as the student's last one.
/// `roster` may be empty. Throws grader::UsageError, grader::CannotGrade, DatabaseError, process::Interrupted.
Summary grade_folder(const Settings& settings, const std::filesystem::path& folder,
                     const std::filesystem::path& roster);

/// What `grade regrade` takes from the gradebook.
struct Selection {
  std::vector<std::string> students;  ///< empty: all
  std::vector<std::string> parts;     ///< empty: all
  bool changed = false;               ///< only what was graded by other rules than today's
  bool not_graded = false;            ///< only what could not be graded
};

/// Grades sources again that the gradebook holds: the last one of each student. The same exceptions.
Summary regrade(const Settings& settings, const Selection& selection);

/// What the files of a student's reports are called, without their ending. Another name for each student: one of the
/// roster may hold what no file's name can, and may be longer.
std::string report_name(const std::string& student);

/// One sentence a line about the run in progress, or the last one.
std::string status_text(const std::filesystem::path& gradebook);

}  // namespace batch
