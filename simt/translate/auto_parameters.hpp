// `void f(auto x)`: nvcc's host compiler accepts it in C++17, clang only from C++20 on. Internal to simt/translate.
#pragma once

#include <cstddef>

#include "simt/translate/code.hpp"

namespace simt::detail {

/// `auto` stands at `i`, outside functions, in the statement that begins at `statement`. Where it is the first one
/// among the parameters of a function, all of them become parameters of a template.
void name_auto_parameters(Code& code, std::size_t statement, std::size_t i);

}  // namespace simt::detail
