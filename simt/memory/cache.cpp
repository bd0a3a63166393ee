#include "simt/memory/cache.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace simt::memory {
namespace {

int log2_of(int power) { return std::countr_zero(static_cast<unsigned>(power)); }

CacheShape shape_of(std::int64_t bytes, const Device& device) {
  return {bytes, device.cache_line_bytes, device.sector_bytes};
}

CacheShape l2_shape(const Device& device) {
  CacheShape shape = shape_of(device.l2_bytes, device);
  shape.is_interleaved = true;
  return shape;
}

}  // namespace

SectoredCache::SectoredCache(const CacheShape& shape)
    : line_shift_(log2_of(shape.line_bytes)),
      sector_shift_(log2_of(shape.sector_bytes)),
      is_interleaved_(shape.is_interleaved) {
  const std::uint64_t lines = static_cast<std::uint64_t>(shape.bytes) >> line_shift_;
  ways_ = std::min<std::uint64_t>(lines, shape.ways);
  sets_ = ways_ == 0 ? 0 : lines / ways_;
  lines_.resize(sets_ * ways_);
  sector_uses_.resize(lines_.size() << (line_shift_ - sector_shift_));
}

std::size_t SectoredCache::set_of(std::uint64_t line) const {
  // Fibonacci hashing: neighbouring lines and lines a power of two apart are placed in sets far from each other.
  const auto hash = [](std::uint64_t number) { return number * 0x9e3779b97f4a7c15U >> 32; };
  return (is_interleaved_ ? line + hash(line / sets_) : hash(line)) % sets_ * ways_;
}

std::size_t SectoredCache::find(std::uint64_t line) const {
  if (sets_ == 0) return lines_.size();
  const std::size_t set = set_of(line);
  for (std::size_t i = set; i < set + ways_; ++i) {
    if (lines_[i].valid != 0 && lines_[i].number == line) return i;
  }
  return lines_.size();
}

std::uint32_t SectoredCache::sector_bit(std::uint64_t address) const {
  return std::uint32_t{1} << (address >> sector_shift_ & ((1U << (line_shift_ - sector_shift_)) - 1));
}

std::int64_t SectoredCache::set_aside(std::int64_t bytes) {
  if (sets_ == 0) return 0;
  const std::uint64_t way = sets_ << line_shift_;
  ways_aside_ = std::min((static_cast<std::uint64_t>(bytes) + way - 1) / way, ways_);
  return static_cast<std::int64_t>(ways_aside_ * way);
}

void SectoredCache::reset_persisting() {
  for (Line& line : lines_) {
    if (line.property == AccessProperty::persisting) line.property = AccessProperty::normal;
  }
}

std::int64_t SectoredCache::persisting_bytes() const {
  const auto lines = std::count_if(lines_.begin(), lines_.end(),
                                   [](const Line& line) { return line.property == AccessProperty::persisting; });
  return std::int64_t{lines} << line_shift_;
}

bool SectoredCache::has_room_to_persist(std::size_t first) {
  const auto set = lines_of_set(first);
  const auto persisting = std::count_if(set.begin(), set.end(),
                                        [](const Line& line) { return line.property == AccessProperty::persisting; });
  return static_cast<std::uint64_t>(persisting) < ways_aside_;
}

// Null if the set has no line with this property.
SectoredCache::Line* SectoredCache::least_recent(std::span<Line> lines, AccessProperty property) {
  Line* found = nullptr;
  for (Line& line : lines) {
    if (line.property == property && (found == nullptr || line.last_use < found->last_use)) found = &line;
  }
  return found;
}

// A free line (never used, or invalidated) is a normal line whose last use is 0.
SectoredCache::Line* SectoredCache::victim(std::size_t first, bool persists) {
  const auto set = lines_of_set(first);
  if (persists && !has_room_to_persist(first)) return least_recent(set, AccessProperty::persisting);
  Line* const normal = least_recent(set, AccessProperty::normal);
  if (normal != nullptr && normal->last_use == 0) return normal;
  if (Line* const streaming = least_recent(set, AccessProperty::streaming)) return streaming;
  return normal != nullptr ? normal : least_recent(set, AccessProperty::persisting);
}

SectoredCache::AccessResult SectoredCache::touch(std::uint64_t address, AccessProperty property, Line*& line) {
  AccessResult result;
  const std::uint64_t number = address >> line_shift_;
  const std::uint32_t sector = sector_bit(address);
  const std::size_t first = set_of(number);
  const bool persists = property == AccessProperty::persisting && ways_aside_ != 0;
  if (property == AccessProperty::persisting && !persists) property = AccessProperty::normal;
  const std::size_t place = find(number);
  if (place == lines_.size()) {
    line = victim(first, persists);
    result.written_back = std::popcount(line->dirty);
    result.owner = line->owner;
    *line = Line{};
    line->number = number;
  } else {
    line = &lines_[place];
    // The set-aside part is full: the least recently used persisting line gives up its place in it.
    if (persists && line->property != AccessProperty::persisting && !has_room_to_persist(first)) {
      least_recent(lines_of_set(first), AccessProperty::persisting)->property = AccessProperty::normal;
    }
  }
  if (property != AccessProperty::unspecified) line->property = property;
  result.hit = (line->valid & sector) != 0;
  const std::uint32_t pairs_first = 0x55555555U;
  result.has_neighbour = (line->valid & ((sector & pairs_first) != 0 ? sector << 1 : sector >> 1)) != 0;
  note_use(*line, sector, result);
  line->valid |= sector;
  line->last_use = ++clock_;
  return result;
}

void SectoredCache::note_use(const Line& line, std::uint32_t sector, AccessResult& result) {
  SectorUse* const of_line =
      &sector_uses_[static_cast<std::size_t>(&line - lines_.data()) << (line_shift_ - sector_shift_)];
  const auto place = static_cast<std::size_t>(std::countr_zero(sector));
  const auto since = [&](const SectorUse& use) {
    return AccessResult::Use{clock_ - use.clock, user_ != 0 && use.user == user_};
  };
  result.before = result.pair_before = since(of_line[place]);
  if (result.has_neighbour && of_line[place ^ 1U].clock > of_line[place].clock) {
    result.pair_before = since(of_line[place ^ 1U]);
  }
  of_line[place] = {clock_ + 1, user_};
}

SectoredCache::AccessResult SectoredCache::load(std::uint64_t address, AccessProperty property) {
  if (sets_ == 0) return {};
  Line* line = nullptr;
  return touch(address, property, line);
}

SectoredCache::AccessResult SectoredCache::store(std::uint64_t address, std::uint32_t owner, AccessProperty property) {
  if (sets_ == 0) return {};
  Line* line = nullptr;
  const AccessResult result = touch(address, property, line);
  line->dirty |= sector_bit(address);
  line->owner = owner;
  return result;
}

bool SectoredCache::holds(std::uint64_t address) const {
  const std::size_t place = find(address >> line_shift_);
  return place != lines_.size() && (lines_[place].valid & sector_bit(address)) != 0;
}

void SectoredCache::clean(const std::function<void(int, std::uint32_t)>& written_back) {
  for (Line& line : lines_) {
    if (line.dirty != 0) written_back(std::popcount(line.dirty), line.owner);
    line.dirty = 0;
  }
}

void SectoredCache::invalidate() { std::fill(lines_.begin(), lines_.end(), Line{}); }

bool SectorSet::add(std::uint64_t sector) {
  constexpr std::uint64_t bits = std::numeric_limits<Word>::digits;
  Word& word = words_[sector / bits];
  const Word bit = Word{1} << sector % bits;
  const bool is_new = (word & bit) == 0;
  word |= bit;
  return is_new;
}

CacheHierarchy::CacheHierarchy(const Device& device, std::uint64_t library_base)
    : sector_bytes_(device.sector_bytes),
      sends_pairs_(device.timing.dram_fetch_bytes > device.sector_bytes),
      library_base_(library_base),
      has_l2_(device.l2_bytes > 0),
      l1_bytes_(device.l1_bytes),
      l1_shape_(shape_of(device.l1_bytes, device)),
      l2_(l2_shape(device)) {}

void CacheHierarchy::begin_launch(std::int64_t shared_bytes_per_multiprocessor) {
  l1_shape_.bytes = std::max<std::int64_t>(l1_bytes_ - shared_bytes_per_multiprocessor, 0);
  l1_.clear();
}

SectoredCache& CacheHierarchy::l1(int multiprocessor) {
  while (static_cast<int>(l1_.size()) <= multiprocessor) l1_.emplace_back(l1_shape_);
  return l1_[static_cast<std::size_t>(multiprocessor)];
}

LevelBytes& CacheHierarchy::at(std::uint32_t site) {
  if (site >= by_site_.size()) by_site_.resize(site + 1);
  return by_site_[site];
}

AccessProperty CacheHierarchy::property_of(std::uint64_t address, AccessProperty hint) const {
  const AccessProperty by_window = window_.of(address, l1_shape_.line_bytes);
  return by_window == AccessProperty::unspecified ? hint : by_window;
}

void CacheHierarchy::load(int multiprocessor, std::uint64_t sector_address, std::uint32_t site, AccessProperty hint) {
  if (l1(multiprocessor).load(placed(sector_address)).hit) {
    at(site).l1_read += sector_bytes_;
  } else {
    load_past_l1(sector_address, site, hint);
  }
}

void CacheHierarchy::load_past_l1(std::uint64_t sector_address, std::uint32_t site, AccessProperty hint) {
  const SectoredCache::AccessResult result = l2_.load(placed(sector_address), property_of(sector_address, hint));
  if (result.hit) {
    at(site).l2_read += sector_bytes_;
    note_sent_again(loads_again_, result);
  } else {
    at(site).dram_read += sector_bytes_;
    if (!loaded_from_dram_.add(sector_address / static_cast<std::uint64_t>(sector_bytes_)))
      at(site).dram_read_again += sector_bytes_;
    if (!result.has_neighbour) at(site).dram_fetched += 2 * sector_bytes_;
  }
  if (result.written_back != 0) write_back(result.written_back, result.owner);
}

void CacheHierarchy::store(std::uint64_t sector_address, std::uint32_t site, AccessProperty hint) {
  if (!has_l2_) return write_back(1, site);
  const SectoredCache::AccessResult result = l2_.store(placed(sector_address), site, property_of(sector_address, hint));
  if (result.hit) {
    note_again(stores_again_, result.before, sector_bytes_);
    note_sent_again(fills_again_, result);
  }
  if (result.written_back != 0) write_back(result.written_back, result.owner);
}

void CacheHierarchy::note_again(Reuse& reuse, const SectoredCache::AccessResult::Use& before, int bytes) const {
  ByDistance& of = before.is_same_user ? reuse.by_same_block : reuse.by_others;
  const std::uint64_t between =
      std::max<std::uint64_t>(before.accesses_since, 1) * static_cast<std::uint64_t>(sector_bytes_);
  of[std::min<std::size_t>(std::bit_width(between) - 1, of.size() - 1)] += bytes;
}

void CacheHierarchy::flush() {
  l2_.clean([this](int sectors, std::uint32_t owner) { write_back(sectors, owner); });
}

LevelBytes CacheHierarchy::total() const {
  LevelBytes sum;
  for (const LevelBytes& one : by_site_) sum += one;
  return sum;
}

}  // namespace simt::memory
