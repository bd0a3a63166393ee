// How much memory the emulator takes: at most four times the kernel's data and 64 MiB, with everything switched on.
// A program of its own, as the largest of all children is measured, and other tests' children are larger.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdlib>

#include "grader/explain/explain.hpp"
#include "support/files/cached.hpp"
#include "support/files/whole_file.hpp"
#include "tests/loaded_course.hpp"

namespace {

constexpr std::int64_t mebi = 1 << 20;

std::int64_t largest_child_bytes() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return std::int64_t{usage.ru_maxrss} * 1024;
}

/// Puts a bubblewrap that does not work before the installed one: of the processes behind it, the system's count of
/// ended children knows nothing.
void hide_bubblewrap(const std::filesystem::path& folder) {
  const std::filesystem::path program = folder / "bwrap";
  files::write_atomically(program, "#!/bin/sh\nexit 1\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  setenv("PATH", (folder.string() + ":" + std::getenv("PATH")).c_str(), 1);
}

// The counted run of explain looks for races and follows the caches. Compilers are children too, but smaller.
TEST(EmulatorMemory, IsBoundedByTheDataOfTheKernel) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer's own memory is no part of the bound";
#endif
  const files::TemporaryFolder folder(std::filesystem::temp_directory_path());
  hide_bubblewrap(folder.path());
  course::Rules rules = tests::loaded_course().rules;
  course::LabRules& lab = rules.labs.find("lab3")->second;
  lab.emulator_performance_size.extent[0] = lab.emulator_performance_size.extent[1] = 4096;
  rules.limits.run = {120};  // a slow machine fails nothing here
  grader::ExplainRequest request;
  request.root = COURSE_ROOT;
  request.lab = &tests::lab("lab3");
  request.part = course::find_part(*request.lab, "3.3");
  request.submission = COURSE_ROOT "/solutions/lab3_transpose";
  const grader::Explanation explanation = grader::explain(rules, request);
  ASSERT_TRUE(explanation.did_run);
  ASSERT_TRUE(explanation.summary.levels);
  const std::int64_t data = request.part->operation.bytes_moved(lab.emulator_performance_size);
  EXPECT_EQ(data, 128 * mebi);
  EXPECT_LE(largest_child_bytes(), 4 * data + 64 * mebi);
  EXPECT_GE(largest_child_bytes(), data) << "a compiler was measured, not the runner";
}

}  // namespace
