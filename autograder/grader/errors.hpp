// The errors that end a command of the grader. The program maps each to an exit status.
#pragma once

#include <stdexcept>

#include "backends/errors.hpp"

namespace grader {

/// The call was wrong. The message is one clear sentence: what, where, and what to do.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The submission could not be graded, and the student is not at fault.
using CannotGrade = backends::CannotGrade;

}  // namespace grader
