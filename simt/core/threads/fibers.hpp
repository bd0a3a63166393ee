// Stacks to run CUDA threads on, and switching between them. Knows nothing of blocks and barriers.
#pragma once

#include <boost/context/fiber.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

namespace simt::core {

/// One stack; or, as `Fibers::host()`, the stack that everything began on.
struct Fiber {
  boost::context::fiber handle;  ///< where it goes on; empty while it runs
  std::size_t number = 0;
};

/// Addresses for all stacks.
struct StackArena {
  char* memory = nullptr;
  std::size_t opened = 0;  ///< stacks that can be used; the others are protected
};

/// Fibers all run the same endless function. A fiber that has nothing to do gives itself back and switches away.
class Fibers {
 public:
  /// No more than this many at a time: the threads that can be resident on the device, one fiber that still looks for
  /// work, and those of threads that never go on. Memory is only taken for those that run.
  static constexpr std::size_t capacity = 132 * 2048 + 1 + 8192;
  static constexpr std::size_t stack_bytes = std::size_t{256} << 10;

  explicit Fibers(std::function<void()> body);
  ~Fibers();
  Fibers(const Fibers&) = delete;
  Fibers& operator=(const Fibers&) = delete;

  Fiber& host() { return host_; }
  Fiber& running() { return *running_; }

  /// A fiber that is not in use: it starts `body`, or goes on where it gave itself back.
  Fiber& take();
  void give_back(Fiber& fiber) { idle_.push_back(&fiber); }

  /// Goes on with `to`; returns when a fiber switches back.
  void switch_to(Fiber& to);

  /// From the host: no fiber goes on where it was. Their frames are dropped, not unwound: student code's
  /// destructors do not run in a kernel that died.
  void abandon();

  /// From the host, when no thread is left: keeps no more fibers than a few blocks need.
  void trim();

  /// Where the running fiber's stack begins: `stack_bytes` bytes. It is not the host.
  std::uintptr_t running_stack() const { return reinterpret_cast<std::uintptr_t>(stack(running_->number)); }

  /// All stacks are in one range of addresses.
  const void* arena() const { return arena_.memory; }
  static constexpr std::size_t arena_bytes();

 private:
  boost::context::fiber start(std::size_t number);
  /// Gives the memory of all stacks back that were used since the last time, but for the first ones, which every run
  /// needs.
  void free_stacks();
  char* stack(std::size_t number) const;

  std::function<void()> body_;
  StackArena arena_;
  Fiber host_;
  Fiber* running_ = &host_;
  Fiber* left_ = nullptr;  // the fiber that switched to the running one
  std::deque<Fiber> fibers_;
  std::size_t used_ = 0;  // stacks whose memory was taken
  std::vector<Fiber*> idle_;
};

// A protected page ends each stack: only of the first ones, because a process may have 65530 mappings.
inline constexpr std::size_t guard_bytes = 4096;
inline constexpr std::size_t guarded_stacks = 8192;
constexpr std::size_t Fibers::arena_bytes() { return capacity * (stack_bytes + guard_bytes); }
inline char* Fibers::stack(std::size_t number) const {
  return arena_.memory + number * (stack_bytes + guard_bytes) + guard_bytes;
}

}  // namespace simt::core
