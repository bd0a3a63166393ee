// Programs for the tests of streams: the fixture and the kernels of kernels/streams.cu, and a few statements over them.
#pragma once

#include <string>

#include "student_library.hpp"

namespace simt::test {

/// A source whose function `run` executes `statements` over a fixture `f`. `flags` are the arguments of the fixture:
/// "(cudaStreamDefault)"; without them its streams do not wait for the default stream.
inline std::string stream_program(const std::string& statements, const std::string& flags = "") {
  return read_kernels("streams.cu") + "extern \"C\" void run() {\n  Fixture f" + flags + ";\n" + statements + "\n}\n";
}

/// What `run` of such a program shows; the fixture leaves its memory behind, which is no finding here.
inline Evidence evidence_of(const StudentLibrary& library) {
  return without_leaks(run<void()>(library, {}, everything, "run"));
}

}  // namespace simt::test
