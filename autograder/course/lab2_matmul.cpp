// Lab 2's description: its parts, what each is called with, and what to say to a student who is stuck.
#include <array>

#include "course/operations.hpp"

namespace course {
namespace {

// The signatures in labs/lab2_matmul/matmul.cuh.
void invoke_product(void* entry, const Arguments& arguments) {
  const auto product = reinterpret_cast<void (*)(float*, const float*, const float*, int, int)>(entry);
  product(arguments.outputs[0], arguments.inputs[0], arguments.inputs[1], static_cast<int>(arguments.size.extent[0]),
          static_cast<int>(arguments.size.extent[1]));
}

void invoke_gram(void* entry, const Arguments& arguments) {
  const auto gram = reinterpret_cast<void (*)(float*, const float*, int)>(entry);
  gram(arguments.outputs[0], arguments.inputs[0], static_cast<int>(arguments.size.extent[0]));
}

constexpr std::array parts{
    Part{.id = "2.1",
         .title = "AB plain",
         .entry = "ab_plain",
         .operation = operation<NarrowProduct>(),
         .invoke = invoke_product,
         .hint = "Neighbouring threads should read neighbouring elements of B and write neighbouring elements of C: so "
                 "is it the row or the column that threadIdx.x counts? And what must each of the two be smaller than?",
         .read_on = "labs/lab2_matmul/README.md, part 2.1",
         .slow_cause = "neighbouring threads differ in the row of C instead of the column"},
    Part{.id = "2.2",
         .title = "AB, tile of A",
         .entry = "ab_a_tile",
         .operation = operation<NarrowProduct>(),
         .invoke = invoke_product,
         .hint = "All threads of a warp have the same threadIdx.y, so they use one row of A, of 32 elements, and each "
                 "can load one of them. Who has to wait for whom, then? And what does a thread beyond the last column "
                 "still have to do?",
         .read_on = "labs/lab2_matmul/README.md, part 2.2",
         .slow_cause = "every step still asks global memory for a word of A"},
    Part{.id = "2.3",
         .title = "AB, both tiles",
         .entry = "ab_tiles",
         .operation = operation<NarrowProduct>(),
         .invoke = invoke_product,
         .hint = "A tile of B has 32 rows, and the block 32 warps: each fetches one row. Every warp then uses all of "
                 "them; who must have arrived before the first one adds?",
         .read_on = "labs/lab2_matmul/README.md, part 2.3",
         .slow_cause = "the warps of a block each read the same piece of B again"},
    Part{.id = "2.4",
         .title = "AAᵀ plain",
         .entry = "aat_plain",
         .operation = operation<GramMatrix>(),
         .invoke = invoke_gram,
         .hint = "Element (k, j) of the transpose is element (j, k) of A. Which of the two reads in the sum of 2.1 "
                 "changes, and how far apart are the addresses of neighbouring threads then?",
         .read_on = "labs/lab2_matmul/README.md, part 2.4",
         .slow_cause = "more than one of the two reads of A is strided, or so is the store"},
    Part{.id = "2.5",
         .title = "AAᵀ coalesced",
         .entry = "aat_coalesced",
         .operation = operation<GramMatrix>(),
         .invoke = invoke_gram,
         .hint = "The columns of a tile of C belong to 32 rows of A, which can be fetched like any rows: threadIdx.y "
                 "tells the row and threadIdx.x the place in it. Where in the second tile must an element go so that "
                 "the sum finds it at [k][threadIdx.x]?",
         .read_on = "labs/lab2_matmul/README.md, part 2.5",
         .slow_cause = "a warp reads 32 rows of A at a time, or 32 words of one bank in each step of its sum"},
    Part{.id = "2.6",
         .title = "AAᵀ without conflicts",
         .entry = "aat_conflict_free",
         .operation = operation<GramMatrix>(),
         .invoke = invoke_gram,
         .hint = "One of the accesses to the second tile goes down a column. With rows of 32 words a column is one "
                 "bank. What row length spreads it over all of them?",
         .read_on = "labs/lab2_matmul/README.md, part 2.6",
         .slow_cause = "32 threads of a warp ask one bank of shared memory"},
    Part{.id = "2.7",
         .title = "open end",
         .entry = "aat_best",
         .operation = operation<GramMatrix>(),
         .invoke = invoke_gram,
         .hint = "Let a thread compute 8 × 8 elements from registers: 16 words of shared memory then serve 64 "
                 "multiplications. And C is symmetric: compute one triangle, write it twice.",
         .read_on = "labs/lab2_matmul/README.md, part 2.7",
         .slow_cause = "shared memory or arithmetic takes longer than writing C does"},
};

}  // namespace

extern const Lab lab2_matmul;
const Lab lab2_matmul{.name = "lab2",
                      .folder = "lab2_matmul",
                      .title = "Narrow matrix products",
                      .source = "matmul.cu",
                      .extents = "m × n",
                      .rank = 2,
                      .has_matrices = true,
                      .parts = parts};

}  // namespace course
