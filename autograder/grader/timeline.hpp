// What the device did when, in the emulator's virtual time, with the student's lines; and what could have overlapped.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "simt/simt.hpp"

namespace grader {

using simt::OperationKind;
using simt::Wait;

/// One operation of one stream.
struct TimelineOperation {
  OperationKind kind = OperationKind::kernel;  ///< what it is
  int stream = 0;             ///< 0 is the default stream, the others are counted in the order of their first use
  std::string label;          ///< "transpose_kernel<32>", "cudaMemcpyAsync"
  int line = 0;               ///< of the call; 0 when unknown
  std::int64_t bytes = 0;     ///< copied, filled, or moved by a kernel as far as counted
  bool is_pageable = false;   ///< a copy whose host memory is not pinned
  double start = 0, end = 0;  ///< seconds since the run began
  Wait wait = Wait::nothing;  ///< what it waited for last
  int wait_line = 0;          ///< of what it waited for; 0 when unknown or nothing
  double idle = 0;            ///< seconds that its hardware had nothing to do before it

  /// How long it took.
  double seconds() const { return end - start; }
  /// It copies between host and device.
  bool is_copy() const { return kind == OperationKind::copy_to_device || kind == OperationKind::copy_to_host; }
};

/// `lines` gives the line of a program counter. What cannot be (a runner can send anything) is left out, and all of it
/// when there is nothing but kernels and fills in the default stream.
std::vector<TimelineOperation> timeline(const std::vector<simt::OperationRecord>& records,
                                        const std::map<std::uint64_t, int>& lines);

/// What one line of the host asked the device for.
struct AskedFor {
  int line = 0;            ///< of the call; 0 when unknown
  bool is_kernel = false;  ///< else copies and fills
  int times = 0;           ///< how often
  std::string label;       ///< of the first of them, as in TimelineOperation
};

/// Lines in ascending order, those of kernels behind those of copies and fills. `lines` as for `timeline`.
std::vector<AskedFor> asked_for(const std::vector<simt::OperationRecord>& records,
                                const std::map<std::uint64_t, int>& lines);

/// What did not overlap and why, what costs most first. Empty when there is nothing to say.
/// `may_overlap` is false where the part asks for one stage after the other.
std::vector<std::string> advise_on_overlap(const std::vector<TimelineOperation>& operations, bool may_overlap = true);

/// The operation that costs most.
struct GreatestLoss {
  int line = 0;                ///< of the operation that loses; 0 when unknown
  std::string text;            ///< one clause: what it loses, and why
  bool is_pageable = false;    ///< it copies pageable memory
  bool is_gap = false;         ///< no cause is known: hardware waited here
  bool is_one_stream = false;  ///< everything is in one stream
};

/// What costs most of these; where none is known, the longest time that hardware waited. Empty when nothing did.
std::optional<GreatestLoss> greatest_loss(const std::vector<TimelineOperation>& operations, bool may_overlap = true);

}  // namespace grader
