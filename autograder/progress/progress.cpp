#include "progress/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <sstream>
#include <tuple>
#include <utility>

#include "support/files/lock.hpp"
#include "support/files/whole_file.hpp"

namespace progress {
namespace {

constexpr const char* header = "# part\tpassed\tpoints\tof\tdevice\tGB/s\tdate\n";

using ByPartAndDevice = std::map<std::pair<std::string, std::string>, Best>;

bool is_better(const Best& a, const Best& b) {
  return std::tuple(a.passed, a.points, a.gbps) > std::tuple(b.passed, b.points, b.gbps);
}

void keep_better(ByPartAndDevice& all, const Best& one) {
  const auto [place, is_new] = all.try_emplace({one.part, one.device}, one);
  if (!is_new && is_better(one, place->second)) place->second = one;
}

std::optional<double> number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::optional<Best> parsed(const std::string& line) {
  std::vector<std::string> columns;
  std::istringstream stream(line);
  for (std::string column; std::getline(stream, column, '\t');) columns.push_back(column);
  if (columns.size() != 7 || (columns[1] != "yes" && columns[1] != "no")) return std::nullopt;
  const auto points = number(columns[2]), max_points = number(columns[3]), gbps = number(columns[5]);
  if (!points || !max_points || !gbps) return std::nullopt;
  return Best{columns[0], columns[1] == "yes", *points, *max_points, columns[4], *gbps, columns[6]};
}

ByPartAndDevice read(const std::filesystem::path& file) {
  ByPartAndDevice all;
  if (!std::filesystem::exists(file)) return all;
  std::istringstream lines(files::read_file(file));
  for (std::string line; std::getline(lines, line);) {
    if (const std::optional<Best> one = parsed(line)) keep_better(all, *one);
  }
  return all;
}

std::string text_of(const ByPartAndDevice& all) {
  std::string text = header;
  for (const auto& [key, one] : all) {
    text += fmt::format("{}\t{}\t{}\t{}\t{}\t{:.1f}\t{}\n", one.part, one.passed ? "yes" : "no", one.points,
                        one.max_points, one.device, one.gbps, one.date);
  }
  return text;
}

}  // namespace

std::filesystem::path file_of(const std::filesystem::path& root) { return root / "labs" / "progress.tsv"; }

std::vector<Best> load(const std::filesystem::path& file) {
  std::vector<Best> all;
  for (auto& [key, one] : read(file)) all.push_back(std::move(one));
  return all;
}

void record(const std::filesystem::path& file, const grader::GradeResult& result) {
  const files::Lock lock(file.parent_path());
  const ByPartAndDevice before = read(file);
  ByPartAndDevice after = before;
  for (const grader::PartResult& part : result.parts) {
    if (part.verdict == grader::Verdict::could_not_be_graded || part.verdict == grader::Verdict::not_attempted ||
        part.verdict == grader::Verdict::not_on_this_device) {
      continue;
    }
    const double gbps = part.performance ? part.performance->gbps.value : 0;
    keep_better(after, {part.id, part.verdict == grader::Verdict::passed, part.points, part.max_points,
                        result.device.name, gbps, result.started});
  }
  const std::string text = text_of(after);
  if (text != text_of(before)) files::write_atomically(file, text);
}

const course::Part* next_part(const course::Course& course, const std::vector<Best>& reached) {
  for (const course::Lab& lab : course.labs) {
    for (const course::Part& part : lab.parts) {
      const bool passed = std::any_of(reached.begin(), reached.end(),
                                      [&](const Best& one) { return one.part == part.id && one.passed; });
      if (!passed) return &part;
    }
  }
  return nullptr;
}

}  // namespace progress
