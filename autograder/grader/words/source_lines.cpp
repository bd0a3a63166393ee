#include "grader/words/source_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

#include "support/process/child.hpp"

namespace grader {
namespace {

using Lines = std::map<std::uint64_t, int>;

/// "/…/transpose.cu:23 (discriminator 1)" → 23 when the file is `source`, else 0.
int line_in(const std::string& location, const std::string& source) {
  const auto found = location.find(source + ":");
  if (found == std::string::npos || (found != 0 && location[found - 1] != '/')) return 0;
  int line = 0;
  const char* digits = location.data() + found + source.size() + 1;
  std::from_chars(digits, location.data() + location.size(), line);
  return line;
}

Lines look_up(const std::set<std::uint64_t>& pcs, const std::filesystem::path& library, const std::string& source) {
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

std::string bounded(const char* text, std::size_t size) { return {text, strnlen(text, size)}; }

std::string who(const simt::Index3& block, const simt::Index3& thread) {
  return fmt::format("block ({}, {}, {}), thread ({}, {}, {})", block.x, block.y, block.z, thread.x, thread.y,
                     thread.z);
}

// A kernel's name, or the API function's.
std::string actor_of_stream(const simt::FindingRecord& finding) {
  const std::string name = bounded(finding.kernel, sizeof finding.kernel);
  return name.empty() ? "this operation" : name;
}

bool is_for_want_of_a_fence(const simt::FindingRecord& finding) {
  return finding.missing == simt::Missing::release_fence || finding.missing == simt::Missing::acquire_fence;
}

std::string words_of_global_race(const simt::FindingRecord& finding, const std::string& object,
                                 const std::string& other_line) {
  using Missing = simt::Missing;
  const std::string actor = who(finding.block, finding.thread);
  const std::string other = who(finding.other_block, finding.other_thread);
  const std::string verb = finding.access == simt::Access::load ? "reads" : "writes";
  const bool is_unordered = finding.missing == Missing::barrier || finding.missing == Missing::order;
  if (finding.pc != 0 && finding.pc == finding.other_pc && is_unordered) {
    return fmt::format("{} writes a word of {} that {} writes, too, in the same line: one element for two threads",
                       actor, object, other);
  }
  switch (finding.missing) {
    case Missing::barrier:
      return fmt::format(
          "{} {} a word of {} that thread ({}, {}, {}) uses at {} with no barrier between: a missing one", actor, verb,
          object, finding.other_thread.x, finding.other_thread.y, finding.other_thread.z, other_line);
    case Missing::order:
      return fmt::format("{} {} a word of {} that {} uses at {} of the same launch, and nothing says who is first",
                         actor, verb, object, other, other_line);
    case Missing::told_too_early:
      return fmt::format(
          "{} {} a word of {} that {} uses at {}; another thread of that block then sets the word by which they agree, "
          "with no __syncthreads() between: a missing barrier",
          actor, verb, object, other, other_line);
    case Missing::release_fence:
      return fmt::format(
          "{} {} a word of {} that {} uses at {} before it sets the word by which they agree, with no __threadfence() "
          "between: a missing fence",
          actor, verb, object, other, other_line);
    case Missing::acquire_fence:
      return fmt::format(
          "{} {} a word of {} that {} uses at {}; it has seen the word by which they agree, but with no "
          "__threadfence() "
          "after that: a missing fence",
          actor, verb, object, other, other_line);
    case Missing::scope:
      return fmt::format(
          "{} {} a word of {} that {} uses at {}: both are atomic, but one of them for the threads of its own block "
          "only",
          actor, verb, object, other, other_line);
  }
  return object;
}

std::string words(const simt::FindingRecord& finding, const Lines& lines) {
  using Kind = simt::FindingKind;
  const std::string object = bounded(finding.object, sizeof finding.object);
  const std::string verb = finding.access == simt::Access::load ? "reads" : "writes";
  const std::string actor = who(finding.block, finding.thread);
  const auto other = lines.find(finding.other_pc);
  const std::string other_line =
      other != lines.end() && other->second != 0 ? fmt::format("line {}", other->second) : std::string("another line");
  switch (finding.kind) {
    case Kind::out_of_bounds:
      if (object.empty()) return fmt::format("{} {} memory that is in no allocation", actor, verb);
      if (finding.distance == 0) {  // near nothing
        return fmt::format("{} {} {}{}", actor, verb, object == "the null pointer" ? "through " : "", object);
      }
      return fmt::format("{} {} {} bytes {} {}", actor, verb,
                         finding.distance < 0 ? -finding.distance : finding.distance,
                         finding.distance < 0 ? "before the start of" : "past the end of", object);
    case Kind::write_to_input:
      return fmt::format("{} writes {}, which is not yours to change", actor, object);
    case Kind::misaligned:
      return fmt::format("{} {} {} bytes at an address that is no multiple of {}", actor, verb, finding.bytes,
                         finding.bytes);
    case Kind::shared_race:
      return fmt::format(
          "{} {} a word of shared memory that thread ({}, {}, {}){} uses at {} with no {} between: a missing barrier",
          actor, verb, finding.other_thread.x, finding.other_thread.y, finding.other_thread.z,
          finding.in_one_warp ? " of the same warp" : "", other_line,
          finding.in_one_warp ? "__syncwarp() or __syncthreads()" : "__syncthreads()");
    case Kind::uninitialized_shared:
      return fmt::format("{} reads a word of shared memory that no thread of its block has written", actor);
    case Kind::barrier_divergence:
      return fmt::format("{} waits at a barrier that other threads of its block do not reach", actor);
    case Kind::host_dereference:
      return fmt::format("host code {} device memory ({}): only kernels may", verb, object);
    case Kind::bad_launch:
      return fmt::format("the launch is refused: {}", object);
    case Kind::deadlock:
      return fmt::format("{} waits for ever: {}", actor, object);
    case Kind::uninitialized_global:
      return fmt::format("{} reads {} bytes of {} that nobody has written", actor, finding.bytes, object);
    case Kind::use_after_free:
      return fmt::format("{} {} {}", actor, verb, object);
    case Kind::stream_race:
      return fmt::format(
          "{} {} {} that the operation at {}, in another stream, may not be done with: nothing orders the two; "
          "cudaEventRecord there and cudaStreamWaitEvent here would",
          actor_of_stream(finding), verb, object, other_line);
    case Kind::host_race:
      return fmt::format(
          "host code {} {} that the operation at {} may not be done with: wait for it first, with "
          "cudaStreamSynchronize or cudaEventSynchronize",
          verb, object, other_line);
    case Kind::device_function:
      return fmt::format("host code calls {}, a __device__ function: only kernels may", object);
    case Kind::failed_call:
      return fmt::format("this call returned {}", object);
    case Kind::leak:
      return fmt::format("{} bytes of device memory are allocated{} and never freed", finding.distance,
                         finding.count == 1 ? "" : fmt::format(" in {} pieces", finding.count));
    case Kind::global_race:
      return words_of_global_race(finding, object, other_line);
    case Kind::unsupported:
      return fmt::format("the emulator does not have {}", object);
  }
  return object;
}

std::string kind_name(const simt::FindingRecord& finding) {
  using Kind = simt::FindingKind;
  switch (finding.kind) {
    case Kind::out_of_bounds:
      return "out-of-bounds";
    case Kind::write_to_input:
      return "write-to-input";
    case Kind::misaligned:
      return "misaligned";
    case Kind::shared_race:
      return "shared-race";
    case Kind::uninitialized_shared:
      return "uninitialized-shared";
    case Kind::barrier_divergence:
      return "barrier-divergence";
    case Kind::host_dereference:
      return "host-dereference";
    case Kind::bad_launch:
      return "bad-launch";
    case Kind::deadlock:
      return "deadlock";
    case Kind::uninitialized_global:
      return "uninitialized-global";
    case Kind::use_after_free:
      return "use-after-free";
    case Kind::stream_race:
      return "stream-race";
    case Kind::host_race:
      return "host-race";
    case Kind::device_function:
      return "device-function";
    case Kind::failed_call:
      return "failed-call";
    case Kind::leak:
      return "leak";
    case Kind::global_race:
      return is_for_want_of_a_fence(finding) ? "missing-fence" : "global-race";
    case Kind::unsupported:
      return "unsupported";
  }
  return "unknown";
}

// The runner could send anything: what no hardware could do is no request.
LaneAddresses costliest(const simt::SiteTraffic& site) {
  bool is_possible = site.worst > 0 && site.worst_lanes != 0 && site.bytes <= 16 && std::has_single_bit(site.bytes);
  for (int lane = 0; lane < 32; ++lane) {
    const bool takes_part = (site.worst_lanes >> lane & 1) != 0;
    if (takes_part && site.worst_address[lane] + site.bytes < site.worst_address[lane]) is_possible = false;  // wraps
  }
  if (!is_possible) return {};
  return {site.worst, site.bytes, site.worst_lanes, std::to_array(site.worst_address)};
}

void add_site(Traffic& row, const simt::SiteTraffic& site, int line) {
  row.line = line;
  row.space = static_cast<Space>(std::min(site.space, simt::Space::constant));
  row.op = site.access == simt::Access::load ? Access::load : Access::store;
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
  std::set<std::uint64_t> pcs;
  for (const auto& site : evidence.traffic) pcs.insert(site.pc);
  for (const auto& finding : evidence.findings) pcs.insert({finding.pc, finding.other_pc});
  for (const auto& operation : evidence.operations) pcs.insert({operation.pc, operation.wait_pc});
  pcs.erase(0);
  Lines lines = look_up(pcs, library, source);

  LocatedEvidence located;
  std::map<std::tuple<int, simt::Space, simt::Access>, Traffic> rows;
  for (const auto& site : evidence.traffic) {
    add_site(rows[{lines[site.pc], site.space, site.access}], site, lines[site.pc]);
  }
  for (const auto& site : evidence.traffic) {
    Traffic& access = located.accesses.emplace_back();
    add_site(access, site, lines[site.pc]);
    access.is_one_of_several = !costs_alike(access, rows[{lines[site.pc], site.space, site.access}]);
  }
  std::stable_sort(located.accesses.begin(), located.accesses.end(),
                   [](const Traffic& a, const Traffic& b) { return a.line < b.line; });
  for (const auto& [key, row] : rows) located.traffic.push_back(row);
  for (const auto& finding : evidence.findings) {
    located.findings.push_back({.name = kind_name(finding),
                                .line = lines[finding.pc],
                                .text = words(finding, lines),
                                .other_line = lines[finding.other_pc],
                                .is_remark = finding.kind == simt::FindingKind::leak,
                                .kind = finding.kind,
                                .missing = finding.missing});
  }
  located.timeline = timeline(evidence.operations, lines);
  return located;
}

TrafficSummary summarize(const simt::Evidence& evidence, units::Bytes bytes_moved) {
  std::int64_t sectors = 0;
  std::int64_t ideal_sectors = 0;
  std::int64_t wavefronts = 0;
  std::int64_t conflicts = 0;
  std::int64_t constant_requests = 0;
  std::int64_t constant_passes = 0;
  simt::memory::LevelBytes levels;
  for (const auto& site : evidence.traffic) {
    levels += site.levels;
    sectors += site.sectors;
    ideal_sectors += site.ideal_sectors;
    if (site.space == simt::Space::constant) {
      constant_requests += site.requests;
      constant_passes += site.wavefronts;
    } else {
      wavefronts += site.wavefronts;
      conflicts += site.conflicts;
    }
  }
  TrafficSummary summary;
  if (constant_requests != 0) {
    summary.constant_passes = static_cast<double>(constant_passes) / static_cast<double>(constant_requests);
  }
  summary.traffic_vs_minimum = static_cast<double>(sectors) * 32 / static_cast<double>(bytes_moved.value);
  summary.conflict_share = wavefronts == 0 ? 0 : static_cast<double>(conflicts) / static_cast<double>(wavefronts);
  summary.partition_camping = evidence.partition_camping;
  if (levels != simt::memory::LevelBytes{}) {
    summary.levels = levels;
    summary.dram_vs_minimum = static_cast<double>(levels.dram()) / static_cast<double>(bytes_moved.value);
  }
  if (const units::Seconds seconds{evidence.estimated_seconds}; seconds.value > 0) {
    summary.estimate = EstimatedSpeed{seconds, bytes_moved / seconds};
  }
  summary.launches = std::count_if(evidence.operations.begin(), evidence.operations.end(),
                                   [](const auto& operation) { return operation.kind == simt::OperationKind::kernel; });
  summary.copies = std::count_if(evidence.operations.begin(), evidence.operations.end(), [](const auto& operation) {
    return operation.kind != simt::OperationKind::kernel && operation.kind != simt::OperationKind::host_function;
  });
  if (ideal_sectors != 0) summary.sectors_vs_ideal = static_cast<double>(sectors) / static_cast<double>(ideal_sectors);
  return summary;
}

}  // namespace grader
