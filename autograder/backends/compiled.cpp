#include "backends/compiled.hpp"

#include <sys/statvfs.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <sstream>
#include <string_view>

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

bool was_ended_by(const process::Ending& ending, int signal) {
  return ending.by_signal ? ending.code == signal : ending.code == 128 + signal;
}

/// Whether one of a compiler's processes was killed: the one that was started, or another one of which it says so.
bool shows_a_kill(const process::Completed& completed) {
  constexpr std::array<std::string_view, 2> words{"Kill", "signal 9"};  // of drivers, about what they have started
  return was_ended_by(completed.ending, SIGKILL) || std::any_of(words.begin(), words.end(), [&](std::string_view word) {
           return completed.output.find(word) != std::string::npos;
         });
}

/// Where what compilers built on LLVM say of their own crash begins; the end where they say nothing.
std::size_t start_of_dump(const std::string& output) {
  return std::min({output.find("PLEASE submit a bug report"), output.find("Stack dump:"), output.size()});
}

/// Of a dump's line "1.	a.cu:12:5: parsing function body 'f'" the "a.cu:12"; of a header, which has a whole
/// path, or of other lines nothing.
std::string place_in_dump(std::string_view line) {
  const std::size_t file = line.find(".\t");
  if (file == std::string_view::npos ||
      line.substr(0, file).find_first_not_of("0123456789") != std::string_view::npos) {
    return "";
  }
  const std::string_view place = line.substr(file + 2);
  const std::size_t colon = place.find(':');
  if (colon == std::string_view::npos || place.starts_with('/') || place.starts_with('<')) return "";
  const std::size_t end = place.find_first_not_of("0123456789", colon + 1);
  return end == colon + 1 || end == std::string_view::npos || place[end] != ':' ? ""
                                                                                : std::string(place.substr(0, end));
}

/// For a compiler that crashed: why, or where it was, in place of the addresses that it printed.
std::string about_crash(const process::Completed& completed) {
  if (was_ended_by(completed.ending, SIGXFSZ)) {
    return "error: what the compiler makes of this source has more than " +
           std::to_string(process::most_product_bytes.value >> 20) +
           " MiB: allocate large arrays with cudaMalloc, in place of __device__ or static variables\n";
  }
  std::string place;
  std::istringstream dump(completed.output.substr(start_of_dump(completed.output)));
  for (std::string line; place.empty() && std::getline(dump, line);) place = place_in_dump(line);
  return (place.empty() ? "" : place + ": ") +
         "error: the compiler crashed on this source, by a mistake of its own: write it in another way. To find where, "
         "leave out one function after the other until it compiles\n";
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
  const std::size_t dump = start_of_dump(completed.output);
  Build build{std::nullopt, beginning(completed.output.substr(0, dump))};
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
  if (completed.machine_ran_out_of_memory && shows_a_kill(completed)) {
    throw CannotGrade(
        "the compiler was ended because this machine has no memory left: let it do less, and grade again");
  }
  if (is_disk_full(compilation.folder)) throw CannotGrade("the compiler could not write: no space is left on the disk");
  if (!completed.was_killed() && !compilation.names_mistake) {
    const process::Completed right = compile_something_right();
    if (!right.succeeded() && first_line(right.output).starts_with("bwrap: ")) {
      throw CannotGrade("the walls around the compiler could not be set up (" + first_line(right.output) +
                        "): let this machine do less, and grade again; ./grade doctor says which walls can stand here");
    }
    if (!right.succeeded()) {
      throw CannotGrade(compilation.compiler + " cannot compile on this machine: " + how_it_ended(right) + "; " +
                        compilation.advice);
    }
  }
  if (completed.timed_out) build.output += ran_out_of_time;
  if (completed.flooded) build.output += "\nthe compiler was stopped: it said too much\n";
  if (completed.too_large) build.output += "\nthe compiler was stopped: it needed too much memory\n";

  const bool has_crashed =
      completed.ending.by_signal || was_ended_by(completed.ending, SIGXFSZ) || dump < completed.output.size();
  if (has_crashed && !completed.was_killed()) build.output += about_crash(completed);
  return build;
}

}  // namespace backends
