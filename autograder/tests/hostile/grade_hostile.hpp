// Grades hostile files with the real command, and compares what there is before and after.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "support/files/whole_file.hpp"
#include "tests/hostile/world.hpp"

namespace hostile {

/// Everything that the JSON says of its only part.
inline std::string said(const nlohmann::json& result) {
  std::string text = result["compiler_output"].is_string() ? result["compiler_output"].get<std::string>() : "";
  for (const auto& reason : result["parts"][0]["reasons"]) text += "\n" + reason["text"].get<std::string>();
  for (const auto& finding : result["parts"][0]["findings"]) text += "\n" + finding["text"].get<std::string>();
  return text;
}

/// Commands for a terminal, of one byte or of two in UTF-8, and what turns the direction of writing or ends a line.
inline bool has_control_characters(const std::string& text) {
  for (const char* const order : {"\u200e", "\u200f", "\u2028", "\u2029", "\u202a", "\u202b", "\u202c", "\u202d",
                                  "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"}) {
    if (text.find(order) != text.npos) return true;
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7f) return true;
    if (byte == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0) return true;
  }
  return false;
}

inline bool is_utf8(const std::string& text) {
  try {
    return !nlohmann::json(text).dump().empty();
  } catch (const nlohmann::json::exception&) {
    return false;
  }
}

/// A report that holds none of what only others may know.
inline void expect_harmless(const std::string& report) {
  EXPECT_FALSE(has_control_characters(report)) << report;
  EXPECT_TRUE(is_utf8(report));
  EXPECT_THAT(report, ::testing::Not(::testing::HasSubstr("secret_of_")));
}

inline void expect_row(const Row& row, const std::string& backend, Rights rights) {
  if (!row.problem.empty()) FAIL() << row.problem;
  const World world(rights);
  if (row.any_function) std::ofstream(world.course() / "simt/host_functions.txt", std::ios::app) << "*\n";
  const auto file = world.hand_in(row.submission);
  const auto json = file.parent_path() / "result.json";
  const Snapshot before = world.look();
  const process::Completed completed =
      world.grade({"lab" + row.part.substr(0, row.part.find('.')), "--only", row.part, "--backend", backend,
                   "--submission", file.string(), "--json", json.string(), "--seed", "15"},
                  backend == "cuda" || row.with_nvcc ? Toolkit::as_installed : Toolkit::none);
  ASSERT_FALSE(completed.was_killed() || completed.ending.by_signal) << completed.output;
  const int graded = row.verdict == "passed" ? 0 : row.verdict == "could_not_be_graded" ? 3 : 1;
  EXPECT_EQ(completed.ending.code, graded) << completed.output;
  EXPECT_TRUE(world.is_victim_well());
  expect_harmless(completed.output);
  if (std::filesystem::exists(json)) {
    const std::string text = files::read_file(json);
    expect_harmless(text);
    const auto result = nlohmann::json::parse(text);
    ASSERT_EQ(result["parts"].size(), 1U);
    EXPECT_EQ(result["parts"][0]["verdict"], row.verdict) << said(result);
    EXPECT_EQ(result["parts"][0]["points"], row.points) << said(result);
    const std::string& other = row.other_reason.empty() ? row.reason : row.other_reason;
    EXPECT_THAT(said(result), ::testing::AnyOf(::testing::HasSubstr(row.reason), ::testing::HasSubstr(other)));
    std::filesystem::remove(json);
  } else {
    ADD_FAILURE() << "no JSON: " << completed.output;
  }
  EXPECT_EQ(difference(before, world.look()), "");
}

}  // namespace hostile
