// Archives that students hand in. They are unpacked by a program of their own (unpack/main.cpp) behind the walls that
// submissions are compiled behind: what takes them apart is the one thing here that reads bytes of strangers.
#pragma once

#include <filesystem>
#include <string>

namespace batch {

/// True for names that end like an archive's: .zip, .tar, .tar.gz, .tgz …
bool is_archive(const std::filesystem::path& file);
/// "ada" for ada.zip, ada.tar.gz and ada.cu.
std::string name_without_suffix(const std::filesystem::path& file);

/// Puts the .cu files of an archive into `folder`, which is empty. Returns why it was refused, as a sentence about "the
/// archive"; empty if all went well. Throws process::Interrupted.
std::string unpack_confined(const std::filesystem::path& archive, const std::filesystem::path& folder);

}  // namespace batch
