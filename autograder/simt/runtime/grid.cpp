#include "simt/runtime/grid.hpp"

#include <utility>

namespace simt::runtime {

Indices Grid::begin() {
  const std::uint64_t number = started_++;
  const std::uint64_t row = number / size_.x;
  return {static_cast<unsigned>(number % size_.x), static_cast<unsigned>(row % size_.y),
          static_cast<unsigned>(row / size_.y)};
}

SuspendedBlock Grid::resume() {
  SuspendedBlock block = std::move(waiting_.front());
  waiting_.pop_front();
  return block;
}

bool Grid::is_deadlocked(std::uint64_t activity) {
  idle_turns_ = activity == activity_ ? idle_turns_ + 1 : 0;
  activity_ = activity;
  const bool others_may_help = started_ < blocks_ && waiting_.size() + 1 < resident_limit_;
  return !others_may_help && idle_turns_ > turns_to_lose();
}

std::uint64_t blocks_on_device(const memory::LaunchShape& shape, const memory::Device& device) {
  return static_cast<std::uint64_t>(device.multiprocessors) *
         static_cast<std::uint64_t>(memory::resident_blocks(shape, device));
}

}  // namespace simt::runtime
