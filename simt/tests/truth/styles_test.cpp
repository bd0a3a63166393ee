// The emulator's counters of styles/*.cu, launch by launch, against the hardware's (measurements/record_styles.py).
// They must be equal, except for what measurements/data/emulator_styles_exceptions.json lists.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>

#include "counts.hpp"
#include "simt/tests/core/student_library.hpp"
#include "simt/tests/every_clang.hpp"
#include "simt/tests/truth/styles/inputs.hpp"

namespace simt::test {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_of_kernels() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(COURSE_ROOT "/simt/tests/truth/styles")) {
    if (entry.path().extension() == ".cu" && entry.path().stem() != "gpu_main") names.push_back(entry.path().stem());
  }
  std::sort(names.begin(), names.end());
  return names;
}

template <class T>
Buffer<T> copy_of(const std::vector<T>& values) {
  Buffer<T> copy(values.size());
  std::copy(values.begin(), values.end(), copy.data());
  return copy;
}

/// As counts_of, and the atomic updates. The profiler tells those whose result is used (atomic) from the others
/// (reduction), the emulator does not: "global_update_…" are both, "shared_update_requests" instructions of a warp.
Counts counts_with_updates(const std::vector<SiteTraffic>& traffic) {
  Counts counts = counts_of(traffic);
  for (const char* name : {"global_update_requests", "global_update_sectors", "shared_update_requests"})
    counts[name] = 0;
  for (const SiteTraffic& site : traffic) {
    if (site.access != Access::atomic) continue;
    counts[site.space == Space::global ? "global_update_requests" : "shared_update_requests"] += site.requests;
    counts["global_update_sectors"] += site.update_sectors;
  }
  return counts;
}

/// The same counter of the profiler, for one launch of the record; those that it does not name were 0.
std::int64_t recorded_count(const nlohmann::json& launch, const std::string& counter) {
  const auto count = [&](const char* name) { return launch.value(name, std::int64_t{0}); };
  if (counter == "global_update_requests") return count("global_atomic_requests") + count("global_reduction_requests");
  if (counter == "global_update_sectors") return count("global_atomic_sectors") + count("global_reduction_sectors");
  if (counter == "shared_update_requests") return count("shared_atomic_instructions");
  return count(counter.c_str());
}

std::vector<LabelledCounts> count_launches(const std::string& file) {
  const CaseLibrary library("simt/tests/truth/styles/" + file + ".cu");
  const styles::Inputs inputs = styles::make_inputs();
  Buffer<float> values = copy_of(inputs.values);
  Buffer<int> numbers = copy_of(inputs.numbers), offsets = copy_of(inputs.offsets);
  Buffer<char> out(styles::output_bytes);
  RunOptions options = count_only;
  options.by_launch = true;
  begin_run(std::vector{values.lend("values", false), numbers.lend("numbers", false), offsets.lend("offsets", false),
                        out.lend("out")},
            library.base(), options);
  for (int i = 0; i < library.count(); ++i) {
    std::ranges::fill(out.elements, 0);
    library.run_case<void, char*, const int*, const float*, const int*>(i, out.data(), numbers.data(), values.data(),
                                                                        offsets.data());
  }
  const Evidence evidence = finish_run();
  EXPECT_TRUE(evidence.findings.empty());
  std::vector<LabelledCounts> result;
  for (const LaunchRecord& launch : evidence.launches) {
    if (static_cast<int>(result.size()) == library.count()) break;
    const std::string label = library.label(static_cast<int>(result.size()));
    result.push_back({label, counts_with_updates(launch.traffic)});
  }
  EXPECT_EQ(evidence.launches.size(), static_cast<std::size_t>(library.count())) << "each case must be one launch";
  return result;
}

/// For a look at them: FOLDER/FILE.json of COURSE_WRITE_COUNTS=FOLDER.
void write_counts(const std::string& file, const std::vector<LabelledCounts>& launches) {
  const char* const folder = std::getenv("COURSE_WRITE_COUNTS");
  if (folder == nullptr) return;
  nlohmann::json all;
  for (const auto& [label, counts] : launches) all[label] = counts;
  std::ofstream(fs::path(folder) / (file + ".json")) << all.dump(1);
}

constexpr const char* exceptions_file = "emulator_styles_exceptions.json";

/// Largest differences by kernel and counter, where there are any.
using Differences = std::map<std::string, std::map<std::string, std::int64_t>>;

/// Compares every counter of every launch.
Differences differences(const std::vector<LabelledCounts>& emulated, const nlohmann::json& recorded) {
  Differences result;
  for (const auto& [label, counts] : emulated) {
    EXPECT_TRUE(recorded.contains(label)) << "not recorded: " << label << "; record again";
    const std::string kernel = label.substr(0, label.find(" <<<"));  // of "ragged_rows <<<3, 64>>> 190"
    for (const auto& [counter, count] : counts) {
      const std::int64_t difference = std::abs(count - recorded_count(recorded[label], counter));
      if (difference != 0) result[kernel][counter] = std::max(result[kernel][counter], difference);
    }
  }
  return result;
}

/// Writes what is left of a file's exceptions: the differences that there are now, of kernels that had some before. A
/// new difference is not excepted.
void refresh_exceptions(const std::string& file, const Differences& found) {
  nlohmann::json data = read_measurement(exceptions_file);
  nlohmann::json left = nlohmann::json::object();
  const nlohmann::json before = data["kernels"].value(file, nlohmann::json::object());
  for (const auto& [kernel, exception] : before.items()) {
    if (!found.contains(kernel)) continue;
    left[kernel] = exception;
    left[kernel]["at_most"] = found.at(kernel);
  }
  data["kernels"][file] = left;
  std::ofstream(COURSE_ROOT "/measurements/data/" + std::string(exceptions_file)) << data.dump(1) << "\n";
}

nlohmann::json recorded_launches(const std::string& file) {
  return read_measurement("emulator_styles_h200.json")["launches"].at(file);
}

nlohmann::json exceptions_of(const std::string& file) {
  return read_measurement(exceptions_file)["kernels"].value(file, nlohmann::json::object());
}

/// What may differ more, or besides, under other versions of clang.
nlohmann::json of_other_clangs(const std::string& file) {
  return read_measurement(exceptions_file)["other_clangs"].value(file, nlohmann::json::object());
}

void expect_excepted(const Differences& found, const nlohmann::json& exceptions) {
  for (const auto& [kernel, counters] : found) {
    const nlohmann::json excepted =
        exceptions.contains(kernel) ? exceptions[kernel]["at_most"] : nlohmann::json::object();
    for (const auto& [counter, difference] : counters) {
      EXPECT_LE(difference, excepted.value(counter, std::int64_t{0})) << kernel << ", " << counter;
    }
  }
}

class Styles : public testing::TestWithParam<std::string> {};

TEST_P(Styles, CountAsOnTheHardware) {
  const std::vector<LabelledCounts> emulated = count_launches(GetParam());
  write_counts(GetParam(), emulated);
  const nlohmann::json recorded = recorded_launches(GetParam());
  EXPECT_EQ(emulated.size(), recorded.size()) << "two launches have one label, or one is not recorded: record again";
  const Differences found = differences(emulated, recorded);
  if (std::getenv("COURSE_WRITE_SNAPSHOTS") != nullptr) refresh_exceptions(GetParam(), found);
  const nlohmann::json exceptions = exceptions_of(GetParam());
  expect_excepted(found, exceptions);
  for (const auto& [kernel, exception] : exceptions.items()) {
    for (const auto& [counter, difference] : exception["at_most"].items()) {
      EXPECT_TRUE(found.contains(kernel) && found.at(kernel).contains(counter))
          << kernel << ", " << counter << ": equal in all launches now; remove the exception (top of this file)";
    }
  }
}

TEST_P(Styles, CountAsOnTheHardwareUnderEveryClang) {
  const std::vector<std::string> others = other_clangs(COURSE_BUILD "/bin");
  if (others.empty()) GTEST_SKIP() << "only one clang++ is installed with the headers of its LLVM";
  nlohmann::json exceptions = exceptions_of(GetParam());
  exceptions.merge_patch(of_other_clangs(GetParam()));
  for (const std::string& program : others) {
    SCOPED_TRACE(program);
    const ChosenClang chosen(program);
    expect_excepted(differences(count_launches(GetParam()), recorded_launches(GetParam())), exceptions);
  }
}

/// What an exception lacks: a class that the file explains, the instructions that show why, of the source's lines.
std::vector<std::string> faults_of(const nlohmann::json& exception, const nlohmann::json& classes) {
  std::vector<std::string> faults;
  if (!classes.contains(exception.value("class", ""))) faults.emplace_back("its class is not explained");
  const nlohmann::json instructions = exception.value("sass", nlohmann::json::array());
  if (instructions.empty()) faults.emplace_back("it has no SASS");
  const std::regex instruction(R"([0-9]+: (@!?U?P[0-9T]+ )?[A-Z][A-Z0-9.]+.*|… [0-9]+ more)");
  for (const std::string each : instructions) {
    if (!std::regex_match(each, instruction)) faults.push_back("no line and instruction: " + each);
  }
  return faults;
}

TEST(StylesExceptions, ShowTheInstructionsThatExplainThem) {
  const nlohmann::json data = read_measurement(exceptions_file);
  for (const auto& [file, kernels] : data["kernels"].items()) {
    for (const auto& [kernel, exception] : kernels.items()) {
      EXPECT_THAT(faults_of(exception, data["classes"]), testing::IsEmpty()) << file << ", " << kernel;
    }
  }
}

TEST(StylesExceptions, WithoutInstructionsAreRefused) {
  const nlohmann::json classes = {{"vector", "nvcc reads two words at once"}};
  EXPECT_THAT(faults_of({{"class", "vector"}}, classes), testing::ElementsAre("it has no SASS"));
  EXPECT_THAT(faults_of({{"class", "other"}, {"sass", {"12: LDS.128 R4, [R2]"}}}, classes),
              testing::ElementsAre("its class is not explained"));
  EXPECT_THAT(faults_of({{"class", "vector"}, {"sass", {"because"}}}, classes),
              testing::ElementsAre("no line and instruction: because"));
}

INSTANTIATE_TEST_SUITE_P(All, Styles, testing::ValuesIn(files_of_kernels()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace simt::test
