// Puts a lab's file back to how it was handed out, keeping the student's own beside it.
#pragma once

#include <filesystem>
#include <string>

#include "course/lab.hpp"

namespace cli {

/// Takes labs/<folder>/original/<source> below `root`. The present file is first copied to "<source>.<time>" beside it,
/// which the grader takes for no submission. Returns what was done, in one sentence. Throws grader::CannotGrade when
/// the original is not there: nothing was changed then.
std::string reset_lab(const std::filesystem::path& root, const course::Lab& lab);

}  // namespace cli
