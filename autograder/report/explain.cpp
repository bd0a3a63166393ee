// From top to bottom: heading, what is wrong, the source with its traffic, pictures of the worst lines, the sums,
// what to do.
#include "report/explain.hpp"
#include "grader/words/predicted.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "grader/words/metric_words.hpp"
#include "report/page.hpp"
#include "report/request_picture.hpp"
#include "report/text.hpp"
#include "report/timeline_picture.hpp"
#include "simt/simt.hpp"

namespace report {
namespace {

using grader::Access;
using grader::Explanation;
using grader::Finding;
using grader::Space;
using grader::Traffic;

constexpr int short_file = 60;    // lines; shown whole
constexpr int context_lines = 3;  // around a line with something to say
constexpr int longest_look = 40;  // lines to look for where a function begins or ends

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::string line;
  for (const char c : text) {
    if (c == '\n') {
      lines.push_back(std::exchange(line, {}));
    } else if (c == '\t') {
      line += std::string(4 - line.size() % 4, ' ');
    } else if (c != '\r') {
      line += c;
    }
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

// --- which lines to show ----------------------------------------------------------------------------------

struct LineRange {
  int first = 0, last = 0;  // line numbers, both shown
};

/// The function that `line` is in, else the lines around it. Of a long function, the side that is far away is left out.
LineRange around(int line, int last_line, const simt::SourceIndex& source) {
  const simt::SourceFunction* function = source.function_around(line);
  const bool shows_head = function != nullptr && line - function->first_line < longest_look;
  const bool shows_end = function != nullptr && function->last_line - line < longest_look;
  return {shows_head ? function->first_line : std::max(1, line - context_lines),
          shows_end ? function->last_line : std::min(last_line, line + context_lines)};
}

/// `count`: lines of the file.
std::vector<LineRange> shown(const std::vector<int>& wanted, int count, const std::string& text) {
  if (count == 0) return {};
  if (count < short_file) return {{1, count}};
  const simt::SourceIndex source = simt::index_source(text);
  std::vector<LineRange> ranges;
  for (const int line : wanted) {
    const LineRange range = around(line, count, source);
    if (!ranges.empty() && range.first <= ranges.back().last + 2) {
      ranges.back().last = std::max(ranges.back().last, range.last);
    } else {
      ranges.push_back(range);
    }
  }
  return ranges;
}

// --- numbers ----------------------------------------------------------------------------------------------

double ratio(std::int64_t of, std::int64_t by) {
  return by == 0 ? 0 : static_cast<double>(of) / static_cast<double>(by);
}

std::string name(const Traffic& row) {
  return fmt::format("{} {}", grader::name_of(row.space), grader::name_of(row.op));
}

/// Lanes that want the same address need no sector each.
std::int64_t ideal_sectors(const Traffic& row) { return std::min(row.ideal_sectors, row.sectors); }

std::string counts(const Traffic& row, std::int64_t all_sectors, const simt::memory::Device& chip) {
  const std::string number = fmt::format("{:<12} {:>6} requests", name(row), row.requests);
  if (row.space == Space::shared && row.wavefronts == 0) return number;
  const std::string start = number + " × ";
  if (row.space == Space::constant || (row.space == Space::shared && row.op == Access::atomic)) {
    return start + fmt::format("{:>4.1f} wavefronts", ratio(row.wavefronts, row.requests));
  }
  if (row.space == Space::shared) {
    return start + fmt::format("{:>4.1f} wavefronts ({:.1f} conflicts)", ratio(row.wavefronts, row.requests),
                               ratio(row.conflicts, row.requests));
  }
  if (chip.rule == simt::memory::Rule::segments) {
    return start + fmt::format("{:>4.1f} segments, {:>3.0f} B (ideal {:.0f}) {:>3.0f} %",
                               ratio(row.transactions, row.requests), ratio(row.transaction_bytes, row.requests),
                               ratio(ideal_sectors(row) * chip.sector_bytes, row.requests),
                               100 * ratio(row.sectors, all_sectors));
  }
  return start + fmt::format("{:>4.1f} sectors (ideal {:.1f})  {:>3.0f} % of bytes", ratio(row.sectors, row.requests),
                             ratio(ideal_sectors(row), row.requests), 100 * ratio(row.sectors, all_sectors));
}

/// "0.53 MB read, 0.26 MB written": in one unit, in which both can be wanted. 1 MB is 10⁶ bytes, as 1 GB/s is 10⁹ a
/// second.
std::string read_and_written(std::int64_t read, std::int64_t written) {
  constexpr std::int64_t few = 100'000;
  const auto [less, more] = std::minmax(read, written);
  if (more < few) return fmt::format("{} bytes read, {} bytes written", read, written);
  const auto in = [&](double unit, std::string_view name, int digits) {
    return fmt::format("{:.{}f} {} read, {:.{}f} {} written", static_cast<double>(read) / unit, digits, name,
                       static_cast<double>(written) / unit, digits, name);
  };
  return less >= few || less == 0 ? in(1e6, "MB", 2) : in(1e3, "KB", less < 1000 ? 2 : 1);
}

/// What a row costs beyond what it must: sectors or wavefronts.
std::int64_t waste(const Traffic& row) {
  return row.space == Space::global ? row.sectors - row.ideal_sectors : row.conflicts;
}

// --- the report -------------------------------------------------------------------------------------------

class ExplanationPage : private Page {
 public:
  ExplanationPage(const Explanation& explanation, const TerminalStyle& style)
      : Page(style), explained_(explanation), source_(lines_of(printable(explanation.source))) {
    for (const Traffic& row : explained_.traffic) all_sectors_ += row.sectors;
  }

  std::string text() {
    heading();
    problems();
    if (!explained_.compiler_output.empty()) {
      compiler_output();
    } else {
      source();
      without_a_line();
      picture(Space::global);
      picture(Space::shared);
      timeline();
      sums();
      advice();
      repeat();
    }
    return Page::text();
  }

 private:
  void heading() {
    line();
    const std::string title = fmt::format("Part {} — {}", printable(explained_.id), printable(explained_.title));
    line("  " + tinted(title, Tint::strong, style()));
    line();
    fact("submission", explained_.submission);
    if (!explained_.traffic.empty()) fact("counted on", explained_.device + ", " + explained_.size);
    if (explained_.hardware) {
      fact("and on", explained_.hardware->device +
                         ", by Nsight Compute; it also counts instructions in which no lane takes part");
    }
    if (!explained_.traffic.empty() && moves_segments()) {
      fact("", "a request is half a warp's; a segment is 32, 64 or 128 bytes, moved at once");
    }
    line();
  }

  void problems() {
    for (const grader::Reason& reason : explained_.problems) paragraph("  ✗ ", reason.text, Tint::bad, Tint::plain);
    if (explained_.did_run && !explained_.has_something_to_tell()) {
      paragraph(
          "  → ",
          fmt::format("no kernel touched memory: write part {0} first; ./grade hint {0} gives a hint", explained_.id),
          Tint::good, Tint::plain);
    }
    if (!explained_.problems.empty()) line();
  }

  void compiler_output() {
    quote(explained_.compiler_output);
    line();
  }

  // --- source ---

  bool is_known(int number) const { return number > 0 && number <= static_cast<int>(source_.size()); }

  std::vector<int> lines_to_show() const {
    std::vector<int> wanted;
    const auto add = [&](int number) {
      if (is_known(number)) wanted.push_back(number);
    };
    for (const Traffic& row : explained_.traffic) add(row.line);
    for (const Finding& finding : explained_.findings) {
      add(finding.line);
      add(finding.other_line);
    }
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    return wanted;
  }

  void source() {
    const std::vector<int> wanted = lines_to_show();
    if (wanted.empty()) return;
    int previous = 0;
    for (const LineRange& range : shown(wanted, static_cast<int>(source_.size()), explained_.source)) {
      if (range.first > previous + 1) line("       …");
      for (int number = range.first; number <= range.last; ++number) source_line(number);
      previous = range.last;
    }
    if (previous < static_cast<int>(source_.size())) line("       …");
    line();
  }

  bool has_finding(int number) const {
    return std::any_of(explained_.findings.begin(), explained_.findings.end(), [&](const Finding& finding) {
      return !finding.is_remark && (finding.line == number || finding.other_line == number);
    });
  }

  bool has_remarks_only() const {
    return std::all_of(explained_.findings.begin(), explained_.findings.end(),
                       [](const Finding& finding) { return finding.is_remark; });
  }

  bool has_remark(int number) const {
    return std::any_of(explained_.findings.begin(), explained_.findings.end(),
                       [&](const Finding& finding) { return finding.is_remark && finding.line == number; });
  }

  bool has_waste(int number) const {
    return std::any_of(explained_.traffic.begin(), explained_.traffic.end(),
                       [&](const Traffic& row) { return row.line == number && row.is_wasteful(); });
  }

  void source_line(int number) {
    const std::string& code = source_[static_cast<std::size_t>(number - 1)];
    const bool is_middling = has_waste(number) || has_remark(number);
    const Tint tint = has_finding(number) ? Tint::bad : is_middling ? Tint::middling : Tint::plain;
    const std::string_view sign = has_finding(number) ? "✗" : is_middling ? "!" : " ";
    const std::size_t begin = std::min(code.find_first_not_of(' '), code.size());
    // Deeper than half the page, code could not be read any more.
    const std::size_t indent = std::min(begin, static_cast<std::size_t>(style().width) / 2);
    const int room = style().width - static_cast<int>(indent) - 8;
    const Tint lead_tint = tint == Tint::plain ? Tint::quiet : tint;
    std::string lead = fmt::format("{}{:>4} │", sign, number);
    std::string blanks(indent + 1, ' ');
    for (const std::string& piece : pieces(code.substr(begin), room)) {
      line(tinted(lead, lead_tint, style()) + (piece.empty() ? "" : blanks + tinted(piece, tint, style())));
      lead = "     │";
      blanks = std::string(indent + 5, ' ');
    }
    for (const Traffic& row : explained_.traffic) {
      if (row.line == number) traffic(row);
    }
    for (const Finding& finding : explained_.findings) annotate(finding, number);
  }

  /// A line that is too long is broken at blanks, and what still is, cut.
  static std::vector<std::string> pieces(const std::string& code, int room) {
    if (display_width(code) <= room) return {code};
    const int width = std::max(room - 4, 20);
    std::vector<std::string> parts = wrapped(code, width);
    for (std::string& part : parts) part = cut(part, width);
    return parts;
  }

  void traffic(const Traffic& row) {
    const bool is_wasteful = row.is_wasteful();
    const std::string text = (is_wasteful ? "     ! " : "     → ") + counts(row, all_sectors_, explained_.chip);
    line(tinted(text, is_wasteful ? Tint::middling : Tint::good, style()));
    if (explained_.chip.has_caches() && row.op == Access::load) levels(row.levels);
    if (explained_.hardware) hardware(row);
  }

  /// What the GPU counted of the same accesses.
  void hardware(const Traffic& row) {
    for (const grader::HardwareTraffic& counted : explained_.hardware->traffic) {
      if (counted.line != row.line || counted.space != row.space || counted.op != row.op) continue;
      const bool is_global = row.space == Space::global;
      const std::int64_t there = is_global ? counted.sectors : counted.wavefronts;
      const std::int64_t here = is_global ? row.sectors : row.wavefronts;
      const std::string difference =
          there == here ? "as counted here"
                        : fmt::format("{:+.1f} % of what was counted here", 100 * ratio(there - here, here));
      line(tinted(fmt::format("         on the GPU {} instructions, {} {}: {}", counted.instructions, there,
                              is_global ? "sectors" : "wavefronts", difference),
                  Tint::quiet, style()));
    }
  }

  void levels(const simt::memory::LevelBytes& from) {
    const std::int64_t read = from.l1_read + from.l2_read + from.dram_read;
    if (read == 0) return;
    line(tinted(
        fmt::format("         read from L1 {:.0f} %, L2 {:.0f} %, DRAM {:.0f} %", 100 * ratio(from.l1_read, read),
                    100 * ratio(from.l2_read, read), 100 * ratio(from.dram_read, read)),
        Tint::quiet, style()));
  }

  void annotate(const Finding& finding, int number) {
    if (finding.line == number && finding.is_remark) {
      paragraph("     ! ", finding.text, Tint::middling, Tint::middling);
    } else if (finding.line == number) {
      paragraph("     ✗ ", finding.text, Tint::bad, Tint::bad);
    } else if (finding.other_line == number) {
      paragraph("     ✗ ", fmt::format("{}: the other access is at line {}", finding.name, finding.line), Tint::bad,
                Tint::bad);
    }
  }

  // What has no line of this file: a compiler without debug information, a `#line` of the student's.
  void without_a_line() {
    bool any = false;
    for (const Traffic& row : explained_.traffic) {
      if (is_known(row.line)) continue;
      if (!std::exchange(any, true)) line("  At a line that is not known:");
      traffic(row);
    }
    for (const Finding& finding : explained_.findings) {
      if (is_known(finding.line)) continue;
      any = true;
      const Tint tint = finding.is_remark ? Tint::middling : Tint::bad;
      paragraph(finding.is_remark ? "  ! " : "  ✗ ", finding.text, tint, tint);
    }
    if (any) line();
  }

  // --- pictures ---

  const Traffic* worst(Space space) const {
    const Traffic* worst = nullptr;
    for (const Traffic& row : explained_.traffic) {
      const bool is_candidate = row.space == space && row.is_wasteful() && row.costliest.cost > 0;
      if (is_candidate && (worst == nullptr || waste(row) > waste(*worst))) worst = &row;
    }
    return worst;
  }

  bool serves_half_warps() const { return explained_.chip.request_lanes < simt::memory::warp_lanes; }
  bool moves_segments() const { return explained_.chip.rule == simt::memory::Rule::segments; }

  void picture(Space space) {
    const Traffic* row = worst(space);
    if (row == nullptr) return;
    const bool is_global = space == Space::global;
    const std::string where = is_known(row->line) ? fmt::format("Line {}, {}", row->line, name(*row)) : name(*row);
    const std::string_view group = serves_half_warps() ? "half-warp" : "warp";
    const std::string_view how_many = serves_half_warps() ? "different words" : "how many different words";
    const std::string_view units = moves_segments() ? "segments" : "sectors of 8 words";
    line("  " + tinted(where, Tint::strong, style()) +
         (is_global ? fmt::format(": where the lanes of one {} lie, by {}", group, units)
                    : fmt::format(": {} each bank has to serve one {}", how_many, group)));
    line();
    const auto drawn =
        is_global ? global_picture(row->costliest, explained_.chip) : bank_picture(row->costliest, explained_.chip);
    for (const std::string& text : drawn) line("  " + text);
    line();
  }

  void timeline() {
    if (explained_.timeline.empty()) return;
    line("  " + tinted("Timeline", Tint::strong, style()) + ": when the " + explained_.device +
         " would have done what");
    line();
    for (const std::string& text : timeline_picture(explained_.timeline, style().width - 2))
      line(text.empty() ? "" : "  " + text);
    line();
    for (const std::string& text : explained_.timeline_advice) paragraph("  → ", text, Tint::good, Tint::plain);
    if (explained_.timeline_advice.empty()) return;
    line();
    if (!costs_nothing()) return;
    paragraph("  ", fmt::format("That is within what part {} allows: it costs no points here.", explained_.id),
              Tint::plain, Tint::plain);
    line();
  }

  // --- sums and advice ---

  /// "limit 1.1 ×", "above the limit of 8"
  std::string judgement_text(const course::Metric& metric) const {
    const course::TrafficLimits& limits = explained_.limits;
    const auto limit = [&] { return grader::limit_text(metric, *limits.at_most[metric]); };
    switch (course::judge(metric, explained_.summary.values, limits)) {
      case course::Judgement::within:
        return "limit " + limit();
      case course::Judgement::too_much:
        return "above the limit of " + limit();
      case course::Judgement::too_little:
        return "below the least of " + grader::limit_text(metric, limits.at_least);
      case course::Judgement::not_judged:
        break;
    }
    return "not judged in this part";
  }

  void metric_fact(const course::Metric& metric) {
    const grader::TrafficSummary& sum = explained_.summary;
    const auto& value = sum.values[metric];
    const bool is_limited = explained_.limits.at_most[metric].has_value();
    if (!value || !(is_limited || (metric.is_always_explained && !explained_.traffic.empty()))) return;
    if (metric.column == course::Column::where_too_much && !explained_.has_too_much(metric)) return;
    std::string text = grader::metric_sentence(metric, metric.explained, *value);
    if (metric.key == "dram_vs_minimum") {
      if (sum.levels) text = read_and_written(sum.levels->dram_read, sum.levels->dram_written) + ": " + text;
      if (!is_limited) return fact(metric.title, sum.levels ? text : "");
    }
    fact(metric.title, text + ", " + judgement_text(metric));
  }

  void sums() {
    const grader::TrafficSummary& sum = explained_.summary;
    // Nothing of what a file did that did not run, or only began to.
    if (!explained_.has_something_to_tell() && explained_.traffic.empty()) return;
    for (const course::Metric& metric : course::metrics) metric_fact(metric);
    if (sum.estimate) {
      fact("model", fmt::format("{:.3g} GB/s, {:.3g} ms; not measured", sum.estimate->gbps.value,
                                1e3 * sum.estimate->seconds.value));
    }
    if (sum.predicted) bounds_of(*sum.predicted);
    line();
  }

  /// What bounds the time, bar by bar.
  void bounds_of(const grader::PredictedSpeed& predicted) {
    fact("predicted", grader::prediction_sentence(predicted) + "; not measured");
    for (int i = 0; i < simt::memory::bounds; ++i) {
      const auto bound = static_cast<simt::memory::Bound>(i);
      const double share = predicted.times.of(bound) / predicted.seconds.value;
      line(fmt::format("    {} {:>9.3g} ms  {}", bar(share), 1e3 * predicted.times.of(bound), name_of(bound)));
    }
  }

  /// All that is said is worth knowing only.
  bool costs_nothing() const {
    return has_remarks_only() && explained_.problems.empty() && explained_.limits_apply &&
           explained_.is_within_limits();
  }

  void advice() {
    const auto& advice = explained_.advice;
    const bool is_any_wasteful = std::any_of(explained_.traffic.begin(), explained_.traffic.end(),
                                             [](const Traffic& row) { return row.is_wasteful(); });
    if (advice.empty() && !is_any_wasteful && explained_.did_run && !explained_.traffic.empty()) {
      line("  No line wastes anything: the fewest sectors, no bank conflicts.");
      line();
    }
    const bool same_reading = std::all_of(advice.begin(), advice.end(),
                                          [&](const auto& one) { return one.read_on == advice.front().read_on; });
    for (const grader::Reason& one : advice) {
      paragraph("  → ", one.text, Tint::good, Tint::plain, same_reading ? "" : read(one));
    }
    if (same_reading && !advice.empty()) line("    " + read(advice.front()));
    if (!advice.empty()) line();
    allowed();
    if ((!advice.empty() || is_any_wasteful) && costs_nothing()) {
      paragraph("  ", fmt::format("All of it is within what part {} allows: it costs no points here.", explained_.id),
                Tint::plain, Tint::plain);
      line();
    }
    for (const std::string& note : explained_.notes) paragraph("  Note: ", note, Tint::quiet, Tint::plain);
    if (!explained_.notes.empty()) line();
  }

  void allowed() {
    if (explained_.allowed.empty() || !explained_.did_run) return;
    paragraph("  ", fmt::format("Part {} allows this, so that it costs no points:", explained_.id), Tint::plain,
              Tint::plain);
    for (const std::string& one : explained_.allowed) paragraph("  · ", one, Tint::quiet, Tint::plain);
    line();
  }

  // What is wrong with these inputs is wrong with them again.
  void repeat() {
    const bool any_finding = std::any_of(explained_.findings.begin(), explained_.findings.end(),
                                         [](const Finding& finding) { return !finding.is_remark; });
    if (explained_.problems.empty() && !any_finding) return;
    paragraph("  ", fmt::format("The same inputs again: --seed {}", explained_.seed), Tint::quiet, Tint::quiet);
    line();
  }

  static std::string read(const grader::Reason& reason) {
    return reason.read_on.empty() ? "" : fmt::format("read: {}", printable(reason.read_on));
  }

  const Explanation& explained_;
  std::vector<std::string> source_;
  std::int64_t all_sectors_ = 0;
};

}  // namespace

std::string explanation_report(const Explanation& explanation, const TerminalStyle& style) {
  return ExplanationPage(explanation, style).text();
}

}  // namespace report
