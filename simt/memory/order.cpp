#include "simt/memory/order.hpp"

#include <algorithm>
#include <bit>

namespace simt::memory {
namespace {

// Limits of memory and time. Beyond them, accesses may count as ordered although they are not.
constexpr std::size_t most_clock_entries = std::size_t{1} << 20;  // of 16 bytes
constexpr std::size_t most_blocks_that_write = std::size_t{1} << 17;
constexpr std::size_t most_words = std::size_t{1} << 17;
constexpr std::size_t most_seen_by_thread = 8;
constexpr std::size_t most_seen_by_block = 64;

constexpr Scope all_scopes[] = {Scope::block, Scope::device};

}  // namespace

void Order::begin_launch() {
  block_ = nullptr;
  self_ = nullptr;
  released_.clear();
  last_writes_.clear();
  is_given_up_ = false;
  time_ = 1;
  ++interval_;
}

void Order::begin_turn(BlockOrder& block, const WarpClocks& clocks) {
  block_ = &block;
  clocks_ = &clocks;
  self_ = nullptr;
  ++interval_;
}

void Order::set_thread(std::uint32_t thread) {
  const std::uint32_t clock = clocks_->of(thread);
  if (thread / warp_lanes != thread_ / warp_lanes || clock != clock_) ++interval_;
  thread_ = thread;
  clock_ = clock;
  if (block_->threads_.empty()) {
    self_ = nullptr;
  } else {
    const auto found = block_->threads_.find(thread);
    self_ = found == block_->threads_.end() ? nullptr : &found->second;
  }
}

std::uint32_t Order::tick() {
  ++interval_;
  return ++time_;
}

ThreadOrder& Order::thread_order() {
  if (self_ == nullptr) self_ = &block_->threads_[thread_];
  return *self_;
}

// After a barrier each thread knows what any of them knew before, and may publish what any of them had fenced. An
// atomic update followed by a barrier counts as fenced even without a fence: NVIDIA's own reductions by the last block
// (CUDA samples, threadFenceReduction) have no fence there.
void Order::meet(ThreadOrder& all, const ThreadOrder& one, std::size_t most_seen) {
  join(all.known, one.known);
  for (int scope = 0; scope < scopes; ++scope) join(all.released[scope], one.released[scope]);
  for (const ThreadOrder::Seen& seen : one.seen) {
    if (seen.is_update && seen.is_pending) learn(all.known, seen.word, Scope::device);
    note_seen(all, seen, most_seen);
  }
}

void Order::warp_barrier(int warp, std::uint32_t mask) {
  const std::uint32_t first = static_cast<std::uint32_t>(warp) * warp_lanes;
  auto& threads = block_->threads_;
  ThreadOrder all;
  const auto end = threads.lower_bound(first + warp_lanes);
  const auto begin = threads.lower_bound(first);
  for (auto thread = begin; thread != end; ++thread) {
    if ((mask >> (thread->first - first) & 1) != 0) meet(all, thread->second, most_seen_by_thread);
  }
  if (begin == end) return;
  for (std::uint32_t lanes = mask; lanes != 0; lanes &= lanes - 1) threads[first + std::countr_zero(lanes)] = all;
}

void Order::block_barrier() {
  for (const auto& [number, thread] : block_->threads_) meet(block_->all_, thread, most_seen_by_block);
  block_->threads_.clear();
  self_ = nullptr;
  block_->barrier_time_ = tick();
}

void Order::leave_grid_barrier(std::uint32_t time) {
  VectorClock clock;
  clock.add_all_before(time);
  join(block_->all_.known, make(clock));
}

void Order::acquire(Scope scope) {
  if (is_given_up_) return;
  ThreadOrder& self = thread_order();
  for (ThreadOrder* const order : {&block_->all_, &self}) {
    for (ThreadOrder::Seen& seen : order->seen) {
      if (!seen.is_pending) continue;
      learn(self.known, seen.word, scope);
      // What another thread of the block saw before a barrier stays pending: other threads' fences may still follow.
      if (order == &self && scope == Scope::device) seen.is_pending = false;
    }
  }
}

void Order::release(Scope scope) {
  if (is_given_up_) return;
  ThreadOrder& self = thread_order();
  VectorClock clock;
  for (const KnownClock& known : {block_->all_.known, self.known}) {
    if (known) clock.add(*known);
  }
  clock.add({block_->number_, block_->barrier_time_, thread_ / warp_lanes, tick()});
  self.released[static_cast<int>(scope)] = make(clock);
}

void Order::strong_load(const Word& word, bool is_update) {
  if (is_given_up_) return;
  note_seen(thread_order(), {word, is_update, true}, most_seen_by_thread);
}

void Order::strong_store(const Word& word, bool is_update) {
  if (is_given_up_) return;
  if (last_writes_.size() < most_blocks_that_write) {
    last_writes_[block_->number_] = {word, time_, thread_, block_->barrier_time_, clocks_->known_to(thread_)};
  }
  for (const Scope scope : all_scopes) {
    KnownClock released = block_->all_.released[static_cast<int>(scope)];
    if (self_ != nullptr) join(released, self_->released[static_cast<int>(scope)]);
    const bool is_own = scope == Scope::block && word.block == 0;
    publish(is_own ? Word{word.number, block_->number_ + 1} : word, released, is_update || word.block != 0);
  }
}

// A store without a fence before it publishes nothing; an update adds to what earlier writers published.
void Order::publish(const Word& word, const KnownClock& released, bool is_update) {
  const auto found = released_.find(word);
  if (!released) {
    if (!is_update && found != released_.end()) released_.erase(found);
    return;
  }
  if (found == released_.end()) {
    if (released_.size() == most_words) is_given_up_ = true;
    released_[word] = make(*released);
    return;
  }
  Clock& clock = found->second;
  if (!is_update) {
    clock = make(*released);
  } else if (!clock->covers(*released)) {
    // Changed in place if it is not shared, so that the n-th arriving block does not copy the entries of n - 1 blocks.
    if (clock.use_count() > 1) clock = make(*clock);
    const std::size_t before = clock->size();
    clock->add(*released);
    *clock_entries_ += clock->size() - before;
  }
}

// Counts the living entries, to stop (`is_given_up_`) when there are too many.
Order::Clock Order::make(const VectorClock& clock) {
  *clock_entries_ += clock.size();
  if (*clock_entries_ > most_clock_entries) is_given_up_ = true;
  return Clock(new VectorClock(clock), [entries = clock_entries_](const VectorClock* old) {
    *entries -= old->size();
    delete old;
  });
}

void Order::join(KnownClock& into, const KnownClock& from) {
  if (!from || into == from) return;
  if (!into || from->covers(*into)) {
    into = from;
  } else if (!into->covers(*from)) {
    VectorClock both = *into;
    both.add(*from);
    into = make(both);
  }
}

// Joins only what `from` knows of the running block.
void Order::join_own(KnownClock& into, const KnownClock& from) {
  const KnownBlock* const known = from->find(block_->number_);
  if (known == nullptr) return;
  VectorClock own;
  own.add(*known);
  join(into, make(own));
}

// A fence of block scope learns from its own block only.
void Order::learn(KnownClock& into, const Word& word, Scope scope) {
  if (const auto found = released_.find(word); found != released_.end()) {
    if (scope == Scope::device || word.block != 0) {
      join(into, found->second);
    } else {
      join_own(into, found->second);
    }
  }
  if (word.block != 0) return;
  const auto found = released_.find({word.number, block_->number_ + 1});
  if (found != released_.end()) join(into, found->second);
}

// The oldest entry is dropped when there are too many; it counts as learnt.
void Order::note_seen(ThreadOrder& order, const ThreadOrder::Seen& seen, std::size_t most) {
  const auto known = std::find_if(order.seen.begin(), order.seen.end(),
                                  [&](const ThreadOrder::Seen& other) { return other.word == seen.word; });
  if (known != order.seen.end()) {
    known->is_update = seen.is_update;
    known->is_pending |= seen.is_pending;
    return;
  }
  if (order.seen.size() == most) {
    if (order.seen.front().is_pending) learn(order.known, order.seen.front().word, Scope::device);
    order.seen.erase(order.seen.begin());
  }
  order.seen.push_back(seen);
}

bool Order::is_ordered(const AccessTime& earlier) const {
  const std::uint32_t warp = earlier.thread / warp_lanes;
  if (earlier.block == block_->number_) {
    if (earlier.thread == thread_ || earlier.time < block_->barrier_time_) return true;
    if (warp == thread_ / warp_lanes && clocks_->knows(thread_, earlier.thread % warp_lanes, earlier.clock))
      return true;
  }
  const auto is_known = [&](const KnownClock& clock) {
    return clock && clock->knows(earlier.block, warp, earlier.time);
  };
  return is_known(block_->all_.known) || (self_ != nullptr && is_known(self_->known)) || is_given_up_;
}

// Whether the write is ordered after `earlier`, an access of the same block: by a barrier, or within one thread.
bool Order::Write::is_behind(const AccessTime& earlier) const {
  if (earlier.thread == thread || earlier.time < barrier_time) return true;
  return earlier.thread / warp_lanes == thread / warp_lanes && known_lanes[earlier.thread % warp_lanes] > earlier.clock;
}

Missing Order::missing(const AccessTime& earlier) const {
  const auto write = last_writes_.find(earlier.block);
  const bool saw_write =
      write != last_writes_.end() && write->second.time >= earlier.time && has_seen(write->second.word);
  if (!saw_write) return earlier.block == block_->number_ ? Missing::barrier : Missing::order;
  const auto released = released_.find(write->second.word);
  const bool was_released =
      released != released_.end() && released->second->knows(earlier.block, earlier.thread / warp_lanes, earlier.time);
  if (was_released) return Missing::acquire_fence;
  return write->second.is_behind(earlier) ? Missing::release_fence : Missing::block_barrier;
}

bool Order::has_seen(const Word& word) const {
  const auto is_in = [&](const std::vector<ThreadOrder::Seen>& all) {
    return std::any_of(all.begin(), all.end(), [&](const ThreadOrder::Seen& seen) { return seen.word == word; });
  };
  return is_in(block_->all_.seen) || (self_ != nullptr && is_in(self_->seen));
}

}  // namespace simt::memory
