// How the labs' functions are called and what they must compute: all that the runner knows of a lab. CMake joins the
// folders' lists. Not for titles, hints and rules, which only the grader's process reads; see
// course/lab.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "course/operation.hpp"

namespace course {

/// What a student's function is called with. Buffers come in the order of the operation's description.
/// Inputs are the grader's: a function that writes them fails. Scratch is the student's for the call.
struct Arguments {
  Size size;  ///< of this call
  /// One pointer for each output, to its first 32-bit element.
  std::span<float* const> outputs;
  /// One pointer for each input.
  std::span<const float* const> inputs;
  /// One pointer for each scratch buffer.
  std::span<float* const> scratch = {};
  /// To be set by `invoke`: 0, or what the function says of a size that it cannot do (Operation::refusal).
  int* refused = nullptr;
  std::span<const float> scalars = {};  ///< the numbers that it takes by value
};

/// One operation, with its types erased so that a table can hold it. Made by `operation<T>()`.
struct Operation {
  int id = 0;             ///< position in course::Operations (course/operations.hpp)
  int input_count = 0;    ///< buffers that are read only
  int output_count = 0;   ///< buffers that are judged
  int scratch_count = 0;  ///< buffers for the function's own use
  int scalar_count = 0;   ///< numbers that the function takes by value; see Inputs::scalar
  /// Null, or: the problem that a listed size stands for, which may have further extents that follow from those.
  Size (*problem)(Size listed) = nullptr;
  std::span<const std::string_view> further_extents = {};     ///< names of these; the function gets them by value
  int input_bits = 24;                                        ///< how finely inputs are drawn; see input_value
  Element output_element = Element::f32;                      ///< what the elements of all outputs are
  std::int64_t (*elements)(Size size, int buffer) = nullptr;  ///< inputs first, then outputs, then scratch
  std::int64_t (*bytes_moved)(Size size) = nullptr;           ///< what any correct solution must move
  /// Null, or: the multiply-adds that kernels must report to the emulator, which does not see arithmetic by itself.
  double (*multiply_adds)(Size size) = nullptr;
  /// What element `index` of an output must be, computed by the grader alone.
  Expected (*expected)(const Inputs& inputs, Size size, int output, std::int64_t index) = nullptr;
  Place (*place)(int buffer) = nullptr;       ///< of a buffer, in the order of `elements`
  bool (*is_in_place)(int output) = nullptr;  ///< null: no output is
  bool (*must_refuse)(Size size) = nullptr;   ///< sizes that no solution can do and a good one refuses; may be null
  int refusal = 1;                            ///< what Arguments::refused is then: 1, or an error of the CUDA runtime
  std::string_view refusal_name;              ///< of that error; empty: the function says only that it cannot
  std::string_view refusal_cause;             ///< with a name: what makes the size impossible, one clause
  /// Null, or: the size nearest to `size` that every device can do which has `device`'s properties.
  Size (*fitted)(Size size, const DeviceProperties& device) = nullptr;
  /// Null, or: what element `index` of an output belongs to, "situation 4, …", for an answer that has parts.
  std::string_view (*piece)(Size size, int output, std::int64_t index) = nullptr;
  std::int64_t (*steps)(Size size) = nullptr;  ///< null, or: the speed is reported as the time of one of so many steps
  std::string_view step;                       ///< what those are: "barrier"
  /// The output of Expected::Kind::measured that holds milliseconds as the student measured them, which must be true:
  /// of the copies in, of the kernels, of the copies out. -1: there is none.
  int stage_times = -1;
  std::span<const std::string_view> names = {};  ///< of the buffers, as the student's function calls them; may be empty

  /// Whether the function returns an error of the CUDA runtime, 0 for none. Other functions can at most refuse.
  bool returns_errors() const { return !refusal_name.empty(); }
  /// Whether a good solution refuses this size.
  bool is_to_refuse(Size size) const { return must_refuse != nullptr && must_refuse(size); }
  /// How many buffers there are, of all kinds.
  int buffers() const { return input_count + output_count + scratch_count; }
  /// Whether a buffer, in the order of `elements`, is an input.
  bool is_input(int buffer) const { return buffer < input_count; }
  /// Whether it is an output.
  bool is_output(int buffer) const { return !is_input(buffer) && buffer < input_count + output_count; }

  /// True when the buffer holds input values before the call: an input, or an output that is updated in place.
  bool starts_with_values(int buffer) const {
    return is_input(buffer) || (is_output(buffer) && is_in_place != nullptr && is_in_place(buffer - input_count));
  }

  /// "the input", or where there are several: "the input table".
  std::string name_of(int buffer) const;
};

/// The problem that a listed size, shared by all parts of a lab, stands for.
constexpr Size problem_size(const Operation& operation, Size listed) {
  return operation.problem != nullptr ? operation.problem(listed) : listed;
}

/// One function that a student writes: what it must compute, and how to call it.
struct Function {
  std::string_view part;                                              ///< "3.2"
  Operation operation;                                                ///< what the function must compute
  void (*invoke)(void* entry, const Arguments& arguments) = nullptr;  ///< calls `entry` with the lab's own signature
};

/// The functions of one lab's folder, which is named "lab3_transpose".
struct LabFunctions {
  std::string_view folder;              ///< its name
  std::span<const Function> functions;  ///< in the order of their parts
};

/// Of every folder that this program was built with, by number.
std::span<const LabFunctions> all_functions();

/// "lab3_transpose" is the folder of "lab3".
constexpr std::string_view name_of_lab(std::string_view folder) { return folder.substr(0, folder.find('_')); }

/// The function of a part, "3.2", of a lab, "lab3"; nullptr when there is none.
const Function* find_function(std::string_view lab, std::string_view part);

}  // namespace course
