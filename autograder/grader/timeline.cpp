#include "grader/timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace grader {
namespace {

using Operations = std::vector<TimelineOperation>;

bool is_possible(const simt::OperationRecord& record) {
  const auto is_time = [](double seconds) { return std::isfinite(seconds) && seconds >= 0; };
  return record.kind <= OperationKind::host_function && record.wait <= Wait::blocking_copy && record.bytes >= 0 &&
         record.stream <= 1'000'000 && is_time(record.start) && is_time(record.idle) && is_time(record.end) &&
         record.end >= record.start;
}

bool is_worth_telling(const TimelineOperation& operation) { return operation.stream != 0 || operation.is_copy(); }

std::string size_text(std::int64_t bytes) {
  if (bytes >= 1 << 20) return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1 << 20));
  if (bytes >= 1 << 10) return fmt::format("{:.1f} KiB", static_cast<double>(bytes) / (1 << 10));
  return fmt::format("{} bytes", bytes);
}

std::string at_line(int line) { return line > 0 ? fmt::format("line {}", line) : "an unknown line"; }

/// A sentence, and the seconds that the hardware lost by what it says.
struct Loss {
  double seconds = 0;
  std::string text;
  int line = 0;
  bool is_pageable = false;
  bool is_one_stream = false;
};

// --- causes that the host or the streams are ---

std::string words(Wait wait, int line, int wait_line) {
  const std::string here = at_line(line), there = at_line(wait_line);
  switch (wait) {
    case Wait::default_stream:
      return fmt::format(
          "{} waits for {}, since one of them is in the default stream, which waits for all others and they for it: "
          "give every operation a stream, or make the streams with cudaStreamNonBlocking",
          here, there);
    case Wait::synchronized:
      return fmt::format(
          "{} begins only after the host has waited at {}: ask for all chunks first and wait once, at the end", here,
          there);
    case Wait::blocking_copy:
      return fmt::format(
          "{} begins only after the copy at {}, which holds the host: cudaMemcpyAsync in a stream lets it go on", here,
          there);
    default:
      return "";
  }
}

std::vector<Loss> losses_by_waiting(const Operations& operations) {
  std::map<std::tuple<Wait, int, int>, double> seconds;
  for (const TimelineOperation& operation : operations) {
    if (operation.idle > 0) seconds[{operation.wait, operation.line, operation.wait_line}] += operation.idle;
  }
  std::vector<Loss> losses;
  for (const auto& [key, lost] : seconds) {
    const auto& [wait, line, wait_line] = key;
    if (std::string text = words(wait, line, wait_line); !text.empty()) {
      const bool is_other_to_blame = wait == Wait::blocking_copy || wait == Wait::synchronized;
      losses.push_back({lost, std::move(text), is_other_to_blame && wait_line != 0 ? wait_line : line});
    }
  }
  return losses;
}

// --- pageable memory ---

std::vector<Loss> losses_by_pageable_memory(const Operations& operations) {
  struct Sum {
    std::int64_t bytes = 0;
    double seconds = 0;
  };
  std::map<int, Sum> by_line;
  for (const TimelineOperation& operation : operations) {
    if (!operation.is_pageable) continue;
    by_line[operation.line].bytes += operation.bytes;
    by_line[operation.line].seconds += operation.seconds();
  }
  std::vector<Loss> losses;
  for (const auto& [line, sum] : by_line) {
    losses.push_back({sum.seconds,
                      fmt::format("{} copies {} of pageable memory, which holds the host and overlaps "
                                  "nothing: pinned memory (cudaHostRegister, cudaMallocHost) is copied "
                                  "faster, and by cudaMemcpyAsync while the host goes on",
                                  at_line(line), size_text(sum.bytes)),
                      line, /*is_pageable=*/true});
  }
  return losses;
}

// --- one engine ---

// A copy one way that waits for one the other way: only where both share an engine.
std::vector<Loss> losses_by_one_engine(const Operations& operations) {
  for (const TimelineOperation& operation : operations) {
    if (!operation.is_copy() || operation.wait != Wait::hardware) continue;
    const auto holder = std::find_if(operations.begin(), operations.end(), [&](const TimelineOperation& other) {
      return other.is_copy() && other.kind != operation.kind && other.end == operation.start;
    });
    if (holder == operations.end()) continue;
    return {{operation.seconds(),
             fmt::format("{} waits for {}: this device has one copy engine for both directions, which takes copies in "
                         "the order they were asked for; ask for all copies to the device before those back",
                         at_line(operation.line), at_line(holder->line)),
             operation.line}};
  }
  return {};
}

// --- too few streams or chunks ---

template <class Holds>
Operations those(const Operations& operations, const Holds& holds) {
  Operations kept;
  std::copy_if(operations.begin(), operations.end(), std::back_inserter(kept), holds);
  return kept;
}

double sum_of_seconds(const Operations& operations) {
  double sum = 0;
  for (const TimelineOperation& operation : operations) sum += operation.seconds();
  return sum;
}

std::vector<Loss> losses_by_one_stream(const Operations& operations) {
  const Operations copies = those(operations, [](const TimelineOperation& one) { return one.is_copy(); });
  const Operations kernels =
      those(operations, [](const TimelineOperation& one) { return one.kind == OperationKind::kernel; });
  std::set<int> streams;
  for (const Operations* some : {&copies, &kernels}) {
    for (const TimelineOperation& one : *some) streams.insert(one.stream);
  }
  if (copies.empty() || kernels.empty() || streams.size() > 1) return {};
  // At best the shorter of the two hides behind the longer.
  const double lost = std::min(sum_of_seconds(copies), sum_of_seconds(kernels));
  const bool is_default = *streams.begin() == 0;
  const std::string where = is_default ? "the default stream" : fmt::format("stream {}", *streams.begin());
  if (kernels.size() == 1) {
    return {{lost,
             fmt::format("there is one chunk only, in {}: cut the work into chunks and give neighbouring ones "
                         "different streams, so that one is copied while another is computed",
                         where),
             kernels.front().line}};
  }
  return {{lost,
           fmt::format("all copies and kernels are in {}, one after the other: give neighbouring chunks "
                       "different streams, so that one is copied while another is computed",
                       where),
           kernels.front().line, false, true}};
}

}  // namespace

std::vector<AskedFor> asked_for(const std::vector<simt::OperationRecord>& records,
                                const std::map<std::uint64_t, int>& lines) {
  std::map<std::pair<bool, int>, AskedFor> by_line;
  for (const simt::OperationRecord& record : records) {
    if (!is_possible(record) || record.kind == OperationKind::host_function) continue;
    const auto found = lines.find(record.pc);
    const int line = found == lines.end() ? 0 : found->second;
    const bool is_kernel = record.kind == OperationKind::kernel;
    AskedFor& one = by_line[{is_kernel, line}];
    if (one.times == 0)
      one = {line, is_kernel, 0, std::string(record.label, strnlen(record.label, sizeof record.label))};
    ++one.times;
  }
  std::vector<AskedFor> all;
  for (auto& [key, one] : by_line) all.push_back(std::move(one));
  return all;
}

Operations timeline(const std::vector<simt::OperationRecord>& records, const std::map<std::uint64_t, int>& lines) {
  const auto line_of = [&](std::uint64_t pc) {
    const auto found = lines.find(pc);
    return found == lines.end() ? 0 : found->second;
  };
  Operations operations;
  for (const simt::OperationRecord& record : records) {
    if (!is_possible(record)) continue;
    TimelineOperation& operation = operations.emplace_back();
    operation.kind = record.kind;
    operation.stream = static_cast<int>(record.stream);
    operation.label.assign(record.label, strnlen(record.label, sizeof record.label));
    operation.line = line_of(record.pc);
    operation.bytes = record.bytes;
    operation.is_pageable = record.is_pageable;
    operation.start = record.start;
    operation.end = record.end;
    operation.wait = record.wait;
    operation.wait_line = line_of(record.wait_pc);
    operation.idle = record.idle;
  }
  if (std::none_of(operations.begin(), operations.end(), is_worth_telling)) operations.clear();
  return operations;
}

namespace {

std::vector<Loss> losses_of(const Operations& operations, bool may_overlap) {
  std::vector<Loss> losses;
  for (const auto& find : {losses_by_pageable_memory, losses_by_waiting, losses_by_one_engine, losses_by_one_stream}) {
    if (!may_overlap && find == losses_by_one_stream) continue;
    std::vector<Loss> found = find(operations);
    losses.insert(losses.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
  }
  std::stable_sort(losses.begin(), losses.end(), [](const Loss& a, const Loss& b) { return a.seconds > b.seconds; });
  return losses;
}

/// Where nothing else is known: what hardware waited for longest, although nothing kept it busy.
std::optional<GreatestLoss> longest_gap(const Operations& operations) {
  const auto longest = std::max_element(operations.begin(), operations.end(),
                                        [](const auto& a, const auto& b) { return a.idle < b.idle; });
  if (longest == operations.end() || longest->idle <= 0 || longest->wait_line == 0) return std::nullopt;
  const std::string_view by = longest->wait == Wait::event        ? ", by cudaStreamWaitEvent"
                              : longest->wait == Wait::own_stream ? ", the operation before it in its stream"
                                                                  : "";
  return GreatestLoss{longest->line,
                      fmt::format("{} waits for {}{}, and its hardware has nothing to do meanwhile",
                                  at_line(longest->line), at_line(longest->wait_line), by),
                      /*is_pageable=*/false, /*is_gap=*/true};
}

}  // namespace

std::vector<std::string> advise_on_overlap(const Operations& operations, bool may_overlap) {
  std::vector<std::string> advice;
  for (Loss& loss : losses_of(operations, may_overlap)) advice.push_back(std::move(loss.text));
  return advice;
}

std::optional<GreatestLoss> greatest_loss(const Operations& operations, bool may_overlap) {
  std::vector<Loss> losses = losses_of(operations, may_overlap);
  if (losses.empty()) return may_overlap ? longest_gap(operations) : std::nullopt;
  Loss& loss = losses.front();
  return GreatestLoss{loss.line, std::move(loss.text), loss.is_pageable, false, loss.is_one_stream};
}

}  // namespace grader
