#include "simt/checks/leak.hpp"

#include <map>
#include <utility>

namespace simt::checks {

void Leak::end_run(bool is_device_lost) {
  if (!is_device_lost) report(Detail::none);  // else its memory is lost, too
}

void Leak::report(Detail detail) {
  if (std::exchange(is_reported_, true)) return;
  std::map<std::uintptr_t, FindingRecord> leaks;
  for (const auto& [pointer, allocated] : allocations_.all()) {
    if (allocated.is_adopted) continue;
    const FindingRecord found = context_.reporter.describe_refusal(FindingKind::leak, {detail, {}}, allocated.pc);
    const auto [leak, is_new] = leaks.try_emplace(allocated.pc, found);
    leak->second.distance += static_cast<std::int64_t>(allocated.bytes);
    leak->second.count += is_new ? 0 : 1;
  }
  for (const auto& [pc, leak] : leaks) context_.reporter.report(leak);
}

}  // namespace simt::checks
