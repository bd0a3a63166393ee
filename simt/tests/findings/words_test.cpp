#include "simt/findings/words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <cstdio>

namespace simt {
namespace {

using testing::AllOf;
using testing::HasSubstr;

FindingRecord access(FindingKind kind, Memory memory, const char* name = "") {
  FindingRecord finding;
  finding.kind = kind;
  finding.memory = memory;
  std::snprintf(finding.name, sizeof finding.name, "%s", name);
  return finding;
}

FindingRecord refusal(FindingKind kind, Detail detail, const std::array<std::int64_t, 3>& numbers = {}) {
  FindingRecord finding;
  finding.kind = kind;
  finding.detail = detail;
  std::copy(numbers.begin(), numbers.end(), finding.numbers);
  return finding;
}

TEST(Words, WhatIsNearNothingIsNotSoManyBytesFromIt) {
  EXPECT_EQ(words(access(FindingKind::out_of_bounds, Memory::null_pointer), {}),
            "block (0, 0, 0), thread (0, 0, 0) reads through the null pointer");
  EXPECT_EQ(words(access(FindingKind::out_of_bounds, Memory::unknown), {}),
            "block (0, 0, 0), thread (0, 0, 0) reads memory that is not the device's");
  EXPECT_EQ(words(access(FindingKind::out_of_bounds, Memory::none), {}),
            "block (0, 0, 0), thread (0, 0, 0) reads memory that belongs to no allocation");
}

TEST(Words, WhatKernelsMayNotWriteOrCallIsSaid) {
  EXPECT_EQ(
      words(access(FindingKind::write_to_input, Memory::variable, "table"), {}),
      "block (0, 0, 0), thread (0, 0, 0) writes the variable table, which is in constant memory: kernels can only "
      "read it");
  FindingRecord call = refusal(FindingKind::unsupported, Detail::host_call);
  std::snprintf(call.name, sizeof call.name, "srand");
  EXPECT_EQ(words(call, {}), "the emulator does not support a call of srand by a kernel: only host code can call it");
  call.detail = Detail::call_within;
  EXPECT_EQ(words(call, {}), "the emulator does not support a call of an address at which no function begins");
  call.detail = Detail::call_elsewhere;
  EXPECT_EQ(words(call, {}),
            "the emulator does not support a call by an address that is no function of this program, and none that it "
            "uses by its name");
}

TEST(Words, WhatIsNotOverWhenTheFunctionReturns) {
  FindingRecord leak = refusal(FindingKind::leak, Detail::none);
  leak.distance = 64;
  EXPECT_EQ(words(leak, {}), "64 bytes of device memory are allocated and never freed");
  EXPECT_TRUE(leak.is_remark());
  leak.detail = Detail::must_be_freed;
  leak.count = 2;
  EXPECT_EQ(words(leak, {}),
            "64 bytes of device memory are allocated in 2 pieces and not freed when the function returns");
  EXPECT_FALSE(leak.is_remark());
  FindingRecord race = access(FindingKind::host_race, Memory::segment, "pinned host memory");
  race.detail = Detail::caller_reads;
  EXPECT_EQ(
      words(race, {}),
      "the function returns while this operation may still be writing pinned host memory: wait for it first, with "
      "cudaStreamSynchronize or cudaDeviceSynchronize");
}

TEST(Words, ACallIsToldThatMemoryWasFreed) {
  const auto said = [](Detail detail) { return words(refusal(FindingKind::failed_call, detail), {}); };
  EXPECT_THAT(said(Detail::copy_to_freed), HasSubstr(": it writes to memory that cudaFree has freed"));
  EXPECT_THAT(said(Detail::copy_from_freed), HasSubstr(": it reads from memory that cudaFree has freed"));
  EXPECT_THAT(said(Detail::frees_freed), HasSubstr(": cudaFree has freed this memory before"));
  EXPECT_THAT(said(Detail::frees_lent), HasSubstr("only the caller may free it"));
}

TEST(Words, ACallThatFailedHasTheNumbersThatDoNotFit) {
  FindingRecord finding = refusal(FindingKind::failed_call, Detail::copy_past_target, {64, 16});
  std::snprintf(finding.name, sizeof finding.name, "cudaErrorInvalidValue");
  EXPECT_EQ(
      words(finding, {}),
      "this call returned cudaErrorInvalidValue: it copies 64 bytes, but only 16 bytes are left in the memory that "
      "it writes to");
  finding.numbers[1] = -8;
  EXPECT_THAT(words(finding, {}), HasSubstr("it begins 8 bytes past the end of the memory that it writes to"));
  finding.detail = Detail::none;
  EXPECT_EQ(words(finding, {}), "this call returned cudaErrorInvalidValue");
  for (auto detail = Detail::copy_past_target; detail < Detail::not_in_mask;
       detail = static_cast<Detail>(static_cast<int>(detail) + 1)) {
    finding.detail = detail;
    EXPECT_THAT(words(finding, {}), HasSubstr("cudaErrorInvalidValue: ")) << static_cast<int>(detail);
  }
}

TEST(Words, AMaskWithoutTheLaneThatCallsIsNamed) {
  EXPECT_THAT(words(refusal(FindingKind::barrier_divergence, Detail::not_in_mask, {0xffff, 17}), {}),
              HasSubstr("with the mask 0x0000ffff, which lacks its own lane, 17"));
}

TEST(Words, ALaneThatDoesNotTakePartIsNamed) {
  EXPECT_THAT(words(refusal(FindingKind::barrier_divergence, Detail::lane_not_there, {0xffff, 20}), {}),
              HasSubstr("the value of lane 20, which does not take part in this shuffle"));
}

TEST(Words, AStoreOfAnUndefinedValueIsNamedWithItsLine) {
  FindingRecord finding = refusal(FindingKind::barrier_divergence, Detail::stores_undefined, {0xff, 9});
  finding.other_pc = 5;
  EXPECT_THAT(words(finding, {{5, 70}}), HasSubstr("stores, at line 70, what is made of the value of lane 9, which"));
}

TEST(Words, OneByteIsOne) {
  FindingRecord finding = access(FindingKind::out_of_bounds, Memory::segment, "the input");
  finding.distance = 1;
  EXPECT_THAT(words(finding, {}), HasSubstr("reads 1 byte past the end"));
  finding = refusal(FindingKind::failed_call, Detail::copy_past_target, {4, 1});
  EXPECT_THAT(words(finding, {}), HasSubstr("copies 4 bytes, but only 1 byte is left"));
}

TEST(Words, ALaunchHasAsManyExtentsAsItNeeds) {
  EXPECT_EQ(launch_shape({1, 1, 1}, {64, 1, 1}), "1 block of 64 threads");
  EXPECT_EQ(launch_shape({2, 3, 1}, {1, 1, 1}), "2 × 3 blocks of 1 × 1 thread");
  EXPECT_EQ(launch_shape({2, 3, 4}, {8, 8, 1}), "2 × 3 × 4 blocks of 8 × 8 × 1 threads");
}

TEST(Words, ADistanceIsBeforeTheStartOrPastTheEnd) {
  FindingRecord finding = access(FindingKind::out_of_bounds, Memory::segment, "the input");
  finding.distance = -4;
  EXPECT_THAT(words(finding, {}), HasSubstr("reads 4 bytes before the start of the input"));
  finding.distance = 8;
  finding.access = Access::store;
  EXPECT_THAT(words(finding, {}), HasSubstr("writes 8 bytes past the end of the input"));
}

TEST(Words, AnIndexOutsideHasItsNumberAndTheLengthOfTheArray) {
  FindingRecord finding = access(FindingKind::out_of_bounds, Memory::segment, "shared array tile");
  finding.bytes = 4;
  finding.distance = 4;
  finding.offset = 128;
  finding.segment_bytes = 128;
  EXPECT_THAT(words(finding, {}), HasSubstr("of shared array tile: index 32, where only 0 … 31 exist"));
  finding.distance = -4;
  finding.offset = -4;
  EXPECT_THAT(words(finding, {}), HasSubstr("index -1, where only 0 … 31 exist"));
}

TEST(Words, ARaceOnOneLineIsNoMissingBarrier) {
  FindingRecord finding = access(FindingKind::shared_race, Memory::segment, "shared array bins");
  finding.bytes = 4;
  finding.offset = 12;
  finding.pc = 8;
  finding.other_pc = 9;
  const std::string one_line = words(finding, {{8, 7}, {9, 7}});
  EXPECT_THAT(one_line, HasSubstr("reads a word of shared memory, bins[3], that thread (0, 0, 0) reads or writes"));
  EXPECT_THAT(one_line, HasSubstr("atomicAdd"));
  EXPECT_THAT(one_line, testing::Not(HasSubstr("barrier")));
  EXPECT_THAT(words(finding, {{8, 7}, {9, 6}}), HasSubstr("a barrier is missing"));
}

TEST(Words, ACopyThatIsUnderWayIsNamedWithTheThreadThatBeganIt) {
  FindingRecord finding = access(FindingKind::shared_race, Memory::segment, "shared array tile");
  finding.detail = Detail::copy_in_flight;
  finding.bytes = 4;
  finding.pc = 8;
  finding.other_pc = 9;
  EXPECT_THAT(words(finding, {{8, 7}, {9, 6}}), HasSubstr("an asynchronous copy into it, which it began at line 6"));
  finding.other_thread.x = finding.thread.x + 1;
  EXPECT_THAT(words(finding, {{8, 7}, {9, 6}}), HasSubstr("is still under way"));
  EXPECT_THAT(words(finding, {{8, 7}, {9, 6}}), testing::Not(HasSubstr("which it began")));
}

TEST(Words, AChangeOfWhatIsCopiedIsToComeAfterTheWait) {
  FindingRecord finding = access(FindingKind::global_race, Memory::segment, "in");
  finding.access = Access::store;
  finding.detail = Detail::copy_in_flight;
  finding.bytes = 4;
  finding.pc = 8;
  finding.other_pc = 9;
  EXPECT_THAT(words(finding, {{8, 7}, {9, 6}}),
              testing::AllOf(HasSubstr("an asynchronous copy of it, which it began at line 6"),
                             HasSubstr("Wait for the copy before its source is changed")));
  finding.other_block.x = finding.block.x + 1;
  EXPECT_THAT(words(finding, {{8, 7}, {9, 6}}), testing::Not(HasSubstr("which it began")));
}

// An update of one counter by many would have been seen to read what another one stored.
TEST(Words, AStoreOnTheLineWhereAnotherThreadOnlyReadIsAMissingBarrier) {
  FindingRecord finding = access(FindingKind::shared_race, Memory::segment, "shared array part");
  finding.access = Access::store;
  finding.bytes = 4;
  finding.offset = 4;
  finding.pc = 8;
  finding.other_pc = 9;
  const Lines one_line = {{8, 7}, {9, 7}};
  EXPECT_THAT(
      words(finding, one_line),
      testing::AllOf(HasSubstr("writes a word of shared memory, part[1], that thread (0, 0, 0) reads at this line"),
                     HasSubstr("a barrier is missing"), testing::Not(HasSubstr("atomicAdd"))));
  finding.other_stores = true;
  EXPECT_THAT(words(finding, one_line), HasSubstr("atomicAdd"));
}

TEST(Words, TwoStoresOfOneElementAreNoReadBeforeAWrite) {
  FindingRecord finding = access(FindingKind::global_race, Memory::segment, "the output");
  finding.access = Access::store;
  finding.other_stores = true;
  finding.bytes = 4;
  finding.offset = 16;
  finding.pc = 8;
  finding.other_pc = 9;
  EXPECT_THAT(
      words(finding, {{8, 7}, {9, 11}}),
      HasSubstr("writes element 4 of the output, which thread (0, 0, 0) writes as well, at line 11: one of the two "
                "lines goes beyond its own elements"));
}

TEST(Words, ACopyThatRacesWithItselfHasOnePlaceForAll) {
  FindingRecord finding = access(FindingKind::stream_race, Memory::segment, "pinned host memory");
  finding.access = Access::store;
  finding.pc = finding.other_pc = 8;
  std::strcpy(finding.kernel, "cudaMemcpyAsync");
  EXPECT_THAT(words(finding, {{8, 7}}), HasSubstr("every call needs a place of its own"));
  finding.other_pc = 9;
  EXPECT_THAT(words(finding, {{8, 7}, {9, 6}}), HasSubstr("nothing orders the two"));
}

TEST(Words, ALargeBlockBesideAGridThatWouldBeABlockMayBeExchangedWithIt) {
  FindingRecord finding = refusal(FindingKind::bad_launch, Detail::block_extent, {4097, 1, 1});
  EXPECT_THAT(words(finding, {}), testing::Not(HasSubstr("exchanged")));
  finding.other_block = {256, 1, 1};
  EXPECT_THAT(words(finding, {}), HasSubstr("the grid has 256 blocks: are the two exchanged?"));
}

TEST(Words, BlocksThatWaitAreCounted) {
  FindingRecord awaited = refusal(FindingKind::deadlock, Detail::no_writer, {1, 1, 0});
  awaited.memory = Memory::variable;
  awaited.bytes = 4;
  awaited.distance = 16;
  std::snprintf(awaited.name, sizeof awaited.name, "arrived");
  EXPECT_THAT(words(awaited, {}), HasSubstr("what it waits for: the variable arrived holds 16 and stays so"));
  EXPECT_THAT(words(refusal(FindingKind::deadlock, Detail::no_writer, {4, 3, 1}), {}),
              HasSubstr("3 of 4 blocks still wait, the others have ended"));
  EXPECT_THAT(words(refusal(FindingKind::deadlock, Detail::no_writer, {4, 4, 0}), {}),
              HasSubstr("all 4 blocks are there and wait"));
}

TEST(Words, AKernelThatEndsItselfSaysHow) {
  FindingRecord finding = refusal(FindingKind::trapped, Detail::none, {});
  EXPECT_EQ(kind_name(finding), "trap");
  EXPECT_THAT(words(finding, {}), HasSubstr("calls __trap(): the kernel ends here"));
  std::strcpy(finding.name, "n > 0");
  EXPECT_EQ(kind_name(finding), "assertion");
  EXPECT_THAT(words(finding, {}), HasSubstr("finds that its assertion does not hold, n > 0: the kernel ends here"));
  finding = refusal(FindingKind::trapped, Detail::crash, {SIGSEGV});
  EXPECT_EQ(kind_name(finding), "crash");
  EXPECT_EQ(words(finding, {}), "the program crashes in this launch, by signal 11 (Segmentation fault)");
  const auto expect = [](Detail detail, const std::string& kind, const std::string& said) {
    const FindingRecord fault = refusal(FindingKind::trapped, detail, {});
    EXPECT_EQ(kind_name(fault), kind);
    EXPECT_THAT(words(fault, {}), HasSubstr(said));
  };
  expect(Detail::division, "division-by-zero", "divides whole numbers, and there is no result: the divisor is 0");
  expect(Detail::no_function, "no-function", "calls a function by an address at which no function is");
  expect(Detail::stack_overflow, "stack-overflow", "has overflowed: a function calls itself without an end");
}

TEST(Words, AValueThatAFieldCannotHaveIsNamed) {
  FindingRecord finding = refusal(FindingKind::failed_call, Detail::no_such_value,
                                  {-1, static_cast<std::int64_t>(DescriptionField::read_mode)});
  std::strcpy(finding.name, "cudaErrorInvalidValue");
  EXPECT_THAT(words(finding, {}), HasSubstr(": readMode is -1 here, which is no value of it: it was never set"));
  finding.numbers[1] = static_cast<std::int64_t>(DescriptionField::launch_attribute);
  EXPECT_THAT(words(finding, {}), HasSubstr(": id is -1 here"));
}

TEST(Words, AWindowSaysWhyNothingPersists) {
  const auto window = [](Detail detail, const std::array<std::int64_t, 3>& numbers) {
    FindingRecord finding = refusal(FindingKind::access_window, detail, numbers);
    finding.memory = Memory::segment;
    finding.segment_bytes = 4096;
    std::strcpy(finding.name, "the input table");
    return words(finding, {});
  };
  EXPECT_EQ(
      window(Detail::none, {1024, 1000, 4096}),
      "the access-policy window covers 1024 of the 4096 bytes of the input table, with hitRatio 1; 4096 bytes are "
      "set aside");
  EXPECT_THAT(window(Detail::none, {4096, 0, 4096}), HasSubstr("hitRatio is 0"));
  EXPECT_THAT(window(Detail::none, {4096, 1000, 0}), HasSubstr("nothing of the L2 cache is set aside"));
  EXPECT_THAT(window(Detail::window_does_not_persist, {4096, 1000, 4096}), HasSubstr("hitProp is not"));
  EXPECT_THAT(window(Detail::window_elsewhere, {}), HasSubstr("on another stream"));
  EXPECT_THAT(window(Detail::no_window, {}), HasSubstr("none is set on its stream"));
}

TEST(Words, MemoryIsNamedByItsKind) {
  const auto named = [](Memory memory, const char* name) {
    return subject(access(FindingKind::out_of_bounds, memory, name));
  };
  EXPECT_EQ(named(Memory::variable, "table"), "the variable table");
  EXPECT_EQ(named(Memory::freed, ""), "memory that cudaFree has freed");
  EXPECT_EQ(named(Memory::host, ""), "host memory, which the device cannot address");
  EXPECT_EQ(named(Memory::host_variable, "n"), "host memory: the variable n, which the device cannot address");
  EXPECT_EQ(named(Memory::other_threads_local, ""),
            "a local variable of another thread, which only that thread can address");
  EXPECT_EQ(named(Memory::host_local, ""), "host memory: a local variable, which the device cannot address");
}

TEST(Words, DynamicSharedMemoryThatTheLaunchDoesNotGiveIsNamedSo) {
  FindingRecord finding = access(FindingKind::out_of_bounds, Memory::dynamic_shared, "dynamic shared memory");
  EXPECT_TRUE(finding.lacks_dynamic_shared());
  EXPECT_EQ(subject(finding), "dynamic shared memory, of which the launch requests 0 bytes");
  finding.segment_bytes = 64;
  EXPECT_FALSE(finding.lacks_dynamic_shared());
  EXPECT_EQ(subject(finding), "dynamic shared memory");
}

TEST(Words, ARefusedLaunchSaysWhatWasAskedForAndWhatThereIs) {
  const auto refused = [](Detail detail, const std::array<std::int64_t, 3>& numbers) {
    return words(refusal(FindingKind::bad_launch, detail, numbers), {});
  };
  EXPECT_EQ(refused(Detail::empty_block, {0, 1, 1}), "the launch is refused: a block of 0 x 1 x 1 threads is empty");
  EXPECT_EQ(refused(Detail::block_extent, {1, 2048, 1}),
            "the launch is refused: a block of 1 x 2048 x 1 threads; each dimension may be up to 1024 x 1024 x 64");
  EXPECT_EQ(refused(Detail::block_threads, {1056}),
            "the launch is refused: 1056 threads per block; at most 1024 are possible");
  EXPECT_EQ(refused(Detail::empty_grid, {1, 0, 1}), "the launch is refused: a grid of 1 x 0 x 1 blocks is empty");
  EXPECT_EQ(refused(Detail::grid_extent, {1, 70000, 1}),
            "the launch is refused: a grid of 1 x 70000 x 1 blocks; at most 2147483647 x 65535 x 65535 are possible");
  EXPECT_EQ(refused(Detail::dynamic_bytes, {50000, 49152}),
            "the launch is refused: 50000 bytes of dynamic shared memory; the kernel may have 49152");
  EXPECT_EQ(refused(Detail::static_bytes, {16388, 16384, 16384}),
            "the launch is refused: 16388 bytes of __shared__ variables; a kernel may have 16384");
  EXPECT_EQ(refused(Detail::launch_bounds, {256, 128}),
            "the launch is refused: 256 threads per block; the kernel's __launch_bounds__ promise at most 128");
  EXPECT_EQ(refused(Detail::too_many_at_once, {}),
            "the launch is refused: more blocks than can be resident at a time, which a cooperative launch needs");
}

TEST(Words, EveryDetailHasWords) {
  for (int detail = 1; detail <= static_cast<int>(Detail::texture_dimensions); ++detail) {
    const auto said = [detail](FindingKind kind) { return subject(refusal(kind, static_cast<Detail>(detail))); };
    EXPECT_NE(said(FindingKind::bad_launch).empty(), said(FindingKind::unsupported).empty()) << detail;
  }
}

FindingRecord race(Missing missing) {
  FindingRecord race = access(FindingKind::global_race, Memory::segment, "output 0");
  race.block = {3, 0, 0};
  race.other_block = {2, 0, 0};
  race.other_thread = {31, 0, 0};
  race.missing = missing;
  return race;
}

TEST(Words, ARaceInGlobalMemoryNamesBothThreadsAndWhatIsMissing) {
  EXPECT_EQ(kind_name(race(Missing::order)), "global-race");
  EXPECT_THAT(words(race(Missing::order), {}),
              AllOf(HasSubstr("block (3, 0, 0), thread (0, 0, 0) reads a word of output 0"),
                    HasSubstr("block (2, 0, 0), thread (31, 0, 0) uses")));
  EXPECT_THAT(words(race(Missing::barrier), {}), HasSubstr("no barrier in between"));
  EXPECT_EQ(kind_name(race(Missing::block_barrier)), "global-race");
  EXPECT_THAT(words(race(Missing::block_barrier), {}),
              HasSubstr("no __syncthreads() in between: a barrier is missing"));
  EXPECT_EQ(kind_name(race(Missing::release_fence)), "missing-fence");
  EXPECT_THAT(words(race(Missing::release_fence), {}), HasSubstr("no __threadfence() in between"));
  EXPECT_EQ(kind_name(race(Missing::acquire_fence)), "missing-fence");
  EXPECT_THAT(words(race(Missing::acquire_fence), {}), HasSubstr("no __threadfence() after"));
  EXPECT_THAT(words(race(Missing::scope), {}), HasSubstr("only for the threads of its own block"));
  EXPECT_EQ(kind_name(race(Missing::atomic_update)), "global-race");
  EXPECT_THAT(words(race(Missing::atomic_update), {}), HasSubstr("One atomic step is needed"));
  EXPECT_EQ(kind_name(race(Missing::read_only)), "global-race");
  EXPECT_THAT(words(race(Missing::read_only), {}), HasSubstr("through the read-only data cache"));
}

TEST(Words, TheOtherSideOfARaceIsNamedByItsLine) {
  FindingRecord finding = race(Missing::order);
  finding.other_pc = 0x10;
  EXPECT_THAT(words(finding, {{0x10, 23}}), HasSubstr("uses at line 23 of the same launch"));
  EXPECT_THAT(words(finding, {{0x10, 0}}), HasSubstr("uses at another line"));
}

TEST(Words, NamesThatAreNotTerminatedAreBounded) {
  // They come from a process that may send anything.
  FindingRecord finding = access(FindingKind::failed_call, Memory::none);
  std::fill(std::begin(finding.name), std::end(finding.name), 'x');
  EXPECT_THAT(words(finding, {}), testing::EndsWith(" " + std::string(sizeof finding.name, 'x')));
}

TEST(Words, ValuesOutsideTheEnumsAreSurvived) {
  FindingRecord finding = access(static_cast<FindingKind>(200), static_cast<Memory>(200));
  EXPECT_EQ(kind_name(finding), "unknown");
  EXPECT_EQ(words(finding, {}), "");
  finding = refusal(FindingKind::bad_launch, static_cast<Detail>(200));
  finding.missing = static_cast<Missing>(200);
  EXPECT_EQ(words(finding, {}), "the launch is refused: ");
  finding.kind = FindingKind::global_race;
  EXPECT_EQ(words(finding, {}), "");
}

}  // namespace
}  // namespace simt
