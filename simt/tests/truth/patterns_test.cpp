// Wavefronts and conflicts of single requests of shared memory, by the lanes that take part, against the hardware's
// (measurements/data/emulator_patterns_h200.json).
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "counts.hpp"
#include "simt/memory/shared.hpp"
#include "simt/tests/truth/patterns/patterns.hpp"

namespace simt::test {
namespace {

using memory::SharedUse;

struct Recorded {
  std::string use;  ///< in the names of counters
  std::uint32_t bytes = 0;
  SharedUse counted = SharedUse::load;
};

memory::Request request(const patterns::Elements& elements, const std::string& mask, std::uint32_t bytes) {
  memory::Request made;
  for (std::size_t lane = 0; lane < elements.size(); ++lane) made.address[lane] = std::uint64_t{elements[lane]} * bytes;
  made.active = static_cast<std::uint32_t>(std::stoul(mask, nullptr, 16));
  made.bytes = bytes;
  return made;
}

/// By pattern; -1: not recorded. A counter that is 0 everywhere is left out.
std::vector<int> numbers(const nlohmann::json& counts, const std::string& counter, std::size_t patterns) {
  if (!counts.contains(counter)) return std::vector<int>(patterns, 0);
  std::istringstream words(counts[counter].get<std::string>());
  std::vector<int> all;
  for (std::string word; words >> word;) all.push_back(word == "-" ? -1 : std::stoi(word));
  EXPECT_EQ(all.size(), patterns) << "record again";
  return all;
}

/// Compares every recorded row; returns how many.
int compare(const std::vector<patterns::Pattern>& patterns, const nlohmann::json& masks, const Recorded& recorded) {
  int rows = 0;
  for (const auto& [mask, counts] : masks.items()) {
    const std::vector<int> wavefronts = numbers(counts, "shared_" + recorded.use + "_wavefronts", patterns.size());
    const std::vector<int> conflicts = numbers(counts, "shared_" + recorded.use + "_conflicts", patterns.size());
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      if (wavefronts[i] < 0) continue;
      const memory::Request one = request(patterns[i].elements, mask, recorded.bytes);
      const memory::SharedWavefronts counted = memory::shared_wavefronts(one, recorded.counted, memory::Device{});
      const std::string what = recorded.use + " of " + patterns[i].name + ", lanes " + mask;
      EXPECT_EQ(counted.wavefronts, wavefronts[i]) << what;
      EXPECT_EQ(counted.conflicts, std::max(conflicts[i], 0)) << what << ": conflicts";
      ++rows;
    }
  }
  return rows;
}

const nlohmann::json& record() {
  static const nlohmann::json read = read_measurement("emulator_patterns_h200.json");
  return read;
}

TEST(SharedPatterns, LoadsAndStoresTakeTheHardwaresPasses) {
  const nlohmann::json& launches = record()["shared"]["launches"];
  int rows = 0;
  for (const std::uint32_t bytes : {4, 8, 16}) {
    const nlohmann::json& masks = launches[std::to_string(bytes) + " bytes"];
    rows += compare(patterns::shared_patterns(), masks, {"load", bytes, SharedUse::load});
    rows += compare(patterns::shared_patterns(), masks, {"store", bytes, SharedUse::store});
  }
  EXPECT_EQ(rows, 2 * 7320);
}

// Arithmetic on floating-point numbers and on 8 bytes is a loop, which takes a number of instructions that depends on
// the addresses.
TEST(SharedPatterns, AtomicUpdatesByOneInstructionTakeTheHardwaresPasses) {
  const std::map<std::string, std::pair<std::uint32_t, SharedUse>> operations = {
      {"shared add int", {4, SharedUse::update}},
      {"shared add int, result used", {4, SharedUse::update}},
      {"shared add 1", {4, SharedUse::count}},
      {"shared add 1, result used", {4, SharedUse::update}},
      {"shared sub int", {4, SharedUse::update}},
      {"shared min int", {4, SharedUse::update}},
      {"shared max unsigned", {4, SharedUse::update}},
      {"shared and", {4, SharedUse::update}},
      {"shared or", {4, SharedUse::update}},
      {"shared xor", {4, SharedUse::update}},
      {"shared inc", {4, SharedUse::update}},
      {"shared exchange", {4, SharedUse::update}},
      {"shared compare and swap", {4, SharedUse::compare}},
      {"shared exchange 8 bytes", {8, SharedUse::update}},
      {"shared compare and swap 8 bytes", {8, SharedUse::compare}},
  };
  const nlohmann::json& launches = record()["atomic"]["launches"];
  for (const auto& [operation, how] : operations) {
    SCOPED_TRACE(operation);
    ASSERT_TRUE(launches.contains(operation));
    EXPECT_EQ(compare(patterns::atomic_patterns(), launches[operation], {"atomic", how.first, how.second}), 38);
  }
}

}  // namespace
}  // namespace simt::test
