// The description of a lab: pure data that every room may read. What an instructor may change (points,
// thresholds, sizes) is not here but in course.toml; see course/rules.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "course/operation.hpp"
#include "course/units.hpp"

namespace course {

/// What a student's function is called with. Buffers come in the order of the operation's description.
/// Inputs are the grader's: a function that writes them fails.
struct Arguments {
  Size size;
  std::span<float* const> outputs;
  std::span<const float* const> inputs;
};

/// One operation, with its types erased so that a table can hold it. Made by `operation<T>()`.
struct Operation {
  int id = 0;  ///< position in course::Operations (course/operations.hpp)
  int input_count = 0;
  int output_count = 0;
  bool is_square = false;                                     ///< of a listed size only the first extent counts
  int input_bits = 24;                                        ///< how finely inputs are drawn; see input_value
  std::int64_t (*elements)(Size size, int buffer) = nullptr;  ///< inputs first, then outputs
  std::int64_t (*bytes_moved)(Size size) = nullptr;           ///< what any correct solution must move
  Expected (*expected)(const Inputs& inputs, Size size, int output, std::int64_t index) = nullptr;
};

/// The problem that a size of course.toml, shared by all parts of a lab, stands for.
constexpr Size problem_size(const Operation& operation, Size listed) {
  return operation.is_square ? Size{{listed.extent[0], listed.extent[0], 1}} : listed;
}

/// One function the student writes.
struct Part {
  std::string_view id;                                      ///< "3.2": the key in course.toml and on the command line
  std::string_view title;                                   ///< "tiled"
  std::string_view entry;                                   ///< the C symbol in the student's file
  Operation operation;                                      ///< what the function must compute
  void (*invoke)(void* entry, const Arguments& arguments);  ///< calls `entry` with the lab's own signature
  std::string_view hint;                                    ///< one step further, not the answer
  std::string_view read_on;     ///< where the idea is explained, "labs/lab3_transpose/README.md, section 2"
  std::string_view slow_cause;  ///< what usually makes this part slow, one clause
};

struct Lab {
  std::string_view name;     ///< "lab3"
  std::string_view folder;   ///< "lab3_transpose", below labs/ and solutions/
  std::string_view title;    ///< "Transpose"
  std::string_view source;   ///< "transpose.cu", the one file a student hands in
  std::string_view extents;  ///< names of the size's extents: "width × height"
  int rank = 1;              ///< how many extents a size of this lab has
  std::span<const Part> parts;
};

/// Every lab of the course, in order.
std::span<const Lab> all_labs();

/// nullptr when there is no such lab (or part of this lab).
const Lab* find_lab(std::string_view name);
const Part* find_part(const Lab& lab, std::string_view id);

}  // namespace course
