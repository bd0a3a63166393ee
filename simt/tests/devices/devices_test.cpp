#include "simt/devices.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/config/table.hpp"

namespace simt {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

const std::filesystem::path folder = COURSE_ROOT "/simt/devices";

std::string text_of(const std::string& name) {
  std::ifstream file(folder / (name + ".toml"));
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The message for gtx280.toml with `from` replaced by `to`.
std::string message_for(const std::string& from, const std::string& to) {
  std::string text = text_of("gtx280");
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  try {
    parse_device(text.replace(at, from.size(), to), "x.toml");
  } catch (const config::Error& error) {
    return error.what();
  }
  return "none";
}

TEST(Devices, AllOfThemLoad) {
  EXPECT_THAT(device_names(folder), ElementsAre("a10", "a100", "gtx280", "h100", "h200", "l4", "rtx3060", "rtx3080",
                                                "rtx4090", "rtx5090", "t4", "v100"));
  for (const std::string& name : device_names(folder)) EXPECT_EQ(load_device(folder, name).name, name);
}

TEST(Devices, TheDefaultIsTheH200) {
  const memory::Device built_in;
  const memory::Device read = load_device(folder, "h200");
  EXPECT_STREQ(read.name, built_in.name);
  EXPECT_EQ(read.rule, built_in.rule);
  EXPECT_EQ(read.request_lanes, built_in.request_lanes);
  EXPECT_EQ(read.sector_bytes, built_in.sector_bytes);
  EXPECT_EQ(read.banks, built_in.banks);
  EXPECT_EQ(read.bank_bytes, built_in.bank_bytes);
  EXPECT_EQ(read.cycles_per_wavefront, built_in.cycles_per_wavefront);
  EXPECT_EQ(read.partitions, built_in.partitions);
  EXPECT_EQ(read.partition_bytes, built_in.partition_bytes);
  EXPECT_EQ(read.has_hashed_partitions, built_in.has_hashed_partitions);
  EXPECT_EQ(read.blocks_in_flight, built_in.blocks_in_flight);
  EXPECT_EQ(read.multiprocessors, built_in.multiprocessors);
  EXPECT_EQ(read.threads_per_multiprocessor, built_in.threads_per_multiprocessor);
  EXPECT_EQ(read.blocks_per_multiprocessor, built_in.blocks_per_multiprocessor);
  EXPECT_EQ(read.shared_bytes_per_multiprocessor, built_in.shared_bytes_per_multiprocessor);
  EXPECT_EQ(read.reserved_shared_bytes_per_block, built_in.reserved_shared_bytes_per_block);
  EXPECT_EQ(read.l1_bytes, built_in.l1_bytes);
  EXPECT_EQ(read.l2_bytes, built_in.l2_bytes);
  EXPECT_EQ(read.cache_line_bytes, built_in.cache_line_bytes);
  EXPECT_EQ(read.most_persisting_bytes, built_in.most_persisting_bytes);
  EXPECT_EQ(read.most_window_bytes, built_in.most_window_bytes);
  EXPECT_DOUBLE_EQ(read.clock_hz, built_in.clock_hz);
  EXPECT_EQ(read.multiply_adds_per_cycle, built_in.multiply_adds_per_cycle);
  EXPECT_DOUBLE_EQ(read.dram_bytes_per_second, built_in.dram_bytes_per_second);
  EXPECT_DOUBLE_EQ(read.copy_bytes_per_second, built_in.copy_bytes_per_second);
  EXPECT_EQ(read.copy_engines, built_in.copy_engines);
  EXPECT_DOUBLE_EQ(read.pinned_bytes_per_second, built_in.pinned_bytes_per_second);
  EXPECT_DOUBLE_EQ(read.pageable_bytes_per_second, built_in.pageable_bytes_per_second);
  EXPECT_DOUBLE_EQ(read.pin_bytes_per_second, built_in.pin_bytes_per_second);
  EXPECT_DOUBLE_EQ(read.launch_seconds, built_in.launch_seconds);
}

// Measured numbers are not typed by hand: after the gradings are recorded again, this test reports the values that
// h200.toml and the built-in device must have.
TEST(Devices, TheH200sCopyIsTheOneOnRecord) {
  const auto recorded = nlohmann::json::parse(std::ifstream(COURSE_ROOT "/measurements/data/lab3_gradings_h200.json"));
  std::vector<double> copies = recorded["copy_gbps"];
  ASSERT_FALSE(copies.empty());
  const auto middle = copies.begin() + static_cast<std::ptrdiff_t>(copies.size() / 2);
  std::nth_element(copies.begin(), middle, copies.end());
  EXPECT_DOUBLE_EQ(load_device(folder, "h200").copy_bytes_per_second * 1e-9, std::round(*middle));
}

TEST(Devices, WhatPinningCostsIsOnRecord) {
  const auto recorded = nlohmann::json::parse(std::ifstream(COURSE_ROOT "/measurements/data/experiments/S2.2.json"));
  double gbps = 0;
  for (const auto& measured : recorded["cases"]) {
    if (measured["label"] == "pin and unpin") gbps = measured["gbps"];
  }
  EXPECT_DOUBLE_EQ(load_device(folder, "h200").pin_bytes_per_second * 1e-9, std::round(gbps * 10) / 10);
}

/// What measurements/device_constants.py prints.
std::string output_of(const std::string& arguments) {
  std::string printed;
  FILE* const script = popen((COURSE_ROOT "/measurements/device_constants.py " + arguments).c_str(), "r");
  if (script == nullptr) return "the script does not start";
  for (int c = fgetc(script); c != EOF; c = fgetc(script)) printed += static_cast<char>(c);
  EXPECT_EQ(pclose(script), 0);
  return printed;
}

// measurements/device_constants.py makes them; what it prints is what the file has.
TEST(Devices, TheH200sTimingIsTheOneOnRecord) {
  if (std::system("command -v python3 >/dev/null") != 0) GTEST_SKIP() << "no python3";
  EXPECT_THAT(text_of("h200"), testing::EndsWith(output_of("")));
}

// What is not measured must never look as if it were.
TEST(Devices, StatedTimingIsTheOneThatIsComputed) {
  if (std::system("command -v python3 >/dev/null") != 0) GTEST_SKIP() << "no python3";
  for (const std::string& name : device_names(folder)) {
    const memory::Timing timing = load_device(folder, name).timing;
    EXPECT_EQ(timing.is_measured, name == "h200") << name;
    if (!timing.is_known() || timing.is_measured) continue;
    EXPECT_THAT(text_of(name), testing::EndsWith(output_of("--stated " + name))) << name;
  }
}

TEST(Devices, AChipWithoutAMeasuredCopyCopiesAsFastAsTheSlowerOfLoadsAndStores) {
  const memory::Device t4 = load_device(folder, "t4");
  EXPECT_DOUBLE_EQ(t4.best_copy(), t4.timing.dram_load_bytes_per_second);
  EXPECT_DOUBLE_EQ(load_device(folder, "rtx4090").best_copy(), 919e9);
}

TEST(Devices, TimingIsCompleteOrNotThereAtAll) {
  EXPECT_TRUE(load_device(folder, "h200").timing.is_known());
  EXPECT_FALSE(load_device(folder, "gtx280").timing.is_known());
  const std::string complete = text_of("h200");
  const std::size_t line = complete.find("l2_ns");
  std::string without = complete;
  without.erase(line, complete.find('\n', line) - line);
  EXPECT_THROW(parse_device(without, "x.toml"), config::Error);
}

TEST(Devices, ASliceHasItsShareOfEveryBandwidth) {
  const memory::Device whole = load_device(folder, "h200"), slice = memory::slice_of(whole, 4);
  EXPECT_DOUBLE_EQ(slice.timing.dram_load_bytes_per_second, whole.timing.dram_load_bytes_per_second / 4);
  EXPECT_DOUBLE_EQ(slice.timing.l2_store_bytes_per_second, whole.timing.l2_store_bytes_per_second / 4);
  EXPECT_DOUBLE_EQ(slice.timing.update_sector_seconds, whole.timing.update_sector_seconds * 4);
  EXPECT_DOUBLE_EQ(slice.timing.dram_seconds, whole.timing.dram_seconds);
}

TEST(Devices, TheGtx280IsOfItsTime) {
  const memory::Device device = load_device(folder, "gtx280");
  EXPECT_EQ(device.rule, memory::Rule::segments);
  EXPECT_EQ(device.request_lanes, 16);
  EXPECT_EQ(device.banks, 16);
  EXPECT_EQ(device.partitions, 8);
  EXPECT_FALSE(device.has_hashed_partitions);
  EXPECT_EQ(device.l2_bytes, 0);
  EXPECT_EQ(device.copy_engines, 1);
}

TEST(Devices, AnUnknownNameListsTheKnownOnes) {
  try {
    load_device(folder, "../devices/h200");
    FAIL();
  } catch (const UnknownDevice& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("a10, a100, gtx280, h100, h200, l4, rtx3060, rtx3080, rtx4090, rtx5090, t4, v100"));
  }
}

TEST(Devices, MessagesNameFileLineAndKey) {
  EXPECT_EQ(message_for("banks = 16", "banks = 17"),
            "x.toml:14: shared.banks: is 17; must be a power of two from 1 to 32");
  EXPECT_EQ(message_for("banks = 16", "banks = \"16\""),
            "x.toml:14: shared.banks: is a string; must be a whole number");
  EXPECT_EQ(message_for("banks = 16", ""), "x.toml:13: shared.banks: is missing; add it here");
  EXPECT_EQ(message_for("\"segments\"", "\"lines\""),
            "x.toml:10: requests.rule: is \"lines\"; must be \"sectors\" or \"segments\"");
  EXPECT_EQ(message_for("lanes = 16", "lanes = 32"),
            "x.toml:10: requests.rule: segments go with 16 lanes, sectors with 32");
  EXPECT_THAT(message_for("clock_ghz = 1.296", "clock_ghz = nan"),
              StartsWith("x.toml:22: multiprocessors.clock_ghz: "));
  EXPECT_THAT(message_for("threads = 1024", "threads = 1024.5"), HasSubstr("must be a whole number"));
  EXPECT_THAT(message_for("name = \"gtx280\"", "name = \"a name of sixteen\""), HasSubstr("must have from 1 to 15"));
  EXPECT_THAT(message_for("[caches]", "[cache]"), HasSubstr("caches: is missing; add the table [caches]"));
  EXPECT_THAT(message_for("l1_kib = 0", "l1_kib = 0\nl3_kib = 0"), HasSubstr("caches.l3_kib: is not known"));
  EXPECT_THAT(message_for("persisting_kib = 0", "persisting_kib = 1"), HasSubstr("leaves nothing of the second level"));
  EXPECT_THAT(message_for("copy_engines = 1", "copy_engines = 3"), HasSubstr("link.copy_engines: is 3"));
  EXPECT_THAT(message_for("pageable_gbps = 2.4", "pageable_gbps = 9"), HasSubstr("cannot make it faster"));
  EXPECT_THAT(message_for("[link]", "[wire]"), HasSubstr("link: is missing; add the table [link]"));
  EXPECT_THAT(message_for("name =", "colour = 1\nname ="), HasSubstr("colour: is not known"));
  EXPECT_THAT(message_for("[shared]", "[shared"), HasSubstr("this is not TOML"));
}

}  // namespace
}  // namespace simt
