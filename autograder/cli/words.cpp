#include "cli/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <numeric>
#include <sstream>

namespace cli {
namespace {

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

const course::Lab* lab_of_part(const course::Course& course, const std::string& id) {
  const auto found = std::find_if(course.labs.begin(), course.labs.end(),
                                  [&](const course::Lab& lab) { return course::find_part(lab, id) != nullptr; });
  return found == course.labs.end() ? nullptr : &*found;
}

}  // namespace

const course::Lab* lab_of(const course::Course& course, const std::string& word) {
  const std::string name = lower_case(word);
  const std::filesystem::path path = word.ends_with('/') ? word.substr(0, word.size() - 1) : word;
  const auto found = std::find_if(course.labs.begin(), course.labs.end(), [&](const course::Lab& lab) {
    return name == lab.name || "lab" + name == lab.name || path.filename() == lab.folder;
  });
  return found == course.labs.end() ? nullptr : &*found;
}

namespace {

// Levenshtein's distance: how many letters to insert, to remove or to exchange.
int distance(const std::string& a, const std::string& b) {
  std::vector<int> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int exchanged = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({exchanged, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::vector<std::string> in_full(std::span<const std::string> arguments, const course::Course& course,
                                 const std::set<std::string>& takes_value) {
  std::vector<std::string> words, options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (!argument.starts_with('-')) {
      words.push_back(argument);
      continue;
    }
    options.push_back(argument);
    if (takes_value.contains(argument) && i + 1 < arguments.size()) options.push_back(arguments[++i]);
  }
  if (words.empty()) return options;
  if (words.size() > 1 && lower_case(words[0]) == "lab") {
    words[0] += words[1];
    words.erase(words.begin() + 1);
  }
  std::vector<std::string> full;
  if (words[0] == "batch") {  // a folder of submissions may be called like a lab
    full = words;
    if (words.size() > 1) full.insert(full.begin() + 1, "--folder");
    words.clear();
  } else if (const course::Lab* lab = lab_of_part(course, words[0])) {
    full.push_back(lab->name);
  } else if (const course::Lab* named = lab_of(course, words[0])) {
    full.push_back(named->name);
    words.erase(words.begin());
  }
  const bool grades = !full.empty();
  for (const std::string& word : words) {
    const bool is_lab = !full.empty() && (full[0] == "build" || full[0] == "reset");
    const course::Lab* const named = is_lab ? lab_of(course, word) : nullptr;
    if (grades && lab_of_part(course, word) != nullptr) full.emplace_back("--only");
    full.push_back(named != nullptr ? named->name : word);
  }
  full.insert(full.end(), options.begin(), options.end());
  return full;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(std::move(line));
  return lines;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& choices) {
  const std::string lower = lower_case(word);
  const auto nearest = std::min_element(choices.begin(), choices.end(), [&](const auto& a, const auto& b) {
    return distance(lower, a) < distance(lower, b);
  });
  const int most = std::min<int>(2, static_cast<int>(word.size()) / 2);
  if (nearest == choices.end() || distance(lower, *nearest) > most) return "";
  return fmt::format(" (did you mean {}?)", *nearest);
}

}  // namespace cli
