#include "simt/core/streams/streams.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace simt::core {
namespace {

constexpr double all = 1 + 1e-9;  // shares are sums of quotients

double memory_bytes_per_second(const memory::Device& device) {
  return device.copy_bytes_per_second > 0 ? device.copy_bytes_per_second : device.dram_bytes_per_second;
}

}  // namespace

void Moment::wait_for(const Moment& other, Wait why, std::uint64_t why_pc) {
  if (over.size() < other.over.size()) over.resize(other.over.size());
  for (std::size_t i = 0; i < other.over.size(); ++i) over[i] = std::max(over[i], other.over[i]);
  if (other.time <= time) return;
  time = other.time;
  cause = why;
  pc = why_pc;
}

// ---- hardware ----

double Hardware::find(double ready, double seconds, double share) const {
  double start = ready;
  for (auto step = std::prev(load_.upper_bound(ready)); step != load_.end(); ++step) {
    const auto next = std::next(step);
    const bool is_last = next == load_.end();
    if (step->second + share > all) {
      start = next->first;  // what is taken ends: the last step is free
    } else if (is_last || next->first >= start + seconds) {
      break;
    }
  }
  return start;
}

void Hardware::take(double start, double seconds, double share, std::uint64_t pc) {
  const double end = start + seconds;
  busy_until_ = std::max(busy_until_, end);
  last_start_ = std::max(last_start_, start);
  ends_[end] = pc;
  if (seconds <= 0) return;
  const auto split = [this](double time) {
    return load_.emplace(time, std::prev(load_.upper_bound(time))->second).first;
  };
  const auto first = split(start);
  const auto last = split(end);
  for (auto step = first; step != last; ++step) step->second += share;
  // Equal neighbours become one, so that the list stays short.
  for (const auto edge : {last, first}) {
    if (edge != load_.begin() && std::prev(edge)->second == edge->second) load_.erase(edge);
  }
}

void Hardware::forget_before(double time) {
  load_.erase(load_.begin(), std::prev(load_.upper_bound(time)));
  ends_.erase(ends_.begin(), ends_.lower_bound(time));
}

std::uint64_t Hardware::pc_of_end(double time) const {
  const auto end = ends_.find(time);
  return end == ends_.end() ? 0 : end->second;
}

// ---- streams ----

Streams::Streams(const memory::Device& device) : device_(device), streams_(1) {}

StreamNumber Streams::create(bool is_blocking) {
  streams_.push_back({{}, is_blocking});
  return static_cast<StreamNumber>(streams_.size() - 1);
}

// What the next operation of `stream` has to wait for, but for the host and the hardware.
Moment Streams::ready(StreamNumber number) const {
  Moment ready = streams_[number].last;
  if (number != default_stream && streams_[number].is_blocking) {
    const Moment& last = streams_[default_stream].last;
    ready.wait_for(last, Wait::default_stream, last.pc);
  }
  for (std::size_t i = 1; number == default_stream && i < streams_.size(); ++i) {
    const Moment& last = streams_[i].last;
    if (streams_[i].is_blocking) ready.wait_for(last, Wait::default_stream, last.pc);
  }
  return ready;
}

// With all of them.
double Streams::seconds_of_multiprocessors(const Work& work) const {
  return std::max(static_cast<double>(work.device_bytes) / memory_bytes_per_second(device_),
                  work.multiply_adds / device_.multiply_adds_per_second());
}

double Streams::seconds_for(const Operation& operation) const {
  const auto bytes = static_cast<double>(operation.bytes);
  const double memory = memory_bytes_per_second(device_);
  switch (operation.kind) {
    case OperationKind::kernel: {
      const auto over_link = static_cast<double>(std::max(operation.work.from_host, operation.work.to_host));
      return std::max(seconds_of_multiprocessors(operation.work) / operation.share,
                      over_link / device_.pinned_bytes_per_second);
    }
    case OperationKind::copy_to_device:
    case OperationKind::copy_to_host:
      return bytes / (operation.is_pageable ? device_.pageable_bytes_per_second : device_.pinned_bytes_per_second);
    case OperationKind::copy_on_device:
      return 2 * bytes / memory;  // read and written
    case OperationKind::fill:
      return bytes / memory;
    case OperationKind::host_function:
      break;
  }
  return 0;
}

Hardware* Streams::hardware_for(OperationKind kind) {
  switch (kind) {
    case OperationKind::copy_to_device:
      return &to_device_;
    case OperationKind::copy_to_host:
      return device_.copy_engines == 1 ? &to_device_ : &to_host_;
    case OperationKind::host_function:
      return nullptr;
    case OperationKind::kernel:
    case OperationKind::copy_on_device:
    case OperationKind::fill:
      break;
  }
  return &multiprocessors_;
}

Streams::Issued Streams::issue(const Operation& operation) {
  Stream& stream = streams_[operation.stream];
  if (std::exchange(has_waited_, false)) ++host_waits_;
  is_polling_ = false;
  host_.time += device_.launch_seconds;
  Moment begin = ready(operation.stream);
  const double seconds = seconds_for(operation);
  Hardware* const hardware = hardware_for(operation.kind);
  const double busy_until = hardware == nullptr ? 0 : hardware->busy_until();
  // The host is the cause only when it was held while the hardware had nothing to do.
  const bool was_held = host_held_until_ > busy_until && host_held_until_ > 0;
  begin.wait_for(host_, was_held ? host_.cause : Wait::nothing, was_held ? host_.pc : 0);
  if (hardware != nullptr) {
    hardware->forget_before(host_.time);
    const bool is_in_order = device_.copy_engines == 1 && hardware == &to_device_;
    const double from = is_in_order ? std::max(begin.time, hardware->last_start()) : begin.time;
    Moment free;
    free.time = hardware->find(from, seconds, operation.share);
    begin.wait_for(free, Wait::hardware, hardware->pc_of_end(free.time));
    hardware->take(begin.time, seconds, operation.share, operation.pc);
  }
  const double idle = busy_until > 0 ? std::max(0.0, begin.time - busy_until) : 0;

  Issued issued{{operation.stream, 0}, begin};
  Moment& last = stream.last;
  last = begin;
  if (last.over.size() <= operation.stream) last.over.resize(operation.stream + 1);
  issued.ticket.number = ++last.over[operation.stream];
  last.time = begin.time + seconds;
  last.cause = Wait::own_stream;
  last.pc = operation.pc;
  keep(operation, begin, last.time, idle);

  if (operation.holds_host) {
    synchronize(last, operation.pc);
    host_.cause = operation.is_pageable ? Wait::pageable_copy : Wait::blocking_copy;
  } else if (operation.is_pageable) {
    Moment staged;
    // What is on its way to the device has left the host's memory, but may not have arrived.
    if (operation.kind == OperationKind::copy_to_host) staged = last;
    staged.time = last.time;
    synchronize(staged, operation.pc);
    host_.cause = Wait::pageable_copy;
  }
  return issued;
}

void Streams::keep(const Operation& operation, const Moment& begin, double end, double idle) {
  if (operations_.size() == most_operations) return;
  OperationRecord& record = operations_.emplace_back();
  record.kind = operation.kind;
  record.wait = begin.cause;
  record.is_pageable = operation.is_pageable;
  record.stream = operation.stream;
  record.pc = operation.pc;
  record.wait_pc = begin.pc;
  record.bytes = operation.kind == OperationKind::kernel ? operation.work.bytes() : operation.bytes;
  if (operation.kind == OperationKind::kernel) record.work = seconds_of_multiprocessors(operation.work);
  record.start = begin.time;
  record.end = end;
  record.idle = idle;
  operation.label.copy(record.label, sizeof record.label - 1);
}

void Streams::begin_time() {
  if (operations_.empty()) host_.time = 0;
}

Moment Streams::record(StreamNumber stream) {
  Moment now = ready(stream);
  now.wait_for(host_, Wait::nothing, 0);
  return now;
}

void Streams::wait(StreamNumber stream, const Moment& event, std::uint64_t pc) {
  streams_[stream].last.wait_for(event, Wait::event, pc);
}

bool Streams::has_news(const Moment& event) const {
  for (std::size_t i = 0; i < event.over.size(); ++i) {
    if (event.over[i] > (i < host_.over.size() ? host_.over[i] : 0)) return true;
  }
  return false;
}

void Streams::synchronize(const Moment& event, std::uint64_t pc) {
  has_waited_ = has_waited_ || has_news(event);
  host_.wait_for(event, Wait::synchronized, pc);
  if (host_.time == event.time) host_held_until_ = event.time;
}

void Streams::synchronize_all(std::uint64_t pc) {
  for (const Stream& stream : streams_) synchronize(stream.last, pc);
}

bool Streams::is_over(const Moment& event) {
  if (event.time > host_.time) {
    host_.time += device_.launch_seconds > 0 ? device_.launch_seconds : event.time - host_.time;
    is_polling_ = true;
    return false;
  }
  // The answer before was no, and since then the host has asked for nothing else: that is a wait.
  has_waited_ = has_waited_ || (is_polling_ && has_news(event));
  host_.wait_for(event, Wait::synchronized, 0);
  return true;
}

}  // namespace simt::core
