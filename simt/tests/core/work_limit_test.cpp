// Student code that does too much is stopped after so much work, wherever it is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <set>

#include "student_library.hpp"

namespace simt::test {
namespace {

using testing::HasSubstr;
using Entry = void(int*, int);

constexpr std::int64_t enough = 2'000'000;

class WorkLimits : public testing::Test {
 protected:
  ~WorkLimits() override { limit_work({}); }

  static const StudentLibrary& library() {
    static const StudentLibrary loaded(read_kernels("work_limit.cu"));
    return loaded;
  }
  Evidence run_with(std::int64_t units, const char* entry, const RunOptions& options, int n = 1000) {
    limit_work({units});
    Evidence evidence = run<Entry>(library(), {out.lend("output 0")}, options, entry, out.data(), n);
    evidence.traffic.clear();
    return evidence;
  }

  Buffer<int> out{1024, 0};
};

TEST_F(WorkLimits, AKernelIsStoppedAtTheLineWhereItIs) {
  for (const RunOptions& options : {count_only, races_only, everything}) {
    for (const char* kernel : {"no_step", "unsigned_down", "barriers", "shuffles", "spins_after_a_block"}) {
      const Evidence evidence = run_with(enough, (std::string("run_") + kernel).c_str(), options);
      ASSERT_FALSE(evidence.findings.empty()) << kernel;
      const FindingRecord& finding = evidence.findings.back();
      EXPECT_EQ(finding.kind, FindingKind::out_of_work) << kernel;
      EXPECT_STREQ(finding.kernel, kernel);
      EXPECT_EQ(library().marker(finding.pc), kernel);
      EXPECT_EQ(finding.numbers[0], enough);
      EXPECT_STREQ(last_error_name(), "cudaErrorLaunchTimeout");
    }
  }
}

// The last of them reads a variable once, in front of the loop, as nvcc does.
TEST_F(WorkLimits, ALoopThatNothingEndsIsFoundAtOnce) {
  for (const char* kernel : {"empty_body", "only_registers", "forgotten_increment", "waits_for_plain_word"}) {
    const Evidence evidence = run_with(enough, (std::string("run_") + kernel).c_str(), everything);
    ASSERT_EQ(evidence.findings.size(), 1U) << kernel;
    const FindingRecord& finding = evidence.findings[0];
    EXPECT_EQ(finding.kind, FindingKind::out_of_work) << kernel;
    EXPECT_EQ(finding.detail, Detail::no_way_out) << kernel;
    EXPECT_EQ(library().marker(finding.pc), kernel);
    EXPECT_THAT(words(finding, {}), HasSubstr("never leaves this loop")) << kernel;
  }
}

TEST_F(WorkLimits, AFunctionThatIsCalledCounts) {
  const Evidence evidence = run_with(enough, "run_calls", count_only);
  ASSERT_EQ(evidence.findings.size(), 1U);
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::out_of_work);
}

TEST_F(WorkLimits, MemoryOfTheDevicesHeapCounts) {
  const Evidence evidence = run_with(64 * 2000, "run_allocations", count_only, 2);
  ASSERT_EQ(evidence.findings.size(), 1U);
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::out_of_work);
  EXPECT_TRUE(run_with(2 * 64 * 4000, "run_allocations", count_only, 2).findings.empty());
}

TEST_F(WorkLimits, ItIsReachedAtTheSamePlaceEveryTime) {
  const auto written = [&] {
    out = Buffer<int>(1024, 0);
    run_with(enough + 12345, "run_calls", count_only);
    return std::vector<int>(out.elements.begin(), out.elements.end());
  };
  EXPECT_EQ(written(), written());
}

TEST_F(WorkLimits, WordsSayWhatWasDoneAndClaimNoMore) {
  const Evidence evidence = run_with(enough, "run_barriers", count_only);
  ASSERT_EQ(evidence.findings.size(), 1U);
  EXPECT_EQ(words(evidence.findings[0], {}),
            "the kernel barriers was stopped here: by then it had done 2 million loop rounds and memory accesses");
}

TEST_F(WorkLimits, WorkThatIsWithinTheLimitIsLeftAlone) {
  // Rounds, accesses, and what it costs to launch.
  EXPECT_TRUE(run_with(100'000, "run_one_round", everything).findings.empty());
  EXPECT_FALSE(run_with(1000, "run_one_round", everything).findings.empty());
}

TEST_F(WorkLimits, EachRunStartsAnew) {
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(run_with(100'000, "run_one_round", everything).findings.empty()) << i;
}

TEST_F(WorkLimits, WithoutALimitThereIsNone) {
  EXPECT_TRUE(run_with(std::numeric_limits<std::int64_t>::max(), "run_one_round", everything).findings.empty());
}

[[noreturn]] void print_and_exit(const FindingRecord& finding, bool is_main_thread) {
  const Evidence evidence = finish_run();
  std::fprintf(stderr, "%s, findings before: %zu, %s\n", words(finding, {}).c_str(), evidence.findings.size(),
               is_main_thread ? "main thread" : "another thread");
  std::_Exit(finding.pc == 0 ? 8 : 7);
}

TEST_F(WorkLimits, HostCodeIsEndedWithWhatWasFoundBefore) {
  const auto call = [&](const char* entry) {
    limit_work({enough, print_and_exit});
    run<Entry>(library(), {out.lend("output 0")}, everything, entry, out.data(), 1);
  };
  const auto begins = [](const std::string& name, const std::string& rest) {
    return HasSubstr("the host function " + name + " " + rest);
  };
  for (const char* name : {"host_volatile", "host_launches"}) {
    EXPECT_EXIT(call(name), testing::ExitedWithCode(7),
                begins(name, "was stopped here: by then it had done 2 million"));
  }
  for (const char* name : {"host_empty", "host_registers"}) {
    EXPECT_EXIT(call(name), testing::ExitedWithCode(7), begins(name, "never leaves this loop"));
  }
  EXPECT_EXIT(call("host_asks_again"), testing::ExitedWithCode(7), HasSubstr("findings before: 1, main thread"));
}

// A process may have 65530 mappings, and is ended where one is missing.
TEST_F(WorkLimits, AKernelGetsNoPointerWhereThereAreTooManyPieces) {
  const Evidence evidence = run_with(1'000'000'000, "run_many_pieces", count_only, 100'000);
  EXPECT_EQ(out.data()[0], 24000);
  EXPECT_EQ(out.data()[1], 5 * 24000);
  for (const FindingRecord& finding : evidence.findings) EXPECT_EQ(finding.kind, FindingKind::leak);
}

// So many loads that some share a slot of Sites, and which of them do depends on the address.
std::string kernel_of_many_loads() {
  std::string source =
      "#include <cuda_runtime.h>\n__global__ void many(int* out, int n) {\n  for (int i = 0; i < n; ++i) {\n";
  for (int i = 0; i < 300; ++i) {
    source += "    out[" + std::to_string(i) + "] = out[" + std::to_string(i + 32) + " + threadIdx.x];\n";
  }
  return source + "  }\n}\nextern \"C\" void run_many(int* out, int n) { many<<<1, 32>>>(out, n); }\n";
}

TEST_F(WorkLimits, ACallDoesTheSameWorkWhereverItsCodeIsLoaded) {
  const std::string source = kernel_of_many_loads();
  std::set<std::int64_t> work;
  std::vector<std::unique_ptr<StudentLibrary>> loaded;  // all at once, so that each has its own place
  for (int i = 0; i < 3; ++i) {
    loaded.push_back(std::make_unique<StudentLibrary>(source));
    limit_work({enough * 100});
    begin_run(std::vector<Allocation>{out.lend("output 0")}, loaded.back()->base(), count_only);
    loaded.back()->function<Entry>("run_many")(out.data(), 50);
    work.insert(work_done());
    finish_run();
  }
  EXPECT_EQ(work.size(), 1U) << testing::PrintToString(work);
}

}  // namespace
}  // namespace simt::test
