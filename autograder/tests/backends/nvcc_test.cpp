// An nvcc that cannot run is no mistake of a program. Scripts stand in for nvcc.
#include "backends/cuda/nvcc.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "support/files/cached.hpp"

namespace backends {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Nvcc : public testing::Test {
 protected:
  Nvcc() : folder_(fs::temp_directory_path()) {
    std::ofstream(folder_.path() / "copy.cu") << "__global__ void k() {}\n";
  }

  void write(const std::string& text, bool is_executable = true) const {
    std::ofstream(program()) << text;
    fs::permissions(program(), is_executable ? fs::perms::owner_all : fs::perms::owner_read);
  }
  Build build(NvccProduct product = NvccProduct::library) const {
    return make_nvcc(program(), "90", product)
        ->build(folder_.path() / "copy.cu", folder_.path(), folder_.path(), limits());
  }
  fs::path program() const { return folder_.path() / "nvcc"; }

  void expect_machines_fault(const std::string& words) const {
    try {
      build();
      ADD_FAILURE() << "no CannotGrade that says: " << words;
    } catch (const CannotGrade& error) {
      EXPECT_THAT(error.what(), HasSubstr(words));
    }
  }
  void expect_programs_mistake(const std::string& said) const {
    write("#!/bin/sh\ncat <<'END'\n" + said + "\nEND\nexit 1\n");
    const Build result = build();
    EXPECT_FALSE(result.library);
    EXPECT_THAT(result.output, HasSubstr(said));
  }

 private:
  static course::Limits limits() {
    course::Limits limits;
    limits.compile = units::Seconds{60};
    limits.compile_memory = units::Bytes{std::int64_t{4} << 30};
    return limits;
  }

  files::TemporaryFolder folder_;
};

TEST_F(Nvcc, ThatMayNotBeStartedIsTheMachinesFault) {
  write("#!/bin/sh\n", /*is_executable=*/false);
  expect_machines_fault("Permission denied");
}

TEST_F(Nvcc, WhoseInterpreterIsMissingIsTheMachinesFault) {
  write("#!/nowhere/sh\n");
  expect_machines_fault("No such file");
}

TEST_F(Nvcc, ThatIsNoProgramIsTheMachinesFault) {
  write(
      "\x7f"
      "ELF no program");
  expect_machines_fault("nvcc cannot compile on this machine");
}

TEST_F(Nvcc, ThatIsABrokenScriptIsTheMachinesFault) {
  write("#!/bin/sh\nexec cicc-that-is-nowhere\n");
  expect_machines_fault("not found");
}

TEST_F(Nvcc, ThatSaysNothingIsTheMachinesFault) {
  write("#!/bin/sh\nexit 3\n");
  expect_machines_fault("it ended with status 3 and said nothing");
}

TEST_F(Nvcc, EndedByASignalIsTheMachinesFault) {
  write("#!/bin/sh\nkill -KILL $$\n");
  expect_machines_fault("signal 9");
}

TEST_F(Nvcc, WithoutAPartOfItsOwnIsTheMachinesFault) {
  for (const char* said :
       {"sh: 1: cicc: Permission denied", "nvcc fatal   : Failed to preprocess host compiler properties.",
        "gcc: fatal error: cannot execute 'cc1plus': execvp: No such file or directory",
        "nvcc error   : 'cicc' died due to signal 11 (Invalid memory reference)",
        "copy.cu(1): warning #177-D: a variable is unused\nnvcc error   : 'ptxas' died due to signal 9",
        "/usr/local/cuda/include/crt/host_config.h:143:2: error: #error -- unsupported GNU version!"}) {
    write("#!/bin/sh\ncat <<'END'\n" + std::string(said) + "\nEND\nexit 1\n");
    expect_machines_fault("nvcc cannot compile on this machine");
  }
}

TEST_F(Nvcc, MakesALibraryForAGpuAndOnlyDeviceCodeWhereItsAcceptanceIsAskedFor) {
  write("#!/bin/sh\necho \"copy.cu(1): error: $*\"\nexit 1\n");
  const std::string for_gpu = build(NvccProduct::library).output, for_answer = build(NvccProduct::device_code).output;
  EXPECT_THAT(for_gpu, AllOf(HasSubstr("code=sm_90"), HasSubstr("-shared"), Not(HasSubstr("-cubin"))));
  EXPECT_THAT(for_answer, AllOf(HasSubstr("code=sm_90"), HasSubstr("-cubin"), Not(HasSubstr("-shared"))));
}

TEST_F(Nvcc, ThatNamesAnErrorFindsAMistakeOfTheProgram) {
  expect_programs_mistake("copy.cu(3): error: expected a \";\"");
  expect_programs_mistake("copy.cu:3:10: fatal error: missing.cuh: No such file or directory");
  expect_programs_mistake(
      "ptxas error   : Entry function '_Z1kPf' uses too much shared data (0x10000 bytes, 0xc000 max)");
  expect_programs_mistake("ptxas fatal   : Unresolved extern function '_Z5lateri'");
  expect_programs_mistake("tmpxft.cpp:(.text+0x10): undefined reference to `later(int)'");
}

}  // namespace
}  // namespace backends
