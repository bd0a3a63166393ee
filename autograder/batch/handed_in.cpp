#include "batch/handed_in.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <map>
#include <sstream>

#include "batch/archive.hpp"
#include "grader/errors.hpp"
#include "grader/pipeline/submission.hpp"
#include "report/text.hpp"
#include "support/files/whole_file.hpp"
#include "support/process/question.hpp"

namespace batch {
namespace fs = std::filesystem;
namespace {

constexpr int most_files = 10'000;
constexpr int most_depth = 16;

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// "Ada Lovelace" and "lovelace_ada" have the same letters and digits in a row: "adalovelace".
std::string letters(const std::string& text) {
  std::string kept;
  for (const unsigned char c : text) {
    if (std::isalnum(c) != 0 || c >= 0x80) kept += static_cast<char>(std::tolower(c));
  }
  return kept;
}

/// Pieces between "_" and blanks.
std::vector<std::string> pieces(const std::string& name) {
  std::vector<std::string> all(1);
  for (const char c : name) {
    if (c == '_' || c == ' ') {
      all.emplace_back();
    } else {
      all.back() += c;
    }
  }
  return all;
}

constexpr int whole_name = 0;      // of the student, or of lms_id: 1
constexpr int name_begins_so = 3;  // the weakest sign

/// Whether a folder or file of this name is the student's, by ever weaker signs: 0 is the strongest.
std::optional<int> match(const std::string& name, const Student& student) {
  if (name == student.student) return whole_name;
  if (!student.lms_id.empty() && name == student.lms_id) return 1;
  for (const std::string& piece : pieces(name)) {
    if (piece == student.student) return 2;
    if (!student.lms_id.empty() && piece == student.lms_id) return 2;
  }
  const std::string full = letters(student.name);
  if (!full.empty() && letters(name).starts_with(full)) return name_begins_so;
  return std::nullopt;
}

struct Identity {
  std::string student;
  std::string note;
  int strength = whole_name;
};

Identity identify(const std::string& name, const std::vector<Student>& roster) {
  if (roster.empty()) return {name, ""};
  std::optional<int> best;
  std::vector<const Student*> found;
  for (const Student& student : roster) {
    const auto strength = match(name, student);
    if (!strength || (best && *strength > *best)) continue;
    if (!best || *strength < *best) found.clear();
    best = strength;
    found.push_back(&student);
  }
  if (found.size() == 1) return {found.front()->student, "", *best};
  if (found.empty()) return {name, std::string(not_on_the_roster)};
  return {name, fmt::format("'{}' may be {} or {} of the roster", name, found[0]->student, found[1]->student)};
}

/// Who begins with a name of the roster is not its student where another one has that student's whole identity.
void prefer_whole_names(std::map<std::string, Identity>& by_name) {
  std::map<std::string, std::string> whole;
  for (const auto& [name, identity] : by_name) {
    if (identity.strength < 2) whole.try_emplace(identity.student, name);
  }
  for (auto& [name, identity] : by_name) {
    const auto other = whole.find(identity.student);
    if (identity.strength < name_begins_so || other == whole.end()) continue;
    identity = {name, fmt::format("'{}' may be {} of the roster, whose submission is '{}'", name, identity.student,
                                  other->second)};
  }
}

/// Some systems write ".CU".
bool is_source(const fs::path& path) { return lower(path.extension()) == ".cu"; }

bool is_ignored(const fs::path& path) {
  const std::string name = path.filename();
  return name.starts_with(".") || name == "__MACOSX";
}

/// Sorted; throws UsageError.
std::vector<fs::path> entries_of(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> entries;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (!is_ignored(at->path())) entries.push_back(at->path());
  }
  if (error) throw grader::UsageError(fmt::format("{} cannot be read: {}", folder.string(), error.message()));
  std::sort(entries.begin(), entries.end());
  return entries;
}

/// A file that may be the one to grade.
struct Candidate {
  fs::path path;   ///< on the disk
  fs::path shown;  ///< where it is in the submission
};

/// Why a submission has no row of points.
struct Trouble {
  Status status;
  std::string why;
};

/// All .cu files below a folder. Links are not followed.
std::vector<Candidate> candidates_in(const fs::path& folder) {
  std::error_code error;
  std::vector<Candidate> found;
  int files = 0;
  fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error);
  for (const fs::recursive_directory_iterator end; !error && at != end; at.increment(error)) {
    if (++files > most_files) {
      throw Trouble{Status::unreadable, fmt::format("more than {} files were handed in", most_files)};
    }
    if (is_ignored(at->path()) || at.depth() >= most_depth) {
      at.disable_recursion_pending();
      continue;
    }
    std::error_code gone;
    if (is_source(at->path()) && !at->is_directory(gone)) {
      found.push_back({at->path(), at->path().lexically_relative(folder)});
    }
  }
  if (error) throw Trouble{Status::unreadable, "the folder cannot be read: " + error.message()};
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.shown < b.shown; });
  return found;
}

template <class Predicate>
std::vector<Candidate> only(const std::vector<Candidate>& all, Predicate keep) {
  std::vector<Candidate> kept;
  std::copy_if(all.begin(), all.end(), std::back_inserter(kept), keep);
  return kept;
}

bool is_below(const Candidate& candidate, const std::string& folder) {
  return std::find(candidate.shown.begin(), candidate.shown.end(), fs::path(folder)) != candidate.shown.end();
}

/// The one that the lab asks for.
Candidate choose(const std::vector<Candidate>& all, const course::Lab& lab, std::span<const course::Lab> labs) {
  const auto is_named = [](const Candidate& candidate, const course::Lab& of) {
    return lower(candidate.shown.filename()) == of.source;
  };
  std::vector<Candidate> named = only(all, [&](const Candidate& c) { return is_named(c, lab); });
  if (named.size() > 1) {
    const auto own = only(named, [&](const Candidate& c) { return is_below(c, lab.folder) || is_below(c, lab.name); });
    if (!own.empty()) named = own;
  }
  if (named.empty()) {
    named = only(all, [&](const Candidate& c) {
      return std::none_of(labs.begin(), labs.end(), [&](const course::Lab& other) { return is_named(c, other); });
    });
    const std::string stem = lower(fs::path(lab.source).stem());
    const auto alike =
        only(named, [&](const Candidate& c) { return lower(c.shown.filename()).find(stem) != std::string::npos; });
    if (!alike.empty()) named = alike;
  }
  if (named.empty()) throw Trouble{Status::missing, fmt::format("no {} was handed in", lab.source)};
  if (named.size() > 1) {
    throw Trouble{Status::unreadable,
                  fmt::format("{} files may be meant ({}, {}{}): leave only one of them", named.size(),
                              named[0].shown.string(), named[1].shown.string(), named.size() > 2 ? ", …" : "")};
  }
  return named.front();
}

std::optional<std::int64_t> time_of(const fs::path& file) {
  std::error_code error;
  const auto time = fs::last_write_time(file, error);
  if (error) return std::nullopt;
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::file_clock::to_sys(time).time_since_epoch())
      .count();
}

void read(const Submission& submission, const course::Lab& lab, std::span<const course::Lab> labs, const fs::path& work,
          HandedIn& result) {
  if (!submission.trouble.empty()) throw Trouble{Status::unreadable, submission.trouble};
  if (submission.path.empty()) throw Trouble{Status::missing, "nothing was handed in"};
  result.origin = submission.path.filename();
  std::vector<Candidate> all;
  std::error_code error;
  // It may lead to what another student handed in.
  if (fs::is_symlink(submission.path, error)) {
    throw Trouble{Status::unreadable, result.origin + " is a symbolic link: hand in the folder or the file itself"};
  }
  if (fs::is_directory(submission.path, error)) {
    all = candidates_in(submission.path);
  } else if (is_archive(submission.path)) {
    const std::string refused = unpack_confined(submission.path, work);
    if (!refused.empty()) throw Trouble{Status::unreadable, refused};
    all = candidates_in(work);
    result.origin += ":";
  } else {
    all = {{submission.path, submission.path.filename()}};
  }
  const bool is_file = all.size() == 1 && all.front().path == submission.path;
  const Candidate chosen = is_file ? all.front() : choose(all, lab, labs);
  if (!is_file) {
    result.origin += (result.origin.ends_with(":") ? " " : "/") + chosen.shown.string();
    if (chosen.shown.filename() != lab.source) {
      result.note = fmt::format("handed in as {}", chosen.shown.filename().string());
    }
  }
  Source source{"", lab.source, ""};
  try {
    source.text = grader::read_source(chosen.path);
  } catch (const grader::UsageError& complaint) {
    throw Trouble{Status::unreadable, without_path(complaint.what(), chosen.path, chosen.shown.string())};
  }
  // Hashed is what was read, which may change on the disk at any time.
  const fs::path copy = work / "read.cu";
  files::write_atomically(copy, source.text);
  source.hash = sha256({copy}).front();
  if (!result.submitted) {
    // What an archive says of its files' times is the student's own word.
    result.submitted = time_of(is_archive(submission.path) ? submission.path : chosen.path);
    if (result.submitted) result.submitted_by = "file";
  }
  result.source = std::move(source);
}

}  // namespace

std::string without_path(std::string text, const fs::path& file, const std::string& shown) {
  const std::string path = file.string();
  for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path, at + shown.size())) {
    text.replace(at, path.size(), shown);
  }
  return text;
}

std::vector<Submission> find_submissions(const fs::path& folder, const std::vector<Student>& roster) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    throw grader::UsageError(
        fmt::format("{} is no folder: give the folder that holds the submissions", folder.string()));
  }
  std::vector<std::pair<std::string, fs::path>> entries;  // by the name that says whose it is
  std::map<std::string, Identity> by_name;
  for (const fs::path& path : entries_of(folder)) {
    const bool is_folder = fs::is_directory(path, error);
    if (!is_folder && !is_archive(path) && !is_source(path)) continue;
    // From here on it is a text, which tables and reports can hold.
    const std::string name = report::printable_line(is_folder ? path.filename().string() : name_without_suffix(path));
    entries.emplace_back(name, path);
    by_name.emplace(name, identify(name, roster));
  }
  prefer_whole_names(by_name);
  std::map<std::string, Submission> by_student;
  for (const auto& [name, path] : entries) {
    const Identity& identity = by_name.at(name);
    const auto [at, is_new] =
        by_student.try_emplace(identity.student, Submission{identity.student, path, identity.note, "", {}});
    if (is_new) continue;
    Submission& first = at->second;
    if (first.trouble.empty()) first.trouble = "several submissions: " + first.path.filename().string();
    first.trouble += ", " + path.filename().string();
  }
  for (const Student& student : roster) {
    const auto at = by_student.try_emplace(student.student, Submission{student.student, {}, "", "", {}}).first;
    at->second.submitted = student.submitted;
  }
  std::vector<Submission> all;
  for (auto& [student, submission] : by_student) {
    if (!submission.trouble.empty()) submission.trouble += ": leave only one of them";
    all.push_back(std::move(submission));
  }
  return all;
}

HandedIn read_submission(const Submission& submission, const course::Lab& lab, std::span<const course::Lab> labs,
                         const fs::path& work) {
  HandedIn result;
  result.submitted = submission.submitted;
  if (result.submitted) result.submitted_by = "roster";
  try {
    read(submission, lab, labs, work, result);
  } catch (const Trouble& trouble) {
    result.status = trouble.status;
    result.note = trouble.why;
  }
  if (!submission.note.empty()) result.note = submission.note + (result.note.empty() ? "" : "; " + result.note);
  result.note = report::printable_line(result.note);
  result.origin = report::printable_line(result.origin);
  return result;
}

std::vector<std::string> sha256(const std::vector<fs::path>& files) {
  std::vector<std::string> command{"sha256sum", "--"};
  for (const fs::path& file : files) command.push_back(file.string());
  std::istringstream lines(process::answer_of(command));
  std::vector<std::string> hashes;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("\\")) line.erase(0, 1);  // the file's name has odd characters
    hashes.push_back(line.substr(0, line.find(' ')));
  }
  if (hashes.size() != files.size())
    throw grader::CannotGrade("sha256sum (of coreutils) does not work here: install it");
  return hashes;
}

}  // namespace batch
