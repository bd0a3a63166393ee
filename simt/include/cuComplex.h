// CUDA's cuComplex.h: complex numbers as float2 and double2.
#pragma once

#include <math.h>

#include "cuda_runtime.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

SIMT_FOR_ALL_BEGIN

#define SIMT_COMPLEX(Complex, Real, suffix, hypotenuse)                                                                \
  SIMT_ON_CALLERS_LINE Real cuCreal##suffix(Complex x) { return x.x; }                                                 \
  SIMT_ON_CALLERS_LINE Real cuCimag##suffix(Complex x) { return x.y; }                                                 \
  SIMT_ON_CALLERS_LINE Complex cuConj##suffix(Complex x) { return Complex{x.x, -x.y}; }                                \
  SIMT_ON_CALLERS_LINE Complex cuCadd##suffix(Complex a, Complex b) { return Complex{a.x + b.x, a.y + b.y}; }          \
  SIMT_ON_CALLERS_LINE Complex cuCsub##suffix(Complex a, Complex b) { return Complex{a.x - b.x, a.y - b.y}; }          \
  SIMT_ON_CALLERS_LINE Complex cuCmul##suffix(Complex a, Complex b) {                                                  \
    return Complex{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                                                      \
  }                                                                                                                    \
  SIMT_ON_CALLERS_LINE Complex cuCdiv##suffix(Complex a, Complex b) {                                                  \
    const Real scale = 1 / ((b.x < 0 ? -b.x : b.x) + (b.y < 0 ? -b.y : b.y));                                          \
    const Real ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale, norm = 1 / (bx * bx + by * by); \
    return Complex{(ax * bx + ay * by) * norm, (ay * bx - ax * by) * norm};                                            \
  }                                                                                                                    \
  SIMT_ON_CALLERS_LINE Real cuCabs##suffix(Complex x) { return hypotenuse(x.x, x.y); }                                 \
  SIMT_ON_CALLERS_LINE Complex cuCfma##suffix(Complex a, Complex b, Complex c) {                                       \
    return Complex{a.x * b.x + (-a.y * b.y + c.x), a.x * b.y + (a.y * b.x + c.y)};                                     \
  }
SIMT_COMPLEX(cuFloatComplex, float, f, hypotf)
SIMT_COMPLEX(cuDoubleComplex, double, , hypot)
#undef SIMT_COMPLEX

SIMT_ON_CALLERS_LINE cuFloatComplex make_cuFloatComplex(float x, float y) { return cuFloatComplex{x, y}; }
SIMT_ON_CALLERS_LINE cuDoubleComplex make_cuDoubleComplex(double x, double y) { return cuDoubleComplex{x, y}; }
SIMT_ON_CALLERS_LINE cuComplex make_cuComplex(float x, float y) { return cuComplex{x, y}; }
SIMT_ON_CALLERS_LINE cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) { return cuDoubleComplex{x.x, x.y}; }
SIMT_ON_CALLERS_LINE cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x) {
  return cuFloatComplex{static_cast<float>(x.x), static_cast<float>(x.y)};
}

SIMT_FOR_ALL_END
