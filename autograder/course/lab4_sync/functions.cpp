// How lab 4's functions are called.
#include <array>

#include "course/operations.hpp"

namespace course::lab4_sync {
namespace {

// The signatures in labs/lab4_sync/sync.cuh.
void invoke_one(void* entry, const Arguments& arguments) {
  const auto round_trip = reinterpret_cast<void (*)(float*, float*, const float*, int)>(entry);
  round_trip(arguments.outputs[0], arguments.scratch[0], arguments.inputs[0],
             static_cast<int>(arguments.size.extent[0]));
}

void invoke_launches(void* entry, const Arguments& arguments) {
  const auto round_trips = reinterpret_cast<void (*)(float*, float*, const float*, int, int)>(entry);
  round_trips(arguments.outputs[0], arguments.scratch[0], arguments.inputs[0],
              static_cast<int>(arguments.size.extent[0]), static_cast<int>(arguments.size.extent[1]));
}

void invoke_resident(void* entry, const Arguments& arguments) {
  const auto round_trips = reinterpret_cast<int (*)(float*, float*, const float*, int, int, int)>(entry);
  const int done = round_trips(arguments.outputs[0], arguments.scratch[0], arguments.inputs[0],
                               static_cast<int>(arguments.size.extent[0]), static_cast<int>(arguments.size.extent[1]),
                               static_cast<int>(arguments.size.extent[2]));
  if (arguments.refused != nullptr) *arguments.refused = done == 0 ? 1 : 0;
}

void invoke_sum(void* entry, const Arguments& arguments) {
  const auto sum = reinterpret_cast<void (*)(float*, const float*, int)>(entry);
  sum(arguments.outputs[0], arguments.inputs[0], static_cast<int>(arguments.size.extent[0]));
}

void invoke_prefix_sum(void* entry, const Arguments& arguments) {
  const auto prefix_sum = reinterpret_cast<void (*)(unsigned*, const unsigned*, int)>(entry);
  prefix_sum(reinterpret_cast<unsigned*>(arguments.outputs[0]), reinterpret_cast<const unsigned*>(arguments.inputs[0]),
             static_cast<int>(arguments.size.extent[0]));
}

}  // namespace

std::span<const Function> functions() {
  static constexpr std::array all{
      Function{"4.1", operation<OneRoundTrip>(), invoke_one},
      Function{"4.2", operation<RoundTrips>(), invoke_launches},
      Function{"4.3", operation<ResidentRoundTrips>(), invoke_resident},
      Function{"4.4", operation<ResidentRoundTrips>(), invoke_resident},
      Function{"4.5", operation<Sum>(), invoke_sum},
      Function{"4.6", operation<PrefixSum>(), invoke_prefix_sum},
  };
  return all;
}

}  // namespace course::lab4_sync
