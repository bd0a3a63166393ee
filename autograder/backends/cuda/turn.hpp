// Gradings and experiments that share a GPU take turns: beside another one's kernels neither times nor deadlines mean
// anything.
#pragma once

#include <cuda_runtime_api.h>

#include <filesystem>
#include <string>

namespace backends::cuda {

/// What to hold while the first GPU is used: a files::Lock on this.
inline std::filesystem::path turn_file() {
  cudaDeviceProp properties;
  std::string name = "course-gpu";
  if (cudaGetDeviceProperties(&properties, 0) == cudaSuccess) {
    constexpr char digits[] = "0123456789abcdef";
    name += '-';
    for (const char c : properties.uuid.bytes) {
      name += digits[static_cast<unsigned char>(c) / 16];
      name += digits[static_cast<unsigned char>(c) % 16];
    }
  }
  return std::filesystem::temp_directory_path() / (name + ".lock");
}

}  // namespace backends::cuda
