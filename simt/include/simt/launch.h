// Launches: the C++ code that replaces `kernel<<<grid, block, shared, stream>>>(arguments)`, and the built-in variables
// of the launched threads.
#pragma once

#include <type_traits>
#include <utility>

#include "api.h"
#include "thread.h"
#include "vector_types.h"

struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute* attrs;
  unsigned numAttrs;
};

namespace simt {

SIMT_FOR_KERNELS_BEGIN

// The built-in variables. Reading x, y and z is not counted as a memory access.
#define SIMT_BUILTIN_VARIABLE(Type, member)                                       \
  struct Type {                                                                   \
    __declspec(property(get = get_x)) unsigned x;                                 \
    __declspec(property(get = get_y)) unsigned y;                                 \
    __declspec(property(get = get_z)) unsigned z;                                 \
    SIMT_ON_CALLERS_LINE static unsigned get_x() { return simt_thread.member.x; } \
    SIMT_ON_CALLERS_LINE static unsigned get_y() { return simt_thread.member.y; } \
    SIMT_ON_CALLERS_LINE static unsigned get_z() { return simt_thread.member.z; } \
    operator uint3() const { return uint3{get_x(), get_y(), get_z()}; }           \
    operator dim3() const { return dim3(get_x(), get_y(), get_z()); }             \
  }

SIMT_BUILTIN_VARIABLE(ThreadIndex, thread);
SIMT_BUILTIN_VARIABLE(BlockIndex, block);
SIMT_BUILTIN_VARIABLE(BlockDimensions, block_dim);
SIMT_BUILTIN_VARIABLE(GridDimensions, grid_dim);
#undef SIMT_BUILTIN_VARIABLE

SIMT_FOR_KERNELS_END

}  // namespace simt

#ifdef __CUDA__
#include "launch_declarations.h"
#else
namespace simt {

/// <<<grid, block, shared_bytes, stream>>>; since CUDA 13 a block is one thread where none is given.
struct Launch {
  LaunchShape shape;

  // A template, so that braces accept an int for the shared bytes.
  template <class Size = size_t>
  Launch(dim3 grid, dim3 block = 1, Size shared_bytes = 0, cudaStream_t stream = nullptr)
      : shape{{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, static_cast<size_t>(shared_bytes), stream} {}
};

/// The translator puts this first into a kernel with __launch_bounds__, with its arguments.
SIMT_ON_CALLERS_LINE void launch_bounds(unsigned most, unsigned = 0, unsigned = 0) { simt_launch_bounds(most); }

/// A thread's own copy of one kernel argument, copied bit by bit as in CUDA, and not counted as a memory access.
template <class T>
struct Argument {
  using Unit =
      std::conditional_t<sizeof(T) % 8 == 0, uint64_t, std::conditional_t<sizeof(T) % 4 == 0, uint32_t, uint8_t> >;
  alignas(T) alignas(Unit) unsigned char bits[sizeof(T)];

  SIMT_ON_CALLERS_LINE explicit Argument(const SIMT_UNSEEN void* from) {
    typedef Unit Bits __attribute__((may_alias));
    const SIMT_UNSEEN Bits* const source = static_cast<const SIMT_UNSEEN Bits*>(from);
#pragma clang loop unroll(full)
    for (unsigned i = 0; i < sizeof(T) / sizeof(Unit); ++i) reinterpret_cast<Bits*>(bits)[i] = source[i];
  }

  SIMT_ON_CALLERS_LINE T& value() { return *reinterpret_cast<T*>(bits); }
};

template <class Callable, class... Parameters>
struct ThreadRunner {
  static void run(const SIMT_UNSEEN Kernel* kernel) { run_with(kernel, std::index_sequence_for<Parameters...>()); }

 private:
  template <size_t... I>
  SIMT_ON_CALLERS_LINE static void run_with(const SIMT_UNSEEN Kernel* kernel, std::index_sequence<I...>) {
    call(*static_cast<const Callable*>(kernel->callable), Argument<Parameters>(kernel->arguments[I])...);
  }

  SIMT_ON_CALLERS_LINE static void call(const Callable& callable, Argument<Parameters>... arguments) {
    callable(arguments.value()...);
  }
};

/// Runs `callable(arguments...)` in every thread of the grid. Each thread gets copies of the arguments.
template <class Callable, class... Arguments>
SIMT_ON_CALLERS_LINE void launch(const Launch& configuration, const char* name, const Callable& callable,
                                 Arguments... arguments) {
  // Only a C cast converts a host pointer to a pointer into another address space.
  using Address = const SIMT_UNSEEN void*;
  const Address addresses[] = {(Address)&arguments..., nullptr};
  constexpr auto runner = &ThreadRunner<Callable, Arguments...>::run;
  const Kernel kernel{name,
                      runner,
                      &callable,
                      sizeof(Callable),
                      (const Address SIMT_UNSEEN*)addresses,
                      /*name_has_arguments=*/false,
                      simt_kernel_of((const void*)runner)};
  simt_launch(&configuration.shape, &kernel);
}

/// Calls a kernel through its address.
template <class... Parameters>
struct KernelCall {
  void (*kernel)(Parameters...);
  SIMT_ON_CALLERS_LINE void operator()(Parameters... arguments) const { kernel(arguments...); }
};

/// Launches a kernel through its address, with the arguments at these addresses. `spelling` is the text of the macro's
/// arguments; the kernel comes first.
template <class... Parameters>
SIMT_ON_CALLERS_LINE cudaError_t launch_with_shape(const char* spelling, void (*kernel)(Parameters...),
                                                   const LaunchShape& shape, void** arguments) {
  using Address = const SIMT_UNSEEN void*;
  Address addresses[sizeof...(Parameters) + 1] = {};
  // The host reads the arguments when it launches; what each thread copies later is not seen.
  constexpr size_t sizes[] = {sizeof(Parameters)..., 0};
  for (size_t i = 0; i < sizeof...(Parameters); ++i) simt_read_argument(arguments[i], sizes[i]);
  for (size_t i = 0; i < sizeof...(Parameters); ++i) addresses[i] = (Address)arguments[i];
  const KernelCall<Parameters...> call{kernel};
  const Kernel launched{spelling,
                        &ThreadRunner<KernelCall<Parameters...>, Parameters...>::run,
                        &call,
                        sizeof call,
                        (const Address SIMT_UNSEEN*)addresses,
                        /*name_has_arguments=*/true,
                        (const void*)kernel};
  simt_launch(&shape, &launched);
  return cudaPeekAtLastError();
}

/// cudaLaunchKernel and cudaLaunchCooperativeKernel.
template <bool is_cooperative, class... Parameters>
SIMT_ON_CALLERS_LINE cudaError_t launch_by_address(const char* spelling, void (*kernel)(Parameters...), dim3 grid,
                                                   dim3 block, void** arguments, size_t shared_bytes = 0,
                                                   cudaStream_t stream = nullptr) {
  return launch_with_shape(
      spelling, kernel, {{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared_bytes, stream, is_cooperative},
      arguments);
}
template <bool, class... Rest>
cudaError_t launch_by_address(const char*, const void*, Rest...)
    __attribute__((unavailable("pass the kernel's name to cudaLaunchKernel, without a cast or with (void*)")));

/// cudaLaunchKernelEx: the arguments are converted to the kernel's parameter types.
template <class... Parameters>
struct ConfiguredLaunch {
  SIMT_ON_CALLERS_LINE static cudaError_t run(const char* spelling, void (*kernel)(Parameters...),
                                              const LaunchShape& shape, Parameters... arguments) {
    void* addresses[] = {const_cast<void*>(static_cast<const void*>(&arguments))..., nullptr};
    return launch_with_shape(spelling, kernel, shape, addresses);
  }
};
template <class... Parameters, class... Arguments>
SIMT_ON_CALLERS_LINE cudaError_t launch_configured(const char* spelling, const cudaLaunchConfig_t* configuration,
                                                   void (*kernel)(Parameters...), Arguments&&... arguments) {
  if (configuration == nullptr) return cudaErrorInvalidValue;
  const dim3& grid = configuration->gridDim;
  const dim3& block = configuration->blockDim;
  LaunchShape shape{
      {grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, configuration->dynamicSmemBytes, configuration->stream};
  const cudaError_t error = simt_read_attributes(configuration->attrs, configuration->numAttrs, &shape);
  if (error != cudaSuccess) return error;
  return ConfiguredLaunch<Parameters...>::run(spelling, kernel, shape, static_cast<Arguments&&>(arguments)...);
}

/// The block's dynamic shared memory.
inline void* dynamic_shared() { return simt_dynamic_shared_memory; }

}  // namespace simt

#define cudaLaunchKernel(...) simt::launch_by_address</*is_cooperative=*/false>(#__VA_ARGS__, __VA_ARGS__)
#define cudaLaunchKernelEx(configuration, ...) simt::launch_configured(#__VA_ARGS__, configuration, __VA_ARGS__)
#define cudaLaunchCooperativeKernel(...) simt::launch_by_address</*is_cooperative=*/true>(#__VA_ARGS__, __VA_ARGS__)
#endif

#ifdef SIMT_COUNTS_INSTRUCTIONS
// Only its name matters: the plugin for clang looks for it (simt/instrument/instructions.hpp).
[[gnu::used]] static const char simt_counts_instructions = 1;
#endif

inline constexpr simt::ThreadIndex threadIdx{};
inline constexpr simt::BlockIndex blockIdx{};
inline constexpr simt::BlockDimensions blockDim{};
inline constexpr simt::GridDimensions gridDim{};
#ifdef __CUDA__
extern __device__ const int warpSize;  // what only has to be read is, as for nvcc, no constant
#else
inline constexpr int warpSize = 32;
#endif
