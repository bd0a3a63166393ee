// Launches: `kernel<<<…>>>(…)` and the API functions that launch. Internal to simt/translate.
#pragma once

#include <cstddef>

#include "simt/translate/code.hpp"

namespace simt::detail {

/// Rewrites the launch whose <<< is at `open`; an error where it cannot be read. Where `<` could be a comparison or
/// open template arguments, it chooses what gives a launch.
void rewrite_launch(Code& code, std::size_t open);

/// Removes the cast in cudaLaunchKernel((void*)kernel, …) and cudaLaunchCooperativeKernel, also written with
/// reinterpret_cast<void*>(kernel): it would hide the kernel's parameter types. `open` is the ( after the function.
void drop_cast(Code& code, std::size_t open);

}  // namespace simt::detail
