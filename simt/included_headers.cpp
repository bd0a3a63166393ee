#include "simt/included_headers.hpp"

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "simt/translate/missing_features.hpp"

namespace simt {
namespace {

namespace fs = std::filesystem;

bool is_below(const fs::path& file, const fs::path& folder) {
  const fs::path relative = file.lexically_normal().lexically_relative(folder.lexically_normal());
  return !relative.empty() && *relative.begin() != "..";
}

bool is_of_program(const fs::path& file, const IncludeFolders& folders) {
  return std::any_of(folders.program.begin(), folders.program.end(), [&](auto& one) { return is_below(file, one); });
}

/// Says which folders hold CUDA's headers, and asks the file system once for each of them.
class CudaFolders {
 public:
  bool contain(const std::string& folder) {
    const auto [entry, is_new] = known_.try_emplace(folder);
    if (is_new) {
      entry->second = fs::exists(folder + "/cuda_runtime_api.h") || fs::exists(folder + "/../cuda_runtime_api.h");
    }
    return entry->second;
  }

 private:
  std::map<std::string, bool, std::less<>> known_;
};

/// How programs name the header `file`, "cub/cub.cuh", when it is CUDA's and missing in the emulator; else empty.
std::string missing_name_of(const std::string& file, CudaFolders& cuda) {
  for (std::size_t slash = file.rfind('/'); slash != std::string::npos && slash != 0;
       slash = file.rfind('/', slash - 1)) {
    const std::string name = file.substr(slash + 1);
    if (cuda.contain(file.substr(0, slash)) && !missing_header(name).empty()) return name;
  }
  return "";
}

/// The first line of `file` that contains all of `words`; 0 when none does.
int line_with(const fs::path& file, const std::vector<std::string>& words) {
  std::ifstream stream(file);
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    const auto has = [&](const std::string& word) { return line.find(word) != std::string::npos; };
    if (std::all_of(words.begin(), words.end(), has)) return number;
  }
  return 0;
}

std::string error_at(const fs::path& file, int line, const std::string& message) {
  return file.filename().string() + ":" + std::to_string(line) + ": error: " + message + "\n";
}

}  // namespace

std::string refused_include(const std::vector<fs::path>& files, const IncludeFolders& folders) {
  CudaFolders cuda;
  for (const fs::path& file : files) {
    if (is_below(file, folders.emulator)) continue;
    if (const std::string name = missing_name_of(file.string(), cuda); !name.empty()) {
      for (const fs::path& includer : files) {
        const int line = is_of_program(includer, folders) ? line_with(includer, {"#", "include", name}) : 0;
        if (line != 0) return error_at(includer, line, missing_header(name));
      }
      return error_at(file, 1, missing_header(name));
    }
    const int line = is_of_program(file, folders) ? line_with(file, {"__CUDA_ARCH__"}) : 0;
    if (line == 0) continue;
    return error_at(file, line,
                    std::string(missing_feature_start) +
                        "__CUDA_ARCH__ in included files; move what depends on it to the program's file");
  }
  return "";
}

}  // namespace simt
