// Reports races, and tells mistakes from habits that work: all threads store one constant; a loop around atomicCAS
// begins with a plain read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "simt/checks/observer.hpp"

namespace simt::checks {

class RaceReports {
 public:
  explicit RaceReports(const Context& context) : context_(context) {}

  /// The two accesses of a race: one that is about to happen at `address`, and an earlier one.
  struct Pair {
    const core::Site& later;
    const core::Site& earlier;
    Access access = Access::load;  ///< of the later one
    bool is_earlier_store = false;
    std::uintptr_t address = 0;
  };
  void report(const FindingRecord& finding, const Pair& pair);

  /// To be called before the next access: the store of the last report has happened by then.
  void settle() {
    if (pending_) [[unlikely]]
      compare_values();
  }

  /// The running thread is about to compare and swap a word that it has loaded at `load`, an index of Sites.
  void note_compare(std::uint32_t load) { context_.sites.all()[load].is_read_before_compare = true; }

  /// The run is over: which reads belonged to loops around atomicCAS is known.
  void end_run();

 private:
  struct Pending {
    FindingRecord finding;
    std::uintptr_t address = 0;
    std::size_t bytes = 0;
    std::array<std::byte, 16> old{};
  };
  // What the two instructions of a race store in a launch, as long as that is one value.
  struct Constant {
    std::uint64_t pc = 0, other_pc = 0;
    std::uint32_t launch = 0;
    std::array<std::byte, 16> value{};
  };
  struct FirstRead {
    FindingRecord finding;
    const core::Site* load = nullptr;
  };
  void compare_values();
  bool is_one_constant(const Pending& pending);

  Context context_;
  std::optional<Pending> pending_;  // a race of two stores
  std::vector<Constant> constants_;
  std::vector<FirstRead> reads_;  // races of a plain load and an atomic access
};

}  // namespace simt::checks
