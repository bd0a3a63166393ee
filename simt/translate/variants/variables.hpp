// The variables that a function declares, for what a change may put in place of what. Internal to simt/translate.
#pragma once

#include <cstddef>
#include <string>

#include "simt/translate/code.hpp"

namespace simt::detail {

enum class TypeClass { integer, real, pointer, array, other };

/// A parameter, or a variable of a function.
struct Variable {
  std::string name;
  TypeClass kind = TypeClass::other;
  std::string type;                      ///< its tokens, without const
  std::string extents;                   ///< of an array: "[TILE][TILE + 1]"
  std::string first_value;               ///< where that is a number, or make_float4(…) and its kin of numbers
  bool begins_with_zeros = false;        ///< an array of the thread, with `= {}` or `= {0}`
  std::size_t start = 0, start_end = 0;  ///< tokens of its first value, where that is more than a number; else 0
  std::string turned;    ///< its first value with blockIdx.x and blockIdx.y exchanged; empty where it has neither
  std::string mirrored;  ///< with threadIdx.y for threadIdx.x, or the other way round; empty unless it has one of them
  int line = 0;
  bool is_parameter = false;
  bool is_constant = false;
};

/// The variable whose type is [begin, end) and whose name is at `name`.
Variable read_variable(const Code& code, std::size_t begin, std::size_t end, std::size_t name);

}  // namespace simt::detail
