// Which folder may include which: reads cmake/include_map.txt and compares the sources and CMake's targets with it.
//
// A line of the map is "folder  what it is for  → folders that it may include", and may go on in indented lines. A
// folder belongs to the longest line that begins its path, so subfolders need no line of their own. A line may only
// name folders of lines above it: there is no cycle. `a/*` stands for a and all lines that begin with a/, save tests.
// Two more kinds of line:
//   "public a: a/file.hpp"  other folders, except tests, include only these files of a
//   "implements a: b"       a has the source files of headers of b: what includes b may link targets of a
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace structure {

struct IncludeMap {
  std::map<std::string, std::set<std::string>> may_include;     ///< by folder
  std::map<std::string, std::set<std::string>> public_headers;  ///< by folder; none: all of its headers
  std::map<std::string, std::set<std::string>> implements;      ///< folders whose headers this one implements, too

  /// Throws std::runtime_error that names the line when `text` is not as above.
  static IncludeMap parse(const std::string& text);

  /// The line that `path` (from the top of the repository) belongs to; empty: none.
  std::string folder_of(const std::string& path) const;
};

struct Include {
  std::string file;  ///< "autograder/cli/main.cpp"
  int line = 0;
  std::string included;  ///< path from the top of the repository
};

/// Every `#include "…"` below the folders of `map` that names a file of the repository at `root`.
std::vector<Include> includes_of(const std::filesystem::path& root, const IncludeMap& map);

/// One sentence for each include that the map does not allow.
std::vector<std::string> forbidden_includes(const IncludeMap& map, const std::vector<Include>& includes);

/// A target of CMake, as cmake/Targets.cmake writes it.
struct Target {
  std::string kind;  ///< "library", "program" or "objects" (of a library that names them "$<TARGET_OBJECTS:name>")
  std::string name;
  std::vector<std::string> sources = {};  ///< paths from the top of the repository
  std::set<std::string> links = {};       ///< what it names itself
};

std::vector<Target> read_targets(const std::string& text);

/// One sentence for each link to a target where no file includes a file of that target's folders, and for each product
/// target that includes a header whose source file is in a library that the target does not link. Objects count as part
/// of the library that names them.
std::vector<std::string> wrong_links(const IncludeMap& map, const std::vector<Include>& includes,
                                     const std::vector<Target>& targets);

}  // namespace structure
