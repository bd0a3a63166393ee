// The pointers a part is called with: a run request's ranges within mapped memory.
#pragma once

#include <vector>

#include "course/lab.hpp"
#include "runner/protocol.hpp"

namespace runner {

struct LaunchBuffers {
  std::vector<float*> outputs;
  std::vector<const float*> inputs;

  LaunchBuffers(char* base, const RunRequest& request, int launch) {
    const BufferRange* ranges = request.buffers[launch];
    for (int i = 0; i < request.input_count; ++i) {
      inputs.push_back(reinterpret_cast<const float*>(base + ranges[i].offset));
    }
    for (int i = 0; i < request.output_count; ++i) {
      outputs.push_back(reinterpret_cast<float*>(base + ranges[request.input_count + i].offset));
    }
  }

  course::Arguments arguments(const course::Size& size) const { return {size, outputs, inputs}; }
};

}  // namespace runner
