#include "simt/core/threads/grid.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace simt::core {

bool Grid::is_to_begin(bool has_ended) {
  if (!has_waiting() || !may_begin()) return !has_waiting();
  if (!schedule_.is_mixed()) return !has_ended;
  return schedule_.below(waiting_.size() < many_waiting ? 2 : turns_before_another) == 0;
}

std::uint64_t Grid::next_number() {
  if (!schedule_.is_mixed() && !schedule_.is_reversed()) return started_;
  const bool is_crowded = waiting_.size() >= most_waiting_in_large_batches;
  if (schedule_.is_reversed() && is_crowded && batch_.size() > mixed_at_a_time_) give_back_batch();
  if (batch_.empty()) begin_batch();
  if (schedule_.is_mixed()) std::swap(batch_[schedule_.below(batch_.size())], batch_.back());
  const std::uint64_t number = batch_.back();
  batch_.pop_back();
  return number;
}

// The lowest numbers that have not begun. All of them must have room beside blocks that wait for them, except where the
// first one may be any.
void Grid::begin_batch() {
  const std::uint64_t room = resident_limit_ - std::min(begun_early_.size(), waiting_.size());
  const bool is_large = schedule_.is_reversed() && waiting_.size() < most_waiting_in_large_batches;
  const std::uint64_t size = begins_any_ ? blocks_ : is_large ? room : std::min(mixed_at_a_time_, room);
  for (; next_ < blocks_ && batch_.size() < size; ++next_) {
    if (begun_early_.erase(next_) == 0) batch_.push_back(next_);
  }
}

void Grid::give_back_batch() {
  if (batch_.empty()) return;
  std::sort(batch_.begin(), batch_.end());
  const std::set<std::uint64_t> left(batch_.begin(), batch_.end());
  while (next_ > batch_.front()) {
    if (!left.contains(--next_)) begun_early_.insert(next_);
  }
  batch_.clear();
}

Indices Grid::begin() {
  const std::uint64_t number = next_number();
  ++started_;
  is_running_anew_ = false;
  turns_since_begin_ = 0;
  const std::uint64_t row = number / size_.x;
  return {static_cast<unsigned>(number % size_.x), static_cast<unsigned>(row % size_.y),
          static_cast<unsigned>(row / size_.y)};
}

// Blocks in the order of their numbers take turns. Where they are turned around, those with low numbers, for which the
// others may wait, have begun last and are resumed first.
void Grid::suspend(SuspendedBlock block) {
  if (schedule_.is_reversed() && is_running_anew_) {
    waiting_.push_front(std::move(block));
  } else {
    waiting_.push_back(std::move(block));
  }
}

// Where blocks are mixed, any of them, and more often the one with the lowest number: in a chain of blocks that each
// wait for the one before, it alone can go on.
std::size_t Grid::next_waiting() {
  const bool is_any = waiting_.size() > most_compared || schedule_.below(2) == 0;
  if (!schedule_.is_mixed() || is_any) return schedule_.below(waiting_.size());
  const auto place = [](const SuspendedBlock& block) {
    return std::tuple(block.index.z, block.index.y, block.index.x);
  };
  const auto lowest = std::min_element(waiting_.begin(), waiting_.end(),
                                       [&](const auto& a, const auto& b) { return place(a) < place(b); });
  return static_cast<std::size_t>(lowest - waiting_.begin());
}

SuspendedBlock Grid::resume() {
  is_running_anew_ = true;
  if (schedule_.is_reversed()) {
    waiting_.push_front(std::move(waiting_.back()));
    waiting_.pop_back();
  }
  std::swap(waiting_[next_waiting()], waiting_.front());
  SuspendedBlock block = std::move(waiting_.front());
  waiting_.pop_front();
  return block;
}

bool Grid::is_deadlocked(std::uint64_t activity) {
  ++turns_since_begin_;
  idle_turns_ = activity == activity_ ? idle_turns_ + 1 : 0;
  activity_ = activity;
  const bool others_may_help = started_ < blocks_ && waiting_.size() + 1 < resident_limit_;
  return !others_may_help && idle_turns_ > turns_to_lose();
}

// A block that ends makes room for one that begins.
bool Grid::is_likely_deadlocked() const {
  const std::uint64_t under_way = waiting_.size() + 1;
  const bool is_full = started_ < blocks_ && under_way >= resident_limit_ && turns_since_begin_ > 2 * under_way;
  return is_full || idle_turns_ > turns_per_block_at_the_end * under_way;
}

std::uint64_t blocks_on_device(const memory::LaunchShape& shape, const memory::Device& device) {
  return static_cast<std::uint64_t>(device.multiprocessors) *
         static_cast<std::uint64_t>(memory::resident_blocks(shape, device));
}

}  // namespace simt::core
