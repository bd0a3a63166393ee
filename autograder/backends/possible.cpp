#include "backends/possible.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <type_traits>

namespace backends {
namespace {

using Counts = std::initializer_list<std::int64_t>;

bool are_counts(Counts values) {
  return std::all_of(values.begin(), values.end(), [](std::int64_t one) { return one >= 0 && one <= most_counted; });
}

/// Counts with a sign: differences, and places before the start of something.
bool are_places(Counts values) {
  return std::all_of(values.begin(), values.end(),
                     [](std::int64_t one) { return one >= -most_counted && one <= most_counted; });
}

/// Seconds, shares and counts in floating point.
template <class Values>
bool are_amounts(const Values& values) {
  constexpr double most = 1e18;
  return std::all_of(std::begin(values), std::end(values), [](double one) { return one >= 0 && one <= most; });
}
bool are_amounts(std::initializer_list<double> values) { return are_amounts<std::initializer_list<double>>(values); }

/// A byte of another value than these two is no bool, and may not even be looked at as one.
bool is_bool(const bool& value) {
  unsigned char byte;
  std::memcpy(&byte, &value, sizeof byte);
  return byte <= 1;
}

template <class Enum>
bool is_up_to(Enum value, Enum last) {
  static_assert(std::is_unsigned_v<std::underlying_type_t<Enum>>);
  return value <= last;
}

bool is_possible(simt::Memory memory) { return is_up_to(memory, simt::Memory::unknown); }

bool is_possible(const simt::memory::LevelBytes& levels) {
  return are_counts({levels.l1_read, levels.l2_read, levels.dram_read, levels.dram_written, levels.dram_fetched,
                     levels.dram_read_again});
}

bool is_possible(const simt::SiteTraffic& site) {
  return is_up_to(site.space, simt::Space::constant) && is_up_to(site.access, simt::Access::atomic) &&
         are_counts({site.requests, site.sectors, site.host_sectors, site.ideal_sectors, site.update_sectors,
                     site.wavefronts, site.conflicts, site.narrow_wavefronts, site.narrow_lanes, site.transactions,
                     site.transaction_bytes, site.worst}) &&
         site.conflicts <= site.wavefronts && is_possible(site.levels);
}

bool is_possible(const simt::FindingRecord& finding) {
  return is_up_to(finding.kind, simt::FindingKind::trapped) && is_up_to(finding.access, simt::Access::atomic) &&
         is_up_to(finding.space, simt::Space::constant) && is_up_to(finding.missing, simt::Missing::atomic_update) &&
         is_possible(finding.memory) && is_up_to(finding.detail, simt::Detail::stores_undefined) &&
         is_bool(finding.in_one_warp) && is_bool(finding.other_stores) && is_bool(finding.is_taken) &&
         are_counts({finding.count});
}

bool is_possible(const simt::OperationRecord& operation) {
  return is_up_to(operation.kind, simt::OperationKind::host_function) &&
         is_up_to(operation.wait, simt::Wait::blocking_copy) && is_bool(operation.is_pageable) &&
         are_counts({operation.bytes}) &&
         are_amounts({operation.start, operation.end, operation.work, operation.idle}) &&
         operation.end >= operation.start;
}

bool is_possible(const simt::LoadedWords& loaded) {
  return is_possible(loaded.memory) && are_counts({loaded.count}) && are_places({loaded.first, loaded.last});
}

bool is_possible(const simt::HistoryRecord& history) {
  return is_up_to(history.kind, simt::HistoryKind::last_words_unread) && history.loads <= std::size(history.loaded) &&
         are_counts({history.count, history.threads, history.most_stores, history.storing_blocks, history.idle_blocks,
                     history.last_thread, history.stores, history.repeated, history.repeated_in_block, history.runs,
                     history.lost, history.total, history.ended}) &&
         are_places({history.first, history.last, history.repeated_at, history.distance, history.step}) &&
         std::all_of(std::begin(history.loaded), std::end(history.loaded),
                     [](const simt::LoadedWords& one) { return is_possible(one); });
}

}  // namespace

bool is_possible(const runner::Reply& reply) {
  constexpr std::uint32_t all_left =
      runner::left_window | runner::left_limit | runner::left_lines | runner::left_memory;
  const auto is_arithmetic = [](const simt::ArithmeticSite& site) { return are_amounts({site.lanes}); };
  return is_up_to(reply.status, runner::Status::still_running) &&
         is_up_to(reply.phase, runner::Phase::host_code_or_kernel) && std::isfinite(reply.event_seconds) &&
         reply.left <= all_left && reply.work >= 0 &&
         are_counts({reply.host_written, reply.strong_accesses, reply.local_bytes, reply.local_wavefronts,
                     reply.last_launch.threads_per_block, reply.last_launch.shared_bytes_per_block,
                     reply.last_launch.registers_per_thread}) &&
         are_amounts({reply.partition_camping, reply.busiest_block, reply.kept_by_blocks, reply.around_launches,
                      reply.past_textures, reply.issued_multiply_adds, reply.estimated_seconds,
                      reply.prediction.seconds}) &&
         are_amounts(reply.prediction.bound_seconds) &&
         std::all_of(reply.busiest_arithmetic.begin(), reply.busiest_arithmetic.end(), is_arithmetic);
}

bool is_possible(const runner::Record& record) {
  switch (record.kind) {
    case runner::RecordKind::traffic:
      return is_possible(record.traffic);
    case runner::RecordKind::finding:
      return is_possible(record.finding);
    case runner::RecordKind::operation:
      return is_possible(record.operation);
    case runner::RecordKind::history:
      return is_possible(record.history);
  }
  return false;
}

}  // namespace backends
