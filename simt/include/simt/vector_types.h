// CUDA's short vectors, dim3 and the make_ functions. They are trivially copyable, as CUDA's are: simt/instrument makes
// one access of what CUDA loads or stores with one instruction.
#pragma once

#include "qualifiers.h"

SIMT_FOR_ALL_BEGIN

#ifdef __CUDA__
// CUDA's are aggregates: `float4(1, 2, 3, 4)` and `float4 v = 1` are errors. Nor is make_float4() a constant.
#define SIMT_CONSTRUCTED(Vector, parameters, ...)
#define SIMT_MAKES inline
#else
#define SIMT_MAKES inline constexpr
#define SIMT_CONSTRUCTED(Vector, parameters, ...) \
  Vector() = default;                             \
  constexpr Vector parameters : __VA_ARGS__ {}
#endif

#define SIMT_VECTORS(Name, Element)                                                                              \
  struct Name##1 {                                                                                               \
    Element x;                                                                                                   \
  };                                                                                                             \
  struct alignas(2 * sizeof(Element)) Name##2 {                                                                  \
    Element x, y;                                                                                                \
    SIMT_CONSTRUCTED(Name##2, (Element vx, Element vy = 0), x(vx), y(vy))                                        \
  };                                                                                                             \
  struct Name##3 {                                                                                               \
    Element x, y, z;                                                                                             \
  };                                                                                                             \
  struct alignas(sizeof(Element) < 4 ? 4 * sizeof(Element) : 16) Name##4 {                                       \
    Element x, y, z, w;                                                                                          \
    SIMT_CONSTRUCTED(Name##4, (Element vx, Element vy = 0, Element vz = 0, Element vw = 0), x(vx), y(vy), z(vz), \
                     w(vw))                                                                                      \
  };                                                                                                             \
  SIMT_MAKES Name##1 make_##Name##1(Element x) { return Name##1 {x}; }                                           \
  SIMT_MAKES Name##2 make_##Name##2(Element x, Element y) { return Name##2 {x, y}; }                             \
  SIMT_MAKES Name##3 make_##Name##3(Element x, Element y, Element z) { return Name##3 {x, y, z}; }               \
  SIMT_MAKES Name##4 make_##Name##4(Element x, Element y, Element z, Element w) { return Name##4 {x, y, z, w}; }

SIMT_VECTORS(char, signed char)
SIMT_VECTORS(uchar, unsigned char)
SIMT_VECTORS(short, short)
SIMT_VECTORS(ushort, unsigned short)
SIMT_VECTORS(int, int)
SIMT_VECTORS(uint, unsigned)
SIMT_VECTORS(long, long)
SIMT_VECTORS(ulong, unsigned long)
SIMT_VECTORS(longlong, long long)
SIMT_VECTORS(ulonglong, unsigned long long)
SIMT_VECTORS(float, float)
SIMT_VECTORS(double, double)

#undef SIMT_VECTORS
#undef SIMT_CONSTRUCTED
#undef SIMT_MAKES

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned vx = 1, unsigned vy = 1, unsigned vz = 1) : x(vx), y(vy), z(vz) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return uint3{x, y, z}; }
};

SIMT_FOR_ALL_END
