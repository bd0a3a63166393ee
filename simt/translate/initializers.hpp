// Where nvcc takes the value of a constant array's element that the host has: it computes initializers and constant
// expressions while it compiles, other expressions it leaves to the device, which has no such array. Internal to
// simt/translate.
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>

#include "simt/translate/code.hpp"

namespace simt::detail {

/// Whether the element [begin, end) of an array, as in `sizes[1]`, is in an initializer of a local variable, in a
/// lambda that is called with numbers alone, or where only a constant can be: as an extent, after `case`, in template
/// arguments or static_assert. What a statement assigns, compares, returns or passes on is none of these.
bool is_in_initializer(const Code& code, std::size_t begin, std::size_t end,
                       const std::set<std::string, std::less<>>& locals);

}  // namespace simt::detail
