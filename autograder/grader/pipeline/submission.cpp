#include "grader/pipeline/submission.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <vector>

#include "grader/errors.hpp"
#include "support/process/descriptor.hpp"

namespace grader {
namespace fs = std::filesystem;
namespace {

constexpr std::uintmax_t largest_source = std::uintmax_t{256} << 10;
constexpr const char* is_too_large = "is larger than 256 KiB: hand in source code, without data in it";

/// Throws UsageError where it cannot be read.
fs::path readable(const fs::path& file) {
  read_source(file);
  return file;
}

}  // namespace

std::string read_source(const fs::path& file) {
  // Opened once, and then asked: what was looked at is what is read.
  const process::Descriptor descriptor(open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (descriptor.get() < 0 && errno == ELOOP) {
    throw UsageError(file.string() + " is a symbolic link: hand in the file itself");
  }
  if (descriptor.get() < 0) throw UsageError(file.string() + " cannot be read: check its permissions (chmod u+r)");
  struct stat entry {};
  if (fstat(descriptor.get(), &entry) != 0 || !S_ISREG(entry.st_mode)) {
    throw UsageError(file.string() + " is not a file that can be read");
  }
  if (static_cast<std::uintmax_t>(entry.st_size) > largest_source) throw NoSourceCode(file, is_too_large);
  std::string text(largest_source + 1, '\0');
  std::size_t length = 0;
  ssize_t got = 0;
  while (length < text.size() && (got = read(descriptor.get(), text.data() + length, text.size() - length)) > 0) {
    length += static_cast<std::size_t>(got);
  }
  if (got < 0) throw UsageError(file.string() + " cannot be read: " + std::generic_category().message(errno));
  if (length > largest_source) throw NoSourceCode(file, is_too_large);
  text.resize(length);
  if (text.find('\0') != std::string::npos) throw NoSourceCode(file, "is not text: hand in source code");
  return text;
}

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
  // Beside others, the lab's own file is the one that is meant.
  const auto own = std::find(sources.begin(), sources.end(), submission / lab.source);
  if (own != sources.end()) return readable(*own);
  if (sources.size() > 1) {
    throw UsageError("there are " + std::to_string(sources.size()) + " .cu files in " + submission.string() + " (" +
                     sources[0].filename().string() + ", " + sources[1].filename().string() +
                     (sources.size() > 2 ? ", …" : "") + ") and none is " + std::string(lab.source) +
                     ": name the one to grade with --submission");
  }
  return readable(sources.front());
}

fs::path find_source(const fs::path& root, const course::Lab& lab, const fs::path& submission) {
  return find_source(lab, submission.empty() ? root / "labs" / lab.folder : submission);
}

}  // namespace grader
