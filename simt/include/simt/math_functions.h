// CUDA's mathematical functions that the host's <math.h> does not have, and the intrinsic functions for arithmetic. An
// approximating function of CUDA (__expf) is as exact here as the host's.
#pragma once

#include <math.h>

#include "qualifiers.h"

SIMT_FOR_ALL_BEGIN

SIMT_ON_CALLERS_LINE float rsqrtf(float x) { return 1.0f / sqrtf(x); }
SIMT_ON_CALLERS_LINE double rsqrt(double x) { return 1.0 / sqrt(x); }
SIMT_ON_CALLERS_LINE float rcbrtf(float x) { return 1.0f / cbrtf(x); }
SIMT_ON_CALLERS_LINE double rcbrt(double x) { return 1.0 / cbrt(x); }
SIMT_ON_CALLERS_LINE float rhypotf(float x, float y) { return 1.0f / hypotf(x, y); }
SIMT_ON_CALLERS_LINE double rhypot(double x, double y) { return 1.0 / hypot(x, y); }
SIMT_ON_CALLERS_LINE float norm3df(float x, float y, float z) { return hypotf(hypotf(x, y), z); }
SIMT_ON_CALLERS_LINE double norm3d(double x, double y, double z) { return hypot(hypot(x, y), z); }
SIMT_ON_CALLERS_LINE float norm4df(float x, float y, float z, float w) { return hypotf(norm3df(x, y, z), w); }
SIMT_ON_CALLERS_LINE double norm4d(double x, double y, double z, double w) { return hypot(norm3d(x, y, z), w); }
SIMT_ON_CALLERS_LINE float rnorm3df(float x, float y, float z) { return 1.0f / norm3df(x, y, z); }
SIMT_ON_CALLERS_LINE double rnorm3d(double x, double y, double z) { return 1.0 / norm3d(x, y, z); }
SIMT_ON_CALLERS_LINE float rnorm4df(float x, float y, float z, float w) { return 1.0f / norm4df(x, y, z, w); }
SIMT_ON_CALLERS_LINE double rnorm4d(double x, double y, double z, double w) { return 1.0 / norm4d(x, y, z, w); }
SIMT_ON_CALLERS_LINE float normcdff(float x) { return 0.5f * erfcf(x * -0.70710678118654752f); }
SIMT_ON_CALLERS_LINE double normcdf(double x) { return 0.5 * erfc(x * -0.70710678118654752440); }
SIMT_ON_CALLERS_LINE float fdividef(float x, float y) { return x / y; }

// sin and cos of pi * x: exact at whole and half numbers, because the whole turns are taken off first.
SIMT_ON_CALLERS_LINE double sinpi(double x) {
  const double turn = remainder(x, 2.0), half = fabs(turn) > 0.5 ? copysign(1.0, turn) - turn : turn;
  return x == trunc(x) ? copysign(0.0, x) : sin(3.14159265358979323846 * half);
}
SIMT_ON_CALLERS_LINE double cospi(double x) {
  const double turn = fabs(remainder(x, 2.0));
  return turn == 0.5  ? 0.0
         : turn > 0.5 ? -cos(3.14159265358979323846 * (1.0 - turn))
                      : cos(3.14159265358979323846 * turn);
}
SIMT_ON_CALLERS_LINE float sinpif(float x) { return static_cast<float>(sinpi(static_cast<double>(x))); }
SIMT_ON_CALLERS_LINE float cospif(float x) { return static_cast<float>(cospi(static_cast<double>(x))); }
SIMT_ON_CALLERS_LINE void sincospi(double x, double* sine, double* cosine) {
  *sine = sinpi(x);
  *cosine = cospi(x);
}
SIMT_ON_CALLERS_LINE void sincospif(float x, float* sine, float* cosine) {
  *sine = sinpif(x);
  *cosine = cospif(x);
}

SIMT_ON_CALLERS_LINE unsigned umin(unsigned a, unsigned b) { return b < a ? b : a; }
SIMT_ON_CALLERS_LINE unsigned umax(unsigned a, unsigned b) { return a < b ? b : a; }
SIMT_ON_CALLERS_LINE long long llmin(long long a, long long b) { return b < a ? b : a; }
SIMT_ON_CALLERS_LINE long long llmax(long long a, long long b) { return a < b ? b : a; }
SIMT_ON_CALLERS_LINE unsigned long long ullmin(unsigned long long a, unsigned long long b) { return b < a ? b : a; }
SIMT_ON_CALLERS_LINE unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a < b ? b : a; }

SIMT_FOR_ALL_END
SIMT_FOR_KERNELS_BEGIN

SIMT_ON_CALLERS_LINE float __fdividef(float x, float y) { return x / y; }
// An attribute of calls that changes nothing here: the plugin for clang knows by it that the kernel asks for less than
// the exact function (simt/instrument/instructions.cpp).
#define SIMT_APPROXIMATE [[clang::nomerge]]
SIMT_ON_CALLERS_LINE float __expf(float x) { SIMT_APPROXIMATE return expf(x); }
SIMT_ON_CALLERS_LINE float __exp10f(float x) { SIMT_APPROXIMATE return exp10f(x); }
SIMT_ON_CALLERS_LINE float __logf(float x) { SIMT_APPROXIMATE return logf(x); }
SIMT_ON_CALLERS_LINE float __log2f(float x) { SIMT_APPROXIMATE return log2f(x); }
SIMT_ON_CALLERS_LINE float __log10f(float x) { SIMT_APPROXIMATE return log10f(x); }
SIMT_ON_CALLERS_LINE float __sinf(float x) { SIMT_APPROXIMATE return sinf(x); }
SIMT_ON_CALLERS_LINE float __cosf(float x) { SIMT_APPROXIMATE return cosf(x); }
SIMT_ON_CALLERS_LINE float __tanf(float x) { SIMT_APPROXIMATE return tanf(x); }
SIMT_ON_CALLERS_LINE float __tanhf(float x) { SIMT_APPROXIMATE return tanhf(x); }
SIMT_ON_CALLERS_LINE void __sincosf(float x, float* sine, float* cosine) {
  *sine = __sinf(x);
  *cosine = __cosf(x);
}
SIMT_ON_CALLERS_LINE float __powf(float x, float y) { SIMT_APPROXIMATE return powf(x, y); }
#undef SIMT_APPROXIMATE
SIMT_ON_CALLERS_LINE float __saturatef(float x) { return x > 1 ? 1.0f : x > 0 ? x : 0.0f; }

// Rounded to nearest, and never contracted into one operation with others.
#define SIMT_ROUNDED(name, T, expression) \
  SIMT_ON_CALLERS_LINE T name(T x, T y) { _Pragma("clang fp contract(off)") return expression; }
SIMT_ROUNDED(__fadd_rn, float, x + y)
SIMT_ROUNDED(__fsub_rn, float, x - y)
SIMT_ROUNDED(__fmul_rn, float, x* y)
SIMT_ROUNDED(__fdiv_rn, float, x / y)
SIMT_ROUNDED(__dadd_rn, double, x + y)
SIMT_ROUNDED(__dsub_rn, double, x - y)
SIMT_ROUNDED(__dmul_rn, double, x* y)
SIMT_ROUNDED(__ddiv_rn, double, x / y)
#undef SIMT_ROUNDED
SIMT_ON_CALLERS_LINE float __frcp_rn(float x) { return 1.0f / x; }
SIMT_ON_CALLERS_LINE double __drcp_rn(double x) { return 1.0 / x; }
SIMT_ON_CALLERS_LINE float __fsqrt_rn(float x) { return sqrtf(x); }
SIMT_ON_CALLERS_LINE float __frsqrt_rn(float x) { return static_cast<float>(1.0 / sqrt(static_cast<double>(x))); }
SIMT_ON_CALLERS_LINE double __dsqrt_rn(double x) { return sqrt(x); }
SIMT_ON_CALLERS_LINE double __fma_rn(double x, double y, double z) { return fma(x, y, z); }
SIMT_ON_CALLERS_LINE float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }

SIMT_FOR_KERNELS_END
