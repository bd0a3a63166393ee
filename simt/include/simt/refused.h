// Names that CUDA had once: using one of them is a compile error that says what to use instead. What CUDA has and the
// emulator has not is not here: the compiler does not know it, and translate/missing_features.hpp names it.
#pragma once

#include "api.h"
#include "qualifiers.h"

SIMT_FOR_ALL_BEGIN

#define SIMT_REFUSED(advice) __attribute__((unavailable(advice)))
#define SIMT_REFUSED_FUNCTION(name, advice) \
  template <class... Arguments>             \
  int name(Arguments...) SIMT_REFUSED(advice)

SIMT_REFUSED_FUNCTION(__shfl, "removed from CUDA; use __shfl_sync()");
SIMT_REFUSED_FUNCTION(__shfl_up, "removed from CUDA; use __shfl_up_sync()");
SIMT_REFUSED_FUNCTION(__shfl_down, "removed from CUDA; use __shfl_down_sync()");
SIMT_REFUSED_FUNCTION(__shfl_xor, "removed from CUDA; use __shfl_xor_sync()");

SIMT_REFUSED_FUNCTION(cudaMemcpyToArray, "removed from CUDA; use cudaMemcpy2DToArray()");
SIMT_REFUSED_FUNCTION(cudaMemcpyFromArray, "removed from CUDA; use cudaMemcpy2DFromArray()");
SIMT_REFUSED_FUNCTION(cudaBindTexture, "removed from CUDA; use cudaCreateTextureObject()");
SIMT_REFUSED_FUNCTION(cudaBindTextureToArray, "removed from CUDA; use cudaCreateTextureObject()");

SIMT_REFUSED_FUNCTION(cudaThreadSynchronize, "removed from CUDA; use cudaDeviceSynchronize()");
SIMT_REFUSED_FUNCTION(cudaThreadExit, "removed from CUDA; use cudaDeviceReset()");

#undef SIMT_REFUSED_FUNCTION
#undef SIMT_REFUSED

SIMT_FOR_ALL_END
