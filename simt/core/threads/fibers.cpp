#include "simt/core/threads/fibers.hpp"

#include <sanitizer/asan_interface.h>
#include <sys/mman.h>

#include <boost/context/stack_context.hpp>
#include <cerrno>
#include <memory>
#include <new>
#include <system_error>

namespace simt::core {
namespace {

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

// A fiber's destructor would unwind its stack, through student code.
void drop(Fiber& fiber) { new (&fiber.handle) boost::context::fiber(); }

}  // namespace

Fibers::Fibers(std::function<void()> body) : body_(std::move(body)) {
  void* const arena = mmap(nullptr, arena_bytes(), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (arena == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "no room for the threads' stacks");
  arena_ = static_cast<char*>(arena);
}

Fibers::~Fibers() {
  abandon();
  munmap(arena_, arena_bytes());
}

Fiber& Fibers::take() {
  if (!idle_.empty()) {
    Fiber& fiber = *idle_.back();
    idle_.pop_back();
    return fiber;
  }
  Fiber& fiber = fibers_.emplace_back();
  fiber.number = fibers_.size() - 1;
  fiber.handle = start(fiber.number);
  return fiber;
}

boost::context::fiber Fibers::start(std::size_t number) {
  char* const bottom = stack(number);
  const std::size_t guard = number < guarded_stacks ? 0 : guard_bytes;
  if (mprotect(bottom - guard, stack_bytes + guard, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
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
  constexpr std::size_t kept = 1025;
  if (fibers_.size() <= kept) return;
  const std::size_t used = fibers_.size();
  abandon();
  madvise(stack(kept), stack(used) - stack(kept) - guard_bytes, MADV_DONTNEED);
}

}  // namespace simt::core
