// The description of a lab: pure data that every room may read. What an instructor may change (points,
// thresholds, sizes) is not here but in course.toml; see course/rules.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "course/operation.hpp"
#include "support/units.hpp"

namespace course {

/// What a student's function is called with. Buffers come in the order of the operation's description.
/// Inputs are the grader's: a function that writes them fails. Scratch is the student's for the call.
struct Arguments {
  Size size;
  std::span<float* const> outputs;
  std::span<const float* const> inputs;
  std::span<float* const> scratch = {};
  bool* refused = nullptr;  ///< to be set by `invoke` when the function says that it cannot do this size
};

/// One operation, with its types erased so that a table can hold it. Made by `operation<T>()`.
struct Operation {
  int id = 0;  ///< position in course::Operations (course/operations.hpp)
  int input_count = 0;
  int output_count = 0;
  int scratch_count = 0;
  bool is_square = false;  ///< of a listed size only the first extent counts
  int input_bits = 24;     ///< how finely inputs are drawn; see input_value
  Element output_element = Element::f32;
  std::int64_t (*elements)(Size size, int buffer) = nullptr;  ///< inputs first, then outputs, then scratch
  std::int64_t (*bytes_moved)(Size size) = nullptr;           ///< what any correct solution must move
  Expected (*expected)(const Inputs& inputs, Size size, int output, std::int64_t index) = nullptr;
  Place (*place)(int buffer) = nullptr;      ///< of a buffer, in the order of `elements`
  bool (*must_refuse)(Size size) = nullptr;  ///< sizes that no solution can do and a good one refuses; may be null
  /// Null, or: what element `index` of an output belongs to, "situation 4, …", for an answer that has parts.
  std::string_view (*piece)(Size size, int output, std::int64_t index) = nullptr;
  std::int64_t (*steps)(Size size) = nullptr;  ///< null, or: speed is told in microseconds for one of so many steps
  std::string_view step;                       ///< what those are: "barrier"
  /// The output of Expected::Kind::measured that holds milliseconds as the student measured them, which must be true:
  /// of the copies in, of the kernels, of the copies out. -1: there is none.
  int stage_times = -1;
  std::span<const std::string_view> names = {};  ///< of the buffers, as the student's function calls them; may be empty

  int buffers() const { return input_count + output_count + scratch_count; }
  bool is_input(int buffer) const { return buffer < input_count; }
  bool is_output(int buffer) const { return !is_input(buffer) && buffer < input_count + output_count; }

  /// "the input", or where there are several: "the input table".
  std::string name_of(int buffer) const;
};

/// The problem that a size of course.toml, shared by all parts of a lab, stands for.
constexpr Size problem_size(const Operation& operation, Size listed) {
  return operation.is_square ? Size{{listed.extent[0], listed.extent[0], 1}} : listed;
}

/// Whose time a part's speed is.
enum class Clock {
  device,  ///< the GPU's events around each launch
  host,    ///< from the call to the end of all its work, as whoever waits for it sees it
};

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
  Clock clock = Clock::device;
  /// Functions of the reference with this part's signature; the slowest of them is the least time that the part can
  /// take, for baseline = "bound" in course.toml.
  std::span<const std::string_view> bounds = {};
  int needs_sm = 0;  ///< compute capability as 80 for 8.0, below which a GPU lacks what the part is about
  /// What it does to the L2 cache it has to undo: every call must leave the limit of what persists and the default
  /// stream's window as they were, and in the emulator, which can see it, no line that persists.
  bool leaves_no_trace = false;
};

struct Lab {
  std::string_view name;      ///< "lab3"
  std::string_view folder;    ///< "lab3_transpose", below labs/ and solutions/
  std::string_view title;     ///< "Transpose"
  std::string_view source;    ///< "transpose.cu", the one file a student hands in
  std::string_view extents;   ///< names of the size's extents: "width × height"
  int rank = 1;               ///< how many extents a size of this lab has
  bool has_matrices = false;  ///< whose rows and columns the first two of these are
  std::span<const Part> parts;
  /// Functions of the student's, void(void* memory, size_t bytes), told of the host memory that all buffers in it lie
  /// in: once before the first call, and after the last. Empty: nobody is told.
  std::string_view pin_entry = {};
  std::string_view unpin_entry = {};
  /// The emulator counts for one of so many equal parts of its device: then few accesses show what fits its caches.
  int device_parts = 1;
};

/// Every lab of the course, in order.
std::span<const Lab> all_labs();

/// nullptr when there is no such lab (or part of this lab).
const Lab* find_lab(std::string_view name);
const Part* find_part(const Lab& lab, std::string_view id);

}  // namespace course
