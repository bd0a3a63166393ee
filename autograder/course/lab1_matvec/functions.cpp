// How lab 1's functions are called.
#include <array>

#include "course/operations.hpp"

namespace course::lab1_matvec {
namespace {

// The signature in labs/lab1_matvec/matvec.cuh.
void invoke(void* entry, const Arguments& arguments) {
  const auto matvec = reinterpret_cast<void (*)(float*, const float*, const float*, int, int)>(entry);
  matvec(arguments.outputs[0], arguments.inputs[0], arguments.inputs[1], static_cast<int>(arguments.size.extent[0]),
         static_cast<int>(arguments.size.extent[1]));
}

}  // namespace

std::span<const Function> functions() {
  static constexpr std::array all{
      Function{"1.1", operation<MatVec>(), invoke},
      Function{"1.2", operation<MatVec>(), invoke},
      Function{"1.3", operation<MatVec>(), invoke},
      Function{"1.4", operation<MatVec>(), invoke},
  };
  return all;
}

}  // namespace course::lab1_matvec
