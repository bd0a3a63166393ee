// How lab 0's functions are called.
#include <array>

#include "course/operations.hpp"

namespace course::lab0_copy {
namespace {

// The signatures in labs/lab0_copy/copy.cuh.
void invoke_copy(void* entry, const Arguments& arguments) {
  const auto copy = reinterpret_cast<void (*)(float*, const float*, int)>(entry);
  copy(arguments.outputs[0], arguments.inputs[0], static_cast<int>(arguments.size.extent[0]));
}

void invoke_split(void* entry, const Arguments& arguments) {
  const auto split = reinterpret_cast<void (*)(float*, float*, float*, const float*, int)>(entry);
  split(arguments.outputs[0], arguments.outputs[1], arguments.outputs[2], arguments.inputs[0],
        static_cast<int>(arguments.size.extent[0]));
}

void invoke_shifted(void* entry, const Arguments& arguments) {
  const auto copy = reinterpret_cast<void (*)(float*, const float*, int, int)>(entry);
  copy(arguments.outputs[0], arguments.inputs[0], static_cast<int>(arguments.size.extent[0]),
       static_cast<int>(arguments.size.extent[1]));
}

void invoke_records(void* entry, const Arguments& arguments) {
  const auto split = reinterpret_cast<void (*)(float*, const float*, int, int, int)>(entry);
  split(arguments.outputs[0], arguments.inputs[0], static_cast<int>(arguments.size.extent[0]),
        static_cast<int>(arguments.size.extent[1]), static_cast<int>(SplitRecords::pitch(arguments.size)));
}

}  // namespace

std::span<const Function> functions() {
  static constexpr std::array all{
      Function{"0.1", operation<Copy>(), invoke_copy},
      Function{"0.2", operation<Copy>(), invoke_copy},
      Function{"0.3", operation<Copy>(), invoke_copy},
      Function{"0.4", operation<SplitPoints>(), invoke_split},
      Function{"0.5", operation<ShiftedCopy>(), invoke_shifted},
      Function{"0.6", operation<TwoKinds>(), invoke_shifted},
      Function{"0.7", operation<SplitRecords>(), invoke_records},
  };
  return all;
}

}  // namespace course::lab0_copy
