#include "tests/batch/archives.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <stdexcept>

namespace batch::testing_support {
namespace {

void require(int result, archive* writer) {
  if (result != ARCHIVE_OK) throw std::runtime_error(archive_error_string(writer));
}

}  // namespace

void write_archive(const std::filesystem::path& file, const std::vector<Entry>& entries) {
  archive* writer = archive_write_new();
  const bool is_zip = file.extension() == ".zip";
  require(is_zip ? archive_write_set_format_zip(writer) : archive_write_set_format_pax_restricted(writer), writer);
  if (file.extension() == ".gz") require(archive_write_add_filter_gzip(writer), writer);
  require(archive_write_open_filename(writer, file.c_str()), writer);
  for (const Entry& each : entries) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, each.path.c_str());
    const bool is_folder = each.path.ends_with("/");
    archive_entry_set_filetype(entry, !each.link_to.empty() ? AE_IFLNK : is_folder ? AE_IFDIR : AE_IFREG);
    if (!each.link_to.empty()) archive_entry_set_symlink(entry, each.link_to.c_str());
    if (!each.hard_link_to.empty()) archive_entry_set_hardlink(entry, each.hard_link_to.c_str());
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_mtime(entry, each.time, 0);
    archive_entry_set_size(entry, static_cast<la_int64_t>(each.text.size()));
    require(archive_write_header(writer, entry), writer);
    archive_write_data(writer, each.text.data(), each.text.size());
    archive_entry_free(entry);
  }
  require(archive_write_close(writer), writer);
  archive_write_free(writer);
}

}  // namespace batch::testing_support
