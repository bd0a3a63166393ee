// What nvcc refuses in a CUDA program, without nvcc: clang's own CUDA front end reads the source as it was written, for
// the host and for the device, and rules of nvcc that clang does not have are checked on its tokens.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "simt/precompiled.hpp"
#include "support/process/child.hpp"

namespace simt {

/// Runs clang++ with these arguments.
using RunClang = std::function<process::Completed(std::vector<std::string>)>;

/// For clang++ in both passes, besides the headers, the pass and the file's name. `include_dir` is simt/include.
std::vector<std::string> language_flags(std::string_view include_dir);

/// What to check, and where.
struct LanguageCheckRequest {
  std::string text;                                 ///< of the source
  std::string name;                                 ///< its file name, as it shall be called in messages
  std::filesystem::path folder;                     ///< exists; takes the files that clang reads
  std::filesystem::path include_dir;                ///< simt/include
  std::filesystem::path c_headers;                  ///< clang's own: stddef.h and its like
  std::vector<std::filesystem::path> include_dirs;  ///< of the program, after the emulator's own headers
  std::vector<std::string> definitions;             ///< "NAME" or "NAME=value", as after -D
  std::vector<std::string> first_includes;          ///< headers before the first line, after cuda_runtime.h
  std::filesystem::path precompiled;                ///< start of precompiled_file(); the files need not be there
};

/// What clang said.
struct LanguageCheck {
  bool is_refused = false;  ///< the source is not valid CUDA
  std::string messages;     ///< errors and warnings with their lines, as a compiler prints them; empty: none
};

/// Both passes. With precompiled headers both are much quicker, and say the same. What concerns only the
/// emulator's or the system's headers is left out, because the compilation itself reports it. Throws what `run` throws,
/// and std::system_error when a file cannot be written.
LanguageCheck check_language(const LanguageCheckRequest& request, const RunClang& run);

/// For clang++, to make `precompiled` of cuda_runtime.h for host_check or device_check. `c_headers` as in the request.
std::vector<std::string> precompile_check(const std::filesystem::path& include_dir,
                                          const std::filesystem::path& c_headers, Reading reading,
                                          const std::filesystem::path& precompiled);

}  // namespace simt
