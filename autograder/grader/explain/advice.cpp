// From counters and findings to one sentence each: what about this line costs, and what would change it.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <optional>
#include <set>

#include "grader/explain/blame.hpp"
#include "simt/simt.hpp"

namespace grader {
namespace {

using simt::memory::Device;

bool serves_half_warps(const Device& chip) { return chip.request_lanes < simt::memory::warp_lanes; }

bool moves_segments(const Device& chip) { return chip.rule == simt::memory::Rule::segments; }

/// Bytes from each lane to the next, where that is the same for all neighbours that take part.
std::optional<std::int64_t> lane_distance(const LaneAddresses& request) {
  std::optional<std::int64_t> distance;
  for (int lane = 1; lane < 32; ++lane) {
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
  for (std::size_t lane = 0; lane < 32; ++lane) {
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
  for (int lane = 0; lane < 32; ++lane) {
    if ((request.lanes >> lane & 1) != 0) numbers.insert(request.address[lane] / unit % count);
  }
  return static_cast<int>(numbers.size());
}

std::string each(std::int64_t sum, std::int64_t requests) {
  return fmt::format("{:.4g}", static_cast<double>(sum) / static_cast<double>(std::max<std::int64_t>(requests, 1)));
}

std::string subject(const Traffic& row, const Device& chip) {
  return fmt::format("the {} lanes of a {} {}", std::popcount(row.costliest.lanes),
                     serves_half_warps(chip) ? "half-warp" : "warp", row.op == Access::load ? "load" : "store");
}

std::string global_cost(const Traffic& row, const Device& chip) {
  if (!moves_segments(chip)) {
    return fmt::format("{} sectors a request where {} would do", each(row.sectors, row.requests),
                       each(row.ideal_sectors, row.requests));
  }
  return fmt::format("{} segments of {} bytes in all a request where {} bytes would do",
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
                                 ? "neighbouring addresses, but the first is no multiple"
                                 : fmt::format("{} runs of neighbours that begin at no multiple", runs.count);
    const std::uint32_t multiple = alignment(request, chip);
    return fmt::format(
        "{} {} of {} bytes, so they lie across more {}s than they fill: {}; let what a {} walks along begin at a "
        "multiple of {} bytes",
        subject(row, chip), what, multiple, unit, cost, serves_half_warps(chip) ? "half-warp" : "warp", multiple);
  }
  if (!distance) {
    const std::string where =
        moves_segments(chip) ? "scattered segments" : fmt::format("{} different sectors", request.cost);
    return fmt::format("{} {} {}: {}; let neighbouring lanes take neighbouring addresses", subject(row, chip),
                       row.op == Access::load ? "from" : "to", where, cost);
  }
  const auto reach = moves_segments(chip) ? simt::memory::segment_bytes(static_cast<std::uint32_t>(request.bytes))
                                          : static_cast<std::uint32_t>(chip.sector_bytes);
  const std::string use = *distance >= reach ? fmt::format("each in a {} of its own, of which it uses {} of {} bytes",
                                                           unit, request.bytes, chip.sector_bytes)
                                             : fmt::format("and what lies between is moved for nothing");
  return fmt::format(
      "{} {} bytes apart, {}: {}; let threadIdx.x + 1 mean the next address, by another index or, where the task "
      "forbids that, by a tile in shared memory through which the lanes exchange what they {}",
      subject(row, chip), *distance, use, cost, row.op == Access::load ? "load" : "store");
}

std::string shared_advice(const Traffic& row, const Device& chip) {
  const std::string cost = fmt::format("{} wavefronts a request where {} would do", each(row.wavefronts, row.requests),
                                       each(row.wavefronts - row.conflicts, row.requests));
  const LaneAddresses& request = row.costliest;
  if (request.cost == 0) return cost;
  const auto word_bytes = static_cast<std::uint64_t>(chip.bank_bytes);
  if (serves_half_warps(chip) && distinct(request, word_bytes, everything) < std::popcount(request.lanes)) {
    return fmt::format(
        "{} words that several of them share, of which a pass hands only one to more than one lane: {}; let each lane "
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
  return fmt::format(
      "{} requests of a {} store to the same addresses again and again, {:.0f} times each; accumulate in a local "
      "variable, which is a register, and store once, after the loop",
      row.requests, serves_half_warps(chip) ? "half-warp" : "warp", times_stored(row, chip));
}

std::string repetition_advice(const Traffic& row, const Device& chip) {
  return fmt::format(
      "each {} of a {} is as it should be, but there are {} of them, for the same bytes again and again; keep what is "
      "used again in shared memory, for all who use it, or in registers",
      row.op == Access::load ? "load" : "store", serves_half_warps(chip) ? "half-warp" : "warp", row.requests);
}

std::string few_lanes_advice(const Traffic& row, const Device& chip) {
  const int lanes = std::popcount(row.costliest.lanes);
  const std::string guard = lanes == 1 ? "blocks of one thread, or a guard such as `if (threadIdx.x == 0)`"
                                       : "blocks of few threads, or a guard that lets few through";
  return fmt::format(
      "only {} of 32 lanes of each warp work{} here ({}), so that each request moves {} of {} bytes for {} that are "
      "used; "
      "let all lanes of a warp take part, neighbouring ones at neighbouring addresses",
      lanes, lanes == 1 ? "s" : "", guard,
      row.sectors == row.requests ? "a sector" : each(row.sectors, row.requests) + " sectors", chip.sector_bytes,
      lanes * row.costliest.bytes);
}

std::string waste_advice(const Waste& waste, const Device& chip) {
  const Traffic& row = *waste.access;
  if (waste.cause == Cause::repeated_stores) return repeated_stores_advice(row, chip);
  if (waste.cause == Cause::few_lanes) return few_lanes_advice(row, chip);
  if (waste.cause == Cause::repeated) return repetition_advice(row, chip);
  if (row.space == Space::constant) return constant_advice(row);
  return row.space == Space::global ? global_advice(row, chip) : shared_advice(row, chip);
}

/// The same of several lines is said once: "lines 14, 15, 16: …".
class ByLine {
 public:
  void add(const Traffic& access, std::string text) {
    const auto found = std::find_if(said_.begin(), said_.end(), [&](const Said& one) {
      return one.text == text && one.op == access.op && one.is_one_of_several == access.is_one_of_several;
    });
    if (found == said_.end()) {
      said_.push_back({{access.line}, access.op, access.is_one_of_several, 1, std::move(text)});
    } else if (found->lines.back() != access.line) {
      found->lines.push_back(access.line);
    } else {
      ++found->in_last_line;
    }
  }

  std::vector<std::string> sentences() const {
    std::vector<std::string> sentences;
    for (const Said& one : said_) {
      sentences.push_back(fmt::format("line{} {}{}: {}", one.lines.size() == 1 ? "" : "s", fmt::join(one.lines, ", "),
                                      one.is_one_of_several ? which(one) : "", one.text));
    }
    return sentences;
  }

 private:
  struct Said {
    std::vector<int> lines;
    Access op;
    bool is_one_of_several;
    int in_last_line;  ///< accesses
    std::string text;
  };

  static std::string which(const Said& one) {
    const std::string_view op = one.op == Access::load ? "loads" : "stores";
    if (one.lines.size() > 1) return fmt::format(", some of their {}", op);
    return one.in_last_line == 1 ? fmt::format(", one of its {}", op)
                                 : fmt::format(", {} of its {}", one.in_last_line, op);
  }

  std::vector<Said> said_;
};

std::vector<std::string> sentences_about(const std::vector<Waste>& all, const Device& chip) {
  ByLine by_line;
  for (const Waste& one : all) by_line.add(*one.access, waste_advice(one, chip));
  return by_line.sentences();
}

std::string camping_advice(const Explanation& explanation) {
  return fmt::format(
      "blocks that run together store {:.1f} × as much to one memory partition as to the average one: let consecutive "
      "block numbers take tiles from different rows and different columns",
      explanation.summary.values["partition_camping"].value_or(0));
}

struct Remedy {
  std::string_view kind;
  std::string_view text;
};

constexpr Remedy remedies[] = {
    {"out-of-bounds", "ask before each access whether both of its indices are inside the array that it touches"},
    {"write-to-input", "write to the output, or to memory of your own; the input belongs to the caller"},
    {"misaligned", "a wide access needs an address that is a multiple of its size: take it only where that is sure"},
    {"uninitialized-shared", "let the guards of the store and of this load admit the same elements of the tile"},
    {"barrier-divergence", "guard the accesses, not the barrier: every thread of the block must reach __syncthreads()"},
    {"host-dereference", "move this access into a kernel; host code only passes the pointer on"},
    {"leak", "free with cudaFree what you allocate, unless you keep it for the next call on purpose"},
    {"bad-launch", "choose a grid and a block within the limits of the device"},
};

bool is_race(const Finding& finding) {
  return finding.name == "shared-race" || finding.name == "global-race" || finding.name == "missing-fence";
}

std::string race_advice(const Finding& finding) {
  const int first = std::min(finding.line, finding.other_line), last = std::max(finding.line, finding.other_line);
  if (finding.name == "global-race" && first == last) {
    return fmt::format("line {}: give each thread elements of its own, or use atomicAdd where threads add to one",
                       first);
  }
  if (finding.name == "global-race") {
    return fmt::format(
        "lines {} and {}: threads of one block need a __syncthreads() between them; blocks of one launch run in any "
        "order, so give each block elements of its own, or split the kernel into two launches",
        first, last);
  }
  if (finding.name == "missing-fence") {
    return fmt::format(
        "lines {} and {}: put a __threadfence() between the stores and the atomic or volatile write that announces "
        "them, and another between the read that sees it and the loads",
        first, last);
  }
  return fmt::format(
      "lines {0} and {1}: put a __syncthreads() between them, outside every `if`, so that no thread goes on before all "
      "threads of the block are there (where only lanes of one warp share the word, __syncwarp() will do); if it is "
      "there, and a loop leads back from line {1} to line {0}, this way needs one, too",
      first, last);
}

using Code = std::vector<std::string>;

bool has(std::string_view line, std::string_view word) { return line.find(word) != line.npos; }

/// Where the kernel that `line` is in begins; 0 where none does.
std::size_t kernel_around(const Code& code, std::size_t line) {
  while (line > 0 && !has(code[line], "__global__")) --line;
  return line;
}

/// The line of the first `return` before the barrier before `load`; 0 where there is none.
std::size_t return_before_barrier(const Code& code, std::size_t load) {
  const std::size_t first = kernel_around(code, load);
  bool is_barrier_ahead = false;
  std::size_t found = 0;
  for (std::size_t line = load - 1; first > 0 && line >= first; --line) {
    if (is_barrier_ahead && has(code[line], "return;")) found = line;
    is_barrier_ahead = is_barrier_ahead || has(code[line], "__sync");
  }
  return found;
}

/// What the source tells of a finding's cause; empty where it tells nothing.
std::string advice_from_source(const Finding& finding, const Code& code) {
  if (finding.name != "uninitialized-shared") return "";
  if (finding.line < 1 || static_cast<std::size_t>(finding.line) >= code.size()) return "";
  const std::size_t early = return_before_barrier(code, static_cast<std::size_t>(finding.line));
  if (early == 0) return "";
  return fmt::format(
      "line {}: who returns here writes no share of what line {} reads, and does not come to the barrier; let every "
      "thread load and wait, and guard only what it stores in the end",
      early, finding.line);
}

std::string finding_advice(const Finding& finding, const Code& code) {
  if (finding.line > 0 && finding.other_line > 0 && is_race(finding)) return race_advice(finding);
  if (std::string text = advice_from_source(finding, code); !text.empty()) return text;
  if (finding.line > 0 && finding.lacks_dynamic_shared) {
    return fmt::format(
        "line {}: the launch gave the kernel no dynamic shared memory; say how many bytes it needs in the third place: "
        "<<<blocks, threads, bytes>>>",
        finding.line);
  }
  const auto* remedy = std::find_if(std::begin(remedies), std::end(remedies),
                                    [&](const Remedy& known) { return known.kind == finding.name; });
  if (remedy == std::end(remedies)) return "";
  return finding.line > 0 ? fmt::format("line {}: {}", finding.line, remedy->text) : std::string(remedy->text);
}

/// Of the loads that find some of their bytes in a cache, the one that finds most of them gone.
std::string residency_advice(const Explanation& explanation) {
  const Traffic* worst = nullptr;
  for (const Traffic& row : explanation.traffic) {
    if (row.op != Access::load || row.levels.l1_read + row.levels.l2_read == 0) continue;
    if (worst == nullptr || row.levels.dram_read > worst->levels.dram_read) worst = &row;
  }
  if (worst == nullptr || worst->line == 0) return "";
  return fmt::format(
      "line {}: of what it loads again and again, {:.1f} MB came from DRAM, because too much else has passed through "
      "the L2 cache since the last time; an access-policy window makes it stay, and streaming accesses (__ldcs, "
      "__stcs) make what is used once go first",
      worst->line, static_cast<double>(worst->levels.dram_read) / 1e6);
}

}  // namespace

std::vector<Reason> advise(const course::Part& part, const Explanation& explanation) {
  std::vector<std::string> sentences;
  const Code code = code_lines(explanation);
  for (const Finding& finding : explanation.findings) sentences.push_back(finding_advice(finding, code));
  const Blame found = blame(explanation);
  for (std::string& text : sentences_about(found.blamed, explanation.chip)) sentences.push_back(std::move(text));
  if (explanation.has_too_much("dram_vs_minimum")) sentences.push_back(residency_advice(explanation));
  if (explanation.has_too_much("partition_camping")) sentences.push_back(camping_advice(explanation));
  std::vector<Reason> advice;
  for (std::string& sentence : sentences) {
    const bool is_said = std::any_of(advice.begin(), advice.end(), [&](const auto& a) { return a.text == sentence; });
    if (!sentence.empty() && !is_said) advice.push_back({std::move(sentence), std::string(part.read_on)});
  }
  return advice;
}

std::vector<std::string> allowed_waste(const Explanation& explanation) {
  return sentences_about(blame(explanation).allowed, explanation.chip);
}

}  // namespace grader
