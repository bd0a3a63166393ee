#include "backends/compiled.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "backends/backend.hpp"
#include "support/files/cached.hpp"

namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

process::Completed works() { return {}; }

/// What a student reads after a compiler has ended so.
std::string said_after(process::Completed completed) {
  const files::TemporaryFolder folder(std::filesystem::temp_directory_path());
  return backends::finish_build({completed, folder.path(), false, "clang", "", {}}, works).output;
}

process::Completed with_dump(const std::string& place) {
  process::Completed completed;
  completed.ending.code = 139;
  completed.output =
      "a.cu:3: warning: something\n"
      "PLEASE submit a bug report to https://example.org\n"
      "Stack dump:\n"
      "0.\tProgram arguments: clang++ -x c++ a.cu\n" +
      place +
      " #0 0x00007f98ce4a5291 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int)\n"
      "clang: error: clang frontend command failed with exit code 139\n";
  return completed;
}

TEST(CompilerCrash, IsASentenceInPlaceOfAddresses) {
  EXPECT_THAT(said_after(with_dump("")),
              AllOf(StartsWith("a.cu:3: warning: something\nerror: the compiler crashed on this source"),
                    Not(HasSubstr("Stack dump")), Not(HasSubstr("0x0000"))));
}

TEST(CompilerCrash, NamesTheLineThatTheCompilerWasAt) {
  EXPECT_THAT(said_after(with_dump("1.\t<eof> parser at end of file\n2.\ta.cu:12:5: parsing function body 'f'\n")),
              HasSubstr("a.cu:12: error: the compiler crashed"));
  EXPECT_THAT(said_after(with_dump("1.\t/usr/include/c++/12/vector:12:5: parsing\n")),
              HasSubstr("\nerror: the compiler crashed"));
}

TEST(CompilerCrash, SaysWhatIsTooLarge) {
  for (const bool by_signal : {false, true}) {
    process::Completed completed = with_dump("");
    completed.ending = {by_signal, by_signal ? SIGXFSZ : 128 + SIGXFSZ};
    EXPECT_THAT(said_after(completed), HasSubstr("more than 64 MiB: allocate large arrays with cudaMalloc"));
  }
}

TEST(CompilerCrash, OfACompilerThatCrashesOnEverythingIsNoFaultOfTheSource) {
  const files::TemporaryFolder folder(std::filesystem::temp_directory_path());
  const process::Completed crashed = with_dump("");
  EXPECT_THROW(backends::finish_build({crashed, folder.path(), false, "clang", "", {}}, [&] { return crashed; }),
               backends::CannotGrade);
}

/// A compiler that failed while the system ended some process of the machine for want of memory.
process::Completed beside_a_kill(const process::Ending& ending, const std::string& output) {
  process::Completed completed;
  completed.machine_ran_out_of_memory = true;
  completed.ending = ending;
  completed.output = output;
  return completed;
}

TEST(WantOfMemory, IsTheMachinesFaultOnlyWhereTheCompilerWasKilled) {
  EXPECT_THAT(said_after(beside_a_kill({false, 1}, "a.cu:3: error: unknown type name 'flaot'\n")),
              HasSubstr("unknown type name"));
  for (const process::Completed& killed :
       {beside_a_kill({true, SIGKILL}, ""), beside_a_kill({false, 128 + SIGKILL}, ""),
        beside_a_kill({false, 9}, "nvcc error   : 'cicc' died due to signal 9 (Kill signal)\n"),
        beside_a_kill({false, 254}, "clang: error: unable to execute command: Killed\n")}) {
    EXPECT_THROW(said_after(killed), backends::CannotGrade) << killed.output;
  }
}

}  // namespace
