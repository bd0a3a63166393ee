// What an object file of student code may use of the process that loads it, and may be made of.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

namespace simt {

/// The functions of `file`, simt/host_functions.txt: names between blanks and line ends, "#" before a remark; "*"
/// allows all of them, where other walls are tried. Throws std::system_error when it cannot be read.
std::set<std::string, std::less<>> read_host_functions(const std::filesystem::path& file);

/// What of an object file is refused, as an error message of a compiler, "object.o: error: …"; empty when nothing is:
///   - a function or variable of the process that is neither the emulator's nor in `allowed`; `source`, the program's
///     text, says where it may be used (unavailable.hpp),
///   - a definition that would take the place of one of the emulator's,
///   - code that runs before the library is loaded whole, other sections than the compiler's own, data among the code.
/// Whatever cannot be read as an object file for x86-64 is refused, too.
std::string refused_object(std::string_view object, const std::set<std::string, std::less<>>& allowed,
                           std::string_view name, std::string_view source);

}  // namespace simt
