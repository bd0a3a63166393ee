#include "batch/gradebook.hpp"

#include <fmt/format.h>

#include <array>
#include <ctime>
#include <utility>

namespace batch {
namespace fs = std::filesystem;
namespace {

/// Of the tables. A program that finds another one in a file refuses to use it.
constexpr int version = 2;

constexpr const char* tables = R"(
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
INSERT INTO settings VALUES ('secret', lower(hex(randomblob(16))));
CREATE TABLE runs (
  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, lab TEXT NOT NULL, arguments TEXT NOT NULL, course_commit TEXT NOT NULL,
  started TEXT NOT NULL, ended TEXT NOT NULL, planned INTEGER NOT NULL, done INTEGER NOT NULL) STRICT;
CREATE TABLE running (
  student TEXT PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs, since INTEGER NOT NULL) STRICT;
CREATE TABLE students (
  student TEXT PRIMARY KEY, name TEXT NOT NULL, lms_id TEXT NOT NULL, submitted INTEGER) STRICT;
CREATE TABLE sources (hash TEXT PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL) STRICT;
CREATE TABLE gradings (
  id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs, student TEXT NOT NULL, lab TEXT NOT NULL,
  attempt INTEGER NOT NULL, status TEXT NOT NULL, note TEXT NOT NULL, source_hash TEXT REFERENCES sources,
  source_name TEXT NOT NULL, origin TEXT NOT NULL, submitted INTEGER, submitted_by TEXT NOT NULL, tries INTEGER NOT NULL,
  course_commit TEXT NOT NULL, rules TEXT NOT NULL, backend TEXT NOT NULL, device TEXT NOT NULL, driver TEXT NOT NULL,
  sm TEXT NOT NULL, compiler TEXT NOT NULL, clocks TEXT NOT NULL, seed TEXT NOT NULL, schedule TEXT NOT NULL,
  walls TEXT NOT NULL, walls_down TEXT NOT NULL, no_sandbox INTEGER NOT NULL, started TEXT NOT NULL,
  seconds REAL NOT NULL, json TEXT NOT NULL, text TEXT NOT NULL, UNIQUE (student, lab, attempt)) STRICT;
CREATE TABLE parts (
  grading INTEGER NOT NULL REFERENCES gradings, part TEXT NOT NULL, title TEXT NOT NULL, verdict TEXT NOT NULL,
  points REAL, max_points REAL NOT NULL, points_elsewhere REAL NOT NULL, thresholds TEXT NOT NULL,
  reasons TEXT NOT NULL, gbps REAL, ci95 REAL, reference_gbps REAL, min_gbps REAL, copy_fraction REAL, samples INTEGER,
  counters TEXT NOT NULL, points_by TEXT NOT NULL DEFAULT '', PRIMARY KEY (grading, part)) STRICT;
)";

/// All of a part's row that is needed to explain its points.
constexpr const char* view = R"(
CREATE VIEW defence AS SELECT
  g.student, g.lab, p.part, g.attempt, g.status, p.verdict, p.points, p.max_points, p.points_elsewhere, p.points_by, p.reasons,
  g.note, g.source_hash, g.origin, g.submitted, g.course_commit, p.thresholds, g.backend, g.device, g.driver, g.sm,
  g.compiler, g.clocks, p.gbps, p.ci95, p.reference_gbps, p.min_gbps, p.copy_fraction, p.samples, p.counters, g.seed,
  g.schedule, g.walls, g.walls_down, g.no_sandbox, g.tries, g.started, g.seconds
  FROM gradings g JOIN parts p ON p.grading = g.id;
)";

constexpr std::array statuses = {std::pair{Status::graded, std::string_view("graded")},
                                 std::pair{Status::missing, std::string_view("missing")},
                                 std::pair{Status::unreadable, std::string_view("unreadable")},
                                 std::pair{Status::not_graded, std::string_view("not_graded")}};

Status status_of(std::string_view name) {
  for (const auto& [status, word] : statuses) {
    if (word == name) return status;
  }
  throw DatabaseError(fmt::format("the gradebook has a status '{}' that this program does not know", name));
}

fs::path made(const fs::path& folder, bool must_exist) {
  std::error_code error;
  if (must_exist && !fs::exists(gradebook_file(folder), error)) {
    throw DatabaseError(fmt::format("there is no gradebook in {}: `./grade batch` makes one; name it with --gradebook",
                                    folder.string()));
  }
  fs::create_directories(folder, error);  // opening the file reports the error
  return gradebook_file(folder);
}

std::int64_t now() { return std::time(nullptr); }

/// Triggers run whenever rows are written, and a table may be a program: in a file that was handed in, they could give
/// points, or never end. This program makes none of them.
void refuse_foreign_code(const Database& database, const fs::path& file) {
  Statement asked = database.prepare(
      "SELECT type, name FROM sqlite_master WHERE type = 'trigger' OR (type = 'table' AND sql LIKE 'CREATE VIRTUAL%')");
  if (!asked.next()) return;
  const std::string type = asked.text(), name = asked.text();
  throw DatabaseError(
      fmt::format("{} holds a {} ({}) that this program has not made: name a gradebook that it has made", file.string(),
                  type, name));
}

/// As this program makes it: a view of the same name could say anything.
bool has_own_view(const Database& database) {
  Statement asked = database.prepare("SELECT sql FROM sqlite_master WHERE type = 'view' AND name = 'defence'");
  return asked.next() && std::string_view(view).find(asked.text()) != std::string_view::npos;
}

void make_tables(const Database& database, const fs::path& file) {
  Transaction transaction(database);
  Statement asked = database.prepare("PRAGMA user_version");
  asked.next();
  const std::int64_t found = asked.number();
  refuse_foreign_code(database, file);
  if (found == version && has_own_view(database)) return;
  if (found == version) {
    database.run("DROP VIEW IF EXISTS defence");
  } else if (found == 1) {  // it does not say what points were given by
    database.run("ALTER TABLE parts ADD COLUMN points_by TEXT NOT NULL DEFAULT ''; DROP VIEW defence");
  } else if (found != 0) {
    throw DatabaseError(
        fmt::format("{} is of version {}, this program reads version {}: use the course's version that "
                    "wrote it, or a gradebook of another name",
                    file.string(), found, version));
  }
  if (found == 0) database.run(tables);
  database.run(view);
  database.run(fmt::format("PRAGMA user_version = {}", version));
  transaction.commit();
}

}  // namespace

fs::path gradebook_file(const fs::path& folder) { return folder / "gradebook.sqlite"; }

std::string_view name_of(Status status) {
  for (const auto& [each, word] : statuses) {
    if (each == status) return word;
  }
  return "";
}

std::string utc_text(std::int64_t seconds) {
  const std::time_t time = seconds;
  std::tm parts{};
  gmtime_r(&time, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

Gradebook::Gradebook(const fs::path& folder, bool must_exist)
    : folder_(folder), database_(made(folder, must_exist), must_exist) {
  make_tables(database_, gradebook_file(folder));
}

std::string Gradebook::secret() const {
  Statement asked = database_.prepare("SELECT value FROM settings WHERE name = 'secret'");
  asked.next();
  return asked.text();
}

void Gradebook::set_secret(const std::string& secret) {
  database_.prepare("UPDATE settings SET value = ? WHERE name = 'secret'").bind(secret).run();
}

Run Gradebook::begin_run(const Run& run) {
  Transaction transaction(database_);
  database_.run("DELETE FROM running");  // of a run that was killed
  Run begun = run;
  begun.started = utc_text(now());
  Statement same = database_.prepare(
      "SELECT id, started FROM runs WHERE ended = '' AND kind = ? AND lab = ? AND arguments = ? AND course_commit = ? "
      "AND id = (SELECT max(id) FROM runs)");
  same.bind(run.kind).bind(run.lab).bind(run.arguments).bind(run.commit);
  if (same.next()) {
    begun.id = same.number();
    begun.started = same.text();
  } else {
    Statement add = database_.prepare(
        "INSERT INTO runs (kind, lab, arguments, course_commit, started, ended, planned, done) "
        "VALUES (?, ?, ?, ?, ?, '', 0, 0)");
    add.bind(run.kind).bind(run.lab).bind(run.arguments).bind(run.commit).bind(begun.started).run();
    begun.id = database_.last_row();
  }
  while (same.next()) continue;
  transaction.commit();
  return begun;
}

void Gradebook::set_progress(std::int64_t run, int planned, int done) {
  database_.prepare("UPDATE runs SET planned = ?, done = ? WHERE id = ?").bind(planned).bind(done).bind(run).run();
}

void Gradebook::end_run(std::int64_t run) {
  database_.prepare("UPDATE runs SET ended = ? WHERE id = ?").bind(utc_text(now())).bind(run).run();
}

std::optional<Run> Gradebook::last_run() const {
  Statement asked = database_.prepare(
      "SELECT id, kind, lab, arguments, course_commit, started, ended, planned, done FROM runs ORDER BY id DESC LIMIT "
      "1");
  if (!asked.next()) return std::nullopt;
  Run run;
  run.id = asked.number();
  run.kind = asked.text();
  run.lab = asked.text();
  run.arguments = asked.text();
  run.commit = asked.text();
  run.started = asked.text();
  run.ended = asked.text();
  run.planned = static_cast<int>(asked.number());
  run.done = static_cast<int>(asked.number());
  return run;
}

void Gradebook::add_running(std::int64_t run, const std::string& student) {
  database_.prepare("INSERT OR REPLACE INTO running VALUES (?, ?, ?)").bind(student).bind(run).bind(now()).run();
}

void Gradebook::remove_running(const std::string& student) {
  database_.prepare("DELETE FROM running WHERE student = ?").bind(student).run();
}

std::vector<Running> Gradebook::running() const {
  std::vector<Running> all;
  Statement asked = database_.prepare("SELECT student, since FROM running ORDER BY since, student");
  while (asked.next()) {
    Running& each = all.emplace_back();
    each.student = asked.text();
    each.since = asked.number();
  }
  return all;
}

int Gradebook::add(const Grading& grading, const Source* source) {
  Transaction transaction(database_);
  database_.prepare("DELETE FROM running WHERE student = ?").bind(grading.student).run();
  if (source != nullptr) {
    database_.prepare("INSERT OR IGNORE INTO sources VALUES (?, ?, ?)")
        .bind(source->hash)
        .bind(source->name)
        .bind(source->text)
        .run();
  }
  Statement last = database_.prepare("SELECT ifnull(max(attempt), 0) FROM gradings WHERE student = ? AND lab = ?");
  last.bind(grading.student).bind(grading.lab).next();
  const int attempt = static_cast<int>(last.number()) + 1;
  Statement row = database_.prepare(
      "INSERT INTO gradings (run, student, lab, attempt, status, note, source_hash, source_name, origin, submitted, "
      "submitted_by, tries, course_commit, rules, backend, device, driver, sm, compiler, clocks, seed, schedule, "
      "walls, "
      "walls_down, no_sandbox, started, seconds, json, text) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  const Grading& g = grading;
  row.bind(g.run).bind(g.student).bind(g.lab).bind(attempt).bind(name_of(g.status)).bind(g.note);
  row.bind(g.source_hash.empty() ? std::nullopt : std::optional(g.source_hash)).bind(g.source_name).bind(g.origin);
  row.bind(g.submitted).bind(g.submitted_by).bind(g.tries).bind(g.commit).bind(g.rules).bind(g.backend).bind(g.device);
  row.bind(g.driver).bind(g.sm).bind(g.compiler).bind(g.clocks).bind(g.seed).bind(g.schedule).bind(g.walls);
  row.bind(g.walls_down).bind(static_cast<int>(g.no_sandbox)).bind(g.started).bind(g.seconds).bind(g.json).bind(g.text);
  row.run();
  const std::int64_t id = database_.last_row();
  for (const PartGrade& p : grading.parts) {
    database_.prepare("INSERT INTO parts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .bind(id)
        .bind(p.part)
        .bind(p.title)
        .bind(p.verdict)
        .bind(p.points)
        .bind(p.max_points)
        .bind(p.points_elsewhere)
        .bind(p.thresholds)
        .bind(p.reasons)
        .bind(p.gbps)
        .bind(p.ci95)
        .bind(p.reference_gbps)
        .bind(p.min_gbps)
        .bind(p.copy_fraction)
        .bind(p.samples)
        .bind(p.counters)
        .bind(p.points_by)
        .run();
  }
  transaction.commit();
  return attempt;
}

std::vector<PartGrade> Gradebook::parts_of(std::int64_t grading) const {
  Statement asked = database_.prepare(
      "SELECT part, title, verdict, points, max_points, points_elsewhere, thresholds, reasons, gbps, ci95, "
      "reference_gbps, min_gbps, copy_fraction, samples, counters, points_by FROM parts WHERE grading = ? ORDER BY "
      "rowid");
  asked.bind(grading);
  std::vector<PartGrade> parts;
  while (asked.next()) {
    PartGrade& part = parts.emplace_back();
    part.part = asked.text();
    part.title = asked.text();
    part.verdict = asked.text();
    part.points = asked.optional_real();
    part.max_points = asked.real();
    part.points_elsewhere = asked.real();
    part.thresholds = asked.text();
    part.reasons = asked.text();
    part.gbps = asked.optional_real();
    part.ci95 = asked.optional_real();
    part.reference_gbps = asked.optional_real();
    part.min_gbps = asked.optional_real();
    part.copy_fraction = asked.optional_real();
    part.samples = asked.optional_number();
    part.counters = asked.text();
    part.points_by = asked.text();
  }
  return parts;
}

std::vector<Grading> Gradebook::gradings(const std::string& lab, const std::string& student) const {
  Statement asked = database_.prepare(
      "SELECT id, run, student, lab, attempt, status, note, source_hash, source_name, origin, submitted, submitted_by, "
      "tries, course_commit, rules, backend, device, driver, sm, compiler, clocks, seed, schedule, walls, walls_down, "
      "no_sandbox, started, seconds FROM gradings WHERE (?1 = '' OR lab = ?1) AND (?2 = '' OR student = ?2) ORDER BY "
      "id");
  asked.bind(lab).bind(student);
  std::vector<Grading> all;
  while (asked.next()) {
    Grading& g = all.emplace_back();
    g.id = asked.number();
    g.run = asked.number();
    g.student = asked.text();
    g.lab = asked.text();
    g.attempt = static_cast<int>(asked.number());
    g.status = status_of(asked.text());
    g.note = asked.text();
    g.source_hash = asked.text();
    g.source_name = asked.text();
    g.origin = asked.text();
    g.submitted = asked.optional_number();
    g.submitted_by = asked.text();
    g.tries = static_cast<int>(asked.number());
    g.commit = asked.text();
    g.rules = asked.text();
    g.backend = asked.text();
    g.device = asked.text();
    g.driver = asked.text();
    g.sm = asked.text();
    g.compiler = asked.text();
    g.clocks = asked.text();
    g.seed = asked.text();
    g.schedule = asked.text();
    g.walls = asked.text();
    g.walls_down = asked.text();
    g.no_sandbox = asked.number() != 0;
    g.started = asked.text();
    g.seconds = asked.real();
    g.parts = parts_of(g.id);
  }
  return all;
}

std::string Gradebook::report_json(std::int64_t grading) const {
  Statement asked = database_.prepare("SELECT json FROM gradings WHERE id = ?");
  return asked.bind(grading).next() ? asked.text() : "";
}

std::string Gradebook::report_text(std::int64_t grading) const {
  Statement asked = database_.prepare("SELECT text FROM gradings WHERE id = ?");
  return asked.bind(grading).next() ? asked.text() : "";
}

Source Gradebook::source(const std::string& hash) const {
  Statement asked = database_.prepare("SELECT hash, name, text FROM sources WHERE hash = ?");
  if (!asked.bind(hash).next()) throw DatabaseError(fmt::format("the gradebook has no source {}", hash));
  Source source;
  source.hash = asked.text();
  source.name = asked.text();
  source.text = asked.text();
  return source;
}

void Gradebook::set_roster(const std::vector<Student>& roster) {
  Transaction transaction(database_);
  for (const Student& student : roster) {
    database_.prepare("INSERT OR REPLACE INTO students VALUES (?, ?, ?, ?)")
        .bind(student.student)
        .bind(student.name)
        .bind(student.lms_id)
        .bind(student.submitted)
        .run();
  }
  transaction.commit();
}

std::vector<Student> Gradebook::roster() const {
  Statement asked = database_.prepare("SELECT student, name, lms_id, submitted FROM students ORDER BY student");
  std::vector<Student> all;
  while (asked.next()) {
    Student& student = all.emplace_back();
    student.student = asked.text();
    student.name = asked.text();
    student.lms_id = asked.text();
    student.submitted = asked.optional_number();
  }
  return all;
}

}  // namespace batch
