// Casts to a reference: `reinterpret_cast<float4&>(a[i]) = v;`.
#pragma once

#include <cstddef>

#include "simt/translate/code.hpp"

namespace simt::detail {

/// At `reinterpret_cast` or `(`. clang gives what a cast reference leads to the alignment of the operand; nvcc gives it
/// that of the type, so that a float4 is one access. Both give it to a pointer, so the cast becomes one of the address:
///   reinterpret_cast<T&>(a) → (*reinterpret_cast<::std::add_pointer_t<T&>>(__builtin_addressof(a)))
///   (float4&)a              → *(float4*)&a
/// The second only for CUDA's vectors: of another type, such a cast may make a new value.
void cast_addresses(Code& code, std::size_t i);

}  // namespace simt::detail
