#include "simt/clang.hpp"

#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <system_error>
#include <vector>

#include "support/process/child.hpp"

namespace simt {
namespace {

namespace fs = std::filesystem;

constexpr int oldest_version = 14;
constexpr int newest_version = 21;

bool is_in_path(const std::string& program) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (access((fs::path(folder) / program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

std::vector<std::string> clangs_in_path() {
  std::vector<std::string> found;
  if (is_in_path("clang++")) found.push_back("clang++");
  for (int version = newest_version; version >= oldest_version; --version) {
    const std::string program = "clang++-" + std::to_string(version);
    if (is_in_path(program)) found.push_back(program);
  }
  return found;
}

struct Described {
  std::string version;
  fs::path headers;
};

Described describe(const std::string& program) {
  process::ChildOptions options;
  options.command = {program, "-v", "-print-resource-dir"};
  options.environment = process::minimal_environment();
  std::string said;
  try {
    said = process::run(options, units::Seconds{10}, units::Bytes{1 << 16}).output;
  } catch (const std::system_error& error) {
    throw NoCompiler(program + " does not start: " + error.what());
  }
  std::istringstream words(said);
  std::string previous, word;
  while (words >> word && !(previous == "clang" && word == "version")) previous = word;
  Described described;
  words >> described.version;
  if (described.version.empty()) throw NoCompiler(program + " -v names no version of clang");
  // The folder is the last line.
  while (said.ends_with('\n')) said.pop_back();
  described.headers = fs::path(said.substr(said.rfind('\n') + 1)) / "include";
  return described;
}

Clang with_plugin(const std::string& program, const fs::path& programs) {
  Described described = describe(program);
  Clang clang{program, std::move(described.version),       {}, std::move(described.headers),
              {},      is_in_path("ld.gold") ? "gold" : ""};
  const std::string major = std::to_string(clang.major_version());
  clang.plugin = fs::absolute(programs) / ("simt-instrument-" + major + ".so");
  clang.precompiled = fs::absolute(programs) / ("cuda_runtime-" + major);
  if (fs::exists(clang.plugin)) return clang;
  if (clang.major_version() < oldest_version) {
    throw NoCompiler(program + " is version " + clang.version + "; install clang " + std::to_string(oldest_version) +
                     " or newer");
  }
  throw NoCompiler(program + " is version " + clang.version + ", and the emulator's plugin for clang " + major +
                   " is not built: install the package llvm-" + major + "-dev and run `make tools`");
}

}  // namespace

int Clang::major_version() const { return std::atoi(version.c_str()); }

Clang find_clang(const fs::path& programs) {
  const char* const chosen = std::getenv("COURSE_CLANG");
  if (chosen != nullptr && *chosen != '\0') return with_plugin(chosen, programs);
  std::string complaint;
  for (const std::string& program : clangs_in_path()) {
    try {
      return with_plugin(program, programs);
    } catch (const NoCompiler& error) {
      if (complaint.empty()) complaint = error.what();
    }
  }
  if (!complaint.empty()) throw NoCompiler(complaint);
  throw NoCompiler("PATH has no clang++, and no clang++-" + std::to_string(oldest_version) + " to clang++-" +
                   std::to_string(newest_version) + ": install clang (" + std::to_string(oldest_version) +
                   " or newer), or run `make tools`");
}

}  // namespace simt
