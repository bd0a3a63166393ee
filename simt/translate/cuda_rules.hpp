// CUDA source for clang's CUDA front end: what it does not read as nvcc does is rewritten, and what nvcc refuses and
// clang accepts is found here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "simt/translate/translate.hpp"

namespace simt {

struct CudaSource {
  std::string source;              ///< one line `#line 1 "<name>"`, then exactly as many lines as the input
  std::vector<Diagnostic> errors;  ///< by nvcc's rules, ordered by line
};

/// Rewrites
///   k<<<{1, 2}, {3, 4}>>>()  → k<<<dim3{1, 2}, dim3{3, 4}>>>()
///   extern __shared__ T n[4];  → __shared__ T n[4];
///   __device__ alignas(8) T  → __device__ _Alignas(8) T
/// and finds kernels that return auto or are members, lambdas of the host that are arguments of kernels, words that
/// kernels cannot use, const arrays of the host in kernels, and assignments to __constant__ variables there. Throws
/// only std::bad_alloc; the time is linear in the length of the input.
CudaSource for_cuda_front_end(std::string_view source, std::string_view name);

}  // namespace simt
