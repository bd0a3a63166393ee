#include "grader/pipeline/build_cache.hpp"

#include <sstream>

#include "support/files/cached.hpp"
#include "support/files/whole_file.hpp"
#include "support/process/child.hpp"

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

}  // namespace

backends::Build build_cached(const BuildRequest& request) {
  const fs::path interface_folder = request.root / "labs" / request.lab.folder;
  const std::string source = files::read_file(request.source);
  std::string key = request.compiler.build_key() + "\n";
  for (const auto& entry : fs::directory_iterator(interface_folder)) {
    if (entry.path().extension() == ".cuh") key += files::read_file(entry.path());
  }
  key += "\n" + source;

  const fs::path folder =
      request.root / "build/submissions" /
      (std::string(request.lab.name) + "-" + std::string(request.compiler.name()) + "-" + short_hash(key));
  backends::Build build;
  const bool is_made = files::make_cached(
      folder, "library.so", key,
      [&](const fs::path& work) {
        // The compiler sees this copy alone: nothing else a student handed in takes part.
        const fs::path copy = work / request.lab.source;
        files::write_atomically(copy, source);
        build = request.compiler.build(copy, interface_folder, work, request.limits);
        return build.library.has_value();
      },
      process::throw_if_interrupted);
  if (is_made) build.library = folder / "library.so";
  return build;
}

}  // namespace grader
