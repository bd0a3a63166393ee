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

}  // namespace
