// The error of the grader's own side.
#pragma once

#include <stdexcept>

namespace backends {

/// The grader or the machine is at fault, never the student. The message is one clear sentence.
class CannotGrade : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace backends
