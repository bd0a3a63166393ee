// The emulator on broken kernels: it must find what compute-sanitizer found in them on a GPU (recorded by
// measurements/record_sanitizer.py). What it finds is kept in measurements/data/emulator_findings.json, so that a
// change is seen: COURSE_REFRESH=1 build/bin/simt_broken_test writes the file anew.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "simt/tests/core/student_library.hpp"

namespace simt::test {
namespace {

using nlohmann::json;

constexpr const char* findings_file = COURSE_ROOT "/measurements/data/emulator_findings.json";

json read(const std::string& file) { return json::parse(std::ifstream(file)); }

std::string kind_name(FindingKind kind) {
  static const std::map<FindingKind, std::string> names{
      {FindingKind::out_of_bounds, "out of bounds"},
      {FindingKind::write_to_input, "write to input"},
      {FindingKind::shared_race, "race in shared memory"},
      {FindingKind::uninitialized_shared, "unwritten shared memory"},
      {FindingKind::barrier_divergence, "barrier in divergent code"},
      {FindingKind::host_dereference, "host use of device memory"},
      {FindingKind::bad_launch, "refused launch"},
      {FindingKind::unsupported, "unsupported"},
      {FindingKind::misaligned, "misaligned"},
      {FindingKind::deadlock, "deadlock"},
      {FindingKind::uninitialized_global, "unwritten global memory"},
      {FindingKind::use_after_free, "use after free"},
      {FindingKind::stream_race, "race between streams"},
      {FindingKind::host_race, "race with host code"},
      {FindingKind::global_race, "race in global memory"},
      {FindingKind::leak, "leak"},
  };
  const auto found = names.find(kind);
  return found != names.end() ? found->second : "kind " + std::to_string(static_cast<int>(kind));
}

/// label → what was found, in order, each once; an error the runtime returned counts as one.
json findings_of_all() {
  const CaseLibrary library("simt/tests/broken/kernels.cu");
  json all = json::object();
  for (int i = 0; i < library.count(); ++i) {
    // Sizes that are not a multiple of a page, so that an access past the end is seen; with nothing behind the output
    // that it could hit, wherever the system places memory.
    constexpr std::size_t elements = 1000;
    Buffer<float> memory(1 << 16);
    float* const in = memory.data();
    float* const out = in + 2048;
    for (std::size_t k = 0; k < elements; ++k) in[k] = static_cast<float>(k % 97);
    const std::vector<Allocation> lent{{in, elements * sizeof(float), false, "in"},
                                       {out, elements * sizeof(float), true, "out"}};
    begin_run(lent, library.base(), races_only);
    library.run_case<void, float*, const float*>(i, out, in);
    const bool is_error = last_error() != 0;
    const std::string error = last_error_name();
    json kinds = json::array();
    for (const FindingRecord& finding : finish_run().findings) {
      if (finding.kind == FindingKind::failed_call) continue;  // the error's name stands for it
      const std::string name = kind_name(finding.kind);
      if (std::find(kinds.begin(), kinds.end(), name) == kinds.end()) kinds.push_back(name);
    }
    if (kinds.empty() && is_error) kinds.push_back(error);
    all[library.label(i)] = kinds;
  }
  return all;
}

bool was_found(const json& tools) {
  return std::any_of(tools.begin(), tools.end(), [](const json& tool) { return tool.is_null() || tool["errors"] > 0; });
}

TEST(Broken, EverythingTheSanitizerFoundIsFound) {
  const json recorded = read(COURSE_ROOT "/measurements/data/sanitizer_h200.json")["kernels"];
  const json emulated = findings_of_all();
  EXPECT_GE(recorded.size(), 63U);
  for (const auto& [label, tools] : recorded.items()) {
    ASSERT_TRUE(emulated.contains(label)) << "recorded, but no longer among the kernels: " << label << "; record again";
    if (was_found(tools)) {
      EXPECT_FALSE(emulated[label].empty()) << label;
    }
  }
}

TEST(Broken, FindingsAreThoseOnRecord) {
  const json emulated = findings_of_all();
  if (std::getenv("COURSE_REFRESH") != nullptr) std::ofstream(findings_file) << emulated.dump(1) << "\n";
  const json recorded = read(findings_file);
  for (const auto& [label, kinds] : emulated.items()) EXPECT_EQ(kinds, recorded[label]) << label;
}

}  // namespace
}  // namespace simt::test
