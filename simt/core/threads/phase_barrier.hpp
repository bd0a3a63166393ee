// A barrier that is eight bytes of memory (cuda::barrier): threads arrive at it, and its phase is over when as many
// have as it expects.
#pragma once

#include <cstdint>

namespace simt::core {

class PhaseBarrier {
 public:
  /// At most 2²⁰ − 1 arrivals a phase, as on hardware.
  explicit PhaseBarrier(std::uint32_t expected) : expected_(expected), missing_(expected), phase_(0) {}
  explicit PhaseBarrier(std::uint64_t bits)
      : expected_(bits & most), missing_(bits >> 20 & most), phase_(static_cast<std::uint32_t>(bits >> 40)) {}
  std::uint64_t bits() const { return expected_ | missing_ << 20 | std::uint64_t{phase_} << 40; }

  /// Phases that are over, modulo 2²⁴.
  std::uint32_t phase() const { return phase_; }
  /// From the next phase on, one fewer is expected.
  void expect_one_less() { expected_ = (expected_ - 1) & most; }
  /// More arrivals than are missing wrap around; programs must not rely on it.
  void arrive(std::uint32_t count) {
    missing_ = (missing_ - count) & most;
    if (missing_ != 0) return;
    missing_ = expected_;
    phase_ = (phase_ + 1) & 0xffffff;
  }

 private:
  static constexpr std::uint64_t most = (1 << 20) - 1;
  std::uint64_t expected_, missing_;
  std::uint32_t phase_;
};

}  // namespace simt::core
