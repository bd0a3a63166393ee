// The scripts that record what a GPU did, with stand-ins for NVIDIA's tools: what these print must arrive in the file,
// and what they fail to print must leave the file as it was.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/process/child.hpp"

namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

// As Nsight Compute prints it: its own lines and the program's, then one row of units and one for each launch.
constexpr const char* two_launches = R"csv(==PROF== Connected to process 7 (matvec)
v1.0, 8 x 8
==PROF== Profiling "v10" - 0: 0%....50%....100% - 1 pass
v2, 8 x 8
==PROF== Profiling "v2" - 1: 0%....50%....100% - 1 pass
==PROF== Disconnected from process 7
"ID","Kernel Name","dram__bytes_read.sum","l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum","l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum","lts__t_sectors_srcunit_tex_op_read.sum","lts__t_sectors_srcunit_tex_op_read_lookup_hit.sum"
"","","byte","sector","sector","sector","sector"
"0","v10(float*, int)","4,194,304","1,081,344","946,176","135,168","67,584"
"1","v2(float*, int)","4,194,305","1,081,345","946,177","135,169","67,585"
)csv";

class Record : public testing::Test {
 protected:
  Record() : folder_(fs::path(testing::TempDir()) / ("record-" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "bin");
    fs::create_directories(folder_ / "include");
    std::ofstream(folder_ / "include/cuda.h") << "#define CUDA_VERSION 13000\n";
    stand_in("nvcc", "exit 0");
    stand_in("nvidia-smi", "echo 'NVIDIA H200'");
    std::ofstream(file_) << "recorded before\n";
  }
  ~Record() override { fs::remove_all(folder_); }

  void stand_in(const std::string& program, const std::string& script) const {
    const fs::path path = folder_ / "bin" / program;
    std::ofstream(path) << "#!/bin/sh\n" << script << "\n";
    fs::permissions(path, fs::perms::owner_all);
  }

  // Nsight Compute: `--version`, and anything else.
  void profiler(const std::string& output) const {
    std::ofstream(folder_ / "profile") << output;
    stand_in("ncu",
             "case $1 in --version) echo 'Version 2025.3';; *) cat '" + (folder_ / "profile").string() + "';; esac");
  }

  process::Completed record(const std::string& script) const {
    process::ChildOptions options;
    options.command = {"python3", script, "--commit", "0123", file_.string()};
    options.directory = COURSE_ROOT;
    options.environment = process::minimal_environment();
    process::set_variable(options.environment, "PATH", (folder_ / "bin").string() + ":" + std::getenv("PATH"));
    process::set_variable(options.environment, "CUDA_HOME", folder_.string());
    return process::run(options, units::Seconds{60}, units::Bytes{1 << 20});
  }

  fs::path folder_;
  fs::path file_ = folder_ / "data.json";
};

// Nothing here runs where python3 is missing: what records needs it.
bool has_python() { return std::system("command -v python3 >/dev/null") == 0; }

TEST_F(Record, CachesHoldEveryLaunchUnderItsLabel) {
  if (!has_python()) GTEST_SKIP() << "no python3";
  profiler(two_launches);
  const process::Completed recorded = record("measurements/record_caches.py");
  ASSERT_EQ(recorded.ending.code, 0) << recorded.output;
  const auto data = nlohmann::json::parse(read(file_));
  EXPECT_EQ(data["device"], "NVIDIA H200");
  EXPECT_EQ(data["profiler"], "Version 2025.3");
  EXPECT_EQ(data["commit"], "0123");
  ASSERT_EQ(data["kernels"].size(), 2U);
  EXPECT_EQ(data["kernels"]["v1.0, 8 x 8"]["dram_read_bytes"], 4194304);
  EXPECT_EQ(data["kernels"]["v2, 8 x 8"]["l1_hits"], 946177);
}

TEST_F(Record, ALaunchMissingLeavesTheFileAsItWas) {
  if (!has_python()) GTEST_SKIP() << "no python3";
  const std::string all = two_launches;
  profiler(all.substr(0, all.rfind("\"1\"")));
  const process::Completed recorded = record("measurements/record_caches.py");
  EXPECT_EQ(recorded.ending.code, 1);
  EXPECT_THAT(recorded.output, HasSubstr("2 labels but 1 launches"));
  EXPECT_EQ(read(file_), "recorded before\n");
}

TEST_F(Record, AProfilerThatFailsIsQuoted) {
  if (!has_python()) GTEST_SKIP() << "no python3";
  stand_in("ncu", "case $1 in --version) echo 'Version 2025.3';; *) echo '==ERROR== ERR_NVGPUCTRPERM'; exit 9;; esac");
  const process::Completed recorded = record("measurements/record_caches.py");
  EXPECT_EQ(recorded.ending.code, 1);
  EXPECT_THAT(recorded.output, HasSubstr("failed:\n==ERROR== ERR_NVGPUCTRPERM"));
  EXPECT_EQ(read(file_), "recorded before\n");
}

// nvcc as a stand-in: writes this PTX to the file after -o.
constexpr const char* ptx_of_two_loops = R"ptx(.visible .entry plain(
  .param .u64 plain_param_0
)
{
  ld.global.u32  %r1, [count];
  @%p1 bra $L__BB0_2;
$L__BB0_1:
  bra.uni $L__BB0_1;
$L__BB0_2:
  ret;

}
.visible .entry through_volatile(
  .param .u64 through_volatile_param_0
)
{
  ld.param.u64  %rd2, [through_volatile_param_0];
$L__BB1_1:
  ld.volatile.global.u32  %r1, [count];
  @%p1 bra $L__BB1_1;
  ret;

}
)ptx";

TEST_F(Record, LoadsInsideALoopAreToldFromThoseBeforeIt) {
  if (!has_python()) GTEST_SKIP() << "no python3";
  std::ofstream(folder_ / "ptx") << ptx_of_two_loops;
  stand_in("nvcc",
           "case $1 in --version) echo 'release 13.0, V13'; exit;; esac\n"
           "while [ \"$1\" != -o ]; do shift; done; cat '" +
               (folder_ / "ptx").string() + "' >\"$2\"");
  const process::Completed recorded = record("measurements/record_wait_loop.py");
  ASSERT_EQ(recorded.ending.code, 0) << recorded.output;
  const auto data = nlohmann::json::parse(read(file_));
  EXPECT_EQ(data["toolkit"], "13.0");
  const auto& found = data["kernels"]["sm_90"];
  EXPECT_EQ(found["plain"], nlohmann::json::parse(R"({"has_loop": true, "loop_can_end": false, "loads_in_loop": [],
                                                      "loads_outside": ["ld.global.u32"]})"));
  EXPECT_EQ(found["through_volatile"], nlohmann::json::parse(R"({"has_loop": true, "loop_can_end": true,
                                      "loads_in_loop": ["ld.volatile.global.u32"], "loads_outside": []})"));
}

// With the toolkit of the record, today's compiler output is the recorded one.
TEST_F(Record, WaitLoopsAreWhatTheRecordSays) {
  if (!has_python()) GTEST_SKIP() << "no python3";
  fs::remove(folder_ / "bin/nvcc");
  process::ChildOptions options;
  options.command = {"python3", "measurements/record_wait_loop.py", "--commit", "0123", file_.string()};
  options.directory = COURSE_ROOT;
  options.environment = process::minimal_environment();
  const process::Completed recorded = process::run(options, units::Seconds{300}, units::Bytes{1 << 20});
  if (!recorded.succeeded()) GTEST_SKIP() << "no nvcc";
  const auto today = nlohmann::json::parse(read(file_));
  const auto before = nlohmann::json::parse(read(COURSE_ROOT "/measurements/data/wait_loop.json"));
  if (today["toolkit"] != before["toolkit"]) GTEST_SKIP() << "recorded with CUDA " << before["toolkit"];
  EXPECT_EQ(today["kernels"], before["kernels"]);
}

class Pages : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(Pages, AreMadeOfTheirRecords) {
  if (!has_python()) GTEST_SKIP() << "no python3";
  process::ChildOptions options;
  options.command = {"python3", std::string("measurements/") + GetParam().first, "--page"};
  options.directory = COURSE_ROOT;
  options.environment = process::minimal_environment();
  const process::Completed printed = process::run(options, units::Seconds{60}, units::Bytes{1 << 20});
  EXPECT_EQ(printed.output, read(std::string(COURSE_ROOT "/measurements/") + GetParam().second));
}

INSTANTIATE_TEST_SUITE_P(All, Pages,
                         testing::Values(std::pair("record_gradings.py", "gradings.md"),
                                         std::pair("record_save_to_verdict.py", "save-to-verdict.md")),
                         [](const auto& info) {
                           std::string name = info.param.first;
                           return name.substr(0, name.find('.'));
                         });

}  // namespace
