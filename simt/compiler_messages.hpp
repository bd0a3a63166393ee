// What clang says about a translated file, as a message about the student's own.
#pragma once

#include <string>
#include <string_view>

namespace simt {

/// Leaves out notes about the emulator's headers and puts the student's line under each message about it. What such a
/// header refuses by an #error is said of the line that includes it.
/// `source` is the student's text, `name` its file name.
std::string about_the_source(std::string_view messages, std::string_view source, std::string_view name);

}  // namespace simt
