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

TEST(RefusedCall, IsNamedInPlaceOfTheLaunchWithoutAWindow) {
  const auto source = simt::index_source(
      "void fill(cudaAccessPolicyWindow& w, cudaAccessProperty rest) {\n"
      "  w.missProp = rest;\n"
      "}\n"
      "void run() {\n"
      "  cudaStreamAttrValue v;\n"
      "  fill(v.accessPolicyWindow, cudaAccessPropertyPersisting);\n"
      "  cudaStreamSetAttribute(0, cudaStreamAttributeAccessPolicyWindow, &v);\n"
      "}\n");
  simt::Evidence evidence;
  evidence.windows.resize(1);
  evidence.refused.resize(1);
  evidence.windows[0].detail = simt::Detail::no_window;
  evidence.refused[0].detail = simt::Detail::window_property;
  evidence.refused[0].numbers[0] = 1;
  Finding call, launch;
  call.line = 7;
  call.text = "refused";
  launch.line = 9;
  std::vector<Finding> windows{launch};
  name_refused_call(evidence, source, "run", {call}, windows);
  EXPECT_EQ(windows[0].line, 6);
  EXPECT_EQ(windows[0].text, "missProp gets its value here, and line 7 sets the window: refused");
  // A second call has set it.
  evidence.windows[0].detail = simt::Detail::none;
  windows = {launch};
  name_refused_call(evidence, source, "run", {call}, windows);
  EXPECT_EQ(windows[0].line, 9);
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

TEST(NameMembers, AHelperThatComputesTheRatioIsBlamedItself) {
  const auto line_of = [](const std::string& head, const std::string& ratio, const std::string& behind) {
    const simt::SourceIndex source = simt::index_source(
        head + "\n  " + ratio + "\n" + behind +
        "\n}\nvoid take_away() {\n  cudaAccessPolicyWindow w = {};\n  w.hitRatio = 0;\n}\n"
        "void run(float* p, size_t n, size_t room) {\n  set(p, n, room);\n  work<<<n, 32>>>(p);\n  take_away();\n}\n");
    simt::FindingRecord window;
    window.segment_bytes = window.numbers[0] = window.numbers[2] = 3200;
    std::vector<Finding> words(1);
    words[0].line = 11;
    name_members({window}, source, "run", {}, words);
    return words[0].line;
  };
  const std::string by_value = "cudaAccessPolicyWindow set(float* p, size_t bytes, size_t room) {",
                    by_reference = "void set(cudaAccessPolicyWindow& w, size_t bytes, size_t room) {";
  EXPECT_EQ(line_of(by_value, "w.hitRatio = room < bytes ? room / bytes : 1;", "return w;"), 2);
  EXPECT_EQ(line_of(by_reference, "w.hitRatio = room / bytes;", ""), 2);
  EXPECT_EQ(line_of(by_reference, "w.hitRatio = room / CACHE;", ""), 2);
  EXPECT_EQ(line_of(by_reference, "w.hitRatio = room;", ""), 10) << "the helper passes on what it is given";
}

}  // namespace
}  // namespace grader
