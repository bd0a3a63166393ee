// What the text of a graded program may not say to the compiler, because evidence would then not show what the program
// does. It is looked for after preprocessing, in the program's own file alone: by what is code, not by words.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "simt/translate/translate.hpp"

namespace simt {

/// A header that a program's own text includes, itself or by another header.
struct IncludedHeader {
  std::string file;
  int line = 0;  ///< of the program's #include
};

/// What find_forbidden() also learns.
struct SeenHeaders {
  std::vector<IncludedHeader> headers;
  bool includes_itself = false;  ///< so that lines say nothing of the order
};

/// `preprocessed` is what clang -E makes of the translation of a program: exactly what is compiled next. Files of a
/// relative path are the program's own, since all headers have absolute ones. Found are, at the lines of its source:
///   - names that belong to the emulator, names that headers have for members of the C++ library, and assembler,
///   - attributes and pragmas other than those that change no access and no call.
/// What the translation puts in is allowed. Throws only std::bad_alloc; the time is linear in the length of the input.
std::vector<Diagnostic> find_forbidden(std::string_view preprocessed, SeenHeaders* seen = nullptr);

/// Macros that `source` defines before it includes a header that uses their names: what a header says is not looked at,
/// so it must be what its file holds. `read` gives a file's text; headers that come before all macros are not read.
std::vector<Diagnostic> find_changed_headers(std::string_view source, const SeenHeaders& seen,
                                             const std::function<std::string(const std::string&)>& read);

/// Directives in `source` by which its code would count as another file's: #line and its short form.
std::vector<Diagnostic> find_line_directives(std::string_view source);

/// The line of `source` where one of `names` stands first in the code: not in a comment or a text. 0 where none does.
int find_name(std::string_view source, std::span<const std::string_view> names);

}  // namespace simt
