#include "simt/findings/source_lines.hpp"

#include <fmt/format.h>

#include <charconv>
#include <sstream>
#include <system_error>

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

}  // namespace

std::set<std::uint64_t> program_counters(const Evidence& evidence) {
  std::set<std::uint64_t> pcs;
  for (const SiteTraffic& site : evidence.traffic) pcs.insert(site.pc);
  for (const FindingRecord& finding : evidence.findings) pcs.insert({finding.pc, finding.other_pc, finding.launch_pc});
  for (const OperationRecord& operation : evidence.operations) pcs.insert({operation.pc, operation.wait_pc});
  for (const LaunchRecord& launch : evidence.launches) pcs.insert(launch.pc);
  for (const FindingRecord& window : evidence.windows) pcs.insert(window.pc);
  for (const HistoryRecord& record : evidence.history) {
    pcs.insert({record.pc, record.other_pc});
    for (const LoadedWords& loaded : record.loaded) pcs.insert({loaded.pc, loaded.stored_pc});
  }
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

}  // namespace simt
