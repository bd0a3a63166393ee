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
  std::string part;                      ///< "3.2"
  std::string title;                     ///< "tiled"
  std::string verdict;                   ///< as in the report's JSON
  std::optional<double> points;          ///< empty where it could not be graded
  double max_points = 0;                 ///< of what that backend can judge
  double points_elsewhere = 0;           ///< what only a GPU can judge
  std::string thresholds;                ///< JSON: the part's rules (report/README.md, `rules.parts`)
  std::string reasons;                   ///< one sentence a line
  std::optional<double> gbps;            ///< and the following: on a GPU only
  std::optional<double> ci95;            ///< Performance::ci95, a share
  std::optional<double> reference_gbps;  ///< of the solution, in the same run
  std::optional<double> min_gbps;        ///< of course.toml for this GPU; empty: none
  std::optional<double> copy_fraction;   ///< of the copy roofline of the same run
  std::optional<std::int64_t> samples;   ///< batches whose time counted
  std::string counters;                  ///< JSON: the emulator's, `traffic_summary`
  std::string points_by = {};            ///< "measurement", "prediction" or "counters"; empty: not known

  bool operator==(const PartGrade&) const = default;
};

/// One grading of one student's submission for one lab.
struct Grading {
  std::int64_t id = 0;                    ///< of its row
  std::int64_t run = 0;                   ///< in which it was graded: Run::id
  std::string student;                    ///< the identity on the roster
  std::string lab;                        ///< "lab3"
  int attempt = 0;                        ///< from 1 on, for each student and lab
  Status status = Status::graded;         ///< how it ended
  std::string note;                       ///< why it is not graded; what a person should know
  std::string source_hash;                ///< SHA-256 of the file graded; empty where there is none
  std::string source_name;                ///< "transpose.cu"
  std::string origin;                     ///< where it was found: "ada.zip: lab3/transpose.cu"
  std::optional<std::int64_t> submitted;  ///< when it was handed in, seconds since 1970 UTC
  std::string submitted_by;               ///< what says so: "roster" or "file"
  int tries = 0;                          ///< 2: the first one could not be graded
  std::string commit;                     ///< of the course
  std::string rules;                      ///< JSON: `rules` of the report
  std::string backend;                    ///< "cuda" or "simt"
  std::string device;                     ///< "NVIDIA H200", or "emulated h200"
  std::string driver;                     ///< as the driver reports it; empty in the emulator
  std::string sm;                         ///< compute capability, "9.0"; empty in the emulator
  std::string compiler;                   ///< with its version
  std::string clocks;                     ///< of the GPU, right after the grading; empty in the emulator
  std::string seed;                       ///< of all inputs
  std::string schedule;                   ///< of the emulator's threads; "0" is the usual one
  std::string walls;                      ///< "files: bubblewrap", one a line, for those that stood
  std::string walls_down;                 ///< the same for those that did not, with the reason
  bool no_sandbox = false;                ///< --no-sandbox was said
  std::string started;                    ///< UTC, ISO 8601
  double seconds = 0;                     ///< that the grading took
  std::string json;                       ///< the report for programs; empty where nothing was graded
  std::string text;                       ///< the report for the student
  std::vector<PartGrade> parts;           ///< in the lab's order; empty where it is not graded
};

/// The file that was graded.
struct Source {
  std::string hash;  ///< SHA-256 of the text
  std::string name;  ///< "transpose.cu"
  std::string text;  ///< its content
};

/// A student of the roster.
struct Student {
  std::string student;                    ///< the identity that the gradebook uses
  std::string name;                       ///< as the roster has it; may be empty
  std::string lms_id;                     ///< of the course's web system; may be empty
  std::optional<std::int64_t> submitted;  ///< seconds since 1970 UTC
};

/// One call of `batch` or `regrade`.
struct Run {
  std::int64_t id = 0;    ///< of its row
  std::string kind;       ///< "batch"
  std::string lab;        ///< "lab3"
  std::string arguments;  ///< what was asked for
  std::string commit;     ///< of the course
  std::string started;    ///< UTC, ISO 8601
  std::string ended;      ///< empty while it runs, or after it was killed
  int planned = 0;        ///< submissions
  int done = 0;           ///< before this run and in it
};

/// A submission that is being graded now.
struct Running {
  std::string student;     ///< whose it is
  std::int64_t since = 0;  ///< seconds since 1970 UTC
};

/// All gradings of a class, in one SQLite file. Every function throws DatabaseError.
class Gradebook {
 public:
  /// The gradebook in `folder`, which is made unless `must_exist`. Throws DatabaseError.
  explicit Gradebook(const std::filesystem::path& folder, bool must_exist = false);

  /// Where it is.
  const std::filesystem::path& folder() const { return folder_; }
  /// A secret number, from which the seeds of all gradings derive.
  std::string secret() const;
  void set_secret(const std::string& secret);  ///< In place of the one that was drawn when the gradebook was made.

  /// The last run of this kind with these arguments if it has not ended, with the present commit; else a new one.
  Run begin_run(const Run& run);
  /// How far a run is, in submissions; for those that watch.
  void set_progress(std::int64_t run, int planned, int done);
  void end_run(std::int64_t run);       ///< Notes when it ended.
  std::optional<Run> last_run() const;  ///< The one that began last; empty: there is none.

  void add_running(std::int64_t run, const std::string& student);  ///< A submission is being graded from now on.
  void remove_running(const std::string& student);                 ///< It no longer is.
  std::vector<Running> running() const;                            ///< Those that are being graded now.

  /// Adds a grading, and its source unless that is known, in one step; returns its attempt.
  int add(const Grading& grading, const Source* source);
  /// Without reports, in the order in which they were added. Empty `lab` or `student`: all.
  std::vector<Grading> gradings(const std::string& lab = {}, const std::string& student = {}) const;
  std::string report_json(std::int64_t grading) const;  ///< The whole report of a grading, as JSON.
  std::string report_text(std::int64_t grading) const;  ///< The same for people.
  /// Throws DatabaseError where it is not known.
  Source source(const std::string& hash) const;

  /// Adds students, or changes what is known of them.
  void set_roster(const std::vector<Student>& roster);
  std::vector<Student> roster() const;  ///< All students, sorted.

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
