// A SQLite database and its statements. Only database.cpp uses the library; what the tables mean is in gradebook.hpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace batch {

/// The file could not be read or written, or it is no database. The message names the file.
class DatabaseError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One SQL statement. Parameters are bound from left to right, columns are read from left to right. Every function
/// throws DatabaseError.
class Statement {
 public:
  Statement& bind(std::string_view text);  ///< Binds the next parameter to a text, which is copied.
  /// The same.
  Statement& bind(const char* text) { return bind(std::string_view(text)); }
  /// The same.
  Statement& bind(const std::string& text) { return bind(std::string_view(text)); }
  Statement& bind(std::int64_t number);  ///< Binds the next parameter to a whole number.
  /// The same.
  Statement& bind(int number) { return bind(static_cast<std::int64_t>(number)); }
  Statement& bind(double number);  ///< Binds the next parameter to a number.
  /// Binds the next parameter to a value, or to NULL where there is none.
  template <class Value>
  Statement& bind(const std::optional<Value>& value) {
    return value ? bind(*value) : bind_null();
  }

  /// The next row is there; false behind the last one.
  bool next();
  /// For a statement without rows.
  void run();

  std::string text();                             ///< The next column of the row; "" for NULL.
  std::int64_t number();                          ///< The next column as a whole number; 0 for NULL.
  double real();                                  ///< The next column as a number; 0 for NULL.
  std::optional<double> optional_real();          ///< The next column; empty for NULL.
  std::optional<std::int64_t> optional_number();  ///< The next column; empty for NULL.

 private:
  friend class Database;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  explicit Statement(sqlite3* database, std::string_view sql);
  Statement& bind_null();
  void check(int result) const;

  sqlite3* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int bound_ = 0;
  int column_ = 0;
};

/// An SQLite database in one file, which is closed when this object ends.
class Database {
 public:
  /// Opens the file, or makes it unless `must_exist`. What is committed survives the end of this process in any way,
  /// and of the machine (WAL, synchronous = FULL); others can read meanwhile. Throws DatabaseError.
  explicit Database(const std::filesystem::path& file, bool must_exist = false);

  /// A statement, to be bound and run. Throws DatabaseError.
  Statement prepare(std::string_view sql) const { return Statement(database_.get(), sql); }
  /// Statements without parameters, separated by semicolons.
  void run(const std::string& sql) const;
  std::int64_t last_row() const;  ///< The id of the row that this connection inserted last.

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  std::unique_ptr<sqlite3, Close> database_;
};

/// All or nothing: undone unless `commit` was called.
class Transaction {
 public:
  explicit Transaction(const Database& database);  ///< Begins it. Throws DatabaseError.
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();  ///< Ends it, all of it done. Throws DatabaseError.

 private:
  const Database& database_;
  bool is_open_ = true;
};

}  // namespace batch
