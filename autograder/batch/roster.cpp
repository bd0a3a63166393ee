#include "batch/roster.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string>
#include <system_error>

#include "batch/csv.hpp"
#include "grader/errors.hpp"
#include "report/text.hpp"
#include "support/config/table.hpp"
#include "support/files/whole_file.hpp"

namespace batch {
namespace fs = std::filesystem;
namespace {

/// Without blanks around it.
std::string trimmed(const std::string& field) {
  const std::size_t begin = field.find_first_not_of(' '), end = field.find_last_not_of(' ');
  return begin == std::string::npos ? "" : field.substr(begin, end + 1 - begin);
}

std::string text_of(const fs::path& file) {
  std::string text;
  try {
    text = files::read_file(file);
  } catch (const std::system_error& error) {
    throw grader::UsageError(error.what());
  }
  constexpr const char* replaced = "\uFFFD";
  if (text.find(replaced) == std::string::npos && report::printable(text).find(replaced) != std::string::npos) {
    throw grader::UsageError(
        fmt::format("{} is no text in UTF-8: save it again, as \"CSV UTF-8\" where the program asks", file.string()));
  }
  return text;
}

/// Seconds since 1970 UTC. A time is written in rosters as in course.toml, so it is read by the same code.
std::optional<std::int64_t> time_from(const std::string& text, const std::string& where) {
  if (text.empty()) return std::nullopt;
  try {
    return config::parse("time = " + text, where).optional_time("time");
  } catch (const config::Error&) {
    throw grader::UsageError(fmt::format("{}: '{}' is no date and time, such as 2026-12-31T23:59:00", where, text));
  }
}

}  // namespace

std::vector<Student> read_roster(const fs::path& file) {
  const std::vector<csv::Row> rows = csv::parse(text_of(file));
  const auto column = [&](const char* name) -> std::optional<std::size_t> {
    if (rows.empty()) return std::nullopt;
    const auto found = std::find(rows[0].begin(), rows[0].end(), name);
    return found == rows[0].end() ? std::nullopt : std::optional<std::size_t>(found - rows[0].begin());
  };
  const auto identity = column("student");
  if (!identity) {
    throw grader::UsageError(fmt::format(
        "{}:1: there is no column 'student', but: {}; the first line of a roster names its columns: student, "
        "name, lms_id, submitted",
        file.string(), fmt::join(rows.empty() ? csv::Row{} : rows[0], ", ")));
  }
  std::vector<Student> students;
  std::set<std::string> known;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::string where = fmt::format("{}, student {}", file.string(), i);
    const auto field = [&](std::optional<std::size_t> at) {
      return at && *at < rows[i].size() ? trimmed(rows[i][*at]) : std::string();
    };
    Student& student = students.emplace_back();
    student.student = field(identity);
    student.name = field(column("name"));
    student.lms_id = field(column("lms_id"));
    student.submitted = time_from(field(column("submitted")), where);
    if ((student.student + student.name).find('\n') != std::string::npos) {
      throw grader::UsageError(where + ": a field has two lines: is a quotation mark missing?");
    }
    if (student.student.empty()) throw grader::UsageError(where + ": the column 'student' is empty");
    if (!known.insert(student.student).second) {
      throw grader::UsageError(fmt::format("{}: '{}' is there twice", where, student.student));
    }
  }
  return students;
}

}  // namespace batch
