// The experiments' results and what is said of them, for both drivers. Not for producing them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiment.cuh"

namespace experiment {

/// Elements of an output of `elements` floats to compare: all of a small one; else the first, the last, and some
/// scattered between.
std::vector<std::int64_t> elements_to_check(std::int64_t elements);

/// Where `values` differs from what the case expects of the elements `indices`: a sentence, or nothing.
std::string first_mismatch(const Case& checked, const std::vector<std::int64_t>& indices,
                           const std::vector<float>& values);

/// The results as a JSON object; `toolkit` is what compiled the experiment. The fields are those of
/// autograder/experiments/outcome.hpp.
std::string to_json(const Experiment& described, const Results& results, const std::string& toolkit);

/// Throws std::runtime_error when it cannot be written.
void write_file(const std::string& path, const std::string& content);

}  // namespace experiment
