// Words and numbers that several exports have in common.
#pragma once

#include <optional>
#include <string>

#include "batch/grades.hpp"

namespace batch {

/// As exact as it is stored: 14.97 stays 14.97, and 15.0 becomes 15.
std::string number(double value);
/// Empty where there is none.
std::string number(std::optional<double> value);

/// "3.2 tiled"
std::string heading_of(const PartGrade& part);

/// For the student: the verdict in words, the points, and why any were lost; one sentence a line.
std::string words_of(const PartGrade& part);

/// For the student: the points of the lab, what being late costs, and what could not be graded; one sentence a line.
std::string words_of(const LabGrade& grade);

}  // namespace batch
