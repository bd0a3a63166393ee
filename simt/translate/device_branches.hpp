// __CUDA_ARCH__: nvcc compiles a file once for the host, where it is undefined, and once for the device, where it is
// the compute capability. Here a file is compiled once, so each part of it gets the value of the compilation that it
// belongs to. Internal to simt/translate.
#pragma once

#include <string_view>
#include <vector>

#include "simt/translate/code.hpp"
#include "simt/translate/edits.hpp"
#include "simt/translate/lexer.hpp"
#include "simt/translate/macros.hpp"

namespace simt::detail {

/// Defines __CUDA_ARCH__ for the bodies of device functions that depend on it, directly or through a macro, and around
/// conditional directives that choose among device functions. A __host__ __device__ function gets both versions of its
/// body, and the running thread chooses. Where no such choice is right, the result is an error that names
/// __CUDA_ARCH__. `edits` are all other edits to `source`; files without __CUDA_ARCH__ are not changed.
void branch_for_device(std::string_view source, const Tokens& tokens, const Macros& macros, const Code& code,
                       std::vector<Edit>& edits, std::vector<Diagnostic>& errors);

}  // namespace simt::detail
