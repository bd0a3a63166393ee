// Where things are in a CUDA source file: functions, barriers, returns, launches, texture fetches. Made from tokens, so
// that comments, strings and `#if 0` groups do not count. Not a parser: macros are not expanded, types are not known.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simt {

/// The definition of a function, with the lines that it spans.
struct SourceFunction {
  std::string name;
  int first_line = 0;  ///< of its head, `template <…>` included
  int last_line = 0;   ///< of its closing brace; of the file's last token where that is missing
  bool is_kernel = false;
};

struct SourceLaunch {
  int line = 0;
  std::string kernel;  ///< without template arguments
};

/// Lines are counted from 1 and in ascending order. A line occurs once for each thing that is on it.
struct SourceIndex {
  std::vector<SourceFunction> functions;
  std::vector<int> barriers;  ///< __syncthreads() and its kin, __syncwarp(), g.sync() of cooperative groups
  std::vector<int> returns;   ///< `return;`, without a value
  std::vector<SourceLaunch> launches;
  std::vector<int> texture_fetches;  ///< tex1D, tex2D, tex3D and their variants
  std::vector<int> code_lines;       ///< each line with code, once

  /// The function that `line` is in; nullptr outside of all.
  const SourceFunction* function_around(int line) const;
  bool has_texture_fetch(int line) const;
};

/// Any text is accepted; of what is not CUDA C++ the index is incomplete. The time is linear in the length.
SourceIndex index_source(std::string_view source);

}  // namespace simt
