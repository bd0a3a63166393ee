#include "tests/hostile/rows.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <ostream>

#include "support/config/table.hpp"

namespace hostile {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest = 200;  // characters of a text

std::optional<Row> read_row(config::Table table, config::Table row, const fs::path& file, const std::string& backend) {
  constexpr std::array verdicts{"failed", "partial", "passed", "not_attempted", "could_not_be_graded"};
  Row result;
  result.submission = file;
  result.name = file.stem().string();
  result.part = row.optional_text("part", longest).value_or("3.1");
  result.verdict = verdicts.at(row.choice("verdict", {verdicts.begin(), verdicts.end()}));
  result.points = row.optional_number("points", {0, 100}).value_or(0);
  result.without_walls = row.flag("without_walls");
  result.any_function = row.flag("any_function");
  result.with_nvcc = row.flag("with_nvcc");
  const auto both = row.optional_text("reason", longest);
  bool applies = false;
  for (const std::string name : {"cuda", "simt"}) {
    const auto own = row.optional_text(name, longest);
    const auto other = row.optional_text(name + "_or", longest);
    const auto excuse = row.optional_text("not_on_" + name, longest);
    if (own && excuse) table.complain(result.name, "has both " + name + " and not_on_" + name);
    if (!own && !both && !excuse && result.verdict != "passed") {
      table.complain(result.name, "needs a reason, or " + name + ", or not_on_" + name);
    }
    if (name != backend) continue;
    applies = !excuse;
    result.reason = own ? *own : both.value_or("");
    result.other_reason = other.value_or("");
  }
  row.finish();
  return applies ? std::optional(result) : std::nullopt;
}

std::vector<Row> read_rows(const std::string& backend) {
  const fs::path folder = COURSE_ROOT "/autograder/tests/submissions/hostile";
  config::Table table = config::load(folder / "expected.toml");
  std::vector<fs::path> files(fs::directory_iterator(folder), fs::directory_iterator{});
  std::sort(files.begin(), files.end());
  std::vector<Row> rows;
  for (const fs::path& file : files) {
    if (file.extension() != ".cu") continue;
    const auto row = table.optional_table(file.stem().string());
    if (!row) throw config::Error(file.string() + " has no row in expected.toml");
    if (auto read = read_row(table, *row, file, backend)) rows.push_back(std::move(*read));
  }
  table.finish();
  return rows;
}

}  // namespace

std::vector<Row> load_rows(const std::string& backend) {
  try {
    return read_rows(backend);
  } catch (const config::Error& error) {
    Row unreadable;
    unreadable.name = "expected_toml";
    unreadable.problem = error.what();
    return {unreadable};
  }
}

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

}  // namespace hostile
