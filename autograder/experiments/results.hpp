// Checks experiments' results and writes them as JSON, for both drivers (GPU and emulator).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiment.cuh"

namespace experiment {

/// The indices to compare in an output of `elements` floats: all indices of a small output; else the first, the last,
/// and some between them.
std::vector<std::int64_t> elements_to_check(std::int64_t elements);

/// A sentence about the first of `values` that differs from the case's expected value at `indices`; empty if none does.
std::string first_mismatch(const Case& checked, const std::vector<std::int64_t>& indices,
                           const std::vector<float>& values);

/// The results as a JSON object; `toolkit` names the compiler's toolkit. The fields are those of
/// autograder/experiments/outcome.hpp.
std::string to_json(const Experiment& described, const Results& results, const std::string& toolkit);

/// The samples of timed results, for a driver that only judges: three lines a result, its group, its label, and its
/// numbers. `results_of_lines` is the reverse; it throws std::runtime_error if the lines are no such text.
std::string to_lines(const std::vector<Result>& results);
std::vector<Result> results_of_lines(const std::string& lines);

/// Throws std::runtime_error if the file cannot be written.
void write_file(const std::string& path, const std::string& content);

}  // namespace experiment
