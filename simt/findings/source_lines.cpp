#include "simt/findings/source_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <sstream>
#include <system_error>
#include <utility>

#include "support/process/child.hpp"

namespace simt {
namespace {

/// "/…/transpose.cu:23 (discriminator 1)" → 23 when the file is `source`, else 0.
int line_in(const std::string& location, const std::string& source) {
  const auto found = location.find(source + ":");
  if (found == std::string::npos || (found != 0 && location[found - 1] != '/')) return 0;
  int line = 0;
  const char* digits = location.data() + found + source.size() + 1;
  std::from_chars(digits, location.data() + location.size(), line);
  return line;
}

int line_at(std::uint64_t pc, const Lines& lines) {
  const auto known = lines.find(pc);
  return known == lines.end() ? 0 : known->second;
}

bool is_race(const FindingRecord& finding) {
  return finding.kind == FindingKind::shared_race || finding.kind == FindingKind::global_race;
}

bool is_unwritten(const FindingRecord& finding) {
  return finding.kind == FindingKind::uninitialized_shared || finding.kind == FindingKind::uninitialized_global;
}

/// The lower line first.
std::pair<int, int> lines_of(const FindingRecord& finding, const Lines& lines) {
  return std::minmax(line_at(finding.pc, lines), line_at(finding.other_pc, lines));
}

/// Whether the other instructions of the same lines store the same constant into that array. Those of a loop that was
/// unrolled store one constant each, which may differ from round to round.
bool is_one_constant(const FindingRecord& store, const std::vector<FindingRecord>& findings, const Lines& lines) {
  if (line_at(store.pc, lines) == 0) return true;
  return std::none_of(findings.begin(), findings.end(), [&](const FindingRecord& other) {
    const bool is_of_stores = other.access == Access::store && other.other_stores;
    const bool is_of_lines = is_of_stores && other.kind == store.kind && std::strcmp(other.name, store.name) == 0 &&
                             lines_of(other, lines) == lines_of(store, lines);
    return is_of_lines &&
           (other.detail != Detail::same_value || !std::equal(other.numbers, std::end(other.numbers), store.numbers));
  });
}

}  // namespace

std::set<std::uint64_t> program_counters(const Evidence& evidence) {
  std::set<std::uint64_t> pcs;
  for (const SiteTraffic& site : evidence.traffic) pcs.insert(site.pc);
  const auto insert = [&pcs](const FindingRecord& finding) {
    pcs.insert({finding.pc, finding.other_pc, finding.launch_pc});
  };
  for (const FindingRecord& finding : evidence.findings) insert(finding);
  for (const FindingInOrder& found : evidence.in_other_orders) insert(found.finding);
  for (const OperationRecord& operation : evidence.operations) pcs.insert({operation.pc, operation.wait_pc});
  for (const LaunchRecord& launch : evidence.launches) pcs.insert(launch.pc);
  for (const FindingRecord& window : evidence.windows) pcs.insert(window.pc);
  for (const FindingRecord& call : evidence.refused) insert(call);
  for (const FindingRecord& timing : evidence.timings) insert(timing);
  for (const HistoryRecord& record : evidence.history) {
    pcs.insert({record.pc, record.other_pc});
    for (const LoadedWords& loaded : record.loaded) pcs.insert({loaded.pc, loaded.stored_pc});
  }
  for (const ArithmeticSite& site : evidence.busiest_arithmetic) pcs.insert(site.pc);
  pcs.erase(0);
  return pcs;
}

Lines look_up_lines(const std::set<std::uint64_t>& pcs, const std::filesystem::path& library,
                    const std::string& source) {
  Lines lines;
  if (pcs.empty()) return lines;
  process::ChildOptions options;
  options.command = {"addr2line", "-a", "-i", "-e", library.string()};
  for (const std::uint64_t pc : pcs) options.command.push_back(fmt::format("{:#x}", pc));
  options.environment = process::minimal_environment();
  std::string output;
  try {
    output = process::run(options, units::Seconds{30}, units::Bytes{std::int64_t{16} << 20}).output;
  } catch (const std::system_error&) {
    return lines;  // no binutils: lines stay unknown
  }
  // An address line, then its location and those of the calls it was inlined into, innermost first.
  std::istringstream text(output);
  std::uint64_t pc = 0;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("0x")) {
      pc = std::stoull(line, nullptr, 16);
    } else if (int& known = lines[pc]; known == 0) {
      known = line_in(line, source);
    }
  }
  return lines;
}

std::vector<FindingRecord> without_repetitions(const std::vector<FindingRecord>& findings, const Lines& lines) {
  std::vector<FindingRecord> result;
  for (FindingRecord finding : findings) {
    if (finding.detail == Detail::same_value && !is_one_constant(finding, findings, lines)) {
      finding.detail = Detail::none;
      std::fill(std::begin(finding.numbers), std::end(finding.numbers), 0);
    }
    const int line = line_at(finding.pc, lines);
    const bool is_explained = line != 0 && is_unwritten(finding) &&
                              std::any_of(findings.begin(), findings.end(), [&](const FindingRecord& race) {
                                return is_race(race) && race.space == finding.space &&
                                       (line_at(race.pc, lines) == line || line_at(race.other_pc, lines) == line);
                              });
    if (is_explained) continue;
    const auto same = std::find_if(result.begin(), result.end(), [&](const FindingRecord& earlier) {
      return line != 0 && earlier.kind == finding.kind && earlier.missing == finding.missing &&
             earlier.detail == finding.detail && lines_of(earlier, lines) == lines_of(finding, lines);
    });
    if (same == result.end()) {
      result.push_back(finding);
    } else {
      same->count += finding.count;
      same->in_one_warp = same->in_one_warp && finding.in_one_warp;
    }
  }
  return result;
}

}  // namespace simt
