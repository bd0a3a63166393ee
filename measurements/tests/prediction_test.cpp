// Predictions beside measurements: which kernels were put aside, and the page.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "support/process/child.hpp"

namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

const fs::path root = COURSE_ROOT;

std::string read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

std::string output_of(const std::vector<std::string>& arguments) {
  process::ChildOptions options;
  options.command = {"python3"};
  options.command.insert(options.command.end(), arguments.begin(), arguments.end());
  options.directory = root;
  options.environment = process::minimal_environment();
  process::set_variable(options.environment, "PATH", std::getenv("PATH"));
  const process::Completed completed = process::run(options, units::Seconds{60}, units::Bytes{1 << 20});
  EXPECT_TRUE(completed.succeeded()) << completed.output;
  return completed.output;
}

class PredictionPage : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v python3 >/dev/null") != 0) GTEST_SKIP() << "no python3";
  }
  nlohmann::json split_ = nlohmann::json::parse(read(root / "measurements/data/prediction_split.json"));
};

// The hash was in a commit before there was a model: whatever kernel moves from one half to the other is seen here.
TEST_F(PredictionPage, TheKernelsPutAsideAreThoseOfTheHash) {
  EXPECT_EQ(output_of({"measurements/split_kernels.py", "--sha256", "measurements/data/prediction_split.json"}),
            split_["sha256_put_aside"].get<std::string>() + "\n");
  EXPECT_EQ(split_["sha256_put_aside"], "4879e82809f075cc5e1b359f22a1ae7b5b912e80d62ef50e2e40f7ed72b5dba6");
  const std::set<std::string> aside = split_["put_aside"], seen = split_["seen"];
  for (const std::string& name : aside) EXPECT_FALSE(seen.contains(name)) << name;
}

TEST_F(PredictionPage, OnlyTheOtherHalfIsShownWithoutThePage) {
  const std::string shown = output_of({"measurements/show_predictions.py"});
  for (const std::string& name : split_["put_aside"].get<std::set<std::string>>())
    EXPECT_THAT(shown, Not(HasSubstr("| " + name + " |")));
  EXPECT_THAT(shown, HasSubstr("| assorted/copies/of 4 bytes |"));
}

// They were in a commit before the kernels were timed.
TEST_F(PredictionPage, BlindPredictionsStayAsTheyWere) {
  EXPECT_EQ(output_of({"-c",
                       "import hashlib, pathlib, sys; "
                       "print(hashlib.sha256(pathlib.Path(sys.argv[1]).read_bytes()).hexdigest())",
                       "measurements/data/blind/unseen.json"}),
            "0e9ff1828014b7e67bef5c637246a160d6012e136a42f310b8a8bf8c4c28aa23\n");
  EXPECT_EQ(output_of({"-c",
                       "import hashlib, pathlib, sys; "
                       "print(hashlib.sha256(pathlib.Path(sys.argv[1]).read_bytes()).hexdigest())",
                       "measurements/data/blind/fresh.json"}),
            "571de606744a7c776edf56bd18e11a12d4dc9fe8799a567ec27a5333cc420b7e\n");
}

// What a report says of a prediction's range is what the records say.
TEST_F(PredictionPage, TheRangesOfTheH200AreThoseOfTheRecords) {
  EXPECT_THAT(read(root / "simt/devices/h200.toml"),
              HasSubstr(output_of({"measurements/show_predictions.py", "--ranges"})));
}

// Every solution gets full points. One slow part gets more than half where an H200 gives none, and its row in
// expected.toml has a reason. 39 of 43 slow parts are near; where a new record changes this, it is seen here.
TEST_F(PredictionPage, PointsByPredictionAreThoseOfAGpuWhereTheyAreKnown) {
  const nlohmann::json parts = nlohmann::json::parse(read(root / "measurements/data/points_predicted.json"))["parts"];
  int solutions = 0;
  for (const auto& [name, part] : parts.items()) {
    if (name.find("/solution/") == std::string::npos || part["by"] != "prediction") continue;
    ++solutions;
    EXPECT_EQ(part["points"], part["of"]) << name;
  }
  EXPECT_GE(solutions, 20);
  EXPECT_EQ(output_of({"-c",
                       "import sys; sys.path.insert(0, 'measurements'); import json, record_points as r; "
                       "parts = json.load(open('measurements/data/points_predicted.json'))['parts']; "
                       "slow = r.compared(r.measured_parts(), parts); "
                       "much = [row[0] for row in slow if r.gets_too_much(row)]; "
                       "print(*much, sum(map(r.is_near, slow)), len(slow), "
                       "any(r.cause(name) == 'not known' for name in much))"}),
            "lab6_banks/warp_shuffles/6.6 39 43 False\n");
}

// measurements/show_predictions.py --page > measurements/prediction.md
TEST_F(PredictionPage, IsMadeOfItsRecords) {
  EXPECT_EQ(output_of({"measurements/show_predictions.py", "--page"}), read(root / "measurements/prediction.md"));
}

}  // namespace
