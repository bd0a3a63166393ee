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
#define __grid_constant__
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __forceinline__ inline __attribute__((always_inline))
// Empty, so that the standard library's own __attribute__((__noinline__)) still parses.
#define __noinline__

// One block runs at a time, so a block's shared variables can be statics; a section of their own tells their
// addresses from all others.
#define __shared__ static __attribute__((section("simt_shared")))
#define SIMT_SHARED_IN_ORDER __shared__ __attribute__((used))
// What the translator puts behind a shared variable: nobody may touch it. As many bytes as leave the variables after it
// in the banks they would be in.
#define SIMT_SHARED_GAP(number) \
  static __attribute__((section("simt_shared"), used, aligned(1))) char simt_shared_gap_##number[512]
// Of a declaration outside functions: another name for the block's dynamic shared memory.
#define SIMT_DYNAMIC_SHARED __asm__("simt_dynamic_shared_memory")
// What the translator puts before a variable in global memory, which __device__ cannot tell from a function.
#define SIMT_DEVICE_VARIABLE __attribute__((section("simt_device")))
#define __managed__ __attribute__((section("simt_managed")))
#define __constant__ __attribute__((section("simt_constant")))
#define SIMT_CONSTANT_READ_ONLY __attribute__((section("simt_read_only")))

// For the functions below: what they access is accessed on the caller's line.
#define SIMT_ON_CALLERS_LINE __attribute__((always_inline, nodebug)) inline
