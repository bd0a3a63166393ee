// The emulator's answer to each program of the table: accepted, or refused at this line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <sstream>

#include "simt/compile.hpp"
#include "simt/compiler_messages.hpp"
#include "simt/language_check.hpp"
#include "simt/tests/language/programs.hpp"
#include "support/files/cached.hpp"
#include "support/files/whole_file.hpp"

namespace simt {
namespace {

const Compiler& compiler() {
  static const Compiler compiler(COURSE_ROOT "/simt/include", PROGRAMS);
  return compiler;
}

/// The messages about a line: "student.cu:3: error: …".
std::string messages_at(const std::string& messages, int line, const std::string& kind) {
  const std::string start = "student.cu:" + std::to_string(line) + ": " + kind + ": ";
  std::istringstream lines(messages);
  std::string result;
  for (std::string each; std::getline(lines, each);) {
    if (each.starts_with(start)) result += each + "\n";
  }
  return result;
}

// Errors in the emulator's headers are no fault of a program and are left out of the check, so they are looked for
// here.
TEST(LanguageHeaders, HaveNoErrorsForKernelsAndForTheHost) {
  const std::filesystem::path include_dir = COURSE_ROOT "/simt/include";
  std::string text;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(include_dir)) {
    if (!entry.is_regular_file()) continue;
    text += "#include <" + entry.path().lexically_relative(include_dir).string() + ">\n";
  }
  const files::TemporaryFolder folder(std::filesystem::temp_directory_path());
  const Clang clang = find_clang(PROGRAMS);
  const auto run = [&](std::vector<std::string> arguments) {
    process::ChildOptions options;
    options.command = std::move(arguments);
    options.command.insert(options.command.begin(), clang.program);
    options.directory = folder.path();
    options.environment = process::minimal_environment();
    const process::Completed completed = process::run(options, units::Seconds{60}, units::Bytes{1 << 20});
    EXPECT_TRUE(completed.succeeded()) << completed.output;
    return completed;
  };
  const LanguageCheck check =
      check_language({text, "all.cu", folder.path(), include_dir, clang.headers, {}, {}, {}, {}}, run);
  EXPECT_FALSE(check.is_refused) << check.messages;
}

class Language : public testing::TestWithParam<Program> {};

// What nvcc accepts is compiled, or named where the emulator does not have it; all else is refused at nvcc's line.
TEST_P(Language, IsNvccs) {
  const Program& program = GetParam();
  const files::TemporaryFolder folder(std::filesystem::temp_directory_path());
  files::write_atomically(folder.path() / "student.cu", program.text);
  CompileOptions options;
  options.folder = folder.path();
  options.first_includes = {"cuda_runtime.h"};
  const process::Completed compiled = compiler().compile(folder.path() / "student.cu", options);
  const std::string& said = compiled.output;
  // The emulator refuses what nvcc accepts in four programs: a kernel's reference, which would refer to host memory,
  // and a device function's address that host code takes, which both fail on every GPU, and a member's __constant__,
  // which nvcc ignores.
  const std::set<std::string> refused_here{"kernels_reference_parameter", "kernels_const_reference_parameter",
                                           "functions_address_of_a_device_function_in_host_code",
                                           "variables_member_constant"};
  if (refused_here.contains(program.name)) {
    EXPECT_FALSE(compiled.succeeded()) << said;
    return;
  }
  EXPECT_EQ(compiled.succeeded() || missing_feature(said), program.is_accepted()) << said;
  for (const Expected& refused : program.refused)
    EXPECT_THAT(messages_at(said, refused.line, "error"), testing::HasSubstr(refused.word)) << said;
  for (const Expected& refused : program.too_much)
    EXPECT_THAT(messages_at(said, refused.line, "error"), testing::HasSubstr(refused.word)) << said;
  for (const Expected& warned : program.warned)
    EXPECT_THAT(messages_at(said, warned.line, "warning"), testing::HasSubstr(warned.word)) << said;
}

INSTANTIATE_TEST_SUITE_P(Programs, Language, testing::ValuesIn(all_programs()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace simt
