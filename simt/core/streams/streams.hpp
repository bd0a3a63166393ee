// Streams and events in virtual time: when each operation would run on the device described, and what is ordered
// before what. Nothing is carried out here; operations are passed in the order in which the host issues them.
//
// The model. The host needs Device::launch_seconds to ask for an operation, and is held by copies that are not
// asynchronous and by those of pageable memory. Operations of one stream run in order. The legacy default stream
// waits for all blocking streams, and they for it (CUDA C++ Programming Guide, "Default Stream"). Copies run on one
// engine for each direction, or one for both, which then takes them in the order they were asked for. A kernel with
// fewer blocks than the device has multiprocessors takes that share of the device and of its memory's bandwidth;
// kernels run side by side when their shares fit. A kernel takes as long as the slowest of these: its counted bytes at
// the rate of the best copy; those of them that are in the host's memory, each way, at that of a pinned copy (the copy
// engines are not used for that, and stay free); its counted arithmetic at the rate of multiply-adds.
// Copies within the device, and fills, take all of it.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string_view>
#include <vector>

#include "simt/evidence.hpp"
#include "simt/memory/device.hpp"

namespace simt::core {

using StreamNumber = std::uint32_t;
inline constexpr StreamNumber default_stream = 0;

/// How far a stream, an event or the host has come.
struct Moment {
  double time = 0;                  ///< seconds
  std::vector<std::uint64_t> over;  ///< by stream: how many of its operations are over
  Wait cause = Wait::nothing;       ///< what `time` was waited for,
  std::uint64_t pc = 0;             ///< and the call that asked for that

  /// Makes this no earlier than `other`.
  void wait_for(const Moment& other, Wait why, std::uint64_t why_pc);
};

/// Names an operation: the `number`-th of `stream`, from 1.
struct Ticket {
  StreamNumber stream = default_stream;
  std::uint64_t number = 0;

  bool is_over_at(const Moment& moment) const { return stream < moment.over.size() && moment.over[stream] >= number; }
};

/// What a kernel does, as far as that was counted.
struct Work {
  std::int64_t device_bytes = 0;  ///< read and written in the device's memory
  std::int64_t from_host = 0;     ///< bytes read from the host's memory
  std::int64_t to_host = 0;       ///< bytes written to it
  double multiply_adds = 0;

  std::int64_t bytes() const { return device_bytes + from_host + to_host; }
  Work operator-(const Work& earlier) const {
    return {device_bytes - earlier.device_bytes, from_host - earlier.from_host, to_host - earlier.to_host,
            multiply_adds - earlier.multiply_adds};
  }
};

/// What the host asks for.
struct Operation {
  OperationKind kind = OperationKind::kernel;
  StreamNumber stream = default_stream;
  std::int64_t bytes = 0;    ///< copied or filled
  Work work = {};            ///< of a kernel
  double share = 1;          ///< of the device, for a kernel; in (0, 1]
  bool is_pageable = false;  ///< a copy whose host memory is not pinned
  bool holds_host = false;   ///< a copy that is not asynchronous
  std::uint64_t pc = 0;
  std::string_view label;
};

/// One engine, or the multiprocessors: how much of it is in use at which time.
class Hardware {
 public:
  /// The first time from `ready` on when `share` of it is free for `seconds`.
  double find(double ready, double seconds, double share) const;
  void take(double start, double seconds, double share, std::uint64_t pc);
  /// Nothing will be asked for before `time`.
  void forget_before(double time);
  /// When the last operation so far ends; 0 when there was none.
  double busy_until() const { return busy_until_; }
  double last_start() const { return last_start_; }
  /// Of the call whose operation ended at `time`; 0 when none did.
  std::uint64_t pc_of_end(double time) const;

 private:
  std::map<double, double> load_{{0.0, 0.0}};  // from this time on, until the next
  std::map<double, std::uint64_t> ends_;
  double busy_until_ = 0;
  double last_start_ = 0;
};

class Streams {
 public:
  explicit Streams(const memory::Device& device);

  /// A new stream. One that is not blocking and the default stream do not wait for each other.
  StreamNumber create(bool is_blocking);
  /// True once there is another stream than the default one.
  bool are_used() const { return streams_.size() > 1; }

  struct Issued {
    Ticket ticket;
    Moment before;  ///< what is over when it begins
  };
  Issued issue(const Operation& operation);

  /// The host does something else for that long.
  void hold_host(double seconds) { host_.time += seconds; }
  /// Time begins now, if nothing has been asked for yet.
  void begin_time();

  /// The state that an event recorded now stands for.
  Moment record(StreamNumber stream);
  /// Later operations of `stream` wait for `event`.
  void wait(StreamNumber stream, const Moment& event, std::uint64_t pc);

  // The host waits.
  void synchronize(const Moment& event, std::uint64_t pc);
  void synchronize(StreamNumber stream, std::uint64_t pc) { synchronize(record(stream), pc); }
  void synchronize_all(std::uint64_t pc);
  /// True when the host may know that `event` is over. A query takes time, so that a polling loop ends.
  bool is_over(const Moment& event);
  bool is_over(StreamNumber stream) { return is_over(record(stream)); }

  const Moment& host() const { return host_; }
  const std::deque<OperationRecord>& operations() const { return operations_; }
  /// How often the host waited for operations, and then asked for another one.
  std::uint32_t host_waits() const { return host_waits_; }

 private:
  struct Stream {
    Moment last;  // what its next operation waits for, whatever the host does
    bool is_blocking = true;
  };

  Moment ready(StreamNumber stream) const;
  /// Whether operations are over at `event` of which the host did not know that.
  bool has_news(const Moment& event) const;
  double seconds_of_multiprocessors(const Work& work) const;
  double seconds_for(const Operation& operation) const;
  Hardware* hardware_for(OperationKind kind);
  void keep(const Operation& operation, const Moment& begin, double end, double idle);

  memory::Device device_;
  std::vector<Stream> streams_;
  Moment host_;
  double host_held_until_ = 0;
  bool has_waited_ = false;  // the host, for an operation, since the last one was asked for
  bool is_polling_ = false;  // since then it has asked whether something is over, and the answer was no
  std::uint32_t host_waits_ = 0;
  Hardware multiprocessors_, to_device_, to_host_;
  std::deque<OperationRecord> operations_;
};

}  // namespace simt::core
