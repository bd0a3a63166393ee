#include <algorithm>
#include <bit>

#include "simt/explore/explorers.hpp"
#include "simt/memory/global.hpp"
#include "simt/memory/segments.hpp"

namespace simt::explore {
namespace {

// Arrays begin at such an address, as those of cudaMalloc; far enough from 0 for negative indices.
constexpr std::uint64_t array = std::uint64_t{1} << 50;
constexpr std::int64_t farthest = std::int64_t{1} << 48;  // bytes

std::uint32_t lanes_in(const memory::Request& request, std::uint64_t address, std::uint64_t bytes) {
  std::uint32_t lanes = 0;
  for (std::uint32_t left = request.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const std::uint64_t first = request.address[lane];
    if (first < address + bytes && first + request.bytes > address) lanes |= std::uint32_t{1} << lane;
  }
  return lanes;
}

struct Part {
  std::uint64_t address = 0, bytes = 0;
  std::uint32_t lanes = 0;
};

// A request of the device: a warp's, or half a warp's. The same functions of simt/memory as in core/access/traffic.cpp.
std::vector<Part> parts_of(const memory::Request& request, const memory::Device& device) {
  std::vector<Part> parts;
  if (device.rule == memory::Rule::sectors) {
    const auto bytes = static_cast<std::uint64_t>(device.sector_bytes);
    const memory::Sectors sectors(request, device);
    for (const std::uint64_t number : sectors.numbers()) {
      parts.push_back({number * bytes, bytes, lanes_in(request, number * bytes, bytes)});
    }
    return parts;
  }
  const memory::Transactions issued(request, (request.active & 0xffffU) != 0 ? 0 : 1);
  for (const memory::Transaction& one : issued.all()) {
    parts.push_back({one.address, one.bytes, lanes_in(request, one.address, one.bytes)});
  }
  std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.address < b.address; });
  return parts;
}

}  // namespace

Json coalescing(const Question& question, const memory::Device& device) {
  const std::int64_t warp = question.number("warp", 0, 1 << 20);
  Expression::Variables variables = {{"i", 0}, {"n", question.number("n", 1, 1 << 30)}};
  const Expression index(question.text("expression"), variables);
  const Expression active(question.text("active"), variables);

  memory::Request request;
  request.bytes = question.element_bytes();
  Json lanes = Json::array();
  for (int lane = 0; lane < memory::warp_lanes; ++lane) {
    variables["i"] = warp * memory::warp_lanes + lane;
    const bool takes_part = active.value(variables) != 0;
    request.address[lane] = array;
    if (!takes_part) {
      lanes.push_back({{"active", false}});
      continue;
    }
    const std::int64_t at = index.value(variables);
    if (at > farthest / 16 || at < -farthest / 16) throw Wrong(fmt::format("the index {} is too far away", at));
    const std::int64_t offset = at * static_cast<std::int64_t>(request.bytes);
    request.address[lane] = array + static_cast<std::uint64_t>(offset);
    request.active |= std::uint32_t{1} << lane;
    lanes.push_back({{"active", true}, {"index", at}, {"address", offset}});
  }

  Json parts = Json::array();
  int requests = 0;
  std::int64_t moved = 0;
  memory::Request half = request;
  for (int first = 0; first < memory::warp_lanes; first += device.request_lanes) {
    const auto mask = static_cast<std::uint32_t>((std::uint64_t{1} << device.request_lanes) - 1) << first;
    half.active = request.active & mask;
    if (half.active == 0) continue;
    ++requests;
    for (const Part& part : parts_of(half, device)) {
      moved += static_cast<std::int64_t>(part.bytes);
      const auto offset = static_cast<std::int64_t>(part.address - array);
      parts.push_back({{"address", offset}, {"bytes", part.bytes}, {"lanes", part.lanes}, {"request", requests - 1}});
    }
  }
  return {{"lanes", lanes},
          {"requests", requests},
          {"parts", parts},
          {"sectors", moved / device.sector_bytes},
          {"ideal_sectors", memory::ideal_sectors(request, device)},
          {"used", std::popcount(request.active) * static_cast<int>(request.bytes)},
          {"moved", moved},
          {"has_segments", device.rule == memory::Rule::segments}};
}

}  // namespace simt::explore
