#include "simt/core/threads/fibers.hpp"

#include <sanitizer/asan_interface.h>
#include <sys/mman.h>

#include <algorithm>
#include <boost/context/stack_context.hpp>
#include <cerrno>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <utility>

namespace simt::core {
namespace {

// Of a few blocks. Locals are filled before student code sees them, so what the last thread left there is of no use.
constexpr std::size_t kept_stacks = 2048;

// Gives Boost.Context a piece of the arena, which outlives the fiber.
struct ArenaStack {
  char* bottom;

  boost::context::stack_context allocate() const {
    boost::context::stack_context stack;
    stack.size = Fibers::stack_bytes;
    stack.sp = bottom + Fibers::stack_bytes;
    return stack;
  }
  void deallocate(boost::context::stack_context&) const {}
};

// What the last run leaves to the next one: to map the arena and to open its stacks takes longer than many a run.
std::mutex spare_mutex;
std::optional<StackArena> spare;

StackArena an_arena() {
  const std::lock_guard lock(spare_mutex);
  if (spare) return *std::exchange(spare, std::nullopt);
  void* const memory =
      mmap(nullptr, Fibers::arena_bytes(), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "no room for the threads' stacks");
  return {static_cast<char*>(memory), 0};
}

void give_back(const StackArena& arena) {
  const std::lock_guard lock(spare_mutex);
  if (spare) {
    munmap(arena.memory, Fibers::arena_bytes());
  } else {
    spare = arena;
  }
}

// A fiber's destructor would unwind its stack, through student code.
void drop(Fiber& fiber) { new (&fiber.handle) boost::context::fiber(); }

}  // namespace

Fibers::Fibers(std::function<void()> body) : body_(std::move(body)), arena_(an_arena()) {}

Fibers::~Fibers() {
  abandon();
  free_stacks();
  core::give_back(arena_);
}

Fiber& Fibers::take() {
  if (!idle_.empty()) {
    Fiber& fiber = *idle_.back();
    idle_.pop_back();
    return fiber;
  }
  Fiber& fiber = fibers_.emplace_back();
  fiber.number = fibers_.size() - 1;
  used_ = std::max(used_, fibers_.size());
  fiber.handle = start(fiber.number);
  return fiber;
}

boost::context::fiber Fibers::start(std::size_t number) {
  char* const bottom = stack(number);
  if (number >= arena_.opened) {
    const std::size_t guard = number < guarded_stacks ? 0 : guard_bytes;
    if (mprotect(bottom - guard, stack_bytes + guard, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
    arena_.opened = number + 1;
  }
  return boost::context::fiber(std::allocator_arg, ArenaStack{bottom}, [this](boost::context::fiber&& from) {
    left_->handle = std::move(from);
    body_();
    return boost::context::fiber();  // never reached: `body` does not end
  });
}

void Fibers::switch_to(Fiber& to) {
  Fiber& self = *running_;
  left_ = &self;
  running_ = &to;
  boost::context::fiber from = std::move(to.handle).resume();
  left_->handle = std::move(from);
}

void Fibers::abandon() {
  for (Fiber& fiber : fibers_) {
    drop(fiber);
    // Frames that never returned would stay poisoned for the next user of this memory.
    ASAN_UNPOISON_MEMORY_REGION(stack(fiber.number), stack_bytes);
  }
  fibers_.clear();
  idle_.clear();
}

void Fibers::trim() {
  if (fibers_.size() <= kept_stacks) return;
  abandon();
  free_stacks();
}

void Fibers::free_stacks() {
  if (used_ > kept_stacks) {
    madvise(stack(kept_stacks), stack(used_) - stack(kept_stacks) - guard_bytes, MADV_DONTNEED);
  }
  used_ = 0;
}

}  // namespace simt::core
