// The list of operations the backends can generate inputs for and check: adding a lab adds a line here.
#pragma once

#include <tuple>

#include "course/lab.hpp"
#include "course/lab3_transpose.hpp"

namespace course {

using Operations = std::tuple<Transpose>;

namespace detail {
template <class T, class... Rest>
constexpr int position(std::tuple<T, Rest...>*) {
  return 0;
}
template <class T, class First, class... Rest>
constexpr int position(std::tuple<First, Rest...>*) {
  return 1 + position<T>(static_cast<std::tuple<Rest...>*>(nullptr));
}
}  // namespace detail

/// The table entry for operation type T, which must be in `Operations`.
template <class T>
constexpr Operation operation() {
  return {detail::position<T>(static_cast<Operations*>(nullptr)), T::input_count, T::output_count, &T::elements,
          &T::bytes_moved};
}

}  // namespace course
