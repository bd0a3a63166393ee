// Finds and reads the one file a student hands in.
#pragma once

#include <filesystem>
#include <string>

#include "course/lab.hpp"

namespace grader {

/// `submission` is a folder with one .cu file in it, or the file itself. Throws UsageError naming what is
/// missing, unreadable or one too many.
std::filesystem::path find_source(const course::Lab& lab, const std::filesystem::path& submission);

/// The same; where `submission` is empty, in the lab's own folder below `root`, the course's folder.
std::filesystem::path find_source(const std::filesystem::path& root, const course::Lab& lab,
                                  const std::filesystem::path& submission);

/// The text of a source. Only regular files are read, of at most 256 KiB; symbolic links are not followed, because they
/// could lead to any file of the user who grades. Throws UsageError; for a longer one SourceTooLarge, which is one.
std::string read_source(const std::filesystem::path& file);

}  // namespace grader
