// nvcc's answer to each program of the table, where nvcc is: the same as the emulator's.
#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <regex>

#include "simt/tests/language/programs.hpp"
#include "support/files/cached.hpp"
#include "support/files/whole_file.hpp"
#include "support/process/child.hpp"

namespace simt {
namespace {

/// An error at the line, or at the next: where a semicolon is missing, nvcc names what follows.
bool names_line(const std::string& output, int line) {
  const std::regex error("student\\.cu[:(](\\d+)(\\)|:\\d+)?: (fatal |catastrophic )?error");
  for (auto found = std::sregex_iterator(output.begin(), output.end(), error); found != std::sregex_iterator();
       ++found) {
    const int named = std::stoi((*found)[1]);
    if (named == line || named == line + 1) return true;
  }
  return false;
}

class Nvcc : public testing::TestWithParam<Program> {};

TEST_P(Nvcc, SaysWhatTheEmulatorSays) {
  if (!std::filesystem::exists(NVCC)) GTEST_SKIP() << "nvcc is not here";
  const Program& program = GetParam();
  const files::TemporaryFolder folder(std::filesystem::temp_directory_path());
  files::write_atomically(folder.path() / "student.cu", program.text);
  process::ChildOptions options;
  options.command = {NVCC, "-std=c++17", "-gencode=arch=compute_90,code=sm_90", "-c", "student.cu", "-o", "student.o"};
  options.directory = folder.path();
  options.environment = process::minimal_environment();
  const process::Completed compiled = process::run(options, units::Seconds{120}, units::Bytes{1 << 20});
  EXPECT_EQ(compiled.succeeded(), program.is_accepted()) << compiled.output;
  for (const Expected& refused : program.refused)
    EXPECT_TRUE(names_line(compiled.output, refused.line)) << compiled.output;
  for (const Expected& refused : program.too_much)
    EXPECT_NE(compiled.output.find(refused.word), std::string::npos) << compiled.output;
}

INSTANTIATE_TEST_SUITE_P(Programs, Nvcc, testing::ValuesIn(all_programs()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace simt
