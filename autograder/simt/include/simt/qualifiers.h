// CUDA's declaration specifiers, as the host compiler can have them.
#pragma once

// Headers ask it whether __device__ and its like are words to them. __CUDA_ARCH__ is not defined: host code, which is
// compiled together with the kernels, would take it for the device's.
#define __CUDACC__ 1

// For headers of the course: what they are compiled for is the emulator.
#define SIMT_EMULATOR 1

#define __global__
#define __device__
#define __host__
#define __launch_bounds__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __forceinline__ inline __attribute__((always_inline))
// Empty, so that the standard library's own __attribute__((__noinline__)) still parses.
#define __noinline__

// One block runs at a time, so a block's shared variables can be statics; a section of their own tells their
// addresses from all others.
#define __shared__ static __attribute__((section("simt_shared")))
#define __constant__ __attribute__((section("simt_constant")))

// For the functions below: what they access is accessed on the caller's line.
#define SIMT_ON_CALLERS_LINE __attribute__((always_inline, nodebug)) inline
