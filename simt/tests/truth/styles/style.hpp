// What the files of this folder share: their inputs, and the list of launches that each of them ends with. A file is
// compiled for a GPU (gpu_main.cu) and for the emulator (../styles_test.cpp); both run its launches by number.
#pragma once

#include <cuda_runtime.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "simt/tests/cases.hpp"
#include "simt/tests/truth/styles/inputs.hpp"

namespace simt::styles {

struct Shape {
  dim3 grid, block;
  int n;  ///< what a launch is given beside its shape: elements, a width, rounds
};

/// The memory of a launch: inputs as inputs.hpp says, and `output_bytes` of zeros to write to.
struct Memory {
  char* out;
  const int* numbers;
  const float* values;
  const int* offsets;

  template <class T = float>
  T* to() const {
    return reinterpret_cast<T*>(out);
  }
  template <class T>
  const T* as() const {  ///< the values as another type
    return reinterpret_cast<const T*>(values);
  }
};

using Case = simt::Case<void(const Memory&)>;

[[gnu::noinline]] inline std::string extent(dim3 of) {
  std::string text = std::to_string(of.x);
  if (of.y > 1 || of.z > 1) text += "x" + std::to_string(of.y);
  if (of.z > 1) text += "x" + std::to_string(of.z);
  return text;
}

/// Launches one kernel.
using Run = std::function<void(const Shape&, const Memory&)>;

/// A file's launches. Each must be one kernel, and must do the same in every run. (Not inlined: a file has up to a
/// hundred of them, and host code takes most of its time to compile.)
class List {
 public:
  /// One launch for each shape.
  [[gnu::noinline]] void add(const char* kernel, const std::vector<Shape>& shapes, const Run& run) {
    for (const Shape& shape : shapes) {
      const std::string label = std::string(kernel) + " <<<" + extent(shape.grid) + ", " + extent(shape.block) +
                                ">>> " + std::to_string(shape.n);
      cases_.push_back({label, [=](const Memory& memory) { run(shape, memory); }});
    }
  }
  [[gnu::noinline]] void add(const std::string& kernel, const std::vector<Shape>& shapes, const Run& run) {
    add(kernel.c_str(), shapes, run);
  }
  std::vector<Case> cases() const { return cases_; }

 private:
  std::vector<Case> cases_;
};

}  // namespace simt::styles

/// Ends a file: `list` is a function that returns its List.
#define SIMT_STYLE(list)                                                                                    \
  static std::vector<simt::styles::Case> all_cases() { return list().cases(); }                             \
  SIMT_CASE_LIST(all_cases)                                                                                 \
  extern "C" void case_run(int i, char* out, const int* numbers, const float* values, const int* offsets) { \
    cases().at(static_cast<std::size_t>(i)).run({out, numbers, values, offsets});                           \
  }
