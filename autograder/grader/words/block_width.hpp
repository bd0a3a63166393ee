// How wide a kernel's blocks are, as far as its launch says so in numbers.
#pragma once

#include <string>

#include "simt/simt.hpp"

namespace grader {

/// How many threads a block has in x, and where that stands.
struct BlockWidth {
  int threads = 0;  ///< 0: it is not known
  int line = 0;     ///< of the number, or of the launch
};

/// Of the launch of `kernel`, if there is one, and its threads are written out; else 0 threads.
BlockWidth width_of_blocks(const simt::SourceIndex& source, const std::string& kernel);

}  // namespace grader
