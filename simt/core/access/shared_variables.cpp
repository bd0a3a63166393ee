#include "simt/core/access/shared_variables.hpp"

#include <algorithm>

namespace simt::core {
SharedVariables::SharedVariables(const std::vector<LibraryVariable>& variables, const Segment& section) {
  if (section.bytes == 0) return;
  for (const LibraryVariable& variable : variables) {
    if (!section.contains(variable.base, variable.bytes) || variable.name.starts_with("simt_shared_gap_")) continue;
    Segment segment = section;
    segment.base = variable.base;
    segment.bytes = variable.bytes;
    segment.name = "shared array " + variable.name;
    variables_.push_back({segment, false});
  }
  are_known_ = !variables_.empty();
  if (!are_known_) variables_.push_back({section, false});
  std::sort(variables_.begin(), variables_.end(),
            [](const Variable& a, const Variable& b) { return a.segment.base < b.segment.base; });
}

std::vector<SharedVariables::Variable>::const_iterator SharedVariables::last_before(std::uintptr_t address) const {
  const auto next =
      std::upper_bound(variables_.begin(), variables_.end(), address,
                       [](std::uintptr_t at, const Variable& variable) { return at < variable.segment.base; });
  return next == variables_.begin() ? variables_.end() : next - 1;
}

const Segment* SharedVariables::find(std::uintptr_t address, std::size_t size) const {
  const auto found = last_before(address);
  return found != variables_.end() && found->segment.contains(address, size) ? &found->segment : nullptr;
}

// Most wrong indices are too large; the next variable may be another kernel's.
const Segment* SharedVariables::nearest(std::uintptr_t address) const {
  constexpr std::uintptr_t just_before = 128;
  if (variables_.empty()) return nullptr;
  const auto before = last_before(address);
  if (before == variables_.end()) return &variables_.front().segment;
  const auto after = before + 1;
  const bool is_too_small = after != variables_.end() && address >= before->segment.end() &&
                            after->segment.base - address <= just_before &&
                            after->segment.base - address < address - before->segment.end();
  return is_too_small ? &after->segment : &before->segment;
}

std::size_t SharedVariables::bytes() const {
  std::size_t bytes = 0;
  for (const Variable& variable : variables_) bytes += variable.segment.bytes;
  return bytes;
}

void SharedVariables::begin_launch() {
  for (Variable& variable : variables_) variable.is_used = false;
  bytes_used_ = 0;
}

bool SharedVariables::use(std::uintptr_t address) {
  for (Variable& variable : variables_) {
    if (!variable.segment.contains(address, 1)) continue;
    if (variable.is_used) return false;
    variable.is_used = true;
    bytes_used_ += static_cast<std::int64_t>(variable.segment.bytes);
    return true;
  }
  return false;
}

}  // namespace simt::core
