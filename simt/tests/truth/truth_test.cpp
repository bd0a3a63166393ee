// The emulator's counters against the hardware's, recorded by measurements/record_truth.py. They must be equal, but for
// the exceptions listed in measurements/data/emulator_truth_exceptions.json, each with the instruction that shows why.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "counts.hpp"

namespace simt::test {
namespace {

using nlohmann::json;

json read(const std::string& name) { return json::parse(std::ifstream(COURSE_ROOT "/measurements/data/" + name)); }

/// Compares all counters that both know; exceptions must really differ, so that the list cannot rot.
void compare(const std::vector<LabelledCounts>& emulated, const json& recorded, const json& exceptions) {
  EXPECT_EQ(emulated.size(), recorded.size());
  for (const auto& [label, counts] : emulated) {
    ASSERT_TRUE(recorded.contains(label)) << "not recorded: " << label << "; record again";
    for (const auto& [name, count] : counts) {
      const std::int64_t truth = recorded[label][name];
      const bool excepted = exceptions.contains(label) && exceptions[label].contains(name);
      if (excepted) {
        EXPECT_NE(count, truth) << label << ", " << name << ": no exception any more";
        EXPECT_LE(std::abs(count - truth), exceptions[label][name]["at_most"].get<std::int64_t>())
            << label << ", " << name;
      } else {
        EXPECT_EQ(count, truth) << label << ", " << name;
      }
    }
  }
}

TEST(Truth, KernelsCountAsOnTheHardware) {
  compare(count_kernels(), read("emulator_truth_h200.json")["kernels"],
          read("emulator_truth_exceptions.json")["kernels"]);
}

TEST(Truth, EverySolutionCountsAsOnTheHardware) {
  const json recorded = read("emulator_truth_h200.json")["solutions"];
  const json not_recorded = read("emulator_truth_exceptions.json")["not_recorded"];
  std::vector<LabelledCounts> emulated;
  for (const course::Lab& lab : course::all_labs()) {
    if (not_recorded.contains(lab.name)) {
      for (const course::Part& part : lab.parts) EXPECT_FALSE(recorded.contains(part.id)) << part.id << " is recorded";
      continue;
    }
    for (LabelledCounts& part : count_solution(lab)) {
      if (!not_recorded.contains(part.label)) emulated.push_back(std::move(part));
    }
  }
  compare(emulated, recorded, read("emulator_truth_exceptions.json")["solutions"]);
}

// What is not recorded yet must be countable all the same, or the record could not be made.
TEST(Truth, EverySolutionRunsAsItWillBeRecorded) {
  for (const course::Lab& lab : course::all_labs()) {
    for (const LabelledCounts& part : count_solution(lab)) {
      std::int64_t all = 0;
      for (const auto& [name, count] : part.counts) all += count;
      // Copies alone ask for nothing.
      const bool has_kernels = part.label != "5.1" && part.label != "8.5";
      EXPECT_EQ(all > 0, has_kernels) << part.label;
    }
  }
}

}  // namespace
}  // namespace simt::test
