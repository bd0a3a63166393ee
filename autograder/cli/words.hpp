// Short and misspelt words of the command line: what they mean. Pure.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "course/course.hpp"

namespace cli {

/// The call as --help describes it: the lab or command first, labs by their names, parts behind --only. So
/// `--only 3.1 lab3`, `3.1`, `3`, `Lab3`, `lab 3`, `lab3 3.1` and `labs/lab3_transpose` are understood. Other words
/// stay. `takes_value`: the options with a value behind them ("--only").
std::vector<std::string> in_full(std::span<const std::string> arguments, const course::Course& course,
                                 const std::set<std::string>& takes_value);

/// The lab that `word` names: "Lab3", "3", its folder, or a path to that. Null where there is none.
const course::Lab* lab_of(const course::Course& course, const std::string& word);

/// " (did you mean lab3?)" with the choice that is most like `word`; empty where none is.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& choices);

/// The lines of a text, without their ends.
std::vector<std::string> lines_of(std::string_view text);

}  // namespace cli
