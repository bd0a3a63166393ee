// Lab 6's description: its parts, what each is called with, and what to say to a student who is stuck.
#include <array>

#include "course/operations.hpp"

namespace course {
namespace {

int rows(const Arguments& arguments) { return static_cast<int>(banks::rows(arguments.size)); }
int columns(const Arguments& arguments) { return static_cast<int>(banks::columns(arguments.size)); }
int product(const Arguments& arguments) { return static_cast<int>(banks::product(arguments.size)); }

// The signatures in labs/lab6_banks/banks.cuh.
void invoke_sums(void* entry, const Arguments& arguments) {
  const auto sums = reinterpret_cast<void (*)(float*, const float*, int, int)>(entry);
  sums(arguments.outputs[0], arguments.inputs[0], rows(arguments), columns(arguments));
}

void invoke_turn(void* entry, const Arguments& arguments) {
  const auto turn = reinterpret_cast<void (*)(char*, const char*, int)>(entry);
  turn(reinterpret_cast<char*>(arguments.outputs[0]), reinterpret_cast<const char*>(arguments.inputs[0]),
       static_cast<int>(TurnedTiles::tiles(arguments.size)));
}

void invoke_maxima(void* entry, const Arguments& arguments) {
  const auto maxima = reinterpret_cast<void (*)(double*, const double*, int, int)>(entry);
  maxima(reinterpret_cast<double*>(arguments.outputs[0]), reinterpret_cast<const double*>(arguments.inputs[0]),
         rows(arguments), columns(arguments));
}

void invoke_window(void* entry, const Arguments& arguments) {
  const auto best = reinterpret_cast<void (*)(float*, const void*, int)>(entry);
  best(arguments.outputs[0], arguments.inputs[0], product(arguments));
}

void invoke_filter(void* entry, const Arguments& arguments) {
  const auto filter = reinterpret_cast<void (*)(float*, const float*, const float*, int)>(entry);
  filter(arguments.outputs[0], arguments.inputs[0], arguments.inputs[1], product(arguments));
}

void invoke_histogram(void* entry, const Arguments& arguments) {
  const auto histogram = reinterpret_cast<void (*)(unsigned*, const float*, int)>(entry);
  histogram(reinterpret_cast<unsigned*>(arguments.outputs[0]), arguments.inputs[0], product(arguments));
}

constexpr std::array parts{
    Part{.id = "6.1",
         .title = "stride",
         .entry = "running_sums",
         .operation = operation<RunningSums>(),
         .invoke = invoke_sums,
         .hint = "Let the block fetch as many whole rows as it has threads, along the rows, into shared memory, where "
                 "each thread then walks down a row of its own, and store them along the rows again. How far apart "
                 "are the lanes while they walk, and what has that number in common with 32?",
         .read_on = "labs/lab6_banks/README.md, part 6.1",
         .slow_cause = "the lanes walk down their rows an even number of words apart, or read them from global memory"},
    Part{.id = "6.2",
         .title = "characters",
         .entry = "turned_tiles",
         .operation = operation<TurnedTiles>(),
         .invoke = invoke_turn,
         .hint = "Move whole words between global and shared memory, four characters at once, and pick single "
                 "characters out of the tile only. Banks are words: divide the distance of two lanes by four before "
                 "you look at what it has in common with 32. How many words should a row of the tile have, then?",
         .read_on = "labs/lab6_banks/README.md, part 6.2",
         .slow_cause =
             "the rows of the tile are an even number of words apart, or characters are loaded and stored one by one"},
    Part{.id = "6.3",
         .title = "doubles",
         .entry = "running_maxima",
         .operation = operation<RunningMaxima>(),
         .invoke = invoke_maxima,
         .hint = "A request of two words a lane goes in two halves of a warp, and each half has all banks for itself. "
                 "Draw the banks of lanes 0 to 15 for rows of 32 doubles, and for rows of 33.",
         .read_on = "labs/lab6_banks/README.md, part 6.3",
         .slow_cause = "the lanes walk down their rows an even number of doubles apart"},
    Part{.id = "6.4",
         .title = "structures",
         .entry = "best_in_window",
         .operation = operation<BestInWindow>(),
         .invoke = invoke_window,
         .hint = "Lane t wants the value at word 2 t, lane t + 16 the one at 2 t + 32: the same bank. Values in one "
                 "array and priorities in another are neighbours each; or fetch both members of a record at once, as "
                 "8 bytes.",
         .read_on = "labs/lab6_banks/README.md, part 6.4",
         .slow_cause = "one member of each record is read, which is every second word of shared memory"},
    Part{.id = "6.5",
         .title = "broadcast",
         .entry = "filtered",
         .operation = operation<Filtered>(),
         .invoke = invoke_filter,
         .hint = "All lanes may read one word at once. So one copy of the coefficients is enough for the block; every "
                 "thread goes through them in the same order, beside the samples, which are neighbours.",
         .read_on = "labs/lab6_banks/README.md, part 6.5",
         .slow_cause = "the lanes read different words of one bank, where they could all have read the same word"},
    Part{.id = "6.6",
         .title = "open end",
         .entry = "histogram",
         .operation = operation<MagnitudeHistogram>(),
         .invoke = invoke_histogram,
         .hint = "Give each thread counters of its own, so that nobody waits for anybody, and lay them out so that all "
                 "counters of a lane are in one bank: which of bin and thread is the row, then? Count long before "
                 "adding up, and add up without conflicts too.",
         .read_on = "labs/lab6_banks/README.md, part 6.6",
         .slow_cause = "counters of several lanes are in one bank, or too few bytes are on their way from memory"},
};

}  // namespace

extern const Lab lab6_banks;
const Lab lab6_banks{.name = "lab6",
                     .folder = "lab6_banks",
                     .title = "Shared-memory banks",
                     .source = "banks.cu",
                     .extents = "rows × columns",
                     .rank = 2,
                     .has_matrices = true,
                     .parts = parts};

}  // namespace course
