#include "grader/words/race_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace grader {
namespace {

using testing::HasSubstr;
using testing::Not;

/// What is said of a share that is stored at line 3, `between` being line 4, and announced at line 5.
Finding announced(const std::string& between, const std::string& announces = "atomicAdd(&count, 1u);") {
  const simt::SourceIndex source = simt::index_source(
      "__device__ unsigned count;\n__global__ void k(float* shares, float* out) {\n  shares[threadIdx.x] = 1;\n  " +
      between + "\n  if (threadIdx.x == 0) " + announces +
      "\n  out[0] = shares[1];\n}\nvoid run(float* a, float* b) {\n  k<<<2, 32>>>(a, b);\n}\n");
  simt::FindingRecord record;
  record.kind = simt::FindingKind::global_race;
  record.missing = simt::Missing::block_barrier;
  Finding found;
  found.line = 6;
  found.other_line = 3;
  found.text = "a race";
  explain_global_race(source, "run", record, found);
  return found;
}

TEST(EarlyAnnouncement, IsBlamedWhereNoBarrierStandsBeforeIt) {
  const Finding found = announced("__threadfence();");
  EXPECT_EQ(found.line, 5);
  EXPECT_EQ(found.other_line, 6);
  EXPECT_THAT(found.text, HasSubstr("a __syncthreads() is missing before this line"));
}

TEST(EarlyAnnouncement, IsNotBlamedBehindABarrier) {
  const Finding found = announced("__syncthreads();");
  EXPECT_EQ(found.line, 6);
  EXPECT_THAT(found.text, Not(HasSubstr("a __syncthreads() is missing before")));
}

TEST(EarlyAnnouncement, IsNotBlamedWhereTheAtomicOperationComesBeforeTheShareIsStored) {
  const simt::SourceIndex source = simt::index_source(
      "__global__ void k(float* shares, float* out, unsigned* next) {\n  const unsigned t = atomicAdd(next, 1u);\n"
      "  shares[t] = 1;\n  out[0] = shares[1];\n}\nvoid run(float* a, float* b, unsigned* c) {\n"
      "  k<<<2, 32>>>(a, b, c);\n}\n");
  simt::FindingRecord record;
  record.kind = simt::FindingKind::global_race;
  record.missing = simt::Missing::block_barrier;
  Finding found;
  found.line = 4;
  found.other_line = 3;
  explain_global_race(source, "run", record, found);
  EXPECT_EQ(found.line, 4);
}

TEST(FirstValueInLaunch, TheLineThatSetsItIsBlamedAndNotTheOneThatAdds) {
  const auto line_of = [](const std::string& add, const std::string& helper = "") {
    const simt::SourceIndex source =
        simt::index_source("__global__ void k(unsigned* counts) {\n" +
                           ("  if (blockIdx.x == 0) counts[threadIdx.x] = 0;\n  " + add) + "\n}\n" + helper);
    simt::FindingRecord record;
    record.kind = simt::FindingKind::global_race;
    record.missing = simt::Missing::order;
    Finding found;
    found.line = helper.empty() ? 3 : 6;
    found.other_line = 2;
    explain_global_race(source, "k", record, found);
    EXPECT_EQ(found.is_first_value_in_launch, found.line == 2);
    return found.line;
  };
  EXPECT_EQ(line_of("atomicAdd(&counts[threadIdx.x], 1u);"), 2);
  EXPECT_EQ(line_of("atomicAdd(counts + threadIdx.x, 1u);"), 2);
  EXPECT_EQ(line_of("add(counts);", "__device__ void add(unsigned* to) {\n  atomicAdd(to, 1u);\n}\n"), 2);
  EXPECT_EQ(line_of("counts[threadIdx.x] += 1;"), 3);
}

/// What is said of a race between the store at line 5 or 6 and a load at line 10, where `first` and `second` are lines
/// 5 and 6.
Finding announced_first(const std::string& first, const std::string& second, int store) {
  const simt::SourceIndex source = simt::index_source(
      "__device__ volatile int states[9];\n__device__ int values[9];\n__global__ void k(int* out) {\n"
      "  const int b = blockIdx.x;\n  " +
      first + "\n  " + second +
      "\n  if (b == 0) return;\n  while (states[b - 1] == 0) {\n  }\n  out[b] = values[b - 1];\n}\n"
      "void run(int* a) {\n  k<<<2, 1>>>(a);\n}\n");
  simt::FindingRecord record;
  record.kind = simt::FindingKind::global_race;
  record.missing = simt::Missing::order;
  record.pc = 1;
  Finding found;
  found.line = 10;
  found.other_line = store;
  found.text = "a race";
  explain_global_race(source, "run", record, found);
  return found;
}

TEST(AnnouncedBeforeStored, IsBlamedWhereTheStateIsSetFirst) {
  const Finding found = announced_first("states[b] = 1;", "values[b] = 2;", 6);
  EXPECT_EQ(found.line, 5);
  EXPECT_EQ(found.other_line, 10);
  EXPECT_THAT(found.text, HasSubstr("states is set here, and what it announces is stored only behind that, at line 6"));
}

TEST(AnnouncedBeforeStored, IsNotBlamedWhereTheValueIsStoredFirst) {
  const Finding found = announced_first("values[b] = 2;", "states[b] = 1;", 5);
  EXPECT_EQ(found.line, 10);
  EXPECT_THAT(found.text, HasSubstr("If lines 6, 8 are to make blocks wait"));
}

/// What is said of a race between blocks, of lines 3 and 5 with `between` at line 4.
std::string of_blocks(const std::string& between, const std::string& step = "1") {
  const simt::SourceIndex source = simt::index_source(
      "__global__ void k(float* x, float* p, int n) {\n  for (int i = blockIdx.x * 32 + threadIdx.x; i < n; i += " +
      step + ") {\n  p[i] = x[0];\n  " + between +
      "\n  x[i] = p[0];\n  }\n}\nvoid run(float* a, float* b, int n) {\n  k<<<2, 32>>>(a, b, n);\n}\n");
  simt::FindingRecord record;
  record.kind = simt::FindingKind::global_race;
  record.missing = simt::Missing::order;
  record.pc = 1;
  record.other_pc = 2;
  Finding found;
  found.line = 5;
  found.other_line = 3;
  found.text = "a race";
  explain_global_race(source, "run", record, found);
  return found.text;
}

TEST(RaceOfBlocks, ABarrierOfOneBlockBetweenTheTwoLinesIsNamed) {
  EXPECT_THAT(of_blocks("__syncthreads();"),
              HasSubstr("The barrier at line 4 waits for the threads of one block only"));
  EXPECT_THAT(of_blocks("cg::this_thread_block().sync();"), HasSubstr("The barrier at line 4 waits"));
  EXPECT_THAT(of_blocks("cg::this_grid().sync();"), Not(HasSubstr("of one block only")));
  EXPECT_THAT(of_blocks(";"), Not(HasSubstr("The barrier")));
}

TEST(RaceOfBlocks, AStepOfTheNumberOfBlocksTimesSomethingElseIsNotBlamed) {
  EXPECT_THAT(of_blocks(";", "gridDim.x"), HasSubstr("grows by the number of blocks"));
  EXPECT_THAT(of_blocks(";", "gridDim.x * THREADS"), Not(HasSubstr("grows by")));
  EXPECT_THAT(of_blocks(";", "static_cast<int>(gridDim.x) * THREADS"), Not(HasSubstr("grows by")));
}

/// What is said of a race in shared memory between lines 6 and 7, with `barrier` at line 4.
std::string of_shared(const std::string& barrier, simt::Detail detail = simt::Detail::none) {
  const simt::SourceIndex source = simt::index_source(
      "__global__ void k(float* x) {\n  __shared__ float left[32], turned[32];\n  left[threadIdx.x] = x[0];\n  " +
      barrier + "\n\n  turned[threadIdx.x] = x[1];\n  x[threadIdx.x] = turned[31 - threadIdx.x];\n}\n");
  simt::FindingRecord record;
  record.kind = simt::FindingKind::shared_race;
  record.missing = simt::Missing::barrier;
  record.detail = detail;
  Finding found;
  found.line = 6;
  found.other_line = 7;
  explain_shared_race(source, record, found);
  return found.text;
}

TEST(RaceInABlock, ABarrierThatComesTooEarlyIsNamed) {
  EXPECT_THAT(of_shared("__syncthreads();"), HasSubstr("The barrier at line 4 comes before both"));
  EXPECT_THAT(of_shared(";"), Not(HasSubstr("The barrier")));
  EXPECT_THAT(of_shared("for (int i = 0; i < 2; ++i) __syncthreads();"), Not(HasSubstr("comes before both")));
}

/// The line and the words of a race between lanes of one warp, with `barrier` at line 4 between its two lines.
std::string of_one_warp(const std::string& barrier) {
  const simt::SourceIndex source = simt::index_source(
      "#define HALF 0xffff\n__global__ void k(float* x, float* row) {\n  row[threadIdx.x] = x[0];\n  " + barrier +
      "\n  x[threadIdx.x] = row[31 - threadIdx.x];\n}\n");
  simt::FindingRecord record;
  record.kind = simt::FindingKind::shared_race;
  record.missing = simt::Missing::barrier;
  record.in_one_warp = true;
  Finding found;
  found.line = 5;
  found.other_line = 3;
  explain_shared_race(source, record, found);
  return std::to_string(found.line) + ": " + found.text;
}

TEST(RaceInABlock, ABarrierOfSomeLanesIsNamed) {
  EXPECT_THAT(of_one_warp("__syncwarp(0xffu);"), HasSubstr("4: this __syncwarp() is for 8 of the 32 lanes"));
  EXPECT_THAT(of_one_warp("__syncwarp(HALF);"), HasSubstr("4: this __syncwarp() is for 16 of the 32 lanes"));
  for (const char* all : {"__syncwarp();", "__syncwarp(0xffff'ffff);", "__syncwarp(4294967295UL);", "__syncwarp(~0);",
                          "__syncwarp(0b11);"}) {
    EXPECT_THAT(of_one_warp(all), HasSubstr("5: ")) << all;
  }
}

TEST(RaceInABlock, OfWordsThatTwoWarpsUseTheDeclarationIsNamed) {
  EXPECT_THAT(of_shared(";", simt::Detail::same_store), HasSubstr("Line 2 declares turned"));
}

}  // namespace
}  // namespace grader
