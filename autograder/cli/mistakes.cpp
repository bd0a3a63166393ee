#include "cli/mistakes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <utility>
#include <vector>

#include "cli/words.hpp"
#include "report/text.hpp"
#include "support/config/table.hpp"
#include "support/files/whole_file.hpp"

namespace cli {
namespace {

constexpr std::size_t longest_words = 200;

/// A paragraph or a list item on lines that fit, the first one with `mark` before it.
std::string item(std::string_view mark, const std::string& text, int width) {
  std::string result, before(mark);
  for (const std::string& line : report::wrapped(text, width - static_cast<int>(mark.size()))) {
    result += before + line + "\n";
    before.assign(mark.size(), ' ');
  }
  return result;
}

/// Links without where they lead.
std::string without_targets(const std::string& markdown) {
  static const std::regex link(R"(\[([^\[\]]*)\]\([^()]*\))");
  return std::regex_replace(markdown, link, "$1");
}

/// The items of a Markdown list, each on one line.
std::vector<std::string> items_of(const std::string& list) {
  std::vector<std::string> items;
  for (const std::string& line : lines_of(list)) {
    if (line.starts_with("* ")) {
      items.push_back(line.substr(2));
    } else if (!items.empty()) {
      items.back() += " " + line.substr(std::min(line.find_first_not_of(' '), line.size()));
    }
  }
  return items;
}

/// How often, and in what words; the most frequent kind first.
std::vector<std::pair<std::int64_t, std::string>> collected(const std::filesystem::path& file,
                                                            const std::string& part) {
  config::Table table = config::load(file);
  config::Table words = table.table("words");
  config::Table parts = table.table("parts");
  std::vector<std::pair<std::int64_t, std::string>> kinds;
  auto counts = parts.optional_table(part);
  for (const std::string& kind : counts ? counts->keys() : std::vector<std::string>()) {
    kinds.emplace_back(counts->whole_number(kind, {1, 1e6}), words.text(kind, longest_words));
  }
  std::ranges::stable_sort(kinds, std::greater(), &std::pair<std::int64_t, std::string>::first);
  return kinds;
}

}  // namespace

std::string typical_mistakes(std::string_view handout, const std::string& part) {
  std::string list;
  bool is_part = false, is_list = false;
  for (const std::string& line : lines_of(handout)) {
    if (line.starts_with("## ")) is_part = line.starts_with("## Part " + part + ":");
    if (line.starts_with("#") || line.starts_with("**")) is_list = is_part && line == "**Typical mistakes**";
    if (is_list && !line.empty() && !line.starts_with("**")) list += line + "\n";
  }
  return list;
}

std::string mistakes_text(const std::filesystem::path& root, const course::Lab& lab, const course::Part& part,
                          const report::TerminalStyle& style) {
  std::string text = fmt::format("{}  {}    what others mistook\n\n", part.id, part.title);
  const std::string handout = files::read_file(root / "labs" / lab.folder / "README.md");
  for (const std::string& one : items_of(typical_mistakes(handout, part.id))) {
    text += item("  * ", without_targets(one), style.width);
  }
  const auto kinds = collected(root / "autograder/course/mistakes.toml", part.id);
  if (!kinds.empty()) text += "\n  Wrong submissions in the course's collection:\n\n";
  for (const auto& [count, words] : kinds) text += item(fmt::format("  {:>3}  ", count), words, style.width);
  return style.unicode ? text : report::in_ascii(text);
}

}  // namespace cli
