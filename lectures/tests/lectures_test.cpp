// The lectures: what they quote is there, their programs run in the emulator without a finding, and each mistake that
// the checks of site.py and check_links.py guard against is seen by them. What needs Python, matplotlib or Doxygen is
// skipped where that is missing.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "support/process/child.hpp"

namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const fs::path root = COURSE_ROOT;

process::Completed run(const std::vector<std::string>& command, const std::string& records = "") {
  process::ChildOptions options;
  options.command = command;
  options.directory = COURSE_ROOT;
  options.environment = process::minimal_environment();
  process::set_variable(options.environment, "PATH", std::getenv("PATH"));
  if (!records.empty()) process::set_variable(options.environment, "COURSE_RECORDS", records);
  return process::run(options, units::Seconds{2000}, units::Bytes{1 << 22});
}

bool succeeds(const std::string& command) { return std::system((command + " >/dev/null 2>&1").c_str()) == 0; }

// tomllib came with 3.11.
bool has_python() { return succeeds("python3 -c 'import tomllib'"); }

/// A Python with matplotlib; empty: none.
std::string figure_python() {
  for (const std::string python : {"python3", "/usr/bin/python3"}) {
    if (succeeds(python + " -c 'import matplotlib'")) return python;
  }
  return "";
}

std::string contents(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "lectures-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
    path_ = name;
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const fs::path& path() const { return path_; }
  void write(const std::string& file, const std::string& text) const { std::ofstream(path_ / file) << text; }

 private:
  fs::path path_;
};

TEST(Lectures, QuotesSectionsAndNumbersAreInOrder) {
  if (!has_python()) GTEST_SKIP() << "no python3 of version 3.11 or newer";
  const process::Completed checked = run({"python3", "lectures/site.py", "--check"});
  EXPECT_EQ(checked.ending.code, 0) << checked.output;
}

TEST(Lectures, WordsAreCountedForLecturesAndHandouts) {
  if (!has_python()) GTEST_SKIP() << "no python3 of version 3.11 or newer";
  const process::Completed counted = run({"python3", "lectures/site.py", "--words"});
  EXPECT_EQ(counted.ending.code, 0) << counted.output;
  EXPECT_THAT(counted.output, HasSubstr("lectures/00-copy.md"));
  EXPECT_THAT(counted.output, HasSubstr("labs/lab0_copy/README.md"));
}

// Explanations are in the lectures, and handouts have the task.
TEST(Lectures, HandoutsAreReadInTenMinutesAndTheirLecturesInTwentyToThirty) {
  if (!has_python()) GTEST_SKIP() << "no python3 of version 3.11 or newer";
  const std::string words = run({"python3", "lectures/site.py", "--words"}).output;
  const std::regex line(R"((lectures/0|labs/lab)([0-8])\S* +\d+ words +(\d+) minutes)");
  int lines = 0;
  for (std::sregex_iterator found(words.begin(), words.end(), line), end; found != end; ++found, ++lines) {
    const int minutes = std::stoi((*found)[3]);
    const bool is_lecture = (*found)[1] == "lectures/0";
    EXPECT_GE(minutes, is_lecture ? 20 : 1) << (*found)[0];
    EXPECT_LE(minutes, is_lecture ? 30 : 10) << (*found)[0];
  }
  EXPECT_EQ(lines, 18) << words;
}

// Where to write, the first task, and what to type: within the lines of one screen.
TEST(Lectures, TheFirstTaskOfAHandoutIsOnItsFirstScreen) {
  constexpr int screen = 24;
  for (int lab = 0; lab <= 8; ++lab) {
    const std::string number = std::to_string(lab);
    const auto folder =
        std::find_if(fs::directory_iterator(root / "labs"), fs::directory_iterator(),
                     [&](const auto& one) { return one.path().filename().string().starts_with("lab" + number + "_"); });
    ASSERT_NE(folder, fs::directory_iterator());
    std::istringstream handout(contents(folder->path() / "README.md"));
    std::string first_screen;
    for (std::string line; first_screen.size() < 8000 &&
                           std::count(first_screen.begin(), first_screen.end(), '\n') < screen &&
                           std::getline(handout, line);) {
      first_screen += line + "\n";
    }
    const std::string command = "make lab" + number + " && ./grade lab" + number;
    EXPECT_THAT(first_screen, HasSubstr("first task")) << folder->path();
    EXPECT_THAT(first_screen, HasSubstr(number + ".1")) << folder->path();
    EXPECT_THAT(first_screen, HasSubstr(command)) << folder->path();
  }
}

// A handout and lecture 0 show counts of a report. They are those of the report: the line of a submission, as
// `./grade explain` counts it, and the words of the page.
TEST(Lectures, CountsThatPagesShowAreThoseOfTheReport) {
  struct Shown {
    std::string part, submission, counted, page, words;
  };
  const std::string lab0 = "lab0_copy/", lab1 = "lab1_matvec/";
  for (const Shown& shown : {Shown{"1.3", lab1 + "listing_repaired.cu", "17.0 wavefronts (14.0 conflicts)",
                                   "labs/lab1_matvec/README.md", "says 17.0 and 14.0."},
                             Shown{"0.4", lab0 + "straight.cu", "12.0 sectors (ideal 4.0)   25 % of bytes",
                                   "lectures/00-copy.md", "12.0 sectors (ideal 4.0)   25 % of bytes"}}) {
    const process::Completed explained =
        run({COURSE_BUILD "/bin/grade", "--root", COURSE_ROOT, "explain", shown.part, "--backend", "simt",
             "--submission", "autograder/tests/submissions/" + shown.submission});
    EXPECT_THAT(explained.output, HasSubstr(shown.counted)) << shown.part;
    EXPECT_NE(contents(root / shown.page).find(shown.words), std::string::npos) << shown.page << ": " << shown.words;
  }
}

/// A mistake of a lecture, and the words by which it is reported.
struct Mistake {
  std::string name, line, said;
};

void PrintTo(const Mistake& mistake, std::ostream* out) { *out << mistake.name; }

class WrongLecture : public testing::TestWithParam<Mistake> {};

TEST_P(WrongLecture, IsReportedWithItsLine) {
  if (!has_python()) GTEST_SKIP() << "no python3 of version 3.11 or newer";
  const Folder folder;
  folder.write("00-copy.md", "# Wrong\n\n" + GetParam().line + "\n");
  const process::Completed checked =
      run({"python3", "lectures/site.py", "--check", "--lectures", folder.path().string()});
  EXPECT_EQ(checked.ending.code, 1);
  EXPECT_THAT(checked.output, HasSubstr(GetParam().said));
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongLecture,
    testing::Values(
        Mistake{"gigabytes", "It reaches 4268 GB/s.", "00-copy.md:3: '4268 GB/s' is written by hand"},
        Mistake{"terabytes", "It reaches 4.8 TB/s.", "00-copy.md:3: '4.8 TB/s' is written by hand"},
        Mistake{"binary_units", "It reaches 97 GiB/s.", "'97 GiB/s' is written by hand"},
        Mistake{"microseconds", "A launch takes 3.4 µs.", "'3.4 µs' is written by hand"},
        Mistake{"milliseconds", "| copy | 5 ms |", "'5 ms' is written by hand"},
        Mistake{"factor", "It is 2.5 × as fast.", "is written by hand"},
        Mistake{"factor_at_the_end", "The gain is 2.5 ×.", "is written by hand"},
        Mistake{"factor_inside", "The gain is 2.5 × of that.", "'2.5 ×' is written by hand"},
        Mistake{"times", "It is 11 times as fast.", "is written by hand"},
        Mistake{"factor_in_words", "It is twice as fast.", "'twice as fast' is written by hand"},
        Mistake{"unit_in_words", "It reaches 4.2 terabytes per second.", "is written by hand"},
        Mistake{"over_two_lines", "It reaches 4268\nGB/s.", "00-copy.md:3: '4268 GB/s' is written by hand"},
        Mistake{"in_a_drawing", "```\nlaunch 10 µs\n```", "00-copy.md:4: '10 µs'"},
        Mistake{"false_item", "Some get 12 and others\n18. In the first ones all stays.",
                "00-copy.md:4: '18. In the first one …' would become an item of a list"},
        Mistake{"answer_as_item", "How many?\n\n4. The lanes are neighbours.",
                "00-copy.md:5: '4. The lanes are nei …' would become the first item of a list"},
        Mistake{"unknown_case", "It has {{S2.9: offset 99}}.", "has no case 'offset 99'"},
        Mistake{"unknown_record", "It has {{S9.9: offset 0}}.", "there is no record"},
        Mistake{"unknown_directive", "It has {{speed}}.", "no directive of this name"},
        Mistake{"unknown_value", "It has {{value fuzzing.json /nothing as .0f}}.", "there is no /nothing"},
        Mistake{"unknown_count", "It has {{sectors S2.9: offset 99}}.", "has no case"},
        Mistake{"ratio_of_one", "It is {{ratio S2.9: offset 0}}.", "should be {{ratio A ÷ B}}"},
        Mistake{"unknown_claim", "{{claims S9.9}}", "has no claim S9.9"},
        Mistake{"claim_twice", "{{claims S1.1}}\n{{claims S1.1}}", "claim S1.1 is in several places"},
        Mistake{"claim_missing", "Nothing.", "claim S5.8 is in no lecture"},
        Mistake{"broken_directive", "It has {{S2.9:\noffset 0}}.",
                "00-copy.md:3: It has {{S2.9:: a directive must stand on one line"},
        Mistake{"unknown_function", "{{code experiments/S2.9.cu nothing}}",
                "has 0 definitions or regions named nothing"},
        Mistake{"unknown_file", "{{code experiments/nothing.cu copy}}", "there is no file experiments/nothing.cu"},
        Mistake{"unknown_figure", "{{figure nothing}}", "there is no script lectures/figures/nothing.py"},
        Mistake{"unknown_submission", "{{mistake lab0_copy nothing.cu 0.1}}", "there is no file autograder/tests"},
        Mistake{"unknown_explorer", "{{explorer nothing}}", "explorers.js has no explorer nothing"},
        Mistake{"unknown_lab", "{{lab lab99_nothing}}", "there is no labs/lab99_nothing"},
        Mistake{"no_sections", "Nothing.", "the sections are []"},
        Mistake{"too_short", "Nothing.", "words are not a lecture"}),
    [](const auto& info) { return info.param.name; });

TEST(Lectures, ATermThatDoesNotLeadToItsLectureIsReported) {
  if (!has_python()) GTEST_SKIP() << "no python3 of version 3.11 or newer";
  const Folder folder;
  folder.write("GLOSSARY.md",
               "# Glossary\n\n### bank\n\nPart of shared memory.\n\n### a word of no lecture\n\nNothing.\n");
  const process::Completed checked =
      run({"python3", "lectures/site.py", "--check", "--glossary", (folder.path() / "GLOSSARY.md").string()});
  EXPECT_EQ(checked.ending.code, 1);
  EXPECT_EQ(checked.output, "GLOSSARY.md: the section on bank does not link lectures/00-copy.md\n");
}

// Shapes and counts are no measurements.
TEST(Lectures, ShapesAreNoMeasurements) {
  if (!has_python()) GTEST_SKIP() << "no python3 of version 3.11 or newer";
  const Folder folder;
  folder.write("00-copy.md", "# Right\n\nA block of 16 × 16 threads reads 2 × N floats, 128 bytes, in 4 sectors.\n");
  const process::Completed checked =
      run({"python3", "lectures/site.py", "--check", "--lectures", folder.path().string()});
  EXPECT_THAT(checked.output, testing::Not(HasSubstr("written by hand")));
}

TEST(Lectures, AClaimHasItsVerdictAndLinksAllItsRecords) {
  if (!has_python()) GTEST_SKIP() << "no python3 of version 3.11 or newer";
  const process::Completed claims = run({"python3", "-c", R"python(
import pathlib, sys
sys.path.insert(0, "lectures")
import quotes
quoting = quotes.Quotes(pathlib.Path("build"), run=False)
for claim in quoting.ledger.values():
    shown = "\n".join(quoting.claim(claim))
    wanted = [f"Holds today: **{claim['verdict']}**", f"/experiments/claims.md#{claim['id'].lower().replace('.', '')}"]
    wanted += [f"(/measurements/data/{file})" for file in claim.get("records", [])]
    print(*(f"{claim['id']}: no {words}\n" for words in wanted if words not in shown), sep="", end="")
print(len(quoting.ledger), "claims")
)python"});
  EXPECT_EQ(claims.ending.code, 0) << claims.output;
  EXPECT_THAT(claims.output, testing::MatchesRegex("[0-9]+ claims\n"));
}

// ---- the programs ----

std::vector<std::string> programs() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(root / "lectures/code"))
    if (entry.path().extension() == ".cu") names.push_back(entry.path().stem());
  std::sort(names.begin(), names.end());
  return names;
}

class Program : public testing::TestWithParam<std::string> {};

TEST_P(Program, RunsInTheEmulatorWithoutAFinding) {
  const std::string file = "lectures/code/" + GetParam() + ".cu";
  for (const std::string schedule : {"0", "7"}) {
    const process::Completed emulated =
        run({COURSE_BUILD "/bin/emulate", "--root", COURSE_ROOT, "--schedule", schedule, file});
    EXPECT_EQ(emulated.ending.code, 0) << emulated.output;
    EXPECT_THAT(emulated.output, HasSubstr("No findings"));
  }
}

INSTANTIATE_TEST_SUITE_P(All, Program, testing::ValuesIn(programs()), [](const auto& info) { return info.param; });

// ---- the site ----

class Links : public testing::Test {
 protected:
  std::pair<int, std::string> check(const std::string& body) const {
    folder_.write("index.html", "<html><body id='top'>" + body + "</body></html>");
    const process::Completed checked = run({"python3", "lectures/check_links.py", folder_.path().string()});
    return {checked.ending.code, checked.output};
  }
  void expect_said(const std::string& body, const std::string& said) const {
    const auto [status, output] = check(body);
    EXPECT_EQ(status, 1) << body;
    EXPECT_THAT(output, HasSubstr(said));
  }
  Folder folder_;
};

TEST_F(Links, WhatLeadsNowhereOrElsewhereIsReported) {
  if (!has_python()) GTEST_SKIP() << "no python3 of version 3.11 or newer";
  expect_said("<a href='gone.html'>x</a>", "the link to gone.html leads nowhere");
  expect_said("<a href='#gone'>x</a>", "index.html has no place called gone");
  expect_said("<a href='index.html#gone'>x</a>", "index.html has no place called gone");
  expect_said("<img src='gone.svg'>", "there is no gone.svg");
  expect_said("<picture><source srcset='gone-dark.svg'></picture>", "there is no gone-dark.svg");
  expect_said("<img src='https://example.org/x.png'>", "from another host");
  expect_said("<script src='//example.org/x.js'></script>", "from another host");
  expect_said("<link rel='stylesheet' href='http://example.org/x.css'>", "from another host");
  const auto [status, output] = check("<a href='#top'>x</a> <a href='https://example.org'>to read</a>");
  EXPECT_EQ(status, 0) << output;
  folder_.write("style.css", "@import url('https://example.org/font.css');");
  expect_said("", "style.css: loads https://example.org/font.css from another host");
}

TEST_F(Links, AFolderWithoutPagesIsNoSite) {
  if (!has_python()) GTEST_SKIP() << "no python3 of version 3.11 or newer";
  const process::Completed checked = run({"python3", "lectures/check_links.py", folder_.path().string()});
  EXPECT_EQ(checked.ending.code, 1);
  EXPECT_THAT(checked.output, HasSubstr("there is no page in"));
}

std::vector<std::string> figures() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(root / "lectures/figures"))
    if (entry.path().extension() == ".py" && entry.path().stem().string()[0] != '_')
      names.push_back(entry.path().stem());
  std::sort(names.begin(), names.end());
  return names;
}

TEST(Figures, AreTheSameByteForByteEachTime) {
  const std::string python = figure_python();
  if (python.empty()) GTEST_SKIP() << "no python3-matplotlib";
  const Folder first, second;
  for (const std::string& name : figures()) {
    for (const Folder* folder : {&first, &second}) {
      const process::Completed drawn = run({python, "lectures/figures/" + name + ".py", folder->path().string()});
      ASSERT_EQ(drawn.ending.code, 0) << name << ": " << drawn.output;
    }
    for (const std::string suffix : {".svg", "-dark.svg", "-narrow.svg", "-narrow-dark.svg", ".png", "-dark.png",
                                     "-narrow.png", "-narrow-dark.png", ".json"}) {
      const std::string drawn = contents(first.path() / (name + suffix));
      EXPECT_FALSE(drawn.empty()) << name << suffix;
      EXPECT_TRUE(drawn == contents(second.path() / (name + suffix))) << name << suffix << " differs";
    }
  }
}

TEST(Figures, AMissingRecordIsNamed) {
  const std::string python = figure_python();
  if (python.empty()) GTEST_SKIP() << "no python3-matplotlib";
  const Folder empty;
  for (const std::string& name : figures()) {
    const process::Completed drawn =
        run({python, "lectures/figures/" + name + ".py", empty.path().string()}, empty.path().string());
    EXPECT_EQ(drawn.ending.code, 1) << name;
    EXPECT_THAT(drawn.output, HasSubstr(name + ": the record " + empty.path().string()));
  }
}

TEST(Site, IsBuiltWithoutAWarningAndEveryLinkLeadsSomewhere) {
  if (!has_python()) GTEST_SKIP() << "no python3 of version 3.11 or newer";
  if (figure_python().empty()) GTEST_SKIP() << "no python3-matplotlib";
  if (!succeeds("command -v doxygen")) GTEST_SKIP() << "no doxygen";
  if (!fs::exists("/usr/share/doxygen-awesome-css")) GTEST_SKIP() << "no doxygen-awesome-css";
  const std::string explorers = succeeds("command -v emcc") ? "yes" : "no";
  const process::Completed made = run({"make", "site", std::string("BUILD=") + COURSE_BUILD, "EXPLORERS=" + explorers});
  EXPECT_EQ(made.ending.code, 0) << made.output;
  EXPECT_TRUE(fs::exists(COURSE_BUILD "/site/index.html"));
  EXPECT_NE(contents(COURSE_BUILD "/site/lectures_03_transpose.html").find("Next: <a href=\"lectures_04_sync.html\""),
            std::string::npos);
}

// The labs' interfaces and the public headers of the grader's rooms are in the site, symbol by symbol.
class Symbols : public testing::TestWithParam<std::string> {
 protected:
  process::Completed documented(const std::string& header) const {
    folder_.write("Doxyfile", "@INCLUDE = lectures/site/Doxyfile\nHTML_EXTRA_STYLESHEET =\nINPUT = " +
                                  folder_.path().string() + "\nOUTPUT_DIRECTORY = " + folder_.path().string() + "\n");
    folder_.write("x" + GetParam(), header);
    return run({"doxygen", (folder_.path() / "Doxyfile").string()});
  }
  Folder folder_;
};

TEST_P(Symbols, WithoutACommentAreReported) {
  if (!has_python()) GTEST_SKIP() << "no python3 of version 3.11 or newer";
  if (!succeeds("command -v doxygen")) GTEST_SKIP() << "no doxygen";
  const std::string commented =
      "// An interface.\n#pragma once\n\n// Doubles x.\nvoid twice(float* x);\n\n// A span <begin, end> of time.\n"
      "struct Span {\n  double start = 0, end = 0;  // seconds\n  bool operator==(const Span&) const = default;\n"
      "  // Its length.\n  double length() const { return end - start; }\n";
  const process::Completed good = documented(commented + "};\n\nnamespace detail {\nint own();\n}\n");
  EXPECT_EQ(good.ending.code, 0) << good.output;
  for (const std::string bad : {"int thrice = 0;\n};\n", "double thrice();\n};\n", "};\n\nvoid thrice(float* x);\n",
                                "};\n\nstruct thrice {\n  // How many.\n  int count = 0;\n};\n"}) {
    const process::Completed reported = documented(commented + bad);
    EXPECT_NE(reported.ending.code, 0) << bad;
    EXPECT_THAT(reported.output, HasSubstr("thrice"));
    EXPECT_THAT(reported.output, HasSubstr("is not documented"));
  }
}

INSTANTIATE_TEST_SUITE_P(All, Symbols, testing::Values(".cuh", ".hpp"),
                         [](const auto& info) { return info.param.substr(1); });

// The same question about all of them, much faster than the site itself.
TEST(Site, EveryPublicSymbolHasAComment) {
  if (!has_python()) GTEST_SKIP() << "no python3 of version 3.11 or newer";
  if (!succeeds("command -v doxygen")) GTEST_SKIP() << "no doxygen";
  const process::Completed listed = run({"python3", "lectures/reference.py"});
  ASSERT_EQ(listed.ending.code, 0) << listed.output;
  const Folder folder;
  folder.write("Doxyfile",
               "@INCLUDE = lectures/site/Doxyfile\nHTML_EXTRA_STYLESHEET =\nGENERATE_HTML = NO\n"
               "GENERATE_XML = YES\nXML_PROGRAMLISTING = NO\nINPUT = labs " +
                   listed.output + "\nOUTPUT_DIRECTORY = " + folder.path().string() + "\n");
  const process::Completed documented = run({"doxygen", (folder.path() / "Doxyfile").string()});
  EXPECT_EQ(documented.ending.code, 0) << documented.output;
}

TEST(Site, HasTheHeadersThatAnotherRoomIncludes) {
  if (!has_python()) GTEST_SKIP() << "no python3 of version 3.11 or newer";
  const process::Completed listed = run({"python3", "lectures/reference.py"});
  EXPECT_EQ(listed.ending.code, 0) << listed.output;
  for (const std::string here : {"autograder/grader/result.hpp", "autograder/backends/backend.hpp", "simt/simt.hpp",
                                 "simt/evidence.hpp", "support/units.hpp"}) {
    EXPECT_THAT(listed.output, HasSubstr(here));
  }
  for (const std::string own : {"tests/", "simt/core/", "simt/include/", "autograder/cli/"}) {
    EXPECT_THAT(listed.output, testing::Not(HasSubstr(own)));
  }
}

// A message in brackets, over several lines, behind a path, and of a key; and every kind of finding.
TEST(Site, HasAllErrorsOfTheSources) {
  if (!has_python()) GTEST_SKIP() << "no python3 of version 3.11 or newer";
  const process::Completed page = run({"python3", "lectures/errors.py"});
  EXPECT_EQ(page.ending.code, 0) << page.output;
  for (const std::string said :
       {"## The command line was wrong (exit status 2)", "* there is no lab or command '…'…; labs: …; commands: …",
        "must be a power of two", "* reset takes …, and it is not here; fetch it from where you got the course",
        "| use-after-free |", "* neither nvcc nor clang is here"}) {
    EXPECT_THAT(page.output, HasSubstr(said));
  }
}

// ---- pages in a browser ----

class SitePages : public testing::Test {
 protected:
  void SetUp() override {
    if (!succeeds("/usr/bin/python3 -c 'import selenium'")) GTEST_SKIP() << "no python3-selenium";
    if (!succeeds("command -v chromedriver")) GTEST_SKIP() << "no chromium-driver";
  }
  /// Of the pages whose name contains `only`.
  process::Completed check(const fs::path& site, const std::string& only = "") const {
    return run({"/usr/bin/python3", "lectures/check_pages.py", site.string(), "--explore", COURSE_BUILD "/bin/explore",
                "--only", only});
  }
};

TEST_F(SitePages, OfTheSiteHaveNoFaultInABrowser) {
  if (!fs::exists(COURSE_BUILD "/site/page-names.js")) GTEST_SKIP() << "the site is not built: make site";
  // `make check-pages` opens all pages, and takes a quarter of an hour: here those with explorers, and the handouts.
  for (const char* const only : {"lectures_0", "labs_lab"}) {
    const process::Completed checked = check(COURSE_BUILD "/site", only);
    EXPECT_EQ(checked.ending.code, 0) << checked.output;
    EXPECT_THAT(checked.output, HasSubstr("9 pages"));
  }
}

TEST_F(SitePages, EveryFaultIsSeen) {
  const Folder folder;
  const std::string head =
      "<html lang='en'><head><title>Good</title><meta name='viewport' content='width=device-width'></head><body "
      "style='background: #fff; "
      "color: #000'><div class='contents'>";
  folder.write("good.html", head + "<p>Words</p></div></body></html>");
  EXPECT_EQ(check(folder.path()).ending.code, 0) << check(folder.path()).output;
  folder.write(
      "bad.html",
      "<html><head><meta name='viewport' content='width=device-width'></head><body style='background: #fff; color: "
      "#000'><div class='contents'><p style='color: #aaa'>pale</p>"
      "<img src='gone.png'><input id='a'><p id='a'>x</p><div style='width: 900px'>wide</div>"
      "<p>**left</p><div class='fragment' style='width: 200px; white-space: pre; overflow-x: auto'>" +
          std::string(120, 'x') +
          "</div>"
          "<figure style='width: 100px'><img alt='x' style='width: 100px' src='data:image/svg+xml,%3Csvg "
          "xmlns=%22http://www.w3.org/2000/svg%22 width=%22800%22 height=%22100%22/%3E'></figure>"
          "<table><thead><tr><th>a long head</th><th>b</th></tr></thead><tbody style='display: block'><tr><td>1</td>"
          "<td>2</td></tr></tbody></table>"
          "<script>console.error('oh no'); fetch('https://example.org/x').catch(() => "
          "0);</script></div></body></html>");
  const process::Completed checked = check(folder.path());
  EXPECT_EQ(checked.ending.code, 1);
  for (const std::string said :
       {"bad.html: the page names no language", "gone.png is not there", "gone.png has no alt text",
        "input without a name", "the id a is there twice", "contrast 2.32 of \"pale\"",
        "does not stand above its columns", "Markdown is left: \"**left\"", "code is cut at the right edge",
        "keys do not reach what scrolls: \"xxx", "are too small: it is drawn 800 pixels wide", "is wider than a phone",
        "the console says", "oh no", "asks another host: https://example.org/x"}) {
    EXPECT_THAT(checked.output, HasSubstr(said));
  }
  EXPECT_THAT(checked.output, testing::Not(HasSubstr("good.html:")));
}

// ---- notebook and editors ----

// It is thin: what it does is what the course's own commands do, which have tests.
TEST(Notebook, OnlyCallsTheCoursesCommands) {
  if (!has_python()) GTEST_SKIP() << "no python3 of version 3.11 or newer";
  const process::Completed printed = run({"python3", "guides/notebook_commands.py", "file:///course", "/tmp/content"});
  EXPECT_EQ(printed.ending.code, 0) << printed.output;
  std::istringstream lines(printed.output);
  int commands = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::string name = line.substr(0, line.find_first_of(" ="));
    EXPECT_THAT((std::vector<std::string>{"REPOSITORY", "echo", "git", "cd", "make", "./grade", "tar"}),
                testing::Contains(name))
        << line;
    commands += name == "make" || name == "./grade" ? 1 : 0;
  }
  EXPECT_GE(commands, 4);
}

TEST(Editor, ClangKnowsEveryListedFile) {
  if (!has_python() || !succeeds("command -v clang++")) GTEST_SKIP() << "no python3 or no clang++";
  const Folder folder;
  fs::create_directories(folder.path() / "labs/lab0_copy");
  for (const std::string file : {"copy.cu", "copy.cuh"}) {
    fs::copy_file(root / "labs/lab0_copy" / file, folder.path() / "labs/lab0_copy" / file);
  }
  const process::Completed written = run({"setup/compile-commands.py", folder.path().string()});
  EXPECT_EQ(written.ending.code, 0) << written.output;
  EXPECT_THAT(written.output, HasSubstr("compile_commands.json: 1 files"));
  const std::string compiled = "cd '" + folder.path().string() +
                               "' && python3 -c 'import json, subprocess, sys; "
                               "sys.exit(max(subprocess.run(one[\"arguments\"]).returncode for one in "
                               "json.load(open(\"compile_commands.json\"))))'";
  EXPECT_TRUE(succeeds(compiled)) << compiled;
  const Folder empty;
  EXPECT_EQ(run({"setup/compile-commands.py", empty.path().string()}).ending.code, 1);
}

}  // namespace
