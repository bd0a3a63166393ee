// What students handed in: finds one submission a student in a folder, and in each submission the one source file that
// is graded. Unpacks archives (archive.hpp); grades nothing.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "batch/gradebook.hpp"
#include "course/lab.hpp"

namespace batch {

inline constexpr std::string_view not_on_the_roster = "not on the roster";

/// Where a student's submission is.
struct Submission {
  std::string student;
  std::filesystem::path path;             ///< a folder, an archive or a source file; empty: nothing was handed in
  std::string note;                       ///< what a person should know; not_on_the_roster
  std::string trouble;                    ///< why it cannot be graded; "two submissions: ada, ada.zip"
  std::optional<std::int64_t> submitted;  ///< as the roster says
};

/// One for each folder, archive and .cu file in `folder`, and one for each student of the roster without any; sorted by
/// student. The name of the folder or file says whose it is: as a whole, or one of its pieces between "_" and blanks is
/// a student's identity or lms_id, or it begins with the student's name. Throws grader::UsageError.
std::vector<Submission> find_submissions(const std::filesystem::path& folder, const std::vector<Student>& roster);

/// The file to grade; or why there is none.
struct HandedIn {
  Status status = Status::graded;  ///< missing, unreadable, or graded: there is a source
  std::string note;
  std::optional<Source> source;
  std::string origin;
  std::optional<std::int64_t> submitted;
  std::string submitted_by;
};

/// Reads a submission for one of `labs`. It looks for the lab's source file in all of it; a renamed one is taken where
/// it is the only one that it can be. `work` is an empty folder for what archives contain. Never throws for something
/// that was handed in.
HandedIn read_submission(const Submission& submission, const course::Lab& lab, std::span<const course::Lab> labs,
                         const std::filesystem::path& work);

/// What is said of a file by its path on this machine, said by its place in the submission.
std::string without_path(std::string text, const std::filesystem::path& file, const std::string& shown);

/// SHA-256 of each file's content, in hexadecimal digits.
std::vector<std::string> sha256(const std::vector<std::filesystem::path>& files);

}  // namespace batch
