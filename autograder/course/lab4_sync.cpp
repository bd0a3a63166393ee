// Lab 4's description: its parts, what each is called with, and what to say to a student who is stuck.
#include <array>

#include "course/operations.hpp"

namespace course {
namespace {

// The signatures in labs/lab4_sync/sync.cuh.
void invoke_one(void* entry, const Arguments& arguments) {
  const auto round_trip = reinterpret_cast<void (*)(float*, float*, const float*, int)>(entry);
  round_trip(arguments.outputs[0], arguments.scratch[0], arguments.inputs[0],
             static_cast<int>(arguments.size.extent[0]));
}

void invoke_launches(void* entry, const Arguments& arguments) {
  const auto round_trips = reinterpret_cast<void (*)(float*, float*, const float*, int, int)>(entry);
  round_trips(arguments.outputs[0], arguments.scratch[0], arguments.inputs[0],
              static_cast<int>(arguments.size.extent[0]), static_cast<int>(arguments.size.extent[1]));
}

void invoke_resident(void* entry, const Arguments& arguments) {
  const auto round_trips = reinterpret_cast<int (*)(float*, float*, const float*, int, int, int)>(entry);
  const int done = round_trips(arguments.outputs[0], arguments.scratch[0], arguments.inputs[0],
                               static_cast<int>(arguments.size.extent[0]), static_cast<int>(arguments.size.extent[1]),
                               static_cast<int>(arguments.size.extent[2]));
  if (arguments.refused != nullptr) *arguments.refused = done == 0;
}

void invoke_sum(void* entry, const Arguments& arguments) {
  const auto sum = reinterpret_cast<void (*)(float*, const float*, int)>(entry);
  sum(arguments.outputs[0], arguments.inputs[0], static_cast<int>(arguments.size.extent[0]));
}

constexpr std::array parts{
    Part{.id = "4.1",
         .title = "find the race",
         .entry = "round_trip",
         .operation = operation<OneRoundTrip>(),
         .invoke = invoke_one,
         .hint =
             "Thread 0 of block 0 reads p[n / 2 + 1]. Which block writes that element, and what makes you sure that "
             "it has, if it may not even have begun? There is one thing that all blocks of a kernel wait for "
             "without being asked: the end of the kernel before.",
         .read_on = "labs/lab4_sync/README.md, part 4.1",
         .slow_cause = "more is read and written than each array once a stage"},
    Part{.id = "4.2",
         .title = "many launches",
         .entry = "round_trips_launches",
         .operation = operation<RoundTrips>(),
         .invoke = invoke_launches,
         .hint = "Kernels of one stream run one after the other, whether or not the host waits: launch 2 × rounds of "
                 "them and return. Where does the first one read from?",
         .read_on = "labs/lab4_sync/README.md, part 4.2",
         .slow_cause = "the host waits for a kernel before it launches the next one, or launches more than it needs"},
    Part{.id = "4.3",
         .title = "own barrier",
         .entry = "round_trips_own_barrier",
         .operation = operation<ResidentRoundTrips>(),
         .invoke = invoke_resident,
         .hint =
             "Let the counter only go up. At the k-th barrier everybody waits until it has reached k × gridDim.x, and "
             "nobody ever sets it back while others look at it. Then go through the life of one value: written by a "
             "thread, counted by another one of its block, seen by a third, read by a fourth. What orders each "
             "step after the one before?",
         .read_on = "labs/lab4_sync/README.md, part 4.3",
         .slow_cause = "a barrier takes several trips to the L2 cache one after the other, or too many threads look at "
                       "the counter"},
    Part{.id = "4.4",
         .title = "cooperative groups",
         .entry = "round_trips_cooperative",
         .operation = operation<ResidentRoundTrips>(),
         .invoke = invoke_resident,
         .hint = "cooperative_groups::this_grid().sync() is the barrier; it needs a launch by "
                 "cudaLaunchCooperativeKernel(), which takes the addresses of the arguments. How many blocks of this "
                 "kernel fit is cudaOccupancyMaxActiveBlocksPerMultiprocessor() times the multiprocessors.",
         .read_on = "labs/lab4_sync/README.md, part 4.4",
         .slow_cause = "there are more barriers than stages, or the stages themselves are slow"},
    Part{.id = "4.5",
         .title = "last block done",
         .entry = "sum",
         .operation = operation<Sum>(),
         .invoke = invoke_sum,
         .hint = "Every block stores its share, then counts itself by an atomicAdd; the one that finds that all others "
                 "are counted adds up the shares. What must come between storing and counting? And what does the "
                 "counter hold when the next call begins?",
         .read_on = "labs/lab4_sync/README.md, part 4.5",
         .slow_cause = "too few bytes are on their way at a time, or too few threads add up"},
};

}  // namespace

extern const Lab lab4_sync;
const Lab lab4_sync{.name = "lab4",
                    .folder = "lab4_sync",
                    .title = "Block synchronisation",
                    .source = "sync.cu",
                    .extents = "n × rounds × blocks",
                    .rank = 3,
                    .parts = parts};

}  // namespace course
