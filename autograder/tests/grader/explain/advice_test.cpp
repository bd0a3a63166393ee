// The cause that advice names for a line, from where the lanes of its costliest request went.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/explain/advice.hpp"
#include "tests/loaded_course.hpp"

namespace grader {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

const course::Part& part() { return tests::part("3.4"); }

LaneAddresses strided(std::uint64_t start, std::uint64_t distance, int bytes = 4) {
  LaneAddresses request{32, bytes, 0xffffffff, {}};
  for (std::uint64_t lane = 0; lane < 32; ++lane) request.address[lane] = start + lane * distance;
  return request;
}

using Kind = simt::FindingKind;

Finding found(Kind kind, int line, int other_line = 0) {
  return {.name = {}, .line = line, .text = {}, .other_line = other_line, .kind = kind};
}

std::string about(const Traffic& row) {
  Explanation explanation;
  explanation.traffic = {row};
  const auto advice = advise(part(), explanation);
  return advice.size() == 1 ? advice[0].text : "not one sentence";
}

Traffic global(std::int64_t sectors, const LaneAddresses& request) {
  return {.line = 7,
          .space = Space::global,
          .op = Access::load,
          .requests = 10,
          .sectors = 10 * sectors,
          .ideal_sectors = 40,
          .costliest = request};
}

Traffic shared(std::int64_t wavefronts, const LaneAddresses& request) {
  return {.line = 7,
          .space = Space::shared,
          .op = Access::store,
          .requests = 10,
          .wavefronts = 10 * wavefronts,
          .conflicts = 10 * (wavefronts - 1),
          .costliest = request};
}

TEST(Advise, NothingToSayAboutTheIdeal) {
  Explanation explanation;
  explanation.traffic = {global(4, strided(0, 4)), shared(1, strided(0, 4))};
  EXPECT_THAT(advise(part(), explanation), IsEmpty());
}

TEST(Advise, AStrideIsNamedInBytes) {
  EXPECT_THAT(about(global(32, strided(0, 2048))),
              AllOf(HasSubstr("line 7: the 32 lanes of a warp load 2048 bytes apart"), HasSubstr("4 of 32 bytes"),
                    HasSubstr("32 sectors per request where 4 would do")));
  EXPECT_THAT(about(global(8, strided(0, 8))), HasSubstr("load 8 bytes apart, and what lies between is moved"));
  EXPECT_THAT(about(global(32, strided(1 << 20, std::uint64_t{0} - 2048))), HasSubstr("2048 bytes apart"));
}

TEST(Advise, MisalignmentIsNotCalledAStride) {
  LaneAddresses late = strided(4, 4);
  late.cost = 5;
  EXPECT_THAT(about(global(5, late)),
              AllOf(HasSubstr("not a multiple of 32 bytes"), HasSubstr("5 sectors per request where 4 would do")));
}

TEST(Advise, RunsThatBeginLateAreNotCalledScattered) {
  // Two rows of a block of 16 × 16, each one float late.
  LaneAddresses request = strided(4, 4);
  for (std::size_t lane = 16; lane < 32; ++lane) request.address[lane] += 2048;
  request.cost = 6;
  EXPECT_THAT(about(global(6, request)), HasSubstr("2 runs of neighbours that do not begin at a multiple of 32 bytes"));
}

TEST(Advise, ScatteredLanesAreSaidToBeScattered) {
  LaneAddresses request = strided(0, 4);
  request.cost = 5;
  request.address[9] = 4000;
  Traffic row = global(5, request);
  EXPECT_THAT(about(row), HasSubstr("a warp load from 5 different sectors"));
  row.op = Access::store;
  EXPECT_THAT(about(row), HasSubstr("a warp store to 5 different sectors"));
}

TEST(Advise, ConflictsNameTheDistanceAndTheBanks) {
  EXPECT_THAT(about(shared(32, strided(0, 128))),
              AllOf(HasSubstr("store words 32 apart"), HasSubstr("in one of 32 banks"),
                    HasSubstr("32 wavefronts per request where 1 would do")));
  EXPECT_THAT(about(shared(2, strided(0, 8))), AllOf(HasSubstr("words 2 apart"), HasSubstr("only 16 of 32 banks")));
}

/// The same on a chip of 16 banks that moves segments for half-warps.
std::string about_on_gtx280(const Traffic& row) {
  Explanation explanation;
  explanation.chip.rule = simt::memory::Rule::segments;
  explanation.chip.request_lanes = 16;
  explanation.chip.banks = 16;
  explanation.traffic = {row};
  const auto advice = advise(part(), explanation);
  return advice.size() == 1 ? advice[0].text : "not one sentence";
}

LaneAddresses half(LaneAddresses request, int cost) {
  request.lanes = 0xffff;
  request.cost = cost;
  return request;
}

TEST(Advise, LanesThatWantDifferentConstantsAreTold) {
  EXPECT_THAT(about({.line = 7,
                     .space = Space::constant,
                     .op = Access::load,
                     .requests = 10,
                     .wavefronts = 160,
                     .conflicts = 150}),
              AllOf(HasSubstr("line 7:"), HasSubstr("16 different addresses of constant memory")));
  Explanation explanation;
  explanation.traffic = {{.line = 7, .space = Space::constant, .op = Access::load, .requests = 10, .wavefronts = 10}};
  EXPECT_THAT(advise(part(), explanation), IsEmpty());
}

TEST(AdviseGtx280, SpeaksOfHalfWarpsAndSegments) {
  const Traffic column{.line = 7,
                       .space = Space::global,
                       .op = Access::load,
                       .requests = 10,
                       .sectors = 160,
                       .ideal_sectors = 20,
                       .costliest = half(strided(0, 2048), 16),
                       .transactions = 160,
                       .transaction_bytes = 5120};
  EXPECT_THAT(about_on_gtx280(column),
              AllOf(HasSubstr("the 16 lanes of a half-warp load 2048 bytes apart"),
                    HasSubstr("each in a segment of its own, of which it uses 4 of 32 bytes"),
                    HasSubstr("16 segments of 512 bytes in all per request where 64 bytes would do")));
  // Two lanes of floats a sector, but all in one segment.
  const Traffic pairs{.line = 7,
                      .space = Space::global,
                      .op = Access::load,
                      .requests = 10,
                      .sectors = 40,
                      .ideal_sectors = 20,
                      .costliest = half(strided(0, 8), 4),
                      .transactions = 10,
                      .transaction_bytes = 1280};
  EXPECT_THAT(about_on_gtx280(pairs), HasSubstr("8 bytes apart, and what lies between is moved for nothing"));
}

TEST(AdviseGtx280, AHalfWarpOfFloatsBeginsAtMultiplesOf64Bytes) {
  const Traffic late{.line = 7,
                     .space = Space::global,
                     .op = Access::load,
                     .requests = 10,
                     .sectors = 40,
                     .ideal_sectors = 20,
                     .costliest = half(strided(4, 4), 4),
                     .transactions = 10,
                     .transaction_bytes = 1280};
  EXPECT_THAT(about_on_gtx280(late), HasSubstr("let what a half-warp walks along begin at a multiple of 64 bytes"));
}

TEST(AdviseGtx280, HasSixteenBanks) {
  const Traffic column{.line = 7,
                       .space = Space::shared,
                       .op = Access::load,
                       .requests = 10,
                       .wavefronts = 160,
                       .conflicts = 150,
                       .costliest = half(strided(0, 64), 16)};
  EXPECT_THAT(about_on_gtx280(column), AllOf(HasSubstr("load words 16 apart"), HasSubstr("in one of 16 banks"),
                                             HasSubstr("without a common factor with 16")));
}

TEST(AdviseGtx280, OnlyOneWordAPassIsBroadcast) {
  const Traffic bytes{.line = 7,
                      .space = Space::shared,
                      .op = Access::load,
                      .requests = 10,
                      .wavefronts = 40,
                      .conflicts = 30,
                      .costliest = half(strided(0, 1, 1), 4)};
  EXPECT_THAT(about_on_gtx280(bytes), HasSubstr("a wavefront serves only one to more than one lane"));
}

TEST(Advise, WithoutARequestTheNumbersRemain) {
  EXPECT_EQ(about(global(32, {})), "line 7: 32 sectors per request where 4 would do");
}

TEST(Advise, CampingOnlyWhereThePartJudgesIt) {
  Explanation explanation;
  explanation.summary.values["partition_camping"] = 6;
  EXPECT_THAT(advise(part(), explanation), IsEmpty());
  explanation.limits.at_most["partition_camping"] = 2;
  const auto advice = advise(part(), explanation);
  ASSERT_THAT(advice, SizeIs(1));
  EXPECT_THAT(advice[0].text, HasSubstr("6.0 × as much to one memory partition"));
  EXPECT_EQ(advice[0].read_on, part().read_on);
}

TEST(Advise, OneOfSeveralAccessesOfALineIsToldAlone) {
  Explanation explanation;
  explanation.traffic = {global(16, strided(0, 128))};
  Traffic broadcast = global(1, strided(0, 0));
  Traffic column = global(32, strided(0, 128));
  broadcast.is_one_of_several = column.is_one_of_several = true;
  explanation.accesses = {broadcast, column};
  const auto advice = advise(part(), explanation);
  ASSERT_THAT(advice, SizeIs(1));
  EXPECT_THAT(advice[0].text, AllOf(HasSubstr("line 7, one of its loads: the 32 lanes"),
                                    HasSubstr("32 sectors per request where 4 would do")));
}

TEST(Advise, TooManyGoodRequestsAreNotCalledScattered) {
  Explanation explanation;
  explanation.traffic = {global(4, strided(0, 4))};
  explanation.summary.values["traffic_vs_minimum"] = 8;
  EXPECT_THAT(advise(part(), explanation), IsEmpty());
  explanation.limits.at_most["traffic_vs_minimum"] = 2;
  const auto advice = advise(part(), explanation);
  ASSERT_THAT(advice, SizeIs(1));
  EXPECT_THAT(advice[0].text, AllOf(HasSubstr("line 7: each load of a warp is as it should be"), HasSubstr("are 10")));
  explanation.traffic = {global(32, strided(0, 2048))};
  EXPECT_THAT(advise(part(), explanation)[0].text, HasSubstr("2048 bytes apart"));
}

/// `rows` of a part that moves `value` × the minimum and may move `limit` ×.
Explanation beyond(double value, double limit, std::vector<Traffic> rows) {
  Explanation explanation;
  explanation.did_run = true;
  explanation.traffic = std::move(rows);
  explanation.summary.values["traffic_vs_minimum"] = value;
  explanation.limits.at_most["traffic_vs_minimum"] = limit;
  return explanation;
}

std::vector<std::string> texts(const Explanation& explanation) {
  std::vector<std::string> result;
  for (const Reason& reason : advise(part(), explanation)) result.push_back(reason.text);
  return result;
}

Traffic stored(std::int64_t requests, std::int64_t bytes_written) {
  return {9, Space::global,           Access::store, requests, 4 * requests, 4 * requests, 0, 0, strided(0, 4), 0,
          0, {0, 0, 0, bytes_written}};
}

LaneAddresses lanes(std::uint32_t which, int cost) {
  LaneAddresses request = strided(28, 4);
  request.lanes = which;
  request.cost = cost;
  return request;
}

Traffic of_few(std::uint32_t which, std::int64_t sectors_each) {
  return {.line = 5,
          .space = Space::global,
          .op = Access::load,
          .requests = 100,
          .sectors = 100 * sectors_each,
          .ideal_sectors = 100,
          .costliest = lanes(which, static_cast<int>(sectors_each))};
}

TEST(Advise, OneLaneAtWorkIsToldWhereTooMuchMoves) {
  Traffic load = of_few(1, 1), store = load;
  store.op = Access::store;
  EXPECT_THAT(
      texts(beyond(8, 1.05, {load, store})),
      ElementsAre(AllOf(HasSubstr("line 5: only 1 of 32 lanes of each warp works here"),
                        HasSubstr("blocks of one thread, or a guard such as `if (threadIdx.x == 0)`"),
                        HasSubstr("moves a sector of 32 bytes for 4 that"), Not(HasSubstr("again and again")))));
  EXPECT_THAT(texts(beyond(8, 1.05, {of_few(0x80000001, 2)})),
              ElementsAre(AllOf(HasSubstr("only 2 of 32 lanes of each warp work here (blocks of few"),
                                HasSubstr("moves 2 sectors of 32 bytes for 8 that"))));
  EXPECT_THAT(texts(beyond(8, 8.1, {load, store})), IsEmpty()) << "within the limit";
  // A block's sum, stored by one lane, beside loads that are the matter.
  Traffic row = global(32, strided(0, 2048));
  row.requests = 10'000, row.sectors = 320'000, row.ideal_sectors = 40'000;
  EXPECT_THAT(texts(beyond(8, 1.05, {row, store})), ElementsAre(HasSubstr("line 7: the 32 lanes")));
}

TEST(Advise, AFewLanesAtTheEdgeAreNotCalledScattered) {
  Explanation explanation = beyond(1.3, 3.5, {of_few(0x80000001, 2)});
  EXPECT_THAT(texts(explanation), IsEmpty());
  explanation.traffic = {global(32, strided(0, 2048))};
  EXPECT_THAT(texts(explanation), SizeIs(1));
}

TEST(Advise, StoresToTheSameAddressesAreToldBeforeALoadThatThePartAllows) {
  Traffic strided_load = global(32, strided(0, 2048));
  strided_load.requests = 4096, strided_load.sectors = 4096 * 32, strided_load.ideal_sectors = 4096 * 4;
  // 9.2 × in all, of which the stores are 1 ×.
  Explanation explanation = beyond(9.2, 8.3, {strided_load, stored(4096, 1024)});
  EXPECT_THAT(
      texts(explanation),
      ElementsAre(AllOf(HasSubstr("line 9: 4096 requests of a warp store to the same addresses again and again, "
                                  "512 times each"),
                        HasSubstr("store once, after the loop"))));
  EXPECT_THAT(allowed_waste(explanation),
              ElementsAre(HasSubstr("line 7: the 32 lanes of a warp load 2048 bytes apart")));
  // Without the stores to be blamed, the load is.
  explanation.traffic[1] = stored(4096, 4096 * 128);
  EXPECT_THAT(texts(explanation), ElementsAre(HasSubstr("line 7: ")));
  EXPECT_THAT(allowed_waste(explanation), IsEmpty());
}

TEST(Advise, AtomicUpdatesAreNoStoresInItsSentences) {
  Traffic repeated = stored(4096, 1024), apart = global(32, strided(0, 2048));
  repeated.op = apart.op = Access::atomic;
  EXPECT_THAT(texts(beyond(9.2, 1.05, {repeated})),
              ElementsAre(AllOf(HasSubstr("line 9: 4096 atomic requests of a warp update the same addresses again and "
                                          "again, 512 times each"),
                                HasSubstr("update global memory once"), Not(HasSubstr("store")))));
  EXPECT_THAT(texts(beyond(9.2, 1.05, {apart})),
              ElementsAre(AllOf(HasSubstr("line 7: the 32 lanes of a warp update 2048 bytes apart"),
                                HasSubstr("what they update"), Not(HasSubstr("store")))));
  apart.is_one_of_several = true;
  EXPECT_THAT(texts(beyond(9.2, 1.05, {apart})), ElementsAre(HasSubstr("line 7, one of its atomic updates: ")));
}

TEST(Advise, RoundsThatStoreAreNoLoopThatAccumulates) {
  EXPECT_THAT(texts(beyond(2, 1.5, {stored(64, 64 * 128 / 4)})), Not(Contains(HasSubstr("store once"))));
  EXPECT_THAT(texts(beyond(2, 1.5, {stored(64, 64 * 128 / 16)})), Contains(HasSubstr("store once")));
  EXPECT_THAT(texts(beyond(1.4, 1.5, {stored(64, 64 * 128 / 16)})), IsEmpty()) << "within the limit";
}

TEST(Advise, OfTwoCausesTheOneThatTakesThePartToItsLimit) {
  Traffic strided_load = global(32, strided(0, 2048)), broadcast = global(1, strided(0, 0));
  broadcast.line = 8;
  // 8.2 ×: 8 by the strided load, where the limit leaves room for it, and 0.25 by the other.
  EXPECT_THAT(texts(beyond(8.2, 8.1, {strided_load, broadcast})),
              ElementsAre(HasSubstr("line 8: each load of a warp is as it should be, but there are 10 of them")));
  EXPECT_THAT(texts(beyond(8.2, 2.1, {strided_load, broadcast})), ElementsAre(HasSubstr("line 7: the 32 lanes")));
  EXPECT_THAT(texts(beyond(8.2, 1.1, {strided_load, broadcast})),
              ElementsAre(HasSubstr("line 7: the 32 lanes"), HasSubstr("line 8: each load")));
}

TEST(Advise, OfGoodRequestsThoseThatComeClosestToTheLimit) {
  Traffic row = global(4, strided(0, 4)), broadcast = global(1, strided(0, 0)), alike = broadcast;
  broadcast.line = 8;
  alike.line = 9;
  EXPECT_THAT(texts(beyond(50, 48, {row, broadcast})), ElementsAre(HasSubstr("line 8: ")));
  EXPECT_THAT(texts(beyond(60, 58, {row, broadcast, alike})), ElementsAre(HasSubstr("lines 8, 9: ")));
  EXPECT_THAT(texts(beyond(50, 2, {row, broadcast})), ElementsAre(HasSubstr("lines 7, 8: ")));
  // A fifth of it was read before.
  row.levels.dram_read = 32 * 32;
  EXPECT_THAT(texts(beyond(1.2, 1.1, {row})), ElementsAre(HasSubstr("line 7: each load")));
}

TEST(Advise, LateNeighboursAreBlamedAfterRequestsForTheSameBytes) {
  LaneAddresses late = strided(4, 4);
  late.cost = 5;
  Traffic poll = global(1, strided(0, 0));
  poll.line = 8;
  EXPECT_THAT(texts(beyond(1.45, 1.35, {global(5, late), poll})), ElementsAre(HasSubstr("line 8: each load")));
  EXPECT_THAT(texts(beyond(1.25, 1.05, {global(5, late)})), ElementsAre(HasSubstr("not a multiple of 32 bytes")));
}

TEST(Advise, APartThatFailsOtherwiseSaysWhatItAllows) {
  Explanation explanation = beyond(4.5, 4.6, {global(32, strided(0, 2048)), shared(32, strided(0, 128))});
  EXPECT_THAT(texts(explanation), SizeIs(2));
  EXPECT_THAT(allowed_waste(explanation), IsEmpty());
  explanation.findings = {found(Kind::leak, 3)};
  explanation.findings[0].is_remark = true;
  EXPECT_THAT(allowed_waste(explanation), IsEmpty()) << "a remark fails nothing";
  explanation.findings[0].is_remark = false;
  EXPECT_THAT(texts(explanation), ElementsAre(HasSubstr("line 3: free this memory with cudaFree before")));
  explanation.findings = {found(Kind::out_of_bounds, 3)};
  EXPECT_THAT(texts(explanation), ElementsAre(HasSubstr("line 3: ask before each access")));
  EXPECT_THAT(allowed_waste(explanation), ElementsAre(HasSubstr("2048 bytes apart"), HasSubstr("words 32 apart")));
  explanation.limits_apply = false;
  EXPECT_THAT(allowed_waste(explanation), IsEmpty()) << "nothing is known";
  explanation.findings.clear();
  explanation.limits_apply = true;
  explanation.limits.at_most["conflict_share"] = 0.01;
  explanation.summary.values["conflict_share"] = 0.97;
  EXPECT_THAT(texts(explanation), ElementsAre(HasSubstr("words 32 apart")));
  EXPECT_THAT(allowed_waste(explanation), ElementsAre(HasSubstr("2048 bytes apart")));
}

TEST(Advise, TheSameOfSeveralLinesIsSaidOnce) {
  std::vector<Traffic> rows(4, global(12, strided(0, 12)));
  for (int i = 0; i < 4; ++i) rows[i].line = 14 + i;
  rows[3].op = Access::store;
  Explanation explanation;
  explanation.traffic = rows;
  EXPECT_THAT(texts(explanation),
              ElementsAre(HasSubstr("lines 14, 15, 16: the 32 lanes of a warp load"), HasSubstr("line 17: the 32")));
  for (Traffic& row : rows) row.is_one_of_several = true;
  rows[1].line = 14;
  explanation.accesses = {rows[0], rows[1]};
  EXPECT_THAT(texts(explanation), ElementsAre(HasSubstr("line 14, 2 of its loads: the 32")));
  explanation.accesses = {rows[0], rows[2]};
  EXPECT_THAT(texts(explanation), ElementsAre(HasSubstr("lines 14, 16, some of their loads: the 32")));
}

TEST(Advise, ATextureChoosesWhereItsPixelsLie) {
  LaneAddresses request = strided(0, 4);
  request.cost = 9;
  request.address[9] = 4000;
  Explanation explanation = beyond(6, 7, {global(9, request)});
  explanation.source = "1\n2\n3\n4\n5\n6\nout[i] = tex2D<float>(in, x, y);\n";
  EXPECT_THAT(texts(explanation), IsEmpty());
  explanation.limits.at_most["traffic_vs_minimum"] = 3;
  EXPECT_THAT(texts(explanation), SizeIs(1)) << "beyond the limit";
  explanation.limits.at_most["traffic_vs_minimum"] = 7;
  explanation.source = "1\n2\n3\n4\n5\n6\nout[i] = in[x];  // no tex2D\n";
  EXPECT_THAT(texts(explanation), SizeIs(1)) << "no fetch";
}

TEST(Advise, ARaceNamesBothLinesInOrder) {
  Explanation explanation;
  explanation.findings = {found(Kind::shared_race, 14, 9)};
  EXPECT_THAT(advise(part(), explanation)[0].text, HasSubstr("lines 9 and 14: put a __syncthreads() between them"));
  explanation.findings = {found(Kind::global_race, 14, 9), found(Kind::global_race, 14, 9)};
  explanation.findings[1].missing = simt::Missing::release_fence;
  const auto advice = advise(part(), explanation);
  ASSERT_THAT(advice, SizeIs(2));
  EXPECT_THAT(advice[0].text, AllOf(HasSubstr("lines 9 and 14: "), HasSubstr("elements of its own")));
  EXPECT_THAT(advice[1].text, HasSubstr("lines 9 and 14: put a __threadfence() between"));
  explanation.findings.resize(1);
  EXPECT_THAT(advice[0].text, HasSubstr("split the kernel into two launches"));
  explanation.limits.at_most["launches"] = 1;
  EXPECT_THAT(advise(part(), explanation)[0].text,
              AllOf(Not(HasSubstr("launches")), HasSubstr("a barrier of the whole grid")));
  explanation.findings = {found(Kind::global_race, 14, 14)};
  EXPECT_THAT(advise(part(), explanation)[0].text, HasSubstr("line 14: give each thread elements of its own"));
}

TEST(Advise, WhatTheL2DoesNotKeepIsNamed) {
  const course::Part& residency = tests::part("7.1");
  Explanation explanation;
  Traffic once = global(4, strided(0, 4)), again = once;
  once.levels = {0, 0, 50'000'000, 0};
  again.line = 9;
  again.levels = {.l2_read = 1'000'000, .dram_read = 3'000'000, .dram_read_again = 2'000'000};
  explanation.traffic = {once, again};
  explanation.summary.levels = once.levels;
  explanation.summary.values["dram_vs_minimum"] = 1.2;
  EXPECT_THAT(advise(residency, explanation), IsEmpty()) << "not judged";
  explanation.limits.at_most["dram_vs_minimum"] = 1.3;
  EXPECT_THAT(advise(residency, explanation), IsEmpty()) << "within the limit";
  explanation.limits.at_most["dram_vs_minimum"] = 1.1;
  ASSERT_THAT(advise(residency, explanation), SizeIs(1));
  EXPECT_THAT(advise(residency, explanation)[0].text,
              AllOf(HasSubstr("line 9: of what it loads again and again, 3.0 MB came"),
                    HasSubstr("an access-policy window"), HasSubstr("streaming accesses")));
  EXPECT_THAT(advise(tests::part("7.4"), explanation)[0].text,
              AllOf(HasSubstr("line 9: "), HasSubstr("in another order of the work"), Not(HasSubstr("window"))))
      << "no window keeps so much";
}

TEST(Advise, AnEarlyReturnBeforeACooperativeLoadIsNamed) {
  Explanation explanation;
  explanation.findings = {found(Kind::uninitialized_shared, 6)};
  const std::string early =
      "void helper() { return; }\n"
      "__global__ void k() {\n"
      "  if (r >= rows) return;\n"
      "  p[threadIdx.x] = x[threadIdx.x];\n"
      "  __syncthreads();\n"
      "  sum += p[j];\n"
      "}\n";
  explanation.source = early;
  EXPECT_THAT(texts(explanation),
              ElementsAre(AllOf(HasSubstr("line 3: a thread that returns here skips its part of the loads for line 6"),
                                HasSubstr("guard only what it stores in the end"))));
  const auto expect_guards = [&](const std::string& old_line, const std::string& new_line) {
    explanation.source = early;
    explanation.source.replace(explanation.source.find(old_line), old_line.size(), new_line);
    EXPECT_THAT(texts(explanation), ElementsAre(HasSubstr("line 6: let the guards of the store and of this load")));
  };
  expect_guards("if (r >= rows) return;", "const int r = 0;");
  expect_guards("if (r >= rows) return;", "// return;");
  expect_guards("__syncthreads();", ";");
  explanation.source = early;
  explanation.findings[0].kind = Kind::barrier_divergence;
  EXPECT_THAT(texts(explanation), ElementsAre(HasSubstr("guard the accesses, not the barrier")));
}

TEST(Advise, ARaceOnOneLineIsAboutTheElementAndNotABarrier) {
  for (const Kind kind : {Kind::shared_race, Kind::global_race}) {
    Explanation explanation;
    explanation.source = "\n\n  bins[i] += 1;\n";
    explanation.findings = {{.name = "race", .line = 3, .text = "a race", .other_line = 3, .kind = kind}};
    EXPECT_THAT(texts(explanation), ElementsAre(HasSubstr("line 3: give each thread elements of its own")));
  }
}

TEST(Advise, DynamicSharedMemoryThatNobodyGaveIsNamed) {
  Explanation explanation;
  explanation.source = "\n\n  s[threadIdx.x] = in[i];\n";
  explanation.findings = {{.name = "out-of-bounds",
                           .line = 3,
                           .text = "writes past the end",
                           .kind = Kind::out_of_bounds,
                           .lacks_dynamic_shared = true}};
  EXPECT_THAT(texts(explanation), ElementsAre(AllOf(HasSubstr("line 3: the launch gave the kernel no dynamic shared"),
                                                    HasSubstr("<<<blocks, threads, bytes>>>"))));
  explanation.findings[0].lacks_dynamic_shared = false;
  EXPECT_THAT(texts(explanation), ElementsAre(HasSubstr("ask before each access")));
}

TEST(Advise, TheSameIsSaidOnceAndTheUnknownNotAtAll) {
  Explanation explanation;
  explanation.findings = {found(Kind::out_of_bounds, 3), found(Kind::out_of_bounds, 3), found(Kind::unsupported, 4)};
  EXPECT_THAT(advise(part(), explanation), SizeIs(1));
}

}  // namespace
}  // namespace grader
