// Where products may be kept that every process of this user on this machine, or of a job on a cluster, has to find.
#pragma once

#include <filesystem>

namespace files {

/// The folder that COURSE_WORK_DIR names (`--work-dir`), else `usual`. Not made here.
std::filesystem::path work_folder(const std::filesystem::path& usual);

}  // namespace files
