// The gradebook: every grading of every submission, with all that defends its points later. Rows are only added, never
// changed. README.md in this folder describes the tables. Not for which of several gradings counts; see grades.hpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "batch/database.hpp"

namespace batch {

/// How the grading of a submission ended.
enum class Status {
  graded,      ///< every part has a verdict
  missing,     ///< nothing was handed in, or no source file was in it
  unreadable,  ///< what was handed in could not be unpacked or read
  not_graded,  ///< some part could not be graded, twice in a row; the student is not at fault
};
/// "not_graded": in the gradebook and in exports.
std::string_view name_of(Status status);

/// One part of one grading.
struct PartGrade {
  std::string part;   ///< "3.2"
  std::string title;  ///< "tiled"
  std::string verdict;
  std::optional<double> points;  ///< empty where it could not be graded
  double max_points = 0;
  double points_elsewhere = 0;  ///< what only a GPU can judge
  std::string thresholds;       ///< JSON: the part's rules (report/README.md, `rules.parts`)
  std::string reasons;          ///< one sentence a line
  std::optional<double> gbps;   ///< and the following: on a GPU only
  std::optional<double> ci95;
  std::optional<double> reference_gbps;
  std::optional<double> min_gbps;
  std::optional<double> copy_fraction;
  std::optional<std::int64_t> samples;
  std::string counters;  ///< JSON: the emulator's, `traffic_summary`

  bool operator==(const PartGrade&) const = default;
};

/// One grading of one student's submission for one lab.
struct Grading {
  std::int64_t id = 0;
  std::int64_t run = 0;
  std::string student;
  std::string lab;
  int attempt = 0;  ///< from 1 on, for each student and lab
  Status status = Status::graded;
  std::string note;                       ///< why it is not graded; what a person should know
  std::string source_hash;                ///< SHA-256 of the file graded; empty where there is none
  std::string source_name;                ///< "transpose.cu"
  std::string origin;                     ///< where it was found: "ada.zip: lab3/transpose.cu"
  std::optional<std::int64_t> submitted;  ///< when it was handed in, seconds since 1970 UTC
  std::string submitted_by;               ///< what says so: "roster" or "file"
  int tries = 0;                          ///< 2: the first one could not be graded
  std::string commit;                     ///< of the course
  std::string rules;                      ///< JSON: `rules` of the report
  std::string backend;
  std::string device;
  std::string driver;
  std::string sm;
  std::string compiler;
  std::string clocks;  ///< of the GPU, right after the grading; empty in the emulator
  std::string seed;
  std::string schedule;
  std::string walls;        ///< "files: bubblewrap", one a line, for those that stood
  std::string walls_down;   ///< the same for those that did not, with the reason
  bool no_sandbox = false;  ///< --no-sandbox was said
  std::string started;      ///< UTC, ISO 8601
  double seconds = 0;
  std::string json;  ///< the report for programs; empty where nothing was graded
  std::string text;  ///< the report for the student
  std::vector<PartGrade> parts;
};

/// The file that was graded.
struct Source {
  std::string hash;
  std::string name;
  std::string text;
};

/// A student of the roster.
struct Student {
  std::string student;  ///< the identity that the gradebook uses
  std::string name;
  std::string lms_id;
  std::optional<std::int64_t> submitted;  ///< seconds since 1970 UTC
};

/// One call of `batch` or `regrade`.
struct Run {
  std::int64_t id = 0;
  std::string kind;       ///< "batch"
  std::string lab;        ///< "lab3"
  std::string arguments;  ///< what was asked for
  std::string commit;
  std::string started;
  std::string ended;  ///< empty while it runs, or after it was killed
  int planned = 0;    ///< submissions
  int done = 0;       ///< before this run and in it
};

/// A submission that is being graded now.
struct Running {
  std::string student;
  std::int64_t since = 0;  ///< seconds since 1970 UTC
};

class Gradebook {
 public:
  /// The gradebook in `folder`, which is made unless `must_exist`. Throws DatabaseError.
  explicit Gradebook(const std::filesystem::path& folder, bool must_exist = false);

  const std::filesystem::path& folder() const { return folder_; }
  /// A secret number, from which the seeds of all gradings derive.
  std::string secret() const;
  void set_secret(const std::string& secret);

  /// The last run of this kind with these arguments if it has not ended, with the present commit; else a new one.
  Run begin_run(const Run& run);
  void set_progress(std::int64_t run, int planned, int done);
  void end_run(std::int64_t run);
  std::optional<Run> last_run() const;

  void add_running(std::int64_t run, const std::string& student);
  void remove_running(const std::string& student);
  std::vector<Running> running() const;

  /// Adds a grading, and its source unless that is known, in one step; returns its attempt.
  int add(const Grading& grading, const Source* source);
  /// Without reports, in the order in which they were added. Empty `lab` or `student`: all.
  std::vector<Grading> gradings(const std::string& lab = {}, const std::string& student = {}) const;
  std::string report_json(std::int64_t grading) const;
  std::string report_text(std::int64_t grading) const;
  /// Throws DatabaseError where it is not known.
  Source source(const std::string& hash) const;

  /// Adds students, or changes what is known of them.
  void set_roster(const std::vector<Student>& roster);
  std::vector<Student> roster() const;

 private:
  std::vector<PartGrade> parts_of(std::int64_t grading) const;

  std::filesystem::path folder_;
  Database database_;
};

/// The gradebook's file in its folder.
std::filesystem::path gradebook_file(const std::filesystem::path& folder);

/// "2026-12-31T22:59:00Z"
std::string utc_text(std::int64_t seconds);

}  // namespace batch
