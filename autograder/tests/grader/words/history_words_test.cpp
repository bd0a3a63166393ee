#include "grader/words/history_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <vector>

#include "course/lab.hpp"
#include "tests/loaded_course.hpp"

namespace grader {
namespace {

using backends::ElementState;
using testing::HasSubstr;

constexpr std::uint64_t store_pc = 1, load_pc = 2, launch_pc = 3, barrier_pc = 4;

constexpr char source[] =
    "__global__ void k(float* out, int n) {\n"
    "  if (threadIdx.x >= n) return;\n"
    "  float v = 1;\n"
    "  __syncthreads();\n"
    "  out[threadIdx.x] = v;\n"
    "}\n"
    "void copy_scalar(float* out) { k<<<1, 32>>>(out, 8); }\n";

class HistoryInWords : public testing::Test {
 protected:
  HistoryInWords() {
    launch.kind = simt::HistoryKind::launch;
    launch.pc = launch_pc;
    launch.grid = {1, 1, 1};
    launch.block_size = {32, 1, 1};
    launch.threads = launch.count = 32;
    launch.most_stores = 1;
    stores.kind = simt::HistoryKind::stores;
    stores.pc = store_pc;
    stores.count = 32;
    stores.last = 31;
    stores.bytes = 4;
    stores.launch = 1;
    word.pc = store_pc;
    word.count = 1;
    word.launch = 1;
    word.thread = {3, 0, 0};
    word.loads = 1;
    word.loaded[0] = {load_pc, 4, simt::Memory::segment, "the input", 1, 9, 9, 0, {}};
  }

  std::vector<Finding> words(ElementState state, std::int64_t first, std::int64_t elements) {
    output.states.assign(static_cast<std::size_t>(elements), ElementState::right);
    std::fill(output.states.begin() + first, output.states.end(), state);
    output.expected.assign(output.states.size(), 0.25);
    output.actual.assign(output.states.size(), 0.5);
    const course::Lab& lab = tests::lab("lab0");
    const course::Size size{{elements, 1, 1}};
    std::vector<simt::HistoryRecord> history{word, launch, stores};
    history.insert(history.end(), more.begin(), more.end());
    return history_in_words({lab.parts[0].operation, size, lab.extents, output, elements_to_watch(output), history,
                             lines, index, entry, entry, due, "", "", due_of});
  }

  /// Of the watched word's block: words of a memory.
  simt::HistoryRecord used(simt::HistoryKind kind, const char* name, std::int64_t first, std::int64_t last) const {
    simt::HistoryRecord record;
    record.kind = kind;
    record.pc = barrier_pc;  // another line than the store's
    record.first = first;
    record.last = last;
    std::strncpy(record.name, name, sizeof record.name - 1);
    return record;
  }

  simt::HistoryRecord word, launch, stores;
  std::vector<simt::HistoryRecord> more;
  std::function<std::vector<course::InputReads::Element>(std::int64_t)> due_of;
  backends::ComparedOutput output;
  simt::Lines lines{{store_pc, 5}, {load_pc, 5}, {launch_pc, 7}, {barrier_pc, 4}};
  simt::SourceIndex index = simt::index_source(source);
  const simt::SourceFunction* entry = nullptr;
  std::string due;
};

TEST_F(HistoryInWords, AGridWhoseThreadsAllStoreIsTooSmall) {
  word = {};
  const auto found = words(ElementState::never_written, 32, 40);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].name, "never-written");
  EXPECT_EQ(found[0].line, 7);
  EXPECT_EQ(
      found[0].text,
      "at n = 40, elements 32 … 39 of the output (the last 8 of 40) are never written: this launch has 32 threads "
      "(1 block of 32 threads), and all of them store, once each (line 5)");
}

TEST_F(HistoryInWords, WhatEndsBeforeTheLastElementsIsNoConditionAboutSomethingElse) {
  const auto said = [&](const std::string& condition) {
    index = simt::index_source(
        "__global__ void k(float* out, const float* x, int rows, int n) {\n"
        "  float v = 0;\n"
        "  for (int j = 0; j < n; ++j) {\n"
        "    if (" +
        condition +
        ")\n"
        "      v += x[j];\n"
        "  }\n"
        "  out[threadIdx.x] = v;\n}\n"
        "void copy_scalar(float* out) { k<<<1, 32>>>(out, out, 1, 8); }\n");
    simt::HistoryRecord unread = used(simt::HistoryKind::last_words_unread, "x", 30, 31);
    unread.pc = load_pc;
    unread.count = 2;
    unread.total = 32;
    more = {unread};
    std::string all;
    for (const Finding& found : words(ElementState::wrong, 0, 32)) all += found.text + "\n";
    return all;
  };
  EXPECT_THAT(said("threadIdx.x < rows"), HasSubstr("this loop around line 5 ends before them"));
  EXPECT_THAT(said("j < rows"), HasSubstr("this condition around line 5 ends before them"));
}

TEST_F(HistoryInWords, AQuotientAtTheEndOfALoopRoundsDown) {
  const auto said = [&](const std::string& end) {
    index = simt::index_source(
        "__global__ void k(float* out, const float* x, int n) {\n"
        "  float v = 0;\n"
        "  for (int j = 0; j < " +
        end +
        "; ++j) {\n"
        "    v += x[j];\n"
        "  }\n"
        "  out[threadIdx.x] = v;\n}\n"
        "void copy_scalar(float* out) { k<<<1, 32>>>(out, out, 8); }\n");
    simt::HistoryRecord unread = used(simt::HistoryKind::last_words_unread, "x", 30, 31);
    unread.pc = barrier_pc;
    unread.count = 2;
    unread.total = 32;
    more = {unread};
    std::string all;
    for (const Finding& found : words(ElementState::wrong, 0, 32)) all += found.text + "\n";
    return all;
  };
  EXPECT_THAT(said("n / PIECE"), HasSubstr("What is divided by PIECE in line 3 rounds down"));
  EXPECT_THAT(said("n"), testing::Not(HasSubstr("rounds down")));
}

TEST_F(HistoryInWords, ALoopThatGoesOnByMoreThanTheGridIsNamedWithItsStep) {
  const auto step_line = [&](const std::string& step, std::int64_t bytes) {
    index = simt::index_source(
        "__global__ void k(float* out, int n) {\n"
        "  const int step = " +
        step +
        ";\n"
        "  for (int i = threadIdx.x; i < n; i += step)\n"
        "    out[i] = 1;\n}\n"
        "void copy_scalar(float* out) { k<<<1, 32>>>(out, 128); }\n");
    lines = {{store_pc, 4}, {launch_pc, 6}};
    word = {};
    launch.most_stores = 2;
    launch.step = bytes;
    stores.count = 64;
    stores.last = 95;
    const auto found = words(ElementState::never_written, 32, 128);
    return found.front().text.find("goes on by 64 elements in a round") == std::string::npos ? 0 : found.front().line;
  };
  EXPECT_EQ(step_line("gridDim.x * 64", 256), 2);
  EXPECT_EQ(step_line("gridDim.x * 64", 128), 0);  // no more than the threads
  EXPECT_EQ(step_line("64", 256), 0);              // of a tile, perhaps
}

TEST_F(HistoryInWords, WhereThreadsAreLeftTheirConditionIsNamedFirst) {
  word = {};
  launch.count = 20;
  const auto found = words(ElementState::never_written, 20, 24);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].line, 2);
  EXPECT_THAT(found[0].text, HasSubstr("line 5 stores 32 times, to elements 0 … 31, by 20 of 32 threads"));
  EXPECT_EQ(found[1].line, 7);
  EXPECT_THAT(found[1].text, HasSubstr("20 of them store"));
}

TEST_F(HistoryInWords, BlocksThatStoreNothingEndedAtAReturn) {
  word = {};
  launch.grid = {2, 2, 1};
  launch.threads = 128;
  launch.count = 96;
  launch.storing_blocks = 3;
  launch.idle_blocks = 1;
  launch.other_block = {0, 1, 0};
  const auto found = words(ElementState::never_written, 20, 24);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].line, 2);
  EXPECT_THAT(found[0].text, HasSubstr("1 of its blocks stores nothing, such as block (0, 1, 0)"));
}

TEST_F(HistoryInWords, AGridWhoseBlocksAllStoreIsTooSmallThoughNotAllThreadsDo) {
  word = {};
  launch.count = launch.storing_blocks = 1;
  launch.last_thread = 8;
  stores.count = 8;
  stores.last = 7;
  auto found = words(ElementState::never_written, 8, 40);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].line, 7);
  EXPECT_THAT(found[0].text, HasSubstr("each block stores 8 elements (line 5), so 5 blocks are needed"));
  launch.block_size = {64, 1, 1};  // of which the last ones do nothing: a guard
  launch.threads = 64;
  found = words(ElementState::never_written, 8, 40);
  EXPECT_EQ(found[0].line, 2);
}

TEST_F(HistoryInWords, BlocksThatStoreToOneElementOverlap) {
  word = {};
  launch.grid = {4, 1, 1};
  launch.storing_blocks = 4;
  stores.repeated = 12;
  stores.repeated_at = 8;
  stores.block = {1, 0, 0};
  const auto found = words(ElementState::never_written, 20, 24);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_THAT(found[0].text,
              HasSubstr("blocks overlap: block (1, 0, 0) stores to element 8 (line 5), to which block (0, "
                        "0, 0) has stored already"));
}

// The last block has no elements of the input, and stores its zeros over what another block has counted.
TEST_F(HistoryInWords, ABlockThatLoadsNothingAndStoresOverAnotherIsNamed) {
  due_of = [](std::int64_t i) { return std::vector<course::InputReads::Element>{{0, i}}; };
  word.loads = 0;
  word.block = {8, 0, 0};
  word.other_pc = store_pc;
  word.other_block = {7, 0, 0};
  const auto said = [&] {
    std::string all;
    for (const Finding& found : words(ElementState::wrong, 3, 8)) all += found.text + "\n";
    return all;
  };
  EXPECT_THAT(said(), HasSubstr("only the value of the last one is left"));
  more = {launch};  // what a second launch stores may be meant to stay
  EXPECT_THAT(said(), testing::Not(HasSubstr("only the value of the last one is left")));
  more.clear();
  word.other_block = word.block;
  EXPECT_THAT(said(), testing::Not(HasSubstr("only the value of the last one is left")));
}

TEST_F(HistoryInWords, AKernelThatNoLineLaunchesIsNamed) {
  word = {};
  index = simt::index_source(
      "__global__ void first(float* out) { out[0] = 1; }\n"
      "__global__ void second(float* out) { out[1] = 1; }\n"
      "void copy_scalar(float* out) { first<<<1, 32>>>(out); }\n"
      "__global__ void third(float* out) { out[1] = 1; }\n");
  entry = index.function_around(3);
  const auto found = words(ElementState::never_written, 20, 24);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].name, "no-launch");
  EXPECT_EQ(found[0].line, 2);
  EXPECT_THAT(found[0].text, HasSubstr("the kernel second is defined here, and no line launches it"));
}

TEST_F(HistoryInWords, ThreadsThatEndedBeforeABarrierAreTheCause) {
  word = {};
  launch.ended = 12;
  launch.other_pc = barrier_pc;
  launch.count = 20;
  const auto found = words(ElementState::never_written, 20, 24);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].name, "ended-before-barrier");
  EXPECT_EQ(found[0].line, 2);
  EXPECT_THAT(found[0].text, HasSubstr("12 threads end here before the barrier at line 4"));
}

TEST_F(HistoryInWords, AWrongValueHasItsStoreAndItsLoads) {
  due = "element 3 of the input";
  const auto found = words(ElementState::wrong, 0, 4);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].name, "wrong-value");
  EXPECT_EQ(found[0].line, 5);
  EXPECT_EQ(
      found[0].text,
      "at n = 4, all 4 elements of the output are wrong: each is 2 × the right value; element 0 was stored here by "
      "block (0, 0, 0), thread (3, 0, 0), from element 9 of the input; made at line 3; element 3 of the input is due");
}

TEST_F(HistoryInWords, AnElementThatWasStoredWithUnwrittenMemoryIsNoElementWithoutAStore) {
  const auto found = words(ElementState::never_written, 0, 4);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].name, "wrong-value");
  EXPECT_EQ(found[0].line, 5);
  EXPECT_THAT(found[0].text, HasSubstr("are stored, with what was in memory that was never written"));
}

TEST_F(HistoryInWords, ALaunchThatStoresNothingIsNamedWithItsKernel) {
  word = {};
  stores.count = 0;
  launch.count = 0;
  const auto found = words(ElementState::never_written, 0, 4);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].line, 2);
  EXPECT_THAT(found[0].text,
              HasSubstr("the launch at line 7 stores nothing there: no thread comes by this condition to "
                        "what line 5 stores"));
}

TEST_F(HistoryInWords, ACopyThatIsTooShortIsNamedWithWhatItWrites) {
  word = {};
  stores.launch = 0;
  stores.last = 15;
  const auto found = words(ElementState::never_written, 16, 64);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].line, 5);
  EXPECT_THAT(found[0].text, HasSubstr("are never written: the call here writes elements 0 … 15"));
}

TEST_F(HistoryInWords, APieceWhoseLengthIsRoundedDownIsNamed) {
  const auto found_in = [&](const std::string& chunks, const std::string& later) {
    index = simt::index_source(
        "__global__ void k(float* out) { out[threadIdx.x] = 1; }\n"
        "void copy_scalar(float* out, int n) {\n  const int chunks = " +
        chunks +
        ";\n  const int each = n / chunks;\n  for (int c = 0; c < chunks; ++c)\n    k<<<1, each>>>(out + c * " + later +
        ");\n}\n");
    lines = {{store_pc, 1}, {load_pc, 1}, {launch_pc, 6}, {barrier_pc, 1}};
    entry = &index.functions.back();
    word = {};
    return words(ElementState::never_written, 32, 35);
  };
  const auto found = found_in("8", "each");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].line, 4);
  EXPECT_THAT(found[0].text, HasSubstr("n / chunks rounds down here. 3 of 35 elements are left over"));
  EXPECT_EQ(found_in("n < 9 ? 1 : 8", "each")[0].line, 4);
  // Of 35 elements, 6 pieces leave 5, and what goes on with n may be meant for the rest.
  EXPECT_NE(found_in("6", "each")[0].line, 4);
  EXPECT_NE(found_in("8", "n")[0].line, 4);
}

TEST_F(HistoryInWords, AFunctionThatLaunchesNothingIsNamed) {
  word = {};
  launch.kind = stores.kind = simt::HistoryKind::word;
  launch.watched = stores.watched = 100;
  entry = index.function_around(7);
  const auto found = words(ElementState::never_written, 0, 4);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].name, "no-launch");
  EXPECT_EQ(found[0].line, 7);
  EXPECT_EQ(found[0].text, "at n = 4, copy_scalar launches no kernel");
}

TEST_F(HistoryInWords, GridAndBlockExchangedAreAskedFor) {
  launch.grid = {256, 1, 1};
  launch.block_size = {1, 1, 1};
  launch.threads = 256;
  const auto found = words(ElementState::wrong, 0, 4);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].name, "launch-shape");
  EXPECT_THAT(found[0].text, HasSubstr("256 blocks of 1 thread: are the two exchanged?"));
  launch.grid = {7, 1, 1};  // a small problem
  launch.threads = 7;
  EXPECT_EQ(words(ElementState::wrong, 0, 4)[0].name, "wrong-value");
}

TEST_F(HistoryInWords, InputsThatTheBlockNeverLoadsAreTheCause) {
  word.loads = 0;
  using Kind = simt::HistoryKind;
  due_of = [](std::int64_t i) { return std::vector<course::InputReads::Element>{{0, i}, {0, i + 1}}; };
  more = {used(Kind::block_loads, "the input", 0, 0), used(Kind::block_stores, "the output", 0, 3)};
  auto found = words(ElementState::wrong, 0, 4);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].name, "missing-input");
  EXPECT_EQ(found[0].line, 4);
  EXPECT_EQ(found[0].text,
            "at n = 4, element 0 of the output needs elements 0 … 1 of the input, but block (0, 0, 0) never loads "
            "element 1 of the input; here it loads element 0 of the input");
  more[0].last = 3;  // enough for the element, not for the block
  found = words(ElementState::wrong, 0, 4);
  EXPECT_THAT(found[0].text,
              HasSubstr("what block (0, 0, 0) stores needs elements 0 … 4 of the input, but block (0, 0, "
                        "0) never loads element 4 of the input"));
  more[0].last = 4;
  EXPECT_EQ(words(ElementState::wrong, 0, 4)[0].name, "wrong-value");
}

TEST_F(HistoryInWords, WhatAThreadLoadsOfTheInputForAnElementThatDoesNotNeedItIsTheCause) {
  due_of = [](std::int64_t i) { return std::vector<course::InputReads::Element>{{0, i}, {0, i + 1}}; };
  word.loads = 2;
  word.loaded[1] = word.loaded[0];
  word.loaded[0].first = word.loaded[0].last = 1;
  word.loaded[1].pc = barrier_pc;
  const auto found = words(ElementState::wrong, 0, 4);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].name, "wrong-input");
  EXPECT_EQ(found[0].line, 4);
  EXPECT_EQ(found[0].text,
            "at n = 4, this line loads element 9 of the input for element 0 of the output, which does not need it, but "
            "elements 0 … 1 of the input");
}

TEST_F(HistoryInWords, AHelperThatGoesOnByWhatItIsGivenLoadsWhatItsCallSays) {
  using Kind = simt::HistoryKind;
  due_of = [](std::int64_t i) { return std::vector<course::InputReads::Element>{{0, i}, {0, i + 1}}; };
  more = {used(Kind::block_loads, "the input", 0, 9), used(Kind::block_stores, "the output", 0, 0)};
  lines[load_pc] = 4;
  const auto found_with = [&](const std::string& start, const std::string& step) {
    index = simt::index_source(
        "__device__ float add(const float* p, int n, int step) {\n"
        "  float v = 0;\n"
        "  for (; n > 0; --n) {\n"
        "    v += *p; p += " +
        step + ";\n  }\n  return v;\n}\n__global__ void k(float* out, const float* in, int n) {\n  out[0] = add(" +
        start + ", n, n);\n}\n");
    return words(ElementState::wrong, 0, 4)[0];
  };
  const Finding found = found_with("in + threadIdx.x", "step");
  EXPECT_EQ(found.name, "wrong-input");
  EXPECT_EQ(found.line, 9);
  EXPECT_EQ(found.other_line, 4);
  EXPECT_THAT(found.text, HasSubstr("what add is given here leads it to element 9 of the input (line 4)"));
  EXPECT_EQ(found_with("in", "step").line, 4) << "the call computes no address";
  EXPECT_EQ(found_with("in + threadIdx.x", "2").line, 4) << "the helper says itself how it goes on";
}

TEST_F(HistoryInWords, NothingIsSaidOfInputsWhereValuesMayComeFromElsewhere) {
  word.loads = 0;
  using Kind = simt::HistoryKind;
  due_of = [](std::int64_t i) { return std::vector<course::InputReads::Element>{{0, i + 1}}; };
  more = {used(Kind::block_loads, "the input", 0, 0), used(Kind::block_loads, "the scratch buffer", 0, 3),
          used(Kind::block_stores, "the output", 0, 3)};
  EXPECT_EQ(words(ElementState::wrong, 0, 4)[0].name, "wrong-value");
  more.erase(more.begin() + 1);
  EXPECT_EQ(words(ElementState::wrong, 0, 4)[0].name, "missing-input");
  more.push_back(launch);  // a second one
  EXPECT_EQ(words(ElementState::wrong, 0, 4)[0].name, "wrong-value");
}

TEST_F(HistoryInWords, WordsThatAreStoredAndNeverReadAreNamed) {
  more = {used(simt::HistoryKind::unread, "shared array part", 1, 31)};
  more[0].other_pc = store_pc;
  more[0].count = 16;
  more[0].total = 32;
  EXPECT_EQ(words(ElementState::wrong, 0, 4)[0].text,
            "at n = 4, block (0, 0, 0) never reads 16 of the 32 elements of shared array part, the first is element 1, "
            "(stored at line 5); this line reads the others");
  more[0].count = 1;  // a tile's last row may be of no use
  EXPECT_EQ(words(ElementState::wrong, 0, 4)[0].name, "wrong-value");
}

TEST_F(HistoryInWords, StoresThatAreOverwrittenUnreadAreNamed) {
  stores.lost = 16;
  const auto found = words(ElementState::wrong, 0, 4);
  EXPECT_EQ(found[0].name, "lost-store");
  EXPECT_EQ(found[0].line, 5);
  EXPECT_THAT(found[0].text, HasSubstr("16 of its 32 stores are overwritten by a later launch first"));
}

TEST_F(HistoryInWords, WhereEachThreadStoresInALoopTheStoreIsNamed) {
  word = {};
  launch.most_stores = 3;
  const auto found = words(ElementState::never_written, 32, 40);
  EXPECT_EQ(found[0].line, 5);
  EXPECT_THAT(found[0].text, HasSubstr("this line stores 32 times, to elements 0 … 31, at most 3 times in each of 32"));
}

TEST_F(HistoryInWords, WhereThreadsStoreToTheSameElementsTheStoreIsNamed) {
  word = {};
  stores.last = 7;
  const auto found = words(ElementState::never_written, 8, 40);
  EXPECT_EQ(found[0].line, 5);
  EXPECT_THAT(found[0].text, HasSubstr("to elements 0 … 7; several threads store to the same element, 32 in all"));
}

TEST_F(HistoryInWords, AGridWithBlocksThatStoreNothingIsAskedForItsTwoNumbers) {
  word = {};
  launch.grid = {1, 2, 1};
  launch.threads = 64;
  launch.storing_blocks = 1;
  const auto found = words(ElementState::never_written, 32, 40);
  EXPECT_EQ(found[0].line, 7);
  EXPECT_THAT(found[0].text, HasSubstr("only 1 of its 2 blocks store anything: are the grid's two numbers exchanged?"));
}

TEST_F(HistoryInWords, ALineThatStoresWhereAnotherOneDoesIsNamedFirst) {
  word = {};
  launch.count = 20;
  more = {stores};
  more[0].pc = load_pc;
  more[0].count = 2;
  more[0].first = 7;
  more[0].last = 8;
  lines[load_pc] = 3;
  const auto found = words(ElementState::never_written, 32, 40);
  EXPECT_EQ(found[0].line, 3);
  EXPECT_THAT(found[0].text, HasSubstr("this line stores to elements 7 … 8, to which line 5 stores as well"));
}

TEST_F(HistoryInWords, AVariableThatNoThreadReadsIsNamedWithItsOtherLines) {
  more = {used(simt::HistoryKind::forgotten, "v", 4, 7)};
  more[0].pc = 0;
  more[0].other_pc = barrier_pc;
  more[0].count = 4;
  more[0].total = 8;
  const auto found = words(ElementState::wrong, 0, 4);
  EXPECT_EQ(found[0].name, "unread");
  EXPECT_EQ(found[0].text,
            "at n = 4, no thread reads elements 4 … 7 of v, which is stored here; lines 3, 5 name it, too");
}

TEST_F(HistoryInWords, WithoutAStoreOnlyThePatternIsSaid) {
  word = {};
  const auto found = words(ElementState::wrong, 2, 4);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].line, 0);
}

TEST(ElementsToWatch, AreTheFirstOfEachState) {
  backends::ComparedOutput output;
  output.states = {ElementState::right, ElementState::wrong,         ElementState::wrong,
                   ElementState::wrong, ElementState::never_written, ElementState::wrong};
  EXPECT_EQ(elements_to_watch(output), (std::vector<std::int64_t>{1, 4, 2, 3}));
}

// Lane 31 of two warps is wrong, and all else is right.
TEST(EdgeLanes, NameTheShuffleThatHasNoLaneToTakeFrom) {
  const auto found = [](const char* direction, std::uint32_t lane) {
    const std::string text = std::string("__global__ void k(float* out, float v) {\n  v = __shfl_") + direction +
                             "_sync(~0u, v, 1);\n  out[threadIdx.x] = v;\n}\n";
    const simt::SourceIndex index = simt::index_source(text);
    simt::HistoryRecord launch;
    launch.kind = simt::HistoryKind::launch;
    launch.launch = 1;
    launch.count = 64;
    launch.block_size = {64, 1, 1};
    std::vector<simt::HistoryRecord> history{launch};
    backends::ComparedOutput output;
    output.states.assign(64, ElementState::right);
    for (const std::uint32_t warp : {0U, 1U}) {
      simt::HistoryRecord word;
      word.watched = warp;
      word.pc = store_pc;
      word.count = word.launch = 1;
      word.thread = {32 * warp + lane, 0, 0};
      history.push_back(word);
      output.states[32 * warp + lane] = ElementState::wrong;
    }
    output.expected.assign(64, 0.25);
    output.actual.assign(64, 0.5);
    const course::Lab& lab = tests::lab("lab0");
    const course::Size size{{64, 1, 1}};
    const simt::Lines lines{{store_pc, 3}};
    return history_in_words({lab.parts[0].operation,
                             size,
                             lab.extents,
                             output,
                             elements_to_watch(output),
                             history,
                             lines,
                             index,
                             nullptr,
                             nullptr,
                             "",
                             "",
                             "",
                             {}});
  };
  const std::vector<Finding> last = found("down", 31);
  ASSERT_FALSE(last.empty());
  EXPECT_EQ(last[0].name, "edge-lane");
  EXPECT_EQ(last[0].line, 2);
  EXPECT_EQ(last[0].other_line, 3);
  EXPECT_THAT(last[0].text, HasSubstr("only what the end of each warp stores is wrong (lane 31, line 3)"));
  EXPECT_EQ(found("up", 0)[0].name, "edge-lane");
  const auto is_of_edge = [](const std::vector<Finding>& all) { return !all.empty() && all[0].name == "edge-lane"; };
  EXPECT_FALSE(is_of_edge(found("down", 0))) << "the first lane has a next one";
  EXPECT_FALSE(is_of_edge(found("xor", 31)));
}

// The output of a transpose of words: each holds four neighbours of a row of the input.
TEST(TurnedWords, AreToldFromOtherWrongCharacters) {
  constexpr int side = 32;
  const auto found = [](bool turns_words) {
    backends::ComparedOutput output;
    const auto in = [](int y, int x) { return (y * 37 + x * 101 + y * x * 7) % 256; };
    for (int x = 0; x < side; ++x) {
      for (int y = 0; y < side; ++y) {
        output.expected.push_back(in(y, x));
        output.actual.push_back(turns_words ? in(x, y / 4 * 4 + y % 4) : 255 - in(y, x));
        output.states.push_back(output.expected.back() == output.actual.back() ? ElementState::right
                                                                               : ElementState::wrong);
      }
    }
    const course::Part& part = tests::part("6.2");
    const course::Size size{{1, 1, 1}};
    simt::HistoryRecord word;
    word.pc = store_pc;
    word.count = word.launch = 1;
    const simt::SourceIndex index;
    const simt::Lines lines{{store_pc, 3}};
    const std::vector<std::int64_t> watched = elements_to_watch(output);
    return history_in_words(
        {part.operation, size, part.extents, output, watched, {word}, lines, index, nullptr, nullptr, "", "", "", {}});
  };
  const std::vector<Finding> turned = found(true);
  const auto is_turned = [](const Finding& one) {
    return one.text.find("words were transposed, and the characters in them were not") != std::string::npos;
  };
  ASSERT_TRUE(std::any_of(turned.begin(), turned.end(), is_turned));
  EXPECT_EQ(std::find_if(turned.begin(), turned.end(), is_turned)->line, 3);
  const std::vector<Finding> others = found(false);
  EXPECT_TRUE(std::none_of(others.begin(), others.end(), is_turned));
}

}  // namespace
}  // namespace grader
