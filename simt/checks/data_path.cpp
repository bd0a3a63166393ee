#include "simt/checks/data_path.hpp"

namespace simt::checks {
namespace {

using core::Owner;
using core::Segment;

/// Memory that kernels and host code can use by one address.
bool is_of_both(const Segment& segment) { return core::is_of_host(segment) || segment.owner == Owner::managed; }

bool is_of_device_alone(const Segment& segment) {
  const bool is_of_kernels =
      segment.kind == core::Kind::global || segment.kind == core::Kind::shared || segment.kind == core::Kind::constant;
  return is_of_kernels && !is_of_both(segment) && segment.is_writable;
}

std::uintptr_t number(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

}  // namespace

bool DataPath::wants(core::Site& site, const Segment& segment) {
  if (is_limited() && is_write(site.access) && is_of_both(segment)) written_.insert(segment.base);
  return false;
}

void DataPath::on_unmapping(const Segment& segment) {
  if (written_.contains(segment.base)) left_.add(segment.base, segment.bytes);
}

bool DataPath::holds_results(std::uintptr_t address, std::size_t bytes) const {
  bool found = left_.has_any_of(address, bytes);
  context_.memory.addresses().each_within(address, address + bytes, [&](const Segment& segment) {
    found = found || segment.owner == Owner::grader || is_of_device_alone(segment) || written_.contains(segment.base);
  });
  return found;
}

bool DataPath::may_copy(const void* to, const void* from, std::size_t bytes, std::uintptr_t pc) {
  if (!is_limited() || !holds_results(number(from), bytes)) return true;
  core::Reporter& reporter = context_.reporter;
  const Segment* const target = context_.memory.addresses().find(number(to), bytes);
  if (target == nullptr || is_of_both(*target)) {
    reporter.report(reporter.describe_access(FindingKind::data_to_host, Access::store, 0, number(from), pc));
    return false;
  }
  if (target->owner != Owner::grader || context_.options.data_path == simt::DataPath::within_device) return true;
  reporter.report(reporter.describe_access(FindingKind::answer_by_copy, Access::store, 0, number(to), pc));
  return false;
}

void DataPath::on_host_access(Access access, std::uintptr_t address, std::size_t bytes, std::uintptr_t pc) {
  if (access == Access::store) return left_.is_empty() ? void() : left_.remove(address, bytes);
  if ((written_.empty() && left_.is_empty()) || !holds_results(address, bytes)) return;
  core::Reporter& reporter = context_.reporter;
  reporter.report(reporter.describe_access(FindingKind::data_to_host, Access::load, 0, address, pc));
}

}  // namespace simt::checks
