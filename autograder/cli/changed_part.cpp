#include "cli/changed_part.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "cli/words.hpp"
#include "simt/simt.hpp"

namespace cli {
namespace {

/// From 1 on, in `after`.
int first_difference(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  std::size_t line = 0;
  while (line < before.size() && line < after.size() && before[line] == after[line]) ++line;
  return static_cast<int>(line) + 1;
}

bool has_word(const std::string& line, const std::string& word) {
  const auto is_of_a_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t at = line.find(word); at != std::string::npos; at = line.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !is_of_a_name(line[at - 1]);
    if (begins && (end == line.size() || !is_of_a_name(line[end]))) return true;
  }
  return false;
}

/// The functions that name one of `wanted` in their bodies, those that name such functions, and so on; `wanted` too.
std::set<std::string> with_users(const std::string& wanted, const simt::SourceIndex& source,
                                 const std::vector<std::string>& lines) {
  std::set<std::string> found{wanted};
  for (std::size_t before = 0; before != found.size();) {
    before = found.size();
    for (const simt::SourceFunction& function : source.functions) {
      for (int line = function.first_line; line <= function.last_line; ++line) {
        const std::string& text = lines.at(static_cast<std::size_t>(line) - 1);
        const bool uses = std::ranges::any_of(found, [&](const std::string& name) { return has_word(text, name); });
        if (uses) found.insert(function.name);
      }
    }
  }
  return found;
}

}  // namespace

const course::Part* changed_part(const course::Lab& lab, std::string_view before, std::string_view after,
                                 const course::Part* usual) {
  const bool is_usual_here = usual != nullptr && course::find_part(lab, usual->id) == usual;
  const course::Part* const otherwise = is_usual_here ? usual : nullptr;
  const simt::SourceIndex source = simt::index_source(after);
  const std::vector<std::string> lines = lines_of(after);
  const simt::SourceFunction* const changed = source.function_around(first_difference(lines_of(before), lines));
  if (changed == nullptr) return otherwise;
  const std::set<std::string> concerned = with_users(changed->name, source, lines);
  const auto is_concerned = [&](const course::Part& part) { return concerned.contains(part.entry); };
  if (otherwise != nullptr && is_concerned(*otherwise)) return otherwise;
  const auto part = std::ranges::find_if(lab.parts, is_concerned);
  return part == lab.parts.end() ? otherwise : &*part;
}

}  // namespace cli
