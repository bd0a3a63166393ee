// The first launches of each kernel in other orders of threads, too: what is right in one order may be wrong in
// another.
//
// Each order is tried by a copy of this process (fork), which carries out that one launch, says what it found, and
// ends. So the program goes on as if nothing had been tried: the copy has memory of its own, and prints nothing. Copies
// run beside the program, and share one piece of memory with it: of its descriptors, a program may close all.
#pragma once

#include <sys/types.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
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
  ~OtherOrders();
  OtherOrders(const OtherOrders&) = delete;
  OtherOrders& operator=(const OtherOrders&) = delete;

  /// A launch of a program: the instruction, and the kernel as it is spelled there.
  struct Place {
    std::uintptr_t pc = 0;
    std::string kernel;
    auto operator<=>(const Place&) const = default;
  };

  /// A launch is about to begin. Makes the copies; they wait. Returns nothing in the original, and in a copy the
  /// schedule in which it is to carry out the launch: later, once the original knows how much work the launch is.
  std::optional<std::uint64_t> begin(const Place& place);

  /// A launch that the original has carried out.
  struct Done {
    bool is_right = false;        ///< where this order has a mistake, the others have it as well
    std::int64_t work = 0;        ///< units (core/work_limit.hpp)
    std::uintptr_t function = 0;  ///< the kernel, where the place launches what a pointer points to
  };
  /// In the original, the launch that begin() was called for is over. Copies begin, if they are needed.
  void go(const Done& done);

  /// In a copy: what is found if a signal ends it. The number of the signal is added.
  void expect_crash(const FindingRecord& finding);
  /// In a copy, whose launch is over: ends it.
  [[noreturn]] void end_copy(const std::vector<FindingRecord>& findings);

  /// In the original: waits for all copies. What they found, in the order of launches and schedules.
  std::vector<FindingInOrder> take();
  /// The first launches that were not tried, and why.
  const UntriedLaunches& untried() const { return untried_; }

  /// Ends the copies: what they find is not needed, and take() does not wait. No further ones are made. May be called
  /// in a signal handler.
  void forget();

 private:
  static constexpr std::size_t most_copies = 8;  ///< that run at a time
  /// What a copy and the original say to each other.
  struct Exchange;
  struct Copy {
    std::uint64_t schedule = 0;
    pid_t process = 0;
    Exchange* exchange = nullptr;
    bool has_begun = false;
  };

  /// The first of `most_launches` launches at one place or, where that launches what pointers point to, of one kernel.
  struct Count {
    int launches = 0;
    int needless = 0;  ///< tries that turned out to be of kernels that had been tried often enough
    std::map<std::uintptr_t, int> of_function;
    bool is_full() const;
    bool add(std::uintptr_t function);
  };
  static constexpr int most_needless = 16;

  bool may_copy();
  bool make_copy(std::uint64_t schedule);
  Exchange* free_exchange();
  void wait_for_oldest();
  void wait_for_work();
  void send_work(std::int64_t units);

  std::vector<std::uint64_t> schedules_;
  std::map<Place, Count> counts_;
  Count* count_ = nullptr;         // of the launch that runs; null: it is not tried
  Exchange* exchanges_ = nullptr;  // one for each copy; null before the first, and where there is no memory for them
  Exchange* own_ = nullptr;        // in a copy
  pid_t original_ = 0;             // a process that the program has forked has no copies
  std::vector<Copy> copies_;
  std::vector<FindingInOrder> found_;
  UntriedLaunches untried_;
  bool is_over_ = false;
};

}  // namespace simt::core
