#include "simt/core/access/sites.hpp"

namespace simt::core {

Space to_space(Kind kind) {
  if (kind == Kind::constant) return Space::constant;
  return kind == Kind::shared ? Space::shared : Space::global;
}

Site& Sites::find(std::uintptr_t pc, Access access, Kind kind, bool is_of_host, std::uint8_t bytes) {
  Site*& site = by_properties_[{pc, access, kind, is_of_host, bytes}];
  if (site == nullptr) {
    site = &sites_.emplace_back();
    site->pc = pc;
    site->access = access;
    site->kind = kind;
    site->is_of_host = is_of_host;
    site->bytes = bytes;
    if (is_write(access)) site->shared_use = memory::SharedUse::store;
    site->traffic.pc = pc;
    site->traffic.space = to_space(kind);
    site->traffic.access = access;
    site->traffic.bytes = bytes;
    site->index = static_cast<std::uint32_t>(sites_.size() - 1);
  }
  slots_[slot(pc)] = site;
  return *site;
}

void Sites::forget_segments() {
  for (Site& site : sites_) site.room = site.quick_room = 0;
}

}  // namespace simt::core
