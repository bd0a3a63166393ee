#include "grader/words/l2_window_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace grader {
namespace {

TEST(WindowOf, IsToldOnlyWhereDramMovesTooMuch) {
  Finding window;
  window.name = "access-window";
  course::MetricValues values;
  course::TrafficLimits limits;
  limits.at_most["dram_vs_minimum"] = 1.15;
  values["dram_vs_minimum"] = 1.8;
  EXPECT_TRUE(window_of({window}, values, limits));
  EXPECT_FALSE(window_of({}, values, limits));
  values["dram_vs_minimum"] = 1.1;
  EXPECT_FALSE(window_of({window}, values, limits));
}

TEST(UselessWindow, IsARemarkWhereItCoversLittleOrNothingIsSetAside) {
  Finding words;
  words.text = "the window covers 100 of the 3200 bytes";
  simt::FindingRecord window;
  window.segment_bytes = 3200;
  window.numbers[0] = 100;
  window.numbers[1] = 1000;
  window.numbers[2] = 100;
  const auto found = useless_window({window}, {words}, true);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->is_remark);
  EXPECT_FALSE(useless_window({window}, {words}, false));
  window.numbers[0] = 1600;
  EXPECT_FALSE(useless_window({window}, {words}, true));
  window.memory = simt::Memory::host_local;
  EXPECT_TRUE(useless_window({window}, {words}, true));
  window.memory = simt::Memory::segment;
  window.numbers[2] = 0;
  EXPECT_TRUE(useless_window({window}, {words}, true));
}

TEST(NameMembers, ALimitThatIsSetBehindTheLaunchComesTooLate) {
  const auto line_of = [](const std::string& before, const std::string& behind) {
    const simt::SourceIndex source = simt::index_source("void run(float* p, int n) {\n  " + before +
                                                        "\n  work<<<n, 32>>>(p);\n  " + behind + "\n}\n");
    simt::FindingRecord window;
    window.segment_bytes = window.numbers[0] = 3200;
    window.numbers[1] = 1000;
    std::vector<Finding> words(1);
    words[0].line = 3;
    words[0].text = "nothing is set aside";
    name_members({window}, source, "run", {}, words);
    return words[0].line;
  };
  const std::string limit = "cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, n);";
  EXPECT_EQ(line_of("", limit), 4);
  EXPECT_EQ(line_of("", ""), 3);
  EXPECT_EQ(line_of(limit, limit), 3);
}

TEST(NameMembers, AHelperThatTakesBytesIsBlamedWhereItIsGivenElements) {
  const auto line_of = [](const std::string& limit) {
    const simt::SourceIndex source = simt::index_source(
        "void keep(float* p, size_t bytes) {\n  v.accessPolicyWindow.num_bytes = bytes;\n}\n"
        "void run(float* p, int n) {\n  const size_t all = n * 32;\n  cudaDeviceSetLimit(limit, " +
        limit + ");\n  keep(p, all);\n  work<<<n, 32>>>(p);\n}\n");
    simt::FindingRecord window;
    window.segment_bytes = 12800;
    window.numbers[0] = 3200;
    window.numbers[1] = 1000;
    window.numbers[2] = 12800;
    std::vector<Finding> words(1);
    words[0].line = 8;
    name_members({window}, source, "run", {}, words);
    return words[0].line;
  };
  EXPECT_EQ(line_of("all * sizeof(float)"), 7);
  EXPECT_EQ(line_of("12800"), 5) << "what is computed there may be meant to be bytes";
}

}  // namespace
}  // namespace grader
