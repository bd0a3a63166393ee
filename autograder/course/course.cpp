#include "course/course.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "course/read.hpp"
#include "support/files/whole_file.hpp"

namespace course {
namespace {

namespace fs = std::filesystem;

constexpr const char* labs_folder = "autograder/course";

std::string read(const fs::path& file) {
  try {
    return files::read_file(file);
  } catch (const std::system_error& error) {
    throw config::Error(error.what());
  }
}

/// A lab that was added or removed after this program was built.
void require_same_folders(const fs::path& root) {
  const auto all = all_functions();
  std::error_code unreadable;  // then reading the first lab.toml says so
  for (const auto& entry : fs::directory_iterator(root / labs_folder, unreadable)) {
    const std::string folder = entry.path().filename();
    if (!fs::exists(entry.path() / "lab.toml")) continue;
    if (std::ranges::find(all, folder, &LabFunctions::folder) != all.end()) continue;
    throw config::Error(fmt::format("{}/{}/lab.toml: this program was built before the lab was added; run `make tools`",
                                    labs_folder, folder));
  }
}

std::optional<config::Table> part_of(std::optional<config::Table>& parts, std::string_view id) {
  return parts ? parts->optional_table(id) : std::nullopt;
}

/// One lab of `file`, with what the course's own file says about it.
void add_lab(const LabFile& file, config::Table& course_file, double at_least, Course& course) {
  config::Table table = config::parse(file.text, fmt::format("{}/{}/lab.toml", labs_folder, file.folder));
  std::vector<config::Table> parts = table.tables("parts");
  const Lab& lab = course.labs.emplace_back(read_lab(file.folder, table, parts));
  std::optional<config::Table> own = course_file.optional_table(lab.name);
  std::optional<config::Table> own_parts = own ? own->optional_table("parts") : std::nullopt;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts[i] = parts[i].overridden_by(part_of(own_parts, lab.parts[i].id));
  }
  const config::Table both = table.overridden_by(own);
  course.rules.labs.emplace(lab.name, read_lab_rules(lab, both, parts, at_least));
  if (own_parts) own_parts->finish();
  both.finish();
}

}  // namespace

const Lab* Course::find_lab(std::string_view name) const {
  const auto found = std::ranges::find(labs, name, &Lab::name);
  return found == labs.end() ? nullptr : &*found;
}

Course parse(std::string_view course_toml, std::span<const LabFile> labs) {
  Course course;
  config::Table file = config::parse(course_toml, "course.toml");
  course.rules.limits = read_limits(file.table("limits"));
  course.rules.measuring = read_measuring(file.table("measure"));
  course.rules.emulator = read_emulator(file.table("emulator"));
  course.rules.prediction = read_prediction(file.optional_table("prediction"));
  course.rules.shows_solutions = read_self_study(file.optional_table("self_study"));
  const double at_least = read_at_least(file.table("traffic"));
  course.labs.reserve(labs.size());
  for (const LabFile& lab : labs) add_lab(lab, file, at_least, course);
  file.finish();
  return course;
}

Course load(const fs::path& root) {
  const std::string course_toml = read(root / "course.toml");
  require_same_folders(root);
  std::vector<LabFile> labs;
  for (const LabFunctions& lab : all_functions()) {
    const std::string folder(lab.folder);
    labs.push_back({folder, read(root / labs_folder / folder / "lab.toml")});
  }
  return parse(course_toml, labs);
}

}  // namespace course
