#include "grader/explain/blame.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

#include "simt/simt.hpp"

namespace grader {
namespace {

using Wastes = std::vector<Waste>;

/// Fewer may be the rounds of the task itself.
constexpr double many_times = 8;
/// What spares a smaller share of the excess is not its cause.
constexpr double notable_share = 0.1;

/// Each load and store by itself; a line's counters together where there is nothing finer.
const std::vector<Traffic>& accesses_of(const Explanation& explanation) {
  return explanation.accesses.empty() ? explanation.traffic : explanation.accesses;
}

bool has_few_lanes(const Traffic& access, const simt::memory::Device& chip) {
  return access.costliest.cost > 0 && std::popcount(access.costliest.lanes) * 8 <= chip.request_lanes &&
         access.ideal_sectors == access.requests;
}

std::int64_t used_bytes(const Traffic& access, const simt::memory::Device& chip) {
  return has_few_lanes(access, chip) ? access.requests * std::popcount(access.costliest.lanes) * access.costliest.bytes
                                     : std::min(access.ideal_sectors, access.sectors) * chip.sector_bytes;
}

/// The load of `y[r] += …` goes where its store goes.
std::int64_t sectors_loaded_with(const Traffic& store, const std::vector<Traffic>& accesses, int sector_bytes) {
  const auto load = std::find_if(accesses.begin(), accesses.end(), [&](const Traffic& other) {
    return other.line == store.line && other.space == Space::global && other.op == Access::load &&
           other.requests == store.requests && other.costliest.cost > 0 &&
           other.costliest.address == store.costliest.address;
  });
  return load == accesses.end() ? 0 : load->sectors - load->levels.dram_read / sector_bytes;
}

/// Of what was in a cache already; all of it where nothing is known of caches.
std::int64_t sectors_moved_again(const Traffic& access, const simt::memory::Device& chip) {
  if (!chip.has_caches()) return access.sectors;
  return access.sectors - (access.levels.dram_read + access.levels.dram_written) / chip.sector_bytes;
}

Wastes waste_in_global_memory(const Explanation& explanation) {
  const std::vector<Traffic>& accesses = accesses_of(explanation);
  const simt::memory::Device& chip = explanation.chip;
  Wastes all;
  for (const Traffic& access : accesses) {
    if (access.line == 0 || access.space != Space::global) continue;
    const bool is_store_repeated = access.op != Access::load && times_stored(access, chip) >= many_times;
    if (is_store_repeated) {
      const std::int64_t once = access.levels.dram_written / chip.sector_bytes;
      const std::int64_t loads = sectors_loaded_with(access, accesses, chip.sector_bytes);
      all.push_back({Cause::repeated_stores, &access, access.sectors - once + loads});
    }
    if (has_few_lanes(access, chip)) {
      all.push_back({Cause::few_lanes, &access, access.sectors - used_bytes(access, chip) / chip.sector_bytes});
    } else if (access.is_wasteful()) {
      const bool is_much = 2 * access.sectors > 3 * access.ideal_sectors;
      all.push_back({is_much ? Cause::scattered : Cause::misaligned, &access, access.sectors - access.ideal_sectors});
    } else if (const std::int64_t again = sectors_moved_again(access, chip); again > 0 && !is_store_repeated) {
      all.push_back({Cause::repeated, &access, again});
    }
  }
  return all;
}

Wastes conflicts_in(Space space, const Explanation& explanation) {
  Wastes all;
  for (const Traffic& access : accesses_of(explanation)) {
    if (access.line == 0 || access.space != space || !access.is_wasteful()) continue;
    all.push_back({Cause::conflicts, &access, access.conflicts});
  }
  return all;
}

double all_sectors(const Explanation& explanation) {
  double sectors = 0;
  for (const Traffic& row : explanation.traffic) sectors += static_cast<double>(row.sectors);
  return sectors;
}

double excess_sectors(const Explanation& explanation) {
  constexpr course::MetricKey traffic = "traffic_vs_minimum";
  if (!explanation.has_too_much(traffic)) return 0;
  return all_sectors(explanation) * (1 - *explanation.limits.at_most[traffic] / *explanation.summary.values[traffic]);
}

/// Conflicts that must go until their share of all wavefronts is the limit.
double excess_conflicts(const Explanation& explanation) {
  if (!explanation.has_too_much("conflict_share")) return 0;
  const double limit = *explanation.limits.at_most["conflict_share"];  // below 1, or nothing were above it
  double conflicts = 0, wavefronts = 0;
  for (const Traffic& row : explanation.traffic) {
    if (row.space != Space::shared || row.op == Access::atomic) continue;
    conflicts += static_cast<double>(row.conflicts);
    wavefronts += static_cast<double>(row.wavefronts);
  }
  return (conflicts - limit * wavefronts) / (1 - limit);
}

double saving_of(const Wastes& all) {
  double sum = 0;
  for (const Waste& one : all) sum += static_cast<double>(one.saving);
  return sum;
}

/// What would take a part from `excess` to just within its limit, which is not far above what a good solution needs:
/// the access that comes closest by itself and its like, else all.
Wastes makes_the_difference(const Wastes& all, double excess, double room) {
  const auto is_enough = [&](double saving) { return saving >= excess && saving <= excess + room; };
  double closest = excess + room;
  for (const Waste& one : all) {
    if (is_enough(static_cast<double>(one.saving))) closest = std::min(closest, static_cast<double>(one.saving));
  }
  Wastes alone;
  std::copy_if(all.begin(), all.end(), std::back_inserter(alone), [&](const Waste& one) {
    const auto saving = static_cast<double>(one.saving);
    return is_enough(saving) && saving <= 1.01 * closest;
  });
  if (!alone.empty()) return alone;
  return is_enough(saving_of(all)) ? all : Wastes();
}

/// What is needed of `all` to spare `excess`: each that can by itself, else everything.
Wastes needed(const Wastes& all, double excess) {
  Wastes enough;
  std::copy_if(all.begin(), all.end(), std::back_inserter(enough),
               [&](const Waste& one) { return static_cast<double>(one.saving) >= excess; });
  return enough.empty() ? all : enough;
}

constexpr Cause causes[] = {Cause::repeated_stores, Cause::few_lanes, Cause::scattered, Cause::repeated,
                            Cause::misaligned};

Wastes blamed_for(double excess, double room, const Wastes& all) {
  if (excess <= 0) return {};
  const auto of_cause = [&](Cause cause, double of) {
    const bool may_be_the_edge = cause != Cause::scattered && cause != Cause::misaligned;
    Wastes some;
    std::copy_if(all.begin(), all.end(), std::back_inserter(some), [&](const Waste& one) {
      return one.cause == cause && (!may_be_the_edge || static_cast<double>(one.saving) >= notable_share * of);
    });
    return some;
  };
  for (const Cause cause : causes) {
    if (Wastes some = makes_the_difference(of_cause(cause, excess), excess, room); !some.empty()) return some;
  }
  Wastes blamed;
  for (const Cause cause : causes) {
    const double left = excess - saving_of(blamed);
    if (left <= 0) break;
    const Wastes some = needed(of_cause(cause, left), left);
    blamed.insert(blamed.end(), some.begin(), some.end());
  }
  return blamed;
}

/// The place of pixels in an array is not for the lanes that fetch them to choose.
bool is_texture_fetch(const Traffic& access, const simt::SourceIndex& source) {
  return access.op == Access::load && source.has_texture_fetch(access.line);
}

/// Of what a part allows: good requests are no waste, nor are a few lanes at the edge of what the others have.
bool is_worth_telling(const Waste& one, const simt::SourceIndex& source) {
  const bool is_good =
      one.cause == Cause::repeated_stores || one.cause == Cause::few_lanes || one.cause == Cause::repeated;
  return !is_good && (one.cause == Cause::conflicts || !is_texture_fetch(*one.access, source));
}

bool is_faulty(const Explanation& explanation) {
  return !explanation.problems.empty() || !explanation.is_within_limits() ||
         std::any_of(explanation.findings.begin(), explanation.findings.end(),
                     [](const Finding& finding) { return !finding.is_remark; });
}

}  // namespace

double times_stored(const Traffic& store, const simt::memory::Device& chip) {
  if (store.levels.dram_written == 0) return 1;
  return static_cast<double>(used_bytes(store, chip)) / static_cast<double>(store.levels.dram_written);
}

Blame blame(const Explanation& explanation) {
  const Wastes global = waste_in_global_memory(explanation);
  const Wastes shared = conflicts_in(Space::shared, explanation);
  const Wastes constant = conflicts_in(Space::constant, explanation);

  const double excess = excess_sectors(explanation);
  const double limit_sectors = all_sectors(explanation) - excess;
  Wastes blamed = blamed_for(excess, limit_sectors / 2, global);
  if (const double conflicts = excess_conflicts(explanation); conflicts > 0) {
    const Wastes some = needed(shared, conflicts);
    blamed.insert(blamed.end(), some.begin(), some.end());
  }
  if (explanation.has_too_much("constant_wavefronts")) {
    blamed.insert(blamed.end(), constant.begin(), constant.end());
  }

  const simt::SourceIndex source = simt::index_source(explanation.source);
  Wastes allowed;
  for (const Wastes* some : {&global, &shared, &constant}) {
    for (const Waste& one : *some) {
      const bool is_blamed = std::any_of(blamed.begin(), blamed.end(), [&](const Waste& other) {
        return other.access == one.access && other.cause == one.cause;
      });
      if (!is_blamed && is_worth_telling(one, source)) allowed.push_back(one);
    }
  }
  if (!is_faulty(explanation) || !explanation.limits_apply) {
    blamed.insert(blamed.end(), allowed.begin(), allowed.end());
    allowed.clear();
  }
  const auto is_before = [](const Waste& a, const Waste& b) { return a.access < b.access; };  // by line
  std::stable_sort(blamed.begin(), blamed.end(), is_before);
  std::stable_sort(allowed.begin(), allowed.end(), is_before);
  return {std::move(blamed), std::move(allowed)};
}

}  // namespace grader
