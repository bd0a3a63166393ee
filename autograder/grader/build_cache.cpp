#include "grader/build_cache.hpp"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "files/whole_file.hpp"
#include "grader/grade.hpp"

namespace grader {
namespace fs = std::filesystem;
namespace {

/// Names the folder; that the content is the same is decided by comparing all of it.
std::string short_hash(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  std::ostringstream hex;
  hex << std::hex << hash;
  return hex.str();
}

class TemporaryFolder {
 public:
  explicit TemporaryFolder(const fs::path& parent) {
    std::string pattern = (parent / ".building-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
      throw CannotGrade("cannot write to " + parent.string() + ": " + std::generic_category().message(errno));
    }
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

}  // namespace

backends::Build build_cached(const BuildRequest& request) {
  const fs::path interface_folder = request.root / "labs" / request.lab.folder;
  const std::string source = files::read_file(request.source);
  std::string key = request.compiler.build_key() + "\n";
  for (const auto& entry : fs::directory_iterator(interface_folder)) {
    if (entry.path().extension() == ".cuh") key += files::read_file(entry.path());
  }
  key += "\n" + source;

  const fs::path parent = request.root / "build/submissions";
  std::error_code error;
  fs::create_directories(parent, error);
  const fs::path folder =
      parent / (std::string(request.lab.name) + "-" + std::string(request.compiler.name()) + "-" + short_hash(key));
  if (fs::exists(folder / "library.so", error) && files::read_file(folder / "key") == key)
    return {folder / "library.so", ""};

  const TemporaryFolder work(parent);
  // The compiler sees this copy alone: nothing else a student handed in takes part.
  const fs::path copy = work.path() / request.lab.source;
  std::ofstream(copy, std::ios::binary) << source;
  backends::Build build = request.compiler.build(copy, interface_folder, work.path(), request.limits);
  if (!build.library) return build;
  std::ofstream(work.path() / "key", std::ios::binary) << key;
  fs::remove_all(folder, error);
  fs::rename(work.path(), folder, error);
  if (error && !fs::exists(folder / "library.so")) {
    throw CannotGrade("cannot keep the library in " + folder.string() + ": " + error.message());
  }
  build.library = folder / "library.so";
  return build;
}

}  // namespace grader
