// The emulator's counters of the solutions against the hardware's, part by part, recorded by
// measurements/record_truth.py. They must be equal, except for what measurements/data/emulator_truth_exceptions.json
// lists.
#include <gtest/gtest.h>

#include <algorithm>

#include "simt/tests/core/student_library.hpp"
#include "simt/tests/truth/counts.hpp"
#include "tests/loaded_course.hpp"

namespace simt::test {
namespace {

using nlohmann::json;

/// Every part of a lab's solution at the size that the emulator counts at.
std::vector<LabelledCounts> count_solution(const course::Lab& lab) {
  const std::string folder(lab.folder);
  const StudentLibrary library(read_course_file("solutions/" + folder + "/" + std::string(lab.source)));
  const course::Rules rules = tests::loaded_course().rules;
  const course::LabRules& lab_rules = rules.labs.find(lab.name)->second;
  std::vector<LabelledCounts> result;
  for (const course::Part& part : lab.parts) {
    const course::Operation& operation = part.operation;
    const course::Size size = course::problem_size(part.operation, lab_rules.emulator_size_of(part));
    std::vector<Buffer<float>> buffers;
    std::vector<Allocation> lent;
    std::vector<const float*> inputs;
    std::vector<float*> outputs;
    std::vector<float*> scratch;
    const course::Inputs values{course::truth_seed, operation.input_bits};
    buffers.reserve(static_cast<std::size_t>(operation.buffers()));
    for (int i = 0; i < operation.buffers(); ++i) {
      const std::int64_t elements = operation.elements(size, i);
      Buffer<float>& buffer = buffers.emplace_back(static_cast<std::size_t>(elements));
      if (operation.place(i) == course::Place::device) {
        lent.push_back(buffer.lend("buffer", !operation.is_input(i)));
        lent.back().has_values = operation.starts_with_values(i);
      }
      for (std::int64_t k = 0; k < elements && operation.starts_with_values(i); ++k) buffer.data()[k] = values(i, k);
      if (operation.is_input(i)) {
        inputs.push_back(buffer.data());
      } else {
        (operation.is_output(i) ? outputs : scratch).push_back(buffer.data());
      }
    }
    std::vector<float> scalars;
    for (int i = 0; i < operation.scalar_count; ++i) scalars.push_back(values.scalar(i));
    int refused = 0;
    begin_run(lent, library.base(), count_only);
    for (int i = 0; i < operation.buffers(); ++i) {
      if (operation.place(i) != course::Place::host || lab.pin_entry.empty()) continue;
      library.function<void(void*, std::size_t)>(std::string(lab.pin_entry).c_str())(
          buffers[static_cast<std::size_t>(i)].data(), static_cast<std::size_t>(operation.elements(size, i)) * 4);
    }
    part.invoke(reinterpret_cast<void*>(library.function<void()>(std::string(part.entry).c_str())),
                {size, outputs, inputs, scratch, &refused, scalars});
    result.push_back({std::string(part.id), counts_of(finish_run().traffic)});
  }
  return result;
}

TEST(SolutionTruth, EverySolutionCountsAsOnTheHardware) {
  const json recorded = read_measurement("emulator_truth_h200.json")["solutions"];
  const json exceptions = read_measurement("emulator_truth_exceptions.json");
  const json& not_recorded = exceptions["not_recorded"];
  std::vector<LabelledCounts> emulated;
  for (const course::Lab& lab : tests::loaded_course().labs) {
    const bool is_recorded =
        std::ranges::any_of(lab.parts, [&](const auto& part) { return recorded.contains(part.id); });
    EXPECT_FALSE(is_recorded && not_recorded.contains(lab.name)) << lab.name << " is recorded";
    if (!is_recorded) continue;  // a new lab
    for (LabelledCounts& part : count_solution(lab)) {
      if (!not_recorded.contains(part.label)) emulated.push_back(std::move(part));
    }
  }
  expect_as_recorded(emulated, recorded, exceptions["solutions"]);
}

// What is not recorded yet must be countable all the same, or the record could not be made.
TEST(SolutionTruth, EverySolutionRunsAsItWillBeRecorded) {
  for (const course::Lab& lab : tests::loaded_course().labs) {
    for (const LabelledCounts& part : count_solution(lab)) {
      std::int64_t all = 0;
      for (const auto& [name, count] : part.counts) all += count;
      // Parts that only copy launch no kernel.
      const bool has_kernels = part.label != "5.1" && part.label != "8.5";
      EXPECT_EQ(all > 0, has_kernels) << part.label;
    }
  }
}

}  // namespace
}  // namespace simt::test
