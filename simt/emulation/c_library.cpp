// Functions of the C library that read or write memory which the program names: the emulator's versions count that
// memory first. The linker sends student code's calls here (link_flags in compile.cpp).
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "simt/emulation/api.hpp"

namespace simt::core {
namespace {

void note(Access access, const void* address, std::size_t bytes, std::uintptr_t pc) {
  if (bytes == 0) return;
  if (in_kernel != nullptr) return in_kernel->on_range(access, reinterpret_cast<std::uintptr_t>(address), bytes, pc);
  if (Emulation* const run = current()) {
    run->on_host_access(access, reinterpret_cast<std::uintptr_t>(address), bytes, pc);
  }
}

/// "%n" would write a number to memory; CUDA's printf does not have it.
bool writes_memory(const char* format) {
  for (const char* at = std::strchr(format, '%'); at != nullptr; at = std::strchr(at, '%')) {
    at += 1 + std::strspn(at + 1, "0123456789 +-#'.*$hljztqLI");
    if (*at == 'n') return true;
    if (*at != '\0') ++at;
  }
  return false;
}

int print(std::FILE* stream, const char* format, std::va_list arguments) {
  if ((stream != stdout && stream != stderr) || writes_memory(format)) return -1;
  return std::vfprintf(stream, format, arguments);
}

}  // namespace

extern "C" {

int __wrap_printf(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int printed = print(stdout, format, arguments);
  va_end(arguments);
  return printed;
}
int __wrap_fprintf(std::FILE* stream, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int printed = print(stream, format, arguments);
  va_end(arguments);
  return printed;
}

int __wrap_memcmp(const void* a, const void* b, std::size_t bytes) {
  note(Access::load, a, bytes, SIMT_PC);
  note(Access::load, b, bytes, SIMT_PC);
  return std::memcmp(a, b, bytes);
}
int __wrap_bcmp(const void* a, const void* b, std::size_t bytes) {
  note(Access::load, a, bytes, SIMT_PC);
  note(Access::load, b, bytes, SIMT_PC);
  return std::memcmp(a, b, bytes);
}
std::size_t __wrap_strlen(const char* text) {
  const std::size_t length = std::strlen(text);
  note(Access::load, text, length + 1, SIMT_PC);
  return length;
}

// Results that go to memory.
#define SIMT_OUT(Result, T, name, Out)              \
  Result __wrap_##name(T value, Out* out) {         \
    note(Access::store, out, sizeof *out, SIMT_PC); \
    return name(value, out);                        \
  }
SIMT_OUT(double, double, modf, double)
SIMT_OUT(float, float, modff, float)
SIMT_OUT(double, double, frexp, int)
SIMT_OUT(float, float, frexpf, int)
#undef SIMT_OUT
double __wrap_remquo(double a, double b, int* quotient) {
  note(Access::store, quotient, sizeof *quotient, SIMT_PC);
  return remquo(a, b, quotient);
}
float __wrap_remquof(float a, float b, int* quotient) {
  note(Access::store, quotient, sizeof *quotient, SIMT_PC);
  return remquof(a, b, quotient);
}
void __wrap_sincos(double angle, double* sine, double* cosine) {
  note(Access::store, sine, sizeof *sine, SIMT_PC);
  note(Access::store, cosine, sizeof *cosine, SIMT_PC);
  sincos(angle, sine, cosine);
}
void __wrap_sincosf(float angle, float* sine, float* cosine) {
  note(Access::store, sine, sizeof *sine, SIMT_PC);
  note(Access::store, cosine, sizeof *cosine, SIMT_PC);
  sincosf(angle, sine, cosine);
}

}  // extern "C"

}  // namespace simt::core
