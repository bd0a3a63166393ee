#include "simt/tests/language/programs.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "support/files/whole_file.hpp"

namespace simt {
namespace {

std::string after(const std::string& line, const std::string& mark) {
  const std::size_t place = line.find(mark);
  return place == std::string::npos ? "" : line.substr(place + mark.size());
}

void add_programs(const std::filesystem::path& file, std::vector<Program>& programs) {
  std::istringstream lines(files::read_file(file));
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("//// ")) {
      programs.push_back({file.stem().string() + "_" + line.substr(5), "", {}, {}, {}});
      number = 0;
      continue;
    }
    Program& program = programs.back();
    program.text += line + "\n";
    ++number;
    if (const std::string word = after(line, "// refused: "); !word.empty()) program.refused.push_back({number, word});
    if (const std::string word = after(line, "// warned: "); !word.empty()) program.warned.push_back({number, word});
    if (const std::string word = after(line, "// too much: "); !word.empty())
      program.too_much.push_back({number, word});
  }
}

}  // namespace

std::vector<Program> all_programs() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(COURSE_ROOT "/simt/tests/language/programs")) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<Program> programs;
  for (const std::filesystem::path& file : files) add_programs(file, programs);
  return programs;
}

}  // namespace simt
