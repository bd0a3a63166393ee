// Lab 8's description: its parts, what each is called with, and what to say to a student who is stuck.
#include <array>
#include <cstddef>

#include "course/operations.hpp"

namespace course {
namespace {

// The signatures and structures in labs/lab8_spaces/spaces.cuh and, for cudaPitchedPtr, in CUDA's driver_types.h.

std::size_t pitch_in_bytes(Size size) {
  return static_cast<std::size_t>(spaces::pitch(spaces::width(size))) * sizeof(float);
}

void invoke_pitched(void* entry, const Arguments& arguments) {
  const auto stencil = reinterpret_cast<void (*)(float*, const float*, std::size_t, int, int)>(entry);
  stencil(arguments.outputs[0], arguments.inputs[0], pitch_in_bytes(arguments.size),
          static_cast<int>(spaces::width(arguments.size)), static_cast<int>(spaces::rows(arguments.size)));
}

struct PitchedPointer {
  const void* base;
  std::size_t pitch, width, height;
};

void invoke_volume(void* entry, const Arguments& arguments) {
  const auto stencil = reinterpret_cast<void (*)(PitchedPointer, PitchedPointer, int, int, int)>(entry);
  const Size size = arguments.size;
  const auto pitched = [&](const void* base) {
    return PitchedPointer{base, pitch_in_bytes(size), static_cast<std::size_t>(spaces::width(size)) * sizeof(float),
                          static_cast<std::size_t>(spaces::height(size))};
  };
  stencil(pitched(arguments.outputs[0]), pitched(arguments.inputs[0]), static_cast<int>(spaces::width(size)),
          static_cast<int>(spaces::height(size)), static_cast<int>(spaces::depth(size)));
}

void invoke_polynomial(void* entry, const Arguments& arguments) {
  const auto polynomial = reinterpret_cast<void (*)(float*, const float*, const float*, long long)>(entry);
  polynomial(arguments.outputs[0], arguments.inputs[0], arguments.inputs[1], spaces::points(arguments.size));
}

void invoke_texture(void* entry, const Arguments& arguments) {
  const auto stencil = reinterpret_cast<void (*)(float*, const float*, int, int)>(entry);
  stencil(arguments.outputs[0], arguments.inputs[0], static_cast<int>(spaces::width(arguments.size)),
          static_cast<int>(spaces::rows(arguments.size)));
}

struct CopyJob {
  float* to;
  const float* from;
  std::size_t to_pitch, from_pitch, to_rows, from_rows, x, y, z, width, height, depth;
};

void invoke_copies(void* entry, const Arguments& arguments) {
  const auto make_copy = reinterpret_cast<void (*)(int, const CopyJob*)>(entry);
  const auto count = [](std::int64_t floats) { return static_cast<std::size_t>(floats); };
  for (int situation = 1; situation <= TenCopies::situations; ++situation) {
    const TenCopies::Job job = TenCopies::job(arguments.size, situation);
    const CopyJob asked{
        .to = job.output < 0 ? nullptr : arguments.outputs[static_cast<std::size_t>(job.output)] + job.to,
        .from = job.input < 0 ? nullptr : arguments.inputs[static_cast<std::size_t>(job.input)],
        .to_pitch = count(job.to_pitch) * sizeof(float),
        .from_pitch = count(job.from_pitch) * sizeof(float),
        .to_rows = count(job.to_rows),
        .from_rows = count(job.from_rows),
        .x = count(job.x),
        .y = count(job.y),
        .z = count(job.z),
        .width = count(job.width),
        .height = count(job.height),
        .depth = count(job.depth)};
    make_copy(situation, &asked);
  }
}

constexpr std::array parts{
    Part{.id = "8.1",
         .title = "pitched image",
         .entry = "stencil_pitched",
         .operation = operation<PitchedStencil>(),
         .invoke = invoke_pitched,
         .hint = "Write a function that gives the start of row y: the image as char*, plus y times the pitch, and only "
                 "then as float*. To be fast, load each row's float4 once for the three rows that need it.",
         .read_on = "labs/lab8_spaces/README.md, part 8.1",
         .slow_cause = "neighbouring threads go down a column, or each row is loaded three times and float by float"},
    Part{.id = "8.2",
         .title = "pitched volume",
         .entry = "stencil_volume",
         .operation = operation<VolumeStencil>(),
         .invoke = invoke_volume,
         .hint =
             "What is multiplied is bytes, what it is added to must count bytes: look at the type of the pointer at "
             "each +. A slice is pitch times height bytes long.",
         .read_on = "labs/lab8_spaces/README.md, part 8.2",
         .slow_cause = "threadIdx.x is not what counts along a row"},
    Part{.id = "8.3",
         .title = "constant memory",
         .entry = "polynomial",
         .operation = operation<Polynomial>(),
         .invoke = invoke_polynomial,
         .hint =
             "A __constant__ array at file scope, one cudaMemcpyToSymbol from the host's coefficients in each call, "
             "and a kernel whose lanes all want c[k] for the same k at the same time.",
         .read_on = "labs/lab8_spaces/README.md, part 8.3",
         .slow_cause = "the lanes of a warp want different coefficients at once, or fetch them from global memory"},
    Part{.id = "8.4",
         .title = "array and texture",
         .entry = "stencil_texture",
         .operation = operation<RepeatedBorder>(),
         .invoke = invoke_texture,
         .hint =
             "cudaMallocArray, cudaMemcpy2DToArray, cudaCreateTextureObject; which address and filter modes are the "
             "task's? In the kernel, tex2D<float>() reads a pixel: at which coordinates is its middle? And what must "
             "be over before the texture may be destroyed?",
         .read_on = "labs/lab8_spaces/README.md, part 8.4",
         .slow_cause = "the array is filled row by row, or the kernel's threads go down a column"},
    Part{.id = "8.5",
         .title = "ten copies",
         .entry = "make_copy",
         .operation = operation<TenCopies>(),
         .invoke = invoke_copies,
         .hint = "For each situation ask three things: has one of the sides a pitch, is one of them not a pointer "
                 "(a symbol, an array), and in which direction does it go? They name the call.",
         .read_on = "labs/lab8_spaces/README.md, part 8.5",
         .slow_cause = "many small copies are made where one call copies a rectangle or a box",
         .clock = Clock::host},
};

}  // namespace

extern const Lab lab8_spaces;
const Lab lab8_spaces{.name = "lab8",
                      .folder = "lab8_spaces",
                      .title = "Memory spaces",
                      .source = "spaces.cu",
                      .extents = "width × height × depth",
                      .rank = 3,
                      .has_matrices = true,
                      .parts = parts};

}  // namespace course
