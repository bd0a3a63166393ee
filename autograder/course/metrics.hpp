// What the emulator's counters are judged by: one row per metric. Rules (limits), verdicts, reasons, the terminal's
// columns and legend, `explain` and JSON all read this table. How the values are computed is in grader/metrics.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace course {

/// How a value is written.
enum class Unit : std::uint8_t {
  ratio,    ///< "1.06 ×"
  share,    ///< 0.97 is "97 %"
  average,  ///< "15.6"
  count,    ///< a whole number, "8"
};

/// Which parts of a lab have a value in the terminal's table. Without any, there is no column.
enum class Column : std::uint8_t {
  where_limited,
  everywhere_if_limited,  ///< all parts, if one has a limit: the others show what that one is about
  where_counted,
  where_too_much,  ///< else it is of no interest: nearly all submissions are far below the limit
};

/// In the sentences, {value} and {limit} stand for the numbers, {is} for "is" or "are" as fits the limit, {cause} for
/// the part's own words on what makes it slow, {pattern} for the cause that the addresses show.
struct Metric {
  std::string_view key;                   ///< in lab.toml, in course.toml and in JSON
  std::string_view title;                 ///< of the column, and of the line in `explain`
  std::string_view meaning;               ///< for the legend
  Unit unit = Unit::ratio;                ///< how values are written
  double lowest_limit = 0;                ///< that a file may set
  double highest_limit = 1e6;             ///< that a file may set
  Column column = Column::where_limited;  ///< which parts show it in the terminal
  std::string_view explained;             ///< the value in `explain`
  bool is_always_explained = false;       ///< else only where the part has a limit
  std::string_view too_much;              ///< the value is above the limit
  std::string_view too_little{};          ///< the value is below TrafficLimits::at_least; empty: less is never wrong
  bool shows_in_time = true;              ///< more of it takes longer, also in predicted times
};

/// The table of metrics, in the order of reports.
inline constexpr auto metrics = std::to_array<Metric>({
    {.key = "time_vs_bound",
     .title = "time",
     .meaning = "virtual time ÷ what the busiest of link and kernels needs",
     .lowest_limit = 1,
     .explained = "{value} what the busiest of link and kernels needs",
     .too_much =
         "in virtual time it takes {value} what the busiest of link and kernels needs, where at most {limit} is "
         "good: {cause}",
     .too_little = "your copies and kernels take only {value} what the busiest of link and kernels needs: some of the "
                   "work is not done on the device, or arithmetic is not left to process()"},
    {.key = "traffic_vs_minimum",
     .title = "traffic",
     .meaning = "bytes moved ÷ the fewest that would do",
     .lowest_limit = 1,
     .explained = "{value} the bytes that must move",
     .is_always_explained = true,
     .too_much = "global memory moves {value} the bytes that must move, where at most {limit} is good: {pattern}",
     .too_little = "your kernels move only {value} the bytes that must move: what the host, or a copy, does in their "
                   "place is not what this part asks for"},
    {.key = "dram_vs_minimum",
     .title = "DRAM",
     .meaning = "bytes from and to DRAM, also the host's, ÷ the fewest that would do",
     .explained = "{value} the bytes that must move",
     .is_always_explained = true,
     .too_much =
         "DRAM moves {value} the bytes that must move, where at most {limit} is good: what is used again is not "
         "kept in the L2 cache",
     .too_little =
         "your kernels make DRAM move only {value} the bytes that must move: what the host does in their place "
         "is not what this part asks for"},
    {.key = "conflict_share",
     .title = "conflicts",
     .meaning = "share of shared-memory wavefronts that only bank conflicts caused",
     .unit = Unit::share,
     .highest_limit = 1,
     .column = Column::everywhere_if_limited,
     .explained = "{value} of shared-memory wavefronts",
     .is_always_explained = true,
     .too_much = "{value} of the shared-memory wavefronts are bank conflicts, where at most {limit} are good"},
    {.key = "shared_wavefronts",
     .title = "shared",
     .meaning =
         "bytes that wavefronts of shared memory could carry, without conflicts ÷ the fewest bytes that must move",
     .highest_limit = 1e6,
     .column = Column::where_too_much,
     .explained = "{value} the bytes that must move, if each wavefront were full",
     .too_much = "shared memory takes wavefronts for {value} the bytes that must move, where at most {limit} is good: "
                 "wavefronts of few lanes, atomic updates, or accesses that nothing needs"},
    {.key = "constant_wavefronts",
     .title = "constant",
     .meaning = "wavefronts of constant memory per load from it",
     .unit = Unit::average,
     .lowest_limit = 1,
     .highest_limit = 32,
     .explained = "{value} wavefronts per load",
     .is_always_explained = true,
     .too_much = "a load from constant memory takes {value} wavefronts, where at most {limit} are good: its lanes want "
                 "different addresses at once, or few lanes load at a time"},
    {.key = "atomic_requests",
     .title = "atomics",
     .meaning = "requests of warps that are atomic updates, of global and shared memory",
     .unit = Unit::count,
     .lowest_limit = 1,
     .highest_limit = 1e9,
     .explained = "{value} requests, of global and shared memory",
     .is_always_explained = true,
     .too_much = "warps make {value} atomic updates, where at most {limit} {is} needed: {cause}"},
    {.key = "requests_vs_minimum",
     .title = "requests",
     .meaning =
         "bytes that requests of global memory could carry with 4 bytes a lane ÷ the fewest bytes that must move",
     .highest_limit = 1e6,
     .column = Column::where_too_much,
     .explained = "{value} as many as 4 bytes for each lane need",
     .too_much =
         "warps make {value} the requests of global memory that words of 4 bytes need, where at most {limit} is "
         "good: lanes load or store less than a word each, or few lanes take part"},
    {.key = "updates_vs_minimum",
     .title = "updates",
     .meaning = "bytes of the sectors that atomic updates of global memory take, a sector again for each lane that "
                "updates the same word ÷ the fewest bytes that must move",
     .highest_limit = 1e6,
     .column = Column::where_too_much,
     .explained = "{value} the bytes that must move",
     .too_much =
         "atomic updates of global memory take {value} the bytes that must move, where at most {limit} is good: "
         "lanes, or warps, update the same words there, one after the other. Count in shared memory or in "
         "registers first"},
    {.key = "partition_camping",
     .title = "camping",
     .meaning = "busiest memory partition ÷ the mean of all",
     .lowest_limit = 1,
     .column = Column::where_counted,
     .explained = "busiest memory partition {value} the mean",
     .is_always_explained = true,
     .too_much =
         "blocks that run together write {value} as much to one memory partition as to the average one, where at "
         "most {limit} is good"},
    {.key = "busiest_block",
     .title = "busiest",
     .meaning = "share of the bytes that one block of a kernel moves",
     .unit = Unit::share,
     .highest_limit = 1,
     .column = Column::where_too_much,
     .explained = "{value} of the bytes",
     .too_much = "one block moves {value} of the bytes, where at most {limit} are good: too few blocks share the work, "
                 "and most of the GPU waits"},
    {.key = "kept_by_blocks",
     .title = "kept",
     .meaning = "share of what a block writes that no other block of its kernel reads",
     .unit = Unit::share,
     .highest_limit = 1,
     .column = Column::where_too_much,
     .explained = "{value} of the words that are written",
     .too_much =
         "{value} of what blocks write is read by no other block of the kernel, where at most {limit} are good: "
         "they do not hand over what they compute, so that they need not wait",
     .shows_in_time = false},
    {.key = "around_launches",
     .title = "around",
     .meaning = "largest share of what a launch loads, or the caller gets, that the launch before has not stored",
     .unit = Unit::share,
     .highest_limit = 1,
     .column = Column::where_too_much,
     .explained = "{value} of what a launch loads, or the caller gets",
     .too_much = "{value} of what a launch loads, or of the answer, was not stored by the launch before it, where at "
                 "most {limit} are good: stages do not hand over what they compute, so that no launch need wait for "
                 "another",
     .shows_in_time = false},
    {.key = "past_textures",
     .title = "past textures",
     .meaning = "share of the bytes loaded from global memory that no texture fetches",
     .unit = Unit::share,
     .highest_limit = 1,
     .column = Column::where_too_much,
     .explained = "{value} of the bytes loaded",
     .too_much = "{value} of what is loaded from global memory is loaded by the kernel itself, where at most {limit} "
                 "are good: a texture is to fetch it",
     .shows_in_time = false},
    {.key = "written_by_host",
     .title = "by the host",
     .meaning = "bytes of the result that host code writes by itself, or copies within its own memory",
     .unit = Unit::count,
     .highest_limit = 1e9,
     .column = Column::where_too_much,
     .explained = "{value} bytes of the result",
     .too_much = "host code writes {value} bytes of the result by itself, or copies them within its own memory, where "
                 "at most {limit} {is} good: they are to come from the device by a copy call",
     .shows_in_time = false},
    {.key = "local_vs_minimum",
     .title = "local",
     .meaning = "bytes that threads access in their local memory ÷ the fewest that must move",
     .highest_limit = 1e6,
     .column = Column::where_too_much,
     .explained = "{value} the bytes that must move",
     .too_much =
         "threads access {value} the bytes that must move in local memory, where at most {limit} is good: there "
         "lies a thread's own array if its index is known only when the program runs"},
    {.key = "local_wavefronts",
     .title = "by lane",
     .meaning =
         "bytes that wavefronts could carry where a warp's lanes want different places of the kernel's arguments, "
         "or of their local memory ÷ the fewest bytes that must move",
     .highest_limit = 1e6,
     .column = Column::where_too_much,
     .explained = "{value} the bytes that must move, if each wavefront were full",
     .too_much =
         "arguments and local memory take wavefronts for {value} the bytes that must move, where at most {limit} is "
         "good: lanes of a warp want different elements of an argument, or of their own arrays, at once, or few lanes "
         "access them at a time"},
    {.key = "divergence",
     .title = "divergence",
     .meaning = "arithmetic that warps carry out, waiting lanes counted, too ÷ the arithmetic of the task",
     .highest_limit = 64,
     .column = Column::where_limited,
     .explained = "{value} the arithmetic of the task, waiting lanes counted, too",
     .too_much = "warps spend {value} the arithmetic of the task, where at most {limit} is good: {cause}",
     .too_little = "your kernels carry out only {value} the arithmetic of the task by the functions that the interface "
                   "has for it"},
    {.key = "launches",
     .title = "launches",
     .meaning = "kernels that one call launched",
     .unit = Unit::count,
     .lowest_limit = 1,
     .highest_limit = 1e9,
     .explained = "{value}",
     .too_much = "one call launches {value} kernels, where at most {limit} {is} needed"},
    {.key = "waits",
     .title = "waits",
     .meaning = "how often the host waited for its work, and then asked for more",
     .unit = Unit::count,
     .highest_limit = 1e9,
     .column = Column::where_too_much,
     .explained = "{value}",
     .too_much = "the host waits {value} times for what it has asked for, and only then asks for more, where at most "
                 "{limit} {is} needed: {cause}",
     .shows_in_time = false},
    {.key = "copies",
     .title = "copies",
     .meaning = "copies and fills that were asked for",
     .unit = Unit::count,
     .lowest_limit = 1,
     .highest_limit = 1e9,
     .explained = "{value}, fills among them",
     .too_much = "it makes {value} copies and fills, where {limit} do: {cause}"},
});

/// A row of the table, named by its key. A key that is not in the table does not compile.
class MetricKey {
 public:
  /// The row whose key is `key`.
  consteval MetricKey(const char* key) : MetricKey(std::string_view(key)) {}
  /// The same for a string view.
  consteval MetricKey(std::string_view key) {
    while (metrics.at(row_).key != key) ++row_;
  }
  /// The row that `metric` is; it must be of the table.
  constexpr MetricKey(const Metric& metric) : row_(static_cast<std::size_t>(&metric - metrics.data())) {}

  /// Its index in `metrics`.
  constexpr std::size_t row() const { return row_; }
  /// Its row.
  constexpr const Metric& metric() const { return metrics[row_]; }

 private:
  std::size_t row_ = 0;
};

/// One number for each metric. Absent: not limited, or not counted on the device and in the part at hand.
class MetricValues {
 public:
  /// One metric and its value.
  struct Entry {
    MetricKey key;  ///< which metric
    double value;   ///< in the metric's unit
  };

  MetricValues() = default;
  /// These values; all others are absent.
  MetricValues(std::initializer_list<Entry> entries) {
    for (const Entry& entry : entries) (*this)[entry.key] = entry.value;
  }

  /// The value of a metric, to be set.
  std::optional<double>& operator[](MetricKey key) { return values_[key.row()]; }
  /// The value of a metric; empty: absent.
  const std::optional<double>& operator[](MetricKey key) const { return values_[key.row()]; }

 private:
  std::array<std::optional<double>, metrics.size()> values_;
};

/// What of a part is judged: limits on the counters of one run at the performance size.
struct TrafficLimits {
  MetricValues at_most;  ///< the highest value that passes, for each metric
  /// Of a limited metric with a sentence for too little: less means that the work was left to the host, to copies, or
  /// undone. 0: nothing is too little.
  double at_least = 0;
};

/// What a value is beside its limit.
enum class Judgement : std::uint8_t { not_judged, within, too_little, too_much };

/// The one place where a value is compared with its limit. A metric without a limit, or without a value, is not judged.
Judgement judge(MetricKey key, const MetricValues& values, const TrafficLimits& limits);

/// True when no metric is judged as too much or too little.
bool is_within_limits(const MetricValues& values, const TrafficLimits& limits);

}  // namespace course
