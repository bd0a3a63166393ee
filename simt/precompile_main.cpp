// precompile-headers INCLUDE_DIR PROGRAMS TARGET: makes, in the folder PROGRAMS, what clang has read of the emulator's
// headers. Every check of a student's file begins there; otherwise most of its time would go into these headers again.
// TARGET, a file without text, says that it was done; TARGET.d lists the headers, as a rule of a makefile.
//
// A clang that cannot do it stops no build: the checks read the headers themselves, and take longer.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <utility>

#include "simt/clang.hpp"
#include "simt/language_check.hpp"
#include "support/files/whole_file.hpp"
#include "support/process/child.hpp"
#include "support/units.hpp"

namespace {

namespace fs = std::filesystem;

/// Empty where clang made both files; else what it said.
std::string precompile(const simt::Clang& clang, const fs::path& include_dir, const fs::path& target) {
  for (const simt::Pass pass : {simt::Pass::host, simt::Pass::device}) {
    const fs::path file = simt::precompiled_headers(clang.precompiled, pass);
    process::ChildOptions child;
    child.command = simt::precompile_arguments(include_dir, clang.headers, pass, file, target);
    child.command.insert(child.command.begin(), clang.program);
    child.environment = process::minimal_environment();
    const process::Completed completed = process::run(child, units::Seconds{120}, units::Bytes{1 << 20});
    if (!completed.succeeded()) return completed.output + "\n";
  }
  return "";
}

/// Both passes read the same headers.
void list_headers(const simt::Clang& clang, const fs::path& target) {
  fs::rename(simt::precompiled_headers(clang.precompiled, simt::Pass::host).string() + ".d", target.string() + ".d");
  fs::remove(simt::precompiled_headers(clang.precompiled, simt::Pass::device).string() + ".d");
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) {
    std::fputs("usage: precompile-headers INCLUDE_DIR PROGRAMS TARGET\n", stderr);
    return 2;
  }
  const fs::path target = arguments[3];
  try {
    files::write_atomically(target.string() + ".d", target.string() + ":\n");
    const simt::Clang clang = simt::find_clang(arguments[2]);
    const std::string problem = precompile(clang, arguments[1], target);
    std::fputs(problem.c_str(), stderr);
    if (problem.empty()) list_headers(clang, target);
    files::write_atomically(target, "");
  } catch (const simt::NoCompiler& error) {
    std::fprintf(stderr, "precompile-headers: %s\n", error.what());
    files::write_atomically(target, "");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "precompile-headers: %s\n", error.what());
    return 1;
  }
  return 0;
}
