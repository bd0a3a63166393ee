#include "grader/explain/source_page.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace grader {
namespace {

/// The cells of one line of CSV; a quotation mark within a cell is doubled.
std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells(1);
  bool is_quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && is_quoted && line.substr(i + 1).starts_with('"')) {
      cells.back() += c;
      ++i;
    } else if (c == '"') {
      is_quoted = !is_quoted;
    } else if (c == ',' && !is_quoted) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

/// 0 for what is no number: cells without a value have a dash.
std::int64_t number_in(std::string cell) {
  std::erase(cell, ',');
  std::int64_t value = 0;
  std::from_chars(cell.data(), cell.data() + cell.size(), value);
  return value;
}

struct AccessKind {
  Space space;
  Access op;
};

/// Of an instruction in SASS, such as "@P0  LDG.E R2, desc[UR4][R2.64]"; empty where it does not access memory, or
/// memory of another kind. A copy from global to shared memory (LDGSTS) counts as the load that it begins with.
std::optional<AccessKind> kind_of(std::string_view sass) {
  const auto drop_blanks = [&] { sass.remove_prefix(std::min(sass.find_first_not_of(' '), sass.size())); };
  drop_blanks();
  if (sass.starts_with('@')) {
    sass.remove_prefix(std::min(sass.find(' '), sass.size()));
    drop_blanks();
  }
  const std::string_view name = sass.substr(0, sass.find_first_of(". "));
  static const std::map<std::string_view, AccessKind> kinds{
      {"LDG", {Space::global, Access::load}},     {"LD", {Space::global, Access::load}},
      {"LDGSTS", {Space::global, Access::load}},  {"STG", {Space::global, Access::store}},
      {"ST", {Space::global, Access::store}},     {"ATOM", {Space::global, Access::atomic}},
      {"ATOMG", {Space::global, Access::atomic}}, {"RED", {Space::global, Access::atomic}},
      {"REDG", {Space::global, Access::atomic}},  {"LDS", {Space::shared, Access::load}},
      {"LDSM", {Space::shared, Access::load}},    {"STS", {Space::shared, Access::store}},
      {"ATOMS", {Space::shared, Access::atomic}}, {"REDS", {Space::shared, Access::atomic}},
  };
  const auto found = kinds.find(name);
  return found == kinds.end() ? std::nullopt : std::optional(found->second);
}

/// Reads the page row by row: for each launch and each file a block with its own head.
class Reader {
 public:
  explicit Reader(std::string_view file_name) : file_name_(file_name) {}

  void read(const std::vector<std::string>& row) {
    if (row.size() == 2 && row[0] == "File Path") {
      const std::string_view path = row[1];
      is_wanted_ = path.substr(path.rfind('/') + 1) == file_name_;
      head_.clear();
      seen_.clear();
    } else if (!row.empty() && row[0] == "Line No") {
      head_ = row;
    } else if (is_wanted_ && row.size() == head_.size() && row.size() > column_sass) {
      if (!row[0].empty()) line_ = static_cast<int>(number_in(row[0]));
      if (row[column_address].starts_with("0x")) instruction(row);
    }
  }

  std::vector<HardwareTraffic> result() const {
    std::vector<HardwareTraffic> rows;
    for (const auto& [key, row] : rows_) rows.push_back(row);
    return rows;
  }

 private:
  static constexpr std::size_t column_address = 2;
  static constexpr std::size_t column_sass = 3;

  void instruction(const std::vector<std::string>& row) {
    const auto kind = kind_of(row[column_sass]);
    if (!kind || !seen_.insert(row[column_address]).second) return;  // some are printed several times
    const std::int64_t executed = value(row, "inst_executed");
    if (executed == 0) return;
    HardwareTraffic& sum = rows_[{line_, kind->space, kind->op}];
    sum.line = line_;
    sum.space = kind->space;
    sum.op = kind->op;
    sum.instructions += executed;
    if (kind->space == Space::global) sum.sectors += value(row, "memory_l2_theoretical_sectors_global");
    if (kind->space == Space::shared) sum.wavefronts += value(row, "memory_l1_wavefronts_shared");
  }

  /// A metric that no launch of the block has is no column.
  std::int64_t value(const std::vector<std::string>& row, std::string_view metric) const {
    const auto at = std::find(head_.begin(), head_.end(), metric);
    return at == head_.end() ? 0 : number_in(row[static_cast<std::size_t>(at - head_.begin())]);
  }

  std::string_view file_name_;
  bool is_wanted_ = false;
  int line_ = 0;
  std::vector<std::string> head_;
  std::set<std::string> seen_;
  std::map<std::tuple<int, Space, Access>, HardwareTraffic> rows_;
};

}  // namespace

std::vector<HardwareTraffic> read_source_page(std::string_view page, std::string_view file_name) {
  Reader reader(file_name);
  while (!page.empty()) {
    const std::size_t end = std::min(page.find('\n'), page.size());
    std::string_view line = page.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    reader.read(cells_of(line));
    page.remove_prefix(std::min(end + 1, page.size()));
  }
  return reader.result();
}

}  // namespace grader
