// Tells the runtime where this library's __shared__ and __constant__ variables lie.
#pragma once

namespace simt {

struct LibrarySections {
  char *shared_begin, *shared_end;
  char *constant_begin, *constant_end;
};

}  // namespace simt

#ifdef __clang__
extern "C" {

// The linker defines these for every section whose name is an identifier; null when there is none.
extern char __start_simt_shared[] __attribute__((weak, visibility("hidden")));
extern char __stop_simt_shared[] __attribute__((weak, visibility("hidden")));
extern char __start_simt_constant[] __attribute__((weak, visibility("hidden")));
extern char __stop_simt_constant[] __attribute__((weak, visibility("hidden")));

__attribute__((weak, used, visibility("default"), no_sanitize("thread"))) void simt_library_sections(
    simt::LibrarySections* sections) {
  *sections = {__start_simt_shared, __stop_simt_shared, __start_simt_constant, __stop_simt_constant};
}

}  // extern "C"
#endif
