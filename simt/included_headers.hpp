// What of the files that a program included the emulator cannot take. Only the program's own file is translated.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace simt {

/// Where files come from.
struct IncludeFolders {
  std::filesystem::path emulator;              ///< simt/include
  std::vector<std::filesystem::path> program;  ///< of the program and its options
};

/// An error message, "helper.cuh:2: error: the emulator has no cuRAND (curand_kernel.h)…", for the first of `files`
/// that is a header of CUDA outside of the emulator's folder, or a header of the program that depends on __CUDA_ARCH__.
/// Empty when there is none.
std::string refused_include(const std::vector<std::filesystem::path>& files, const IncludeFolders& folders);

}  // namespace simt
