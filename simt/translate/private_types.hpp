// The types that a class declares for itself alone: nvcc accepts none of them among the template arguments of a kernel.
// Internal to simt/translate.
#pragma once

#include <string>
#include <vector>

#include "simt/translate/code.hpp"

namespace simt::detail {

/// "space::Owner::Inner" for each private or protected type of a class, without template arguments and unnamed
/// namespaces.
std::vector<std::string> private_types(const Code& code);

}  // namespace simt::detail
