// What every submission below tests/submissions must get. Each lab's folder there holds an expected.toml with one line
// for each part that a submission is graded on:
//
//     wrong_index."3.1" = { reason = "right only for square matrices" }
//     slow."3.2" = { verdict = "partial", cuda = "where full points start", simt = "4.50 × the bytes" }
//
// `verdict` is "failed" where it is left out. `reason` is a fragment of what the report says, on both backends; `cuda`
// and `simt` are for one. `finding` and `line` are of the emulator. `line` is the name of a line, "@store" for the one
// that ends with the comment `// @store` in the submission, or a number; in texts, too, @store stands for the line's
// number. Every row of a wrong submission that the emulator judges names the finding and its line, or says
// `line = "none"` and in `why` what keeps the grader from naming one. A row that one backend cannot judge says why not
// in `not_on_cuda` or `not_on_simt`.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "course/lab.hpp"
#include "grader/result.hpp"

namespace grader::testing_support {

/// One row, as one backend must fulfil it.
struct Expectation {
  const course::Lab* lab = nullptr;
  std::filesystem::path submission;
  std::string part;
  Verdict verdict = Verdict::failed;
  std::string reason;   ///< in what the report says of this part; empty only if it is to pass
  std::string finding;  ///< kind that must be among the findings; empty: not looked at
  int line = 0;         ///< of that finding; 0: not looked at
  std::string problem;  ///< why a folder's rows could not be read; then nothing else is set but `submission`
};

/// The rows of `folder` for `backend` ("cuda" or "simt"), by submission and part. Throws config::Error when
/// expected.toml is not as above, when a submission has no row, and when a row has no submission.
std::vector<Expectation> load_expectations(const std::filesystem::path& folder, const std::string& backend);

/// Those of every folder in tests/submissions. A folder that cannot be read is one Expectation with its `problem`, so
/// that its tests fail and do not vanish.
std::vector<Expectation> all_expectations(const std::string& backend);

/// Those that this process may run. CTest starts a process for each test, with its full name as GoogleTest's filter:
/// folders that this name does not name are not read.
std::vector<Expectation> expectations_of_process(const std::string& backend);

/// "lab3_transpose_slow_3_2", a name for GoogleTest.
std::string name_of(const Expectation& expectation);
void PrintTo(const Expectation& expectation, std::ostream* out);

}  // namespace grader::testing_support
