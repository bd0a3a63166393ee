// How often the lanes of a warp carry out each piece of a kernel. A warp carries a piece out as often as that of its
// lanes that does it most often: this is right unless lanes do it in different rounds of a loop, which is too few then.
#pragma once

#include <algorithm>
#include <cstdint>

#include "simt/memory/instructions.hpp"

namespace simt::core {

/// One piece of code. Student code has such variables, and counts `times` (simt/instrument/instructions.cpp, which
/// knows the order of the members).
struct CountedCode {
  std::uint64_t turn = 0;  ///< in which it was carried out last; see simt_turn
  std::int64_t times = 0;  ///< in that turn
  std::int64_t most = 0;   ///< of a lane in this phase of its warp
  std::uint64_t phase = 0;
  CountedCode* next = nullptr;
  memory::CodeCost cost;
};

/// The pieces that have been carried out in a launch. In a phase, each lane of a warp goes on once.
class CodeCounts {
 public:
  /// Lane `lane`, a bit, of warp `warp` goes on.
  void go_on(std::uint32_t warp, std::uint32_t lane) {
    if (warp != warp_ || (lanes_ & lane) != 0) {
      ++phase_;
      lanes_ = 0;
      warp_ = warp;
    }
    lanes_ |= lane;
  }

  /// The running lane comes to `code` for the first time since it went on. `execute(cost, times)` is called for what a
  /// phase before this one did.
  template <class Execute>
  void begin(CountedCode& code, std::uint64_t turn, Execute&& execute) {
    if (code.next == nullptr) {
      code.times = code.most = 0;                      // what host code counted
      code.next = first_ != nullptr ? first_ : &code;  // the last one is followed by itself
      first_ = &code;
    }
    end_turn(code);
    if (code.phase != phase_) end_phase(code, execute);
    code.phase = phase_;
    code.turn = turn;
  }

  /// The launch has ended.
  template <class Execute>
  void end(Execute&& execute) {
    for (CountedCode* code = first_; code != nullptr;) {
      CountedCode* const next = code->next;
      end_turn(*code);
      end_phase(*code, execute);
      code->next = nullptr;
      code->turn = 0;
      code = next != code ? next : nullptr;
    }
    first_ = nullptr;
  }

 private:
  static void end_turn(CountedCode& code) {
    code.most = std::max(code.most, code.times);
    code.times = 0;
  }
  template <class Execute>
  static void end_phase(CountedCode& code, Execute& execute) {
    if (code.most > 0) execute(code.cost, code.most);
    code.most = 0;
  }

  CountedCode* first_ = nullptr;
  std::uint64_t phase_ = 1;
  std::uint32_t warp_ = 0;
  std::uint32_t lanes_ = 0;
};

}  // namespace simt::core

extern "C" {
/// A number that changes whenever another thread goes on; never 0 then.
extern std::uint64_t simt_turn;
}
