#include "report/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/page.hpp"
#include "report/table.hpp"
#include "report/text.hpp"

namespace report {
namespace {

using experiment::Claim;
using experiment::Counts;
using experiment::Holds;
using experiment::Result;
using experiments::Outcome;

constexpr int bytes_of_a_sector = 32;

std::string per_request(std::int64_t sectors, std::int64_t requests) {
  return requests == 0 ? "" : fmt::format("{:.4g}", static_cast<double>(sectors) / static_cast<double>(requests));
}

template <class CellOf>
Column column(const Outcome& outcome, std::string title, Align align, CellOf cell_of) {
  Column result{std::move(title), align, {}};
  for (const Result& each : outcome.cases) result.cells.push_back(cell_of(each));
  return result;
}

/// Groups are named at their first case.
Column groups(const Outcome& outcome) {
  std::string previous;
  return column(outcome, "job", Align::left, [&](const Result& result) {
    if (result.group == previous) return Cell{};
    previous = result.group;
    return Cell{printable(result.group), Tint::strong};
  });
}

bool is_told_in_steps(const Outcome& outcome) {
  return std::all_of(outcome.cases.begin(), outcome.cases.end(),
                     [](const Result& result) { return result.steps != 0; });
}

void add_times(const Outcome& outcome, Columns& columns) {
  if (is_told_in_steps(outcome)) {
    columns.push_back(column(outcome, "µs a step", Align::right, [](const Result& result) {
      return Cell{fmt::format("{:.3f}", result.microseconds_a_step())};
    }));
  } else {
    columns.push_back(column(outcome, "GB/s", Align::right,
                             [](const Result& result) { return Cell{fmt::format("{:.0f}", result.gbps())}; }));
  }
  columns.push_back(column(outcome, "±", Align::right, [](const Result& result) {
    return Cell{fmt::format("{:.1f} %", result.ci95() * 100), Tint::quiet};
  }));
  columns.push_back(column(outcome, "samples", Align::right, [](const Result& result) {
    return Cell{fmt::format("{} × {}", result.seconds.size(), result.launches), Tint::quiet};
  }));
}

void add_counts(const Outcome& outcome, Columns& columns) {
  columns.push_back(column(outcome, "load", Align::right, [](const Result& result) {
    return Cell{per_request(result.counts.load_sectors, result.counts.load_requests)};
  }));
  columns.push_back(column(outcome, "store", Align::right, [](const Result& result) {
    return Cell{per_request(result.counts.store_sectors, result.counts.store_requests)};
  }));
  const bool has_atomics = std::any_of(outcome.cases.begin(), outcome.cases.end(),
                                       [](const Result& result) { return result.counts.atomic_requests > 0; });
  if (has_atomics) {
    columns.push_back(column(outcome, "atomic", Align::right, [](const Result& result) {
      return Cell{per_request(result.counts.atomic_sectors, result.counts.atomic_requests)};
    }));
  }
  columns.push_back(column(outcome, "traffic", Align::right, [](const Result& result) {
    const Counts& counts = result.counts;
    const auto moved =
        static_cast<double>(bytes_of_a_sector * (counts.load_sectors + counts.store_sectors + counts.atomic_sectors));
    return Cell{fmt::format("{:.2f} ×", moved / static_cast<double>(result.bytes))};
  }));
  const bool uses_shared = std::any_of(outcome.cases.begin(), outcome.cases.end(),
                                       [](const Result& result) { return result.counts.wavefronts > 0; });
  if (!uses_shared) return;
  columns.push_back(column(outcome, "conflicts", Align::right, [](const Result& result) {
    const Counts& counts = result.counts;
    if (counts.wavefronts == 0) return Cell{"–", Tint::quiet};
    return Cell{fmt::format("{:.0f} %",
                            100.0 * static_cast<double>(counts.conflicts) / static_cast<double>(counts.wavefronts))};
  }));
  const bool is_predicted = std::any_of(outcome.cases.begin(), outcome.cases.end(),
                                        [](const Result& result) { return result.predicted_seconds > 0; });
  if (is_predicted) {
    columns.push_back(column(outcome, "predicted GB/s", Align::right, [](const Result& result) {
      if (result.predicted_seconds == 0) return Cell{};
      return Cell{fmt::format("{:.0f}", static_cast<double>(result.bytes) / result.predicted_seconds / 1e9)};
    }));
  }
}

Table table_of(const Outcome& outcome, const TerminalStyle& style) {
  Columns columns;
  const bool has_groups = std::any_of(outcome.cases.begin(), outcome.cases.end(),
                                      [](const Result& result) { return !result.group.empty(); });
  if (has_groups) columns.push_back(groups(outcome));
  columns.push_back(
      column(outcome, "case", Align::left, [](const Result& result) { return Cell{printable(result.label)}; }));
  outcome.is_timed ? add_times(outcome, columns) : add_counts(outcome, columns);
  return {std::move(columns), style};
}

Cell cell_of(Holds holds) {
  static constexpr Tint tints[] = {Tint::good, Tint::middling, Tint::bad, Tint::odd};
  return {holds == Holds::unknown ? "–" : std::string(experiments::word(holds)), tints[static_cast<int>(holds)]};
}

/// Sentences are broken over several rows, so that the table stays on the screen.
Table claims_of(const Outcome& outcome, const TerminalStyle& style) {
  int widest = 0;
  for (const Claim& claim : outcome.claims) widest = std::max(widest, display_width(printable(claim.source)));
  const int room = std::max(20, style.width - widest - 14);  // four gaps, and the last column
  Column source{"", Align::left, {}}, claimed{"claimed", Align::left, {}}, measured{"measured", Align::left, {}},
      holds{"holds?", Align::left, {}};
  for (const Claim& claim : outcome.claims) {
    const std::vector<std::string> left = wrapped(printable(claim.claimed), room / 2);
    const std::vector<std::string> right = wrapped(printable(claim.measured), room - room / 2);
    for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
      source.cells.push_back(i == 0 ? Cell{printable(claim.source), Tint::strong} : Cell{});
      claimed.cells.push_back({i < left.size() ? left[i] : ""});
      measured.cells.push_back({i < right.size() ? right[i] : ""});
      holds.cells.push_back(i == 0 ? cell_of(claim.holds) : Cell{});
    }
  }
  return {{source, claimed, measured, holds}, style};
}

void append(const Table& table, Page& page) {
  page.line(table.titles());
  for (std::size_t i = 0; i < table.rows(); ++i) page.line(table.row(i));
  page.line();
}

void header(const Outcome& outcome, Page& page) {
  const experiments::Provenance& provenance = outcome.provenance;
  const std::string driver = provenance.driver_release.empty() ? "" : " · driver " + provenance.driver_release;
  const std::string toolkit = outcome.is_timed ? " · CUDA " + provenance.device.toolkit : "";
  page.line();
  page.paragraph("  ", fmt::format("{} — {}", outcome.name, outcome.title), Tint::plain, Tint::strong);
  page.line();
  page.fact("device", provenance.device.name + driver + toolkit);
  // "-changed" stays.
  const std::size_t end = std::min(provenance.commit.find('-'), provenance.commit.size());
  const std::string commit =
      provenance.commit.substr(0, std::min<std::size_t>(end, 10)) + provenance.commit.substr(end);
  page.fact("commit", fmt::format("{}, {}", commit, provenance.date));
  page.line();
}

void legend(const Outcome& outcome, Page& page) {
  const auto term = [&](std::string_view name, std::string_view meaning) {
    page.paragraph(fmt::format("  {:<12}", name), meaning, Tint::quiet, Tint::quiet);
  };
  if (outcome.is_timed) {
    if (is_told_in_steps(outcome)) {
      term("µs a step", "the median time of a launch ÷ its steps, with half of its 95 % interval");
    } else {
      term("GB/s", "bytes that must move ÷ the median time, with half of its 95 % interval");
    }
    term("samples", "rounds × launches in each; all cases of a job in turn");
  } else {
    term("load, store", "32-byte sectors per request to global memory");
    term("traffic", "bytes moved ÷ those that must");
  }
  page.line();
}

}  // namespace

std::string experiment_report(const Outcome& outcome, const TerminalStyle& style) {
  Page page(style);
  header(outcome, page);
  append(table_of(outcome, style), page);
  legend(outcome, page);
  append(claims_of(outcome, style), page);
  for (const std::string& note : outcome.notes) page.paragraph("  Note: ", note, Tint::quiet, Tint::plain);
  if (!outcome.notes.empty()) page.line();
  return page.text();
}

std::string experiment_list(const TerminalStyle& style) {
  Column name{"experiment", Align::left, {}}, title{"", Align::left, {}}, where{"", Align::left, {}};
  for (const experiments::Entry& entry : experiments::all()) {
    name.cells.push_back({std::string(entry.name)});
    title.cells.push_back({std::string(entry.title)});
    where.cells.push_back({entry.needs_gpu ? "on a GPU" : "", Tint::quiet});
  }
  Page page(style);
  const Table table({name, title, where}, style);
  for (std::size_t i = 0; i < table.rows(); ++i) page.line(table.row(i));
  return page.text();
}

}  // namespace report
