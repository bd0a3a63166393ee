#include "simt/checks/origins.hpp"

#include <algorithm>

namespace simt::checks {

using core::Kind;
using core::Owner;
using core::Segment;
using core::Site;

void Origins::mapped(const Segment& segment, Content) {
  if (!is_asked() || segment.kind != Kind::global || !segment.is_writable) return;
  memory_[segment.base].assign((segment.base + segment.bytes + 3) / 4 - segment.base / 4, Word{});
}

bool Origins::wants(Site&, const Segment& segment) { return is_asked() && segment.kind == Kind::global; }

template <class Call>
void Origins::each_word(std::uintptr_t address, std::size_t bytes, const Call& call) {
  const auto behind = memory_.upper_bound(address);
  if (behind == memory_.begin()) return;
  auto& [base, words] = *std::prev(behind);
  for (std::uintptr_t word = address / 4 - base / 4; word < words.size() && (base / 4 + word) * 4 < address + bytes;
       ++word) {
    call(words[word]);
  }
}

void Origins::host_wrote(std::uintptr_t address, std::size_t bytes) {
  each_word(address, bytes, [](Word& word) { word = {by_host, never}; });
}

// What is copied is still what the launch has stored; what comes from an input is no launch's.
void Origins::on_copy(std::uintptr_t to, std::uintptr_t from, std::size_t bytes) {
  if (!is_asked()) return;
  std::vector<std::uint32_t> stored;
  each_word(from, bytes, [&](const Word& word) { stored.push_back(std::max(word.stored, +by_host)); });
  std::size_t next = 0;
  each_word(to, bytes, [&](Word& word) {
    if (next < stored.size()) word.stored = stored[next++];
  });
}

void Origins::on_access(const Site& site, Access access, std::uintptr_t address) {
  // Other checks want accesses, too, and then each check sees them.
  if (!is_asked()) return;
  if (access != Access::store) {
    (address == texel_ ? fetched_bytes_ : plain_bytes_) += site.bytes;
    texel_ = 0;
  }
  bool is_watched = false;
  each_word(address, site.bytes, [&](Word& word) {
    is_watched = true;
    if (access != Access::store && word.stored != launch_ && word.loaded != launch_) {
      ++loaded_;
      if (word.stored == launch_ - 1 && launch_ > first_launch) ++taken_over_;
      word.loaded = launch_;
    }
    if (access != Access::load) word.stored = launch_;
  });
  // An input, which no launch stores: each load counts, since nothing remembers which ones there were.
  if (!is_watched && access != Access::store) loaded_ += (site.bytes + 3) / 4;
}

void Origins::on_host_store(std::uintptr_t address, std::size_t bytes) {
  if (!is_asked()) return;
  for (const std::span<const std::byte> output : context_.options.host_outputs) {
    const auto begin = reinterpret_cast<std::uintptr_t>(output.data());
    const std::uintptr_t first = std::max(begin, address);
    const std::uintptr_t end = std::min(begin + output.size(), address + bytes);
    if (first < end) host_written_ += static_cast<std::int64_t>(end - first);
  }
}

void Origins::note_share(std::int64_t taken, std::int64_t all) {
  if (all == 0) return;
  around_launches_ = std::max(around_launches_, 1 - static_cast<double>(taken) / static_cast<double>(all));
}

void Origins::close_launch() {
  if (launch_ > first_launch) note_share(taken_over_, loaded_);
  loaded_ = taken_over_ = 0;
}

void Origins::begin_launch() {
  if (!is_asked()) return;
  close_launch();
  ++launch_;
}

void Origins::look_at_outputs() {
  std::int64_t written = 0, by_last = 0;
  for (const Segment& segment : context_.memory.addresses().of(Owner::grader)) {
    if (!segment.is_writable || !segment.name.starts_with("the output")) continue;
    each_word(segment.base, segment.bytes, [&](const Word& word) {
      written += word.stored != never ? 1 : 0;
      by_last += word.stored == launch_ ? 1 : 0;
    });
  }
  note_share(by_last, written);
}

void Origins::end_run(bool is_device_lost) {
  if (!is_asked() || is_device_lost) return;
  close_launch();
  if (launch_ > first_launch) look_at_outputs();
}

double Origins::past_textures() const {
  const std::int64_t all = plain_bytes_ + fetched_bytes_;
  return all == 0 ? 0 : static_cast<double>(plain_bytes_) / static_cast<double>(all);
}

}  // namespace simt::checks
