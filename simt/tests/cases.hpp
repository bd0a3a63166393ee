// The list that a file of kernels ends with: each case has a label and a way to run it. Such a file is compiled for a
// GPU and for the emulator; both drivers run its cases by number.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace simt {

/// `Run` is a function type: for example void(float* out, const float* in).
template <class Run>
struct Case {
  std::string label;
  std::function<Run> run;
};

}  // namespace simt

/// Defines cases(), which holds what `make_cases()` returns, and for programs that load the file as a library
/// case_count() and case_label(i). The file itself defines case_run(i, …), which runs case i: it knows the arguments.
#define SIMT_CASE_LIST(make_cases)                                         \
  static const auto& cases() {                                             \
    static const auto all = make_cases();                                  \
    return all;                                                            \
  }                                                                        \
  extern "C" int case_count() { return static_cast<int>(cases().size()); } \
  extern "C" const char* case_label(int i) { return cases().at(static_cast<std::size_t>(i)).label.c_str(); }
