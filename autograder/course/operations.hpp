// What every operation type has in common, and the table entry made of it.
#pragma once

#include <tuple>
#include <type_traits>

#include "course/all_operations.hpp"  // generated: course::Operations, a tuple of every lab's operation types
#include "course/function.hpp"

namespace course {

/// An operation with one output whose elements are sums over all of the input, so that no element can be judged by
/// itself. In place of `expected` it has
///   terms(size)                            how many there are
///   add_term(inputs, size, term, add)      calls add(element, value) for what the term adds, in whole `unit`s
///   unit, most_elements                    the latter at most 1024
/// Sums are exact; host and device code.
template <class T>
inline constexpr bool is_sum = requires {
  &T::terms;
};

/// An operation with one output that is a product of matrices: in place of `expected` it has product(size).
template <class T>
inline constexpr bool is_product = requires {
  &T::product;
};

/// What an element of an operation that is no sum must be.
template <class T>
COURSE_HOST_DEVICE Expected expected_element(const Inputs& inputs, Size size, int output, std::int64_t index) {
  if constexpr (is_product<T>) {
    return T::product(size).expected(inputs, index);
  } else {
    return T::expected(inputs, size, output, index);
  }
}

namespace detail {
template <class T, class... All>
constexpr int position(std::tuple<All...>* /*list*/) {
  int before = 0;
  (void)((std::is_same_v<T, All> || (++before, false)) || ...);
  return before;
}

/// The defaults of an operation.
template <class T>
constexpr Operation optional_members() {
  Operation operation;
  if constexpr (requires { &T::problem; }) operation.problem = &T::problem;
  if constexpr (requires { T::further_extents; }) operation.further_extents = T::further_extents;
  if constexpr (requires { T::scratch_count; }) operation.scratch_count = T::scratch_count;
  if constexpr (requires { T::stage_times; }) operation.stage_times = T::stage_times;
  if constexpr (requires { T::output_element; }) operation.output_element = T::output_element;
  if constexpr (requires { &T::place; }) {
    operation.place = &T::place;
  } else {
    operation.place = [](int /*buffer*/) { return Place::device; };
  }
  if constexpr (requires { T::scalar_count; }) operation.scalar_count = T::scalar_count;
  if constexpr (requires { &T::is_in_place; }) operation.is_in_place = &T::is_in_place;
  if constexpr (requires { &T::must_refuse; }) operation.must_refuse = &T::must_refuse;
  if constexpr (requires { T::refusal; }) {
    operation.refusal = T::refusal;
    operation.refusal_name = T::refusal_name;
    operation.refusal_cause = T::refusal_cause;
  }
  if constexpr (requires { &T::fitted; }) operation.fitted = &T::fitted;
  if constexpr (requires { &T::multiply_adds; }) operation.multiply_adds = &T::multiply_adds;
  if constexpr (requires { &T::piece; }) operation.piece = &T::piece;
  if constexpr (requires { T::names; }) operation.names = T::names;
  if constexpr (requires { &T::steps; }) {
    operation.steps = &T::steps;
    operation.step = T::step;
  }
  return operation;
}

/// Counts what is added to one element. Not a lambda, which nvcc would not let host and device code call alike.
struct OneElement {
  std::int64_t index;
  std::int64_t* units;
  COURSE_HOST_DEVICE void operator()(std::int64_t element, int value) const {
    if (element == index) *units += value;
  }
};

/// A sum's value: all its terms, counted here one after the other. Both backends count them faster.
template <class T>
Expected sum_of_terms(const Inputs& inputs, Size size, int /*output*/, std::int64_t index) {
  std::int64_t units = 0;
  for (std::int64_t term = 0; term < T::terms(size); ++term) {
    T::add_term(inputs, size, term, OneElement{index, &units});
  }
  return {static_cast<double>(units) * T::unit, 0.0};
}

template <class T>
constexpr auto expected_of() {
  if constexpr (is_sum<T>) {
    return &sum_of_terms<T>;
  } else {
    return &expected_element<T>;
  }
}
}  // namespace detail

/// The table entry for operation type T, which must be in `Operations`.
template <class T>
constexpr Operation operation() {
  Operation operation = detail::optional_members<T>();
  operation.id = detail::position<T>(static_cast<Operations*>(nullptr));
  operation.input_count = T::input_count;
  operation.output_count = T::output_count;
  operation.input_bits = T::input_bits;
  operation.elements = &T::elements;
  operation.bytes_moved = &T::bytes_moved;
  operation.expected = detail::expected_of<T>();
  return operation;
}

}  // namespace course
