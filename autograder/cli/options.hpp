// What the command line asks for, and what a terminal can show. Parsing only: nothing is read from disk, nothing
// is graded.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "course/course.hpp"
#include "experiments/list.hpp"
#include "report/terminal.hpp"

namespace cli {

/// The call was wrong: exit status 2. The message is one clear sentence.
class CallError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class Action {
  welcome,
  grade,
  serve,
  build,
  list,
  doctor,
  hint,
  mistakes,
  solution,
  explain,
  reset,
  progress,
  watch,
  experiment,
  batch,
  regrade,
  export_grades,
  similarity,
  pages,
  leaderboard
};

struct Options {
  Action action = Action::welcome;
  std::filesystem::path root;        ///< as given by --root; empty when it was not
  const course::Lab* lab = nullptr;  ///< grade, build, reset, batch, regrade; watch: null for all; else that of `part`
  const course::Part* part = nullptr;  ///< hint, mistakes, solution, explain; watch: where to begin, or null
  int hint = 1;                        ///< hint: which of the part's, from 1 on
  std::filesystem::path submission;    ///< a folder or a file; empty: the lab's own folder
  std::vector<std::string> only;       ///< grade, regrade: part ids, all of `lab`; empty: every part
  std::string backend = "auto";        ///< "auto", or of a registered backend
  std::string device;                  ///< grade, explain: whose rules the emulator follows; empty: the usual one's
  std::vector<std::string> devices;    ///< explain: more than one, of which the part's speeds are compared
  std::uint64_t schedule = 0;          ///< grade, explain: in which order the emulator's threads run; 0: the usual one
  bool on_hardware = false;            ///< explain: the GPU's own counters, too
  bool predicts = false;               ///< grade, explain, experiment: the time on a GPU, from what the emulator counts
  bool until_compiled = false;         ///< grade: what compiles has no report
  std::optional<std::uint64_t> seed;   ///< grade, explain: all inputs derive from it; empty: a fresh one
  std::filesystem::path known_references;  ///< grade: a file that keeps what is known of their speed; empty: none
  std::filesystem::path json;              ///< empty: none; "-": standard output
  bool quiet = false;                      ///< grade: the score alone
  bool as_html = false;                    ///< progress: a page in place of text
  bool no_colour = false;

  const experiments::Entry* experiment = nullptr;  ///< experiment; null: all of them
  bool build_only = false;                         ///< experiment: compile for a GPU and stop
  std::filesystem::path data;                      ///< experiment: where to; empty: below build/
  std::filesystem::path judge;                     ///< experiment: the data file to judge again; empty: measure
  std::filesystem::path plot;                      ///< experiment, progress: where to; empty: none
  std::string commit;                              ///< experiment: what is measured; empty: git knows

  std::filesystem::path gradebook;    ///< batch, regrade, export: its folder
  std::filesystem::path submissions;  ///< batch: the folder that holds them; empty: --status
  std::filesystem::path roster;       ///< batch: a CSV file; empty: none
  int jobs = 0;                       ///< batch, regrade: gradings at a time; 0: as the machine can
  bool no_sandbox = false;            ///< batch, regrade: grade although walls are missing
  std::filesystem::path work;         ///< batch, regrade: for what is compiled; empty: build/ of the course
  bool only_gradebook = false;        ///< batch: only make it
  bool status = false;                ///< batch: only say what is going on
  std::vector<std::string> students;  ///< regrade, export: empty: all
  bool changed = false;               ///< regrade: what was graded by other rules than today's
  bool not_graded = false;            ///< regrade: what could not be graded
  std::string format = "csv-labs";    ///< export: the name of an exporter
  std::filesystem::path class_rules;  ///< export: due dates; empty: class.toml beside course.toml, if it is there
  std::filesystem::path output;       ///< export: where to; empty: standard output
  std::filesystem::path report;       ///< export: a file of --json in place of a gradebook; empty: the gradebook
  std::filesystem::path worksheet;    ///< export: the file to be filled; empty: none
  std::string assignment;             ///< export: what the lab is called there; empty: the lab's name
};

/// What --help and --version print.
struct Answer {
  std::string text;
};

/// What the process knows of its surroundings; unset variables are empty.
struct Environment {
  std::string course_root;  ///< COURSE_ROOT
  std::string no_color;     ///< NO_COLOR, see https://no-color.org
  std::string term;         ///< TERM
  std::string locale;       ///< the first of LC_ALL, LC_CTYPE and LANG that is set
  bool stdout_is_terminal = false;
  bool stderr_is_terminal = false;
  int columns = 0;  ///< of the terminal, 0 when unknown
};

/// `arguments` without the program's name. The result points into `course`. Where that has no labs, because its folder
/// is not known, only help and version are answered. Throws CallError.
std::variant<Options, Answer> parse(std::span<const std::string> arguments, const Environment& environment,
                                    const course::Course& course);

/// The folder that --root or else COURSE_ROOT names, before anything is parsed; empty where neither does.
std::filesystem::path given_root(std::span<const std::string> arguments, const Environment& environment);
/// True when the folder holds a course.toml.
bool has_course(const std::filesystem::path& root);

/// The course's folder: --root, else COURSE_ROOT. Throws CallError when it is not known or holds no course.toml.
std::filesystem::path find_root(const Options& options, const Environment& environment);

report::TerminalStyle terminal_style(const Options& options, const Environment& environment);

}  // namespace cli
