// Layout of the terminal report, from top to bottom: heading, table of parts with what to do about each,
// compiler's output, notes, score.
#include "report/terminal.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "grader/words/metric_words.hpp"
#include "grader/words/mismatch.hpp"
#include "grader/words/predicted.hpp"
#include "report/page.hpp"
#include "report/table.hpp"
#include "report/text.hpp"

namespace report {
namespace {

using grader::GradeResult;
using grader::PartResult;
using grader::Verdict;

struct VerdictLook {
  std::string_view mark;
  std::string_view word;
  Tint tint;
};

VerdictLook look(Verdict verdict) {
  switch (verdict) {
    case Verdict::passed:
      return {"✓", "passed", Tint::good};
    case Verdict::partial:
      return {"~", "partial", Tint::middling};
    case Verdict::failed:
      return {"✗", "failed", Tint::bad};
    case Verdict::not_attempted:
      return {"–", "not attempted", Tint::quiet};
    case Verdict::could_not_be_graded:
      return {"?", "not graded", Tint::odd};
    case Verdict::not_on_this_device:
      return {"–", "not on this device", Tint::quiet};
  }
  return {"?", "unknown", Tint::odd};
}

// --- numbers --------------------------------------------------------------------------------------------

// One decimal at most, rounded down: 14.97 of 15 must not read as 15. The 1e-6 forgives sums of shares.
std::string points(double value) {
  const double tenths = std::floor(value * 10 + 1e-6) / 10;
  return tenths == std::floor(tenths) ? fmt::format("{:.0f}", tenths) : fmt::format("{:.1f}", tenths);
}

std::string gbps(units::GBps value) {
  return value.value >= 100 ? fmt::format("{:.0f}", value.value) : fmt::format("{:.1f}", value.value);
}

std::string percent(double share) {
  const double value = 100 * share;
  // "0 %" is said only of none at all.
  if (value > 0 && value < 0.1) return "< 0.1 %";
  return value > 0 && value < 9.95 ? fmt::format("{:.1f} %", value) : fmt::format("{:.0f} %", value);
}

// --- table ----------------------------------------------------------------------------------------------

template <class CellOf>
void add_column(Columns& columns, const GradeResult& result, std::string title, Align align, CellOf cell_of) {
  Column column{std::move(title), align, {}};
  for (const PartResult& part : result.parts) column.cells.push_back(cell_of(part));
  const auto is_empty = [](const Cell& cell) { return cell.text.empty(); };
  // A column without any value (nothing ran, nothing of the kind is judged) only takes space.
  if (!std::all_of(column.cells.begin(), column.cells.end(), is_empty)) columns.push_back(std::move(column));
}

/// GB/s as they are, or the time of one step: "1.31 µs".
std::string speed(units::GBps value, const grader::Performance& performance) {
  if (performance.step.empty()) return gbps(value);
  return fmt::format("{:.3g} µs", performance.microseconds_per_step(value));
}

bool has_copy_fraction(const PartResult& part) {
  return part.performance && part.performance->step.empty() && std::isfinite(part.performance->copy_fraction) &&
         part.performance->copy_fraction > 0;
}

bool has_ended_early(const PartResult& part) { return part.performance && part.performance->ended_early; }

bool has_steps(const PartResult& part) { return part.performance && !part.performance->step.empty(); }

void add_gpu_columns(Columns& columns, const GradeResult& result) {
  // Time beside GB/s says itself what it is.
  const bool only_steps = std::all_of(result.parts.begin(), result.parts.end(),
                                      [](const PartResult& part) { return !part.performance || has_steps(part); });
  add_column(columns, result, only_steps ? "a step" : "GB/s", Align::right, [](const PartResult& part) {
    return Cell{part.performance ? speed(part.performance->gbps, *part.performance) : ""};
  });
  add_column(columns, result, "reference", Align::right, [](const PartResult& part) {
    return Cell{part.performance ? speed(part.performance->reference, *part.performance) : "", Tint::quiet};
  });
  add_column(columns, result, "bound", Align::right, [](const PartResult& part) {
    const bool has_one = part.performance && part.performance->bound.value > 0;
    return Cell{has_one ? speed(part.performance->bound, *part.performance) : "", Tint::quiet};
  });
  add_column(columns, result, "of a copy", Align::left, [](const PartResult& part) {
    if (!has_copy_fraction(part)) return Cell{};
    const double share = part.performance->copy_fraction;
    return Cell{fmt::format("{} {:>3.0f} %", bar(share), 100 * share)};
  });
}

/// The value in `part`'s row; empty where the metric does not concern it.
std::string metric_text(const course::Metric& metric, const PartResult& part, const GradeResult& result) {
  if (!part.traffic_summary) return "";
  const auto is_limited = [&](const PartResult& any) { return any.traffic_summary && any.limits.at_most[metric]; };
  std::optional<double> value = part.traffic_summary->values[metric];
  if (metric.column == course::Column::where_limited && !is_limited(part)) return "";
  if (metric.column == course::Column::where_too_much &&
      course::judge(metric, part.traffic_summary->values, part.limits) != course::Judgement::too_much) {
    return "";
  }
  if (metric.column == course::Column::everywhere_if_limited) {
    if (!std::any_of(result.parts.begin(), result.parts.end(), is_limited)) return "";
    value = value.value_or(0);
  }
  if (!value) return "";
  return metric.unit == course::Unit::share ? percent(*value) : grader::value_text(metric, *value);
}

bool has_estimates(const GradeResult& result) {
  return std::any_of(result.parts.begin(), result.parts.end(),
                     [](const PartResult& part) { return part.traffic_summary && part.traffic_summary->estimate; });
}

void add_emulator_columns(Columns& columns, const GradeResult& result) {
  add_column(columns, result, "predicted", Align::right,
             [](const PartResult& part) { return Cell{part.predicted ? gbps(part.predicted->gbps) : ""}; });
  add_column(columns, result, "solution's", Align::right, [](const PartResult& part) {
    return Cell{part.predicted ? gbps(part.predicted->reference) : "", Tint::quiet};
  });
  for (const course::Metric& metric : course::metrics) {
    add_column(columns, result, std::string(metric.title), Align::right,
               [&](const PartResult& part) { return Cell{metric_text(metric, part, result)}; });
  }
  // A chip of another time is no GPU that points could still be got on.
  if (has_estimates(result)) {
    add_column(columns, result, "model", Align::right, [](const PartResult& part) {
      const bool has_one = part.traffic_summary && part.traffic_summary->estimate;
      return Cell{has_one ? gbps(part.traffic_summary->estimate->gbps) : ""};
    });
  } else {
    add_column(columns, result, "on a GPU", Align::right, [](const PartResult& part) {
      return Cell{part.points_elsewhere > 0 ? fmt::format("+{}", points(part.points_elsewhere)) : "", Tint::quiet};
    });
  }
}

Columns table_of(const GradeResult& result) {
  Columns columns;
  add_column(columns, result, "part", Align::left,
             [](const PartResult& part) { return Cell{part.id + "  " + printable(part.title)}; });
  add_column(columns, result, "verdict", Align::left, [](const PartResult& part) {
    const VerdictLook verdict = look(part.verdict);
    return Cell{fmt::format("{} {}{}", verdict.mark, verdict.word, part.predicted ? ", predicted" : ""), verdict.tint};
  });
  std::size_t widest = 0;
  for (const PartResult& part : result.parts) widest = std::max(widest, points(part.max_points).size());
  add_column(columns, result, "points", Align::right, [&](const PartResult& part) {
    if (part.verdict == Verdict::not_on_this_device) return Cell{"–", Tint::quiet};
    // No verdict is not a verdict of nothing: never a zero.
    const bool judged = part.verdict != Verdict::could_not_be_graded;
    return Cell{fmt::format("{} / {:>{}}", judged ? points(part.points) : "–", points(part.max_points), widest)};
  });
  add_gpu_columns(columns, result);
  add_emulator_columns(columns, result);
  return columns;
}

// --- the report -----------------------------------------------------------------------------------------

class ResultPage : private Page {
 public:
  ResultPage(const GradeResult& result, const TerminalStyle& style) : Page(style), result_(result) {}

  std::string text() {
    heading();
    table();
    reason_for_all();
    predictions();
    legend();
    compiler_output();
    notes();
    score();
    repeat();
    return Page::text();
  }

 private:
  void heading() {
    // "lab3" is "Lab 3" to a reader.
    std::string name = printable(result_.lab);
    if (name.starts_with("lab") && name.size() > 3) name = "Lab " + name.substr(3);
    line();
    line("  " + tinted(fmt::format("{} — {}", name, printable(result_.lab_title)), Tint::strong, style()));
    line();
    fact("submission", result_.submission);
    fact("device", device());
    if (result_.device.copy)
      fact("copy", gbps(*result_.device.copy) + " GB/s, the best device-to-device copy of this run");
    line();
  }

  std::string device() const {
    const grader::DeviceInfo& device = result_.device;
    std::string text = device.name;
    if (!device.sm.empty()) text += " · sm " + device.sm;
    if (!device.driver.empty()) text += " · driver " + device.driver;
    const bool is_number = !device.toolkit.empty() && device.toolkit[0] >= '0' && device.toolkit[0] <= '9';
    if (!device.toolkit.empty()) text += std::string(" · ") + (is_number ? "CUDA " : "") + device.toolkit;
    return text;
  }

  void table() {
    if (result_.parts.empty()) return;
    const Table table(table_of(result_), style());
    line(table.titles());
    for (std::size_t i = 0; i < result_.parts.size(); ++i) {
      line(table.row(i));
      if (!same_reason_for_all()) reasons(result_.parts[i]);
    }
    line();
  }

  static constexpr std::string_view arrow = "       → ";
  static constexpr std::string_view indent = "         ";
  static constexpr int most_lines = 7;  ///< about one part, and one that says how many findings are left

  void reasons(const PartResult& part) {
    const Tint tint = look(part.verdict).tint;
    for (const grader::Reason& reason : part.reasons) {
      const std::string read_on = reason.read_on.empty() ? "" : fmt::format("(read: {})", printable(reason.read_on));
      paragraph(arrow, reason.text, tint, Tint::plain, read_on);
    }
    // Where there is a reason, findings tell more about it; where there is none, they are it.
    const std::string_view lead = part.reasons.empty() ? arrow : indent;
    // With the one change that was tried nothing else is found any more: all else comes of that mistake.
    const bool is_one_mistake = !part.findings.empty() && part.findings.front().name == "one-change";
    const bool is_refused = !part.findings.empty() && is_refusal(part.findings.front());
    int used = 0;
    for (const grader::Reason& reason : part.reasons) used += height(arrow, reason.text);
    std::size_t folded = 0;
    for (const grader::Finding& finding : part.findings) {
      const bool is_first = &finding == &part.findings.front();
      const bool may_follow = !is_first && !finding.is_remark && finding.kind.has_value();
      // What is never written was to be written by the call, or the kernel, that was refused.
      const bool is_unwritten = finding.kind == simt::FindingKind::uninitialized_global;
      const bool follows = may_follow && (is_one_mistake || (is_refused && is_unwritten));
      // A second array that lacks elements is mostly computed from the first one.
      const bool is_same_kind = may_follow && is_unwritten && part.findings.front().kind == finding.kind;
      std::string text =
          (follows ? "so " : "") + (finding.line > 0 ? fmt::format("line {}: ", finding.line) : "") + finding.text;
      const std::string_view begin = follows || is_same_kind ? indent : lead;
      int lines = height(begin, text);
      // The first that follows from the change is worth a word, but not more lines than are read.
      const bool is_second = part.findings.size() > 1 && &finding == &part.findings[1];
      if (follows && is_second && used + lines > most_lines && !finding.brief.empty()) {
        text = "so " + finding.brief;
        lines = height(begin, text);
      }
      // The first one is the cause; of what follows from it, as much as is read.
      // Each metric beyond its limit has a line of its own.
      if (!is_first && !finding.is_of_second_metric && (folded > 0 || used + lines > most_lines)) {
        ++folded;
        continue;
      }
      used += lines;
      paragraph(begin, text, tint, Tint::plain);
    }
    if (folded > 0) {
      paragraph(indent,
                fmt::format("{} more: ./grade explain {} shows {}", folded, part.id, folded == 1 ? "it" : "them"), tint,
                Tint::plain);
    }
    // The reason for a wrong result quotes the element already.
    if (part.reasons.empty() && part.correctness.first_mismatch) {
      const std::string text = mismatch(part);
      const bool follows = is_one_mistake || is_refused;
      const bool is_known =
          follows || (!part.findings.empty() && part.findings.front().kind == simt::FindingKind::uninitialized_global);
      paragraph(is_known ? indent : lead, follows ? "so " + text : text, tint, Tint::plain);
    }
  }

  static bool is_refusal(const grader::Finding& finding) {
    return finding.kind == simt::FindingKind::failed_call || finding.kind == simt::FindingKind::bad_launch;
  }

  static std::string mismatch(const PartResult& part) {
    const grader::FirstMismatch& wrong = *part.correctness.first_mismatch;
    return fmt::format("at {}, {}", grader::size_in_words(wrong.size, part.extents), grader::mismatch_text(wrong));
  }

  // A file that does not compile, or the untouched starter: said once, not five times.
  bool same_reason_for_all() const {
    const PartResult& first = result_.parts.front();
    return result_.parts.size() > 1 && !first.reasons.empty() &&
           std::all_of(result_.parts.begin(), result_.parts.end(), [&](const PartResult& part) {
             return part.verdict == first.verdict && part.verdict != Verdict::passed && part.findings.empty() &&
                    !part.correctness.first_mismatch && part.reasons.size() == 1 && first.reasons.size() == 1 &&
                    part.reasons[0].text == first.reasons[0].text;
           });
  }

  void reason_for_all() {
    if (result_.parts.empty() || !same_reason_for_all()) return;
    const grader::Reason& first = result_.parts.front().reasons[0];
    const bool same_reading = std::all_of(result_.parts.begin(), result_.parts.end(), [&](const PartResult& part) {
      return part.reasons[0].read_on == first.read_on;
    });
    const std::string read_on =
        first.read_on.empty() ? ""
                              : fmt::format("({}: {})", same_reading ? "read" : "start here", printable(first.read_on));
    paragraph("  → ", "every part: " + first.text, look(result_.parts.front().verdict).tint, Tint::plain, read_on);
    line();
  }

  void legend() {
    const auto any = [&](auto has) { return std::any_of(result_.parts.begin(), result_.parts.end(), has); };
    const auto term = [&](bool shown, std::string_view name, std::string_view meaning) {
      if (shown) paragraph(fmt::format("  {:<12}", name), meaning, Tint::quiet, Tint::quiet);
    };
    const bool timed = any([](const PartResult& part) { return part.performance.has_value(); });
    const bool counted = any([](const PartResult& part) { return part.traffic_summary.has_value(); });
    term(any(has_steps), "a step", steps());
    term(timed, "reference", "the hidden solution in the same run");
    term(any([](const PartResult& part) { return part.performance && part.performance->bound.value > 0; }), "bound",
         "what the slowest piece of the work reaches by itself, in the same run");
    term(any(has_ended_early), "timed", fewer_samples());
    term(any(has_copy_fraction), "of a copy", "your GB/s ÷ those of a device-to-device copy");
    const bool predicted = any([](const PartResult& part) { return part.predicted.has_value(); });
    term(predicted, "predicted", "GB/s that a model gives your function, at the size that a GPU is measured at");
    term(predicted, "solution's", "what the same model gives the hidden solution");
    for (const course::Metric& metric : course::metrics) {
      term(any([&](const PartResult& part) { return !metric_text(metric, part, result_).empty(); }), metric.title,
           metric.meaning);
    }
    term(has_estimates(result_), "model",
         "GB/s that a model of this chip's memory gives: an order of kernels, not measured");
    if (timed || counted) line();
  }

  /// "3.2, 3.3: fewer than 20 times, …"
  std::string fewer_samples() const {
    std::vector<std::string> early;
    std::size_t timed = 0;
    for (const PartResult& part : result_.parts) {
      if (part.performance) ++timed;
      if (has_ended_early(part)) early.push_back(part.id);
    }
    return fmt::format("{}fewer than {} times: every speed that was seen earns the same points",
                       early.size() == timed ? "" : fmt::format("{}: ", fmt::join(early, ", ")),
                       result_.rules.measuring.min_samples);
  }

  void predictions() {
    bool any = false;
    for (const PartResult& part : result_.parts) {
      if (!part.traffic_summary || !part.traffic_summary->predicted) continue;
      if (!std::exchange(any, true)) line("  " + tinted("Predicted, not measured:", Tint::strong, style()));
      paragraph(fmt::format("  {}  ", part.id), grader::prediction_sentence(*part.traffic_summary->predicted),
                Tint::plain, Tint::plain);
    }
    if (!any) return;
    paragraph("  ", "By a model with physical constants only: measurements/prediction.md says how far off it was.",
              Tint::quiet, Tint::quiet);
    line();
  }

  /// "3.2: a barrier, 3.5: a sum"
  std::string steps() const {
    std::string text;
    for (const PartResult& part : result_.parts) {
      if (has_steps(part)) text += fmt::format("{}{}: a {}", text.empty() ? "" : ", ", part.id, part.performance->step);
    }
    return text;
  }

  void compiler_output() {
    if (result_.compiler_output.empty()) return;
    line("  " + tinted("The compiler says:", Tint::strong, style()));
    line();
    quote(result_.compiler_output);
    line();
  }

  void notes() {
    for (const std::string& note : result_.notes) paragraph("  Note: ", note, Tint::quiet, Tint::plain);
    if (!result_.notes.empty()) line();
  }

  void score() {
    const std::string score = score_line(result_, style());
    line("  " + score.substr(0, score.size() - 1));
    line();
  }

  // What failed with these inputs fails with them again.
  void repeat() {
    const bool any_failed = std::any_of(result_.parts.begin(), result_.parts.end(), [](const PartResult& part) {
      return part.verdict == Verdict::failed || part.verdict == Verdict::could_not_be_graded;
    });
    if (!any_failed || !result_.compiler_output.empty()) return;
    paragraph("  ", fmt::format("The same inputs again: --seed {}", result_.seed), Tint::quiet, Tint::quiet);
    line();
  }

  const GradeResult& result_;
};

}  // namespace

std::string terminal_report(const GradeResult& result, const TerminalStyle& style) {
  return ResultPage(result, style).text();
}

std::string score_line(const GradeResult& result, const TerminalStyle& style) {
  double elsewhere = 0;
  for (const PartResult& part : result.parts) elsewhere += part.points_elsewhere;
  const std::string score = fmt::format("score {} / {}", points(result.score), points(result.max_score));
  const std::string more = elsewhere > 0 ? fmt::format("  (+{} points on a GPU)", points(elsewhere)) : "";
  return tinted(score, Tint::strong, style) + tinted(more, Tint::quiet, style) + "\n";
}

}  // namespace report
