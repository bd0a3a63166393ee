#include "simt/memory/order.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace simt::memory {
namespace {

// Limits of memory and time. Beyond them, accesses may count as ordered although they are not.
constexpr std::size_t most_clock_entries = std::size_t{1} << 21;  // of 12 bytes
constexpr std::size_t most_written_words = std::size_t{1} << 17;
constexpr std::size_t most_blocks_that_write = std::size_t{1} << 17;
constexpr std::size_t most_words = std::size_t{1} << 17;
constexpr std::size_t most_seen_by_thread = 8;
constexpr std::size_t most_seen_by_block = 64;

}  // namespace

void Order::begin_launch() {
  block_ = nullptr;
  self_ = nullptr;
  released_.clear();
  writers_.clear();
  last_writes_.clear();
  is_given_up_ = false;
  time_ = 1;
  barrier_time_ = 0;
  sequence_ = 0;
  ++interval_;
}

void Order::begin_turn(BlockOrder& block, const WarpClocks& clocks) {
  block_ = &block;
  clocks_ = &clocks;
  self_ = nullptr;
  barrier_time_ = block.barrier_time_;
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
    if (seen.is_update && seen.is_pending) learn(all.known, seen, Scope::device);
    ThreadOrder::Seen met = seen;
    met.is_fenced |= seen.is_update;
    note_seen(all, met, most_seen);
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
  block_->barrier_time_ = barrier_time_ = tick();
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
      seen.is_fenced |= order == &self;
      if (!seen.is_pending) continue;
      learn(self.known, seen, scope);
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
  clock.add({block_->number_, KnownWarp::all, block_->barrier_time_});
  clock.add({block_->number_, static_cast<std::int32_t>(thread_ / warp_lanes), tick()});
  self.released[static_cast<int>(scope)] = make(clock);
  self.is_about_to_publish = true;
}

ThreadOrder::Seen Order::seen_now(const Word& word, bool is_update) const {
  ThreadOrder::Seen seen{word, is_update, true, nullptr, nullptr, {}, sequence_, false};
  if (const auto found = released_.find(word); found != released_.end()) seen.published = found->second;
  if (word.block == 0) {
    if (const auto own = released_.find({word.number, block_->number_ + 1}); own != released_.end()) {
      seen.own = own->second;
    }
  }
  if (const auto writer = writers_.find(word); writer != writers_.end()) seen.writer = writer->second;
  return seen;
}

void Order::strong_load(const Word& word, bool is_update) {
  ++sequence_;
  if (is_given_up_) return;
  note_seen(thread_order(), seen_now(word, is_update), most_seen_by_thread);
}

void Order::strong_store(const Word& word, bool is_update) {
  ++sequence_;
  if (is_given_up_) return;
  const Writer self{block_->number_, thread_, time_, barrier_time_, sequence_};
  if (writers_.size() < most_written_words) writers_[word] = self;
  if (last_writes_.size() < most_blocks_that_write) {
    last_writes_[block_->number_] = {word, self, clocks_->known_to(thread_)};
  }
  publish_released(word, is_update);
  // What the thread does from now on is later than this store.
  if (self_ != nullptr && std::exchange(self_->is_about_to_publish, false)) tick();
}

void Order::arrive(const Word& word) {
  ++sequence_;
  if (!is_given_up_) publish_released(word, true);
}

void Order::publish_released(const Word& word, bool is_update) {
  std::array<KnownClock, scopes> released = block_->all_.released;
  for (int scope = 0; self_ != nullptr && scope < scopes; ++scope) join(released[scope], self_->released[scope]);
  const auto& [for_block, for_device] = released;
  if (word.block == 0) {
    publish({word.number, block_->number_ + 1}, for_block, is_update);
    publish(word, for_device, is_update);
  } else {
    KnownClock both = for_block;
    join(both, for_device);
    publish(word, both, is_update);
  }
}

// A store without a fence before it publishes nothing; an update adds to what earlier writers published.
void Order::publish(const Word& word, const KnownClock& released, bool is_update) {
  const auto found = released_.find(word);
  if (!released) {
    if (!is_update && found != released_.end()) released_.erase(found);
    return;
  }
  if (found == released_.end() || !is_update) {
    if (released_.size() == most_words) is_given_up_ = true;
    released_[word] = std::make_shared<Published>(Published{make(*released)});
    return;
  }
  Clock& clock = found->second->clock;
  if (!clock->covers(*released)) {
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
  const VectorClock own = from->of_block(block_->number_);
  if (own.size() != 0) join(into, make(own));
}

// A fence of block scope learns from its own block only.
void Order::learn(KnownClock& into, const ThreadOrder::Seen& seen, Scope scope) {
  if (seen.published != nullptr) {
    if (scope == Scope::device || seen.word.block != 0) {
      join(into, seen.published->clock);
    } else {
      join_own(into, seen.published->clock);
    }
  }
  if (seen.own != nullptr) join(into, seen.own->clock);
}

// What the thread saw last in a word takes the place of what it saw there before, unless a fence may still make that
// known. The oldest entry is dropped when there are too many; it counts as learnt. Updates stay longest: a last block
// reads the shares of thousands of others before it sets the counter back that it has updated (has_updated).
void Order::note_seen(ThreadOrder& order, const ThreadOrder::Seen& seen, std::size_t most) {
  const auto is_replaced = [&](const ThreadOrder::Seen& old) {
    const bool is_unpublished = old.published == nullptr && old.own == nullptr;
    const bool is_same = old.published == seen.published && old.own == seen.own;
    return old.word == seen.word && (is_same || is_unpublished || !old.is_pending);
  };
  const auto known = std::find_if(order.seen.begin(), order.seen.end(), is_replaced);
  if (known != order.seen.end()) {
    const bool is_pending = known->is_pending || seen.is_pending;
    *known = seen;
    known->is_pending = is_pending;
    return;
  }
  if (order.seen.size() == most) {
    auto dropped = std::find_if(order.seen.begin(), order.seen.end(), [](const auto& old) { return !old.is_update; });
    if (dropped == order.seen.end()) dropped = order.seen.begin();
    if (dropped->is_pending) learn(order.known, *dropped, Scope::device);
    order.seen.erase(dropped);
  }
  order.seen.push_back(seen);
}

bool Order::is_known(const AccessTime& earlier) const {
  const auto knows = [&](const KnownClock& clock) {
    return clock && clock->knows(earlier.block, earlier.thread / warp_lanes, earlier.time);
  };
  return knows(block_->all_.known) || (self_ != nullptr && knows(self_->known));
}

template <class Call>
void Order::for_each_seen(const Call& call) const {
  for (const ThreadOrder::Seen& seen : block_->all_.seen) call(seen);
  if (self_ == nullptr) return;
  for (const ThreadOrder::Seen& seen : self_->seen) call(seen);
}

// The stores of another thread in `block` that the running thread has seen: the last one to a word that it read, and
// the last one of the block, if it was to such a word and before that was read.
template <class Call>
void Order::for_each_seen_write(std::uint32_t block, const Call& call) const {
  const auto last = last_writes_.find(block);
  for_each_seen([&](const ThreadOrder::Seen& seen) {
    const auto is_of_other = [&](const Writer& writer) {
      return writer.sequence != 0 && writer.block == block && (block != block_->number_ || writer.thread != thread_);
    };
    if (is_of_other(seen.writer)) call(seen.word, seen.writer);
    if (last == last_writes_.end()) return;
    const auto& [word, writer, lanes] = last->second;
    if (word == seen.word && writer.sequence < seen.sequence && is_of_other(writer)) call(word, writer);
  });
}

// Whether the store is ordered after `earlier`, an access of the same block: by a barrier, or within one thread.
bool Order::is_behind(const Writer& writer, const AccessTime& earlier) const {
  if (earlier.thread == writer.thread || earlier.time < writer.barrier_time) return true;
  if (earlier.thread / warp_lanes != writer.thread / warp_lanes) return false;
  const auto write = last_writes_.find(writer.block);
  return write != last_writes_.end() && write->second.writer.sequence == writer.sequence &&
         write->second.known_lanes[earlier.thread % warp_lanes] > earlier.clock;
}

Missing Order::missing(const AccessTime& earlier, const Word& word) const {
  bool was_released = false;
  for_each_seen([&](const ThreadOrder::Seen& seen) {
    for (const auto& published : {seen.published, seen.own}) {
      was_released |=
          published != nullptr && published->clock->knows(earlier.block, earlier.thread / warp_lanes, earlier.time);
    }
  });
  if (was_released) return Missing::acquire_fence;
  Missing missing = earlier.block == block_->number_ ? Missing::barrier : Missing::order;
  for_each_seen_write(earlier.block, [&](const Word& written, const Writer& writer) {
    if (writer.time < earlier.time || written == word || missing == Missing::release_fence) return;
    missing = is_behind(writer, earlier) ? Missing::release_fence : Missing::block_barrier;
  });
  return missing;
}

bool Order::has_observed(const Word& word, std::uint32_t sequence) const {
  bool is_observed = false;
  for_each_seen([&](const ThreadOrder::Seen& seen) {
    is_observed |= seen.word == word && seen.sequence > sequence && seen.is_fenced;
  });
  return is_observed;
}

bool Order::has_updated(const Word& word, std::uint32_t sequence) const {
  if (self_ == nullptr) return false;
  return std::any_of(self_->seen.begin(), self_->seen.end(), [&](const ThreadOrder::Seen& seen) {
    return seen.word == word && seen.is_update && seen.sequence > sequence;
  });
}

// A word that the thread has read before is a flag itself.
bool Order::has_read(const Word& word) const {
  bool is_read = false;
  for_each_seen([&](const ThreadOrder::Seen& seen) { is_read |= seen.word == word; });
  return is_read;
}

bool Order::are_unordered_data(const AccessTime& earlier, const Word& word) const {
  if (earlier.block == block_->number_ && earlier.thread / warp_lanes == thread_ / warp_lanes) return false;
  return !has_read(word) && missing(earlier, word) != Missing::acquire_fence;
}

bool Order::lacks_release(const AccessTime& earlier, std::uint32_t sequence, const Word& word) const {
  if (has_read(word)) return false;
  bool is_seen = false;
  for_each_seen_write(earlier.block, [&](const Word& written, const Writer& writer) {
    is_seen |= !(written == word) && writer.sequence > sequence && is_behind(writer, earlier);
  });
  return is_seen && missing(earlier, word) != Missing::acquire_fence;
}

}  // namespace simt::memory
