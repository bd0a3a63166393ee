#include "simt/memory/bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "simt/memory/request.hpp"

namespace simt::memory {

std::string_view name_of(Bound bound) {
  switch (bound) {
    case Bound::dram:
      return "bytes from and to DRAM";
    case Bound::l2:
      return "bytes between the L2 and the multiprocessors";
    case Bound::l1:
      return "passes of the L1";
    case Bound::shared:
      return "shared-memory passes";
    case Bound::constant:
      return "passes of the constant cache";
    case Bound::instructions:
      return "instructions";
    case Bound::updates:
      return "atomic updates";
    case Bound::barriers:
      return "barriers";
    case Bound::blocks:
      return "starting blocks";
    case Bound::latency:
      return "waiting for loads and barriers";
    case Bound::launch:
      return "the launch itself";
  }
  return "";
}

Bound Prediction::bound() const {
  return static_cast<Bound>(std::max_element(bound_seconds.begin(), bound_seconds.end()) - bound_seconds.begin());
}

Prediction& Prediction::operator+=(const Prediction& other) {
  seconds += other.seconds;
  for (std::size_t i = 0; i < bound_seconds.size(); ++i) bound_seconds[i] += other.bound_seconds[i];
  return *this;
}

namespace {

/// Mean value analysis: customers that leave a second, of `customers` in a closed network of queues with these demands,
/// each `think` seconds away from them in all. All customers are alike, so a service takes always as long: the one that
/// is under way when a customer comes is half over (Reiser 1979).
template <std::size_t services>
double throughput(int customers, const std::array<double, services>& demands, double think) {
  const double longest = *std::max_element(demands.begin(), demands.end());
  const double most = longest > 0 ? 1 / longest : std::numeric_limits<double>::infinity();
  std::array<double, services> queues{}, busy{};
  double rate = 0;
  for (int present = 1; present <= customers; ++present) {
    std::array<double, services> residence{};
    double round = think;
    for (std::size_t i = 0; i < services; ++i) {
      residence[i] = demands[i] * (1 + queues[i] - busy[i] / 2);
      round += residence[i];
    }
    rate = std::min(present / round, most);
    for (std::size_t i = 0; i < services; ++i) {
      queues[i] = rate * residence[i];
      busy[i] = std::min(rate * demands[i], 1.0);
    }
  }
  return rate;
}

/// Bytes from and to DRAM: as much as possible of both together, as a copy moves it, and the rest alone.
double dram_seconds(const Work& work, const Device& device) {
  const Timing& timing = device.timing;
  const double mixed = std::min(work.dram_loaded, work.dram_stored);
  const double alone_at =
      work.dram_loaded > work.dram_stored ? timing.dram_load_bytes_per_second : timing.dram_store_bytes_per_second;
  const double alone = std::max(work.dram_loaded, work.dram_stored) - mixed;
  return 2 * mixed / device.best_copy() + alone / alone_at;
}

double per_cycle(Pipe pipe, const Timing& timing) {
  if (pipe == Pipe::sum) return per_cycle(Pipe::integer, timing) + per_cycle(Pipe::product, timing);
  return timing.per_cycle[static_cast<std::size_t>(pipe)];
}

/// Cycles of a multiprocessor that carries out `issued` by many warps. Single precision goes to both halves of its pipe
/// in turn, also where one of them has products of whole numbers to do (calibrate: both kinds in turn). Sums go where
/// there is room.
double instruction_cycles(const std::array<double, pipes>& issued, const Timing& timing) {
  if (timing.issue_per_cycle == 0) return 0;
  const auto of = [&](Pipe pipe) { return issued[static_cast<std::size_t>(pipe)]; };
  const auto rate = [&](Pipe pipe) { return per_cycle(pipe, timing); };
  double all = 0, longest = 0;
  for (std::size_t i = 0; i < issued.size(); ++i) {
    all += issued[i];
    if (const double each = rate(static_cast<Pipe>(i)); each > 0) longest = std::max(longest, issued[i] / each);
  }
  const double multiplying = of(Pipe::single) / rate(Pipe::single) + of(Pipe::product) / rate(Pipe::product);
  const double whole_numbers = of(Pipe::integer) + of(Pipe::sum) + multiplying * rate(Pipe::product);
  return std::max({longest, all / timing.issue_per_cycle, multiplying, whole_numbers / rate(Pipe::sum)});
}

/// Seconds of one warp that is alone: it has one of the four parts of a multiprocessor, and waits for each result that
/// it needs. A shuffle goes the way of a load of shared memory.
double alone_seconds(const Work& work, const Timing& timing, double cycle) {
  constexpr double parts = 4;
  double chain = 0;
  for (std::size_t i = 0; i < work.chained.size(); ++i) {
    const auto pipe = static_cast<Pipe>(i);
    if (per_cycle(pipe, timing) == 0) continue;
    const double each = pipe == Pipe::exchange ? timing.shared_seconds : timing.instruction_seconds;
    chain += work.chained[i] * std::max(each, parts / per_cycle(pipe, timing) * cycle);
  }
  return std::max(chain, parts * instruction_cycles(work.issued, timing) * cycle);
}

}  // namespace

Prediction predict(const Work& work, const Device& device) {
  const Timing& timing = device.timing;
  if (!timing.is_known() || work.launches == 0 || work.blocks == 0) return {};
  const double cycle = 1 / device.clock_hz;
  const double warps = std::ceil(work.shape.threads_per_block / static_cast<double>(warp_lanes));
  const double blocks = work.blocks / work.launches;
  const double busy = std::min<double>(blocks, device.multiprocessors);
  const double fullest = std::ceil(blocks / device.multiprocessors);
  const double resident = std::min<double>(resident_blocks(work.shape, device), fullest);

  // What a block wants, in seconds. What the multiprocessors share, each has an equal part of.
  const double shared_by = busy / work.blocks, own = 1 / work.blocks;
  std::array<double, bounds> wants{};
  const auto of = [&](Bound bound) -> double& { return wants[static_cast<std::size_t>(bound)]; };
  of(Bound::dram) = dram_seconds(work, device) * shared_by;
  of(Bound::l2) =
      std::max(work.l2_loaded / timing.l2_load_bytes_per_second, work.l2_stored / timing.l2_store_bytes_per_second) *
      shared_by;
  of(Bound::l1) =
      std::max(work.l1_wavefronts / timing.l1_lines_per_cycle, work.requests * timing.l1_request_cycles) * cycle * own;
  of(Bound::shared) = work.wavefronts * device.cycles_per_wavefront * cycle * own;
  of(Bound::constant) = work.constant_words * timing.constant_word_cycles * cycle * own;
  of(Bound::instructions) = instruction_cycles(work.issued, timing) * cycle * own;
  of(Bound::updates) = std::max(work.update_sectors * timing.update_sector_seconds,
                                work.updates_of_a_chunk * timing.update_again_seconds) *
                       shared_by;
  of(Bound::barriers) = work.barriers * warps * timing.barrier_warp_seconds * own;
  of(Bound::blocks) = std::max(timing.block_seconds, warps * timing.warp_seconds);
  const double block_barriers = work.barriers * own;
  // While its warps take turns, a block waits for no result.
  const double calculating = std::max(alone_seconds(work, timing, cycle) * own / warps - of(Bound::instructions), 0.0);
  const double wait =
      work.waits * own / warps + calculating + block_barriers * timing.barrier_seconds + timing.thread_seconds;

  // One pipe serves the L1 and shared memory.
  std::array<double, bounds> demands = wants;
  demands[static_cast<std::size_t>(Bound::l1)] += of(Bound::shared);
  demands[static_cast<std::size_t>(Bound::shared)] = 0;
  const double batches = work.batches * own / warps / (1 + block_barriers);
  const double parties = std::clamp(std::round(batches), 1.0, warps);
  for (double& demand : demands) demand /= parties;
  const double leaving = throughput(static_cast<int>(resident * parties), demands, wait) / parties;

  Prediction result;
  for (std::size_t i = 0; i < wants.size(); ++i) result.bound_seconds[i] = wants[i] * fullest * work.launches;
  const auto set = [&](Bound bound, double seconds) {
    result.bound_seconds[static_cast<std::size_t>(bound)] = seconds * work.launches;
  };
  set(Bound::latency, wait * fullest / resident);
  set(Bound::launch, timing.launch_seconds);
  result.seconds = work.launches * (fullest / leaving + timing.launch_seconds);
  return result;
}

namespace {

void multiply(Work& work, double times) {
  for (double Work::*amount :
       {&Work::dram_loaded, &Work::dram_stored, &Work::l2_loaded, &Work::l2_stored, &Work::filled, &Work::requests,
        &Work::l1_wavefronts, &Work::wavefronts, &Work::constant_words, &Work::update_sectors,
        &Work::updates_of_a_chunk, &Work::batches, &Work::waits, &Work::barriers}) {
    work.*amount *= times;
  }
  const auto each = [times](auto& counts) {
    for (double& count : counts) count *= times;
  };
  each(work.issued);
  each(work.chained);
  for (Work::Reuse* reuse : {&work.loaded_again, &work.filled_again, &work.stored_again}) {
    each(reuse->by_same_block);
    each(reuse->by_others);
  }
}

/// Bytes of `again` that were used `times` as many bytes before as the smaller data say, where that is an eighth of the
/// data or more, and that the L2 cache does not keep for so long.
double lost(const std::array<double, 48>& again, double data, double times, const Device& device) {
  double sum = 0;
  for (std::size_t i = 0; i < again.size(); ++i) {
    const double between = std::ldexp(1.5, static_cast<int>(i));  // in the middle
    if (between >= data / 8 && between * times > static_cast<double>(device.l2_bytes)) sum += again[i];
  }
  return sum;
}

}  // namespace

std::vector<Work> enlarged(std::vector<Work> counted, double times, const std::vector<Work>& grids,
                           const Device& device) {
  const bool are_the_same = counted.size() == grids.size();
  for (std::size_t i = 0; i < counted.size(); ++i) {
    Work& work = counted[i];
    const double data = work.dram_loaded + work.dram_stored;
    const double more_blocks = are_the_same && work.blocks > 0 ? grids[i].blocks / work.blocks : times;
    const bool do_the_same = more_blocks > times / 2 && more_blocks < times * 2;
    multiply(work, do_the_same ? more_blocks : times);
    const auto lost_of = [&](const Work::Reuse& again) {
      return lost(again.by_others, data, times, device) +
             (do_the_same ? 0 : lost(again.by_same_block, data, times, device));
    };
    const double filled = lost_of(work.filled_again) * work.partly_stored;
    work.dram_loaded += lost_of(work.loaded_again) + filled;
    work.filled += filled;
    work.dram_stored += lost_of(work.stored_again);
    work.launches = are_the_same ? grids[i].launches : work.launches;
    work.blocks = are_the_same ? grids[i].blocks : work.blocks * times;
    if (are_the_same) work.shape.threads_per_block = grids[i].shape.threads_per_block;
  }
  return counted;
}

Prediction predict(const std::vector<Work>& all, const Device& device) {
  Prediction sum;
  for (const Work& work : all) sum += predict(work, device);
  return sum;
}

}  // namespace simt::memory
