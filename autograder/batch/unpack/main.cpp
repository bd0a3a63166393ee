// unpack-submission ARCHIVE FOLDER: puts the .cu files of an archive into a folder, with the folders that they are in.
// An archive that no student needs (links, paths that lead out, too much of anything) is refused as a whole: one
// sentence on standard output, exit status 1. Only this program uses libarchive; it runs behind walls.
#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "batch/archive.hpp"
#include "support/process/descriptor.hpp"

namespace {

namespace fs = std::filesystem;

constexpr int most_entries = 10'000;
constexpr int most_depth = 16;
constexpr std::int64_t most_bytes = std::int64_t{64} << 20;  // unpacked, of all files together

class Refused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Free {
  void operator()(archive* reader) const { archive_read_free(reader); }
};

/// Its place in the archive. Programs for Windows separate folders by backslashes.
fs::path place_of(archive_entry* entry) {
  const char* name = archive_entry_pathname_utf8(entry);
  if (name == nullptr) name = archive_entry_pathname(entry);
  if (name == nullptr || *name == '\0') throw Refused("the archive is broken: one of its files has no name");
  std::string text = name;
  std::replace(text.begin(), text.end(), '\\', '/');
  const fs::path path = text;
  const bool leads_out =
      path.is_absolute() || std::any_of(path.begin(), path.end(), [](const fs::path& piece) { return piece == ".."; });
  if (leads_out) throw Refused(fmt::format("the archive holds a path that leads out of it: {}", text));
  if (std::distance(path.begin(), path.end()) > most_depth) {
    throw Refused(fmt::format("the archive holds folders that are nested more than {} deep", most_depth));
  }
  return path.lexically_normal();
}

void require_file_or_folder(archive_entry* entry, const fs::path& place) {
  const auto type = archive_entry_filetype(entry);
  if (archive_entry_hardlink(entry) != nullptr || type == AE_IFLNK) {
    throw Refused(fmt::format("the archive holds a link ({}): hand in the files themselves", place.string()));
  }
  // Some programs store no type.
  if (type != AE_IFREG && type != AE_IFDIR && type != 0) {
    throw Refused(fmt::format("the archive holds something that is no file: {}", place.string()));
  }
}

class Unpacking {
 public:
  Unpacking(const char* file, fs::path folder) : reader_(archive_read_new()), folder_(std::move(folder)) {
    for (const auto& add :
         {archive_read_support_format_zip, archive_read_support_format_tar, archive_read_support_filter_gzip,
          archive_read_support_filter_bzip2, archive_read_support_filter_xz, archive_read_support_filter_zstd}) {
      add(reader_.get());
    }
    if (archive_read_open_filename(reader_.get(), file, 1 << 16) != ARCHIVE_OK) fail();
  }

  void run() {
    archive_entry* entry = nullptr;
    for (int entries = 1; next(entry); ++entries) {
      // Known once the first entry is read; the last filter is that of uncompressed data.
      if (archive_filter_count(reader_.get()) > 2) throw Refused("the archive is compressed more than once");
      if (entries > most_entries) throw Refused(fmt::format("the archive holds more than {} files", most_entries));
      take(entry);
    }
    if (!has_source_ && !inner_archive_.empty()) {
      throw Refused(fmt::format("the archive holds no .cu file, but another archive ({}): hand in the files themselves",
                                inner_archive_));
    }
  }

 private:
  [[noreturn]] void fail() {
    const char* why = archive_error_string(reader_.get());
    throw Refused(fmt::format("the archive is broken, or neither zip nor tar: {}", why == nullptr ? "no reason" : why));
  }

  bool next(archive_entry*& entry) {
    const int result = archive_read_next_header(reader_.get(), &entry);
    if (result != ARCHIVE_OK && result != ARCHIVE_WARN && result != ARCHIVE_EOF) fail();
    return result != ARCHIVE_EOF;
  }

  void take(archive_entry* entry) {
    const fs::path place = place_of(entry);
    require_file_or_folder(entry, place);
    if (archive_entry_is_encrypted(entry) != 0) throw Refused("the archive is encrypted");
    if (archive_entry_filetype(entry) == AE_IFDIR) return;
    if (batch::is_archive(place)) inner_archive_ = place;
    const bool is_source = place.extension() == ".cu" && !place.filename().string().starts_with(".");
    has_source_ = has_source_ || is_source;
    std::optional<process::Descriptor> file;
    if (is_source) file.emplace(made(place));
    copy_data(file ? file->get() : -1);
    if (!file) return;
    const std::array<timespec, 2> times{
        {{archive_entry_mtime(entry), 0}, {archive_entry_mtime(entry), archive_entry_mtime_nsec(entry)}}};
    futimens(file->get(), times.data());
  }

  /// A new file, for writing.
  int made(const fs::path& place) const {
    const fs::path path = folder_ / place;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    const int descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (descriptor < 0 && errno == EEXIST) throw Refused(fmt::format("the archive holds {} twice", place.string()));
    if (descriptor < 0) throw Refused(fmt::format("{} cannot be unpacked", place.string()));
    return descriptor;
  }

  /// All data is read, also that of files which are not kept: what an archive unpacks to is not what it says.
  void copy_data(int descriptor) {
    std::array<char, 1 << 16> bytes;
    for (;;) {
      const la_ssize_t got = archive_read_data(reader_.get(), bytes.data(), bytes.size());
      if (got < 0) fail();
      if (got == 0) return;
      bytes_ += got;
      if (bytes_ > most_bytes) throw Refused("the archive unpacks to more than 64 MiB");
      if (descriptor >= 0 && write(descriptor, bytes.data(), static_cast<std::size_t>(got)) != got) {
        throw Refused("a file of the archive cannot be written");
      }
    }
  }

  std::unique_ptr<archive, Free> reader_;
  fs::path folder_;
  std::int64_t bytes_ = 0;
  bool has_source_ = false;
  std::string inner_archive_;
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) {
    std::puts("usage: unpack-submission ARCHIVE FOLDER");
    return 2;
  }
  try {
    Unpacking(arguments[1], arguments[2]).run();
    return 0;
  } catch (const std::exception& refused) {
    std::puts(refused.what());
    return 1;
  }
}
