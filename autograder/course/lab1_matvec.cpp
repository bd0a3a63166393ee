// Lab 1's description: its parts, what each is called with, and what to say to a student who is stuck.
#include <array>

#include "course/operations.hpp"

namespace course {
namespace {

// The signature in labs/lab1_matvec/matvec.cuh.
void invoke(void* entry, const Arguments& arguments) {
  const auto matvec = reinterpret_cast<void (*)(float*, const float*, const float*, int, int)>(entry);
  matvec(arguments.outputs[0], arguments.inputs[0], arguments.inputs[1], static_cast<int>(arguments.size.extent[0]),
         static_cast<int>(arguments.size.extent[1]));
}

constexpr std::array parts{
    Part{.id = "1.1",
         .title = "one thread per row",
         .entry = "matvec_rows",
         .operation = operation<MatVec>(),
         .invoke = invoke,
         .hint =
             "Number the threads of all blocks through: thread i takes row i, if there is one. Where does it add up, "
             "and how often does it store? How many blocks does it take for 257 rows?",
         .read_on = "labs/lab1_matvec/README.md, part 1.1",
         .slow_cause = "y is read and written in every step, or too few threads are at work"},
    Part{.id = "1.2",
         .title = "x in shared memory",
         .entry = "matvec_x_shared",
         .operation = operation<MatVec>(),
         .invoke = invoke,
         .hint =
             "In a loop over pieces of x as long as the block, each thread loads one element of the piece and uses "
             "all of them. What must hold before the first use, and what before the next load? And which of that may "
             "a thread without a row leave out?",
         .read_on = "labs/lab1_matvec/README.md, part 1.2",
         .slow_cause = "every thread still reads x from global memory"},
    Part{.id = "1.3",
         .title = "A and x in shared memory",
         .entry = "matvec_tiles",
         .operation = operation<MatVec>(),
         .invoke = invoke,
         .hint =
             "Two things are wrong with the kernel you were given. One shows at the edges: ask of each load and of the "
             "store which index may be too large. For the other, follow two warps of a block once round the loop: "
             "what may the faster one do while the slower one still adds?",
         .read_on = "labs/lab1_matvec/README.md, part 1.3",
         .slow_cause =
             "the threads of a warp read A a whole row apart, or each load of a tile waits for the one before it"},
    Part{.id = "1.4",
         .title = "open end",
         .entry = "matvec_best",
         .operation = operation<MatVec>(),
         .invoke = invoke,
         .hint = "Give a row to many threads instead of a thread to a row: neighbouring threads then read neighbouring "
                 "float4 of A, each keeps several loads in flight, and shuffles add up what they have.",
         .read_on = "labs/lab1_matvec/README.md, part 1.4",
         .slow_cause = "too few bytes of A are on their way at any time"},
};

}  // namespace

extern const Lab lab1_matvec;
const Lab lab1_matvec{.name = "lab1",
                      .folder = "lab1_matvec",
                      .title = "Matrix times vector",
                      .source = "matvec.cu",
                      .extents = "rows × columns",
                      .rank = 2,
                      .has_matrices = true,
                      .parts = parts};

}  // namespace course
