// What a student has reached so far: the best of each part on each device, in one small file beside the labs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "course/course.hpp"
#include "grader/result.hpp"

namespace progress {

/// The best that a student has reached in one part on one device.
struct Best {
  std::string part;                   ///< "3.2"
  bool passed = false;                ///< with all points that this device can judge
  double points = 0, max_points = 0;  ///< of what that device can judge
  std::string device;                 ///< "NVIDIA H200", "emulated h200"
  double gbps = 0;                    ///< 0: not measured
  std::string date;                   ///< of the grading, UTC, ISO 8601
};

/// Where the course in `root` keeps it. One line for each part and device, in columns; lines of two such files may
/// follow each other in any order: the better one counts.
std::filesystem::path file_of(const std::filesystem::path& root);

/// In the order of their parts. A missing file is an empty one, and a damaged line is left out. Throws
/// std::system_error when the file is there and cannot be read.
std::vector<Best> load(const std::filesystem::path& file);

/// Keeps what is better than before. Two gradings at a time lose nothing. Throws std::system_error, and the file is
/// then as it was.
void record(const std::filesystem::path& file, const grader::GradeResult& result);

/// The first part that has not passed on any device; null when all have.
const course::Part* next_part(const course::Course& course, const std::vector<Best>& reached);

}  // namespace progress
