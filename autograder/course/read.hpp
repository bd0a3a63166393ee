// The pieces of reading a course; course/course.hpp joins them. Every function throws config::Error for the first thing
// that is wrong, by file, line and key.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "course/lab.hpp"
#include "course/rules.hpp"
#include "support/config/table.hpp"

namespace course {

/// The tables [limits] and [measure] of course.toml.
Limits read_limits(config::Table table);
Measuring read_measuring(config::Table table);
/// The table [emulator].
EmulatorRules read_emulator(config::Table table);
/// The table [prediction]; nothing is given by predictions where it is missing.
PredictionRules read_prediction(std::optional<config::Table> table);
/// The table [traffic]: what parts without an `at_least` of their own have.
double read_at_least(config::Table table);
/// The table [self_study]: whether solutions are shown. Not where the table is missing.
bool read_self_study(std::optional<config::Table> table);

/// What a lab.toml says of the lab and its parts, but for their rules. `folder` is "lab3_transpose"; `parts` are the
/// file's [[parts]].
Lab read_lab(std::string_view folder, config::Table file, const std::vector<config::Table>& parts);

/// The rules of a lab that `read_lab` has described. `table` and `parts` are those of its file, with what overrides
/// them.
LabRules read_lab_rules(const Lab& lab, config::Table table, const std::vector<config::Table>& parts, double at_least);

}  // namespace course
