// The pointers a part is called with: a run request's ranges within mapped memory.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "course/function.hpp"
#include "runner/protocol.hpp"

namespace runner {

/// Where the memory of each course::Place is mapped.
using Bases = std::array<char*, course::places>;

struct LaunchBuffers {
  std::vector<float*> outputs;
  std::vector<const float*> inputs;
  std::vector<float*> scratch;
  std::span<const float> scalars;
  int refused = 0;

  LaunchBuffers(const Bases& bases, const RunRequest& request, int launch)
      : scalars(request.scalars[launch], static_cast<std::size_t>(request.scalar_count)) {
    const BufferRange* range = request.buffers[launch];
    const auto next = [&] {
      float* const start = reinterpret_cast<float*>(bases[static_cast<int>(range->place)] + range->offset);
      ++range;
      return start;
    };
    for (int i = 0; i < request.input_count; ++i) inputs.push_back(next());
    for (int i = 0; i < request.output_count; ++i) outputs.push_back(next());
    for (int i = 0; i < request.scratch_count; ++i) scratch.push_back(next());
  }

  course::Arguments arguments(const course::Size& size) { return {size, outputs, inputs, scratch, &refused, scalars}; }
};

/// Whether a function has said itself which error there was: then that the runtime remembers one is no news.
inline bool is_error_returned(const course::Function& function, int refused) {
  return refused != 0 && function.operation.returns_errors();
}

inline int buffers(const RunRequest& request) {
  return request.input_count + request.output_count + request.scratch_count;
}

}  // namespace runner
