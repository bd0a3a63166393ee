// Functions of the C library that read or write memory which the program names: the emulator's versions count that
// memory first. The linker sends student code's calls here (link_flags in compile.cpp).
#include <printf.h>
#include <pthread.h>
#include <sys/time.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "simt/emulation/api.hpp"

namespace simt::core {
namespace {

// Results that go to memory, where that is asked for.
template <class T>
void note_out(const T* out, std::uintptr_t pc) {
  if (out != nullptr) note(Access::store, out, sizeof *out, pc);
}

// What student code has as `stdout` and `stderr`: the C library's own hold the addresses of buffers, to which it
// copies.
constexpr std::array<char, 2> stand_ins{};

std::FILE* stand_in(std::size_t number) { return reinterpret_cast<std::FILE*>(const_cast<char*>(&stand_ins[number])); }

/// The real one; null for a file of the program's own making, which could be any memory.
std::FILE* real(const std::FILE* stream) {
  if (stream == stand_in(0)) return stdout;
  return stream == stand_in(1) ? stderr : nullptr;
}

constexpr std::size_t most_arguments = 64;

/// Notes the texts that "%s" reads when `written` characters are written. False for what is not supported: "%n", which
/// writes a number to memory, wide characters, very many arguments.
bool note_arguments(const char* format, std::size_t written, std::va_list arguments, std::uintptr_t pc) {
  std::array<int, most_arguments> types{};
  const std::size_t count = parse_printf_format(format, types.size(), types.data());
  if (count > types.size()) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const int type = types[i] & ~PA_FLAG_MASK;
    if ((types[i] & PA_FLAG_PTR) != 0 || type == PA_WSTRING || type == PA_WCHAR) return false;
    if (type == PA_STRING) {
      const char* const text = va_arg(arguments, const char*);
      if (text != nullptr) note(Access::load, text, strnlen(text, written) + 1, pc);
    } else if (type == PA_POINTER) {
      va_arg(arguments, void*);
    } else if (type == PA_DOUBLE || type == PA_FLOAT) {
      if ((types[i] & PA_FLAG_LONG_DOUBLE) != 0) {
        va_arg(arguments, long double);
      } else {
        va_arg(arguments, double);
      }
    } else if ((types[i] & (PA_FLAG_LONG | PA_FLAG_LONG_LONG)) != 0) {
      va_arg(arguments, long);
    } else {
      va_arg(arguments, int);
    }
  }
  return true;
}

/// What a va_list is on x86-64 (System V ABI): six words and eight numbers in registers, then words on the stack.
struct ArgumentList {
  unsigned word, number;  // offsets in `registers` of the next ones
  const char *stack, *registers;
};
static_assert(sizeof(ArgumentList) == sizeof(std::va_list));
constexpr std::size_t end_of_words = 48, end_of_numbers = 176;

/// Notes the list of arguments and what is read by way of it: a program may have made its addresses those of any
/// memory.
void note_list(const char* format, std::va_list arguments, std::uintptr_t pc) {
  ArgumentList list;
  note(Access::load, arguments, sizeof list, pc);
  std::memcpy(&list, arguments, sizeof list);
  std::array<int, most_arguments> types{};
  const std::size_t count = std::min(parse_printf_format(format, types.size(), types.data()), types.size());
  for (std::size_t i = 0; i < count; ++i) {
    const int type = types[i] & ~PA_FLAG_MASK;
    const bool is_number = (type == PA_DOUBLE || type == PA_FLOAT) && (types[i] & PA_FLAG_PTR) == 0;
    const bool is_long_double = is_number && (types[i] & PA_FLAG_LONG_DOUBLE) != 0;
    if (is_number && !is_long_double && list.number < end_of_numbers) {
      note(Access::load, list.registers + list.number, sizeof(double), pc);
      list.number += 2 * sizeof(double);
    } else if (!is_number && list.word < end_of_words) {
      note(Access::load, list.registers + list.word, sizeof(long), pc);
      list.word += sizeof(long);
    } else {
      const std::size_t bytes = is_long_double ? 2 * sizeof(long) : sizeof(long);
      note(Access::load, list.stack, bytes, pc);
      list.stack += bytes;
    }
  }
}

/// vsnprintf, or -1. The text is made in memory of its own: where it is to go may be the format, or the arguments,
/// which would then be others than those that are noted.
int write_text(char* to, std::size_t size, const char* format, std::va_list arguments, std::uintptr_t pc) {
  note_text(format, pc);
  std::va_list again, measured, once_more;
  for (std::va_list* const copy : {&again, &measured, &once_more}) va_copy(*copy, arguments);
  // "%n" is refused before it could write.
  const bool is_supported = note_arguments(format, 0, again, pc);
  const int written = is_supported ? std::vsnprintf(nullptr, 0, format, measured) : -1;
  if (written >= 0) {
    note_arguments(format, static_cast<std::size_t>(written), once_more, pc);
    std::vector<char> text(std::min(static_cast<std::size_t>(written) + 1, size));
    std::vsnprintf(text.data(), text.size(), format, arguments);
    note(Access::store, to, text.size(), pc);
    std::copy(text.begin(), text.end(), to);
  }
  for (std::va_list* const copy : {&again, &measured, &once_more}) va_end(*copy);
  return written;
}

// What is printed cannot be read again, so the texts need not be noted.
int print(std::FILE* stream, const char* format, std::va_list arguments, std::uintptr_t pc) {
  std::va_list again;
  va_copy(again, arguments);
  const bool is_supported = note_arguments(format, 0, again, pc);
  va_end(again);
  return is_supported && stream != nullptr ? std::vfprintf(stream, format, arguments) : -1;
}

}  // namespace

extern "C" {

std::FILE* __wrap_stdout = stand_in(0);
std::FILE* __wrap_stderr = stand_in(1);

int __wrap_printf(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int printed = print(stdout, format, arguments, SIMT_PC);
  va_end(arguments);
  return printed;
}
int __wrap_fprintf(std::FILE* stream, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int printed = print(real(stream), format, arguments, SIMT_PC);
  va_end(arguments);
  return printed;
}
int __wrap_vsnprintf(char* to, std::size_t size, const char* format, std::va_list arguments) {
  note_list(format, arguments, SIMT_PC);
  return write_text(to, size, format, arguments, SIMT_PC);
}
int __wrap_snprintf(char* to, std::size_t size, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int written = write_text(to, size, format, arguments, SIMT_PC);
  va_end(arguments);
  return written;
}
int __wrap_sprintf(char* to, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int written = write_text(to, INT_MAX, format, arguments, SIMT_PC);
  va_end(arguments);
  return written;
}
// assert(). A kernel's says which thread it was, and the host goes on.
[[noreturn]] void __wrap___assert_fail(const char* expression, const char* file, unsigned line, const char* function) {
  if (in_kernel == nullptr) __assert_fail(expression, file, line, function);
  const simt::Indices &block = simt_thread.block, &thread = simt_thread.thread;
  __wrap_fprintf(__wrap_stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file, line,
                 function, block.x, block.y, block.z, thread.x, thread.y, thread.z, expression);
  in_kernel->trap(cudaErrorAssert, SIMT_PC, expression);
}
int __wrap_fflush(std::FILE* stream) {
  return stream == nullptr || real(stream) != nullptr ? std::fflush(real(stream)) : EOF;
}
int __wrap_fputs(const char* text, std::FILE* stream) {
  return real(stream) != nullptr ? std::fputs(text, real(stream)) : EOF;
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
  note_text(text, SIMT_PC);
  return std::strlen(text);
}
int __wrap_strcmp(const char* a, const char* b) {
  note_text(a, SIMT_PC);
  note_text(b, SIMT_PC);
  return std::strcmp(a, b);
}
const void* __wrap_memchr(const void* text, int wanted, std::size_t bytes) {
  const void* const found = std::memchr(text, wanted, bytes);
  const auto end = static_cast<const char*>(found == nullptr ? text : found) + (found == nullptr ? bytes : 1);
  note(Access::load, text, static_cast<std::size_t>(end - static_cast<const char*>(text)), SIMT_PC);
  return found;
}

int __wrap_strncmp(const char* a, const char* b, std::size_t most) {
  note(Access::load, a, std::min(strnlen(a, most) + 1, most), SIMT_PC);
  note(Access::load, b, std::min(strnlen(b, most) + 1, most), SIMT_PC);
  return std::strncmp(a, b, most);
}
const char* __wrap_strchr(const char* text, int wanted) {
  note_text(text, SIMT_PC);
  return std::strchr(text, wanted);
}
const char* __wrap_strstr(const char* text, const char* wanted) {
  note_text(text, SIMT_PC);
  note_text(wanted, SIMT_PC);
  return std::strstr(text, wanted);
}
char* __wrap_strcpy(char* to, const char* from) {
  note_text(from, SIMT_PC);
  note(Access::store, to, std::strlen(from) + 1, SIMT_PC);
  return std::strcpy(to, from);
}
char* __wrap_strncpy(char* to, const char* from, std::size_t bytes) {
  note(Access::load, from, std::min(strnlen(from, bytes) + 1, bytes), SIMT_PC);
  note(Access::store, to, bytes, SIMT_PC);
  return std::strncpy(to, from, bytes);
}
char* __wrap_strcat(char* to, const char* from) {
  note_text(from, SIMT_PC);
  note_text(to, SIMT_PC);
  note(Access::store, to + std::strlen(to), std::strlen(from) + 1, SIMT_PC);
  return std::strcat(to, from);
}
void __wrap_qsort(void* elements, std::size_t count, std::size_t bytes, int (*compare)(const void*, const void*)) {
  note(Access::load, elements, count * bytes, SIMT_PC);
  note(Access::store, elements, count * bytes, SIMT_PC);
  std::qsort(elements, count, bytes, compare);
}
int __wrap_fputc(int character, std::FILE* stream) {
  return real(stream) != nullptr ? std::fputc(character, real(stream)) : EOF;
}
int __wrap_putc(int character, std::FILE* stream) { return __wrap_fputc(character, stream); }
std::size_t __wrap_fwrite(const void* from, std::size_t bytes, std::size_t count, std::FILE* stream) {
  return real(stream) != nullptr ? std::fwrite(from, bytes, count, real(stream)) : 0;
}

#define SIMT_NUMBER(Result, name)          \
  Result __wrap_##name(const char* text) { \
    note_text(text, SIMT_PC);              \
    return name(text);                     \
  }
SIMT_NUMBER(int, atoi)
SIMT_NUMBER(long, atol)
SIMT_NUMBER(long long, atoll)
SIMT_NUMBER(double, atof)
#undef SIMT_NUMBER
#define SIMT_NUMBER(Result, name)                                \
  Result __wrap_##name(const char* text, char** end, int base) { \
    note_text(text, SIMT_PC);                                    \
    note_out(end, SIMT_PC);                                      \
    return name(text, end, base);                                \
  }
SIMT_NUMBER(long, strtol)
SIMT_NUMBER(unsigned long, strtoul)
SIMT_NUMBER(long long, strtoll)
SIMT_NUMBER(unsigned long long, strtoull)
#undef SIMT_NUMBER
#define SIMT_NUMBER(Result, name)                      \
  Result __wrap_##name(const char* text, char** end) { \
    note_text(text, SIMT_PC);                          \
    note_out(end, SIMT_PC);                            \
    return name(text, end);                            \
  }
SIMT_NUMBER(double, strtod)
SIMT_NUMBER(float, strtof)
#undef SIMT_NUMBER

// The C library looks characters up in tables, whose addresses a program can change: then they are any memory. There is
// but one locale here, "C".
#define SIMT_CHARACTERS(name, is_one) \
  int __wrap_##name(int c) { return (is_one) ? 1 : 0; }
SIMT_CHARACTERS(isblank, c == ' ' || c == '\t')
SIMT_CHARACTERS(iscntrl, (c >= 0 && c < ' ') || c == 127)
SIMT_CHARACTERS(isdigit, c >= '0' && c <= '9')
SIMT_CHARACTERS(isgraph, c > ' ' && c < 127)
SIMT_CHARACTERS(islower, c >= 'a' && c <= 'z')
SIMT_CHARACTERS(isprint, c >= ' ' && c < 127)
SIMT_CHARACTERS(isspace, c == ' ' || (c >= '\t' && c <= '\r'))
SIMT_CHARACTERS(isupper, c >= 'A' && c <= 'Z')
#undef SIMT_CHARACTERS
int __wrap_isalpha(int c) { return __wrap_islower(c) | __wrap_isupper(c); }
int __wrap_isalnum(int c) { return __wrap_isalpha(c) | __wrap_isdigit(c); }
int __wrap_ispunct(int c) { return __wrap_isalnum(c) == 0 ? __wrap_isgraph(c) : 0; }
int __wrap_isxdigit(int c) {
  return __wrap_isdigit(c) | static_cast<int>((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'));
}
int __wrap_tolower(int c) { return __wrap_isupper(c) != 0 ? c - 'A' + 'a' : c; }
int __wrap_toupper(int c) { return __wrap_islower(c) != 0 ? c - 'a' + 'A' : c; }

// Locks of host code, which has one thread.
#define SIMT_LOCK(name, Lock)                                               \
  int __wrap_##name(Lock* lock) {                                           \
    if (Emulation* const run = current()) run->note_host_synchronization(); \
    note_out(lock, SIMT_PC);                                                \
    return name(lock);                                                      \
  }
SIMT_LOCK(pthread_mutex_lock, pthread_mutex_t)
SIMT_LOCK(pthread_mutex_trylock, pthread_mutex_t)
SIMT_LOCK(pthread_mutex_unlock, pthread_mutex_t)
SIMT_LOCK(pthread_rwlock_rdlock, pthread_rwlock_t)
SIMT_LOCK(pthread_rwlock_wrlock, pthread_rwlock_t)
SIMT_LOCK(pthread_rwlock_unlock, pthread_rwlock_t)
#undef SIMT_LOCK
// What std::call_once gives to pthread_once calls a function by the address that is in this variable.
extern "C" void __once_proxy();
int __wrap_pthread_once(pthread_once_t* once, void (*first)()) {
  note_out(once, SIMT_PC);
  Emulation* const run = current();
  if (run != nullptr && first == __once_proxy) {
    run->on_call_by_address(reinterpret_cast<std::uintptr_t>(std::__once_call), 0, SIMT_PC);
  }
  return pthread_once(once, first);
}

// Graded code has no settings of its own.
char* __wrap_getenv(const char* name) {
  note_text(name, SIMT_PC);
  return nullptr;
}
void __wrap_perror(const char* text) {
  if (text != nullptr) note_text(text, SIMT_PC);
  std::perror(text);
}
// A buffer of the program's own would hold copies of what is printed.
int __wrap_setvbuf(std::FILE*, char*, int, std::size_t) { return 0; }
void __wrap_setbuf(std::FILE*, char*) {}
bool __wrap__ZNSt8ios_base15sync_with_stdioEb(bool) { return true; }

std::tm* __wrap_localtime(const std::time_t* time) {
  note(Access::load, time, sizeof *time, SIMT_PC);
  return std::localtime(time);
}
std::tm* __wrap_gmtime(const std::time_t* time) {
  note(Access::load, time, sizeof *time, SIMT_PC);
  return std::gmtime(time);
}
std::time_t __wrap_mktime(std::tm* time) {
  note_out(time, SIMT_PC);
  return std::mktime(time);
}
std::size_t __wrap_strftime(char* to, std::size_t most, const char* format, const std::tm* time) {
  note_text(format, SIMT_PC);
  note(Access::load, time, sizeof *time, SIMT_PC);
  note(Access::store, to, most, SIMT_PC);
  // "%Z" copies a text that the structure names.
  if (time->tm_zone != nullptr && std::strchr(format, 'Z') != nullptr) note_text(time->tm_zone, SIMT_PC);
  return std::strftime(to, most, format, time);
}
std::time_t __wrap_time(std::time_t* out) {
  note_out(out, SIMT_PC);
  return std::time(out);
}
int __wrap_gettimeofday(timeval* out, void*) {
  note_out(out, SIMT_PC);
  return gettimeofday(out, nullptr);
}
int __wrap_nanosleep(const timespec* asked, timespec* left) {
  note(Access::load, asked, sizeof *asked, SIMT_PC);
  note_out(left, SIMT_PC);
  return nanosleep(asked, left);
}

double __wrap_nan(const char* text) {
  note_text(text, SIMT_PC);
  return nan(text);
}
float __wrap_nanf(const char* text) {
  note_text(text, SIMT_PC);
  return nanf(text);
}
#define SIMT_OUT(Result, T, name, Out)      \
  Result __wrap_##name(T value, Out* out) { \
    note_out(out, SIMT_PC);                 \
    return name(value, out);                \
  }
SIMT_OUT(double, double, modf, double)
SIMT_OUT(float, float, modff, float)
SIMT_OUT(double, double, frexp, int)
SIMT_OUT(float, float, frexpf, int)
#undef SIMT_OUT
double __wrap_remquo(double a, double b, int* quotient) {
  note_out(quotient, SIMT_PC);
  return remquo(a, b, quotient);
}
float __wrap_remquof(float a, float b, int* quotient) {
  note_out(quotient, SIMT_PC);
  return remquof(a, b, quotient);
}
void __wrap_sincos(double angle, double* sine, double* cosine) {
  note_out(sine, SIMT_PC);
  note_out(cosine, SIMT_PC);
  sincos(angle, sine, cosine);
}
void __wrap_sincosf(float angle, float* sine, float* cosine) {
  note_out(sine, SIMT_PC);
  note_out(cosine, SIMT_PC);
  sincosf(angle, sine, cosine);
}

// Exceptions keep a copy of a text.
#define SIMT_EXCEPTION_MADE_BY(linker_name, Exception, constructor)                                     \
  void __wrap__ZNSt##linker_name##constructor##EPKc(void* self, const char* text) {                     \
    note_text(text, SIMT_PC);                                                                           \
    note(Access::store, self, sizeof(std::Exception), SIMT_PC);                                         \
    new (self) std::Exception(text);                                                                    \
  }                                                                                                     \
  void __wrap__ZNSt##linker_name##constructor##ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE( \
      void* self, const std::string& text) {                                                            \
    note(Access::load, &text, sizeof text, SIMT_PC);                                                    \
    note(Access::load, text.data(), text.size() + 1, SIMT_PC);                                          \
    note(Access::store, self, sizeof(std::Exception), SIMT_PC);                                         \
    new (self) std::Exception(text);                                                                    \
  }
#define SIMT_EXCEPTION(linker_name, Exception)       \
  SIMT_EXCEPTION_MADE_BY(linker_name, Exception, C1) \
  SIMT_EXCEPTION_MADE_BY(linker_name, Exception, C2)
SIMT_EXCEPTION(11logic_error, logic_error)
SIMT_EXCEPTION(12domain_error, domain_error)
SIMT_EXCEPTION(12length_error, length_error)
SIMT_EXCEPTION(12out_of_range, out_of_range)
SIMT_EXCEPTION(16invalid_argument, invalid_argument)
SIMT_EXCEPTION(13runtime_error, runtime_error)
SIMT_EXCEPTION(11range_error, range_error)
SIMT_EXCEPTION(14overflow_error, overflow_error)
SIMT_EXCEPTION(15underflow_error, underflow_error)
#undef SIMT_EXCEPTION
#undef SIMT_EXCEPTION_MADE_BY

// So do those that the C++ library's containers throw.
#define SIMT_THROW(length, Exception)                                                 \
  [[noreturn]] void __wrap__ZSt##length##__throw_##Exception##PKc(const char* text) { \
    note_text(text, SIMT_PC);                                                         \
    throw std::Exception(text);                                                       \
  }
SIMT_THROW(19, logic_error)
SIMT_THROW(20, domain_error)
SIMT_THROW(20, length_error)
SIMT_THROW(20, out_of_range)
SIMT_THROW(24, invalid_argument)
SIMT_THROW(21, runtime_error)
SIMT_THROW(19, range_error)
SIMT_THROW(22, overflow_error)
SIMT_THROW(23, underflow_error)
#undef SIMT_THROW
[[noreturn]] void __wrap__ZSt24__throw_out_of_range_fmtPKcz(const char* format, ...) {
  std::array<char, 512> text{};
  std::va_list arguments;
  va_start(arguments, format);
  write_text(text.data(), text.size(), format, arguments, SIMT_PC);
  va_end(arguments);
  throw std::out_of_range(text.data());
}

}  // extern "C"

}  // namespace simt::core
