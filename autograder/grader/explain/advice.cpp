#include "grader/explain/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "grader/explain/blame.hpp"
#include "grader/explain/finding_advice.hpp"
#include "grader/explain/waste_advice.hpp"
#include "simt/simt.hpp"

namespace grader {
namespace {

std::string_view plural_of(Access op) {
  switch (op) {
    case Access::load:
      return "loads";
    case Access::store:
      return "stores";
    case Access::atomic:
      break;
  }
  return "atomic updates";
}

/// The same of several lines is said once: "lines 14, 15, 16: …".
class ByLine {
 public:
  void add(const Traffic& access, std::string text) {
    const auto found = std::find_if(said_.begin(), said_.end(), [&](const Said& one) {
      return one.text == text && one.op == access.op && one.is_one_of_several == access.is_one_of_several;
    });
    if (found == said_.end()) {
      said_.push_back({{access.line}, access.op, access.is_one_of_several, 1, std::move(text)});
    } else if (found->lines.back() != access.line) {
      found->lines.push_back(access.line);
    } else {
      ++found->in_last_line;
    }
  }

  std::vector<std::string> sentences() const {
    std::vector<std::string> sentences;
    for (const Said& one : said_) {
      sentences.push_back(fmt::format("line{} {}{}: {}", one.lines.size() == 1 ? "" : "s", fmt::join(one.lines, ", "),
                                      one.is_one_of_several ? which(one) : "", one.text));
    }
    return sentences;
  }

 private:
  struct Said {
    std::vector<int> lines;
    Access op;
    bool is_one_of_several;
    int in_last_line;  ///< accesses
    std::string text;
  };

  static std::string which(const Said& one) {
    const std::string_view op = plural_of(one.op);
    if (one.lines.size() > 1) return fmt::format(", some of their {}", op);
    return one.in_last_line == 1 ? fmt::format(", one of its {}", op)
                                 : fmt::format(", {} of its {}", one.in_last_line, op);
  }

  std::vector<Said> said_;
};

std::vector<std::string> sentences_about(const std::vector<Waste>& all, const simt::memory::Device& chip) {
  ByLine by_line;
  for (const Waste& one : all) by_line.add(*one.access, waste_advice(one, chip));
  return by_line.sentences();
}

std::string camping_advice(const Explanation& explanation) {
  return fmt::format(
      "blocks that run together store {:.1f} × as much to one memory partition as to the average one: let consecutive "
      "block numbers take tiles from different rows and different columns",
      explanation.summary.values["partition_camping"].value_or(0));
}

/// Of the loads that DRAM serves again and again, the one that it serves most.
std::string residency_advice(const course::Part& part, const Explanation& explanation) {
  const Traffic* worst = nullptr;
  for (const Traffic& row : explanation.traffic) {
    if (row.levels.dram_read_again == 0) continue;
    if (worst == nullptr || row.levels.dram_read_again > worst->levels.dram_read_again) worst = &row;
  }
  if (worst == nullptr || worst->line == 0) return "";
  const std::string gone = fmt::format(
      "line {}: of what it loads again and again, {:.1f} MB came from DRAM, because too much else has passed through "
      "the L2 cache since the last time",
      worst->line, static_cast<double>(worst->levels.dram_read) / 1e6);
  if (part.needs_sm == 0) {
    return gone +
           "; in another order of the work, what is loaded could be used as often as it is wanted before it goes";
  }
  // One that keeps nothing is said to be so by a finding.
  const bool has_window = explanation.window && explanation.window->text.find("takes no") == std::string::npos;
  return fmt::format("{}; {}streaming accesses (__ldcs, __stcs) make what is used once go first", gone,
                     has_window ? "" : "an access-policy window makes it stay, and ");
}

}  // namespace

std::vector<Reason> advise(const course::Part& part, const Explanation& explanation) {
  std::vector<std::string> sentences;
  const simt::SourceIndex source = simt::index_source(explanation.source);
  const bool is_one_launch = explanation.limits.at_most["launches"].value_or(2) < 2;
  for (const Finding& finding : explanation.findings) {
    sentences.push_back(finding_advice(finding, source, is_one_launch));
  }
  const Blame found = blame(explanation);
  for (std::string& text : sentences_about(found.blamed, explanation.chip)) sentences.push_back(std::move(text));
  if (explanation.has_too_much("dram_vs_minimum")) sentences.push_back(residency_advice(part, explanation));
  if (explanation.has_too_much("partition_camping")) sentences.push_back(camping_advice(explanation));
  std::vector<Reason> advice;
  for (std::string& sentence : sentences) {
    const bool is_said = std::any_of(advice.begin(), advice.end(), [&](const auto& a) { return a.text == sentence; });
    if (!sentence.empty() && !is_said) advice.push_back({std::move(sentence), std::string(part.read_on)});
  }
  return advice;
}

std::vector<std::string> allowed_waste(const Explanation& explanation) {
  return sentences_about(blame(explanation).allowed, explanation.chip);
}

}  // namespace grader
