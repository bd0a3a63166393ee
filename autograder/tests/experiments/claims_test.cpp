// The ledger of the sources' claims, experiments/claims.toml: it is complete, everything in it is in a record or has a
// reason, and no verdict contradicts a record.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "experiments/list.hpp"
#include "support/config/table.hpp"
#include "support/process/child.hpp"

namespace experiments {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

const fs::path root = COURSE_ROOT;
const fs::path data = root / "measurements/data";

std::string read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

struct Claim {
  std::string id, verdict, then, reason;
  std::vector<std::string> experiments, records, figures, see, rows;
};

std::vector<Claim> parsed(const std::string& ledger) {
  constexpr std::size_t longest = 2000;
  config::Table file = config::parse(ledger, "claims.toml");
  std::vector<Claim> claims;
  for (config::Table& table : file.tables("claims")) {
    Claim claim;
    claim.id = table.text("id", longest);
    table.text("claim", longest);
    claim.verdict = table.text("verdict", longest);
    claim.then = table.optional_text("then", longest).value_or("");
    claim.reason = table.optional_text("reason", longest).value_or("");
    claim.experiments = table.optional_texts("experiments", longest);
    claim.records = table.optional_texts("records", longest);
    claim.figures = table.optional_texts("figures", longest);
    claim.see = table.optional_texts("see", longest);
    claim.rows = table.optional_texts("rows", longest);
    table.finish();
    claims.push_back(claim);
  }
  file.finish();
  return claims;
}

struct Row {
  std::string claimed, holds;
};

/// What the records say about the claim: those of a chip of 2008, or all others.
std::vector<Row> rows_of(const Claim& claim, bool then) {
  std::vector<Row> rows;
  for (const std::string& file : claim.records) {
    if (!fs::exists(data / file) || file.ends_with("-gtx280.json") != then) continue;
    const json record = json::parse(read(data / file));
    if (!record.contains("claims")) continue;
    for (const json& each : record["claims"]) {
      const std::string claimed = each["claimed"];
      if (each["source"] == claim.id && claimed.find("(not claimed)") == std::string::npos) {
        rows.push_back({claimed, each["holds"]});
      }
    }
  }
  return rows;
}

std::string verdict_of(const std::vector<Row>& rows) {
  std::set<std::string> found;
  for (const Row& row : rows) {
    if (row.holds != "unknown") found.insert(row.holds);
  }
  if (found.empty()) return "not tested";
  return found.size() == 1 ? *found.begin() : "partly";
}

bool says_how_it_is_known(const std::string& reason) {
  static const std::vector<std::string> kinds{
      "Measured", "Counted", "Documented", "Guess:", "Not known", "Not measured", "Not a claim about hardware:"};
  return std::any_of(kinds.begin(), kinds.end(), [&](const std::string& kind) { return reason.starts_with(kind); });
}

/// Everything that is wrong with an entry, each as a sentence.
std::vector<std::string> faults_of(const Claim& claim) {
  std::vector<std::string> faults;
  const auto expect = [&](bool is_right, const std::string& what) {
    if (!is_right) faults.push_back(claim.id + ": " + what);
  };
  static const std::set<std::string> verdicts{"yes", "partly", "no", "not tested"};
  expect(verdicts.count(claim.verdict) == 1, "no verdict is '" + claim.verdict + "'");
  for (const std::string& name : claim.experiments) expect(find(name) != nullptr, "there is no experiment " + name);
  for (const std::string& file : claim.records) expect(fs::exists(data / file), "there is no record " + file);
  for (const std::string& file : claim.see) expect(fs::exists(root / file), "there is no file " + file);

  for (const std::string& figure : claim.figures) {
    std::string file, pointer, value;
    std::istringstream words(figure);
    words >> file >> pointer;
    std::getline(words >> std::ws, value);
    const bool is_record = std::find(claim.records.begin(), claim.records.end(), file) != claim.records.end();
    expect(is_record, file + " of a figure is none of the records");
    if (!is_record || !fs::exists(data / file)) continue;
    const json record = json::parse(read(data / file));
    const json::json_pointer place(pointer);
    expect(record.contains(place) && record[place] == json::parse(value), "the record has not: " + figure);
  }

  const std::vector<Row> now = rows_of(claim, false), then = rows_of(claim, true);
  const bool is_documented = claim.reason.starts_with("Documented:") && !claim.see.empty();
  const bool is_no_hardware = claim.reason.starts_with("Not a claim about hardware:");
  if (claim.verdict == "not tested") {
    expect(!claim.reason.empty(), "neither a record nor a reason");
  } else {
    expect(!now.empty() || (!claim.figures.empty() && !claim.reason.empty()) || is_documented || is_no_hardware,
           "a verdict without a record, a document or a reason");
  }
  if (!now.empty()) expect(claim.verdict == verdict_of(now), "the records say " + verdict_of(now));
  expect(claim.then == (then.empty() ? "" : verdict_of(then)), "the records of a GTX 280 say " + verdict_of(then));
  expect(claim.reason.empty() || says_how_it_is_known(claim.reason), "how is this known: " + claim.reason);

  std::set<std::string> used;
  for (const std::vector<Row>& rows : {now, then}) {
    for (const Row& row : rows) {
      bool has_reason = false;
      for (const std::string& each : claim.rows) {
        const std::size_t arrow = each.find(" => ");
        if (arrow == std::string::npos || !row.claimed.starts_with(each.substr(0, arrow))) continue;
        used.insert(each);
        has_reason = says_how_it_is_known(each.substr(arrow + 4));
      }
      expect(has_reason || row.holds == "yes", "'" + row.claimed + "' holds " + row.holds + " and has no reason");
    }
  }
  for (const std::string& each : claim.rows) expect(used.count(each) == 1, "no record has a row for: " + each);
  return faults;
}

std::vector<std::string> faults_of(const std::string& ledger) {
  std::vector<std::string> faults;
  for (const Claim& claim : parsed(ledger)) {
    for (const std::string& fault : faults_of(claim)) faults.push_back(fault);
  }
  return faults;
}

std::string ledger() { return read(root / "experiments/claims.toml"); }

TEST(Claims, OfEverySourceAreThere) {
  const std::map<std::string, int> digested{{"S1", 10}, {"S2", 13}, {"S3", 8}, {"S4", 7}, {"S5", 8}};
  std::multiset<std::string> ids;
  for (const Claim& claim : parsed(ledger())) ids.insert(claim.id);
  for (const auto& [source, count] : digested) {
    for (int number = 1; number <= count; ++number) {
      EXPECT_EQ(ids.count(source + "." + std::to_string(number)), 1U) << source << "." << number;
    }
  }
  for (const std::string& id : ids) EXPECT_EQ(ids.count(id), 1U) << id;
}

TEST(Claims, HaveARecordOrAReasonAndNoVerdictThatARecordContradicts) { EXPECT_THAT(faults_of(ledger()), IsEmpty()); }

TEST(Claims, UseEveryRecordAndEveryExperiment) {
  std::set<std::string> records, experiments;
  for (const Claim& claim : parsed(ledger())) {
    records.insert(claim.records.begin(), claim.records.end());
    experiments.insert(claim.experiments.begin(), claim.experiments.end());
  }
  const auto is_of_the_ledger = [](const Entry* entry) { return entry == nullptr || entry->tests_claims; };
  for (const char* folder : {"experiments", "emulated"}) {
    for (const auto& file : fs::directory_iterator(data / folder)) {
      if (!is_of_the_ledger(find(file.path().stem().string()))) continue;
      EXPECT_THAT(records, Contains(folder + ("/" + file.path().filename().string())));
    }
  }
  for (const Entry& entry : all()) {
    EXPECT_EQ(is_of_the_ledger(&entry), experiments.contains(std::string(entry.name))) << entry.name;
  }
}

/// One entry that is right, with one of its lines exchanged.
std::vector<std::string> faults_with(const std::string& key, const std::string& line) {
  std::map<std::string, std::string> lines{{"id", "id = 'S1.7'"},
                                           {"claim", "claim = 'slower'"},
                                           {"verdict", "verdict = 'no'"},
                                           {"records", "records = ['experiments/S1.7.json']"},
                                           {"rows", "rows = ['scrambled rows => Not known']"}};
  if (!key.empty()) lines[key] = line;
  std::string text = "[[claims]]\n";
  for (const auto& [name, each] : lines) text += each + "\n";
  return faults_of(text);
}

TEST(Claims, OneThatIsRightHasNoFaults) { EXPECT_THAT(faults_with("", ""), IsEmpty()); }

TEST(Claims, EveryFaultIsFound) {
  EXPECT_THAT(faults_with("verdict", "verdict = 'yes'"), Contains(HasSubstr("the records say no")));
  EXPECT_THAT(faults_with("verdict", "verdict = 'perhaps'"), Contains(HasSubstr("no verdict is 'perhaps'")));
  EXPECT_THAT(faults_with("verdict", "verdict = 'not tested'"), Contains(HasSubstr("neither a record nor a reason")));
  EXPECT_THAT(faults_with("records", "records = ['experiments/S9.9.json']"),
              Contains(HasSubstr("there is no record experiments/S9.9.json")));
  EXPECT_THAT(faults_with("records", ""), Contains(HasSubstr("without a record, a document or a reason")));
  EXPECT_THAT(faults_with("rows", ""), Contains(HasSubstr("holds no and has no reason")));
  EXPECT_THAT(faults_with("rows", "rows = ['scrambled rows => The cache.']"), Contains(HasSubstr("has no reason")));
  EXPECT_THAT(faults_with("rows", "rows = ['scrambled => Guess: a', 'others => Guess: b']"),
              Contains(HasSubstr("no record has a row for: others")));
  EXPECT_THAT(faults_with("reason", "reason = 'It is the cache.'"), Contains(HasSubstr("how is this known")));
  EXPECT_THAT(faults_with("then", "then = 'yes'"), Contains(HasSubstr("the records of a GTX 280 say not tested")));
  EXPECT_THAT(faults_with("experiments", "experiments = ['S9.9']"), Contains(HasSubstr("no experiment S9.9")));
  EXPECT_THAT(faults_with("see", "see = ['nowhere.md']"), Contains(HasSubstr("no file nowhere.md")));
  EXPECT_THAT(faults_with("figures", "figures = ['experiments/S1.7.json /backend \"simt\"']"),
              Contains(HasSubstr("the record has not")));
  EXPECT_THAT(faults_with("figures", "figures = ['wait_loop.json /toolkit \"13.0\"']"),
              Contains(HasSubstr("none of the records")));
  EXPECT_THROW(faults_with("verdcit", "verdcit = 'no'"), config::Error) << "unknown keys are misspelt ones";
}

process::Completed show_claims(const std::vector<std::string>& arguments) {
  process::ChildOptions options;
  options.command = {"python3", "measurements/show_claims.py"};
  options.command.insert(options.command.end(), arguments.begin(), arguments.end());
  options.directory = root;
  options.environment = process::minimal_environment();
  return process::run(options, units::Seconds{60}, units::Bytes{1 << 22});
}

constexpr int python_is_too_old = 3;

bool has_python() { return std::system("command -v python3 >/dev/null") == 0; }

TEST(Claims, ThePageIsMadeOfTheLedger) {
  if (!has_python()) GTEST_SKIP() << "no python3";
  const process::Completed shown = show_claims({});
  if (shown.ending.code == python_is_too_old) GTEST_SKIP() << shown.output;
  EXPECT_EQ(read(root / "experiments/claims.md"), shown.output);
}

TEST(Claims, FiguresInReasonsComeFromTheRecords) {
  if (!has_python()) GTEST_SKIP() << "no python3";
  const fs::path folder = fs::path(testing::TempDir()) / ("claims-" + std::to_string(getpid()));
  fs::create_directories(folder / "experiments");
  std::ofstream(folder / "experiments/T.json") << R"({"device": {"name": "a GPU"}, "claims": [], "cases": [
      {"group": "g", "label": "one", "bytes": 8, "gbps": 2.5, "seconds": [1, 2, 4]},
      {"group": "g", "label": "other", "bytes": 8, "gbps": 5, "seconds": [0.5, 1, 1]},
      {"group": "", "label": "a step", "bytes": 8, "gbps": 1, "us_a_step": 1.2345, "seconds": [1]}]})";
  const auto shown = [&](const std::string& reason) {
    std::ofstream(folder / "ledger.toml") << "[[claims]]\nid = 'S1.1'\nclaim = 'c'\nverdict = 'yes'\n"
                                          << "records = ['experiments/T.json']\nreason = '" << reason << "'\n";
    return show_claims({"--ledger", (folder / "ledger.toml").string(), "--data", folder.string()});
  };
  const process::Completed right =
      shown("{T: g > one}, {T: a step}, {T: g > one ÷ T: g > other}, {T: g > one ÷ T: g > other %}.");
  if (right.ending.code == python_is_too_old) GTEST_SKIP() << right.output;
  // Round by round the ratios are 1/2, 1/2 and 1/4.
  EXPECT_THAT(right.output, HasSubstr("2.5 GB/s, 1.23 µs, 0.500, 50 %."));
  EXPECT_THAT(shown("{T: g > third}").output, HasSubstr("has no case 'g > third'"));
  EXPECT_THAT(shown("{U: one}").output, HasSubstr("there is no record"));
  fs::remove_all(folder);
}

}  // namespace
}  // namespace experiments
