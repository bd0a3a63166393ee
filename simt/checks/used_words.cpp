#include "simt/checks/used_words.hpp"

#include <algorithm>
#include <numeric>

namespace simt::checks {

using core::Kind;
using core::Site;

namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::size_t word_bytes = 4;
// More is not kept of one memory: such a block does the work of many.
constexpr std::size_t most_words_kept = std::size_t{1} << 20;
// Runs of words that one memory is described by.
constexpr std::size_t most_runs = 64;

Words sorted(Words words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

/// `count` runs of words, each as long as `first` to `last` and `distance` after the one before.
struct Runs {
  std::uint32_t first = 0, last = 0;
  std::uint32_t distance = 0;
  std::uint32_t count = 1;
};

/// Rows of a matrix are one of them.
std::vector<Runs> runs_of(const Words& words) {
  std::vector<Runs> runs;
  for (const std::uint32_t word : words) {
    if (runs.empty() || word != runs.back().last + 1) runs.push_back({word, word});
    runs.back().last = word;
  }
  std::vector<Runs> joined;
  for (const Runs& run : runs) {
    if (!joined.empty()) {
      Runs& before = joined.back();
      const std::uint32_t distance = run.first - before.first - before.distance * (before.count - 1);
      if (run.last - run.first == before.last - before.first && (before.count == 1 || distance == before.distance)) {
        before.distance = distance;
        ++before.count;
        continue;
      }
    }
    joined.push_back(run);
  }
  return joined;
}

}  // namespace

void UsedWords::count(std::vector<Place>& places, std::uintptr_t pc) {
  const auto known = std::find_if(places.begin(), places.end(), [pc](const Place& place) { return place.pc == pc; });
  if (known == places.end()) {
    places.push_back({pc, 1});
  } else {
    ++known->count;
  }
}

UsedWords::Object* UsedWords::find(const Context& context, const Site& site, std::uintptr_t address) {
  Object*& last = last_[&site];
  if (last != nullptr && address - last->base < last->bytes) return last;
  const FindingRecord seen =
      context.reporter.describe_access(FindingKind::out_of_bounds, Access::load, site.bytes, address, site.pc);
  if (seen.distance != 0 || seen.segment_bytes == 0) return nullptr;
  const core::LibraryVariable* const variable =
      site.kind == Kind::shared ? nullptr : context.memory.variable_at(address);
  const std::uintptr_t base = variable != nullptr ? variable->base : address - static_cast<std::uintptr_t>(seen.offset);
  const auto known =
      std::find_if(objects_.begin(), objects_.end(), [base](const Object& object) { return object.base == base; });
  if (known != objects_.end()) return last = &*known;
  Object& object = objects_.emplace_back();
  object.base = base;
  object.bytes = variable != nullptr ? variable->bytes : static_cast<std::size_t>(seen.segment_bytes);
  object.name = seen.name;
  object.kind = site.kind;
  return last = &object;
}

void UsedWords::note(const Context& context, const Site& site, Access access, std::uintptr_t address) {
  if (site.kind != Kind::global && site.kind != Kind::shared && site.kind != Kind::constant) return;
  Object* const object = find(context, site, address);
  if (object == nullptr) return;
  const auto add = [&](Words& words, std::vector<Place>& places) {
    count(places, site.pc);
    const auto first = static_cast<std::uint32_t>((address - object->base) / word_bytes);
    const auto end = static_cast<std::uint32_t>((address - object->base + site.bytes + word_bytes - 1) / word_bytes);
    for (std::uint32_t word = first; word < end && words.size() <= most_words_kept; ++word) {
      if (words.empty() || words.back() != word) words.push_back(word);
    }
  };
  if (access != Access::store) add(object->loaded, object->loads);
  if (access != Access::load) add(object->stored, object->stores);
}

std::vector<HistoryRecord> UsedWords::records(const Context& context, std::uintptr_t watched,
                                              const std::set<std::uintptr_t>& variables_written) const {
  std::vector<HistoryRecord> all;
  const auto most_used = [&](const std::vector<Place>& places) {
    const auto found = std::max_element(places.begin(), places.end(),
                                        [](const Place& a, const Place& b) { return a.count < b.count; });
    return found == places.end() ? 0 : context.reporter.library_offset(found->pc);
  };
  const auto add = [&](HistoryKind kind, const Object& object) -> HistoryRecord& {
    HistoryRecord& record = all.emplace_back();
    record.kind = kind;
    record.bytes = word_bytes;
    core::copy_text(record.name, object.name);
    return record;
  };
  const auto add_runs = [&](HistoryKind kind, const Object& object, const Words& words,
                            const std::vector<Place>& places) {
    const auto runs = runs_of(words);
    if (words.size() > most_words_kept || runs.size() > most_runs) return;
    for (const Runs& run : runs) {
      HistoryRecord& record = add(kind, object);
      record.pc = most_used(places);
      record.first = run.first;
      record.last = run.last;
      record.runs = run.count;
      record.distance = run.distance;
      record.count = std::accumulate(places.begin(), places.end(), std::int64_t{0},
                                     [](std::int64_t sum, const Place& place) { return sum + place.count; });
    }
  };
  for (const Object& object : objects_) {
    const Words loaded = sorted(object.loaded);
    Words stored = sorted(object.stored);
    if (object.kind != Kind::shared && !loaded.empty()) {
      add_runs(HistoryKind::block_loads, object, loaded, object.loads);
    }
    if (watched - object.base < object.bytes) add_runs(HistoryKind::block_stores, object, stored, object.stores);
    const core::LibraryVariable* const variable = context.memory.variable_at(object.base);
    if (object.kind == Kind::constant && variable != nullptr && variables_written.count(variable->base) == 0) {
      add(HistoryKind::stale, object).pc = most_used(object.loads);
    }
    if (object.kind == Kind::constant) {
      stored.resize(object.bytes / word_bytes);
      std::iota(stored.begin(), stored.end(), 0U);
    }
    if (object.kind == Kind::global || loaded.empty() || stored.empty() || loaded.size() > most_words_kept) continue;
    Words unread;
    std::set_difference(stored.begin(), stored.end(), loaded.begin(), loaded.end(), std::back_inserter(unread));
    if (unread.empty()) continue;
    HistoryRecord& record = add(HistoryKind::unread, object);
    record.pc = most_used(object.loads);
    record.other_pc = most_used(object.stores);
    record.first = unread.front();
    record.last = unread.back();
    record.count = static_cast<std::int64_t>(unread.size());
    record.total = static_cast<std::int64_t>(stored.size());
  }
  return all;
}

}  // namespace simt::checks
