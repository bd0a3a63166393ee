#include "grader/words/slow_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace grader {
namespace {

using testing::HasSubstr;
using testing::Not;

Traffic row(int line, Space space, std::int64_t requests, std::int64_t cost, std::int64_t least) {
  Traffic traffic;
  traffic.line = line;
  traffic.space = space;
  traffic.requests = requests;
  if (space == Space::global) {
    traffic.sectors = cost;
    traffic.ideal_sectors = least;
  } else {
    traffic.wavefronts = cost;
    traffic.conflicts = cost - least;
  }
  return traffic;
}

std::optional<Finding> worst(const std::vector<Traffic>& rows, course::MetricKey metric) {
  course::MetricValues values;
  course::TrafficLimits limits;
  values[metric] = 2.0;
  limits.at_most[metric] = 1.05;
  return worst_line(rows, values, limits);
}

TEST(WorstLine, OfTrafficIsTheOneWhoseLanesAreFarthestApart) {
  const auto found =
      worst({row(3, Space::global, 10, 40, 40), row(5, Space::global, 10, 320, 40)}, "traffic_vs_minimum");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 5);
  EXPECT_TRUE(found->is_remark);
  EXPECT_EQ(found->text, "each load of a warp takes 32.0 sectors here, where 4.0 would do for neighbouring addresses");
}

TEST(WorstLine, OfCoalescedTrafficIsTheOneThatMovesMost) {
  const auto found =
      worst({row(3, Space::global, 30, 120, 120), row(5, Space::global, 10, 40, 40)}, "traffic_vs_minimum");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 3);
  EXPECT_THAT(found->text, HasSubstr("75 % of all sectors"));
}

TEST(WorstLine, OfConflictsIsInSharedMemory) {
  const auto found = worst({row(3, Space::global, 10, 320, 40), row(7, Space::shared, 10, 320, 10)}, "conflict_share");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 7);
  EXPECT_EQ(found->text, "each load of a warp takes 32.0 wavefronts of shared memory here, where 1.0 would do");
}

TEST(WorstLine, OfASecondMetricIsAskedForByItself) {
  course::MetricValues values;
  course::TrafficLimits limits;
  values["traffic_vs_minimum"] = values["conflict_share"] = 2.0;
  limits.at_most["traffic_vs_minimum"] = limits.at_most["conflict_share"] = 1.05;
  const std::vector<Traffic> rows{row(3, Space::global, 10, 320, 40), row(7, Space::shared, 10, 320, 10)};
  EXPECT_EQ(worst_line(rows, values, limits)->line, 3);
  EXPECT_EQ(worst_line(rows, values, limits, 1)->line, 7);
  EXPECT_FALSE(worst_line(rows, values, limits, 2));
  EXPECT_FALSE(is_conflict(values, limits));
  EXPECT_TRUE(is_conflict(values, limits, 1));
}

TEST(WorstLine, OfTrafficIsNotScatteredByALittleThatExplainsNothing) {
  // A quarter of the excess comes of lanes that are apart.
  const auto found =
      worst({row(3, Space::global, 100, 400, 400), row(5, Space::global, 10, 60, 40)}, "traffic_vs_minimum");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 3);
}

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

/// What add_width() says of line 2 of this kernel, where each thread takes `bytes` at once, 16 bytes apart, and line 3
/// takes them `behind` bytes further on.
std::string widened(std::string_view second, int bytes, std::uint64_t behind) {
  const simt::SourceIndex source =
      simt::index_source("__global__ void copy(float2* out, const float2* in) {\n  out[threadIdx.x] = in[0];\n  " +
                         std::string(second) + "\n}\n");
  std::vector<Traffic> rows{row(2, Space::global, 10, 160, 80), row(3, Space::global, 10, 160, 80)};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].costliest.bytes = bytes;
    rows[i].costliest.lanes = 3;
    for (std::size_t lane = 0; lane < 2; ++lane) rows[i].costliest.address[lane] = 1024 + i * behind + 16 * lane;
  }
  Finding slow;
  slow.line = 2;
  add_width(source, rows, slow);
  return slow.text;
}

TEST(AddWidth, TwoHalvesOfWhatOneAccessWouldTakeAreNamed) {
  EXPECT_THAT(widened("out[1] = in[threadIdx.x];", 8, 8),
              HasSubstr("With lines 2, 3 a thread loads 16 neighbouring bytes in 2 pieces of 8: one access of 16 "
                        "bytes (float4) would do"));
  EXPECT_EQ(widened("out[1] = in[threadIdx.x];", 8, 16), "");
  EXPECT_EQ(widened("out[1] = in[threadIdx.x];", 4, 4), "");
  EXPECT_EQ(widened("out[1] = other[threadIdx.x];", 8, 8), "");
}

TimelineOperation operation(OperationKind kind, int line, double start, double end) {
  TimelineOperation one;
  one.kind = kind;
  one.line = line;
  one.stream = 1;
  one.bytes = 4096;
  one.start = start;
  one.end = end;
  return one;
}

std::optional<Finding> slow(const std::vector<TimelineOperation>& timeline) {
  course::MetricValues values;
  course::TrafficLimits limits;
  values["time_vs_bound"] = 2.0;
  limits.at_most["time_vs_bound"] = 1.5;
  return slow_operation(timeline, values, limits, {});
}

TEST(SlowOperation, ACopyOfEverythingBehindAllKernelsIsNamed) {
  std::vector<TimelineOperation> timeline;
  for (int i = 0; i < 4; ++i) {
    timeline.push_back(operation(OperationKind::copy_to_device, 4, i, i + 1));
    timeline.push_back(operation(OperationKind::kernel, 5, i + 1, i + 2));
  }
  timeline.push_back(operation(OperationKind::copy_to_host, 7, 5, 9));
  const auto found = slow(timeline);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 7);
  EXPECT_THAT(found->text, HasSubstr("this copy is not cut into pieces: it begins only after the 4"));
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

TEST(SlowOperation, AKernelOfOneBlockIsNamed) {
  const simt::SourceIndex source = simt::index_source("void run() {\n  work<<<1, 256>>>();\n}\n");
  course::MetricValues values;
  course::TrafficLimits limits;
  values["time_vs_bound"] = 2.0;
  limits.at_most["time_vs_bound"] = 1.5;
  const auto found =
      slow_operation({operation(OperationKind::copy_to_device, 1, 0, 1), operation(OperationKind::kernel, 2, 1, 20)},
                     values, limits, source);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 2);
}

TEST(SlowOperation, ManySmallCopiesAreNamed) {
  std::vector<TimelineOperation> timeline;
  for (int i = 0; i < 20; ++i) timeline.push_back(operation(OperationKind::copy_to_device, 4, i, i + 0.1));
  const auto found = slow(timeline);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 4);
  EXPECT_THAT(found->text, HasSubstr("this line makes 20 copies of 4096 bytes"));
}

Finding after_pitch(std::string_view text, int line) {
  Finding slow;
  slow.line = line;
  slow.text = "each load takes 2.0 wavefronts of shared memory here, where 1.0 would do";
  blame_pitch(simt::index_source(text), "run", slow);
  return slow;
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

TEST(AddLanes, NarrowBlocksAreNamed) {
  const simt::SourceIndex source = simt::index_source(
      "__global__ void cross(float* out, int width) {\n"
      "  const int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  out[threadIdx.y * width + x] = 1;\n"
      "}\n"
      "void run(float* out, int width) {\n"
      "  const dim3 threads(2, 128);\n"
      "  cross<<<width, threads>>>(out, width);\n"
      "}\n");
  Finding slow;
  slow.line = 3;
  slow.text = "each store is slow";
  add_lanes(source, {row(3, Space::global, 10, 320, 40)}, slow);
  EXPECT_EQ(slow.line, 6);
  EXPECT_EQ(slow.text,
            "blocks are 2 threads wide in x, so a warp's 32 lanes lie in 16 rows. At line 3, each store is slow");
}

TEST(BlamePitch, IsWhereTheHostComputesIt) {
  const Finding slow = after_pitch(
      "__global__ void sums(float* out, int columns, int pitch) {\n"
      "  float* row = piece + threadIdx.x * pitch;\n"
      "  for (int k = 0; k < columns; ++k) sum += row[k];\n"
      "}\n"
      "void run(float* out, int columns) {\n"
      "  const int pitch = columns + 1;\n"
      "  sums<<<1, 64>>>(out, columns, pitch);\n"
      "}\n",
      3);
  EXPECT_EQ(slow.line, 6);
  EXPECT_EQ(slow.other_line, 3);
  EXPECT_THAT(slow.text,
              HasSubstr("pitch gets its value here, and line 3 finds its place in shared memory by it. There "
                        "each load takes 2.0 wavefronts of shared memory, where"));
}

TEST(AddLanes, AWidthIsNotAtFaultWhereNeighboursInARowAreApart) {
  const simt::SourceIndex source = simt::index_source(
      "__global__ void cross(float* out, int width) {\n"
      "  const int y = threadIdx.x;\n"
      "  out[y * width + threadIdx.y] = 1;\n"
      "}\n"
      "void run(float* out, int width) { cross<<<width, dim3(16, 16)>>>(out, width); }\n");
  Traffic traffic = row(3, Space::global, 10, 320, 40);
  traffic.costliest.lanes = 3;
  traffic.costliest.bytes = 4;
  traffic.costliest.address[1] = 2048;
  Finding slow;
  slow.line = 3;
  add_lanes(source, {traffic}, slow);
  EXPECT_EQ(slow.line, 3);
  EXPECT_THAT(slow.text, HasSubstr("2048 bytes apart"));
}

TEST(AddDeclaration, IsOfTheSharedArrayOnTheLine) {
  const simt::SourceIndex source = simt::index_source(
      "__global__ void turn(float* out, const float* in) {\n"
      "  __shared__ float tile[32][32];\n"
      "  out[threadIdx.x] = tile[threadIdx.x][0];\n"
      "}\n");
  Finding slow;
  slow.line = 3;
  add_declaration(source, slow);
  EXPECT_EQ(slow.other_line, 2);
  EXPECT_THAT(slow.text, HasSubstr("tile is declared at line 2"));
}

TEST(BlamePitch, IsNothingThatThePartIsGiven) {
  const Finding slow = after_pitch(
      "__global__ void sums(float* out, int columns) {\n"
      "  sum += piece[threadIdx.x * columns];\n"
      "}\n"
      "void run(float* out, int columns) { sums<<<1, 64>>>(out, columns); }\n",
      2);
  EXPECT_EQ(slow.line, 2);
}

TEST(WorstLine, IsNothingWithinTheLimitsOrWithoutALine) {
  EXPECT_FALSE(worst_line({row(3, Space::global, 10, 320, 40)}, {}, {}));
  EXPECT_FALSE(worst({row(0, Space::global, 10, 320, 40)}, "traffic_vs_minimum"));
}

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
  const auto found = loaded_again({once, again}, values, limits);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->line, 9);
  EXPECT_THAT(found->text, testing::HasSubstr("4.0 MB come from DRAM, and 75 % of that not for the first time"));
  EXPECT_FALSE(loaded_again({once}, values, limits)) << "what is read once cannot be kept";
  values["dram_vs_minimum"] = 1.1;
  EXPECT_FALSE(loaded_again({once, again}, values, limits));
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

}  // namespace
}  // namespace grader
