// Lab 3's description: its parts, what each is called with, and what to say to a student who is stuck.
#include <array>

#include "course/operations.hpp"

namespace course {
namespace {

// The signature in labs/lab3_transpose/transpose.cuh.
void invoke(void* entry, const Arguments& arguments) {
  const auto transpose = reinterpret_cast<void (*)(float*, const float*, int, int)>(entry);
  transpose(arguments.outputs[0], arguments.inputs[0], static_cast<int>(arguments.size.extent[0]),
            static_cast<int>(arguments.size.extent[1]));
}

constexpr std::array parts{
    Part{.id = "3.1",
         .title = "naive",
         .entry = "transpose_naive",
         .operation = operation<Transpose>(),
         .invoke = invoke,
         .hint = "Give every element one thread: x from blockIdx.x and threadIdx.x, y likewise. Guard both: a thread "
                 "outside the matrix must do nothing. `out` has rows of `height`, not of `width`.",
         .read_on = "labs/lab3_transpose/README.md, part 3.1",
         .slow_cause = "neither the reads nor the writes of a warp touch neighbouring addresses"},
    Part{.id = "3.2",
         .title = "tiled",
         .entry = "transpose_tiled",
         .operation = operation<Transpose>(),
         .invoke = invoke,
         .hint = "Read a 32 × 32 tile by rows into shared memory, wait until all of it is there, then write it out by "
                 "rows of the *output*. Where in the output does this tile lie, and which of blockIdx and threadIdx "
                 "tell that? Is the element that a thread stores the one that it has loaded?",
         .read_on = "labs/lab3_transpose/README.md, part 3.2",
         .slow_cause = "the reads or the writes of a warp are a whole row apart"},
    Part{.id = "3.3",
         .title = "padded",
         .entry = "transpose_padded",
         .operation = operation<Transpose>(),
         .invoke = invoke,
         .hint = "With rows of 32 words a column of the tile lies in one bank, and 32 lanes wait for each other. What "
                 "row length puts neighbouring rows of a column into neighbouring banks?",
         .read_on = "labs/lab3_transpose/README.md, part 3.3",
         .slow_cause = "the column reads of the tile all fall into one shared-memory bank"},
    Part{.id = "3.4",
         .title = "diagonal",
         .entry = "transpose_diagonal",
         .operation = operation<Transpose>(),
         .invoke = invoke,
         .hint = "Number the blocks, n = blockIdx.x + gridDim.x * blockIdx.y, and follow one diagonal in the picture: "
                 "what do row and column do from block n to block n + 1? Which of the two tells how far along its "
                 "diagonal a block is, and what does n / gridDim.y say?",
         .read_on = "labs/lab3_transpose/README.md, part 3.4",
         .slow_cause = "blocks that run together write the same memory partition"},
    Part{.id = "3.5",
         .title = "open end",
         .entry = "transpose_best",
         .operation = operation<Transpose>(),
         .invoke = invoke,
         .hint = "More bytes in flight per thread: several loads before the first store, float4 on both sides, and "
                 "longer runs of neighbouring bytes per row of a tile.",
         .read_on = "labs/lab3_transpose/README.md, part 3.5",
         .slow_cause = "too few bytes are in flight, or the runs of neighbouring bytes are short"},
};

}  // namespace

extern const Lab lab3_transpose;
const Lab lab3_transpose{.name = "lab3",
                         .folder = "lab3_transpose",
                         .title = "Transpose",
                         .source = "transpose.cu",
                         .extents = "width × height",
                         .rank = 2,
                         .has_matrices = true,
                         .parts = parts};

}  // namespace course
