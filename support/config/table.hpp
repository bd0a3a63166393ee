// A TOML file whose every key is asked for by name and checked as it is read; whatever is missing, misspelt or out
// of range is named by file, line and key. The TOML library stays behind it. Not for what the keys mean.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace config {

/// What is wrong with a file, as "course.toml:20: lab3.parts."3.1".points_right: is -1; must be from 0 to …". A key
/// that is missing is reported at the line of the table it should be in.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The values a number may have, both ends included.
struct Range {
  double least = 0;
  double most = std::numeric_limits<double>::infinity();
};

/// One table of a file. Copies refer to the same table. Every function that takes a key throws Error if the value
/// is not as its name and parameters say; all but `optional_` and `choice` also if there is none.
class Table {
 public:
  double number(std::string_view key, Range range);
  std::optional<double> optional_number(std::string_view key, Range range);
  std::int64_t whole_number(std::string_view key, Range range);
  std::optional<std::int64_t> optional_whole_number(std::string_view key, Range range);
  std::int64_t power_of_two(std::string_view key, Range range);

  /// A string of 1 to `longest` bytes.
  std::string text(std::string_view key, std::size_t longest);
  std::optional<std::string> optional_text(std::string_view key, std::size_t longest);

  /// The position of the string among `choices`; 0 when the key is absent.
  std::size_t choice(std::string_view key, const std::vector<std::string_view>& choices);

  /// An array of `rank` whole numbers from 1 to 2^31 - 1: what fits an int, which is what students' functions take.
  std::vector<std::int64_t> extents(std::string_view key, int rank);
  std::optional<std::vector<std::int64_t>> optional_extents(std::string_view key, int rank);

  /// An array of at least one such array.
  std::vector<std::vector<std::int64_t>> extents_list(std::string_view key, int rank);
  /// The same; none when the key is absent.
  std::vector<std::vector<std::int64_t>> optional_extents_list(std::string_view key, int rank);

  Table table(std::string_view key);
  std::optional<Table> optional_table(std::string_view key);

  /// Throws Error for the first key that none of the above was asked for.
  void finish() const;

  /// Throws Error about the value of `key`, for rules that span several keys.
  [[noreturn]] void complain(std::string_view key, std::string_view what) const;

 private:
  friend Table parse(std::string_view text, std::string_view name);
  struct State;  // the parsed file, this table of it, its place in messages, and the keys asked for so far
  explicit Table(std::shared_ptr<State> state) : state_(std::move(state)) {}
  std::shared_ptr<State> state_;
};

/// The root table of `text`; messages call the file `name`. Throws Error if this is not TOML.
Table parse(std::string_view text, std::string_view name);

/// That of `file`, called by its last name in messages. Throws Error also if it cannot be read.
Table load(const std::filesystem::path& file);

}  // namespace config
