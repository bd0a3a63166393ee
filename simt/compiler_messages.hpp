// What clang says about a translated file, as a message about the student's own.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simt/translate/missing_features.hpp"

namespace simt {

/// Without their line ends. A line of more than 4096 bytes is cut there: no message has so many, and the regular
/// expressions that look at lines need memory of the stack for each byte.
std::vector<std::string> lines_of(std::string_view text);

/// Leaves out notes about the emulator's headers and puts the student's line under each message about it. What such a
/// header refuses by an #error is said of the line that includes it.
/// What CUDA has and the emulator has not is named so (translate/missing_features.hpp), whatever clang says of it.
/// `source` is the student's text, `name` its file name.
std::string about_the_source(std::string_view messages, std::string_view source, std::string_view name);

/// A feature that a program uses and the emulator does not have: the program may be right.
struct MissingFeature {
  std::string file;  ///< that uses it, as the compiler names it
  int line = 0;      ///< of `file`
  std::string name;  ///< "CUB (cub/cub.cuh); write the kernel yourself"

  /// "line 3", or "helper.cuh, line 3" where the file is not `source`.
  std::string place(std::string_view source) const;
};

/// The first of them in what about_the_source() made; none where the messages are only about mistakes.
std::optional<MissingFeature> missing_feature(std::string_view messages);

}  // namespace simt
