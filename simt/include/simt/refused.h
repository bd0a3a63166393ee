// Names that the emulator does not support: using one of them is a compile error that says what to use instead.
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

#define SIMT_NO_SURFACE "surfaces are not supported by the emulator; write to global memory"
typedef unsigned long long cudaSurfaceObject_t SIMT_REFUSED(SIMT_NO_SURFACE);
SIMT_REFUSED_FUNCTION(cudaCreateSurfaceObject, SIMT_NO_SURFACE);
SIMT_REFUSED_FUNCTION(surf1Dread, SIMT_NO_SURFACE);
SIMT_REFUSED_FUNCTION(surf1Dwrite, SIMT_NO_SURFACE);
SIMT_REFUSED_FUNCTION(surf2Dread, SIMT_NO_SURFACE);
SIMT_REFUSED_FUNCTION(surf2Dwrite, SIMT_NO_SURFACE);
SIMT_REFUSED_FUNCTION(surf3Dread, SIMT_NO_SURFACE);
SIMT_REFUSED_FUNCTION(surf3Dwrite, SIMT_NO_SURFACE);

#define SIMT_NO_TEXTURE_KIND \
  "the emulator does not support this kind of texture; use tex1Dfetch, tex1D, tex2D or tex3D"
SIMT_REFUSED_FUNCTION(tex1DLod, SIMT_NO_TEXTURE_KIND);
SIMT_REFUSED_FUNCTION(tex2DLod, SIMT_NO_TEXTURE_KIND);
SIMT_REFUSED_FUNCTION(tex3DLod, SIMT_NO_TEXTURE_KIND);
SIMT_REFUSED_FUNCTION(tex1DLayered, SIMT_NO_TEXTURE_KIND);
SIMT_REFUSED_FUNCTION(tex2DLayered, SIMT_NO_TEXTURE_KIND);
SIMT_REFUSED_FUNCTION(tex2Dgather, SIMT_NO_TEXTURE_KIND);
SIMT_REFUSED_FUNCTION(texCubemap, SIMT_NO_TEXTURE_KIND);
SIMT_REFUSED_FUNCTION(cudaMallocMipmappedArray, SIMT_NO_TEXTURE_KIND);

SIMT_REFUSED_FUNCTION(cudaMemcpyToArray, "removed from CUDA; use cudaMemcpy2DToArray()");
SIMT_REFUSED_FUNCTION(cudaMemcpyFromArray, "removed from CUDA; use cudaMemcpy2DFromArray()");
SIMT_REFUSED_FUNCTION(cudaBindTexture, "removed from CUDA; use cudaCreateTextureObject()");
SIMT_REFUSED_FUNCTION(cudaBindTextureToArray, "removed from CUDA; use cudaCreateTextureObject()");

#define SIMT_NO_OTHER_LAUNCH                                                                          \
  "the emulator does not support this launch; use kernel<<<grid, block>>>(...), cudaLaunchKernel or " \
  "cudaLaunchKernelEx"
SIMT_REFUSED_FUNCTION(cudaLaunchKernelExC, SIMT_NO_OTHER_LAUNCH);

#define SIMT_NO_GRAPHS "CUDA graphs are not supported by the emulator; launch into streams"
SIMT_REFUSED_FUNCTION(cudaStreamBeginCapture, SIMT_NO_GRAPHS);
SIMT_REFUSED_FUNCTION(cudaGraphCreate, SIMT_NO_GRAPHS);
SIMT_REFUSED_FUNCTION(cudaGraphLaunch, SIMT_NO_GRAPHS);

#undef SIMT_REFUSED_FUNCTION
#undef SIMT_REFUSED
