// Reads a TOML file key by key and checks every value. An error about a missing, misspelt or out-of-range key names the
// file, the line and the key. The TOML library is used only in table.cpp. The meaning of the keys is the caller's task.
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

/// An error in a file, for example "course.toml:20: lab3.parts."3.1".points_right: is -1; must be from 0 to …". A
/// missing key is reported at the line of the table to which it belongs.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The allowed values of a number, both ends included.
struct NumberRange {
  double least = 0;                                       ///< the lowest
  double most = std::numeric_limits<double>::infinity();  ///< the highest
};

/// One table of a file, or a table with another one laid over it, which overrides its keys. Copies refer to the same
/// table. Every function with a key throws Error if the value does not have the type and range of the function; all
/// except `optional_…`, `choice` and `flag` also throw if the key is missing.
class Table {
 public:
  /// This table, overridden by `over`: a key of `over` replaces the same key here, and a table in `over` overrides the
  /// table of the same name here.
  Table overridden_by(const std::optional<Table>& over) const;
  /// True when the value of `key` is from the overriding table.
  bool is_overridden(std::string_view key) const;

  double number(std::string_view key, NumberRange range);  ///< A number in `range`.
  /// The same; empty if the key is absent.
  std::optional<double> optional_number(std::string_view key, NumberRange range);
  std::int64_t whole_number(std::string_view key, NumberRange range);  ///< A whole number in `range`.
  /// The same; empty if the key is absent.
  std::optional<std::int64_t> optional_whole_number(std::string_view key, NumberRange range);
  std::int64_t power_of_two(std::string_view key, NumberRange range);  ///< A power of two in `range`.

  /// A string of 1 to `longest` bytes.
  std::string text(std::string_view key, std::size_t longest);
  /// The same; empty if the key is absent.
  std::optional<std::string> optional_text(std::string_view key, std::size_t longest);
  /// Whether the value is a string, for keys that may have one or a number. Does not throw.
  bool is_text(std::string_view key) const;

  /// An array of such strings; none when the key is absent.
  std::vector<std::string> optional_texts(std::string_view key, std::size_t longest);

  /// A date and time, in seconds since 1970-01-01 UTC; without an offset it is the local time of this machine.
  std::optional<std::int64_t> optional_time(std::string_view key);

  /// False when the key is absent.
  bool flag(std::string_view key);

  /// The position of the string among `choices`; 0 when the key is absent.
  std::size_t choice(std::string_view key, const std::vector<std::string_view>& choices);

  /// An array of `rank` whole numbers from 1 to 2^31 - 1, because students' functions take extents as int.
  std::vector<std::int64_t> extents(std::string_view key, int rank);
  /// The same; empty if the key is absent.
  std::optional<std::vector<std::int64_t>> optional_extents(std::string_view key, int rank);

  /// An array of one or more such arrays.
  std::vector<std::vector<std::int64_t>> extents_list(std::string_view key, int rank);
  /// The same; empty if the key is absent.
  std::vector<std::vector<std::int64_t>> optional_extents_list(std::string_view key, int rank);

  /// The keys of this table, sorted; with those of the overriding one.
  std::vector<std::string> keys() const;

  Table table(std::string_view key);                          ///< The table below `key`.
  std::optional<Table> optional_table(std::string_view key);  ///< The same; empty if the key is absent.
  /// An array of at least one table, [[key]].
  std::vector<Table> tables(std::string_view key);

  /// Throws Error for the first key that no function above has read: it is misspelt or unknown. Where two tables are
  /// laid over each other, the keys of both must have been read.
  void finish() const;

  /// Throws Error about the value of `key`, for rules that span several keys.
  [[noreturn]] void complain(std::string_view key, std::string_view what) const;

 private:
  friend Table parse(std::string_view text, std::string_view name);
  struct State;  // the parsed file, this table, its path in messages, and the keys read so far
  explicit Table(std::shared_ptr<State> state, std::shared_ptr<State> over = nullptr)
      : state_(std::move(state)), over_(std::move(over)) {}
  State& holder(std::string_view key) const;  // the table that has the key: the upper one, or else the lower one
  std::shared_ptr<State> state_;
  std::shared_ptr<State> over_;  // the table that overrides it; null: none
};

/// The root table of `text`; `name` is the file's name in messages. Throws Error if the text is not TOML.
Table parse(std::string_view text, std::string_view name);

/// The root table of `file`, with its file name in messages. Throws Error also if the file cannot be read.
Table load(const std::filesystem::path& file);

}  // namespace config
