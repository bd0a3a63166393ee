// What both programs of this folder do with their launches, on a GPU under the profiler.
//   PROGRAM list          each launch as a line: its operation; its mask in hexadecimal digits; its pattern
//   PROGRAM FIRST COUNT   runs that many of them
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>

#include "simt/tests/truth/patterns/patterns.hpp"

namespace simt::patterns {

/// `run` launches an operation on zeroed memory with elements and a mask.
using Run = std::function<void(int operation, void* out, const unsigned short* elements, unsigned mask)>;

inline int run_launches(char** arguments, const std::vector<std::string>& operations,
                        const std::vector<Pattern>& patterns, const std::vector<Launch>& launches, const Run& run) {
  if (std::strcmp(arguments[1], "list") == 0) {
    for (const auto& [operation, chosen, mask] : launches) {
      std::printf("%s;%08x;%s\n", operations[operation].c_str(), mask, patterns[chosen].name.c_str());
    }
    return 0;
  }
  const std::size_t first = std::atoi(arguments[1]), count = std::atoi(arguments[2]);
  const std::vector<char> zeros(1 << 16);
  unsigned short* elements = nullptr;
  void* out = nullptr;
  cudaMalloc(&elements, patterns.size() * sizeof(Elements));
  cudaMalloc(&out, zeros.size());
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    cudaMemcpy(elements + 32 * i, patterns[i].elements.data(), sizeof(Elements), cudaMemcpyHostToDevice);
  }
  for (std::size_t i = first; i < first + count && i < launches.size(); ++i) {
    const auto& [operation, chosen, mask] = launches[i];
    cudaMemcpy(out, zeros.data(), zeros.size(), cudaMemcpyHostToDevice);
    run(operation, out, elements + 32 * chosen, mask);
  }
  const cudaError_t error = cudaDeviceSynchronize();
  std::fprintf(stderr, "%zu launches: %s\n", launches.size(), cudaGetErrorString(error));
  return error;
}

}  // namespace simt::patterns
