// The list that a file of kernels ends with: each case has a label and a way to run it. Such a file is compiled for a
// GPU and for the emulator; both drivers go through its list by number.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace simt {

/// `Run` is a function type: void(float* out, const float* in), say.
template <class Run>
struct Case {
  std::string label;
  std::function<Run> run;
};

}  // namespace simt

/// Defines cases(), all that `make_cases()` returns, and for who loads the file as a library case_count() and
/// case_label(i). What runs case i there, case_run(i, …), the file defines itself: it knows the arguments.
#define SIMT_CASE_LIST(make_cases)                                         \
  static const auto& cases() {                                             \
    static const auto all = make_cases();                                  \
    return all;                                                            \
  }                                                                        \
  extern "C" int case_count() { return static_cast<int>(cases().size()); } \
  extern "C" const char* case_label(int i) { return cases().at(static_cast<std::size_t>(i)).label.c_str(); }
