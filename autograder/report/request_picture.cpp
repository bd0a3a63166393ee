#include "report/request_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "simt/simt.hpp"

namespace report {
namespace {

using grader::LaneAddresses;
using simt::memory::Device;
using simt::memory::warp_lanes;

constexpr int word_bytes = 4;
constexpr int no_lane = -1;
constexpr int several = -2;

bool takes_part(const LaneAddresses& request, int lane) { return (request.lanes >> lane & 1) != 0; }

// --- sectors --------------------------------------------------------------------------------------------

struct Sector {
  std::vector<int> lane;       // of each word
  std::set<std::size_t> used;  // bytes, counted from the sector's start
};

using Sectors = std::map<std::uint64_t, Sector>;  // by address ÷ bytes of a sector

Sectors sectors_of(const LaneAddresses& request, std::size_t sector_bytes) {
  Sectors sectors;
  for (int lane = 0; lane < warp_lanes; ++lane) {
    if (!takes_part(request, lane)) continue;
    for (int byte = 0; byte < request.bytes; ++byte) {
      const std::uint64_t address = request.address[lane] + static_cast<std::uint64_t>(byte);
      Sector& sector = sectors[address / sector_bytes];
      sector.lane.resize(sector_bytes / word_bytes, no_lane);
      const std::size_t offset = address % sector_bytes;
      sector.used.insert(offset);
      int& shown = sector.lane[offset / word_bytes];
      shown = shown == no_lane || shown == lane ? lane : several;
    }
  }
  return sectors;
}

std::string cell(int lane) { return lane == no_lane ? " ." : lane == several ? " *" : fmt::format("{:>2}", lane); }

// "    +64 │  1  x  x  x  · │": 36 columns.
std::string box(std::uint64_t number, const Sector& sector) {
  // Farther apart than any matrix: another array.
  std::string text =
      number > 9'999'999 ? fmt::format("{:>8} │", "far") : fmt::format("{:>8} │", fmt::format("+{}", number));
  for (const int lane : sector.lane) text += fmt::format(" {}", cell(lane));
  return text + " │";
}

std::string use_of(const Sectors& sectors, const LaneAddresses& request, std::size_t sector_bytes) {
  std::size_t used = 0;
  bool same = true;
  const std::size_t first = sectors.begin()->second.used.size();
  for (const auto& [number, sector] : sectors) {
    used += sector.used.size();
    same = same && sector.used.size() == first;
  }
  const std::size_t count = sectors.size();
  std::string text = fmt::format("{} sector{}, ", count, count == 1 ? "" : "s");
  text += same ? fmt::format("{} of {} bytes used{}", first, sector_bytes, count == 1 ? "" : " in each")
               : fmt::format("{} of {} bytes used", used, count * sector_bytes);
  const bool is_shared = std::any_of(sectors.begin(), sectors.end(), [](const auto& sector) {
    return std::find(sector.second.lane.begin(), sector.second.lane.end(), several) != sector.second.lane.end();
  });
  if (is_shared) text += "; * several lanes";
  const int lanes = std::popcount(request.lanes);
  return lanes == warp_lanes ? text : text + fmt::format("; {} of {} lanes take part", lanes, warp_lanes);
}

std::vector<std::string> sector_picture(const LaneAddresses& request, std::size_t sector_bytes) {
  const Sectors sectors = sectors_of(request, sector_bytes);
  if (request.cost == 0 || sectors.empty()) return {};
  const std::uint64_t origin = sectors.begin()->first;
  std::vector<std::string> boxes;
  for (const auto& [number, sector] : sectors) boxes.push_back(box(number - origin, sector));
  // Two in a line; of more than eight, the first four and the last two.
  std::vector<std::string> lines{
      fmt::format("{:>8} │ lane at each of the {} words", "sector", sector_bytes / word_bytes)};
  const bool is_abridged = boxes.size() > 8;
  for (std::size_t i = 0; i < boxes.size(); i += 2) {
    if (is_abridged && i == 4) {
      const std::size_t left_out = (boxes.size() - 1) / 2 * 2 - 4;
      lines.push_back(fmt::format("       … │ and {} more sectors", left_out));
      i += left_out;
    }
    lines.push_back(boxes[i] + (i + 1 < boxes.size() ? " " + boxes[i + 1] : ""));
  }
  lines.push_back(use_of(sectors, request, sector_bytes));
  return lines;
}

// --- segments -------------------------------------------------------------------------------------------

/// What the counters count: `request` with the lanes of `lanes` only.
simt::memory::Request counted(const LaneAddresses& request, std::uint32_t lanes) {
  simt::memory::Request result;
  std::copy(request.address.begin(), request.address.end(), result.address.begin());
  result.active = request.lanes & lanes;
  result.bytes = static_cast<std::uint32_t>(request.bytes);
  return result;
}

// "0 1 2 3 4 5 … 31"
std::string abridged(const std::vector<int>& lanes) {
  std::string text;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const bool is_left_out = lanes.size() > 10 && i >= 6 && i + 1 < lanes.size();
    if (!is_left_out) text += fmt::format("{}{}", text.empty() ? "" : " ", lanes[i]);
    if (lanes.size() > 10 && i == 6) text += " …";
  }
  return text;
}

std::vector<int> lanes_in(const simt::memory::Transaction& segment, const simt::memory::Request& request) {
  std::vector<int> lanes;
  for (int lane = 0; lane < simt::memory::warp_lanes; ++lane) {
    const bool is_active = (request.active >> lane & 1) != 0;
    const std::uint64_t offset = request.address[static_cast<std::size_t>(lane)] - segment.address;
    if (is_active && offset < segment.bytes) lanes.push_back(lane);
  }
  return lanes;
}

std::size_t bytes_used(const simt::memory::Request& request) {
  std::set<std::uint64_t> used;
  for (std::uint32_t lanes = request.active; lanes != 0; lanes &= lanes - 1) {
    const std::uint64_t first = request.address[static_cast<std::size_t>(std::countr_zero(lanes))];
    for (std::uint32_t byte = 0; byte < request.bytes; ++byte) used.insert(first + byte);
  }
  return used.size();
}

std::vector<std::string> segment_picture(const LaneAddresses& all) {
  const int half = (all.lanes & 0xffffU) != 0 ? 0 : 1;
  const simt::memory::Request request = counted(all, 0xffffU << (half * simt::memory::half_warp_lanes));
  const simt::memory::Transactions issued(request, half);
  if (all.cost == 0 || issued.count() == 0) return {};
  std::uint64_t origin = issued.all().front().address;
  for (const auto& segment : issued.all()) origin = std::min(origin, segment.address);
  std::vector<std::string> lines{"  at byte │ bytes │ lanes"};
  // Of more than eight, the first six and the last.
  const int left_out = issued.count() > 8 ? issued.count() - 7 : 0;
  for (int i = 0; i < issued.count(); ++i) {
    if (left_out > 0 && i == 6) {
      lines.push_back(fmt::format("{:>9} │ and {} more segments", "…", left_out));
      i += left_out;
    }
    const auto& segment = issued.all()[static_cast<std::size_t>(i)];
    const std::uint64_t offset = segment.address - origin;
    lines.push_back(fmt::format("{:>9} │ {:>5} │ {}", offset > 99'999'999 ? "far" : fmt::format("+{}", offset),
                                segment.bytes, abridged(lanes_in(segment, request))));
  }
  std::string sum = fmt::format("{} segment{}, {} of {} bytes used", issued.count(), issued.count() == 1 ? "" : "s",
                                bytes_used(request), issued.bytes());
  const int lanes = std::popcount(request.active);
  if (lanes != simt::memory::half_warp_lanes)
    sum += fmt::format("; {} of {} lanes take part", lanes, simt::memory::half_warp_lanes);
  lines.push_back(std::move(sum));
  return lines;
}

// --- banks ----------------------------------------------------------------------------------------------

/// What is served together: some lanes, or where half a warp is a request, one bank's word of each of its lanes.
struct Phase {
  int first_lane = 0;
  int lanes = 0;
  int word = 0;  ///< of each lane, where it is one
  int passes = 0;
  std::vector<std::set<std::uint64_t>> words;  ///< by bank: different ones
  std::vector<std::vector<int>> lanes_at;      ///< by bank
};

/// The emulator's shared memory lies anywhere, a GPU's begins with bank 0: so the first lane's bank counts as 0.
std::uint64_t bank_zero(const LaneAddresses& request, const Device& chip) {
  return request.address[static_cast<std::size_t>(std::countr_zero(request.lanes))] /
         static_cast<std::uint64_t>(chip.bank_bytes);
}

/// `bytes` bytes of each lane's access, from its byte `offset` on.
Phase phase_of(const LaneAddresses& all, const Device& chip, int first_lane, int lanes, int offset, int bytes) {
  const auto word_bytes = static_cast<std::uint64_t>(chip.bank_bytes);
  const auto banks = static_cast<std::size_t>(chip.banks);
  const auto mask = static_cast<std::uint32_t>((std::uint64_t{1} << lanes) - 1) << first_lane;
  simt::memory::Request request = counted(all, mask);
  request.bytes = static_cast<std::uint32_t>(bytes);
  for (std::uint64_t& address : request.address) address += static_cast<std::uint64_t>(offset);
  Phase phase{first_lane,
              lanes,
              offset / chip.bank_bytes,
              simt::memory::shared_wavefronts(request, simt::memory::SharedUse::store, chip).wavefronts,
              std::vector<std::set<std::uint64_t>>(banks),
              std::vector<std::vector<int>>(banks)};
  const std::uint64_t origin = bank_zero(all, chip) + static_cast<std::uint64_t>(phase.word);
  for (int lane = first_lane; lane < first_lane + lanes; ++lane) {
    if (!takes_part(all, lane)) continue;
    const std::uint64_t first = request.address[static_cast<std::size_t>(lane)];
    for (std::uint64_t word = first / word_bytes; word <= (first + request.bytes - 1) / word_bytes; ++word) {
      const std::size_t bank = (word - origin) % banks;
      phase.words[bank].insert(word);
      if (phase.lanes_at[bank].empty() || phase.lanes_at[bank].back() != lane) phase.lanes_at[bank].push_back(lane);
    }
  }
  return phase;
}

Phase costliest_phase(const LaneAddresses& request, const Device& chip) {
  const bool by_words = chip.request_lanes < simt::memory::warp_lanes;
  const int lanes =
      by_words ? chip.request_lanes : warp_lanes * chip.bank_bytes / std::max(request.bytes, chip.bank_bytes);
  const int bytes = by_words ? std::min(request.bytes, chip.bank_bytes) : request.bytes;
  Phase worst;
  for (int first = 0; first < warp_lanes; first += lanes) {
    for (int offset = 0; offset < request.bytes; offset += bytes) {
      Phase next = phase_of(request, chip, first, lanes, offset, bytes);
      if (next.passes > worst.passes) worst = std::move(next);
    }
  }
  return worst;
}

std::string phase_in_words(const LaneAddresses& request, const Device& chip, const Phase& phase) {
  if (chip.request_lanes == simt::memory::warp_lanes) {
    return fmt::format("lanes {} to {}: accesses of {} bytes are served {} lanes at a time", phase.first_lane,
                       phase.first_lane + phase.lanes - 1, request.bytes, phase.lanes);
  }
  return fmt::format("word {} of each: accesses of {} bytes are served one word after the other", phase.word,
                     request.bytes);
}

std::size_t most_words(const Phase& phase) {
  std::size_t most = 0;
  for (const auto& bank : phase.words) most = std::max(most, bank.size());
  return most;
}

std::string busiest(const Phase& phase) {
  const std::size_t most = most_words(phase);
  const auto is_busiest = [&](const auto& bank) { return bank.size() == most; };
  const auto first = std::find_if(phase.words.begin(), phase.words.end(), is_busiest) - phase.words.begin();
  const auto alike = std::count_if(phase.words.begin(), phase.words.end(), is_busiest);
  std::string text = fmt::format("bank {}: {} different word{} for lanes {}", first, most, most == 1 ? "" : "s",
                                 abridged(phase.lanes_at[static_cast<std::size_t>(first)]));
  if (alike > 1) text += fmt::format("; {} other bank{} alike", alike - 1, alike == 2 ? "" : "s");
  return text;
}

}  // namespace

std::vector<std::string> global_picture(const LaneAddresses& request, const Device& chip) {
  if (chip.rule == simt::memory::Rule::segments) return segment_picture(request);
  return sector_picture(request, static_cast<std::size_t>(chip.sector_bytes));
}

std::vector<std::string> bank_picture(const LaneAddresses& request, const Device& chip) {
  if (request.cost == 0 || request.lanes == 0) return {};
  const Phase phase = costliest_phase(request, chip);
  std::vector<std::string> lines;
  const std::size_t columns = std::min<std::size_t>(phase.words.size(), 16);
  for (std::size_t first = 0; first < phase.words.size(); first += columns) {
    std::string numbers = "bank  ";
    std::string words = "words ";
    for (std::size_t bank = first; bank < first + columns; ++bank) {
      const std::size_t count = phase.words[bank].size();
      numbers += fmt::format("{:>4}", bank);
      words += count == 0 ? "   ." : fmt::format("{:>4}", count);
    }
    lines.push_back(numbers);
    lines.push_back(words);
  }
  if (request.bytes > chip.bank_bytes) lines.push_back(phase_in_words(request, chip, phase));
  lines.push_back(busiest(phase));
  if (static_cast<std::size_t>(phase.passes) > most_words(phase)) {
    lines.push_back(fmt::format("{} wavefronts: each serves only one word to more than one lane", phase.passes));
  }
  return lines;
}

}  // namespace report
