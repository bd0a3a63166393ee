// The C and C++ library as nvcc offers it to kernels. Only for clang's CUDA front end, which checks what nvcc would
// refuse (simt/language_check.hpp). cuda_runtime.h includes it before all other headers.
#pragma once

#ifdef __CUDA__

#include "api.h"
#include "qualifiers.h"

#include <cstddef>

// In kernels, too, as with nvcc.
SIMT_FOR_ALL_BEGIN
#include <initializer_list>
SIMT_FOR_ALL_END

// For the host, which has to be said before the overloads below.
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>
#include <type_traits>
#include <utility>

// Everything that follows is for kernels: a function for the host and one for kernels can have the same parameters.
SIMT_FOR_KERNELS_BEGIN

// Host code may name a function without calling it, as in `decltype(&free)`, and then it must be one function. nvcc has
// one declaration for both sides. Here are two, of which clang leaves out the one that is not callable with all
// arguments
// (`enable_if`, true for each call) or is handed the size of an object (`pass_object_size`).
#define SIMT_AND_IS_CALLED(...) (__VA_ARGS__, bool is_called = true) __attribute__((enable_if(is_called, "")))

// CUDA's own, which clang knows by its name in C.
extern "C" int printf(const char* const format __attribute__((pass_object_size(0))), ...);
int vprintf SIMT_AND_IS_CALLED(const char* format, __builtin_va_list arguments);
void* malloc SIMT_AND_IS_CALLED(size_t bytes);
void free SIMT_AND_IS_CALLED(void* pointer);
void* memcpy SIMT_AND_IS_CALLED(void* to, const void* from, size_t bytes);
void* memset SIMT_AND_IS_CALLED(void* to, int value, size_t bytes);
clock_t clock(bool is_called = true) __attribute__((enable_if(is_called, "")));
long labs SIMT_AND_IS_CALLED(long x);
long long llabs SIMT_AND_IS_CALLED(long long x);
// The runtime API that kernels can call without the device runtime.
cudaError_t cudaMalloc SIMT_AND_IS_CALLED(void** pointer, size_t bytes);
cudaError_t cudaGetDevice SIMT_AND_IS_CALLED(int* device);
cudaError_t cudaDeviceGetAttribute SIMT_AND_IS_CALLED(int* value, enum cudaDeviceAttr attribute, int device);
extern "C" {
[[noreturn]] void __assert_fail(const char* expression, const char* file, unsigned line, const char* function);
int abs(int x);
}

void* operator new(size_t bytes, void* place) noexcept;
void* operator new[](size_t bytes, void* place) noexcept;
// Called where a constructor throws: no kernel's does.
void operator delete(void* pointer, void* place) noexcept;
void operator delete[](void* pointer, void* place) noexcept;

// Host code may name it without a call, too, as in `auto allocate = cudaMalloc<float>`.
// Only a call says what `Bytes` is.
template <class T, class Bytes>
std::enable_if_t<std::is_convertible<Bytes, size_t>::value, cudaError_t> cudaMalloc SIMT_AND_IS_CALLED(T** pointer,
                                                                                                       Bytes bytes);

namespace std {
using ::abs;
using ::clock;
using ::free;
using ::labs;
using ::llabs;
using ::malloc;
using ::memcpy;
using ::memset;
using ::printf;
long abs(long x);
long long abs(long long x);
float abs(float x);
double abs(double x);
}  // namespace std
using std::abs;

#define SIMT_IN_BOTH_NAMESPACES(name) \
  namespace std {                     \
  using ::name;                       \
  }                                   \
  using std::name;

// The float and double versions of a function in C and in C++, where it is overloaded.
#define SIMT_MATH(name, float_parameters, double_parameters) \
  extern "C" double name double_parameters;                  \
  float name##f SIMT_AND_IS_CALLED float_parameters;         \
  namespace std {                                            \
  float name float_parameters;                               \
  using ::name##f;                                           \
  }                                                          \
  SIMT_IN_BOTH_NAMESPACES(name)
#define SIMT_MATH_OF_ONE(name) SIMT_MATH(name, (float), (double))
#define SIMT_MATH_OF_TWO(name) SIMT_MATH(name, (float, float), (double, double))

SIMT_MATH_OF_ONE(acos)
SIMT_MATH_OF_ONE(asin)
SIMT_MATH_OF_ONE(atan)
SIMT_MATH_OF_ONE(ceil)
SIMT_MATH_OF_ONE(cos)
SIMT_MATH_OF_ONE(cosh)
SIMT_MATH_OF_ONE(exp)
SIMT_MATH_OF_ONE(fabs)
SIMT_MATH_OF_ONE(floor)
SIMT_MATH_OF_ONE(log)
SIMT_MATH_OF_ONE(log10)
SIMT_MATH_OF_ONE(sin)
SIMT_MATH_OF_ONE(sinh)
SIMT_MATH_OF_ONE(sqrt)
SIMT_MATH_OF_ONE(tan)
SIMT_MATH_OF_ONE(tanh)
SIMT_MATH_OF_TWO(atan2)
SIMT_MATH_OF_TWO(fmod)
SIMT_MATH_OF_TWO(pow)
SIMT_MATH_OF_ONE(acosh)
SIMT_MATH_OF_ONE(asinh)
SIMT_MATH_OF_ONE(atanh)
SIMT_MATH_OF_ONE(cbrt)
SIMT_MATH_OF_ONE(erf)
SIMT_MATH_OF_ONE(erfc)
SIMT_MATH_OF_ONE(exp2)
SIMT_MATH_OF_ONE(expm1)
SIMT_MATH_OF_ONE(lgamma)
SIMT_MATH_OF_ONE(log1p)
SIMT_MATH_OF_ONE(log2)
SIMT_MATH_OF_ONE(logb)
SIMT_MATH_OF_ONE(nearbyint)
SIMT_MATH_OF_ONE(rint)
SIMT_MATH_OF_ONE(round)
SIMT_MATH_OF_ONE(tgamma)
SIMT_MATH_OF_ONE(trunc)
SIMT_MATH_OF_TWO(copysign)
SIMT_MATH_OF_TWO(fdim)
SIMT_MATH_OF_TWO(fmax)
SIMT_MATH_OF_TWO(fmin)
SIMT_MATH_OF_TWO(hypot)
SIMT_MATH_OF_TWO(nextafter)
SIMT_MATH_OF_TWO(remainder)
SIMT_MATH(fma, (float, float, float), (double, double, double))
SIMT_MATH(frexp, (float, int*), (double, int*))
SIMT_MATH(ldexp, (float, int), (double, int))
SIMT_MATH(modf, (float, float*), (double, double*))
SIMT_MATH(remquo, (float, float, int*), (double, double, int*))
SIMT_MATH(scalbln, (float, long), (double, long))
SIMT_MATH(scalbn, (float, int), (double, int))
// Of integers, and of two types, they are host functions: std::sqrt(2) is refused.
#define SIMT_NOT_OF_INTEGERS(name)                                       \
  namespace std {                                                        \
  template <class T>                                                     \
  std::enable_if_t<std::is_integral<T>::value, double> name(T) = delete; \
  }                                                                      \
  using std::name;
#define SIMT_NOT_OF_TWO_TYPES(name)                                                                       \
  namespace std {                                                                                         \
  template <class T, class U>                                                                             \
  std::enable_if_t<!std::is_same<T, U>::value || std::is_integral<T>::value, double> name(T, U) = delete; \
  }                                                                                                       \
  using std::name;
SIMT_NOT_OF_INTEGERS(acos)
SIMT_NOT_OF_INTEGERS(asin)
SIMT_NOT_OF_INTEGERS(atan)
SIMT_NOT_OF_INTEGERS(ceil)
SIMT_NOT_OF_INTEGERS(cos)
SIMT_NOT_OF_INTEGERS(cosh)
SIMT_NOT_OF_INTEGERS(exp)
SIMT_NOT_OF_INTEGERS(fabs)
SIMT_NOT_OF_INTEGERS(floor)
SIMT_NOT_OF_INTEGERS(log)
SIMT_NOT_OF_INTEGERS(log10)
SIMT_NOT_OF_INTEGERS(sin)
SIMT_NOT_OF_INTEGERS(sinh)
SIMT_NOT_OF_INTEGERS(sqrt)
SIMT_NOT_OF_INTEGERS(tan)
SIMT_NOT_OF_INTEGERS(tanh)
SIMT_NOT_OF_INTEGERS(acosh)
SIMT_NOT_OF_INTEGERS(asinh)
SIMT_NOT_OF_INTEGERS(atanh)
SIMT_NOT_OF_INTEGERS(cbrt)
SIMT_NOT_OF_INTEGERS(erf)
SIMT_NOT_OF_INTEGERS(erfc)
SIMT_NOT_OF_INTEGERS(exp2)
SIMT_NOT_OF_INTEGERS(expm1)
SIMT_NOT_OF_INTEGERS(lgamma)
SIMT_NOT_OF_INTEGERS(log1p)
SIMT_NOT_OF_INTEGERS(log2)
SIMT_NOT_OF_INTEGERS(logb)
SIMT_NOT_OF_INTEGERS(nearbyint)
SIMT_NOT_OF_INTEGERS(rint)
SIMT_NOT_OF_INTEGERS(round)
SIMT_NOT_OF_INTEGERS(tgamma)
SIMT_NOT_OF_INTEGERS(trunc)
SIMT_NOT_OF_INTEGERS(isfinite)
SIMT_NOT_OF_INTEGERS(isinf)
SIMT_NOT_OF_INTEGERS(isnan)
SIMT_NOT_OF_INTEGERS(signbit)
SIMT_NOT_OF_TWO_TYPES(atan2)
SIMT_NOT_OF_TWO_TYPES(fmod)
SIMT_NOT_OF_TWO_TYPES(fdim)
SIMT_NOT_OF_TWO_TYPES(fmax)
SIMT_NOT_OF_TWO_TYPES(fmin)
SIMT_NOT_OF_TWO_TYPES(hypot)
SIMT_NOT_OF_TWO_TYPES(nextafter)
SIMT_NOT_OF_TWO_TYPES(remainder)
#undef SIMT_NOT_OF_INTEGERS
#undef SIMT_NOT_OF_TWO_TYPES

// These two take all types.
namespace std {
template <class T, class U>
std::enable_if_t<!std::is_same<T, U>::value || std::is_integral<T>::value, double> pow(T, U);
template <class T, class U>
std::enable_if_t<!std::is_same<T, U>::value || std::is_integral<T>::value, double> copysign(T, U);
}  // namespace std
using std::copysign;
using std::pow;
#undef SIMT_MATH
#undef SIMT_MATH_OF_ONE
#undef SIMT_MATH_OF_TWO

#define SIMT_MATH_TO(Result, name)          \
  extern "C" Result name(double);           \
  Result name##f SIMT_AND_IS_CALLED(float); \
  namespace std {                           \
  Result name(float);                       \
  using ::name##f;                          \
  }                                         \
  SIMT_IN_BOTH_NAMESPACES(name)
SIMT_MATH_TO(int, ilogb)
SIMT_MATH_TO(long, lrint)
SIMT_MATH_TO(long, lround)
SIMT_MATH_TO(long long, llrint)
SIMT_MATH_TO(long long, llround)
#undef SIMT_MATH_TO

#define SIMT_CLASSIFICATION(name) \
  namespace std {                 \
  bool name(float);               \
  bool name(double);              \
  }                               \
  using std::name;
SIMT_CLASSIFICATION(isfinite)
SIMT_CLASSIFICATION(isinf)
SIMT_CLASSIFICATION(isnan)
SIMT_CLASSIFICATION(signbit)
#undef SIMT_CLASSIFICATION
#undef SIMT_IN_BOTH_NAMESPACES

double exp10 SIMT_AND_IS_CALLED(double);
float exp10f SIMT_AND_IS_CALLED(float);
double j0 SIMT_AND_IS_CALLED(double);
float j0f SIMT_AND_IS_CALLED(float);
double j1 SIMT_AND_IS_CALLED(double);
float j1f SIMT_AND_IS_CALLED(float);
double jn SIMT_AND_IS_CALLED(int, double);
float jnf SIMT_AND_IS_CALLED(int, float);
double y0 SIMT_AND_IS_CALLED(double);
float y0f SIMT_AND_IS_CALLED(float);
double y1 SIMT_AND_IS_CALLED(double);
float y1f SIMT_AND_IS_CALLED(float);
double yn SIMT_AND_IS_CALLED(int, double);
float ynf SIMT_AND_IS_CALLED(int, float);
double nan SIMT_AND_IS_CALLED(const char*);
float nanf SIMT_AND_IS_CALLED(const char*);
void sincos SIMT_AND_IS_CALLED(double, double*, double*);
void sincosf SIMT_AND_IS_CALLED(float, float*, float*);
#undef SIMT_AND_IS_CALLED

// The two functions of <utility> that kernels can call.
namespace std {
template <class T>
constexpr T&& forward(remove_reference_t<T>& value) noexcept {
  return static_cast<T&&>(value);
}
template <class T>
constexpr T&& forward(remove_reference_t<T>&& value) noexcept {
  return static_cast<T&&>(value);
}
template <class T>
constexpr remove_reference_t<T>&& move(T&& value) noexcept {
  return static_cast<remove_reference_t<T>&&>(value);
}
}  // namespace std

SIMT_FOR_KERNELS_END

#endif
