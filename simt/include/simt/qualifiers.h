// CUDA's declaration specifiers, expressed for the host compiler.
#pragma once

// Some headers use __device__ and similar words only if __CUDACC__ is defined. The translator defines __CUDA_ARCH__
// for device code alone: host code is compiled together with it.
#define __CUDACC__ 1

// Lets headers of the course find out that they are compiled for the emulator.
#define SIMT_EMULATOR 1

#ifdef __CUDA__
// clang's CUDA front end reads the file only to find what is not CUDA (simt/compile.hpp): there the words have their
// meaning.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
// Functions that only kernels can call; functions that kernels and the host can call.
#define SIMT_FOR_KERNELS_BEGIN _Pragma("clang attribute push(__attribute__((device)), apply_to = function)")
#define SIMT_FOR_KERNELS_END _Pragma("clang attribute pop")
#define SIMT_FOR_ALL_BEGIN _Pragma("clang force_cuda_host_device begin")
#define SIMT_FOR_ALL_END _Pragma("clang force_cuda_host_device end")
#else
// A section distinguishes kernels from other functions: all threads have the same arguments.
#define __global__ __attribute__((section("simt_kernels")))
#define __device__
#define __host__
#define __launch_bounds__(...)
#define SIMT_FOR_KERNELS_BEGIN
#define SIMT_FOR_KERNELS_END
#define SIMT_FOR_ALL_BEGIN
#define SIMT_FOR_ALL_END
#endif
// The translator adds this to a kernel without any `return`: a thread comes to its end only around what it left out
// (simt/instrument/barriers.hpp).
#define SIMT_WITHOUT_RETURN __attribute__((annotate("simt_without_return")))
#define __grid_constant__
#define __maxnreg__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __forceinline__ inline __attribute__((always_inline))
// Empty, so that the standard library's own __attribute__((__noinline__)) still parses.
#define __noinline__

#ifdef __CUDA__
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#else
// One block runs at a time, so a block's shared variables can be static variables. A separate ELF section distinguishes
// their addresses from all others.
#define __shared__ static __attribute__((section("simt_shared")))
#define SIMT_SHARED_IN_ORDER __shared__ __attribute__((used))
// The translator adds this gap after each shared variable; an access to it is an error. Its size is a multiple of a row
// of banks, so that the variables after it stay in the same banks.
#define SIMT_SHARED_GAP(number) \
  static __attribute__((section("simt_shared"), used, aligned(1))) char simt_shared_gap_##number[512]
// For a declaration outside functions: another name for the block's dynamic shared memory.
#define SIMT_DYNAMIC_SHARED __asm__("simt_dynamic_shared_memory")
// The translator adds this to variables in global memory, because __device__ alone does not distinguish variables from
// functions.
#define SIMT_DEVICE_VARIABLE __attribute__((section("simt_device")))
#define SIMT_DEVICE_READ_ONLY __attribute__((section("simt_device_read_only")))
#define __managed__ __attribute__((section("simt_managed")))
#define __constant__ __attribute__((section("simt_constant")))
#define SIMT_CONSTANT_READ_ONLY __attribute__((section("simt_read_only")))

#endif

// For the functions of these headers: their accesses are counted on the caller's line.
#define SIMT_ON_CALLERS_LINE __attribute__((always_inline, nodebug)) inline
