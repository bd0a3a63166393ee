// Kernels that use the host's own address of registered memory.
#pragma once

#include <optional>
#include <string_view>

#include "grader/result.hpp"
#include "simt/simt.hpp"

namespace grader {

/// A remark of the kind "host-address", where the kernels of the part `entry` access host memory that is registered,
/// and nothing in the file asks for the device's address of it. That works on each GPU whose property
/// canUseHostPointerForRegisteredMem is set, so it costs no points.
std::optional<Finding> remark_on_host_address(const simt::SourceIndex& source, std::string_view entry,
                                              const simt::Evidence& evidence);

}  // namespace grader
