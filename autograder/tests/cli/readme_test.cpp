// The README shows reports and figures; they must be what the commands print and the data files hold.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/process/child.hpp"

namespace {

using testing::HasSubstr;

std::string read_file(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

std::string output_of(std::vector<std::string> command) {
  process::ChildOptions options;
  options.command = std::move(command);
  options.directory = COURSE_ROOT;
  options.environment = process::minimal_environment();
  options.environment.emplace_back("LC_CTYPE=C.UTF-8");
  options.environment.front() = "LANG=C.UTF-8";  // in place of LC_ALL=C, which would win
  return process::run(options, units::Seconds{120}, units::Bytes{1 << 20}).output;
}

/// From the line that starts with `first` up to, not including, the line that starts with `last`.
std::string between(const std::string& text, const std::string& first, const std::string& last) {
  const auto begin = text.find(first);
  const auto end = text.find(last, begin);
  return begin == std::string::npos || end == std::string::npos ? "" : text.substr(begin, end - begin);
}

TEST(Readme, ShowsTheDemoAsItIsPrinted) {
  const std::string report = output_of({COURSE_BUILD "/bin/grade", "--root", ".", "lab3", "--backend", "simt",
                                        "--submission", "solutions/lab3_transpose"});
  const std::string table = between(report, "  part ", "\n  Note:");
  ASSERT_NE(table, "") << report;
  EXPECT_THAT(read_file(COURSE_ROOT "/README.md"), HasSubstr(table.substr(0, table.find_last_not_of('\n') + 1)));
}

TEST(Readme, ListsTheDevicesOfTheirFiles) {
  const std::string list = output_of({COURSE_BUILD "/bin/grade", "--root", ".", "list"});
  const std::string readme = read_file(COURSE_ROOT "/README.md");
  const std::string listed = between(readme, "<!-- devices", "<!-- end -->");
  std::ptrdiff_t count = 0;
  for (const auto& file : std::filesystem::directory_iterator(COURSE_ROOT "/simt/devices")) {
    const std::string name = file.path().stem();
    EXPECT_THAT(listed, HasSubstr("`" + name + "`"));
    EXPECT_THAT(list, HasSubstr(name));
    ++count;
  }
  EXPECT_EQ(std::count(listed.begin(), listed.end(), '`'), 2 * count) << "no others";
}

TEST(Readme, ListsTheLabsOfTheirFiles) {
  const std::string table = output_of({"setup/lab-table.sh"});
  EXPECT_THAT(table, HasSubstr("| [3 Transpose](labs/lab3_transpose/README.md) | naive · tiled"));
  EXPECT_THAT(read_file(COURSE_ROOT "/README.md"), HasSubstr(table)) << "run: make lab-table";
}

TEST(Readme, ShowsTheFiguresOfTheDataFile) {
  std::string table;
  try {
    table = output_of(
        {"python3", "measurements/record_gradings.py", "--table", "measurements/data/lab3_gradings_h200.json"});
  } catch (const std::system_error&) {
    GTEST_SKIP() << "no python3";
  }
  EXPECT_THAT(read_file(COURSE_ROOT "/README.md"), HasSubstr(table));
}

TEST(Readme, ShowsHowFastBatchesWereAndWhatDiffered) {
  const std::string page = read_file(COURSE_ROOT "/autograder/batch/README.md");
  for (const auto& [script, file] : {std::pair{"record_class_pace.py", "class_pace_h200.json"},
                                     {"record_two_gpus.py", "two_gpus_h200.json"},
                                     {"record_batches.py", "lab3_batches_h200.json"}}) {
    std::string table;
    try {
      table = output_of(
          {"python3", std::string("measurements/") + script, "--table", std::string("measurements/data/") + file});
    } catch (const std::system_error&) {
      GTEST_SKIP() << "no python3";
    }
    EXPECT_THAT(page, HasSubstr(table)) << file;
  }
}

// `page` has every data file's table between its markers.
void expect_tables(const std::string& page, const std::vector<std::string>& experiments) {
  const std::string text = read_file(COURSE_ROOT "/" + page);
  for (const std::string& name : experiments) {
    const std::string file = "measurements/data/experiments/" + name + ".json";
    const std::string table = output_of({"python3", "measurements/show_experiment.py", "--table", file});
    EXPECT_THAT(text, HasSubstr("<!-- experiment: " + file + " -->\n" + table));
  }
}

// The references' experiment on the first page, all others on one of their own.
TEST(Readme, ExperimentsAreThoseOfTheDataFiles) {
  std::vector<std::string> others;
  for (const auto& entry : std::filesystem::directory_iterator(COURSE_ROOT "/measurements/data/experiments")) {
    // Kernels and constants for predictions claim nothing: measurements/prediction.md is made of them.
    const bool has_claims = !nlohmann::json::parse(read_file(entry.path())).at("claims").empty();
    if (has_claims && entry.path().stem() != "peers") others.push_back(entry.path().stem());
  }
  EXPECT_FALSE(others.empty());
  try {
    expect_tables("README.md", {"peers"});
    expect_tables("experiments/results.md", others);
  } catch (const std::system_error&) {
    GTEST_SKIP() << "no python3";
  }
}

TEST(Readme, TablesOfTheEmulatorsTruthAreThoseOfTheDataFiles) {
  try {
    EXPECT_EQ(read_file(COURSE_ROOT "/measurements/emulator-truth.md"),
              output_of({"python3", "measurements/record_truth.py", "--table",
                         "measurements/data/emulator_truth_h200.json"}));
    EXPECT_EQ(
        read_file(COURSE_ROOT "/measurements/emulator-findings.md"),
        output_of({"python3", "measurements/record_sanitizer.py", "--table", "measurements/data/sanitizer_h200.json"}));
  } catch (const std::system_error&) {
    GTEST_SKIP() << "no python3";
  }
}

TEST(Readme, VerdictsAreThoseOfTheDataFile) {
  try {
    EXPECT_EQ(read_file(COURSE_ROOT "/measurements/verdicts.md"),
              output_of({"python3", "measurements/record_verdicts.py", "--table",
                         "measurements/data/lab4_verdicts_h200.json"}));
  } catch (const std::system_error&) {
    GTEST_SKIP() << "no python3";
  }
}

TEST(Readme, WallsOnAGpuAreThoseOfTheDataFile) {
  try {
    EXPECT_EQ(
        read_file(COURSE_ROOT "/measurements/gpu-walls.md"),
        output_of({"python3", "measurements/record_gpu_walls.py", "--table", "measurements/data/gpu_walls_h200.json"}));
  } catch (const std::system_error&) {
    GTEST_SKIP() << "no python3";
  }
}

TEST(Readme, CostsOfAGradingAreThoseOfTheDataFile) {
  try {
    EXPECT_EQ(read_file(COURSE_ROOT "/measurements/grading-cost.md"),
              output_of({"python3", "measurements/record_grading_cost.py", "--table",
                         "measurements/data/grading_cost.json"}));
  } catch (const std::system_error&) {
    GTEST_SKIP() << "no python3";
  }
}

TEST(Readme, WaitLoopsAreThoseOfTheDataFile) {
  try {
    EXPECT_EQ(
        read_file(COURSE_ROOT "/measurements/wait-loop.md"),
        output_of({"python3", "measurements/record_wait_loop.py", "--table", "measurements/data/wait_loop.json"}));
  } catch (const std::system_error&) {
    GTEST_SKIP() << "no python3";
  }
}

TEST(Readme, TheEmulatorsSpeedIsThatOfTheDataFile) {
  try {
    EXPECT_EQ(
        read_file(COURSE_ROOT "/measurements/emulator-speed.md"),
        output_of({"python3", "measurements/record_speed.py", "--table", "measurements/data/emulator_speed.json"}));
  } catch (const std::system_error&) {
    GTEST_SKIP() << "no python3";
  }
}

TEST(Readme, TheFuzzersRunIsThatOfTheDataFile) {
  try {
    const std::string runs =
        output_of({"python3", "measurements/record_fuzzing.py", "--table", "measurements/data/fuzzing.json"});
    EXPECT_THAT(runs, HasSubstr("translate_fuzz"));
    EXPECT_THAT(read_file(COURSE_ROOT "/simt/tests/fuzz/README.md"), HasSubstr(runs));
  } catch (const std::system_error&) {
    GTEST_SKIP() << "no python3";
  }
}

}  // namespace
