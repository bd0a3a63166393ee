// What each file of tests/submissions/hostile must get: one line of its expected.toml,
//
//     ends_the_grader = { part = "3.1", reason = "which is not allowed" }
//
// `part` is "3.1" where it is left out, `verdict` is "failed", `points` is 0. `reason` is a fragment of what the report
// says of the part; `cuda` and `simt` are fragments for one backend, `cuda_or` and `simt_or` others that may stand
// there instead, where it is a matter of time which wall an attack meets first. A row that one backend cannot judge
// says why not in `not_on_cuda` or `not_on_simt`. `without_walls = true`: the row is also run as an ordinary user, and
// where no namespaces may be made. `any_function = true`: the emulator lets it use functions that graded code may not,
// so that it gets as far as another wall. In the emulator a row is graded as on a machine without nvcc, where one wall
// less stands; `with_nvcc = true`: nvcc, where it is installed, is asked as well, since it may be what is attacked.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

namespace hostile {

struct Row {
  std::filesystem::path submission;
  std::string name;  ///< the file's, without .cu
  std::string part;
  std::string verdict;  ///< as JSON has it
  double points = 0;
  std::string reason;
  std::string other_reason;  ///< what may be said instead; empty: nothing else
  bool without_walls = false;
  bool any_function = false;  ///< in the emulator, past simt/host_functions.txt: another wall is tried
  bool with_nvcc = false;     ///< in the emulator, nvcc is asked as well, where it is installed
  std::string problem;        ///< why the rows could not be read; then nothing else is set but `name`
};

/// The rows for `backend` ("cuda" or "simt"), by name. Where a file has no row, a row no file, or a row is not as
/// above, one row with this `problem`, so that its test fails and does not vanish.
std::vector<Row> load_rows(const std::string& backend);

void PrintTo(const Row& row, std::ostream* out);

}  // namespace hostile
