// How student code is compiled and linked for the emulator: one list, used by whoever builds any.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simt {

/// For clang++ on a translated file, besides -c, -o and the file's name. `include_dir` is simt/include.
std::vector<std::string> compile_flags(std::string_view include_dir);

/// For clang++ on the objects, besides -o and their names; makes the shared library that the runner loads. Its
/// undefined symbols are the runtime's.
std::vector<std::string> link_flags();

}  // namespace simt
