// Lab 7's description: its parts, what each is called with, and what to say to a student who is stuck.
#include <array>

#include "course/operations.hpp"

namespace course {
namespace {

// The signature in labs/lab7_residency/residency.cuh.
template <int table_extent>
void invoke(void* entry, const Arguments& arguments) {
  const auto calibrate = reinterpret_cast<void (*)(float*, const float*, const float*, const float*, int, int)>(entry);
  calibrate(arguments.outputs[0], arguments.inputs[0], arguments.inputs[1], arguments.inputs[2],
            static_cast<int>(arguments.size.extent[0]), static_cast<int>(arguments.size.extent[table_extent]));
}

constexpr std::array parts{
    Part{.id = "7.1",
         .title = "window",
         .entry = "calibrate_window",
         .operation = operation<SmallTable>(),
         .invoke = invoke<1>,
         .hint =
             "Two calls before the launch and one after it: one is about the device, two are about a stream. How many "
             "bytes must be set aside, where does the window begin and end, and whose stream is it? Then go through "
             "the loads and stores of the kernel: which of them are the only ones to their address?",
         .read_on = "labs/lab7_residency/README.md, part 7.1",
         .slow_cause = "the table comes from memory again in every round, or what is used once is in its way",
         .needs_sm = 80},
    Part{.id = "7.2",
         .title = "hit ratio",
         .entry = "calibrate_ratio",
         .operation = operation<LargeTable>(),
         .invoke = invoke<2>,
         .hint =
             "cudaDeviceGetAttribute knows how much can be set aside and how long a window may be. Of a table that is "
             "too large for the former, which share can persist without its lines driving each other out?",
         .read_on = "labs/lab7_residency/README.md, part 7.2",
         .slow_cause = "the table's lines drive each other out of what is set aside, or nothing of it persists",
         .needs_sm = 80},
    Part{.id = "7.3",
         .title = "no trace",
         .entry = "calibrate_no_trace",
         .operation = operation<LargeTable>(),
         .invoke = invoke<2>,
         .hint =
             "Ask with cudaDeviceGetLimit what is set aside before you change it. Afterwards three things: the window, "
             "the lines, the limit.",
         .read_on = "labs/lab7_residency/README.md, part 7.3",
         .slow_cause = "the table's lines drive each other out of what is set aside, or nothing of it persists",
         .needs_sm = 80,
         .leaves_no_trace = true},
};

}  // namespace

extern const Lab lab7_residency;
const Lab lab7_residency{.name = "lab7",
                         .folder = "lab7_residency",
                         .title = "L2 residency",
                         .source = "residency.cu",
                         .extents = "readings × sensors × sensors of a large table",
                         .rank = 3,
                         .parts = parts,
                         .device_parts = 128};

}  // namespace course
