// For the look at a program's own text (simt/translate/own_text.hpp): in the place of this folder's macros, words that
// mean nothing there. No other code includes this file.
#pragma once

#include "../cuda_runtime.h"

#undef __global__
#define __global__ inline
#undef __align__
#define __align__(bytes) alignas(bytes)
#undef __forceinline__
#define __forceinline__ inline
#undef __shared__
#define __shared__ static
#undef __managed__
#define __managed__ static
#undef __constant__
#define __constant__ static
#undef cudaLaunchKernel
#define cudaLaunchKernel(...) launch(__VA_ARGS__)
#undef cudaLaunchKernelEx
#define cudaLaunchKernelEx(...) launch(__VA_ARGS__)
#undef cudaLaunchCooperativeKernel
#define cudaLaunchCooperativeKernel(...) launch(__VA_ARGS__)
