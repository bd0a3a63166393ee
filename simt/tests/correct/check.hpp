// What the host code of the correct kernels shares: device arrays, inputs, and the comparison with the CPU's answer.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "simt/tests/cases.hpp"

/// Throws when the answer is wrong, or when a call of the runtime fails.
using Case = simt::Case<void()>;

inline void require(cudaError_t error) {
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorName(error));
}

/// Waits for the launches; throws when one of them failed.
inline void finish() {
  require(cudaGetLastError());
  require(cudaDeviceSynchronize());
}

template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t size) : size_(size) { require(cudaMalloc(&data_, size * sizeof(T))); }
  DeviceArray(const std::vector<T>& host) : DeviceArray(host.size()) {
    require(cudaMemcpy(data_, host.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* data() { return data_; }

  std::vector<T> host() const {
    finish();
    std::vector<T> copy(size_);
    require(cudaMemcpy(copy.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
    return copy;
  }

 private:
  T* data_ = nullptr;
  std::size_t size_;
};

/// Element by element; `tolerance` is relative to the larger of 1 and the expected value.
template <class T>
void expect(const std::vector<T>& actual, const std::vector<T>& expected, double tolerance = 0) {
  if (actual.size() != expected.size()) throw std::runtime_error("wrong number of elements");
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const double due = static_cast<double>(expected[i]), is = static_cast<double>(actual[i]);
    if (std::abs(is - due) <= tolerance * std::fmax(1, std::abs(due))) continue;
    throw std::runtime_error("element " + std::to_string(i) + " is " + std::to_string(is) + ", not " +
                             std::to_string(due));
  }
}
template <class T>
void expect(const DeviceArray<T>& actual, const std::vector<T>& expected, double tolerance = 0) {
  expect(actual.host(), expected, tolerance);
}

/// Pseudo-random whole numbers below `limit`, the same on every machine: so small that sums of floats are exact.
template <class T>
std::vector<T> numbers(std::size_t size, unsigned limit = 100) {
  std::vector<T> values(size);
  unsigned state = 12345;
  for (T& value : values) {
    state = state * 1664525u + 1013904223u;  // Numerical Recipes, section 7.1
    value = static_cast<T>((state >> 8) % limit);
  }
  return values;
}

/// Expected values, from a function of the index.
template <class T, class Function>
std::vector<T> table(std::size_t size, Function function) {
  std::vector<T> values(size);
  for (std::size_t i = 0; i < size; ++i) values[i] = static_cast<T>(function(static_cast<int>(i)));
  return values;
}

constexpr int ceil_div(int a, int b) { return (a + b - 1) / b; }

/// Ends a file of correct kernels. case_run(i) returns what is wrong, or an empty text.
#define CORRECT_CASES(...)                                        \
  static std::vector<Case> make_cases() { return {__VA_ARGS__}; } \
  SIMT_CASE_LIST(make_cases)                                      \
  extern "C" const char* case_run(int i) {                        \
    static std::string problem;                                   \
    problem.clear();                                              \
    try {                                                         \
      cases().at(static_cast<std::size_t>(i)).run();              \
      finish();                                                   \
    } catch (const std::exception& error) {                       \
      problem = error.what();                                     \
    }                                                             \
    return problem.c_str();                                       \
  }
