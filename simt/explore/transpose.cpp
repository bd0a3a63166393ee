#include "simt/explore/explorers.hpp"
#include "simt/memory/global.hpp"
#include "simt/memory/partitions.hpp"
#include "simt/memory/segments.hpp"

namespace simt::explore {
namespace {

struct Tile {
  std::int64_t x = 0, y = 0;
};

// Blocks start in the order of their numbers, along the rows of the grid.
Tile tile_of(std::int64_t block, std::int64_t side, const std::string& order) {
  const std::int64_t x = block % side;
  const std::int64_t y = block / side;
  if (order == "columns") return {y, x};
  if (order == "diagonal") return {(x + y) % side, x};
  return {x, y};
}

void store(const memory::Request& request, const memory::Device& device, memory::PartitionCamping& partitions) {
  if (device.rule == memory::Rule::sectors) {
    const memory::Sectors sectors(request, device);
    for (const std::uint64_t number : sectors.numbers()) partitions.store_sector(number * device.sector_bytes);
    return;
  }
  for (const int half : {0, 1}) {
    const memory::Transactions issued(request, half);
    for (const memory::Transaction& one : issued.all()) {
      for (std::uint32_t done = 0; done < one.bytes; done += device.sector_bytes) {
        partitions.store_sector(one.address + done);
      }
    }
  }
}

}  // namespace

Json transpose(const Question& question, const memory::Device& device) {
  const std::int64_t n = question.number("n", 32, 4096);
  const std::int64_t tile = question.number("tile", 32, 32);
  if (n % tile != 0) throw Wrong(fmt::format("n must be a multiple of {}", tile));
  const std::string order = question.choice("order", {"rows", "columns", "diagonal"});
  const bool is_naive = question.choice("kernel", {"naive", "tiled"}) == "naive";
  const std::int64_t side = n / tile;

  memory::PartitionCamping partitions(device);
  Json windows = Json::array();
  memory::Request request;
  request.bytes = sizeof(float);
  request.active = 0xffffffffU;
  for (std::int64_t block = 0; block < side * side; ++block) {
    if (block != 0 && block % device.blocks_in_flight == 0) windows.push_back(partitions.window());
    partitions.begin_block();
    const Tile at = tile_of(block, side, order);
    // out[x * n + y]: a warp of the naive kernel has one y and 32 neighbours x, one of the others one x and 32 y.
    for (std::int64_t line = 0; line < tile; ++line) {
      for (int lane = 0; lane < memory::warp_lanes; ++lane) {
        const std::int64_t x = at.x * tile + (is_naive ? lane : line);
        const std::int64_t y = at.y * tile + (is_naive ? line : lane);
        request.address[lane] = static_cast<std::uint64_t>(x * n + y) * sizeof(float);
      }
      store(request, device, partitions);
    }
  }
  windows.push_back(partitions.window());
  return {{"windows", windows}, {"blocks", device.blocks_in_flight}, {"camping", partitions.factor()}};
}

}  // namespace simt::explore
