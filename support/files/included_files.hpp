// Which files a compiler read, as it lists them itself.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace files {

/// The paths in a dependency file that a compiler wrote, without the target. Empty when the file cannot be read.
std::vector<std::filesystem::path> included_files(const std::filesystem::path& dependencies);

/// The first of `files`, relative to `folder` or absolute, that is neither one of `allowed` nor below one of them,
/// wherever links lead; empty when there is none.
std::string file_outside(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& files,
                         const std::vector<std::filesystem::path>& allowed);

}  // namespace files
