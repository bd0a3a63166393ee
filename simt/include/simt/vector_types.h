// CUDA's short vectors, dim3 and the make_ functions. A vector that CUDA loads or stores with one instruction is copied
// with one access here, too; accesses to its members are joined by simt/instrument/vectors.cpp.
#pragma once

#include "qualifiers.h"

SIMT_FOR_ALL_BEGIN

namespace simt {

/// Copies `Count` elements in one piece where they fit one 16-byte instruction, else in pieces of 16 bytes.
template <class T, int Count>
SIMT_ON_CALLERS_LINE void copy_elements(T* to, const T* from) {
  constexpr int piece = sizeof(T) * Count <= 16 ? Count : 16 / sizeof(T);
  typedef T Piece __attribute__((vector_size(sizeof(T) * piece), may_alias));
  *reinterpret_cast<Piece*>(to) = *reinterpret_cast<const Piece*>(from);
  if constexpr (piece < Count) copy_elements<T, Count - piece>(to + piece, from + piece);
}

}  // namespace simt

#ifdef __CUDA__
// CUDA's are aggregates: `float4(1, 2, 3, 4)` and `float4 v = 1` are errors. Nor is make_float4() a constant.
#define SIMT_COPIED_WHOLE(Vector, Element, count)
#define SIMT_CONSTRUCTED(Vector, parameters, ...)
#define SIMT_MAKES inline
#else
#define SIMT_MAKES inline constexpr
#define SIMT_CONSTRUCTED(Vector, parameters, ...) \
  Vector() = default;                             \
  constexpr Vector parameters : __VA_ARGS__ {}
#define SIMT_COPIED_WHOLE(Vector, Element, count)                                                         \
  SIMT_ON_CALLERS_LINE Vector(const Vector& other) { simt::copy_elements<Element, count>(&x, &other.x); } \
  SIMT_ON_CALLERS_LINE Vector& operator=(const Vector& other) {                                           \
    simt::copy_elements<Element, count>(&x, &other.x);                                                    \
    return *this;                                                                                         \
  }

#endif

#define SIMT_VECTORS(Name, Element)                                                                              \
  struct Name##1 {                                                                                               \
    Element x;                                                                                                   \
  };                                                                                                             \
  struct alignas(2 * sizeof(Element)) Name##2 {                                                                  \
    Element x, y;                                                                                                \
    SIMT_CONSTRUCTED(Name##2, (Element vx, Element vy = 0), x(vx), y(vy))                                        \
    SIMT_COPIED_WHOLE(Name##2, Element, 2)                                                                       \
  };                                                                                                             \
  struct Name##3 {                                                                                               \
    Element x, y, z;                                                                                             \
  };                                                                                                             \
  struct alignas(sizeof(Element) < 4 ? 4 * sizeof(Element) : 16) Name##4 {                                       \
    Element x, y, z, w;                                                                                          \
    SIMT_CONSTRUCTED(Name##4, (Element vx, Element vy = 0, Element vz = 0, Element vw = 0), x(vx), y(vy), z(vz), \
                     w(vw))                                                                                      \
    SIMT_COPIED_WHOLE(Name##4, Element, 4)                                                                       \
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
#undef SIMT_COPIED_WHOLE

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned vx = 1, unsigned vy = 1, unsigned vz = 1) : x(vx), y(vy), z(vz) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return uint3{x, y, z}; }
};

SIMT_FOR_ALL_END
