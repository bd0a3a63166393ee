// nvcc: where it is, and as a compiler of submissions. Needs no GPU.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "backends/backend.hpp"

namespace backends {

/// Where nvcc is, by setup/find-cuda.sh below `root`; empty when it is missing.
std::filesystem::path find_nvcc(const std::filesystem::path& root);

/// What nvcc is asked for.
enum class NvccProduct {
  library,     ///< what a GPU runs
  device_code  ///< whether nvcc accepts the file, and its kernels' registers: in half the time, since g++ is not asked
};

/// `sm` is what to compile for: "90".
std::unique_ptr<Compiler> make_nvcc(const std::filesystem::path& nvcc, const std::string& sm, NvccProduct product);

}  // namespace backends
