// Shared by the experiments whose kernels test no claim, but are what predictions of time are held against
// (measurements/prediction.md). In the emulator most of their kernels run on a part of their data: a case's blocks,
// traffic and bytes are all larger by the same factor on a GPU.
#pragma once

#include <cuda_runtime.h>

#include <cstring>
#include <functional>
#include <string>
#include <utility>

#include "experiment.cuh"

namespace experiment {

using Expected = std::function<float(std::int64_t)>;

constexpr int THREADS = 256;

inline __device__ float component_sum(float value) { return value; }
inline __device__ float component_sum(float4 value) { return value.x + value.y + value.z + value.w; }

/// A random word's place: and it with a power of two less one.
EXPERIMENT_HOST_DEVICE inline unsigned hashed(unsigned i) {
  i = (i ^ (i >> 15)) * 0x2c1b3c6dU;
  i = (i ^ (i >> 12)) * 0x297a2d39U;
  return i ^ (i >> 15);
}

inline const Expected is_input = [](std::int64_t i) { return input(0, i); };
inline const Expected is_half = [](std::int64_t) { return 0.5F; };
inline const Expected is_untouched = [](std::int64_t) { return untouched; };

/// `untouched`, but as an integer larger by `more`.
inline float counted_up(int more) {
  float value = untouched;
  int bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  bits += more;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

inline float sum_of_inputs(std::int64_t first, std::int64_t step, std::int64_t end) {
  float sum = 0;
  for (std::int64_t i = first; i < end; i += step) sum += input(0, i);
  return sum;
}

/// A function of `index`, `untouched` behind the first `count` elements.
inline Expected first_of(std::int64_t count, Expected inner) {
  return [=, inner = std::move(inner)](std::int64_t i) { return i < count ? inner(i) : untouched; };
}

/// Adds a case; `bytes` are those that any code for its task must move.
inline void add(Group& group, const std::string& label, std::int64_t bytes, std::function<void(Buffers)> launch,
                Expected expected) {
  group.cases.push_back({label, 0, bytes, std::move(launch), std::move(expected)});
}

/// The same memory, seen as elements of another type.
template <class T>
const T* as(const float* memory) {
  return reinterpret_cast<const T*>(memory);
}
template <class T>
T* as(float* memory) {
  return reinterpret_cast<T*>(memory);
}

/// The end of a description whose cases test nothing.
inline void tests_no_claim(Experiment& described) {
  described.judge = [](const Results&) { return std::vector<Claim>{}; };
  described.notes = {"These kernels test no claim: predictions of their times are held against them."};
}

}  // namespace experiment
