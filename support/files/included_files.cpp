#include "support/files/included_files.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

namespace files {
namespace fs = std::filesystem;
namespace {

bool is_below(const fs::path& file, const fs::path& folder) {
  const fs::path relative = file.lexically_relative(folder);
  return !relative.empty() && *relative.begin() != "..";
}

}  // namespace

// library.o: a.cu /usr/include/b\ c.h \ <newline> …
std::vector<fs::path> included_files(const fs::path& dependencies) {
  std::ifstream stream(dependencies);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  std::vector<fs::path> files;
  std::string word;
  const std::size_t start = text.find(": ");
  for (std::size_t i = start == std::string::npos ? text.size() : start + 2; i < text.size(); ++i) {
    const bool is_escape = text[i] == '\\' && i + 1 < text.size();
    if (is_escape && text[i + 1] != '\n') {
      word += text[++i];
    } else if (is_escape || text[i] == ' ' || text[i] == '\n') {
      if (!word.empty()) files.emplace_back(std::exchange(word, ""));
    } else {
      word += text[i];
    }
  }
  return files;
}

std::string file_outside(const fs::path& folder, const std::vector<fs::path>& files,
                         const std::vector<fs::path>& allowed) {
  std::vector<fs::path> places;
  for (const fs::path& place : allowed) places.push_back(fs::weakly_canonical(place));
  for (const fs::path& file : files) {
    const fs::path real = fs::weakly_canonical(folder / file);
    const bool is_inside =
        std::any_of(places.begin(), places.end(), [&](const fs::path& place) { return is_below(real, place); });
    if (!is_inside) return file.string();
  }
  return "";
}

}  // namespace files
