// The experiment command as a user calls it: exit statuses, files, pictures, tables for pages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/process/child.hpp"

namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

class Experiment : public testing::Test {
 protected:
  Experiment() : root_(fs::path(testing::TempDir()) / ("experiment-" + std::to_string(getpid()))) {
    fs::remove_all(root_);
    fs::create_directories(root_ / "bin");
    for (const char* shared :
         {"autograder", "simt", "experiments", "labs", "measurements", "solutions", "setup", "course.toml"}) {
      fs::create_symlink(fs::path(COURSE_ROOT) / shared, root_ / shared);
    }
  }
  ~Experiment() override { fs::remove_all(root_); }

  process::Completed run(std::vector<std::string> command) const {
    process::ChildOptions options;
    options.command = std::move(command);
    options.environment = process::minimal_environment();
    process::set_variable(options.environment, "PATH", (root_ / "bin").string() + ":" + std::getenv("PATH"));
    process::set_variable(options.environment, "LC_ALL", "C.UTF-8");
    return process::run(options, units::Seconds{240}, units::Bytes{1 << 20});
  }
  process::Completed experiment(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {COURSE_BUILD "/bin/grade-experiment", "--root", root_.string(), "experiment"});
    return run(std::move(arguments));
  }
  void expect(const std::vector<std::string>& arguments, int status,
              const testing::Matcher<std::string>& output) const {
    const process::Completed completed = experiment(arguments);
    EXPECT_EQ(completed.ending.code, status) << completed.output;
    EXPECT_THAT(completed.output, output);
  }
  bool works(const std::vector<std::string>& command) const {
    try {
      return run(command).succeeded();
    } catch (const std::system_error&) {
      return false;
    }
  }
  /// Found before the real one.
  void put_in_path(const std::string& name, const std::string& script) const {
    std::ofstream(root_ / "bin" / name) << "#!/bin/sh\n" << script;
    fs::permissions(root_ / "bin" / name, fs::perms::owner_all);
  }

  /// Programs that the build has compiled are not compiled again.
  void use_programs_of_the_build() const {
    const fs::path compiled = fs::path(COURSE_ROOT) / "build/experiments";
    if (!fs::exists(compiled)) return;
    fs::create_directories(root_ / "build");
    fs::create_symlink(compiled, root_ / "build/experiments");
  }

  fs::path root_;
};

TEST_F(Experiment, AloneListsThem) { expect({}, 0, AllOf(HasSubstr("S2.9  "), HasSubstr("peers  "))); }

TEST_F(Experiment, UnknownIsTwoAndNamesThoseThereAre) {
  expect({"S9.9"}, 2, AllOf(HasSubstr("S9.9"), HasSubstr("S2.12, S2.13")));
}

TEST_F(Experiment, WhatNeedsAGpuIsThreeWithoutOne) {
  expect({"S1.7", "--backend", "simt"}, 3, HasSubstr("S1.7 needs a GPU"));
}

TEST_F(Experiment, DataGoesBelowBuildOrWhereItIsAskedTo) {
  expect({"S1.2", "--backend", "simt", "--commit", "abc"}, 0, HasSubstr("build/experiments/S1.2.json"));
  const auto data = nlohmann::json::parse(read(root_ / "build/experiments/S1.2.json"));
  EXPECT_EQ(data["experiment"], "S1.2");
  EXPECT_EQ(data["commit"], "abc");
  EXPECT_EQ(data["command"], "./grade experiment S1.2 --backend simt");
  EXPECT_EQ(data["device"]["name"], "emulated h200");
  EXPECT_EQ(data["cases"].size(), 2U);
  EXPECT_EQ(data["claims"][0]["holds"], "yes");

  const fs::path file = root_ / "elsewhere.json";
  expect({"S1.2", "--backend", "simt", "--commit", "abc", "--data", file.string()}, 0, HasSubstr(file.string()));
  EXPECT_EQ(nlohmann::json::parse(read(file)), data);
}

TEST_F(Experiment, FilesIntoMissingFoldersAreFoundOutFirst) {
  expect({"S1.2", "--data", "/nowhere/x.json"}, 2, HasSubstr("/nowhere/x.json"));
  expect({"S1.2", "--plot", "/nowhere/x.png"}, 2, HasSubstr("/nowhere/x.png"));
}

TEST_F(Experiment, WithoutMatplotlibTheTableIsThereAndTheStatusThree) {
  if (!works({"python3", "--version"})) GTEST_SKIP() << "no python3";
  put_in_path("python3", "PATH=${PATH#*:} exec python3 -S -E \"$@\"\n");  // without what is installed beside Python
  const fs::path picture = root_ / "x.png";
  expect({"S1.2", "--backend", "simt", "--plot", picture.string()}, 3,
         AllOf(HasSubstr("513 apart"), HasSubstr("install python3-matplotlib")));
  EXPECT_FALSE(fs::exists(picture));
  EXPECT_TRUE(fs::exists(root_ / "build/experiments/S1.2.json"));
}

TEST_F(Experiment, PlotsWhereMatplotlibIs) {
  if (!works({"python3", "-c", "import matplotlib"})) GTEST_SKIP() << "no matplotlib";
  for (const char* name : {"S1.2", "S2.9"}) {  // bars, a curve
    const fs::path picture = root_ / "x.png";
    expect({name, "--backend", "simt", "--plot", picture.string()}, 0, testing::_);
    EXPECT_THAT(read(picture), testing::StartsWith("\x89PNG"));
    fs::remove(picture);
  }
}

TEST_F(Experiment, CompilesForAGpuElsewhere) {
  if (run({COURSE_ROOT "/setup/find-cuda.sh"}).output.empty()) GTEST_SKIP() << "no nvcc";
  expect({"S1.2", "--build"}, 0, testing::_);
  const auto built = [&](const char* name) {
    for (const auto& entry : fs::directory_iterator(root_ / "build/experiments")) {
      if (entry.path().filename().string().starts_with(name)) return entry.path();
    }
    return fs::path();
  };
  const fs::path program = built("S1.2-sm"), driver = built("driver-sm");
  const auto first = fs::last_write_time(program / "program"), of_driver = fs::last_write_time(driver / "driver.a");
  expect({"S1.2", "--build"}, 0, testing::_);
  EXPECT_EQ(fs::last_write_time(program / "program"), first) << "compiled again";
  // The path would be in the key, if the folder mattered.
  EXPECT_THAT(read(program / "key"), AllOf(HasSubstr("-O3"), Not(HasSubstr(root_.string()))));
  expect({"S1.10", "--build"}, 0, testing::_);
  EXPECT_EQ(fs::last_write_time(driver / "driver.a"), of_driver) << "the same for all experiments";
}

// Every verdict in the records is the one that the experiment gives today: change a judge, and judge the records again.
// S2.11's judge asks the GPU for the size of its L2.
TEST_F(Experiment, RecordsHaveTheVerdictsOfTheirSamples) {
  if (run({COURSE_ROOT "/setup/find-cuda.sh"}).output.empty()) GTEST_SKIP() << "no nvcc";
  use_programs_of_the_build();
  for (const auto& record : fs::directory_iterator(COURSE_ROOT "/measurements/data/experiments")) {
    const std::string name = record.path().stem();
    if (name == "S2.11") continue;
    const fs::path file = root_ / "judged.json";
    expect({name, "--judge", record.path().string(), "--commit", "abc", "--data", file.string()}, 0, testing::_);
    const auto recorded = nlohmann::json::parse(read(record.path())), judged = nlohmann::json::parse(read(file));
    EXPECT_EQ(judged["claims"], recorded["claims"]) << name;
    EXPECT_EQ(judged["cases"], recorded["cases"]) << name;
    EXPECT_EQ(judged["commit"], recorded["commit"]) << name;
    EXPECT_EQ(judged["judged_commit"], "abc") << name;
  }
}

TEST_F(Experiment, JudgedAgainVerdictsAreThoseOfTheSamples) {
  if (run({COURSE_ROOT "/setup/find-cuda.sh"}).output.empty()) GTEST_SKIP() << "no nvcc";
  use_programs_of_the_build();
  auto record = nlohmann::json::parse(read(COURSE_ROOT "/measurements/data/experiments/S1.2.json"));
  const auto recorded = record["claims"];
  record["claims"][0]["holds"] = "no";  // by hand
  const fs::path file = root_ / "record.json";
  std::ofstream(file) << record.dump();
  expect({"S1.2", "--judge", file.string(), "--data", file.string()}, 0, HasSubstr("513 apart"));
  EXPECT_EQ(nlohmann::json::parse(read(file))["claims"], recorded);
  // Scattered accesses that are as fast as the others are a claim refuted.
  for (auto& seconds : record["cases"][1]["seconds"]) seconds = record["cases"][0]["seconds"][0];
  std::ofstream(file) << record.dump();
  expect({"S1.2", "--judge", file.string(), "--data", file.string()}, 0, testing::_);
  EXPECT_EQ(nlohmann::json::parse(read(file))["claims"][0]["holds"], "no");
}

TEST_F(Experiment, WhatHasNoSamplesCannotBeJudgedAgain) {
  const fs::path file = root_ / "record.json";
  std::ofstream(file) << "{}";
  expect({"S1.2", "--judge", file.string()}, 3, HasSubstr("record.json: this is no data file of an experiment"));
  expect({"S1.2", "--judge", COURSE_ROOT "/measurements/data/experiments/S1.7.json"}, 3,
         HasSubstr("has no samples of S1.2 to judge"));
}

constexpr const char* sample = R"({"command": "./grade experiment peers --backend cuda", "backend": "cuda",
 "device": {"name": "NVIDIA H200", "toolkit": "13.0", "driver_release": "580.1"},
 "date": "2026-11-21", "commit": "0123456789abcdef-changed", "notes": ["a note"],
 "claims": [{"source": "copy", "claimed": "0.97 or more", "measured": "0.980", "holds": "yes"},
            {"source": "matvec", "claimed": "faster", "measured": "no cuBLAS", "holds": "unknown"}]})";

constexpr const char* sample_table =
    "`./grade experiment peers --backend cuda`: NVIDIA H200, driver 580.1, CUDA 13.0, 2026-11-21, "
    "commit 0123456789-changed.\n"
    "\n"
    "| | claimed | measured | holds |\n"
    "|---|---|---|---|\n"
    "| copy | 0.97 or more | 0.980 | yes |\n"
    "| matvec | faster | no cuBLAS | – |\n"
    "\n"
    "A note.\n";

TEST_F(Experiment, TablesSayWhatWasJudgedAgain) {
  if (!works({"python3", "--version"})) GTEST_SKIP() << "no python3";
  auto record = nlohmann::json::parse(sample);
  record["judged_commit"] = "fedcba9876543210";
  std::ofstream(root_ / "data.json") << record.dump();
  EXPECT_THAT(
      run({"python3", COURSE_ROOT "/measurements/show_experiment.py", "--table", (root_ / "data.json").string()})
          .output,
      HasSubstr("commit 0123456789-changed, judged again at fedcba9876.\n"));
}

TEST_F(Experiment, TablesForPagesAreThoseOfTheDataFiles) {
  if (!works({"python3", "--version"})) GTEST_SKIP() << "no python3";
  const std::string script = COURSE_ROOT "/measurements/show_experiment.py";
  std::ofstream(root_ / "data.json") << sample;
  EXPECT_EQ(run({"python3", script, "--table", (root_ / "data.json").string()}).output, sample_table);

  // A page may name files that are not there yet; only what is between the marks changes.
  const std::string marker = "<!-- experiment: " + (root_ / "data.json").string() + " -->\n";
  const std::string missing = "<!-- experiment: nowhere.json -->\nNot measured yet.\n<!-- end -->\n";
  const fs::path page = root_ / "page.md";
  std::ofstream(page) << "before\n" << marker << "old\n<!-- end -->\nbetween\n" << missing;
  ASSERT_TRUE(run({"python3", script, "--update", page.string()}).succeeded());
  EXPECT_EQ(read(page), "before\n" + marker + sample_table + "<!-- end -->\nbetween\n" + missing);
}

}  // namespace
