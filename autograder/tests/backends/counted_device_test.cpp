// What sizes of lab.toml become on a device: on an H200 what is written there.
#include "backends/counted_device.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "simt/devices.hpp"
#include "tests/loaded_course.hpp"

namespace backends {
namespace {

simt::memory::Device device(std::string_view name) { return simt::load_device(COURSE_ROOT "/simt/devices", name); }

TEST(CountedDevice, SizesAreListedForAnH200) {
  const simt::memory::Device h200 = device("h200");
  EXPECT_EQ(course::listed_for.multiprocessors, h200.multiprocessors);
  EXPECT_EQ(course::listed_for.persisting_bytes, h200.most_persisting_bytes);
}

// Records in measurements/data are of these sizes.
TEST(CountedDevice, OnAnH200EverySizeIsWhatItWas) {
  using course::Size;
  const std::map<std::string, std::pair<Size, Size>> sizes{
      {"4.1", {{{67108864, 1, 132}}, {{16384, 4, 16}}}},
      {"4.2", {{{33792, 1000, 132}}, {{16384, 4, 16}}}},
      {"4.3", {{{33792, 1000, 132}}, {{20480, 4, 16}}}},
      {"4.4", {{{33792, 1000, 132}}, {{20480, 4, 16}}}},
      {"4.5", {{{134217728, 1, 1}}, {{65536, 1, 1}}}},
      {"7.1", {{{10000000, 245760, 360448}}, {{80000, 1920, 2816}}}},
      {"7.2", {{{10000000, 245760, 360448}}, {{80000, 1920, 2816}}}},
      {"7.3", {{{10000000, 245760, 360448}}, {{80000, 1920, 2816}}}},
      {"7.4", {{{10000000, 245760, 1500007}}, {{80000, 1920, 12003}}}},
  };
  const simt::memory::Device h200 = device("h200");
  for (const course::Lab& lab : tests::loaded_course().labs) {
    const course::LabRules& rules = tests::loaded_course().rules.labs.at(lab.name);
    const course::DeviceProperties counted = properties_of(counted_device(lab, h200));
    for (const course::Part& part : lab.parts) {
      SCOPED_TRACE(part.id);
      const Size gpu = course::scaled(rules.gpu_size_of(part), lab.gpu_scales, course::listed_for, properties_of(h200));
      const Size emulator = course::scaled(rules.emulator_size_of(part), lab.emulator_scales, counted, counted);
      EXPECT_EQ(gpu, rules.gpu_size_of(part));
      EXPECT_EQ(emulator, rules.emulator_size_of(part));
      if (const auto known = sizes.find(part.id); known != sizes.end()) {
        EXPECT_EQ(gpu, known->second.first);
        EXPECT_EQ(emulator, known->second.second);
      }
      if (part.operation.fitted == nullptr) continue;
      for (const auto* checks : {&rules.check_sizes, &rules.gpu_check_sizes}) {
        for (const Size& size : *checks) EXPECT_EQ(part.operation.fitted(size, properties_of(h200)), size);
      }
    }
  }
}

// A part's cache is about as large everywhere, so that few accesses show what stays in it.
TEST(CountedDevice, ASmallerCacheIsDividedIntoFewerParts) {
  const course::Lab& lab7 = tests::lab("lab7");
  EXPECT_EQ(device_parts(lab7, device("h200")), 128);
  EXPECT_EQ(device_parts(lab7, device("a100")), 85);
  EXPECT_EQ(device_parts(lab7, device("rtx3060")), 5);
  EXPECT_EQ(device_parts(lab7, device("gtx280")), 128) << "no cache: nothing to go by";
  EXPECT_EQ(device_parts(tests::lab("lab3"), device("rtx3060")), 1);
  for (const char* name : {"a10", "a100", "h100", "l4", "rtx3060", "rtx3080", "rtx4090", "rtx5090"}) {
    EXPECT_EQ(counted_device(lab7, device(name)).l2_bytes, 480 << 10) << name;
  }
}

}  // namespace
}  // namespace backends
