// The list of operations the backends can generate inputs for and check: adding a lab adds a line here.
#pragma once

#include <tuple>
#include <type_traits>

#include "course/lab.hpp"
#include "course/lab0_copy.hpp"
#include "course/lab1_matvec.hpp"
#include "course/lab2_matmul.hpp"
#include "course/lab3_transpose.hpp"

namespace course {

using Operations = std::tuple<Copy, SplitPoints, MatVec, NarrowProduct, GramMatrix, Transpose>;

namespace detail {
template <class T, class... All>
constexpr int position(std::tuple<All...>* /*list*/) {
  int before = 0;
  (void)((std::is_same_v<T, All> || (++before, false)) || ...);
  return before;
}

template <class T>
constexpr bool is_square() {
  if constexpr (requires { T::is_square; }) return T::is_square;
  return false;
}
}  // namespace detail

/// The table entry for operation type T, which must be in `Operations`.
template <class T>
constexpr Operation operation() {
  return {detail::position<T>(static_cast<Operations*>(nullptr)),
          T::input_count,
          T::output_count,
          detail::is_square<T>(),
          T::input_bits,
          &T::elements,
          &T::bytes_moved,
          &T::expected};
}

}  // namespace course
