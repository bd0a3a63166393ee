#include "grader/words/reuse_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/grader/words/counted_row.hpp"

namespace grader {
namespace {

using testing::HasSubstr;
using testing::Not;
using tests::row;

/// What add_reuse() says of line 4 of this kernel, with one request of `addresses`.
Finding reused(std::string_view line, std::vector<std::uint64_t> addresses, std::string_view host = "") {
  const simt::SourceIndex source = simt::index_source(
      "__device__ float shares[64];\n"
      "__global__ void add(float* out, const float* in, int n) {\n"
      "  for (int k = 0; k < n; ++k)\n" +
      std::string(line) +
      "\n}\n"
      "void run(float* out, const float* in, int n) { " +
      std::string(host) + " add<<<1, 32>>>(out, in, n); }\n");
  Traffic traffic = row(4, Space::global, 10, static_cast<std::int64_t>(10 * addresses.size()), 10);
  for (std::size_t lane = 0; lane < addresses.size(); ++lane) traffic.costliest.address[lane] = addresses[lane];
  traffic.costliest.lanes = (1U << addresses.size()) - 1;
  if (addresses.size() == 2) traffic.sectors = traffic.requests;
  Finding slow;
  slow.line = 4;
  slow.text = "10 requests, which ask for the same bytes again and again, or for few lanes at a time";
  add_reuse(source, "run", {traffic}, slow);
  return slow;
}

TEST(AddReuse, AnElementThatALoopComesBackToIsNamed) {
  const Finding slow = reused("out[threadIdx.x] += in[k];", {0, 4, 8});
  EXPECT_EQ(slow.other_line, 3);
  EXPECT_THAT(slow.text,
              HasSubstr("10 requests, which use the same element of out in each round of the loop at line 3"));
}

TEST(AddReuse, OneWordForAllLanesIsNamed) {
  EXPECT_THAT(reused("sum += in[k];", {64, 64}).text, HasSubstr("which ask for one word for all lanes"));
  EXPECT_THAT(reused("sum += in[k];", {64, 68}).text, HasSubstr("again and again"));
}

TEST(AddReuse, AVariableThatOnlyTheHostWritesMayLieInConstantMemory) {
  const std::string_view copy = "cudaMemcpyToSymbol(shares, in, 4 * n);";
  const Finding slow = reused("sum += shares[k];", {64, 64}, copy);
  EXPECT_THAT(slow.text, HasSubstr("of shares (line 1): a __device__ variable lies in global memory"));
  EXPECT_EQ(slow.other_line, 1);
  EXPECT_THAT(reused("sum += shares[k];", {64, 64}).text, Not(HasSubstr("constant memory"))) << "the host sets nothing";
  EXPECT_THAT(reused("shares[k] += 1;", {64, 64}, copy).text, Not(HasSubstr("constant memory")))
      << "a kernel writes it";
}

TEST(AddReuse, AnArrayThatThePartIsNotGivenIsNamed) {
  EXPECT_THAT(reused("shares[k + threadIdx.x] = 1;", {0, 4, 8}).text, HasSubstr("which use shares. That is none"));
  EXPECT_THAT(reused("out[k + threadIdx.x] = 1;", {0, 4, 8}).text, HasSubstr("again and again"));
}

TEST(AddReuse, BlocksOfFewThreadsAreNamed) {
  const simt::SourceIndex source = simt::index_source(
      "__global__ void add(float* out) { out[blockIdx.x] = 1; }\n"
      "void run(float* out) {\n"
      "  const int threads = 4;\n"
      "  add<<<8, threads>>>(out);\n"
      "}\n");
  Traffic traffic = row(1, Space::global, 8, 8, 8);
  traffic.costliest.lanes = 0xF;
  Finding slow;
  slow.line = 1;
  slow.text = "8 requests, which ask for the same bytes again and again, or for few lanes at a time";
  add_reuse(source, "run", {traffic}, slow);
  EXPECT_EQ(slow.line, 4);
  EXPECT_THAT(slow.text, HasSubstr("blocks have 4 threads here, so of a warp's 32 lanes only 4 have something to do"));
}

TEST(AddReuse, TheSameLaunchInEachRoundOfALoopIsNamed) {
  const auto line_of = [](const std::string& arguments, const std::string& more = "") {
    const simt::SourceIndex source = simt::index_source(
        "__global__ void add(float* out, const float* in, int n) {\n  out[threadIdx.x] = in[threadIdx.x];\n}\n"
        "void run(float* out, const float* in, int n) {\n  for (int k = 0; k < 2; ++k) {\n    add<<<1, 32>>>(" +
        arguments + ");\n    " + more + "\n  }\n}\n");
    const Traffic traffic = row(2, Space::global, 10, 40, 40);
    Finding slow;
    slow.line = 2;
    slow.text = "10 requests, which ask for the same bytes again and again, or for few lanes at a time";
    add_reuse(source, "run", {traffic}, slow);
    return slow.line;
  };
  EXPECT_EQ(line_of("out, in, n"), 6);
  EXPECT_EQ(line_of("out + k, in, n"), 2) << "the arguments change";
  EXPECT_EQ(line_of("out, in, n", "std::swap(out, in);"), 2);
  EXPECT_EQ(line_of("out, in, n", "add<<<1, 32>>>(in, out, n);"), 2) << "another launch stores what this one reads";
}

TEST(StoredAgain, IsALineWithoutWhichTheLimitHolds) {
  const simt::SourceIndex source = simt::index_source(
      "__global__ void f(float* y, const float* x, int n) {\n"
      "  for (int j = 0; j < n; ++j) {\n"
      "    y[threadIdx.x] += x[j];\n"
      "    y[j] = x[j];\n"
      "  }\n}\n");
  course::MetricValues values;
  course::TrafficLimits limits;
  values["traffic_vs_minimum"] = 2.0;
  limits.at_most["traffic_vs_minimum"] = 1.05;
  Traffic store = row(3, Space::global, 100, 400, 400);
  store.op = Access::store;
  const Traffic load = row(3, Space::global, 100, 400, 400);
  const auto found = stored_again({load, store}, values, limits, source, 32);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 3);
  EXPECT_EQ(found->other_line, 2);
  EXPECT_FALSE(stored_again({load, load, store}, values, limits, source, 32)) << "the loads alone are too much";
  EXPECT_FALSE(stored_again({load, store}, values, limits, source, 3200)) << "each element is stored once";
  store.line = 4;
  EXPECT_FALSE(stored_again({load, store}, values, limits, source, 32)) << "another element in each round";
}

TEST(UsedAgain, IsALineWhoseElementsNoRoundChanges) {
  const simt::SourceIndex source = simt::index_source(
      "__global__ void f(float* y, const float* x, int n) {\n"
      "  for (int j = 0; j < n; ++j) {\n"
      "    if (x[threadIdx.x] > j) y[threadIdx.x] = j;\n"
      "    y[threadIdx.x] += x[j];\n"
      "  }\n}\n");
  course::MetricValues values;
  course::TrafficLimits limits;
  values["traffic_vs_minimum"] = 20.0;
  limits.at_most["traffic_vs_minimum"] = 2.0;
  const Traffic kept = row(3, Space::global, 100, 800, 400), other = row(4, Space::global, 100, 50, 50);
  const auto found = used_again({kept, other}, values, limits, source);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 3);
  EXPECT_EQ(found->other_line, 2);
  EXPECT_THAT(found->text, HasSubstr("use the same element of x and of y in each round of the loop at line 2"));
  EXPECT_FALSE(used_again({kept, row(4, Space::global, 100, 800, 400)}, values, limits, source)) << "half is left";
  EXPECT_FALSE(used_again({other}, values, limits, source)) << "x[j] is another element in each round";
  values["traffic_vs_minimum"] = 2.0;
  EXPECT_FALSE(used_again({kept, other}, values, limits, source)) << "within the limit";
}

TEST(LoadedAgain, NamesTheLineThatDramServesOnceMore) {
  Traffic once, again;
  once.line = 4;
  again.line = 9;
  once.requests = again.requests = 10;
  once.levels = {.dram_read = 50'000'000};
  again.levels = {.dram_read = 4'000'000, .dram_read_again = 3'000'000};
  course::MetricValues values;
  course::TrafficLimits limits;
  limits.at_most["dram_vs_minimum"] = 1.15;
  values["dram_vs_minimum"] = 1.8;
  const auto found = loaded_again({}, {once, again}, values, limits);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 9);
  EXPECT_THAT(found->text, testing::HasSubstr("4.0 MB come from DRAM, and 75 % of that not for the first time"));
  const simt::SourceIndex source = simt::index_source(
      "__global__ void k(float* x, int parts) {\n  const int part = blockIdx.x % parts;\n"
      "  const int first = blockIdx.x * 32;\n\n\n\n\n\n  x[part] = x[first];\n}\n");
  const auto by_rest = loaded_again(source, {once, again}, values, limits);
  EXPECT_EQ(by_rest->line, 2);
  EXPECT_EQ(by_rest->other_line, 9);
  EXPECT_THAT(by_rest->text, testing::HasSubstr("neighbouring blocks use different data, by the rest"));
  const simt::SourceIndex by_quotient = simt::index_source(
      "__global__ void k(float* x, int parts) {\n  const int block = blockIdx.x;\n"
      "  const int part = block / parts;\n\n\n\n\n\n  x[part] = 1;\n}\n");
  EXPECT_EQ(loaded_again(by_quotient, {once, again}, values, limits)->line, 9);
  EXPECT_THAT(loaded_again(by_quotient, {once, again}, values, limits)->text,
              testing::HasSubstr("is decided at line 3, where blockIdx.x is divided"));
  EXPECT_FALSE(loaded_again({}, {once}, values, limits)) << "what is read once cannot be kept";
  values["dram_vs_minimum"] = 1.1;
  EXPECT_FALSE(loaded_again({}, {once, again}, values, limits));
}

TEST(StoredAgain, ByAReferenceAsWell) {
  const auto found = [](const std::string& body) {
    course::MetricValues values;
    course::TrafficLimits limits;
    values["traffic_vs_minimum"] = 2.0;
    limits.at_most["traffic_vs_minimum"] = 1.05;
    Traffic store = row(3, Space::global, 100, 400, 400);
    store.op = Access::store;
    return stored_again({row(3, Space::global, 100, 400, 400), store}, values, limits,
                        simt::index_source("__global__ void f(float* y, const float* x, int n) {\n"
                                           "  float& sum = y[threadIdx.x];\n" +
                                           body + "}\n"),
                        32);
  };
  const auto by_reference = found("  for (int j = 0; j < n; ++j) sum += x[j];\n");
  ASSERT_TRUE(by_reference);
  EXPECT_EQ(by_reference->line, 3);
  EXPECT_FALSE(found("  for (float* p = y; p < y + n; ++p) *p = x[0];\n")) << "another element in each round";
}

}  // namespace
}  // namespace grader
