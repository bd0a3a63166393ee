// A grading must not depend on which clang++ compiles the submission: a sample of the corpus under each version that is
// installed with its plugin.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "simt/tests/every_clang.hpp"
#include "support/process/child.hpp"

namespace {

namespace fs = std::filesystem;

/// Verdicts, points, reasons, findings, counters by line, and the input of the first mistake.
nlohmann::json grade(const std::string& lab, const std::string& submission, const std::string& clang) {
  const fs::path file = fs::path(testing::TempDir()) / ("compilers-" + std::to_string(getpid()) + ".json");
  process::ChildOptions options;
  options.command = {COURSE_BUILD "/bin/grade",
                     "--root",
                     COURSE_ROOT,
                     lab,
                     "--backend",
                     "simt",
                     "--seed",
                     "1",
                     "--submission",
                     submission,
                     "--json",
                     file.string()};
  options.environment = process::minimal_environment();
  process::set_variable(options.environment, "CUDA_HOME", "/nonexistent");
  if (!clang.empty()) process::set_variable(options.environment, "COURSE_CLANG", clang);
  const process::Completed completed = process::run(options, units::Seconds{200}, units::Bytes{1 << 20});
  std::ifstream stream(file);
  nlohmann::json result = nlohmann::json::parse(stream, nullptr, /*allow_exceptions=*/false);
  fs::remove(file);
  if (!result.is_object()) throw std::runtime_error(completed.output);
  for (const char* varies : {"started", "seconds", "phases", "device"}) result.erase(varies);
  return result;
}

class SameUnderEveryClang : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(SameUnderEveryClang, Grading) {
  const auto& [lab, submission] = GetParam();
  const std::vector<std::string> others = simt::test::other_clangs(COURSE_BUILD "/bin");
  if (others.empty()) GTEST_SKIP() << "only one clang++ is installed with the headers of its LLVM";
  const std::string path = std::string(COURSE_ROOT "/") + submission;
  const nlohmann::json usual = grade(lab, path, "");
  for (const std::string& clang : others) {
    EXPECT_EQ(nlohmann::json::diff(usual, grade(lab, path, clang)), nlohmann::json::array()) << clang;
  }
}

// Loads that clang hoists and merges, branches that it joins, functions too large to be inlined by default.
INSTANTIATE_TEST_SUITE_P(
    Corpus, SameUnderEveryClang,
    testing::Values(std::pair{"lab1", "autograder/tests/submissions/lab1_matvec/adds_to_poison.cu"},
                    std::pair{"lab1", "autograder/tests/submissions/lab1_matvec/flat_blocks.cu"},
                    std::pair{"lab2", "autograder/tests/submissions/lab2_matmul/accumulates.cu"},
                    std::pair{"lab2", "autograder/tests/submissions/lab2_matmul/strip_of_tiles.cu"},
                    std::pair{"lab3", "autograder/tests/submissions/lab3_transpose/slow.cu"},
                    std::pair{"lab3", "autograder/tests/submissions/lab3_transpose/standard_library.cu"},
                    std::pair{"lab3", "autograder/tests/submissions/lab3_transpose/containers.cu"},
                    std::pair{"lab3", "autograder/tests/submissions/lab3_transpose/whole_variables.cu"},
                    std::pair{"lab3", "autograder/tests/submissions/lab3_transpose/host_locks.cu"},
                    std::pair{"lab3", "autograder/tests/submissions/lab3_transpose/host_own_underscores.cu"},
                    std::pair{"lab3", "autograder/tests/submissions/lab3_transpose/host_checks_errors.cu"},
                    std::pair{"lab3", "autograder/tests/submissions/lab3_transpose/host_takes_times.cu"},
                    std::pair{"lab3", "autograder/tests/submissions/lab3_transpose/host_throws.cu"},
                    std::pair{"lab3", "autograder/tests/submissions/lab3_transpose/host_calls_by_address.cu"},
                    std::pair{"lab3", "autograder/tests/submissions/lab3_transpose/host_numbers.cu"},
                    std::pair{"lab3", "autograder/tests/submissions/lab3_transpose/host_holds_anything.cu"},
                    std::pair{"lab3", "autograder/tests/submissions/lab3_transpose/host_sorts_and_maps.cu"},
                    std::pair{"lab3", "autograder/tests/submissions/lab3_transpose/host_counts_calls.cu"},
                    std::pair{"lab3", "autograder/tests/submissions/lab3_transpose/host_reads_texts.cu"},
                    std::pair{"lab6", "autograder/tests/submissions/lab6_banks/misaligned.cu"},
                    std::pair{"lab6", "autograder/tests/submissions/lab6_banks/slow.cu"},
                    std::pair{"lab6", "autograder/tests/submissions/lab6_banks/without_shared.cu"},
                    std::pair{"lab8", "solutions/lab8_spaces"}),
    [](const auto& info) { return info.param.first + ("_" + fs::path(info.param.second).stem().string()); });

}  // namespace
