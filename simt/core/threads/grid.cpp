#include "simt/core/threads/grid.hpp"

#include <utility>

namespace simt::core {

bool Grid::is_to_begin(bool has_ended) {
  if (!has_waiting() || !may_begin()) return !has_waiting();
  return schedule_.is_in_order() ? !has_ended : schedule_.below(2) == 0;
}

std::uint64_t Grid::next_number() {
  if (schedule_.is_in_order()) return started_;
  if (batch_.empty()) {
    for (std::uint64_t i = started_; i < std::min(blocks_, started_ + batch_size_); ++i) batch_.push_back(i);
  }
  std::swap(batch_[schedule_.below(batch_.size())], batch_.back());
  const std::uint64_t number = batch_.back();
  batch_.pop_back();
  return number;
}

Indices Grid::begin() {
  const std::uint64_t number = next_number();
  ++started_;
  turns_since_begin_ = 0;
  const std::uint64_t row = number / size_.x;
  return {static_cast<unsigned>(number % size_.x), static_cast<unsigned>(row % size_.y),
          static_cast<unsigned>(row / size_.y)};
}

SuspendedBlock Grid::resume() {
  std::swap(waiting_[schedule_.below(waiting_.size())], waiting_.front());
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
