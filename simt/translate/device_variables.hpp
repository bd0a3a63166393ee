// Variables in global and constant memory: `__device__ T name;`, `__constant__ T name;`. Internal to simt/translate.
#pragma once

#include <cstddef>

#include "simt/translate/code.hpp"
#include "simt/translate/scopes.hpp"

namespace simt::detail {

/// Marks the variable that `word` declares to be in global memory. `word` is __device__, or the `static` of a variable
/// in a device function. Functions and constants are not marked.
void mark_device_variable(Code& code, const Scopes& scopes, std::size_t word);

/// Gives const variables in constant memory another specifier: clang requires different sections for const and
/// non-const variables. `word` is __constant__.
void keep_constants_apart(Code& code, const Scopes& scopes, std::size_t word);

/// Replaces the `alignas` at `i` where it follows `__shared__` or the like: they expand to specifiers, after which
/// clang accepts only C's keyword `_Alignas`.
void let_alignas_follow(Code& code, std::size_t i);

}  // namespace simt::detail
