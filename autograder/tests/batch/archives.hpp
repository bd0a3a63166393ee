// Archives as students, and attackers, hand them in.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace batch::testing_support {

struct Entry {
  std::string path;
  std::string text;
  std::string link_to = {};           ///< not empty: a symbolic link
  std::string hard_link_to = {};      ///< not empty: a hard link
  std::int64_t time = 1'700'000'000;  ///< when it was changed
};

/// By the name's end: .zip, .tar or .tar.gz.
void write_archive(const std::filesystem::path& file, const std::vector<Entry>& entries);

}  // namespace batch::testing_support
