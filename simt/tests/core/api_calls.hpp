// Tests of API calls that student code makes and checks by itself: each of its functions returns 0, or the number of
// the line whose requirement failed.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "student_library.hpp"

namespace simt::test {

/// Runs the functions of one file of kernels/, each with 64 floats of device memory.
class ApiCalls : public testing::Test {
 protected:
  virtual const StudentLibrary& library() const = 0;

  Evidence expect_zero(const char* entry) const {
    alignas(256) static float memory[64];
    begin_run(std::vector{Allocation{memory, sizeof memory, true, "output"}}, library().base(), everything);
    EXPECT_EQ(library().function<int(float*)>(entry)(memory), 0) << "the line that failed, in " << entry;
    Evidence evidence = without_leaks(finish_run());
    // Many of these functions make calls that must fail.
    std::erase_if(evidence.findings, [](const FindingRecord& f) { return f.kind == FindingKind::failed_call; });
    return evidence;
  }
  void expect_nothing_found(const char* entry) const {
    for (const FindingRecord& finding : expect_zero(entry).findings) {
      ADD_FAILURE() << entry << ", line " << library().line(finding.pc) << ": " << subject(finding);
    }
  }
  FindingRecord only_finding(const char* entry) const {
    const Evidence evidence = expect_zero(entry);
    EXPECT_EQ(evidence.findings.size(), 1u) << entry;
    return evidence.findings.empty() ? FindingRecord() : evidence.findings.front();
  }
};

}  // namespace simt::test
