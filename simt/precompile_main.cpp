// precompile-headers INCLUDE_DIR PROGRAMS DONE: makes, in the folder PROGRAMS, what clang has read of the emulator's
// headers (precompiled.hpp). DONE, a file without text, says when.
//
// A clang that cannot do it stops no build: clang then reads the headers each time, and takes longer.
#include <cstdio>
#include <exception>

#include "simt/clang.hpp"
#include "simt/compile.hpp"
#include "support/files/whole_file.hpp"

int main(int count, char** arguments) {
  if (count != 4) {
    std::fputs("usage: precompile-headers INCLUDE_DIR PROGRAMS DONE\n", stderr);
    return 2;
  }
  try {
    try {
      std::fputs(simt::Compiler(arguments[1], arguments[2]).precompile().c_str(), stderr);
    } catch (const simt::NoCompiler& error) {
      std::fprintf(stderr, "precompile-headers: %s\n", error.what());
    }
    files::write_atomically(arguments[3], "");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "precompile-headers: %s\n", error.what());
    return 1;
  }
  return 0;
}
