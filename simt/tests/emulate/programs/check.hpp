// For the programs beside this file: an error of the CUDA runtime ends the program.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

inline void check(cudaError_t error, int line) {
  if (error == cudaSuccess) return;
  std::printf("line %d: %s\n", line, cudaGetErrorString(error));
  std::exit(EXIT_FAILURE);
}

#define CHECK(call) check(call, __LINE__)
#define CHECK_LAUNCH() check(cudaGetLastError(), __LINE__)
