// nvcc's answer to each program of the table, where nvcc is: the same as the emulator's.
//
// nvcc takes two seconds for each. So nvcc_asked.txt holds which programs it has answered as the table says, each with
// a number that changes with the program, the expectations and nvcc's version. Only what is not in it is asked again,
// and every eighth program. With COURSE_RECORD_NVCC=FILE all are asked, and FILE takes a line for each: sorted, it is
// the new nvcc_asked.txt.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

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

process::Completed run_nvcc(std::vector<std::string> arguments, const std::filesystem::path& folder) {
  process::ChildOptions options;
  options.command = std::move(arguments);
  options.command.insert(options.command.begin(), NVCC);
  options.directory = folder;
  options.environment = process::minimal_environment();
  return process::run(options, units::Seconds{120}, units::Bytes{1 << 20});
}

/// "V13.0.88"
std::string version_of_nvcc() {
  std::istringstream words(run_nvcc({"--version"}, "/").output);
  std::string word;
  while (words >> word && !(word.starts_with('V') && word.find('.') != std::string::npos)) continue;
  return word;
}

/// A line of nvcc_asked.txt: another one for another program, other expectations or another nvcc.
std::string asked(const Program& program) {
  std::ostringstream all;
  all << version_of_nvcc() << '\n' << program.text;
  for (const auto* const expected : {&program.refused, &program.too_much}) {
    for (const Expected& refused : *expected) all << '\n' << refused.line << ' ' << refused.word;
    all << '\n';
  }
  std::ostringstream line;
  line << program.name << ' ' << std::hex << files::content_hash(all.str());
  return line.str();
}

std::set<std::string> lines_of_file(const std::filesystem::path& file) {
  std::ifstream text(file);
  std::set<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.insert(line);
  return lines;
}

bool is_asked_always(const Program& program) { return files::content_hash(program.name) % 8 == 0; }

class Nvcc : public testing::TestWithParam<Program> {};

TEST_P(Nvcc, SaysWhatTheEmulatorSays) {
  if (!std::filesystem::exists(NVCC)) GTEST_SKIP() << "nvcc is not here";
  const Program& program = GetParam();
  const char* const record = std::getenv("COURSE_RECORD_NVCC");
  const std::filesystem::path answered = COURSE_ROOT "/simt/tests/language/nvcc_asked.txt";
  if (record == nullptr && !is_asked_always(program) && lines_of_file(answered).contains(asked(program))) return;
  const files::TemporaryFolder folder(std::filesystem::temp_directory_path());
  files::write_atomically(folder.path() / "student.cu", program.text);
  const process::Completed compiled = run_nvcc(
      {"-std=c++17", "-gencode=arch=compute_90,code=sm_90", "-c", "student.cu", "-o", "student.o"}, folder.path());
  EXPECT_EQ(compiled.succeeded(), program.is_accepted()) << compiled.output;
  for (const Expected& refused : program.refused)
    EXPECT_TRUE(names_line(compiled.output, refused.line)) << compiled.output;
  for (const Expected& refused : program.too_much)
    EXPECT_NE(compiled.output.find(refused.word), std::string::npos) << compiled.output;
  if (record != nullptr && !HasFailure()) std::ofstream(record, std::ios::app) << asked(program) + "\n";
}

// A program that changed is not answered yet.
TEST(NvccAsked, DependsOnTheProgramAndOnWhatIsExpected) {
  if (!std::filesystem::exists(NVCC)) GTEST_SKIP() << "nvcc is not here";
  const Program program{"name", "int x;\n", {}, {}, {}};
  Program other = program;
  other.text += "int y;\n";
  Program refused = program;
  refused.refused.push_back({1, "word"});
  EXPECT_EQ(asked(program), asked(Program(program)));
  EXPECT_NE(asked(program), asked(other));
  EXPECT_NE(asked(program), asked(refused));
}

INSTANTIATE_TEST_SUITE_P(Programs, Nvcc, testing::ValuesIn(all_programs()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace simt
