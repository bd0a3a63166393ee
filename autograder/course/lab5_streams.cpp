// Lab 5's description: its parts, what each is called with, and what to say to a student who is stuck.
#include <array>

#include "course/operations.hpp"

namespace course {
namespace {

// The signatures in labs/lab5_streams/streams.cuh.
int n(const Arguments& arguments) { return static_cast<int>(arguments.size.extent[0]); }
int rounds(const Arguments& arguments) { return static_cast<int>(arguments.size.extent[1]); }

void invoke_upload(void* entry, const Arguments& arguments) {
  const auto upload = reinterpret_cast<void (*)(float*, const float*, int)>(entry);
  upload(arguments.outputs[0], arguments.inputs[0], n(arguments));
}

void invoke_without_scratch(void* entry, const Arguments& arguments) {
  const auto function = reinterpret_cast<void (*)(float*, const float*, int, int)>(entry);
  function(arguments.outputs[0], arguments.inputs[0], n(arguments), rounds(arguments));
}

void invoke_timed_stages(void* entry, const Arguments& arguments) {
  const auto stages = reinterpret_cast<void (*)(float*, float*, const float*, float*, int, int)>(entry);
  stages(arguments.outputs[0], arguments.outputs[1], arguments.inputs[0], arguments.scratch[0], n(arguments),
         rounds(arguments));
}

void invoke_pipeline(void* entry, const Arguments& arguments) {
  const auto pipeline = reinterpret_cast<void (*)(float*, const float*, float*, int, int)>(entry);
  pipeline(arguments.outputs[0], arguments.inputs[0], arguments.scratch[0], n(arguments), rounds(arguments));
}

constexpr std::array<std::string_view, 2> overlap_bounds{"overlap_only_in", "overlap_only_kernel"};
constexpr std::array<std::string_view, 2> pipeline_bounds{"pipeline_only_copies", "pipeline_only_kernel"};

constexpr std::array parts{
    Part{.id = "5.1",
         .title = "pinned memory",
         .entry = "upload",
         .operation = operation<Upload>(),
         .invoke = invoke_upload,
         .hint = "The copy is one call. What makes it fast is done before, in pin(): ask the runtime to page-lock the "
                 "memory that is already there (cudaHostRegister), and in unpin() to let go of it.",
         .read_on = "labs/lab5_streams/README.md, part 5.1",
         .slow_cause =
             "the host's memory is pageable, so that every byte is copied once more on its way, or it is pinned "
             "anew in every call",
         .clock = Clock::host},
    Part{.id = "5.2",
         .title = "overlap",
         .entry = "overlap",
         .operation = operation<Overlap>(),
         .invoke = invoke_without_scratch,
         .hint = "Begin with a loop over chunks, first += chunk, the last one perhaps shorter. In the loop: "
                 "cudaMemcpyAsync and a kernel launch, both for this chunk and both in this chunk's stream. Two "
                 "streams in turn are enough to begin with.",
         .read_on = "labs/lab5_streams/README.md, part 5.2",
         .slow_cause = "copies and kernels wait for each other, or the first chunk is large",
         .clock = Clock::host,
         .bounds = overlap_bounds},
    Part{.id = "5.3",
         .title = "events as timers",
         .entry = "timed_stages",
         .operation = operation<TimedStages>(),
         .invoke = invoke_timed_stages,
         .hint = "Four events mark the ends of three stages: record one before the first operation and one after each, "
                 "all in the stream that the operations are in. Ask for differences only when the last has happened.",
         .read_on = "labs/lab5_streams/README.md, part 5.3",
         .slow_cause = "something besides the three stages takes time",
         .clock = Clock::host},
    Part{.id = "5.4",
         .title = "full duplex",
         .entry = "pipeline",
         .operation = operation<Pipeline>(),
         .invoke = invoke_pipeline,
         .hint = "Part 5.2 with a third operation: the copy back, in the chunk's own stream. No event is needed, for a "
                 "stream keeps its own order. Then count: how many chunks can be under way at a time with as many "
                 "streams as you have?",
         .read_on = "labs/lab5_streams/README.md, part 5.4",
         .slow_cause =
             "the two directions and the kernels do not run at the same time, or the pieces are so many that the "
             "host does not keep up with asking",
         .clock = Clock::host,
         .bounds = pipeline_bounds},
    Part{.id = "5.5",
         .title = "zero copy",
         .entry = "zero_copy",
         .operation = operation<ZeroCopy>(),
         .invoke = invoke_without_scratch,
         .hint = "Pinned memory that was registered with cudaHostRegisterMapped has an address for kernels, which "
                 "cudaHostGetDevicePointer tells. With it any kernel will do, if neighbouring threads take neighbours.",
         .read_on = "labs/lab5_streams/README.md, part 5.5",
         .slow_cause = "bytes cross the link more than once or in small pieces, or one after the other where they "
                       "could both ways at a time",
         .clock = Clock::host},
};

}  // namespace

extern const Lab lab5_streams;
const Lab lab5_streams{.name = "lab5",
                       .folder = "lab5_streams",
                       .title = "Streams and host memory",
                       .source = "streams.cu",
                       .extents = "n × rounds",
                       .rank = 2,
                       .parts = parts,
                       .pin_entry = "pin",
                       .unpin_entry = "unpin"};

}  // namespace course
