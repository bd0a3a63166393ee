// What the emulator does not have: using one of these names is a compile error that says what to use instead.
#pragma once

#include "api.h"

#define SIMT_REFUSED(advice) __attribute__((unavailable(advice)))
#define SIMT_REFUSED_FUNCTION(name, advice) \
  template <class... Arguments>             \
  int name(Arguments...) SIMT_REFUSED(advice)

#define SIMT_NO_SHUFFLE \
  "warp shuffles are not in the emulator yet; exchange values through shared memory and __syncwarp()"
SIMT_REFUSED_FUNCTION(__shfl_sync, SIMT_NO_SHUFFLE);
SIMT_REFUSED_FUNCTION(__shfl_up_sync, SIMT_NO_SHUFFLE);
SIMT_REFUSED_FUNCTION(__shfl_down_sync, SIMT_NO_SHUFFLE);
SIMT_REFUSED_FUNCTION(__shfl_xor_sync, SIMT_NO_SHUFFLE);
SIMT_REFUSED_FUNCTION(__shfl, "removed from CUDA; and " SIMT_NO_SHUFFLE);
SIMT_REFUSED_FUNCTION(__shfl_up, "removed from CUDA; and " SIMT_NO_SHUFFLE);
SIMT_REFUSED_FUNCTION(__shfl_down, "removed from CUDA; and " SIMT_NO_SHUFFLE);
SIMT_REFUSED_FUNCTION(__shfl_xor, "removed from CUDA; and " SIMT_NO_SHUFFLE);

#define SIMT_NO_VOTE "warp votes are not in the emulator yet; combine values through shared memory and __syncwarp()"
SIMT_REFUSED_FUNCTION(__ballot_sync, SIMT_NO_VOTE);
SIMT_REFUSED_FUNCTION(__any_sync, SIMT_NO_VOTE);
SIMT_REFUSED_FUNCTION(__all_sync, SIMT_NO_VOTE);
SIMT_REFUSED_FUNCTION(__activemask, SIMT_NO_VOTE);
SIMT_REFUSED_FUNCTION(__match_any_sync, SIMT_NO_VOTE);
SIMT_REFUSED_FUNCTION(__match_all_sync, SIMT_NO_VOTE);
SIMT_REFUSED_FUNCTION(__reduce_add_sync, SIMT_NO_VOTE);
SIMT_REFUSED_FUNCTION(__syncthreads_count, SIMT_NO_VOTE);
SIMT_REFUSED_FUNCTION(__syncthreads_and, SIMT_NO_VOTE);
SIMT_REFUSED_FUNCTION(__syncthreads_or, SIMT_NO_VOTE);

#define SIMT_NO_ATOMIC "atomic functions are not in the emulator yet; let each thread write its own result"
SIMT_REFUSED_FUNCTION(atomicAdd, SIMT_NO_ATOMIC);
SIMT_REFUSED_FUNCTION(atomicSub, SIMT_NO_ATOMIC);
SIMT_REFUSED_FUNCTION(atomicExch, SIMT_NO_ATOMIC);
SIMT_REFUSED_FUNCTION(atomicMin, SIMT_NO_ATOMIC);
SIMT_REFUSED_FUNCTION(atomicMax, SIMT_NO_ATOMIC);
SIMT_REFUSED_FUNCTION(atomicInc, SIMT_NO_ATOMIC);
SIMT_REFUSED_FUNCTION(atomicDec, SIMT_NO_ATOMIC);
SIMT_REFUSED_FUNCTION(atomicCAS, SIMT_NO_ATOMIC);
SIMT_REFUSED_FUNCTION(atomicAnd, SIMT_NO_ATOMIC);
SIMT_REFUSED_FUNCTION(atomicOr, SIMT_NO_ATOMIC);
SIMT_REFUSED_FUNCTION(atomicXor, SIMT_NO_ATOMIC);

#define SIMT_NO_TEXTURE "textures are not in the emulator yet; read global memory, with __ldg() if it is never written"
typedef unsigned long long cudaTextureObject_t SIMT_REFUSED(SIMT_NO_TEXTURE);
typedef unsigned long long cudaSurfaceObject_t SIMT_REFUSED(SIMT_NO_TEXTURE);
SIMT_REFUSED_FUNCTION(tex1D, SIMT_NO_TEXTURE);
SIMT_REFUSED_FUNCTION(tex1Dfetch, SIMT_NO_TEXTURE);
SIMT_REFUSED_FUNCTION(tex2D, SIMT_NO_TEXTURE);
SIMT_REFUSED_FUNCTION(tex3D, SIMT_NO_TEXTURE);
SIMT_REFUSED_FUNCTION(cudaCreateTextureObject, SIMT_NO_TEXTURE);

#define SIMT_NO_OTHER_LAUNCH \
  "only kernel<<<grid, block, shared, stream>>>(...) launches a kernel in the emulator; use it"
SIMT_REFUSED_FUNCTION(cudaLaunchKernel, SIMT_NO_OTHER_LAUNCH);
SIMT_REFUSED_FUNCTION(cudaLaunchKernelEx, SIMT_NO_OTHER_LAUNCH);
SIMT_REFUSED_FUNCTION(cudaLaunchCooperativeKernel, SIMT_NO_OTHER_LAUNCH);

#define SIMT_NO_MEMORY_KIND "this kind of memory is not in the emulator yet; use cudaMalloc and cudaMemcpy"
SIMT_REFUSED_FUNCTION(cudaMallocManaged, SIMT_NO_MEMORY_KIND);
SIMT_REFUSED_FUNCTION(cudaMallocAsync, SIMT_NO_MEMORY_KIND);
SIMT_REFUSED_FUNCTION(cudaFreeAsync, SIMT_NO_MEMORY_KIND);
SIMT_REFUSED_FUNCTION(cudaMallocPitch, SIMT_NO_MEMORY_KIND);
SIMT_REFUSED_FUNCTION(cudaMalloc3D, SIMT_NO_MEMORY_KIND);
SIMT_REFUSED_FUNCTION(cudaMallocArray, SIMT_NO_MEMORY_KIND);
SIMT_REFUSED_FUNCTION(cudaHostAlloc, SIMT_NO_MEMORY_KIND);
SIMT_REFUSED_FUNCTION(cudaHostRegister, SIMT_NO_MEMORY_KIND);
SIMT_REFUSED_FUNCTION(cudaHostGetDevicePointer, SIMT_NO_MEMORY_KIND);

#define SIMT_NO_COPY_SHAPE "copies of shapes are not in the emulator yet; use one cudaMemcpy per row, or a kernel"
SIMT_REFUSED_FUNCTION(cudaMemcpy2D, SIMT_NO_COPY_SHAPE);
SIMT_REFUSED_FUNCTION(cudaMemcpy2DAsync, SIMT_NO_COPY_SHAPE);
SIMT_REFUSED_FUNCTION(cudaMemcpy3D, SIMT_NO_COPY_SHAPE);
SIMT_REFUSED_FUNCTION(cudaMemcpyToArray, SIMT_NO_COPY_SHAPE);
SIMT_REFUSED_FUNCTION(cudaMemset2D, SIMT_NO_COPY_SHAPE);

#undef SIMT_REFUSED_FUNCTION
#undef SIMT_REFUSED
