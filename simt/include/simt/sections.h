// Gives the emulator's core the addresses of this library's __shared__, __constant__, __device__ and __managed__
// variables.
#pragma once

namespace simt {

struct LibrarySections {
  char *shared_begin, *shared_end;
  char *constant_begin, *constant_end;
  char *read_only_begin, *read_only_end;  // variables that are __constant__ and const
  char *device_begin, *device_end;
  char *device_read_only_begin, *device_read_only_end;  // variables that are __device__ and const
  char *managed_begin, *managed_end;
};

}  // namespace simt

#if defined(__clang__) && !defined(__CUDA__)
extern "C" {

// The linker defines these symbols for every section whose name is an identifier; they are null if there is none.
#define SIMT_SECTION(name)                                                       \
  extern char __start_simt_##name[] __attribute__((weak, visibility("hidden"))); \
  extern char __stop_simt_##name[] __attribute__((weak, visibility("hidden")))
SIMT_SECTION(shared);
SIMT_SECTION(constant);
SIMT_SECTION(read_only);
SIMT_SECTION(device);
SIMT_SECTION(device_read_only);
SIMT_SECTION(managed);
#undef SIMT_SECTION

__attribute__((weak, used, visibility("default"), no_sanitize("thread"))) void simt_library_sections(
    simt::LibrarySections* sections) {
  *sections = {__start_simt_shared,           __stop_simt_shared,           __start_simt_constant, __stop_simt_constant,
               __start_simt_read_only,        __stop_simt_read_only,        __start_simt_device,   __stop_simt_device,
               __start_simt_device_read_only, __stop_simt_device_read_only, __start_simt_managed,  __stop_simt_managed};
}

}  // extern "C"
#endif
