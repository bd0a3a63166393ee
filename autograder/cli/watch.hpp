// Grades on save: `./grade watch`.
#pragma once

#include "cli/options.hpp"

namespace cli {

/// Looks at the files of the course's labs (of `options.lab` alone, if there is one) several times a second, by their
/// content: that works for editors that replace a file, and on network mounts. A file that changed is graded, the part
/// whose code changed. Keys on standard input choose what else is shown. Returns after q; throws process::Interrupted
/// after Ctrl-C.
int watch(const Options& options, const Environment& environment, const course::Course& course);

}  // namespace cli
