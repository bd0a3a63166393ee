#include "batch/database.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

namespace batch {
namespace {

constexpr int patience_ms = 60'000;  // for another process that writes

std::string file_of(sqlite3* database) {
  const char* name = sqlite3_db_filename(database, nullptr);
  return name == nullptr ? "the gradebook" : name;
}

[[noreturn]] void fail(sqlite3* database) {
  throw DatabaseError(fmt::format("{} cannot be used: {}", file_of(database), sqlite3_errmsg(database)));
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
void Database::Close::operator()(sqlite3* database) const { sqlite3_close(database); }

Statement::Statement(sqlite3* database, std::string_view sql) : database_(database) {
  sqlite3_stmt* statement = nullptr;
  check(sqlite3_prepare_v2(database, sql.data(), static_cast<int>(sql.size()), &statement, nullptr));
  statement_.reset(statement);
}

void Statement::check(int result) const {
  if (result != SQLITE_OK) fail(database_);
}

Statement& Statement::bind(std::string_view text) {
  check(sqlite3_bind_text(statement_.get(), ++bound_, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT));
  return *this;
}

Statement& Statement::bind(std::int64_t number) {
  check(sqlite3_bind_int64(statement_.get(), ++bound_, number));
  return *this;
}

Statement& Statement::bind(double number) {
  check(sqlite3_bind_double(statement_.get(), ++bound_, number));
  return *this;
}

Statement& Statement::bind_null() {
  check(sqlite3_bind_null(statement_.get(), ++bound_));
  return *this;
}

bool Statement::next() {
  column_ = 0;
  const int result = sqlite3_step(statement_.get());
  if (result != SQLITE_ROW && result != SQLITE_DONE) fail(database_);
  return result == SQLITE_ROW;
}

void Statement::run() {
  while (next()) continue;
}

std::string Statement::text() {
  const int column = column_++;
  const auto* bytes = sqlite3_column_text(statement_.get(), column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
  return bytes == nullptr ? "" : std::string(reinterpret_cast<const char*>(bytes), size);
}

std::int64_t Statement::number() { return sqlite3_column_int64(statement_.get(), column_++); }
double Statement::real() { return sqlite3_column_double(statement_.get(), column_++); }

std::optional<double> Statement::optional_real() {
  const bool is_null = sqlite3_column_type(statement_.get(), column_) == SQLITE_NULL;
  const double value = real();
  return is_null ? std::nullopt : std::optional(value);
}

std::optional<std::int64_t> Statement::optional_number() {
  const bool is_null = sqlite3_column_type(statement_.get(), column_) == SQLITE_NULL;
  const std::int64_t value = number();
  return is_null ? std::nullopt : std::optional(value);
}

Database::Database(const std::filesystem::path& file, bool must_exist) {
  sqlite3* database = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | (must_exist ? 0 : SQLITE_OPEN_CREATE);
  const int result = sqlite3_open_v2(file.c_str(), &database, flags, nullptr);
  database_.reset(database);
  if (result != SQLITE_OK) {
    throw DatabaseError(fmt::format("{} cannot be opened: {}", file.string(), sqlite3_errstr(result)));
  }
  sqlite3_busy_timeout(database, patience_ms);
  run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
}

void Database::run(const std::string& sql) const {
  if (sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail(database_.get());
}

std::int64_t Database::last_row() const { return sqlite3_last_insert_rowid(database_.get()); }

Transaction::Transaction(const Database& database) : database_(database) { database_.run("BEGIN IMMEDIATE"); }

Transaction::~Transaction() {
  if (!is_open_) return;
  try {
    database_.run("ROLLBACK");
  } catch (const DatabaseError&) {  // then it was rolled back already
  }
}

void Transaction::commit() {
  database_.run("COMMIT");
  is_open_ = false;
}

}  // namespace batch
