// How lab 6's functions are called.
#include <array>

#include "course/operations.hpp"

namespace course::lab6_banks {
namespace {

int rows(const Arguments& arguments) { return static_cast<int>(banks::rows(arguments.size)); }
int columns(const Arguments& arguments) { return static_cast<int>(banks::columns(arguments.size)); }
int product(const Arguments& arguments) { return static_cast<int>(banks::product(arguments.size)); }

// The signatures in labs/lab6_banks/banks.cuh.
void invoke_sums(void* entry, const Arguments& arguments) {
  const auto sums = reinterpret_cast<void (*)(float*, const float*, int, int)>(entry);
  sums(arguments.outputs[0], arguments.inputs[0], rows(arguments), columns(arguments));
}

void invoke_turn(void* entry, const Arguments& arguments) {
  const auto turn = reinterpret_cast<void (*)(char*, const char*, int)>(entry);
  turn(reinterpret_cast<char*>(arguments.outputs[0]), reinterpret_cast<const char*>(arguments.inputs[0]),
       static_cast<int>(TurnedTiles::tiles(arguments.size)));
}

void invoke_maxima(void* entry, const Arguments& arguments) {
  const auto maxima = reinterpret_cast<void (*)(double*, const double*, int, int)>(entry);
  maxima(reinterpret_cast<double*>(arguments.outputs[0]), reinterpret_cast<const double*>(arguments.inputs[0]),
         rows(arguments), columns(arguments));
}

void invoke_window(void* entry, const Arguments& arguments) {
  const auto best = reinterpret_cast<void (*)(float*, const void*, int)>(entry);
  best(arguments.outputs[0], arguments.inputs[0], product(arguments));
}

void invoke_filter(void* entry, const Arguments& arguments) {
  const auto filter = reinterpret_cast<void (*)(float*, const float*, const float*, int)>(entry);
  filter(arguments.outputs[0], arguments.inputs[0], arguments.inputs[1], product(arguments));
}

void invoke_histogram(void* entry, const Arguments& arguments) {
  const auto histogram = reinterpret_cast<void (*)(unsigned*, const float*, int)>(entry);
  histogram(reinterpret_cast<unsigned*>(arguments.outputs[0]), arguments.inputs[0], product(arguments));
}

}  // namespace

std::span<const Function> functions() {
  static constexpr std::array all{
      Function{"6.1", operation<RunningSums>(), invoke_sums},
      Function{"6.2", operation<TurnedTiles>(), invoke_turn},
      Function{"6.3", operation<RunningMaxima>(), invoke_maxima},
      Function{"6.4", operation<BestInWindow>(), invoke_window},
      Function{"6.5", operation<Filtered>(), invoke_filter},
      Function{"6.6", operation<MagnitudeHistogram>(), invoke_histogram},
  };
  return all;
}

}  // namespace course::lab6_banks
