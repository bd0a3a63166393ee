// How many registers the kernels of a file use that nvcc has made. Reads the device code in it; runs nothing.
#pragma once

#include <string_view>
#include <vector>

#include "simt/simt.hpp"

namespace backends {

/// Of the kernels that `file`, the bytes of a shared library or a cubin, has for `compute_capability` (10 x major +
/// minor). Kernels whose names differ in namespaces and template arguments only are one, with the most registers; those
/// with most come first. Device code must not be compressed. Empty where there is none, or it is not understood.
std::vector<simt::memory::KernelRegisters> kernel_registers(std::string_view file, int compute_capability);

}  // namespace backends
