// Lab 5's operations: arrays that come from the host's memory, are processed on the device, and may go back.
#pragma once

#include <cmath>
#include <tuple>

#include "course/operation.hpp"

namespace course::lab5_streams {

/// What labs/lab5_streams/streams.cuh calls process(), to the last bit: a multiply-add is rounded once, everywhere.
COURSE_HOST_DEVICE inline float processed(float x, std::int64_t rounds) {
  for (std::int64_t i = 0; i < rounds; ++i) x = fmaf(x, x, -1.9F);
  return x;
}

/// EMULATED_ROUND in labs/lab5_streams/streams.cuh.
inline constexpr int emulated_round = 100;

/// What the lab's operations share. A size is {n, rounds}; input 0 is n floats in the host's memory.
struct FromHost {
  static constexpr int input_count = 1;
  static constexpr int output_count = 1;
  static constexpr int input_bits = 24;

  COURSE_HOST_DEVICE static std::int64_t n(Size size) { return size.extent[0]; }
  COURSE_HOST_DEVICE static std::int64_t rounds(Size size) { return size.extent[1]; }

  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int /*buffer*/) { return n(size); }
  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size size, int /*output*/, std::int64_t index) {
    return {processed(in(0, index), rounds(size)), 0};
  }

  static double multiply_adds(Size size) {
    return static_cast<double>(n(size)) * static_cast<double>(rounds(size)) * emulated_round;
  }

  /// Over the link to the host, both ways together.
  static std::int64_t bytes_moved(Size size) { return 2 * 4 * n(size); }
};

/// Output: the input, in device memory.
struct Upload : FromHost {
  static Place place(int buffer) { return buffer == 0 ? Place::host : Place::device; }
  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size /*size*/, int /*output*/, std::int64_t index) {
    return {in(0, index), 0};
  }
  static double multiply_adds(Size /*size*/) { return 0; }
  static std::int64_t bytes_moved(Size size) { return 4 * n(size); }
};

/// Output: the processed input, in device memory.
struct Overlap : FromHost {
  static Place place(int buffer) { return buffer == 0 ? Place::host : Place::device; }
  static std::int64_t bytes_moved(Size size) { return 4 * n(size); }
};

/// Output: the processed input, in the host's memory. Scratch: n floats of the device's.
struct Pipeline : FromHost {
  static constexpr int scratch_count = 1;
  static Place place(int buffer) { return buffer == 2 ? Place::device : Place::host; }
};

/// Outputs, both in the host's memory: three durations, and the processed input. Scratch as above.
struct TimedStages : FromHost {
  static constexpr int output_count = 2;
  static constexpr std::string_view names[] = {"host_in", "host_milliseconds", "host_out", "device"};
  static constexpr int scratch_count = 1;
  static constexpr int stage_times = 0;
  COURSE_HOST_DEVICE static std::int64_t elements(Size size, int buffer) { return buffer == 1 ? 3 : n(size); }
  static Place place(int buffer) { return buffer == 3 ? Place::device : Place::host; }
  COURSE_HOST_DEVICE static Expected expected(const Inputs& in, Size size, int output, std::int64_t index) {
    if (output == stage_times) return {0, 0, Expected::Kind::measured};
    return FromHost::expected(in, size, output, index);
  }
};

/// Output: the processed input, in the host's memory.
struct ZeroCopy : FromHost {
  static Place place(int /*buffer*/) { return Place::host; }
};

/// The same, with device memory that the function asks for. At some sizes it is to launch blocks of more threads than a
/// block can have, and must return the error of that.
struct WholeProgram : ZeroCopy {
  static bool must_refuse(Size size) { return n(size) % 5 == 0; }
  /// At all other sizes at most 512, which every device can do.
  static int threads(Size size) { return must_refuse(size) ? 1056 : static_cast<int>(32 * (2 + n(size) % 15)); }
  static constexpr int refusal = 9;
  static constexpr std::string_view refusal_name = "cudaErrorInvalidConfiguration";
  static constexpr std::string_view refusal_cause = "threads is more than a block can have";
};

/// What the backends can generate inputs for and check.
using Operations = std::tuple<Upload, Overlap, TimedStages, Pipeline, ZeroCopy, WholeProgram>;

}  // namespace course::lab5_streams
