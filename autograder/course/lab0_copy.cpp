// Lab 0's description: its parts, what each is called with, and what to say to a student who is stuck.
#include <array>

#include "course/operations.hpp"

namespace course {
namespace {

// The signatures in labs/lab0_copy/copy.cuh.
void invoke_copy(void* entry, const Arguments& arguments) {
  const auto copy = reinterpret_cast<void (*)(float*, const float*, int)>(entry);
  copy(arguments.outputs[0], arguments.inputs[0], static_cast<int>(arguments.size.extent[0]));
}

void invoke_split(void* entry, const Arguments& arguments) {
  const auto split = reinterpret_cast<void (*)(float*, float*, float*, const float*, int)>(entry);
  split(arguments.outputs[0], arguments.outputs[1], arguments.outputs[2], arguments.inputs[0],
        static_cast<int>(arguments.size.extent[0]));
}

constexpr std::array parts{
    Part{.id = "0.1",
         .title = "scalar",
         .entry = "copy_scalar",
         .operation = operation<Copy>(),
         .invoke = invoke_copy,
         .hint = "Number the threads of the whole grid: how many are in the blocks before this one? For n = 257 there "
                 "must be two blocks, of which the second has one element: what do its other threads do?",
         .read_on = "labs/lab0_copy/README.md, part 0.1",
         .slow_cause = "neighbouring threads do not copy neighbouring elements, or too few threads are at work"},
    Part{.id = "0.2",
         .title = "grid-stride",
         .entry = "copy_grid_stride",
         .operation = operation<Copy>(),
         .invoke = invoke_copy,
         .hint = "Turn the guard of the scalar copy into the condition of a loop. By how much must a thread's index go "
                 "up so that, round after round, the warp stays together and no element is left out?",
         .read_on = "labs/lab0_copy/README.md, part 0.2",
         .slow_cause = "too few blocks to keep the whole GPU busy, or neighbouring threads take whole pieces each"},
    Part{.id = "0.3",
         .title = "float4",
         .entry = "copy_float4",
         .operation = operation<Copy>(),
         .invoke = invoke_copy,
         .hint = "n / 4 threads copy a float4 each, through pointers cast to float4*; n % 4 floats are left over. Who "
                 "copies those, and how many threads must there be for n = 3?",
         .read_on = "labs/lab0_copy/README.md, part 0.3",
         .slow_cause = "a request of a warp moves less than 512 bytes, or threads wait where they could load"},
    Part{.id = "0.4",
         .title = "structures to arrays",
         .entry = "split_points",
         .operation = operation<SplitPoints>(),
         .invoke = invoke_split,
         .hint =
             "A block's points are 3 * THREADS neighbouring floats. Bring them on chip in the order they lie in, no "
             "matter whose they are. When all are there, which three are this thread's?",
         .read_on = "labs/lab0_copy/README.md, part 0.4",
         .slow_cause = "a warp loads every third float of 384 bytes, three times over"},
};

}  // namespace

extern const Lab lab0_copy;
const Lab lab0_copy{.name = "lab0",
                    .folder = "lab0_copy",
                    .title = "Copy and coalescing",
                    .source = "copy.cu",
                    .extents = "n",
                    .rank = 1,
                    .parts = parts};

}  // namespace course
