// Lab 7's operation: whose reading each is, and what becomes of it.
#include "course/lab7_residency/operations.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>
#include <string>

#include "support/files/whole_file.hpp"
#include "tests/loaded_course.hpp"

namespace course {
namespace {

using namespace lab7_residency;

constexpr Inputs inputs{42, SmallTable::input_bits};
constexpr Size size{{1000, 7, 4000}};

TEST(Calibration, BuffersAreReadingsStartsTableAndOutput) {
  EXPECT_EQ(SmallTable::elements(size, 0), 32 * 1000);
  EXPECT_EQ(SmallTable::elements(size, 1), 16) << "15 bursts of 64, and one of 40";
  EXPECT_EQ(SmallTable::elements(size, 2), 32 * 7);
  EXPECT_EQ(SmallTable::elements(size, 3), 1000);
  EXPECT_EQ(LargeTable::elements(size, 2), 32 * 4000);
}

// Once: readings and rows of 32 floats, a float of output for each reading, and one of starts for 64.
TEST(Calibration, MovesEverythingOnce) {
  EXPECT_EQ(SmallTable::bytes_moved(size), 4 * (32 * 1000 + 16 + 32 * 7 + 1000));
  EXPECT_EQ(LargeTable::bytes_moved({{1 << 26, 1, 1 << 24}}), 4LL * (33LL * (1 << 26) + (1 << 20) + 32LL * (1 << 24)));
}

// By hand: a burst with start 0.25 begins with its sensor (1.25 × 32 =) 40, and goes on with 41 … 63, 0 … 39.
TEST(Calibration, ABurstBeginsWithAnyOfItsSensors) {
  std::set<std::int64_t> turns;
  for (int i = 0; i < 1000; ++i) {
    const auto turn = static_cast<std::int64_t>(std::floor((static_cast<double>(inputs(1, i / 64)) + 1) * 32));
    ASSERT_GE(turn, 0);
    ASSERT_LT(turn, 64);
    turns.insert(turn);
    const std::int64_t place = i / 64 * 64 + (i % 64 + turn) % 64;
    EXPECT_EQ(LargeTable::sensor(inputs, size, i), place) << "none comes round";
    EXPECT_EQ(SmallTable::sensor(inputs, size, i), place % 7);
  }
  EXPECT_GT(turns.size(), 8U) << "16 bursts should begin in many places";
}

// What the lab is about: between two uses of a row, every other row is used.
TEST(Calibration, EverySensorReportsOnceARound) {
  constexpr Size round{{640, 1, 640}};
  std::set<std::int64_t> sensors;
  for (int i = 0; i < 640; ++i) sensors.insert(LargeTable::sensor(inputs, round, i));
  EXPECT_EQ(sensors.size(), 640U);
}

TEST(Calibration, AReadingIsWeightedByItsSensorsRow) {
  for (const std::int64_t i : {0, 1, 500, 999}) {
    const std::int64_t row = SmallTable::sensor(inputs, size, i);
    double sum = 0;
    for (int j = 0; j < 32; ++j) sum += static_cast<double>(inputs(0, 32 * i + j)) * inputs(2, 32 * row + j);
    const Expected expected = SmallTable::expected(inputs, size, 0, i);
    EXPECT_NEAR(expected.value, sum, 1e-12);
    EXPECT_GT(expected.bound, 0);
    EXPECT_LT(expected.bound, 1e-4) << "another sensor's row must not pass";
  }
}

// As float code does it: products added in turn, or by lanes.
TEST(Calibration, TheBoundAllowsForAnyOrder) {
  for (std::int64_t i = 0; i < 1000; ++i) {
    const std::int64_t row = LargeTable::sensor(inputs, size, i);
    float in_turn = 0, lanes[8] = {};
    for (int j = 0; j < 32; ++j) {
      const float product = inputs(0, 32 * i + j) * inputs(2, 32 * row + j);
      in_turn += product;
      lanes[j / 4] += product;
    }
    const Expected expected = LargeTable::expected(inputs, size, 0, i);
    ASSERT_NEAR(in_turn, expected.value, expected.bound);
    ASSERT_NEAR(((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7])),
                expected.value, expected.bound);
  }
}

TEST(Calibration, SmallAndLargeTableAreTheSizesTwoLastExtents) {
  static int seen[2];
  void (*const entry)(float*, const float*, const float*, const float*, int, int) =
      [](float* out, const float* readings, const float* starts, const float* table, int n, int sensors) {
        *out = 100 * *readings + 10 * *starts + *table;
        seen[0] = n;
        seen[1] = sensors;
      };
  const float readings = 3, starts = 5, table = 7;
  float out = 0;
  float* const outputs[] = {&out};
  const float* const inputs_of_call[] = {&readings, &starts, &table};
  for (const Part& part : tests::lab("lab7").parts) {
    out = 0;
    part.invoke(reinterpret_cast<void*>(entry), {{{11, 22, 33}}, outputs, inputs_of_call});
    EXPECT_EQ(out, 357) << part.id;
    EXPECT_EQ(seen[0], 11);
    EXPECT_EQ(seen[1], part.id == "7.1" ? 22 : 33);
    EXPECT_EQ(part.needs_sm, part.id == "7.4" ? 0 : 80) << "another order of the work needs nothing of the device";
    EXPECT_EQ(part.leaves_no_trace, part.id == "7.3");
  }
}

// A device with a tenth of an H200's set-aside part, and one that has none.
TEST(Calibration, TablesAreSharesOfWhatCanBeSetAside) {
  const Lab& lab = tests::lab("lab7");
  constexpr Size listed{{10000000, 245760, 360448}};
  EXPECT_EQ(scaled(listed, lab.gpu_scales, listed_for, listed_for), listed);
  EXPECT_EQ(scaled(listed, lab.gpu_scales, listed_for, {66, listed_for.persisting_bytes / 10}),
            (Size{{10000000, 24576, 36044}}));
  EXPECT_EQ(scaled(listed, lab.gpu_scales, listed_for, {40, 0}), listed);
}

// Where nothing can be set aside, too: the largest L2 cache of the devices has 96 MiB.
TEST(Calibration, TheTableOfTheOpenEndIsFarLargerThanTheCache) {
  const Lab& lab = tests::lab("lab7");
  const LabRules& rules = tests::loaded_course().rules.labs.at("lab7");
  const Part& part = tests::part("7.4");
  const auto bytes = [&](const DeviceProperties& device) {
    const Size at = scaled(rules.gpu_size_of(part), lab.gpu_scales, listed_for, device);
    return 4 * part.operation.elements(at, 2);
  };
  constexpr std::int64_t l2_of_an_h200 = 60 << 20;
  EXPECT_GT(bytes(listed_for), 3 * l2_of_an_h200);
  EXPECT_EQ(bytes({40, 0}), bytes(listed_for));
  EXPECT_EQ(bytes({30, listed_for.persisting_bytes / 10}) / 1000, bytes(listed_for) / 10 / 1000);
  EXPECT_NE(rules.gpu_size_of(part).extent[2] % LargeTable::burst, 0) << "rounds that begin in the middle of a burst";
}

TEST(Calibration, TheReferenceHasTheBoundOfTheOpenEnd) {
  const std::string text =
      files::read_file(std::filesystem::path(COURSE_ROOT) / "solutions/lab7_residency/residency.cu");
  ASSERT_EQ(tests::part("7.4").bounds.size(), 1U);
  EXPECT_NE(text.find("void " + std::string(tests::part("7.4").bounds.front()) + "("), std::string::npos);
}

TEST(Calibration, NoSmallTableIsLargerThanWhatCanBeSetAside) {
  const auto fitted = tests::part("7.1").operation.fitted;
  ASSERT_NE(fitted, nullptr);
  EXPECT_EQ(fitted({{1000000, 200000, 1500000}}, listed_for), (Size{{1000000, 200000, 1500000}})) << "24 of 37 MiB";
  EXPECT_EQ(fitted({{1000000, 200000, 1500000}}, {28, 1622016}), (Size{{1000000, 12672, 1500000}}));
  EXPECT_EQ(fitted({{5, 3, 7}}, {28, 1622016}), (Size{{5, 3, 7}}));
  EXPECT_EQ(fitted({{5, 3, 7}}, {28, 0}), (Size{{5, 1, 7}}));
  EXPECT_EQ(tests::part("7.2").operation.fitted, nullptr) << "that a table is too large is what this part is about";
}

TEST(Calibration, EveryPartHasItsSectionInTheHandout) {
  const std::string text = files::read_file(std::filesystem::path(COURSE_ROOT) / "labs/lab7_residency/README.md");
  for (const Part& part : tests::lab("lab7").parts) {
    const std::string heading = "\n## Part " + std::string(part.id) + ": " + std::string(part.title) + "\n";
    EXPECT_NE(text.find(heading), std::string::npos) << heading;
  }
}

}  // namespace
}  // namespace course
