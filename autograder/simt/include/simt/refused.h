// What the emulator does not have: using one of these names is a compile error that says what to use instead.
#pragma once

#include "api.h"

#define SIMT_REFUSED(advice) __attribute__((unavailable(advice)))
#define SIMT_REFUSED_FUNCTION(name, advice) \
  template <class... Arguments>             \
  int name(Arguments...) SIMT_REFUSED(advice)

SIMT_REFUSED_FUNCTION(__shfl, "removed from CUDA; use __shfl_sync()");
SIMT_REFUSED_FUNCTION(__shfl_up, "removed from CUDA; use __shfl_up_sync()");
SIMT_REFUSED_FUNCTION(__shfl_down, "removed from CUDA; use __shfl_down_sync()");
SIMT_REFUSED_FUNCTION(__shfl_xor, "removed from CUDA; use __shfl_xor_sync()");

#define SIMT_NO_TEXTURE "textures are not in the emulator yet; read global memory, with __ldg() if it is never written"
typedef unsigned long long cudaTextureObject_t SIMT_REFUSED(SIMT_NO_TEXTURE);
typedef unsigned long long cudaSurfaceObject_t SIMT_REFUSED(SIMT_NO_TEXTURE);
SIMT_REFUSED_FUNCTION(tex1D, SIMT_NO_TEXTURE);
SIMT_REFUSED_FUNCTION(tex1Dfetch, SIMT_NO_TEXTURE);
SIMT_REFUSED_FUNCTION(tex2D, SIMT_NO_TEXTURE);
SIMT_REFUSED_FUNCTION(tex3D, SIMT_NO_TEXTURE);
SIMT_REFUSED_FUNCTION(cudaCreateTextureObject, SIMT_NO_TEXTURE);

#define SIMT_NO_OTHER_LAUNCH \
  "only kernel<<<grid, block, shared, stream>>>(...) and cudaLaunchCooperativeKernel launch kernels in the emulator"
SIMT_REFUSED_FUNCTION(cudaLaunchKernel, SIMT_NO_OTHER_LAUNCH);
SIMT_REFUSED_FUNCTION(cudaLaunchKernelEx, SIMT_NO_OTHER_LAUNCH);

#define SIMT_NO_MEMORY_KIND "this kind of memory is not in the emulator yet; use cudaMalloc and cudaMemcpy"
SIMT_REFUSED_FUNCTION(cudaMallocManaged, SIMT_NO_MEMORY_KIND);
SIMT_REFUSED_FUNCTION(cudaMallocAsync, SIMT_NO_MEMORY_KIND);
SIMT_REFUSED_FUNCTION(cudaFreeAsync, SIMT_NO_MEMORY_KIND);
SIMT_REFUSED_FUNCTION(cudaMalloc3D, SIMT_NO_MEMORY_KIND);
SIMT_REFUSED_FUNCTION(cudaMallocArray, SIMT_NO_MEMORY_KIND);

#define SIMT_NO_COPY_SHAPE \
  "copies of this shape are not in the emulator yet; use one cudaMemcpy2D per plane, or a kernel"
SIMT_REFUSED_FUNCTION(cudaMemcpy3D, SIMT_NO_COPY_SHAPE);
SIMT_REFUSED_FUNCTION(cudaMemcpyToArray, SIMT_NO_COPY_SHAPE);

#undef SIMT_REFUSED_FUNCTION
#undef SIMT_REFUSED
