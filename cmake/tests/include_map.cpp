#include "include_map.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace structure {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

bool is_below(const std::string& path, const std::string& folder) {
  return path == folder || path.rfind(folder + "/", 0) == 0;
}

bool is_test(const std::string& path) { return path.find("/tests") != std::string::npos; }

/// The words of "a, b".
Names words(const std::string& list) {
  std::istringstream in(std::regex_replace(list, std::regex(","), " "));
  return {std::istream_iterator<std::string>(in), {}};
}

/// Like words, for "a, b/*": wildcards become the folders that `known` has.
Names names(const std::string& list, const std::map<std::string, Names>& known, const std::string& line) {
  Names found;
  for (std::string word : words(list)) {
    const bool all = word.size() > 2 && word.substr(word.size() - 2) == "/*";
    if (all) word.resize(word.size() - 2);
    const std::size_t before = found.size();
    for (const auto& [folder, may_include] : known) {
      if (folder == word || (all && is_below(folder, word) && !is_test(folder))) found.insert(folder);
    }
    if (found.size() == before) {
      throw std::runtime_error(
          fmt::format("cmake/include_map.txt: no line above this one is about {}: {}", word, line));
    }
  }
  return found;
}

/// Without the targets that are objects: what they compile and link belongs to the library that names them.
std::vector<Target> with_objects(const std::vector<Target>& targets) {
  std::map<std::string, const Target*> by_name;
  for (const Target& target : targets) by_name[target.name] = &target;
  std::vector<Target> whole;
  for (const Target& target : targets) {
    if (target.kind == "objects") continue;
    whole.push_back({target.kind, target.name, {}, target.links});
    for (const std::string& source : target.sources) {
      std::smatch match;
      if (!std::regex_match(source, match, std::regex(R"(\$<TARGET_OBJECTS:(.*)>)"))) {
        whole.back().sources.push_back(source);
      } else if (const auto objects = by_name.find(match[1]); objects != by_name.end()) {
        const auto& [kind, name, more, links] = *objects->second;
        whole.back().sources.insert(whole.back().sources.end(), more.begin(), more.end());
        whole.back().links.insert(links.begin(), links.end());
      }
    }
  }
  return whole;
}

/// What the comparison needs to know of all targets.
struct Targets {
  std::map<std::string, Names> folders;    ///< of each target
  std::map<std::string, Names> libraries;  ///< that compile a file, by the file
};

Targets describe(const std::vector<Target>& targets, const IncludeMap& map) {
  Targets all;
  for (const Target& target : targets) {
    for (const std::string& source : target.sources) {
      if (const std::string folder = map.folder_of(source); !folder.empty()) all.folders[target.name].insert(folder);
      if (target.kind == "library") all.libraries[source].insert(target.name);
    }
  }
  return all;
}

std::string source_of(const std::string& header) { return fs::path(header).replace_extension(".cpp").string(); }

/// The includes of what a target compiles, and of the headers of its own folders that these include.
std::vector<Include> includes_of(const Target& target, const Targets& all, const IncludeMap& map,
                                 const std::vector<Include>& includes) {
  const auto folders = all.folders.find(target.name);
  if (folders == all.folders.end()) return {};
  std::vector<Include> found;
  Names files(target.sources.begin(), target.sources.end());
  for (std::size_t known = 0; known != files.size();) {
    known = files.size();
    found.clear();
    for (const Include& include : includes) {
      if (files.count(include.file) == 0) continue;
      found.push_back(include);
      const auto owner = all.libraries.find(source_of(include.included));
      const bool is_anothers = owner != all.libraries.end() && owner->second.count(target.name) == 0;
      if (!is_anothers && folders->second.count(map.folder_of(include.included)) != 0) files.insert(include.included);
    }
  }
  return found;
}

/// Sentences about headers whose source file is in a library that `target` does not link.
void find_missing_links(const Target& target, const Targets& all, const std::vector<Include>& includes,
                        std::vector<std::string>& wrong) {
  Names missing;
  for (const auto& [file, line, included] : includes) {
    const auto owner = all.libraries.find(source_of(included));
    if (owner == all.libraries.end() || owner->second.count(target.name) != 0) continue;
    const Names& libraries = owner->second;
    if (std::any_of(libraries.begin(), libraries.end(),
                    [&](const auto& name) { return target.links.count(name) != 0; }))
      continue;
    if (missing.insert(*libraries.begin()).second) {
      wrong.push_back(fmt::format("target {} does not link {}, although {}:{} includes {}", target.name,
                                  fmt::join(libraries, " or "), file, line, included));
    }
  }
}

/// Sentences about libraries that `target` links without a need.
void find_unused_links(const Target& target, const Targets& all, const IncludeMap& map,
                       const std::vector<Include>& includes, std::vector<std::string>& wrong) {
  Names included_folders;
  if (const auto own = all.folders.find(target.name); own != all.folders.end()) included_folders = own->second;
  for (const Include& include : includes) included_folders.insert(map.folder_of(include.included));
  for (const std::string& link : target.links) {
    const auto linked = all.folders.find(link);
    if (linked == all.folders.end()) continue;
    const bool is_used = std::any_of(linked->second.begin(), linked->second.end(), [&](const std::string& folder) {
      if (included_folders.count(folder) != 0) return true;
      const auto headers = map.implements.find(folder);
      return headers != map.implements.end() &&
             std::any_of(headers->second.begin(), headers->second.end(),
                         [&](const std::string& of_header) { return included_folders.count(of_header) != 0; });
    });
    if (!is_used) {
      wrong.push_back(fmt::format("target {} links {}, but includes nothing of {}", target.name, link,
                                  fmt::join(linked->second, " or ")));
    }
  }
}

}  // namespace

IncludeMap IncludeMap::parse(const std::string& text) {
  IncludeMap map;
  std::istringstream lines(std::regex_replace(text, std::regex("\n +"), "  "));  // continued lines as one
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (std::regex_match(line, match, std::regex(R"(public (\S+): (.+))"))) {
      map.public_headers[match[1]] = words(match[2]);
    } else if (std::regex_match(line, match, std::regex(R"(implements (\S+): (.+))"))) {
      map.implements[match[1]] = names(match[2], map.may_include, line);
    } else if (std::regex_match(line, match, std::regex(R"((\S+)( .*?)?(→ (.*))?)"))) {
      if (map.may_include.count(match[1]) != 0) {
        throw std::runtime_error("cmake/include_map.txt: a second line about " + match[1].str());
      }
      map.may_include[match[1]] = names(match[4], map.may_include, line);
    }
  }
  return map;
}

std::string IncludeMap::folder_of(const std::string& path) const {
  std::string longest;
  for (const auto& [folder, names] : may_include) {
    if (is_below(path, folder) && folder.size() > longest.size()) longest = folder;
  }
  return longest;
}

std::vector<Include> includes_of(const fs::path& root, const IncludeMap& map) {
  const std::regex include(R"_(^\s*#\s*include\s*"([^"]+)")_");
  std::vector<Include> found;
  Names tops;
  for (const auto& [folder, names] : map.may_include) tops.insert(*fs::path(folder).begin());
  for (const std::string& top : tops) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / top)) {
      const std::string file = entry.path().lexically_relative(root).string();
      const Names kinds = {".cpp", ".hpp", ".h", ".cu", ".cuh"};
      if (kinds.count(entry.path().extension()) == 0 || is_below(file, "autograder/tests/submissions")) continue;
      std::ifstream in(entry.path());
      int number = 0;
      for (std::string line; std::getline(in, line);) {
        ++number;
        std::smatch match;
        if (line.find('#') == std::string::npos || !std::regex_search(line, match, include)) continue;
        for (const fs::path& base : {fs::path(file).parent_path(), fs::path(), fs::path("autograder"),
                                     fs::path("experiments"), fs::path("simt/include")}) {
          const fs::path path = (base / match[1].str()).lexically_normal();
          if (!fs::exists(root / path)) continue;
          found.push_back({file, number, path.string()});
          break;
        }
      }
    }
  }
  return found;
}

std::vector<std::string> forbidden_includes(const IncludeMap& map, const std::vector<Include>& includes) {
  std::vector<std::string> wrong;
  for (const auto& [file, line, included] : includes) {
    const std::string from = map.folder_of(file);
    const std::string to = map.folder_of(included);
    if (from.empty()) {
      wrong.push_back(fmt::format("{}: no line of cmake/include_map.txt is about this folder", file));
    } else if (from != to && map.may_include.at(from).count(to) == 0) {
      wrong.push_back(fmt::format("{}:{}: includes {}, but cmake/include_map.txt does not allow {} → {}", file, line,
                                  included, from, to.empty() ? fs::path(included).parent_path().string() : to));
    }
    for (const auto& [folder, headers] : map.public_headers) {
      if (is_below(included, folder) && !is_below(file, folder) && !is_test(file) && headers.count(included) == 0) {
        wrong.push_back(fmt::format("{}:{}: includes {}, but outside of {}/ only {} may be included", file, line,
                                    included, folder, fmt::join(headers, ", ")));
      }
    }
  }
  return wrong;
}

std::vector<Target> read_targets(const std::string& text) {
  std::vector<Target> targets;
  std::istringstream lines(text);
  for (std::string kind, value; lines >> kind && std::getline(lines >> std::ws, value);) {
    if (kind == "source") {
      targets.back().sources.push_back(value);
    } else if (kind == "link") {
      targets.back().links.insert(value);
    } else {
      targets.push_back({kind, value});
    }
  }
  return targets;
}

std::vector<std::string> wrong_links(const IncludeMap& map, const std::vector<Include>& includes,
                                     const std::vector<Target>& given) {
  const std::vector<Target> targets = with_objects(given);
  const Targets all = describe(targets, map);
  std::vector<std::string> wrong;
  for (const Target& target : targets) {
    const std::vector<Include> own = includes_of(target, all, map, includes);
    find_unused_links(target, all, map, own, wrong);
    const bool is_product = std::none_of(target.sources.begin(), target.sources.end(), is_test);
    if (is_product) find_missing_links(target, all, own, wrong);
  }
  return wrong;
}

}  // namespace structure
