// Reads whole files, and writes them so that a reader sees either the old or the new content, never a part. Not for
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

/// Writes to a temporary file in the same folder, syncs it and renames it to `path`. Throws std::system_error whose
/// what() is one sentence that names the file, the problem and the remedy; `path` is then unchanged. A symbolic link is
/// followed; the new file gets the usual permissions. If `path` is not a regular file (a device, a pipe), the text is
/// written to it directly.
void write_atomically(const std::filesystem::path& path, std::string_view text);

/// Why a file at `path` could not be written, as far as can be seen without writing, and what to do: one clause about
/// `path`. Empty when nothing speaks against it.
std::string why_not_writable(const std::filesystem::path& path);

/// `mode` without the bits in this process's umask.
mode_t masked(mode_t mode);

}  // namespace files
