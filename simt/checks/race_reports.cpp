#include "simt/checks/race_reports.hpp"

#include <algorithm>
#include <cstring>

namespace simt::checks {

// A copy's store happens after all of its pieces were checked, so its values are not compared.
void RaceReports::report(const FindingRecord& finding, const Pair& pair) {
  const bool is_store = pair.access == Access::store;
  const bool are_plain = !pair.later.is_strong && !pair.earlier.is_strong;
  if (is_store && pair.is_earlier_store && are_plain && !pair.later.is_of_copy && pair.later.bytes <= 16) {
    pending_ = Pending{finding, pair.address, pair.later.bytes, {}};
    std::memcpy(pending_->old.data(), reinterpret_cast<const void*>(pair.address), pair.later.bytes);
    return;
  }
  context_.reporter.report(finding);
  const bool is_plain_read = !is_store && !pair.later.is_strong && pair.earlier.is_strong;
  const bool was_plain_read = !pair.is_earlier_store && !pair.earlier.is_strong && pair.later.is_strong;
  if (!is_plain_read && !was_plain_read) return;
  const core::Site* const load = is_plain_read ? &pair.later : &pair.earlier;
  const bool is_known = std::any_of(reads_.begin(), reads_.end(), [&](const FirstRead& read) {
    return read.load == load && read.finding.pc == finding.pc && read.finding.other_pc == finding.other_pc;
  });
  if (!is_known) reads_.push_back({finding, load});
}

// Threads that each do the work of all, by mistake, store equal values as well, but not one and the same everywhere. A
// vector may be the stores of four rounds.
bool RaceReports::is_one_constant(const Pending& pending) {
  constexpr std::size_t half = 8;
  if (pending.bytes == 2 * half && std::memcmp(pending.old.data(), pending.old.data() + half, half) != 0) return false;
  if (std::memcmp(reinterpret_cast<const void*>(pending.address), pending.old.data(), pending.bytes) != 0) return false;
  const FindingRecord& finding = pending.finding;
  const auto known = std::find_if(constants_.begin(), constants_.end(), [&](const Constant& constant) {
    return constant.pc == finding.pc && constant.other_pc == finding.other_pc;
  });
  if (known == constants_.end()) {
    constants_.push_back({finding.pc, finding.other_pc, finding.launch, pending.old});
    return true;
  }
  if (known->launch == finding.launch) return known->value == pending.old;
  known->launch = finding.launch;
  known->value = pending.old;
  return true;
}

void RaceReports::compare_values() {
  FindingRecord& finding = pending_->finding;
  if (is_one_constant(*pending_)) {
    finding.detail = Detail::same_value;
    std::memcpy(finding.numbers, pending_->old.data(), pending_->old.size());
  }
  context_.reporter.report(finding);
  pending_.reset();
}

void RaceReports::end_run() {
  for (const FirstRead& read : reads_) {
    if (read.load->is_read_before_compare) context_.reporter.explain(read.finding, Detail::first_read);
  }
}

}  // namespace simt::checks
