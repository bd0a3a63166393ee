// Short questions to programs of this machine: to git, to the GPU's driver.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace process {

/// What a command prints; empty if it fails, is not installed, or takes more than some seconds. Throws Interrupted.
std::string answer_of(std::vector<std::string> command);
/// The first line of it.
std::string first_line_of(std::vector<std::string> command);

/// The commit of the git repository that `folder` is in, with "-changed" behind it where files differ from it;
/// "unknown" where git cannot tell.
std::string commit_of(const std::filesystem::path& folder);

}  // namespace process
