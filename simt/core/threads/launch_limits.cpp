#include "simt/core/threads/launch_limits.hpp"

#include "simt/core/threads/grid.hpp"

namespace simt::core {
namespace {

bool is_empty(const Indices& size) { return size.x == 0 || size.y == 0 || size.z == 0; }

Refusal with_extent(Detail detail, const Indices& size) { return {detail, {size.x, size.y, size.z}}; }

}  // namespace

bool is_too_large(const LaunchShape& shape, const memory::Device& device) {
  const std::uint64_t threads = std::uint64_t{shape.block.x} * shape.block.y * shape.block.z;
  const std::uint64_t blocks = std::uint64_t{shape.grid.x} * shape.grid.y * shape.grid.z;
  return shape.is_cooperative &&
         blocks > blocks_on_device({static_cast<int>(threads), static_cast<std::int64_t>(shape.shared_bytes)}, device);
}

Refusal refusal(const LaunchShape& shape, std::size_t dynamic_limit, const memory::Device& device) {
  const Indices& block = shape.block;
  const Indices& grid = shape.grid;
  const std::int64_t threads = std::int64_t{block.x} * block.y * block.z;
  if (is_empty(block)) return with_extent(Detail::empty_block, block);
  if (block.x > 1024 || block.y > 1024 || block.z > 64) return with_extent(Detail::block_extent, block);
  if (threads > 1024) return {Detail::block_threads, {threads}};
  if (is_empty(grid)) return with_extent(Detail::empty_grid, grid);
  if (grid.x > 2147483647u || grid.y > 65535 || grid.z > 65535) return with_extent(Detail::grid_extent, grid);
  if (shape.shared_bytes > dynamic_limit) {
    return {Detail::dynamic_bytes,
            {static_cast<std::int64_t>(shape.shared_bytes), static_cast<std::int64_t>(dynamic_limit)}};
  }
  if (is_too_large(shape, device)) return {Detail::too_many_at_once, {}};
  return {};
}

cudaError_t error_of(const Refusal& refused) {
  switch (refused.detail) {
    case Detail::too_many_at_once:
      return cudaErrorCooperativeLaunchTooLarge;
    case Detail::dynamic_bytes:
    case Detail::shared_bytes:
    case Detail::launch_bounds:
      return cudaErrorInvalidValue;
    default:
      return cudaErrorInvalidConfiguration;
  }
}

Refusal refusal_of_shared(std::int64_t static_bytes, std::int64_t all_bytes, const memory::Device& device) {
  const auto most = static_cast<std::int64_t>(device.most_shared_bytes_per_block());
  const std::int64_t most_static = std::min(most, static_cast<std::int64_t>(default_shared_bytes));
  if (static_bytes > most_static) return {Detail::static_bytes, {static_bytes, most_static, most}};
  if (all_bytes > most) return {Detail::shared_bytes, {all_bytes, most}};
  return {};
}

}  // namespace simt::core
