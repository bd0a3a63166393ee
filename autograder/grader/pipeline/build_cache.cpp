#include "grader/pipeline/build_cache.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>

#include "grader/pipeline/submission.hpp"
#include "support/files/cached.hpp"
#include "support/files/whole_file.hpp"
#include "support/files/work_folder.hpp"
#include "support/process/child.hpp"
#include "support/process/confinement.hpp"

namespace grader {
namespace fs = std::filesystem;
namespace {

/// What all products together may take on the disk; an honest one takes less than a megabyte.
constexpr std::uintmax_t most_bytes = std::uintmax_t{512} << 20;

constexpr const char* product = "library.so";

/// Beside a library: what making it has used of the limit of time, so that a grading that finds it made has as much
/// left as the one that made it.
constexpr const char* spent_file = "spent";

units::Seconds read_spent(const fs::path& folder) {
  const bool is_known = fs::exists(folder / spent_file);
  return {is_known ? std::strtod(files::read_file(folder / spent_file).c_str(), nullptr) : 0.0};
}

}  // namespace

std::vector<std::string> entries_of(const course::Lab& lab, const std::vector<const course::Part*>& parts) {
  if (parts.size() == lab.parts.size()) return {};
  std::vector<std::string> entries;
  for (const course::Part* part : parts) entries.push_back(part->entry);
  for (const std::string& entry : {lab.pin_entry, lab.unpin_entry}) {
    if (!entry.empty()) entries.push_back(entry);
  }
  return entries;
}

backends::Build build_cached(const BuildRequest& request) {
  const fs::path interface_folder = request.root / "labs" / request.lab.folder;
  const std::string source = read_source(request.source);
  std::string key = request.compiler.build_key() + "\n";
  for (const auto& entry : fs::directory_iterator(interface_folder)) {
    if (entry.path().extension() == ".cuh") key += files::read_file(entry.path());
  }
  key += "\n" + source;

  const fs::path cache = files::work_folder(request.root / "build") / "submissions";
  // That the content is the same is decided by comparing all of it.
  const auto folder_of = [&](const std::string& of) {
    return cache / fmt::format("{}-{}-{:x}", request.lab.name, request.compiler.name(), files::content_hash(of));
  };
  const bool leaves_out = !request.entries.empty() && request.compiler.leaves_out();
  if (leaves_out && !files::is_cached(folder_of(key), product, key, process::throw_if_interrupted)) {
    key += fmt::format("\nfor {}", fmt::join(request.entries, " "));
  }
  const fs::path folder = folder_of(key);
  backends::Build build;
  const bool is_made = files::make_cached(
      folder, product, key,
      [&](const fs::path& work) {
        // The compiler sees this copy alone: nothing else a student handed in takes part.
        const fs::path copy = work / request.lab.source;
        files::write_atomically(copy, source);
        build = request.compiler.build_entries(copy, interface_folder, work, request.limits, request.entries);
        process::take_back(work);
        files::write_atomically(work / spent_file, fmt::format("{}", build.spent.value));
        return build.library.has_value();
      },
      process::throw_if_interrupted);
  files::trim_cache(cache, most_bytes);
  if (is_made) {
    build.library = folder / product;
    build.spent = read_spent(folder);
  }
  return build;
}

}  // namespace grader
