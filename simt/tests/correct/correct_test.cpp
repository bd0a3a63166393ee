// Correct kernels in many styles: the emulator must compute what the CPU computes, and report no finding. Where there
// is a GPU, the same files run there and must give the same answers: this proves that the kernels are correct.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "simt/tests/core/student_library.hpp"

namespace simt::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_of_kernels() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(COURSE_ROOT "/simt/tests/correct")) {
    if (entry.path().extension() == ".cu" && entry.path().stem() != "gpu_main") names.push_back(entry.path().stem());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class Correct : public testing::TestWithParam<std::string> {};

TEST_P(Correct, RightAnswersAndNoFindings) {
  const CaseLibrary library("simt/tests/correct/" + GetParam() + ".cu");
  EXPECT_GT(library.count(), 0);
  for (int i = 0; i < library.count(); ++i) {
    SCOPED_TRACE(library.label(i));
    begin_run(std::vector<Allocation>{}, library.base(), everything);
    const std::string problem = library.run_case<const char*>(i);
    EXPECT_EQ(problem, "");
    for (const FindingRecord& finding : finish_run().findings) {
      ADD_FAILURE() << "kind " << static_cast<int>(finding.kind) << " at line " << library.line(finding.pc) << " in "
                    << finding.kernel << ": " << subject(finding) << ", other side "
                    << (finding.other_pc == 0 ? 0 : library.line(finding.other_pc));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Correct, testing::ValuesIn(files_of_kernels()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace simt::test
