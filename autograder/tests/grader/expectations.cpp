#include "expectations.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <optional>
#include <ostream>
#include <sstream>

#include "simt/tests/line_markers.hpp"
#include "support/config/table.hpp"
#include "tests/loaded_course.hpp"

namespace grader::testing_support {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest = 200;  // characters of a text
constexpr std::string_view no_line = "none";

const course::Lab& lab_of(const fs::path& folder) {
  for (const course::Lab& lab : tests::loaded_course().labs) {
    if (lab.folder == folder.filename()) return lab;
  }
  throw config::Error(fmt::format("{}: no lab has a folder of this name", folder.string()));
}

std::vector<fs::path> sorted_entries(const fs::path& folder) {
  std::vector<fs::path> entries(fs::directory_iterator(folder), fs::directory_iterator{});
  std::sort(entries.begin(), entries.end());
  return entries;
}

Verdict verdict_of(config::Table& row) {
  constexpr std::array verdicts{Verdict::failed, Verdict::partial, Verdict::passed, Verdict::not_attempted};
  return verdicts.at(row.choice("verdict", {"failed", "partial", "passed", "not_attempted"}));
}

simt::test::LineMarkers markers_of(const fs::path& file) {
  std::ostringstream source;
  source << std::ifstream(file).rdbuf();
  return simt::test::LineMarkers(source.str());
}

/// The line that a row names, 0 where it names none.
int line_of(config::Table& row, const simt::test::LineMarkers& markers) {
  if (!row.is_text("line")) return static_cast<int>(row.optional_number("line", {1, 1e6}).value_or(0));
  const std::string name = row.text("line", longest);
  if (name == no_line) return 0;
  if (name.front() != '@') row.complain("line", "must be a number or the name of a line, such as \"@store\"");
  return markers.line_of(name.substr(1));
}

/// What `row` of part `part` asks of `backend`, if it applies there. Every key is read, whichever backend is asked
/// about, so that a mistake in the file is seen on all machines.
std::optional<Expectation> read_row(config::Table row, config::Table& submission, std::string_view part,
                                    const simt::test::LineMarkers& markers, const std::string& backend) {
  Expectation expectation;
  expectation.part = part;
  expectation.verdict = verdict_of(row);
  const auto finding = row.optional_text("finding", longest);
  const int line = line_of(row, markers);
  const bool has_no_line = row.is_text("line") && row.text("line", longest) == no_line;
  const auto why = row.optional_text("why", longest);
  if (backend == "simt") {
    expectation.finding = finding.value_or("");
    expectation.line = line;
  }
  const auto both = row.optional_text("reason", longest);
  std::vector<std::string> applies_to;
  for (const std::string name : {"cuda", "simt"}) {
    const auto own = row.optional_text(name, longest);
    const auto excuse = row.optional_text("not_on_" + name, longest);
    if (own && excuse) submission.complain(part, fmt::format("has both {0} and not_on_{0}", name));
    if (!own && !excuse && !both && expectation.verdict != Verdict::passed) {
      submission.complain(part, fmt::format("needs a reason, or {0}, or not_on_{0}", name));
    }
    if (excuse) continue;
    applies_to.push_back(name);
    const std::string reason = markers.with_numbers(own ? *own : both.value_or(""));
    if (name == backend) expectation.reason = reason;
  }
  row.finish();
  const bool is_emulated = std::find(applies_to.begin(), applies_to.end(), "simt") != applies_to.end();
  if (is_emulated && expectation.verdict == Verdict::failed && !(finding && line != 0) && !(has_no_line && why)) {
    submission.complain(part, "needs a finding and its line, or line = \"none\" and why");
  }
  if (applies_to.empty()) submission.complain(part, "applies to no backend");
  const bool applies = std::find(applies_to.begin(), applies_to.end(), backend) != applies_to.end();
  return applies ? std::optional(expectation) : std::nullopt;
}

/// Appends the rows of one submission; how many rows there are, for any backend.
int read_submission(config::Table submission, const course::Lab& lab, const fs::path& file, const std::string& backend,
                    std::vector<Expectation>& result) {
  int rows = 0;
  for (const course::Part& part : lab.parts) {
    const auto row = submission.optional_table(part.id);
    if (!row) continue;
    ++rows;
    try {
      auto expectation = read_row(*row, submission, part.id, markers_of(file), backend);
      if (!expectation) continue;
      expectation->lab = &lab;
      expectation->submission = file;
      result.push_back(*expectation);
    } catch (const simt::test::LineMarkerError& error) {
      submission.complain(part.id, fmt::format("in {}, {}", file.filename().string(), error.what()));
    }
  }
  submission.finish();
  return rows;
}

}  // namespace

std::vector<Expectation> load_expectations(const fs::path& folder, const std::string& backend) {
  const course::Lab& lab = lab_of(folder);
  config::Table table = config::load(folder / "expected.toml");
  std::vector<Expectation> result;
  for (const fs::path& file : sorted_entries(folder)) {
    if (file.extension() != ".cu") continue;
    const auto submission = table.optional_table(file.stem().string());
    if (!submission || read_submission(*submission, lab, file, backend, result) == 0) {
      throw config::Error(fmt::format("{} has no row in expected.toml", file.string()));
    }
  }
  table.finish();
  return result;
}

namespace {

/// Of the folders of tests/submissions those whose name is_wanted.
template <class IsWanted>
std::vector<Expectation> expectations_in(const std::string& backend, const IsWanted& is_wanted) {
  std::vector<Expectation> all;
  for (const fs::path& folder : sorted_entries(COURSE_ROOT "/autograder/tests/submissions")) {
    if (!fs::is_directory(folder)) continue;
    if (folder.filename() == "hostile") continue;  // tests/hostile has rows of its own
    if (!is_wanted(folder.filename().string())) continue;
    try {
      for (Expectation& expectation : load_expectations(folder, backend)) all.push_back(std::move(expectation));
    } catch (const config::Error& error) {
      Expectation unreadable;
      unreadable.submission = folder / "expected.toml";
      unreadable.problem = error.what();
      all.push_back(unreadable);
    }
  }
  return all;
}

}  // namespace

std::vector<Expectation> all_expectations(const std::string& backend) {
  return expectations_in(backend, [](const std::string&) { return true; });
}

std::vector<Expectation> expectations_of_process(const std::string& backend) {
  const std::string filter = GTEST_FLAG_GET(filter);
  const bool is_one_test = filter.find_first_of("*?:-") == std::string::npos;
  return expectations_in(backend, [&](const std::string& folder) {
    return !is_one_test || filter.find("/" + folder + "_") != std::string::npos;
  });
}

std::string name_of(const Expectation& expectation) {
  std::string name = fmt::format("{}_{}_{}", expectation.submission.parent_path().filename().string(),
                                 expectation.submission.stem().string(), expectation.part);
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

void PrintTo(const Expectation& expectation, std::ostream* out) {
  *out << expectation.submission.filename().string() << " " << expectation.part;
}

}  // namespace grader::testing_support
