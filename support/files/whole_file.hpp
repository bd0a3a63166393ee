// Files read whole, and written so that a reader sees the old one or the new one, never half of it. Not for
// appending.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace files {

/// All bytes of `path`. Throws std::system_error whose what() is "PATH cannot be read: why"; `path` may be a folder or
/// not exist.
std::string read_file(const std::filesystem::path& path);

/// Writes to a temporary file beside `path`, syncs it and renames it over `path`. Throws std::system_error whose
/// what() is one sentence naming the file, what went wrong and what to do; `path` is then as it was. A link is
/// followed; the new file gets the permissions a plain open would give it. What is no regular file (a device, a pipe)
/// takes the text as it comes.
void write_atomically(const std::filesystem::path& path, std::string_view text);

/// `mode` without the bits that this process's umask takes away.
mode_t masked(mode_t mode);

}  // namespace files
