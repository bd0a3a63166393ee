// `pointer > 0`: nvcc's front end accepts it in device code, clang nowhere. Internal to simt/translate.
#pragma once

#include <cstddef>

#include "simt/translate/code.hpp"

namespace simt::detail {

/// __global__ or __device__ stands at `word`, outside functions. In the body of its function, the 0 that a pointer is
/// compared with gets the pointer's type. Functions of the host, too, stay as they are: there it is an error.
void give_zeros_a_type(Code& code, std::size_t statement, std::size_t word);

}  // namespace simt::detail
