// The emulator's counters of kernels.cu against the hardware's, recorded by measurements/record_truth.py. They must be
// equal, except for what measurements/data/emulator_truth_exceptions.json lists, each with the instruction that shows
// why.
#include <gtest/gtest.h>

#include "counts.hpp"
#include "simt/tests/core/student_library.hpp"

namespace simt::test {
namespace {

std::vector<LabelledCounts> count_kernels() {
  const CaseLibrary library("simt/tests/truth/kernels.cu");
  Buffer<char> in(1 << 20);
  Buffer<char> out(1 << 20);
  std::vector<LabelledCounts> result;
  for (int i = 0; i < library.count(); ++i) {
    begin_run(std::vector{in.lend("in", false), out.lend("out")}, library.base(), count_only);
    library.run_case<void, char*, const char*>(i, out.data(), in.data());
    result.push_back({library.label(i), counts_of(finish_run().traffic)});
  }
  return result;
}

TEST(Truth, KernelsCountAsOnTheHardware) {
  expect_as_recorded(count_kernels(), read_measurement("emulator_truth_h200.json")["kernels"],
                     read_measurement("emulator_truth_exceptions.json")["kernels"]);
}

}  // namespace
}  // namespace simt::test
