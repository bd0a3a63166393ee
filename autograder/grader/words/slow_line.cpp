#include "grader/words/slow_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "grader/words/origin_words.hpp"
#include "grader/words/reasons.hpp"

namespace grader {
namespace {

/// The row of this space for which `cost` is largest and not 0; null where there is none with a line.
template <class Cost>
const Traffic* costliest(const std::vector<Traffic>& rows, Space space, const Cost& cost) {
  const Traffic* worst = nullptr;
  for (const Traffic& row : rows) {
    if (row.space != space || row.line == 0 || row.requests == 0 || cost(row) <= 0) continue;
    if (worst == nullptr || cost(row) > cost(*worst)) worst = &row;
  }
  return worst;
}

double each(const Traffic& row, std::int64_t of_all) {
  return static_cast<double>(of_all) / static_cast<double>(row.requests);
}

Finding finding_at(const Traffic& row, std::string text) {
  Finding finding;
  finding.name = "slow-line";
  finding.line = row.line;
  finding.text = std::move(text);
  finding.is_remark = true;
  return finding;
}

/// Whether one request of the line takes a tenth more sectors than its bytes need.
bool is_scattered(const Traffic& row) { return row.sectors * 10 > row.ideal_sectors * 11; }

/// What the worst of lines that are not scattered moves again and again.
constexpr std::string_view again = "ask for the same bytes again and again, or for few lanes at a time";

/// `times`: how many times the bytes that must move.
std::optional<Finding> most_traffic(const std::vector<Traffic>& rows, double times) {
  std::int64_t all = 0, too_many = 0;
  for (const Traffic& row : rows) {
    all += row.sectors;
    if (row.space == Space::global && is_scattered(row)) too_many += row.sectors - row.ideal_sectors;
  }
  const Traffic* const scattered =
      costliest(rows, Space::global, [](const Traffic& row) { return row.sectors - row.ideal_sectors; });
  // Of what is beyond the fewest bytes, they must be a good part.
  constexpr double good_part = 0.4;
  const bool explains = static_cast<double>(too_many) >= good_part * static_cast<double>(all) * (1 - 1 / times);
  if (scattered != nullptr && is_scattered(*scattered) && explains) {
    return finding_at(*scattered, fmt::format("each {} of a warp takes {:.1f} sectors here, where {:.1f} would do for "
                                              "neighbouring addresses",
                                              name_of(scattered->op), each(*scattered, scattered->sectors),
                                              each(*scattered, scattered->ideal_sectors)));
  }
  const Traffic* const most = costliest(rows, Space::global, [](const Traffic& row) { return row.sectors; });
  if (most == nullptr) return std::nullopt;
  return finding_at(*most, fmt::format("this line's {}s are {} % of all sectors: {} requests of {:.1f} sectors, which "
                                       "{}",
                                       name_of(most->op), most->sectors * 100 / all, most->requests,
                                       each(*most, most->sectors), again));
}

/// How far the addresses of neighbouring lanes are apart, if they all are equally far; else 0.
std::int64_t bytes_apart(const LaneAddresses& request) {
  std::int64_t apart = 0;
  for (std::size_t lane = 1; lane < request.address.size(); ++lane) {
    if ((request.lanes >> (lane - 1) & 3) != 3) continue;
    const auto here = static_cast<std::int64_t>(request.address[lane] - request.address[lane - 1]);
    if (apart != 0 && here != apart) return 0;
    apart = here;
  }
  return std::abs(apart);
}

std::optional<Finding> most_conflicts(const std::vector<Traffic>& rows, Space space) {
  const Traffic* const worst = costliest(rows, space, [](const Traffic& row) { return row.conflicts; });
  if (worst == nullptr) return std::nullopt;
  const std::int64_t apart = space == Space::shared ? bytes_apart(worst->costliest) : 0;
  return finding_at(*worst,
                    fmt::format("each {} of a warp takes {:.1f} wavefronts of {} memory here, where {:.1f} would do{}",
                                name_of(worst->op), each(*worst, worst->wavefronts), name_of(space),
                                each(*worst, worst->wavefronts - worst->conflicts),
                                apart == 0 ? "" : fmt::format(": neighbouring threads are {} bytes apart", apart)));
}

/// Of lines that make more requests than whole words need.
std::optional<Finding> most_requests(const std::vector<Traffic>& rows) {
  const Traffic* const most = costliest(rows, Space::global, [](const Traffic& row) { return row.requests; });
  if (most == nullptr) return std::nullopt;
  const int lanes = std::popcount(most->costliest.lanes);
  return finding_at(*most, fmt::format("each {} of a warp here is of {} {} with {} {} each", name_of(most->op), lanes,
                                       lanes == 1 ? "lane" : "lanes", most->costliest.bytes,
                                       most->costliest.bytes == 1 ? "byte" : "bytes"));
}

std::optional<Finding> most_updates(const std::vector<Traffic>& rows) {
  const Traffic* const most =
      costliest(rows, Space::global, [](const Traffic& row) { return row.op == Access::atomic ? row.requests : 0; });
  if (most == nullptr) return std::nullopt;
  return finding_at(*most, fmt::format("{} requests of warps update global memory here", most->requests));
}

std::optional<Finding> most_shared(const std::vector<Traffic>& rows) {
  const auto cost = [](const Traffic& row) { return row.wavefronts - (row.op == Access::atomic ? 0 : row.conflicts); };
  const Traffic* const most = costliest(rows, Space::shared, cost);
  if (most == nullptr) return std::nullopt;
  std::int64_t all = 0;
  for (const Traffic& row : rows) all += row.space == Space::shared ? cost(row) : 0;
  return finding_at(
      *most, fmt::format("this line's {}s are {} % of these wavefronts: {} requests of {:.1f}", name_of(most->op),
                         cost(*most) * 100 / all, most->requests, each(*most, cost(*most))));
}

/// Names on `line` of `kernel`, and those of which what is named there is made.
std::vector<std::string> names_behind(const simt::SourceIndex& source, const simt::SourceFunction& kernel, int line) {
  constexpr int most_steps = 3;
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const simt::SourceName& one : source.names) {
    if (one.line == line) add(one.name);
  }
  for (int step = 0; step < most_steps; ++step) {
    for (const simt::SourceAssignment& one : source.assignments) {
      const bool is_known = std::find(names.begin(), names.end(), one.name) != names.end();
      if (!kernel.has(one.line) || !is_known) continue;
      for (const std::string& from : one.from) add(from);
    }
  }
  return names;
}

}  // namespace

bool is_conflict(const course::MetricValues& values, const course::TrafficLimits& limits, int before) {
  for (const course::Metric& metric : course::metrics) {
    if (course::judge(metric, values, limits) != course::Judgement::too_much) continue;
    if (before-- == 0) return metric.key == "conflict_share";
  }
  return false;
}

void blame_pitch(const simt::SourceIndex& source, std::string_view entry, Finding& slow) {
  const simt::SourceFunction* const kernel = source.function_around(slow.line);
  if (kernel == nullptr || !kernel->is_kernel) return;
  const std::vector<std::string> used = names_behind(source, *kernel, slow.line);
  std::string found;
  int line = 0;
  for (std::size_t place = 0; place < kernel->named.size(); ++place) {
    const simt::SourceParameter& parameter = kernel->named[place];
    if (parameter.is_pointer || std::find(used.begin(), used.end(), parameter.name) == used.end()) continue;
    const int origin = line_of_origin(source, entry, slow.line, parameter.name);
    // What the part itself is given is not chosen by it.
    const bool is_set = std::any_of(source.assignments.begin(), source.assignments.end(),
                                    [&](const auto& one) { return one.line == origin && !one.is_element; });
    if (!is_set || kernel->has(origin)) continue;
    if (line != 0) return;
    found = parameter.name;
    line = origin;
  }
  if (line == 0) return;
  slow.other_line = std::exchange(slow.line, line);
  const std::size_t here = slow.text.find(" here");
  if (here != std::string::npos) slow.text.erase(here, std::string_view(" here").size());
  slow.text = fmt::format("{} gets its value here, and line {} finds its place in shared memory by it. There {}", found,
                          slow.other_line, slow.text);
}

void add_declaration(const simt::SourceIndex& source, Finding& slow) {
  const simt::SourceFunction* const kernel = source.function_around(slow.line);
  if (kernel == nullptr || slow.other_line != 0) return;
  const std::vector<int> shared = source.lines_with("__shared__", *kernel);
  for (const simt::SourceElement& used : source.elements) {
    if (used.line != slow.line) continue;
    for (const simt::SourceElement& declared : source.elements) {
      const bool is_declaration = declared.name == used.name && declared.line < used.line &&
                                  std::binary_search(shared.begin(), shared.end(), declared.line);
      if (!is_declaration) continue;
      slow.other_line = declared.line;
      slow.text +=
          fmt::format(". {} is declared at line {}: which banks its elements are in depends on the length of a row",
                      used.name, declared.line);
      return;
    }
  }
}

std::optional<Finding> worst_line(const std::vector<Traffic>& rows, const course::MetricValues& values,
                                  const course::TrafficLimits& limits, int before) {
  for (const course::Metric& metric : course::metrics) {
    if (course::judge(metric, values, limits) != course::Judgement::too_much || before-- > 0) continue;
    if (metric.key == "traffic_vs_minimum") return most_traffic(rows, *values[metric]);
    if (metric.key == "conflict_share") return most_conflicts(rows, Space::shared);
    if (metric.key == "shared_wavefronts") return most_shared(rows);
    if (metric.key == "requests_vs_minimum") return most_requests(rows);
    if (metric.key == "updates_vs_minimum") return most_updates(rows);
    if (metric.key == "constant_wavefronts") return most_conflicts(rows, Space::constant);
    if (metric.key == "partition_camping") {
      const Traffic* const store =
          costliest(rows, Space::global, [](const Traffic& row) { return row.op == Access::load ? 0 : row.sectors; });
      if (store == nullptr) return std::nullopt;
      return finding_at(*store, "blocks that run together store to the same memory partition here");
    }
  }
  return std::nullopt;
}

namespace {

/// The innermost loop around `line`, where what that line stores is one element in all rounds; else without a line.
simt::SourceCondition loop_around_one_store(const simt::SourceIndex& source, int line) {
  const simt::SourceCondition loop = source.loop_around(line);
  const bool is_same = std::any_of(source.assignments.begin(), source.assignments.end(), [&](const auto& stored) {
    return stored.line == line && stored.is_element &&
           std::any_of(source.elements.begin(), source.elements.end(), [&](const simt::SourceElement& element) {
             return element.line == line && element.name == stored.name && source.is_same_in_all_rounds(element, loop);
           });
  });
  return is_same ? loop : simt::SourceCondition{};
}

}  // namespace

std::optional<Finding> stored_again(const std::vector<Traffic>& rows, const course::MetricValues& values,
                                    const course::TrafficLimits& limits, const simt::SourceIndex& source,
                                    std::int64_t elements) {
  constexpr std::int64_t words_of_a_sector = 8;
  const auto limit = limits.at_most["traffic_vs_minimum"], value = values["traffic_vs_minimum"];
  if (!limit || !value || *value <= *limit) return std::nullopt;
  std::int64_t all = 0;
  for (const Traffic& row : rows) all += row.sectors;
  for (const Traffic& row : rows) {
    const bool is_store = row.space == Space::global && row.op == Access::store && row.line != 0;
    const simt::SourceCondition loop = is_store ? loop_around_one_store(source, row.line) : simt::SourceCondition{};
    const bool is_often = row.ideal_sectors * words_of_a_sector >= 2 * elements;
    const double without = *value * static_cast<double>(all - row.sectors) / static_cast<double>(all);
    if (loop.line == 0 || !is_often || without > *limit) continue;
    Finding found =
        finding_at(row, fmt::format("this line stores in every round of the loop at line {}, and each thread "
                                    "always to the same element: a variable of the thread could keep "
                                    "the value until the loop has ended",
                                    loop.line));
    found.other_line = loop.line;
    return found;
  }
  return std::nullopt;
}

namespace {

/// How many threads a block has in x, and where that stands.
struct Width {
  int threads = 0, line = 0;
};

/// Of the launch of `kernel`, if there is one, and its threads are written out; else 0.
Width width_of_blocks(const simt::SourceIndex& source, const std::string& kernel) {
  Width width;
  std::string text;
  for (const simt::SourceLaunch& launch : source.launches) {
    if (launch.kernel != kernel || launch.shape.size() < 2) continue;
    if (width.line != 0) return {};
    width.line = launch.line;
    text = launch.shape[1];
  }
  const simt::SourceFunction* const host = source.function_around(width.line);
  for (const simt::SourceCall& one : source.dimensions) {
    const simt::SourceFunction* const around = source.function_around(one.line);
    if (one.name != text || one.arguments.empty() || (around != nullptr && around != host)) continue;
    width.line = one.line;
    text = "dim3(" + one.arguments.front() + ",";
    break;
  }
  if (text.starts_with("dim3(")) text = text.substr(5, text.find_first_of(",)", 5) - 5);
  for (const simt::SourceAssignment& one : source.assignments) {
    if (one.name == text && !one.number.empty()) text = one.number;
  }
  std::from_chars(text.data(), text.data() + text.size(), width.threads);
  return width;
}

}  // namespace

void add_lanes(const simt::SourceIndex& source, const std::vector<Traffic>& rows, Finding& slow) {
  constexpr std::size_t most_lines = 3;
  const auto is_far_apart = [](const Traffic& row) {
    return row.space == Space::global && row.requests > 0 && row.sectors >= 3 * row.ideal_sectors;
  };
  std::vector<int> others;
  bool is_about_sectors = false;
  std::int64_t apart = 0;
  bool are_neighbours = true;  // the first two threads of a warp
  for (const Traffic& row : rows) {
    if (!is_far_apart(row) || row.line == 0) continue;
    if (row.line == slow.line) {
      is_about_sectors = true;
      apart = bytes_apart(row.costliest);
      const LaneAddresses& worst = row.costliest;
      const bool is_pair = (worst.lanes & 3) == 3;
      are_neighbours = !is_pair || worst.address[1] - worst.address[0] <= static_cast<std::uint64_t>(worst.bytes);
    }
    if (row.line != slow.line && std::find(others.begin(), others.end(), row.line) == others.end())
      others.push_back(row.line);
  }
  if (!is_about_sectors) return;
  if (apart != 0) slow.text += fmt::format(": those of neighbouring threads are {} bytes apart", apart);
  std::sort(others.begin(), others.end());
  if (!others.empty() && others.size() <= most_lines)
    slow.text += fmt::format("; {} {} no better", lines_in_words(others), others.size() == 1 ? "is" : "are");
  constexpr int lanes = 32;
  const simt::SourceFunction* const kernel = source.function_around(slow.line);
  const Width width = kernel == nullptr ? Width{} : width_of_blocks(source, kernel->name);
  // In a block of one column, the first two threads of a warp are in different rows already.
  const bool is_by_width = are_neighbours || width.threads == 1;
  if (width.threads > 0 && width.threads < lanes && is_by_width) {
    slow.other_line = std::exchange(slow.line, width.line);
    slow.text = fmt::format("blocks are {} {} wide in x, so a warp's 32 lanes lie in {} rows. At line {}, {}",
                            width.threads, width.threads == 1 ? "thread" : "threads",
                            (lanes + width.threads - 1) / width.threads, slow.other_line, slow.text);
    return;
  }
  const std::vector<int> chosen = source.lines_with_member(slow.line, "threadIdx", "x");
  if (!chosen.empty() && chosen.size() <= most_lines && chosen.front() != slow.line) {
    slow.text +=
        fmt::format(". Neighbouring threads differ by threadIdx.x, which stands at {}", lines_in_words(chosen));
    slow.other_line = chosen.front();
  }
}

void add_width(const simt::SourceIndex& source, const std::vector<Traffic>& rows, Finding& slow) {
  constexpr std::int64_t widest = 16;
  const auto names_on = [&](int line) {
    std::set<std::string> names;
    for (const simt::SourceElement& one : source.elements) {
      if (one.line == line) names.insert(one.name);
    }
    return names;
  };
  for (const Traffic& row : rows) {
    if (row.line != slow.line || row.space != Space::global || !is_scattered(row)) continue;
    const std::int64_t apart = bytes_apart(row.costliest), bytes = row.costliest.bytes;
    if (bytes == 0 || apart <= bytes || apart > widest || apart % bytes != 0) continue;
    // Which of the places between two neighbouring threads each line takes.
    std::set<std::int64_t> places;
    std::vector<int> lines;
    for (const Traffic& other : rows) {
      const bool is_like = other.space == Space::global && other.op == row.op && other.costliest.bytes == bytes &&
                           bytes_apart(other.costliest) == apart && (other.costliest.lanes & 1) != 0;
      if (!is_like || other.line == 0 || names_on(other.line) != names_on(row.line)) continue;
      if (source.function_around(other.line) != source.function_around(row.line)) continue;
      places.insert(static_cast<std::int64_t>(other.costliest.address[0] % static_cast<std::uint64_t>(apart)));
      if (std::find(lines.begin(), lines.end(), other.line) == lines.end()) lines.push_back(other.line);
    }
    if (static_cast<std::int64_t>(places.size()) != apart / bytes || lines.size() < 2) continue;
    std::sort(lines.begin(), lines.end());
    slow.text += fmt::format(
        ". With {} a thread {}s {} neighbouring bytes in {} pieces of {}: one access of {} bytes ({}) would do",
        lines_in_words(lines), name_of(row.op), apart, places.size(), bytes, apart,
        apart == widest ? "float4" : "float2");
    return;
  }
}

namespace {

/// Whether all lanes of the line's requests load one and the same word.
bool is_one_word(const Traffic& row) {
  const LaneAddresses& worst = row.costliest;
  int lanes = 0;
  std::uint64_t address = 0;
  for (std::size_t lane = 0; lane < worst.address.size(); ++lane) {
    if ((worst.lanes >> lane & 1) == 0) continue;
    if (lanes > 0 && worst.address[lane] != address) return false;
    address = worst.address[lane];
    ++lanes;
  }
  return row.op == Access::load && lanes > 1 && row.sectors <= row.requests;
}

/// Names of the kernel's pointers whose elements on `line` are the same in all rounds of the loop around it.
std::vector<std::string> kept_in_loop(const simt::SourceIndex& source, const simt::SourceFunction& kernel, int line,
                                      const simt::SourceCondition& loop) {
  std::vector<std::string> names;
  for (const simt::SourceElement& one : source.elements) {
    const bool is_pointer = std::any_of(kernel.named.begin(), kernel.named.end(), [&](const auto& parameter) {
      return parameter.is_pointer && parameter.name == one.name;
    });
    const bool is_new = std::find(names.begin(), names.end(), one.name) == names.end();
    if (one.line == line && is_pointer && is_new && source.is_same_in_all_rounds(one, loop)) names.push_back(one.name);
  }
  return names;
}

/// Whether the kernel's pointers have elements on `line`, and each of them is the same in all rounds of the loop.
bool has_only_kept(const simt::SourceIndex& source, const simt::SourceFunction& kernel, int line,
                   const simt::SourceCondition& loop) {
  bool has_any = false;
  for (const simt::SourceElement& one : source.elements) {
    const bool is_pointer = std::any_of(kernel.named.begin(), kernel.named.end(), [&](const auto& parameter) {
      return parameter.is_pointer && parameter.name == one.name;
    });
    if (one.line != line || !is_pointer) continue;
    if (!source.is_same_in_all_rounds(one, loop)) return false;
    has_any = true;
  }
  return has_any;
}

std::string kept_in_words(const std::vector<std::string>& names, const simt::SourceCondition& loop) {
  return fmt::format(
      "use the same element of {} in each round of the loop at line {}. Let a variable of the thread hold it: one load "
      "before the loop, or one store behind it, is enough",
      fmt::join(names, " and of "), loop.line);
}

/// An array on `line` of `kernel` that is none of those that `entry` is given: a variable of the file, or a pointer of
/// the kernel for which a launch has something else. Empty where there is none.
std::string own_array(const simt::SourceIndex& source, std::string_view entry, const simt::SourceFunction& kernel,
                      int line) {
  const auto given = std::find_if(source.functions.begin(), source.functions.end(),
                                  [&](const simt::SourceFunction& one) { return one.name == entry; });
  for (const simt::SourceElement& one : source.elements) {
    if (one.line != line || given == source.functions.end()) continue;
    const auto is_it = [&](const auto& other) { return other.name == one.name; };
    const auto parameter = std::find_if(kernel.named.begin(), kernel.named.end(), is_it);
    if (parameter == kernel.named.end()) {
      if (std::any_of(source.kept.begin(), source.kept.end(), is_it)) return one.name;
      continue;
    }
    const auto place = static_cast<std::size_t>(parameter - kernel.named.begin());
    for (const simt::SourceCall& call : source.own_calls) {
      if (call.name != kernel.name || !given->has(call.line) || call.arguments.size() <= place) continue;
      const std::string& argument = call.arguments[place];
      const bool is_given = std::any_of(given->named.begin(), given->named.end(),
                                        [&](const auto& own) { return argument.find(own.name) != std::string::npos; });
      if (!is_given) return one.name;
    }
  }
  return "";
}

/// The __device__ variable on `line` to which the host copies by its name, and no line of the file stores. None where
/// there is none.
std::optional<simt::SourceName> set_by_host(const simt::SourceIndex& source, int line) {
  for (const simt::SourceName& kept : source.kept) {
    const auto is_here = [&](const simt::SourceName& one) { return one.line == line && one.name == kept.name; };
    const auto copies = [&](const simt::SourceCall& call) {
      return call.name.starts_with("cudaMemcpyToSymbol") && !call.arguments.empty() && call.arguments[0] == kept.name;
    };
    const bool is_stored = std::any_of(source.assignments.begin(), source.assignments.end(),
                                       [&](const auto& one) { return one.name == kept.name; });
    if (std::any_of(source.names.begin(), source.names.end(), is_here) &&
        std::any_of(source.calls.begin(), source.calls.end(), copies) && !is_stored)
      return kept;
  }
  return std::nullopt;
}

/// The array of which `line` stores elements that it has loaded: "out" of `out[i] += …`, a parameter of the kernel.
/// Empty where there is none.
std::string stored_again(const simt::SourceIndex& source, const simt::SourceFunction& kernel, int line) {
  for (const simt::SourceAssignment& one : source.assignments) {
    const bool is_parameter = std::any_of(kernel.named.begin(), kernel.named.end(),
                                          [&](const auto& parameter) { return parameter.name == one.name; });
    if (one.line == line && one.is_element && one.is_combined && is_parameter) return one.name;
  }
  return "";
}

/// A line that loads about as much as `most`, of an array that both lines call by the same name. Nothing where the
/// name, or the line, is not the only one.
struct Twice {
  std::string name;
  int other_line = 0;
};
std::optional<Twice> loaded_twice(const simt::SourceIndex& source, const std::vector<Traffic>& rows,
                                  const Traffic& most) {
  constexpr double about = 0.9;
  std::optional<Twice> found;
  for (const simt::SourceElement& here : source.elements) {
    if (here.line != most.line) continue;
    for (const Traffic& row : rows) {
      const bool is_alike = row.space == Space::global && row.op == Access::load && row.line != most.line &&
                            static_cast<double>(row.sectors) >= about * static_cast<double>(most.sectors);
      const bool is_same_array = std::any_of(
          source.elements.begin(), source.elements.end(),
          [&](const simt::SourceElement& there) { return there.line == row.line && there.name == here.name; });
      if (!is_alike || !is_same_array) continue;
      if (found && (found->name != here.name || found->other_line != row.line)) return std::nullopt;
      found = Twice{here.name, row.line};
    }
  }
  return found;
}

}  // namespace

void add_reuse(const simt::SourceIndex& source, std::string_view entry, const std::vector<Traffic>& rows,
               Finding& slow) {
  const std::size_t vague = slow.text.find(again);
  const simt::SourceFunction* const kernel = source.function_around(slow.line);
  const auto most = std::max_element(rows.begin(), rows.end(), [&](const Traffic& a, const Traffic& b) {
    const auto cost = [&](const Traffic& row) { return row.line == slow.line ? row.sectors : -1; };
    return cost(a) < cost(b);
  });
  if (vague == std::string::npos || kernel == nullptr || most == rows.end()) return;
  const Width width = width_of_blocks(source, kernel->name);
  const int working = std::popcount(most->costliest.lanes);
  if (width.threads > 0 && width.threads <= 16 && working > 0 && working <= width.threads) {
    slow.other_line = std::exchange(slow.line, width.line);
    slow.text = fmt::format(
        "blocks have {} {} here, so of a warp's 32 lanes only {} have something to do. At line {}, {} requests take "
        "{:.1f} sectors each, for so few lanes",
        width.threads, width.threads == 1 ? "thread" : "threads", working, slow.other_line, most->requests,
        each(*most, most->sectors));
    return;
  }
  const auto say = [&](const std::string& why) { slow.text = slow.text.substr(0, vague) + why; };
  const simt::SourceCondition loop = source.loop_around(slow.line);
  const std::vector<std::string> kept =
      loop.line == 0 ? std::vector<std::string>{} : kept_in_loop(source, *kernel, slow.line, loop);
  if (!kept.empty() && kept.size() <= 2) {
    slow.other_line = loop.line;
    return say(kept_in_words(kept, loop));
  }
  const std::optional<simt::SourceName> symbol = is_one_word(*most) ? set_by_host(source, slow.line) : std::nullopt;
  if (symbol) {
    if (slow.other_line == 0) slow.other_line = symbol->line;
    return say(fmt::format(
        "ask for one word for all lanes, of {} (line {}): a __device__ variable lies in global memory. "
        "Kernels only read it, so it may lie in constant memory, __constant__, which hands one word to all lanes",
        symbol->name, symbol->line));
  }
  if (is_one_word(*most)) {
    return say(
        "ask for one word for all lanes, and each warp asks again: a block can fetch these words once into shared "
        "memory, each thread another one");
  }
  if (const std::string array = stored_again(source, *kernel, slow.line); !array.empty()) {
    return say(fmt::format(
        "bring back what {} holds, so that it is stored a second time: a word whose value is final when it is "
        "stored goes one way only",
        array));
  }
  if (const auto twice = most->op == Access::load ? loaded_twice(source, rows, *most) : std::nullopt; twice) {
    slow.other_line = twice->other_line;
    return say(fmt::format("are words of {}, as are those that line {} loads: each word comes from memory twice",
                           twice->name, twice->other_line));
  }
  if (const std::string own = own_array(source, entry, *kernel, slow.line); !own.empty()) {
    return say(
        fmt::format("use {}. That is none of the arrays that the part is given, so all that goes there and "
                    "comes back is moved besides what must be moved: store less there, or nothing",
                    own));
  }
}

std::optional<Finding> used_again(const std::vector<Traffic>& rows, const course::MetricValues& values,
                                  const course::TrafficLimits& limits, const simt::SourceIndex& source) {
  constexpr double good_share = 0.8;  // of what is beyond the limit
  const auto limit = limits.at_most["traffic_vs_minimum"], value = values["traffic_vs_minimum"];
  if (!limit || !value || *value <= *limit) return std::nullopt;
  std::int64_t all = 0, again_and_again = 0;
  const Traffic* worst = nullptr;
  std::vector<int> lines;
  for (const Traffic& row : rows) {
    all += row.sectors;
    const simt::SourceFunction* const kernel = source.function_around(row.line);
    const bool is_access = row.space == Space::global && row.op != Access::atomic && row.requests > 0;
    if (!is_access || row.line == 0 || kernel == nullptr) continue;
    const simt::SourceCondition loop = source.loop_around(row.line);
    if (loop.line == 0 || !has_only_kept(source, *kernel, row.line, loop)) continue;
    again_and_again += row.sectors;
    if (worst == nullptr || row.sectors > worst->sectors) worst = &row;
    if (std::find(lines.begin(), lines.end(), row.line) == lines.end()) lines.push_back(row.line);
  }
  if (worst == nullptr) return std::nullopt;
  const double less = *value * static_cast<double>(again_and_again) / static_cast<double>(all);
  if (less < good_share * (*value - *limit)) return std::nullopt;
  const simt::SourceCondition loop = source.loop_around(worst->line);
  const simt::SourceFunction* const kernel = source.function_around(worst->line);
  Finding found = finding_at(
      *worst, fmt::format("this line's {}s are {} % of all sectors: {} requests of {:.1f} sectors, which {}",
                          name_of(worst->op), worst->sectors * 100 / all, worst->requests, each(*worst, worst->sectors),
                          kept_in_words(kept_in_loop(source, *kernel, worst->line, loop), loop)));
  found.other_line = loop.line;
  std::erase(lines, worst->line);
  std::sort(lines.begin(), lines.end());
  if (!lines.empty()) found.text += fmt::format(". The same goes for {}", lines_in_words(lines));
  return found;
}

std::optional<Finding> loaded_again(const std::vector<Traffic>& rows, const course::MetricValues& values,
                                    const course::TrafficLimits& limits) {
  if (course::judge("dram_vs_minimum", values, limits) != course::Judgement::too_much) return std::nullopt;
  const Traffic* const worst =
      costliest(rows, Space::global, [](const Traffic& row) { return row.levels.dram_read_again; });
  if (worst == nullptr) return std::nullopt;
  const simt::memory::LevelBytes& from = worst->levels;
  return finding_at(*worst,
                    fmt::format("of what is loaded here, {:.1f} MB come from DRAM, and {:.0f} % of that not for "
                                "the first time: until the same data are wanted again, more than the L2 cache "
                                "holds has been used",
                                static_cast<double>(from.dram_read) / 1e6,
                                100 * static_cast<double>(from.dram_read_again) / static_cast<double>(from.dram_read)));
}

std::optional<Finding> window_of(const std::vector<Finding>& windows, const course::MetricValues& values,
                                 const course::TrafficLimits& limits) {
  const bool is_slow = course::judge("dram_vs_minimum", values, limits) == course::Judgement::too_much;
  return is_slow && !windows.empty() ? std::optional(windows.front()) : std::nullopt;
}

namespace {

/// A copy, or a kernel, for all of the work, where the other stages are cut into pieces.
std::optional<Finding> uncut_stage(const std::vector<TimelineOperation>& timeline) {
  constexpr std::size_t several = 4;
  constexpr double long_share = 0.5;  // of all operations of another stage
  std::map<OperationKind, std::vector<const TimelineOperation*>> stages;
  for (const TimelineOperation& one : timeline) {
    if (one.is_copy() || one.kind == OperationKind::kernel) stages[one.kind].push_back(&one);
  }
  for (const auto& [kind, operations] : stages) {
    if (operations.size() != 1) continue;
    const TimelineOperation& whole = *operations.front();
    for (const auto& [other, pieces] : stages) {
      double seconds = 0, begin = pieces.front()->start, end = 0;
      for (const TimelineOperation* piece : pieces) {
        seconds += piece->seconds();
        begin = std::min(begin, piece->start);
        end = std::max(end, piece->end);
      }
      if (pieces.size() < several || whole.line == 0 || whole.seconds() < long_share * seconds) continue;
      const bool is_after = whole.start >= end, is_before = whole.end <= begin;
      if (!is_after && !is_before) continue;
      Finding finding;
      finding.name = "slow-operation";
      finding.is_remark = true;
      finding.line = whole.line;
      finding.other_line = pieces.front()->line;
      const std::string what = fmt::format("{} {} of line {}", pieces.size(),
                                           other == OperationKind::kernel ? "kernels" : "copies", finding.other_line);
      finding.text = fmt::format(
          "this {} is not cut into pieces: {}, so they do not overlap. Cut it like the others, and ask for each piece "
          "in the stream of its chunk",
          kind == OperationKind::kernel ? "kernel" : "copy",
          is_after ? "it begins only after the " + what : "the " + what + " begin only after it");
      return finding;
    }
  }
  return std::nullopt;
}

/// Many small copies from one line, between which the link waits for the host.
std::optional<Finding> many_copies(const std::vector<TimelineOperation>& timeline) {
  constexpr std::size_t many = 16;
  std::map<int, std::vector<const TimelineOperation*>> by_line;
  for (const TimelineOperation& one : timeline) {
    if (!one.is_copy()) return std::nullopt;
    by_line[one.line].push_back(&one);
  }
  for (const auto& [line, copies] : by_line) {
    double busy = 0;
    std::int64_t bytes = 0;
    for (const TimelineOperation* copy : copies) {
      busy += copy->seconds();
      bytes += copy->bytes;
    }
    const double passed = copies.back()->end - copies.front()->start;
    if (line == 0 || copies.size() <= many || busy > passed / 2 || copies.front()->is_pageable) continue;
    Finding finding;
    finding.name = "slow-operation";
    finding.is_remark = true;
    finding.line = line;
    finding.text = fmt::format(
        "this line makes {} copies of {} bytes or so: to ask for one takes the host longer than the copy itself takes. "
        "One call can copy all of it",
        copies.size(), bytes / static_cast<std::int64_t>(copies.size()));
    return finding;
  }
  return std::nullopt;
}

/// Where kernels take nearly all of the time: a launch of so few blocks that most of the device has nothing to do.
std::optional<Finding> few_blocks(const std::vector<TimelineOperation>& timeline, const simt::SourceIndex& source) {
  constexpr double most_of_it = 0.8;
  constexpr int few = 32;
  double kernels = 0, end = 0;
  const TimelineOperation* longest = nullptr;
  for (const TimelineOperation& one : timeline) {
    end = std::max(end, one.end);
    if (one.kind != OperationKind::kernel) continue;
    kernels += one.seconds();
    if (longest == nullptr || one.seconds() > longest->seconds()) longest = &one;
  }
  if (longest == nullptr || kernels < most_of_it * end) return std::nullopt;
  for (const simt::SourceLaunch& launch : source.launches) {
    if (launch.line != longest->line || launch.shape.empty()) continue;
    std::string text = launch.shape.front();
    for (const simt::SourceAssignment& one : source.assignments) {
      if (one.name == text && !one.number.empty()) text = one.number;
    }
    int blocks = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), blocks);
    if (error != std::errc() || rest != text.data() + text.size() || blocks < 1 || blocks > few) continue;
    Finding finding;
    finding.name = "slow-operation";
    finding.is_remark = true;
    finding.line = launch.line;
    finding.text = fmt::format(
        "the kernels take nearly all of the time, and this launch has {} {} only, so most multiprocessors have nothing "
        "to do: launch as many threads as there are elements",
        blocks, blocks == 1 ? "block" : "blocks");
    return finding;
  }
  return std::nullopt;
}

/// Into how many pieces the work is cut, and how many of them may be under way.
struct Pieces {
  std::set<int> streams;
  std::set<OperationKind> stages;
  std::size_t kernels = 0;
  int kernel_line = 0;
  double idle_by_host = 0, idle = 0;  ///< seconds that hardware waited: for the host, and in all
};

Pieces pieces_of(const std::vector<TimelineOperation>& timeline) {
  Pieces pieces;
  for (const TimelineOperation& one : timeline) {
    if (!one.is_copy() && one.kind != OperationKind::kernel) continue;
    pieces.streams.insert(one.stream);
    // Before the first of a stage nothing can have been asked for.
    const bool is_first = pieces.stages.insert(one.kind).second;
    if (!is_first && one.wait == Wait::nothing) pieces.idle_by_host += one.idle;
    if (!is_first) pieces.idle += one.idle;
    if (one.kind != OperationKind::kernel) continue;
    ++pieces.kernels;
    pieces.kernel_line = one.line;
  }
  return pieces;
}

/// The line that gives one of the names on the lines from `first` to `last` its number; 0: there is none, or several.
int line_of_number(const simt::SourceIndex& source, int first, int last, const std::string& number) {
  int found = 0;
  for (const simt::SourceAssignment& one : source.assignments) {
    const bool is_it =
        number.empty() ? one.number.size() > 0 && one.number != "0" && one.number != "1" : one.number == number;
    if (!is_it || one.is_combined || one.is_element) continue;
    const bool is_named = std::any_of(source.names.begin(), source.names.end(), [&](const simt::SourceName& name) {
      return name.name == one.name && name.line >= first && name.line <= last && name.line != one.line;
    });
    if (!is_named) continue;
    if (found != 0) return 0;
    found = one.line;
  }
  return found;
}

/// Where the number of chunks stands: what the loop around `line` names, or that loop; `line` where it is in none.
int line_of_chunks(const simt::SourceIndex& source, int line) {
  const std::vector<simt::SourceCondition> around = source.conditions_around(line);
  const auto loop = std::find_if(around.begin(), around.end(), [](const auto& one) { return one.is_loop; });
  if (loop == around.end()) return line;
  const int number = line_of_number(source, loop->line, loop->line, "");
  return number != 0 ? number : loop->line;
}

/// Where hardware waits and no cause is known: too few streams, too few pieces, or too many.
std::optional<Finding> loss_by_pieces(const std::vector<TimelineOperation>& timeline, bool is_gap,
                                      const simt::SourceIndex& source) {
  constexpr std::size_t few_pieces = 4;
  constexpr std::size_t many_pieces = 16;
  const Pieces pieces = pieces_of(timeline);
  if (pieces.kernels < 2 || pieces.stages.size() < 2) return std::nullopt;
  const simt::SourceFunction* const function = source.function_around(pieces.kernel_line);
  if (function == nullptr) return std::nullopt;
  Finding finding;
  finding.name = "slow-operation";
  finding.is_remark = true;
  if (pieces.kernels > many_pieces && pieces.idle_by_host > pieces.idle / 2) {
    finding.line = line_of_chunks(source, pieces.kernel_line);
    finding.text = fmt::format(
        "the work is cut into {} chunks: to ask for so many copies and kernels takes the host longer than the device "
        "needs for them",
        pieces.kernels);
    return finding;
  }
  if (is_gap && pieces.streams.size() < pieces.stages.size()) {
    const std::string count = fmt::format("{}", pieces.streams.size());
    const int line = line_of_number(source, function->first_line, function->last_line, count);
    finding.line = line != 0 ? line : pieces.kernel_line;
    finding.text = fmt::format(
        "all copies and kernels are in {} streams. A stream does one thing at a time, so no more than {} of the {} "
        "stages (copies and kernels) run at a time",
        count, count, pieces.stages.size());
    return finding;
  }
  if (is_gap && pieces.kernels < few_pieces) {
    finding.line = line_of_chunks(source, pieces.kernel_line);
    finding.text = fmt::format(
        "the work is cut into {} chunks only: nothing runs beside the first copy and the last kernel, and these are "
        "long",
        pieces.kernels);
    return finding;
  }
  return std::nullopt;
}

}  // namespace

namespace {

/// Where the variable gets its value by which the launch on `line` names its stream; 0 where that is the line itself.
int line_of_stream(const simt::SourceIndex& source, int line) {
  constexpr std::size_t stream_place = 3;  // of <<<blocks, threads, bytes, stream>>>
  const auto launch = std::find_if(source.launches.begin(), source.launches.end(),
                                   [line](const simt::SourceLaunch& one) { return one.line == line; });
  const simt::SourceFunction* const function = source.function_around(line);
  if (launch == source.launches.end() || launch->shape.size() <= stream_place || function == nullptr) return 0;
  const int chosen = line_of_origin(source, function->name, line, launch->shape[stream_place]);
  return chosen == line ? 0 : chosen;
}

/// Where the call on `line` pins another number of bytes than the function around it is given; empty where it pins
/// these.
std::string part_that_is_pinned(const simt::SourceIndex& source, int line) {
  const simt::SourceFunction* const function = source.function_around(line);
  for (const simt::SourceCall& call : source.calls) {
    const bool is_it = call.line == line && call.name == "cudaHostRegister" && call.arguments.size() > 1;
    if (!is_it || function == nullptr || function->named.size() != 2) continue;
    const std::string &bytes = call.arguments[1], &given = function->named[1].name;
    const auto made = std::find_if(source.assignments.begin(), source.assignments.end(),
                                   [&](const auto& one) { return one.name == bytes && function->has(one.line); });
    if (bytes == given || (made == source.assignments.end() && bytes.find(given + "/") != 0)) return "";
    return fmt::format(
        "this call pins as many bytes as {} says{}, and {} is given as many as {} says: is that all of the memory?",
        bytes, made == source.assignments.end() ? "" : fmt::format(" (line {})", made->line), function->name, given);
  }
  return "";
}

}  // namespace

std::optional<Finding> slow_operation(const std::vector<TimelineOperation>& timeline,
                                      const course::MetricValues& values, const course::TrafficLimits& limits,
                                      const simt::SourceIndex& source) {
  if (course::judge("time_vs_bound", values, limits) != course::Judgement::too_much) return std::nullopt;
  if (auto copies = many_copies(timeline)) return copies;
  if (is_about_overlap(limits)) {
    if (auto uncut = uncut_stage(timeline)) return uncut;
  }
  const auto loss = greatest_loss(timeline, is_about_overlap(limits));
  if (is_about_overlap(limits) && (!loss || loss->is_gap)) {
    if (auto pieces = loss_by_pieces(timeline, loss.has_value(), source)) return pieces;
  }
  if (!loss) return few_blocks(timeline, source);
  Finding finding;
  finding.name = "slow-operation";
  finding.line = loss->line;
  if (const int chosen = loss->is_one_stream ? line_of_stream(source, loss->line) : 0; chosen != 0) {
    finding.other_line = std::exchange(finding.line, chosen);
    finding.text = fmt::format("this line says which stream line {} goes to: {}", loss->line, loss->text);
    finding.is_remark = true;
    return finding;
  }
  const std::string here = fmt::format("line {} ", loss->line);
  finding.text = loss->text.starts_with(here) ? "this line " + loss->text.substr(here.size()) : loss->text;
  const auto registers = std::find_if(source.names.begin(), source.names.end(),
                                      [](const simt::SourceName& name) { return name.name == "cudaHostRegister"; });
  if (loss->is_pageable && registers == source.names.end()) {
    finding.text += ". No line calls cudaHostRegister, so the memory that the part is given stays pageable";
  } else if (loss->is_pageable) {
    finding.other_line = std::exchange(finding.line, registers->line);
    if (const std::string part = part_that_is_pinned(source, registers->line); !part.empty()) {
      finding.text = fmt::format("{} At line {}, {}", part, loss->line, finding.text);
      finding.is_remark = true;
      return finding;
    }
    finding.text = fmt::format(
        "this call does not pin what line {} copies: is it given the address and all the bytes of that memory, and "
        "does it come before? At line {}, {}",
        loss->line, loss->line, finding.text);
  }
  finding.is_remark = true;
  return finding;
}

// Three times what the busiest of the copies and the kernel needs: one stage after the other.
bool is_about_overlap(const course::TrafficLimits& limits) {
  const auto limit = limits.at_most["time_vs_bound"];
  return limit && *limit < 3;
}

namespace {

constexpr std::int64_t smallest_share = 4;  // a quarter: floats were counted where bytes are meant

bool is_small(const simt::FindingRecord& window) {
  return window.detail == simt::Detail::none && window.numbers[0] * smallest_share <= window.segment_bytes;
}

/// More lines are to persist than fit.
bool is_crowded(const simt::FindingRecord& window) {
  const auto& [bytes, thousandths, aside] = window.numbers;
  return window.detail == simt::Detail::none && bytes / 1000 * thousandths > aside / 50 * 51;
}

/// What is set aside is a quarter of what is to persist: its floats were counted.
bool is_quarter_aside(const simt::FindingRecord& window) {
  const auto& [bytes, thousandths, aside] = window.numbers;
  const std::int64_t persisting = bytes / 1000 * thousandths, quarter = aside * 4;
  return window.detail == simt::Detail::none && aside > 0 && std::abs(quarter - persisting) * 100 <= persisting;
}

/// The member of the window that is at fault; empty where none is.
std::string_view member_at_fault(const simt::FindingRecord& window, const std::vector<std::int64_t>& inputs) {
  const auto is_length = [&](std::int64_t bytes) { return bytes == window.numbers[0]; };
  const std::int64_t thousandths = window.numbers[1], aside = window.numbers[2];
  if (window.detail == simt::Detail::window_does_not_persist) return "hitProp";
  if (window.detail != simt::Detail::none || aside == 0) return "";
  if (is_quarter_aside(window)) return "";
  if (thousandths == 0 || is_crowded(window)) return "hitRatio";
  const bool is_of_other =
      window.numbers[0] != window.segment_bytes && std::any_of(inputs.begin(), inputs.end(), is_length);
  return is_small(window) && !is_of_other ? "num_bytes" : "base_ptr";
}

/// Of a launch without a window: the call before it that has taken the window away.
void blame_early_end(const simt::SourceIndex& source, std::string_view entry, Finding& found) {
  const std::vector<int> lines = lines_of_calls(source, entry, "cudaStreamSetAttribute");
  const auto before = std::count_if(lines.begin(), lines.end(), [&](int line) { return line < found.line; });
  if (before < 2) return;
  found.other_line = std::exchange(found.line, lines[static_cast<std::size_t>(before) - 1]);
  found.text = fmt::format(
      "this call takes the access-policy window away before the kernel is launched at line {}: a launch takes along "
      "the "
      "window that is set at that moment",
      found.other_line);
}

/// The only variable that an assignment passes on, as `share` of `share < 1 ? share : 1` and of `min(share, 1)`; empty
/// where it computes something from several.
std::string name_passed_on(const simt::SourceAssignment& set) {
  std::set<std::string> names(set.from.begin(), set.from.end());
  for (const char* const limiting : {"std", "min", "fmin", "fminf", "max", "fmaxf", "clamp"}) names.erase(limiting);
  return names.size() == 1 ? *names.begin() : "";
}

}  // namespace

void name_members(const std::vector<simt::FindingRecord>& windows, const simt::SourceIndex& source,
                  std::string_view entry, const std::vector<std::int64_t>& inputs, std::vector<Finding>& in_words) {
  for (std::size_t i = 0; i < windows.size() && i < in_words.size(); ++i) {
    if (windows[i].detail == simt::Detail::no_window) blame_early_end(source, entry, in_words[i]);
    const std::string_view member = member_at_fault(windows[i], inputs);
    const std::vector<int> limits = lines_of_calls(source, entry, "cudaDeviceSetLimit");
    if (is_quarter_aside(windows[i]) && !limits.empty()) {
      in_words[i].other_line = std::exchange(in_words[i].line, limits.front());
      in_words[i].text = fmt::format(
          "cudaDeviceSetLimit counts bytes, and sets aside a quarter of what is to persist: {}", in_words[i].text);
    }
    if (member.empty()) continue;
    if (member == "hitRatio" && is_crowded(windows[i])) {
      in_words[i].text += ". More is to persist than fits there, so its lines drive out each other";
    }
    // The same member is set once more where the window is taken away.
    std::vector<int> lines;
    for (const simt::SourceName& name : source.names) {
      const simt::SourceFunction* const around = source.function_around(name.line);
      const bool is_before = name.line <= in_words[i].line;
      if (name.name == member && around != nullptr && around->name == entry && is_before) lines.push_back(name.line);
    }
    const int elsewhere = lines.empty() ? line_of_member(source, entry, std::string(member)) : 0;
    if (elsewhere != 0 && elsewhere != in_words[i].line) {
      in_words[i].other_line = std::exchange(in_words[i].line, elsewhere);
      in_words[i].text = fmt::format("{} gets its value here: {}", member, in_words[i].text);
    }
    if (lines.size() != 1) continue;
    in_words[i].other_line = std::exchange(in_words[i].line, lines.front());
    // A variable that is only passed on was computed elsewhere. Bytes may be right there, and wrong here.
    const auto set = std::find_if(source.assignments.begin(), source.assignments.end(),
                                  [&](const simt::SourceAssignment& one) { return one.line == lines.front(); });
    if (set == source.assignments.end() || set->is_product) continue;
    const std::string from = name_passed_on(*set);
    if (from.empty()) continue;
    const bool counts_bytes = from.find("yte") != std::string::npos || from.find("ize") != std::string::npos;
    if (member == "num_bytes" && !counts_bytes) continue;
    const int computed = line_of_origin(source, entry, lines.front(), from);
    if (computed == lines.front()) continue;
    in_words[i].other_line = std::exchange(in_words[i].line, computed);
    in_words[i].text = fmt::format("{} of line {} gets its value here: {}", member, lines.front(), in_words[i].text);
  }
}

std::optional<Finding> useless_window(const std::vector<simt::FindingRecord>& windows,
                                      const std::vector<Finding>& in_words, bool sets_window) {
  for (std::size_t i = 0; i < windows.size() && i < in_words.size() && sets_window; ++i) {
    const std::int64_t thousandths = windows[i].numbers[1], aside = windows[i].numbers[2];
    const bool is_useful = !windows[i].is_of_host() && !is_small(windows[i]) && thousandths != 0 && aside != 0;
    if (windows[i].detail == simt::Detail::none && is_useful) continue;
    Finding finding = in_words[i];
    finding.is_remark = true;
    if (is_small(windows[i]) && aside != 0) {
      finding.text += ": num_bytes is in bytes, and the rest of that memory does not persist";
    }
    finding.text += ". So the window helps little here, and on a GPU its time shows it";
    return finding;
  }
  return std::nullopt;
}

}  // namespace grader
