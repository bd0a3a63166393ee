#include "grader/explain/waste_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <set>

#include "simt/simt.hpp"

namespace grader {
namespace {

using simt::memory::Device;

bool serves_half_warps(const Device& chip) { return chip.request_lanes < simt::memory::warp_lanes; }

bool moves_segments(const Device& chip) { return chip.rule == simt::memory::Rule::segments; }

/// Bytes from each lane to the next, where that is the same for all neighbours that take part.
std::optional<std::int64_t> lane_distance(const LaneAddresses& request) {
  std::optional<std::int64_t> distance;
  for (std::size_t lane = 1; lane < most_lanes; ++lane) {
    if ((request.lanes >> (lane - 1) & 3) != 3) continue;
    const auto step = static_cast<std::int64_t>(request.address[lane] - request.address[lane - 1]);
    if (distance && *distance != step) return std::nullopt;
    distance = step;
  }
  if (distance && *distance < 0) distance = -*distance;
  return distance;
}

/// Lanes one after the other whose bytes are neighbours.
struct Runs {
  int count = 0;
  int sectors_when_aligned = 0;  ///< if each run began with a sector
};

Runs runs_of(const LaneAddresses& request, const Device& chip) {
  Runs runs;
  int bytes = 0;
  const auto end_run = [&] {
    if (bytes == 0) return;
    ++runs.count;
    runs.sectors_when_aligned += (bytes + chip.sector_bytes - 1) / chip.sector_bytes;
    bytes = 0;
  };
  std::uint64_t next = 0;
  for (std::size_t lane = 0; lane < most_lanes; ++lane) {
    if ((request.lanes >> lane & 1) == 0) continue;
    if (request.address[lane] != next) end_run();
    bytes += request.bytes;
    next = request.address[lane] + static_cast<std::uint64_t>(request.bytes);
  }
  end_run();
  return runs;
}

/// How many different numbers the lanes' addresses give when divided by `unit` (and taken modulo `count`).
constexpr std::uint64_t everything = ~std::uint64_t{0};
int distinct(const LaneAddresses& request, std::uint64_t unit, std::uint64_t count) {
  std::set<std::uint64_t> numbers;
  for (std::size_t lane = 0; lane < most_lanes; ++lane) {
    if ((request.lanes >> lane & 1) != 0) numbers.insert(request.address[lane] / unit % count);
  }
  return static_cast<int>(numbers.size());
}

std::string each(std::int64_t sum, std::int64_t requests) {
  return fmt::format("{:.4g}", static_cast<double>(sum) / static_cast<double>(std::max<std::int64_t>(requests, 1)));
}

/// What lanes do.
std::string_view verb(const Traffic& row) { return row.op == Access::atomic ? "update" : name_of(row.op); }

std::string subject(const Traffic& row, const Device& chip) {
  return fmt::format("the {} lanes of a {} {}", std::popcount(row.costliest.lanes),
                     serves_half_warps(chip) ? "half-warp" : "warp", verb(row));
}

std::string_view preposition(const Traffic& row) {
  if (row.op == Access::atomic) return "words in";
  return row.op == Access::load ? "from" : "to";
}

std::string global_cost(const Traffic& row, const Device& chip) {
  if (!moves_segments(chip)) {
    return fmt::format("{} sectors per request where {} would do", each(row.sectors, row.requests),
                       each(row.ideal_sectors, row.requests));
  }
  return fmt::format("{} segments of {} bytes in all per request where {} bytes would do",
                     each(row.transactions, row.requests), each(row.transaction_bytes, row.requests),
                     each(row.ideal_sectors * chip.sector_bytes, row.requests));
}

/// At what multiple a request of neighbours has to begin to move no more than it uses.
std::uint32_t alignment(const LaneAddresses& request, const Device& chip) {
  if (!moves_segments(chip)) return static_cast<std::uint32_t>(chip.sector_bytes);
  const auto bytes = static_cast<std::uint32_t>(request.bytes);
  return std::min(simt::memory::segment_bytes(bytes), bytes * simt::memory::half_warp_lanes);
}

std::string global_advice(const Traffic& row, const Device& chip) {
  const std::string cost = global_cost(row, chip);
  const std::string_view unit = moves_segments(chip) ? "segment" : "sector";
  const LaneAddresses& request = row.costliest;
  if (request.cost == 0) return cost;
  const auto distance = lane_distance(request);
  const Runs runs = runs_of(request, chip);
  if (runs.sectors_when_aligned < request.cost) {
    const std::string what = runs.count == 1
                                 ? "neighbouring addresses, but the first is not a multiple"
                                 : fmt::format("{} runs of neighbours that do not begin at a multiple", runs.count);
    const std::uint32_t multiple = alignment(request, chip);
    return fmt::format(
        "{} {} of {} bytes, so they touch more {}s than they fill: {}; let what a {} walks along begin at a "
        "multiple of {} bytes",
        subject(row, chip), what, multiple, unit, cost, serves_half_warps(chip) ? "half-warp" : "warp", multiple);
  }
  if (!distance) {
    const std::string where =
        moves_segments(chip) ? "scattered segments" : fmt::format("{} different sectors", request.cost);
    return fmt::format("{} {} {}: {}; let neighbouring lanes take neighbouring addresses", subject(row, chip),
                       preposition(row), where, cost);
  }
  const auto reach = moves_segments(chip) ? simt::memory::segment_bytes(static_cast<std::uint32_t>(request.bytes))
                                          : static_cast<std::uint32_t>(chip.sector_bytes);
  const std::string use = *distance >= reach ? fmt::format("each in a {} of its own, of which it uses {} of {} bytes",
                                                           unit, request.bytes, chip.sector_bytes)
                                             : fmt::format("and what lies between is moved for nothing");
  return fmt::format(
      "{} {} bytes apart, {}: {}; let threadIdx.x + 1 mean the next address, by another index or, where the task "
      "forbids that, by a tile in shared memory through which the lanes exchange what they {}",
      subject(row, chip), *distance, use, cost, verb(row));
}

std::string shared_advice(const Traffic& row, const Device& chip) {
  const std::string cost =
      fmt::format("{} wavefronts per request where {} would do", each(row.wavefronts, row.requests),
                  each(row.wavefronts - row.conflicts, row.requests));
  const LaneAddresses& request = row.costliest;
  if (request.cost == 0) return cost;
  const auto word_bytes = static_cast<std::uint64_t>(chip.bank_bytes);
  if (serves_half_warps(chip) && distinct(request, word_bytes, everything) < std::popcount(request.lanes)) {
    return fmt::format(
        "{} words that several of them share, of which a wavefront serves only one to more than one lane: {}; let each "
        "lane "
        "take a word of its own, or all the same one",
        subject(row, chip), cost);
  }
  const int met = distinct(request, word_bytes, static_cast<std::uint64_t>(chip.banks));
  const std::string where =
      fmt::format("in {} of {} banks", met == 1 ? "one" : fmt::format("only {}", met), chip.banks);
  const auto distance = lane_distance(request);
  if (!distance || *distance % chip.bank_bytes != 0 || request.bytes > chip.bank_bytes) {
    return fmt::format(
        "{} different words of the same banks, which are served one after the other: {}; choose another distance "
        "between them",
        subject(row, chip), cost);
  }
  const std::string apart =
      *distance == chip.bank_bytes ? "neighbouring words" : fmt::format("words {} apart", *distance / chip.bank_bytes);
  return fmt::format(
      "{} {}, which lie {} and are served one after the other: {}; choose that distance (the length of a tile's row, "
      "the size of a struct) without a common factor with {}",
      subject(row, chip), apart, where, cost, chip.banks);
}

std::string constant_advice(const Traffic& row) {
  return fmt::format(
      "the lanes of a warp want {} different addresses of constant memory at once, which are served one after the "
      "other; let all want the same one, or keep what they index by lane in shared memory",
      each(row.wavefronts, row.requests));
}

std::string repeated_stores_advice(const Traffic& row, const Device& chip) {
  if (row.op == Access::atomic) {
    return fmt::format(
        "{} atomic requests of a {} update the same addresses again and again, {:.0f} times each; let each thread, and "
        "then each block, add up what it has, in registers and in shared memory, and update global memory once",
        row.requests, serves_half_warps(chip) ? "half-warp" : "warp", times_stored(row, chip));
  }
  return fmt::format(
      "{} requests of a {} store to the same addresses again and again, {:.0f} times each; accumulate in a local "
      "variable, which is a register, and store once, after the loop",
      row.requests, serves_half_warps(chip) ? "half-warp" : "warp", times_stored(row, chip));
}

std::string repetition_advice(const Traffic& row, const Device& chip) {
  return fmt::format(
      "each {} of a {} is as it should be, but there are {} of them, for the same bytes again and again; keep what is "
      "used again in shared memory, for all who use it, or in registers",
      row.op == Access::atomic ? "atomic update" : name_of(row.op), serves_half_warps(chip) ? "half-warp" : "warp",
      row.requests);
}

std::string few_lanes_advice(const Traffic& row, const Device& chip) {
  const int lanes = std::popcount(row.costliest.lanes);
  const std::string guard = lanes == 1 ? "blocks of one thread, or a guard such as `if (threadIdx.x == 0)`"
                                       : "blocks of few threads, or a guard that lets few through";
  return fmt::format(
      "only {} of {} lanes of each warp work{} here ({}), so that each request moves {} of {} bytes for {} that are "
      "used; "
      "let all lanes of a warp take part, neighbouring ones at neighbouring addresses",
      lanes, simt::memory::warp_lanes, lanes == 1 ? "s" : "", guard,
      row.sectors == row.requests ? "a sector" : each(row.sectors, row.requests) + " sectors", chip.sector_bytes,
      lanes * row.costliest.bytes);
}

}  // namespace

std::string waste_advice(const Waste& waste, const simt::memory::Device& chip) {
  const Traffic& row = *waste.access;
  if (waste.cause == Cause::repeated_stores) return repeated_stores_advice(row, chip);
  if (waste.cause == Cause::few_lanes) return few_lanes_advice(row, chip);
  if (waste.cause == Cause::repeated) return repetition_advice(row, chip);
  if (row.space == Space::constant) return constant_advice(row);
  return row.space == Space::global ? global_advice(row, chip) : shared_advice(row, chip);
}

}  // namespace grader
