#include "backends/compiled.hpp"

#include <sys/statvfs.h>

#include <sstream>

#include "support/files/included_files.hpp"

namespace backends {
namespace {

/// With less, no compiler can write what it makes.
constexpr std::uint64_t least_free_bytes = 4 << 20;

bool is_disk_full(const std::filesystem::path& folder) {
  struct statvfs disk {};
  if (statvfs(folder.c_str(), &disk) != 0) return false;
  return disk.f_bavail * disk.f_frsize < least_free_bytes || (disk.f_files != 0 && disk.f_favail == 0);
}

std::string first_line(const std::string& text) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  return start == std::string::npos ? "" : text.substr(start, text.find('\n', start) - start);
}

/// What a person would read of it: its first lines, and the beginning of each.
std::string beginning(const std::string& text) {
  constexpr std::size_t most_lines = 100;
  constexpr std::size_t most_characters = 300;
  std::istringstream lines(text);
  std::string kept;
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    if (count >= most_lines) continue;
    if (line.size() > most_characters) line = line.substr(0, most_characters) + " …";
    kept += line + "\n";
  }
  if (count > most_lines) kept += "… and " + std::to_string(count - most_lines) + " more lines\n";
  return kept;
}

/// The course's headers and the system's are all that a source may include.
std::string file_outside(const Compilation& compilation) {
  std::vector<std::filesystem::path> allowed = process::system_files();
  allowed.insert(allowed.end(), compilation.headers.begin(), compilation.headers.end());
  allowed.push_back(compilation.folder);
  return files::file_outside(compilation.folder, files::included_files(compilation.folder / "student.d"), allowed);
}

}  // namespace

process::Confinement compiler_confinement(const course::Limits& limits) {
  process::Confinement confinement;
  confinement.memory = limits.compile_memory;
  return confinement;
}

std::string how_it_ended(const process::Completed& completed) {
  if (completed.ending.by_signal) return "it was ended by signal " + std::to_string(completed.ending.code);
  const std::string said = first_line(completed.output);
  return said.empty() ? "it ended with status " + std::to_string(completed.ending.code) + " and said nothing" : said;
}

Build finish_build(const Compilation& compilation, const std::function<process::Completed()>& compile_something_right) {
  const process::Completed& completed = compilation.completed;
  Build build{std::nullopt, beginning(completed.output)};
  if (const std::string outside = file_outside(compilation); !outside.empty()) {
    build.output = "error: includes " + outside + ", which is not part of the course\n";
    return build;
  }
  if (completed.succeeded()) {
    build.library = compilation.folder / "library.so";
    return build;
  }
  if (completed.starved) {
    throw CannotGrade("the compiler had hardly any processor time: let this machine do less, and grade again");
  }
  if (completed.machine_ran_out_of_memory) {
    throw CannotGrade(
        "the compiler was ended because this machine has no memory left: let it do less, and grade again");
  }
  if (is_disk_full(compilation.folder)) throw CannotGrade("the compiler could not write: no space is left on the disk");
  if (!completed.was_killed() && !compilation.names_mistake) {
    const process::Completed right = compile_something_right();
    if (!right.succeeded()) {
      throw CannotGrade(compilation.compiler + " cannot compile on this machine: " + how_it_ended(right) + "; " +
                        compilation.advice);
    }
  }
  if (completed.timed_out) build.output += "\nthe compiler ran out of time\n";
  if (completed.flooded) build.output += "\nthe compiler was stopped: it said too much\n";
  if (completed.too_large) build.output += "\nthe compiler was stopped: it needed too much memory\n";
  if (completed.ending.by_signal) build.output += "\nthe compiler crashed: " + how_it_ended(completed) + "\n";
  return build;
}

}  // namespace backends
