// What is known of references from gradings before, in a file: `./grade watch` starts a process for each grading, and
// only the first one of a part has to measure its reference. A speed that has changed meanwhile shows as in a batch:
// measure.hpp says how.
#pragma once

#include <filesystem>
#include <string>

#include "grader/pipeline/measure.hpp"

namespace grader {

/// What was written for the same `key`. Empty where there is no such file, where it was written for another key, and
/// where it is damaged: then the references are measured.
References read_known_references(const std::filesystem::path& file, const std::string& key);

/// Writes them. `key` stands for all that their speed depends on: the library and the device. Where the file cannot be
/// written, nothing happens.
void write_known_references(const std::filesystem::path& file, const std::string& key, const References& references);

}  // namespace grader
