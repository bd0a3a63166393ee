#include "cli/solution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <set>
#include <system_error>

#include "cli/options.hpp"
#include "cli/words.hpp"
#include "simt/simt.hpp"
#include "support/files/whole_file.hpp"

namespace cli {
namespace {

bool is_of_a_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Lines between blank lines; a blank line before an indented one is inside of a function.
struct Paragraph {
  std::string text;
  std::set<std::string> words;     // of its code, without comments
  std::set<std::string> declares;  // functions, types, variables
  bool is_wanted = false;
};

std::set<std::string> words_of(const std::string& code) {
  std::set<std::string> words;
  std::string word;
  for (const char c : code + " ") {
    if (is_of_a_name(c)) {
      word += c;
    } else if (!word.empty()) {
      words.insert(std::move(word));
      word.clear();
    }
  }
  return words;
}

/// What a line declares that is no function: of `__device__ alignas(128) unsigned count;` it is count.
std::string declared_name(const std::string& line) {
  static const std::regex in_brackets(R"(\([^()]*\))");
  const std::string code = std::regex_replace(line, in_brackets, "");
  const std::size_t sign = code.find_first_of("=;[{");
  if (sign == std::string::npos) return "";
  std::size_t end = sign;
  while (end > 0 && !is_of_a_name(code[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && is_of_a_name(code[begin - 1])) --begin;
  return code.substr(begin, end - begin);
}

std::vector<std::string> includes_of(std::string_view source) {
  std::vector<std::string> lines = lines_of(source);
  std::erase_if(lines, [](const std::string& line) { return !line.starts_with("#include"); });
  return lines;
}

std::vector<Paragraph> paragraphs_of(std::string_view source) {
  const std::vector<std::string> lines = lines_of(source);
  const simt::SourceIndex index = simt::index_source(source);
  std::vector<Paragraph> paragraphs(1);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    const bool is_inside = i + 1 < lines.size() && lines[i + 1].starts_with(' ');
    if (line.empty() && !is_inside) {
      paragraphs.emplace_back();
      continue;
    }
    Paragraph& paragraph = paragraphs.back();
    paragraph.text += line + "\n";
    const std::string code = line.substr(0, line.find("//"));
    paragraph.words.merge(words_of(code));
    const bool is_declaration = !code.empty() && std::string_view(" #}").find(code.front()) == std::string_view::npos;
    if (is_declaration && !code.starts_with("namespace")) paragraph.declares.insert(declared_name(code));
    for (const simt::SourceFunction& function : index.functions) {
      const bool is_member = line.starts_with(' ');
      if (function.first_line == static_cast<int>(i) + 1 && !is_member) paragraph.declares.insert(function.name);
    }
  }
  return paragraphs;
}

bool have_common(const std::set<std::string>& some, const std::set<std::string>& others) {
  return std::ranges::any_of(some, [&](const std::string& word) { return others.contains(word); });
}

}  // namespace

std::string part_of_solution(std::string_view source, const std::set<std::string>& entries) {
  std::vector<Paragraph> paragraphs = paragraphs_of(source);
  const auto has_entry = [&](const Paragraph& one) { return have_common(one.declares, entries); };
  if (std::ranges::none_of(paragraphs, has_entry)) return "";
  std::set<std::string> wanted = entries;
  for (bool has_more = true; has_more;) {
    has_more = false;
    for (Paragraph& paragraph : paragraphs) {
      if (paragraph.is_wanted || !have_common(paragraph.declares, wanted)) continue;
      paragraph.is_wanted = has_more = true;
      wanted.insert(paragraph.words.begin(), paragraph.words.end());
    }
  }
  std::string text;
  for (const std::string& line : includes_of(source)) text += line + "\n";
  for (const Paragraph& paragraph : paragraphs) {
    if (paragraph.is_wanted) text += (text.empty() ? "" : "\n") + paragraph.text;
  }
  return text;
}

std::string solution_text(const std::filesystem::path& root, const course::Course& course, const course::Lab& lab,
                          const course::Part& part, const std::vector<progress::Best>& reached) {
  if (!course.rules.shows_solutions) {
    throw CallError("this course shows no solutions (course.toml, self_study); ask your instructor");
  }
  const auto is_pass = [&](const progress::Best& one) { return one.part == part.id && one.passed; };
  if (std::ranges::none_of(reached, is_pass)) {
    throw CallError(fmt::format(
        "the solution of part {0} is shown after yours has passed: ./grade {0}; ./grade hint {0} helps", part.id));
  }
  const std::filesystem::path file = std::filesystem::path("solutions") / lab.folder / lab.source;
  std::string source;
  try {
    source = files::read_file(root / file);
  } catch (const std::system_error&) {
    throw CallError("this copy of the course has no solutions; ask the instructor that you have it from");
  }
  // Every part of a lab needs the functions that pin memory, where the lab has them.
  std::set<std::string> entries{part.entry, lab.pin_entry, lab.unpin_entry};
  entries.erase("");
  return fmt::format("// Part {}, {}: from {}\n\n{}", part.id, part.title, file.string(),
                     part_of_solution(source, entries));
}

}  // namespace cli
