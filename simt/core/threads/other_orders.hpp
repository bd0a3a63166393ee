// The first launches of each kernel in other orders of threads, too: what is right in one order may be wrong in
// another.
//
// Each order is tried by a copy of this process (fork), which carries out that one launch, says what it found, and
// ends. So the program goes on as if nothing had been tried: the copy has memory of its own, and prints nothing. Copies
// run beside the program.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "simt/evidence.hpp"

namespace simt::core {

class OtherOrders {
 public:
  /// Of the launches of one kernel at one place in the program, only the first ones are tried: later ones do the same
  /// again.
  static constexpr int most_launches = 3;

  /// Without schedules, nothing is tried.
  explicit OtherOrders(std::vector<std::uint64_t> schedules) : schedules_(std::move(schedules)) {}
  ~OtherOrders() {
    forget();
    take();
  }
  OtherOrders(const OtherOrders&) = delete;
  OtherOrders& operator=(const OtherOrders&) = delete;

  /// A launch of the kernel called `kernel` is about to begin at `pc`. Makes the copies; they wait. Returns nothing in
  /// the original, and in a copy the schedule in which it is to carry out the launch: later, once the original knows
  /// how much work the launch is.
  std::optional<std::uint64_t> begin(std::uintptr_t pc, std::string_view kernel);

  /// In the original, the launch is over and was `work` units (core/work_limit.hpp). Copies begin, if they are needed:
  /// where this order has a mistake, the others have it as well.
  void go(bool is_needed, std::int64_t work);

  /// In a copy, whose launch is over: ends it.
  [[noreturn]] void end_copy(const std::vector<FindingRecord>& findings);

  /// In the original: waits for all copies. What they found, in the order of launches and schedules.
  std::vector<FindingInOrder> take();

  /// Ends the copies: what they find is not needed, and take() does not wait. No further ones are made. May be called
  /// in a signal handler.
  void forget();

 private:
  struct Copy {
    std::uint64_t schedule = 0;
    pid_t process = 0;
    int socket = -1;
    bool has_begun = false;
  };
  static constexpr std::size_t most_copies = 8;  ///< that run at a time

  bool make_copy(std::uint64_t schedule);
  void wait_for_oldest();
  void wait_for_work();

  std::vector<std::uint64_t> schedules_;
  std::map<std::pair<std::uintptr_t, std::string>, int> launches_;  // so far, by place and kernel
  std::vector<Copy> copies_;
  std::vector<FindingInOrder> found_;
  bool is_over_ = false;
  int to_original_ = -1;  // a copy's socket
};

}  // namespace simt::core
