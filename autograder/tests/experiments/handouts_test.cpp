// What the handouts and comments say of hardware: figures are those of the records that they quote, and sentences that
// were found to be wrong or to claim more than was measured do not come back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

namespace experiments {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const fs::path root = COURSE_ROOT;

std::string read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// Line breaks, and the marks of comments after them, are one blank.
std::string in_one_line(const std::string& text) {
  return std::regex_replace(text, std::regex(R"(\s*\n\s*(//|#)?\s*)"), " ");
}

std::vector<fs::path> handouts() {
  std::vector<fs::path> files{root / "labs/GLOSSARY.md"};
  for (const auto& lab : fs::directory_iterator(root / "labs")) {
    if (fs::exists(lab.path() / "README.md")) files.push_back(lab.path() / "README.md");
  }
  return files;
}

/// The sections of the page of results, which is made of the records, by their anchors: "s22" of S2.2. And the first
/// page, whose figures are the records', too, as "README".
std::map<std::string, std::string> results() {
  std::map<std::string, std::string> sections;
  std::istringstream page(read(root / "experiments/results.md"));
  std::string anchor;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("## ")) {
      anchor.clear();
      for (const char c : line.substr(3)) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
          anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
      }
    }
    sections[anchor] += line + "\n";
  }
  sections["README"] = read(root / "README.md");
  return sections;
}

/// The numbers that a text quotes from a section of the results and that this does not have.
std::vector<std::string> misquoted(const std::string& text, const std::map<std::string, std::string>& sections) {
  static const std::regex link(R"(\[([^\[\]]*)\]\((?:[^()]*experiments/results\.md#|\.\./\.\./)(\w+)(?:\.md)?\))"),
      number(R"(\d+(\.\d+)?)");
  std::vector<std::string> wrong;
  for (std::sregex_iterator quote(text.begin(), text.end(), link), end; quote != end; ++quote) {
    const std::string words = (*quote)[1], anchor = (*quote)[2];
    const auto section = sections.find(anchor);
    if (section == sections.end()) {
      wrong.push_back("there is no #" + anchor);
      continue;
    }
    for (std::sregex_iterator each(words.begin(), words.end(), number); each != end; ++each) {
      const std::regex same("(^|[^0-9.])" + std::regex_replace(each->str(), std::regex(R"(\.)"), "\\.") +
                            "([^0-9.]|\\.\\D|$)");
      if (!std::regex_search(section->second, same)) wrong.push_back(each->str() + " is not in #" + anchor);
    }
  }
  return wrong;
}

TEST(Handouts, QuoteTheRecords) {
  const auto sections = results();
  int quotes = 0;
  for (const fs::path& file : handouts()) {
    const std::string text = read(file);
    EXPECT_THAT(misquoted(text, sections), IsEmpty()) << file;
    quotes += text.find("experiments/results.md#") != std::string::npos ? 1 : 0;
  }
  EXPECT_GE(quotes, 2) << "are they found at all?";
}

TEST(Handouts, AFigureThatIsNotInTheRecordIsFound) {
  const std::map<std::string, std::string> sections{{"s22", "takes 3.26 ± 7 % × a copy's time, 55.1 GB/s\n"}};
  const auto quoting = [&](const std::string& words) {
    return misquoted("[" + words + "](../../experiments/results.md#s22)", sections);
  };
  EXPECT_THAT(quoting("3.26 ± 7 % times"), IsEmpty());
  EXPECT_THAT(quoting("pinned memory"), IsEmpty());
  EXPECT_THAT(quoting("3.25 times"), Contains("3.25 is not in #s22"));
  EXPECT_THAT(quoting("3.2 times"), Contains("3.2 is not in #s22"));
  EXPECT_THAT(quoting("3.26\ntimes of 5"), Contains("5 is not in #s22"));
  EXPECT_THAT(misquoted("[5 GB/s](../../README.md)", {{"README", "4276 GB/s"}}), Contains("5 is not in #README"));
  EXPECT_THAT(misquoted("[1](experiments/results.md#s99)", sections), Contains("there is no #s99"));
}

struct Retired {
  const char* file;
  const char* sentence;
  const char* why;
};

constexpr Retired retired[] = {
    {"labs/lab5_streams/README.md", "property to look up, `unifiedAddressing`",
     "it is canUseHostPointerForRegisteredMem that says it of registered memory"},
    {"experiments/S4.6.cu", "both improve with larger blocks at first",
     "the source begins with the coarsest split and goes to finer ones"},
    {"autograder/experiments/gpu_main.cu", "waits until the whole sample is queued, so that the time does not include",
     "it waits for Case::kernels, and a launch may queue more"},
    {"experiments/README.md", "hardly faster than its DRAM",
     "the record has hits in the L2 that make a kernel 1.4 times as fast"},
    {"experiments/S2.11.cu", "The stream is copied, as in the source", "the source writes the hot region, too"},
    {"labs/lab4_sync/README.md", "In print it is found like this", "the listing is shortened"},
    {"labs/lab8_spaces/README.md", "`cudaThreadExit` (gone)", "CUDA 12 has them"},
    {"labs/lab3_transpose/README.md", "no simple stride camps any more", "one chip has been measured, at some sizes"},
    {"labs/lab3_transpose/README.md", "two divisions are not free", "a guess"},
    {"labs/lab1_matvec/README.md", "part 1.1 may well be ahead", "not measured"},
    {"labs/lab1_matvec/README.md", "Full points need that", "not measured"},
    {"autograder/course/lab1_matvec/lab.toml", "less than one thread per row, 1.1, gets", "not measured"},
    {"experiments/README.md", "a barrier empties the L1 just as", "a guess"},
    {"labs/lab5_streams/README.md", "It is chosen so that a kernel over all `n` floats takes nearly as long",
     "on an H200"},
    {"labs/lab8_spaces/README.md", "| all threads read it, the host writes it | until",
     "surfaces are written by kernels"},
    {"experiments/README.md", "9/10 of it elsewhere |", "the notes have 4/5; 9/10 is the vendor's guide's"},
    {"experiments/S2.2.cu", "\"pinning takes", "it is pinned and unpinned"},
};

TEST(Handouts, WhatWasWrongDoesNotComeBack) {
  for (const Retired& each : retired) {
    EXPECT_THAT(in_one_line(read(root / each.file)), Not(HasSubstr(each.sentence))) << each.file << ": " << each.why;
  }
}

TEST(Handouts, SentencesAreFoundAcrossLinesAndInComments) {
  EXPECT_EQ(in_one_line("// The stream is copied, as\n// in the source"), "// The stream is copied, as in the source");
  EXPECT_EQ(in_one_line("no simple\nstride"), "no simple stride");
}

// A time that is not the device's own is not called so, and a wide interval is shown.
TEST(Handouts, PinningIsToldWithItsInterval) {
  const std::string section = results().at("s22");
  EXPECT_THAT(section, HasSubstr("pinning and unpinning takes"));
  EXPECT_THAT(section, testing::ContainsRegex("takes [0-9.]+ ± [0-9]+ %"));
  EXPECT_THAT(section, HasSubstr("was still wider than"));
}

}  // namespace
}  // namespace experiments
