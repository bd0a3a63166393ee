#include "report/what_if.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grader/words/predicted.hpp"
#include "report/page.hpp"
#include "report/table.hpp"
#include "report/text.hpp"

namespace report {
namespace {

using grader::OnChip;
using grader::WhatIf;

class WhatIfPage : Page {
 public:
  WhatIfPage(const WhatIf& answer, const TerminalStyle& style) : Page(style), answer_(answer) {}

  std::string text() {
    line();
    const std::string title =
        fmt::format("Part {} on other chips — {}", printable(answer_.id), printable(answer_.title));
    line("  " + tinted(title, Tint::strong, style()));
    line();
    fact("submission", answer_.submission);
    line();
    for (const grader::Reason& reason : answer_.problems) paragraph("  ✗ ", reason.text, Tint::bad, Tint::plain);
    if (!answer_.problems.empty()) line();
    if (!answer_.compiler_output.empty()) quote(answer_.compiler_output);
    if (!answer_.chips.empty()) chips();
    return Page::text();
  }

 private:
  void chips() {
    Column names{"chip", Align::left, {}}, speeds{"GB/s", Align::right, {}}, shares{"of a copy", Align::right, {}},
        bounds{"bound by", Align::left, {}}, lines{"line", Align::right, {}};
    for (const OnChip& chip : answer_.chips) {
      const bool has_speed = chip.predicted || chip.estimate;
      names.cells.push_back({chip.device, Tint::strong});
      const double gbps = chip.predicted ? chip.predicted->gbps.value : chip.estimate ? chip.estimate->gbps.value : 0;
      speeds.cells.push_back(has_speed
                                 ? Cell{fmt::format("{}{:g}", is_stated(chip) ? "~ " : "", grader::two_digits(gbps))}
                                 : Cell{"–", Tint::quiet});
      shares.cells.push_back(has_speed && chip.copy_share > 0 ? Cell{fmt::format("{:.0f} %", 100 * chip.copy_share)}
                                                              : Cell{"–", Tint::quiet});
      bounds.cells.push_back(chip.predicted ? Cell{std::string(name_of(chip.predicted->times.bound()))}
                                            : Cell{"–", Tint::quiet});
      const int at = chip.predicted ? chip.predicted->line : 0;
      lines.cells.push_back(at > 0 ? Cell{std::to_string(at)} : Cell{"–", Tint::quiet});
    }
    const Table table({names, speeds, shares, bounds, lines}, style());
    line(tinted(table.titles(), Tint::quiet, style()));
    for (std::size_t i = 0; i < table.rows(); ++i) line(table.row(i));
    line();
    for (const OnChip& chip : answer_.chips) {
      if (!chip.why_not.empty()) {
        paragraph(fmt::format("  {}  ", chip.device), chip.why_not, Tint::strong, Tint::plain);
      }
    }
    legend();
  }

  static bool is_stated(const OnChip& chip) { return chip.predicted && chip.predicted->is_stated; }

  /// What a reader must know of the numbers, and only of those that are there.
  void legend() {
    const auto any = [&](auto is_so) { return std::any_of(answer_.chips.begin(), answer_.chips.end(), is_so); };
    if (any([](const OnChip& chip) { return chip.predicted.has_value(); })) {
      paragraph(
          "  ",
          "Predicted, not measured, at the size that each GPU is measured at. measurements/prediction.md says how far "
          "off such predictions were on an H200.",
          Tint::quiet, Tint::quiet);
    }
    if (any(is_stated)) {
      paragraph("  ~ ",
                "What operations cost on this chip is stated, not measured: by documents, and else as on an H200. "
                "`./grade experiment calibrate` on such a GPU measures it.",
                Tint::quiet, Tint::quiet);
    }
    if (any([](const OnChip& chip) { return chip.estimate.has_value(); })) {
      paragraph(
          "  ",
          "A chip without caches has a simpler model, at the size that the emulator counts: measurements/gtx280.md.",
          Tint::quiet, Tint::quiet);
    }
  }

  const WhatIf& answer_;
};

}  // namespace

std::string what_if_report(const WhatIf& answer, const TerminalStyle& style) {
  return WhatIfPage(answer, style).text();
}

}  // namespace report
