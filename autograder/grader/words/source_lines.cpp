#include "grader/words/source_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <tuple>

#include "simt/simt.hpp"

namespace grader {
namespace {

// The runner could send anything: what no hardware could do is no request.
LaneAddresses costliest(const simt::SiteTraffic& site) {
  bool is_possible = site.worst > 0 && site.worst_lanes != 0 && site.bytes <= 16 && std::has_single_bit(site.bytes);
  for (int lane = 0; lane < simt::memory::warp_lanes; ++lane) {
    const bool takes_part = (site.worst_lanes >> lane & 1) != 0;
    if (takes_part && site.worst_address[lane] + site.bytes < site.worst_address[lane]) is_possible = false;  // wraps
  }
  if (!is_possible) return {};
  return {site.worst, site.bytes, site.worst_lanes, std::to_array(site.worst_address)};
}

void add_site(Traffic& row, const simt::SiteTraffic& site, int line) {
  row.line = line;
  row.space = static_cast<Space>(std::min(site.space, simt::Space::constant));
  row.op = static_cast<Access>(std::min(site.access, simt::Access::atomic));
  row.requests += site.requests;
  row.sectors += site.sectors;
  row.ideal_sectors += site.ideal_sectors;
  row.wavefronts += site.wavefronts;
  row.conflicts += site.conflicts;
  row.transactions += site.transactions;
  row.transaction_bytes += site.transaction_bytes;
  row.levels += site.levels;
  if (LaneAddresses request = costliest(site); request.cost > row.costliest.cost) row.costliest = request;
}

/// True when a request of the one costs on average what one of the other does.
bool costs_alike(const Traffic& a, const Traffic& b) {
  const auto is_equal = [&](std::int64_t of_a, std::int64_t of_b) {  // in floating point, where nothing overflows
    return static_cast<double>(of_a) * static_cast<double>(b.requests) ==
           static_cast<double>(of_b) * static_cast<double>(a.requests);
  };
  return is_equal(a.sectors, b.sectors) && is_equal(a.wavefronts, b.wavefronts);
}

}  // namespace

LocatedEvidence locate(const simt::Evidence& evidence, const std::filesystem::path& library,
                       const std::string& source) {
  simt::Lines lines = simt::look_up_lines(simt::program_counters(evidence), library, source);

  LocatedEvidence located;
  std::map<std::tuple<int, Space, Access>, Traffic> rows;
  // Where a loop is unrolled, an access has several copies: those of a line that cost the same are one row.
  for (const auto& site : evidence.traffic) {
    Traffic access;
    add_site(access, site, lines[site.pc]);
    add_site(rows[{access.line, access.space, access.op}], site, access.line);
    const auto copy = std::find_if(located.accesses.begin(), located.accesses.end(), [&](const Traffic& row) {
      return access.line != 0 && row.line == access.line && row.space == access.space && row.op == access.op &&
             row.costliest.bytes == access.costliest.bytes && costs_alike(row, access);
    });
    if (copy == located.accesses.end()) {
      located.accesses.push_back(access);
    } else {
      add_site(*copy, site, access.line);
    }
  }
  for (Traffic& access : located.accesses) {
    access.is_one_of_several = !costs_alike(access, rows[{access.line, access.space, access.op}]);
  }
  std::stable_sort(located.accesses.begin(), located.accesses.end(),
                   [](const Traffic& a, const Traffic& b) { return a.line < b.line; });
  for (const auto& [key, row] : rows) located.traffic.push_back(row);
  for (const simt::ArithmeticSite& site : evidence.busiest_arithmetic) {
    if (site.pc != 0) located.arithmetic.push_back({lines[site.pc], site.lanes});
  }
  const auto in_words = [&](const simt::FindingRecord& finding) {
    return Finding{
        .name = simt::kind_name(finding),
        .line = lines[finding.pc],
        .text = simt::words(finding, lines),
        .other_line = lines[finding.other_pc],
        .is_remark = finding.is_remark(),
        .is_missing_feature = finding.is_missing_feature(),
        .kind = finding.kind,
        .missing = finding.missing,
        .launch_line = lines[finding.launch_pc],
        .launch = finding.launch_pc == 0 ? "" : simt::launch_shape(finding.launch_grid, finding.launch_block),
        .lacks_dynamic_shared = finding.lacks_dynamic_shared(),
        .brief = fmt::format("line {}: {}", lines[finding.pc], simt::words(finding, lines)),
        .memory = finding.memory,
        .detail = finding.detail,
        .shares_place = simt::shares_place(finding)};
  };
  located.records = simt::without_repetitions(evidence.findings, lines);
  for (const auto& finding : located.records) located.findings.push_back(in_words(finding));
  for (const auto& window : evidence.windows) located.windows.push_back(in_words(window));
  for (const auto& call : evidence.refused) located.refused.push_back(in_words(call));
  located.timeline = timeline(evidence.operations, lines);
  located.asked_for = asked_for(evidence.operations, lines);
  return located;
}

}  // namespace grader
