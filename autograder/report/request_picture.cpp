#include "report/request_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <map>
#include <set>

namespace report {
namespace {

using grader::LaneAddresses;

constexpr int sector_bytes = 32;
constexpr int word_bytes = 4;
constexpr int words_per_sector = sector_bytes / word_bytes;
constexpr int banks = 32;
constexpr int nobody = -1;
constexpr int several = -2;

bool takes_part(const LaneAddresses& request, int lane) { return (request.lanes >> lane & 1) != 0; }

// --- sectors --------------------------------------------------------------------------------------------

struct Sector {
  std::array<int, words_per_sector> lane{nobody, nobody, nobody, nobody, nobody, nobody, nobody, nobody};
  std::bitset<sector_bytes> used;
};

using Sectors = std::map<std::uint64_t, Sector>;  // by address ÷ 32

Sectors sectors_of(const LaneAddresses& request) {
  Sectors sectors;
  for (int lane = 0; lane < 32; ++lane) {
    if (!takes_part(request, lane)) continue;
    for (int byte = 0; byte < request.bytes; ++byte) {
      const std::uint64_t address = request.address[lane] + static_cast<std::uint64_t>(byte);
      Sector& sector = sectors[address / sector_bytes];
      const std::size_t offset = address % sector_bytes;
      sector.used.set(offset);
      int& shown = sector.lane[offset / word_bytes];
      shown = shown == nobody || shown == lane ? lane : several;
    }
  }
  return sectors;
}

std::string cell(int lane) { return lane == nobody ? " ." : lane == several ? " *" : fmt::format("{:>2}", lane); }

// "    +64 │  1  x  x  x  · │": 36 columns.
std::string box(std::uint64_t number, const Sector& sector) {
  // Farther apart than any matrix: another array.
  std::string text =
      number > 9'999'999 ? fmt::format("{:>8} │", "far") : fmt::format("{:>8} │", fmt::format("+{}", number));
  for (const int lane : sector.lane) text += " " + cell(lane);
  return text + " │";
}

std::string use_of(const Sectors& sectors, const LaneAddresses& request) {
  std::size_t used = 0;
  bool same = true;
  const std::size_t first = sectors.begin()->second.used.count();
  for (const auto& [number, sector] : sectors) {
    used += sector.used.count();
    same = same && sector.used.count() == first;
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
  return lanes == 32 ? text : text + fmt::format("; {} of 32 lanes take part", lanes);
}

// --- banks ----------------------------------------------------------------------------------------------

struct Phase {
  int first_lane = 0;
  int lanes = 0;
  std::array<std::set<std::uint64_t>, banks> words;  // different ones, for each bank

  std::size_t passes() const {
    std::size_t most = 0;
    for (const auto& bank : words) most = std::max(most, bank.size());
    return most;
  }
};

/// The emulator's shared memory lies anywhere, a GPU's begins with bank 0: so the first lane's bank counts as 0.
std::uint64_t bank_zero(const LaneAddresses& request) {
  return request.address[static_cast<std::size_t>(std::countr_zero(request.lanes))] / word_bytes;
}

Phase phase_of(const LaneAddresses& request, int first_lane, int lanes) {
  Phase phase{first_lane, lanes, {}};
  const std::uint64_t origin = bank_zero(request);
  for (int lane = first_lane; lane < first_lane + lanes; ++lane) {
    if (!takes_part(request, lane)) continue;
    const std::uint64_t last = (request.address[lane] + static_cast<std::uint64_t>(request.bytes) - 1) / word_bytes;
    for (std::uint64_t word = request.address[lane] / word_bytes; word <= last; ++word) {
      phase.words[(word - origin) % banks].insert(word);
    }
  }
  return phase;
}

Phase costliest_phase(const LaneAddresses& request) {
  const int lanes = 32 * word_bytes / std::max(request.bytes, word_bytes);
  Phase worst = phase_of(request, 0, lanes);
  for (int first = lanes; first < 32; first += lanes) {
    Phase next = phase_of(request, first, lanes);
    if (next.passes() > worst.passes()) worst = std::move(next);
  }
  return worst;
}

std::vector<int> lanes_at(const LaneAddresses& request, const Phase& phase, int bank) {
  std::vector<int> lanes;
  for (int lane = phase.first_lane; lane < phase.first_lane + phase.lanes; ++lane) {
    if (takes_part(request, lane) && !phase_of(request, lane, 1).words[static_cast<std::size_t>(bank)].empty()) {
      lanes.push_back(lane);
    }
  }
  return lanes;
}

// "0 1 2 3 … 31"
std::string abridged(const std::vector<int>& lanes) {
  std::string text;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const bool is_left_out = lanes.size() > 10 && i >= 6 && i + 1 < lanes.size();
    if (!is_left_out) text += (text.empty() ? "" : " ") + std::to_string(lanes[i]);
    if (lanes.size() > 10 && i == 6) text += " …";
  }
  return text;
}

std::string busiest(const LaneAddresses& request, const Phase& phase) {
  const std::size_t most = phase.passes();
  int first = nobody;
  int alike = 0;
  for (int bank = 0; bank < banks; ++bank) {
    if (phase.words[static_cast<std::size_t>(bank)].size() != most) continue;
    if (first == nobody) first = bank;
    ++alike;
  }
  std::string text = fmt::format("bank {}: {} different word{} for lanes {}", first, most, most == 1 ? "" : "s",
                                 abridged(lanes_at(request, phase, first)));
  if (alike > 1) text += fmt::format("; {} other bank{} alike", alike - 1, alike == 2 ? "" : "s");
  return text;
}

}  // namespace

std::vector<std::string> sector_picture(const LaneAddresses& request) {
  const Sectors sectors = sectors_of(request);
  if (request.cost == 0 || sectors.empty()) return {};
  const std::uint64_t origin = sectors.begin()->first;
  std::vector<std::string> boxes;
  for (const auto& [number, sector] : sectors) boxes.push_back(box(number - origin, sector));
  // Two in a line; of more than eight, the first four and the last two.
  std::vector<std::string> lines{fmt::format("{:>8} │ lane at each of the 8 words", "sector")};
  const bool is_abridged = boxes.size() > 8;
  for (std::size_t i = 0; i < boxes.size(); i += 2) {
    if (is_abridged && i == 4) {
      const std::size_t left_out = (boxes.size() - 1) / 2 * 2 - 4;
      lines.push_back(fmt::format("       … │ and {} more sectors", left_out));
      i += left_out;
    }
    lines.push_back(boxes[i] + (i + 1 < boxes.size() ? " " + boxes[i + 1] : ""));
  }
  lines.push_back(use_of(sectors, request));
  return lines;
}

std::vector<std::string> bank_picture(const LaneAddresses& request) {
  if (request.cost == 0 || request.lanes == 0) return {};
  const Phase phase = costliest_phase(request);
  std::vector<std::string> lines;
  for (int half = 0; half < banks; half += banks / 2) {
    std::string numbers = "bank  ";
    std::string words = "words ";
    for (int bank = half; bank < half + banks / 2; ++bank) {
      const std::size_t count = phase.words[static_cast<std::size_t>(bank)].size();
      numbers += fmt::format("{:>4}", bank);
      words += count == 0 ? "   ." : fmt::format("{:>4}", count);
    }
    lines.push_back(numbers);
    lines.push_back(words);
  }
  if (phase.lanes != 32) {
    lines.push_back(fmt::format("lanes {} to {}: accesses of {} bytes are served {} lanes at a time", phase.first_lane,
                                phase.first_lane + phase.lanes - 1, request.bytes, phase.lanes));
  }
  lines.push_back(busiest(request, phase));
  return lines;
}

}  // namespace report
