#include <algorithm>
#include <bit>
#include <stdexcept>

#include "simt/memory/global.hpp"
#include "simt/memory/segments.hpp"
#include "simt/memory/shared.hpp"
#include "simt/tests/fuzz/targets.hpp"
#include "simt/tests/memory/oracle.hpp"

namespace simt::fuzz {
namespace {

using memory::Device;
using memory::Request;

void require(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

/// Little-endian numbers from the bytes; zeros once those are used up.
class Numbers {
 public:
  explicit Numbers(Bytes input) : input_(input) {}

  std::uint64_t next(int bytes) {
    std::uint64_t number = 0;
    for (int i = 0; i < bytes && !input_.empty(); ++i, input_ = input_.subspan(1)) {
      number |= std::uint64_t{input_.front()} << (8 * i);
    }
    return number;
  }

 private:
  Bytes input_;
};

Device read_device(Numbers& numbers) {
  Device device;
  const std::uint64_t choice = numbers.next(1);
  if (choice % 2 == 1) device.request_lanes = 16;
  device.banks = (choice / 2 % 2 == 1 || device.request_lanes == 16) ? 16 : 32;
  return device;
}

/// A base, a stride, and an offset from them per lane: common patterns of kernels are likely, all others are possible.
Request read_request(Numbers& numbers) {
  Request request;
  request.bytes = 1U << numbers.next(1) % 5;
  request.active = ~static_cast<std::uint32_t>(numbers.next(4));
  const std::uint64_t base = (std::uint64_t{1} << 40) + numbers.next(4);
  const auto stride = static_cast<std::int16_t>(numbers.next(2));
  for (int lane = 0; lane < memory::warp_lanes; ++lane) {
    const auto departure = static_cast<std::int16_t>(numbers.next(2));
    request.address[lane] = base + static_cast<std::uint64_t>(std::int64_t{lane} * stride + departure);
  }
  return request;
}

void check_global(const Request& request, const Device& device) {
  const memory::Sectors sectors(request, device);
  const auto expected = memory::test::sectors_by_set(request, device);
  require(std::equal(expected.begin(), expected.end(), sectors.numbers().begin(), sectors.numbers().end()), "sectors");
  const int ideal = memory::ideal_sectors(request, device);
  const int bytes = std::popcount(request.active) * static_cast<int>(request.bytes);
  require(ideal * device.sector_bytes >= bytes, "fewer ideal sectors than bytes");
  require((ideal == 0) == (bytes == 0), "ideal sectors of nothing");
  for (const int half : {0, 1}) {
    const memory::Transactions issued(request, half);
    const auto by_bytes = memory::test::transactions_by_bytes(request, half);
    require(std::equal(by_bytes.begin(), by_bytes.end(), issued.all().begin(), issued.all().end()), "transactions");
  }
}

void check_shared(const Request& request, const Device& device) {
  for (const memory::SharedUse use : {memory::SharedUse::load, memory::SharedUse::store}) {
    const auto expected = device.request_lanes == 16 ? memory::test::half_warp_wavefronts_by_lists(request, device)
                                                     : memory::test::wavefronts_by_set(request, use, device);
    const memory::SharedWavefronts total = memory::shared_wavefronts(request, use, device);
    require(total.wavefronts == expected.wavefronts, "wavefronts");
    require(total.conflicts == expected.conflicts, "conflicts");
  }
}

}  // namespace

void check_memory(Bytes input) {
  Numbers numbers(input);
  const Device device = read_device(numbers);
  const Request request = read_request(numbers);
  check_global(request, device);
  check_shared(request, device);
}

}  // namespace simt::fuzz
