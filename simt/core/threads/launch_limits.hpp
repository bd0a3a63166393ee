// Which launches the hardware refuses. Limits: CUDA C++ Programming Guide, "Technical Specifications per Compute
// Capability".
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "simt/core/reporter.hpp"
#include "simt/include/simt/api.h"
#include "simt/memory/device.hpp"
#include "simt/memory/occupancy.hpp"

namespace simt::core {

/// The bytes of shared memory that a kernel may have without cudaFuncSetAttribute.
inline constexpr std::size_t default_shared_bytes = std::size_t{48} << 10;

/// A cooperative launch of more blocks than the device holds at a time.
bool is_too_large(const LaunchShape& shape, const memory::Device& device);

/// Why the hardware refuses the launch; Detail::none when it does not. `dynamic_limit` is in bytes.
Refusal refusal(const LaunchShape& shape, std::size_t dynamic_limit, const memory::Device& device);

/// What the launch then returns. cudaErrorInvalidConfiguration is for shapes that no kernel may have.
cudaError_t error_of(const Refusal& refused);

/// The same for the bytes of __shared__ variables, which nvcc checks, and for all shared memory of a block, which the
/// launch checks.
Refusal refusal_of_shared(std::int64_t static_bytes, std::int64_t all_bytes, const memory::Device& device);

}  // namespace simt::core
