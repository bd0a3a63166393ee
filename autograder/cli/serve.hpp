// `grade serve`: one submission after the other on the same bench, for a batch on a GPU.
#pragma once

#include "cli/answers.hpp"
#include "cli/options.hpp"

namespace cli {

/// Grades the tasks (grader/tasks.hpp) that come, until their socket is closed or something could not be graded: then a
/// new process begins anew. Throws what a bench throws when it is made.
ExitStatus serve(const Options& options, const Environment& environment, const course::Course& course);

}  // namespace cli
