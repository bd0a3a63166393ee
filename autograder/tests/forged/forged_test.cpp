// The grader's own process reads evidence that student code may have forged: whatever numbers it holds, a grading ends
// with a verdict, and an explanation with a report. The numbers come from a runner that lies (lying_runner.cpp).
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include "support/process/child.hpp"

namespace {

namespace fs = std::filesystem;

/// A file of autograder/tests/submissions, the lab that it is for, and a part of which there is much to explain.
struct Submission {
  const char* file;
  const char* lab;
  const char* part;
};

class ForgedEvidence : public testing::TestWithParam<std::tuple<Submission, int>> {
 protected:
  ForgedEvidence()
      : root_(fs::path(testing::TempDir()) / ("forged-" + std::to_string(getpid()))),
        programs_(root_ / "build" / ("lies-" + std::to_string(std::get<int>(GetParam())))) {
    fs::create_directories(programs_);
    for (const char* shared : {"autograder", "simt", "labs", "solutions", "setup", "course.toml"}) {
      fs::create_symlink(fs::path(COURSE_ROOT) / shared, root_ / shared);
    }
    for (const auto& entry : fs::directory_iterator(COURSE_BUILD "/bin")) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with("simt-instrument-") || name.ends_with(".pch") || name.ends_with(".ii")) {
        fs::create_symlink(entry.path(), programs_ / name);
      }
    }
    fs::copy_file(COURSE_BUILD "/bin/grade", programs_ / "grade");
    fs::copy_file(COURSE_BUILD "/bin/lying-runner", programs_ / "runner-simt");
  }
  ~ForgedEvidence() override { fs::remove_all(root_); }

  process::Completed grade(const std::vector<std::string>& arguments) const {
    process::ChildOptions options;
    options.command = {(programs_ / "grade").string(), "--root", root_.string()};
    options.command.insert(options.command.end(), arguments.begin(), arguments.end());
    options.environment = process::minimal_environment();
    // Where the grader is built with sanitizers, what they find is no verdict.
    process::set_variable(options.environment, "ASAN_OPTIONS", "exitcode=66:detect_leaks=0");
    process::set_variable(options.environment, "UBSAN_OPTIONS", "halt_on_error=1:exitcode=66");
    return process::run(options, units::Seconds{600}, units::Bytes{8 << 20});
  }

  fs::path root_, programs_;
};

TEST_P(ForgedEvidence, EndsNoGradingAndNoExplanation) {
  const Submission& submission = std::get<Submission>(GetParam());
  const std::string file = std::string(COURSE_ROOT "/autograder/tests/submissions/") + submission.file;
  const std::vector<std::string> common = {"--submission", file, "--backend", "simt", "--seed", "1"};
  for (std::vector<std::string> call : {std::vector<std::string>{submission.lab, "--json", "-"},
                                        std::vector<std::string>{"explain", submission.part}}) {
    call.insert(call.end(), common.begin(), common.end());
    const process::Completed completed = grade(call);
    EXPECT_FALSE(completed.ending.by_signal) << completed.ending.code << '\n' << completed.output;
    EXPECT_LE(completed.ending.code, 1) << completed.output;
  }
}

std::string name_of(const testing::TestParamInfo<std::tuple<Submission, int>>& info) {
  return fs::path(std::get<0>(info.param).file).stem().string() + "_" + std::to_string(std::get<1>(info.param));
}

constexpr Submission submissions[] = {{"lab3_transpose/slow.cu", "lab3", "3.3"},
                                      {"lab3_transpose/blocks_overlap.cu", "lab3", "3.2"}};
INSTANTIATE_TEST_SUITE_P(All, ForgedEvidence, testing::Combine(testing::ValuesIn(submissions), testing::Range(1, 3)),
                         name_of);

}  // namespace
