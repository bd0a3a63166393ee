#include "grader/pipeline/submission.hpp"

#include <unistd.h>

#include <algorithm>
#include <vector>

#include "grader/errors.hpp"

namespace grader {
namespace fs = std::filesystem;
namespace {

constexpr std::uintmax_t largest_source = std::uintmax_t{1} << 20;

fs::path readable(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) throw UsageError(file.string() + " is not a file that can be read");
  if (access(file.c_str(), R_OK) != 0) {
    throw UsageError(file.string() + " cannot be read: check its permissions (chmod u+r)");
  }
  if (fs::file_size(file, error) > largest_source) {
    throw UsageError(file.string() + " is larger than 1 MiB: hand in source code");
  }
  return file;
}

}  // namespace

fs::path find_source(const course::Lab& lab, const fs::path& submission) {
  std::error_code error;
  if (!fs::exists(submission, error)) throw UsageError("there is no " + submission.string() + ": check --submission");
  if (!fs::is_directory(submission, error)) return readable(submission);

  std::vector<fs::path> sources;
  for (fs::directory_iterator entry(submission, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().extension() == ".cu") sources.push_back(entry->path());
  }
  if (error) throw UsageError(submission.string() + " cannot be read: " + error.message());
  std::sort(sources.begin(), sources.end());
  if (sources.empty()) {
    throw UsageError("there is no .cu file in " + submission.string() + ": " + std::string(lab.name) + " expects " +
                     std::string(lab.source) + " there");
  }
  if (sources.size() > 1) {
    throw UsageError("there are " + std::to_string(sources.size()) + " .cu files in " + submission.string() + " (" +
                     sources[0].filename().string() + ", " + sources[1].filename().string() +
                     (sources.size() > 2 ? ", …" : "") + ") where one is due: name the one to grade with --submission");
  }
  return readable(sources.front());
}

fs::path find_source(const fs::path& root, const course::Lab& lab, const fs::path& submission) {
  return find_source(lab, submission.empty() ? root / "labs" / lab.folder : submission);
}

}  // namespace grader
