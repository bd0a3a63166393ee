// Finds and reads the one file a student hands in.
#pragma once

#include <filesystem>
#include <string>

#include "course/lab.hpp"

namespace grader {

/// `submission` is the file itself, or a folder: in it the lab's own file is taken, or else the only .cu file. Throws
/// UsageError naming what is missing, unreadable or one too many.
std::filesystem::path find_source(const course::Lab& lab, const std::filesystem::path& submission);

/// The same; where `submission` is empty, in the lab's own folder below `root`, the course's folder.
std::filesystem::path find_source(const std::filesystem::path& root, const course::Lab& lab,
                                  const std::filesystem::path& submission);

/// The text of a source. Only regular files are read, of at most 256 KiB; symbolic links are not followed, because they
/// could lead to any file of the user who grades. Throws UsageError; for a longer one, and for one with a byte that is
/// zero, NoSourceCode, which is one.
std::string read_source(const std::filesystem::path& file);

}  // namespace grader
