// How lab 5's functions are called.
#include <array>

#include "course/operations.hpp"

namespace course::lab5_streams {
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

void invoke_whole_program(void* entry, const Arguments& arguments) {
  const auto program = reinterpret_cast<int (*)(float*, const float*, int, int, int)>(entry);
  const int error = program(arguments.outputs[0], arguments.inputs[0], n(arguments), rounds(arguments),
                            WholeProgram::threads(arguments.size));
  if (arguments.refused != nullptr) *arguments.refused = error;
}

}  // namespace

std::span<const Function> functions() {
  static constexpr std::array all{
      Function{"5.1", operation<Upload>(), invoke_upload},
      Function{"5.2", operation<Overlap>(), invoke_without_scratch},
      Function{"5.3", operation<TimedStages>(), invoke_timed_stages},
      Function{"5.4", operation<Pipeline>(), invoke_pipeline},
      Function{"5.5", operation<ZeroCopy>(), invoke_without_scratch},
      Function{"5.6", operation<WholeProgram>(), invoke_whole_program},
  };
  return all;
}

}  // namespace course::lab5_streams
