#include "batch/class_rules.hpp"

#include <algorithm>
#include <system_error>

#include "support/config/table.hpp"

namespace batch {
namespace fs = std::filesystem;
namespace {

constexpr std::int64_t seconds_a_day = 24 * 60 * 60;

LabDates read_lab(config::Table table) {
  LabDates dates;
  dates.due = table.optional_time("due");
  dates.percent_a_day = table.optional_number("percent_a_day", {0, 100}).value_or(0);
  if (const auto most = table.optional_whole_number("most_days", {0, 10'000})) {
    dates.most_days = static_cast<int>(*most);
  }
  if (auto students = table.optional_table("students")) {
    for (const std::string& student : students->keys()) {
      config::Table own = students->table(student);
      dates.students[student] = {own.optional_time("due"), own.flag("exempt")};
      own.finish();
    }
    students->finish();
  }
  table.finish();
  return dates;
}

}  // namespace

ClassRules read_class_rules(const fs::path& file, const fs::path& root, const course::Course& course) {
  const fs::path usual = root / "class.toml";
  std::error_code error;
  if (file.empty() && !fs::exists(usual, error)) return {};
  config::Table table = config::load(file.empty() ? usual : file);
  ClassRules rules;
  for (const course::Lab& lab : course.labs) {
    if (const auto own = table.optional_table(lab.name)) rules[lab.name] = read_lab(*own);
  }
  table.finish();
  return rules;
}

Late late_of(const LabDates& dates, const std::string& student, std::optional<std::int64_t> submitted) {
  const auto exception = dates.students.find(student);
  const bool has_own = exception != dates.students.end() && exception->second.due;
  const auto due = has_own ? exception->second.due : dates.due;
  if (!due || !submitted || *submitted <= *due) return {};
  Late late;
  late.days = static_cast<int>((*submitted - *due + seconds_a_day - 1) / seconds_a_day);
  late.percent = std::min(100.0, dates.percent_a_day * late.days);
  if (dates.most_days && late.days > *dates.most_days) late.percent = 100;
  return late;
}

}  // namespace batch
