#include "simt/tests/every_clang.hpp"

#include <cstdlib>

#include "simt/clang.hpp"

namespace simt::test {
namespace {

void choose(const std::string& program) { ::setenv("COURSE_CLANG", program.c_str(), 1); }

}  // namespace

ChosenClang::ChosenClang(const std::string& program) {
  const char* const chosen = std::getenv("COURSE_CLANG");
  if (chosen != nullptr) before_ = chosen;
  choose(program);
}

ChosenClang::~ChosenClang() { choose(before_); }

std::vector<std::string> other_clangs(const std::string& programs) {
  std::vector<std::string> others;
  const std::string usual = find_clang(programs).version;
  for (int version = 14; version <= 21; ++version) {
    const std::string program = "clang++-" + std::to_string(version);
    const ChosenClang chosen(program);
    try {
      if (find_clang(programs).version != usual) others.push_back(program);
    } catch (const NoCompiler&) {
    }
  }
  return others;
}

}  // namespace simt::test
