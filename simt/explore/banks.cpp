#include <bit>

#include "simt/explore/explorers.hpp"
#include "simt/memory/shared.hpp"

namespace simt::explore {

Json banks(const Question& question, const memory::Device& device) {
  const std::int64_t width = question.number("width", 1, 1024);
  const std::int64_t pitch = width + question.number("padding", 0, 64);
  Expression::Variables variables = {{"lane", 0}, {"row", question.number("row", 0, 1023)}, {"pitch", pitch}};
  const Expression index(question.text("expression"), variables);
  const bool is_load = question.choice("use", {"load", "store"}) == "load";

  memory::Request request;
  request.bytes = question.element_bytes();
  request.active = 0xffffffffU;
  Json lanes = Json::array();
  for (int lane = 0; lane < memory::warp_lanes; ++lane) {
    variables["lane"] = lane;
    const std::int64_t at = index.value(variables);
    if (at < 0 || at > 1 << 20)
      throw Wrong(fmt::format("lane {} has the index {}, outside of shared memory", lane, at));
    request.address[lane] = static_cast<std::uint64_t>(at) * request.bytes;
    const std::uint64_t word = request.address[lane] / static_cast<unsigned>(device.bank_bytes);
    lanes.push_back({{"index", at}, {"word", word}, {"bank", word % static_cast<unsigned>(device.banks)}});
  }
  const memory::SharedWavefronts total =
      memory::shared_wavefronts(request, is_load ? memory::SharedUse::load : memory::SharedUse::store, device);
  return {{"lanes", lanes},
          {"banks", device.banks},
          {"bank_bytes", device.bank_bytes},
          {"requests", memory::warp_lanes / device.request_lanes},
          {"wavefronts", total.wavefronts},
          {"conflicts", total.conflicts},
          {"tile_bytes", width * pitch * static_cast<std::int64_t>(request.bytes)}};
}

}  // namespace simt::explore
