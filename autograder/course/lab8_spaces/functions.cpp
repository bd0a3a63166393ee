// How lab 8's functions are called.
#include <array>
#include <cstddef>

#include "course/operations.hpp"

namespace course::lab8_spaces {
namespace {

// The signatures and structures in labs/lab8_spaces/spaces.cuh and, for cudaPitchedPtr, in CUDA's driver_types.h.

std::size_t pitch_in_bytes(Size size) {
  return static_cast<std::size_t>(spaces::pitch(spaces::width(size))) * sizeof(float);
}

// Of 8.1 and 8.7.
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

void invoke_volume_texture(void* entry, const Arguments& arguments) {
  const auto stencil = reinterpret_cast<void (*)(float*, const float*, int, int, int)>(entry);
  const Size size = arguments.size;
  stencil(arguments.outputs[0], arguments.inputs[0], static_cast<int>(spaces::width(size)),
          static_cast<int>(spaces::height(size)), static_cast<int>(spaces::depth(size)));
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

}  // namespace

std::span<const Function> functions() {
  static constexpr std::array all{
      Function{"8.1", operation<PitchedStencil>(), invoke_pitched},
      Function{"8.2", operation<VolumeStencil>(), invoke_volume},
      Function{"8.3", operation<Polynomial>(), invoke_polynomial},
      Function{"8.4", operation<RepeatedBorder>(), invoke_texture},
      Function{"8.5", operation<TenCopies>(), invoke_copies},
      Function{"8.6", operation<RepeatedBorderVolume>(), invoke_volume_texture},
      Function{"8.7", operation<Blur>(), invoke_pitched},
  };
  return all;
}

}  // namespace course::lab8_spaces
