// The description of a lab, as its lab.toml has it. What an instructor may override (points, thresholds, sizes) is
// in course/rules.hpp.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "course/function.hpp"

namespace course {

/// What may move a part's data from its inputs to its outputs.
enum class DataPath {
  kernels,  ///< nothing else may write to an output what was read from memory of the device
  device,   ///< copies within the device, too
  host,     ///< and copies to the host, and the host's own code
};

/// What of the device an extent of a performance size is proportional to.
enum class ScaledBy {
  nothing,
  multiprocessors,
  persisting,  ///< the part of the L2 cache that can be set aside
};
/// For each extent of a size, what it grows with.
using Scales = std::array<ScaledBy, 3>;

/// A size of lab.toml, which is for the device `from`, on the device `to`. Extents are rounded down, to at least 1.
Size scaled(Size size, const Scales& scales, const DeviceProperties& from, const DeviceProperties& to);

/// One function the student writes.
struct Part {
  std::string id;                                                     ///< "3.2": its name on the command line
  std::string title;                                                  ///< "tiled"
  std::string entry;                                                  ///< the C symbol in the student's file
  Operation operation;                                                ///< what the function must compute
  std::vector<std::string> extents;                                   ///< names: the lab's, then those of its own
  void (*invoke)(void* entry, const Arguments& arguments) = nullptr;  ///< calls `entry` with the lab's own signature
  std::vector<std::string> hints;                                     ///< one to three, each says more than the last
  std::string read_on;          ///< where the idea is explained, "labs/lab3_transpose/README.md, section 2"
  std::string slow_cause;       ///< what usually makes this part slow, one clause
  Clock clock = Clock::device;  ///< which clock measures it
  /// Functions of the reference with this part's signature; the slowest of them is the least time that the part can
  /// take, for baseline = "bound".
  std::vector<std::string> bounds = {};
  /// Functions of the lab's header that take the same arguments, of which the part needs each at some elements.
  std::vector<std::string> alternatives = {};
  /// What may move the part's data. In the emulator other ways end the part; on a GPU only their time counts.
  DataPath data_path = DataPath::kernels;
  int needs_sm = 0;  ///< compute capability as 80 for 8.0, below which a GPU lacks what the part is about
  /// It has to undo what it does to the L2 cache: every call must leave the limit of what persists and the default
  /// stream's window as they were, and in the emulator, which can see it, no line that persists.
  bool leaves_no_trace = false;
  /// It asks for device memory itself: when a call returns, that must be freed, and the call's work must be over.
  bool owns_memory = false;

  int rank() const { return static_cast<int>(extents.size()); }  ///< how many extents a size of this part has
};

/// A lab: its file, its parts, and how its sizes are read.
struct Lab {
  std::string name;                  ///< "lab3"
  std::string folder;                ///< "lab3_transpose", below labs/, solutions/ and autograder/course/
  std::string title;                 ///< "Transpose"
  std::string source;                ///< "transpose.cu", the one file a student hands in
  std::vector<std::string> extents;  ///< names of a size's extents, one to three: "width", "height"
  bool has_matrices = false;         ///< whose rows and columns the first two of these are
  std::vector<Part> parts;           ///< in the order of the handout
  /// Functions of the student's, void(void* memory, size_t bytes), called with the host memory that all host buffers
  /// are in: once before the first call, and after the last. Empty: there are none.
  std::string pin_entry = {};
  std::string unpin_entry = {};  ///< called after the last call; see `pin_entry`
  /// The emulator counts for one of so many equal parts of an H200: then few accesses show what fits in its caches. Of
  /// another device it takes a part with about as large an L2 cache (backends/counted_device.hpp).
  int device_parts = 1;
  Scales gpu_scales = {};       ///< of performance sizes on a GPU
  Scales emulator_scales = {};  ///< of those in the emulator, from a part of an H200 to a part of another device

  int rank() const { return static_cast<int>(extents.size()); }  ///< how many extents a listed size has
};

/// nullptr when this lab has no such part.
const Part* find_part(const Lab& lab, std::string_view id);

}  // namespace course
