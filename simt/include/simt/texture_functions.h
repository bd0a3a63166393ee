// Fetches through texture objects, for device code.
//
// A fetch is counted as a load of global memory from the texel's address, on its line. Linear and pitched memory have
// the same addresses as for any load. In an array, texels that are neighbours in two dimensions share sectors: see
// core/host_api/images.hpp. NVIDIA does not document the layout, so counts of array fetches have not been compared with
// a profiler's. NVIDIA's profilers count fetches separately from loads, but the bytes come from the same caches.
#pragma once

#include <type_traits>

#include "array_api.h"
#include "qualifiers.h"
#include "vector_types.h"

SIMT_FOR_KERNELS_BEGIN

#ifdef __CUDA__
// array_api.h declares them for the host.
extern "C" const void* simt_texel(cudaTextureObject_t texture, int dimensions, size_t bytes, float x, float y, float z);
extern "C" const void* simt_linear_texel(cudaTextureObject_t texture, size_t bytes, int index);
#endif

namespace simt {

template <class T>
SIMT_ON_CALLERS_LINE T texel_at(const void* address) {
  static_assert(std::is_trivially_destructible<T>::value && (sizeof(T) & (sizeof(T) - 1)) == 0 && sizeof(T) <= 16,
                "a texel must be a number, or a vector of two or four numbers, of at most 16 bytes");
  return address == nullptr ? T{} : *static_cast<const T*>(address);
}

SIMT_FOR_KERNELS_END

template <class T>
struct Channels {
  static constexpr int count = 1;
  typedef T Element;
};
#define SIMT_CHANNELS(Name, Type, channels) \
  template <>                               \
  struct Channels<Name##channels> {         \
    static constexpr int count = channels;  \
    typedef Type Element;                   \
  };
#define SIMT_ALL_CHANNELS(Name, Type) \
  SIMT_CHANNELS(Name, Type, 1) SIMT_CHANNELS(Name, Type, 2) SIMT_CHANNELS(Name, Type, 4)
SIMT_ALL_CHANNELS(char, signed char)
SIMT_ALL_CHANNELS(uchar, unsigned char)
SIMT_ALL_CHANNELS(short, short)
SIMT_ALL_CHANNELS(ushort, unsigned short)
SIMT_ALL_CHANNELS(int, int)
SIMT_ALL_CHANNELS(uint, unsigned)
SIMT_ALL_CHANNELS(float, float)
#undef SIMT_ALL_CHANNELS
#undef SIMT_CHANNELS

}  // namespace simt

template <class T>
inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  typedef typename simt::Channels<T>::Element Element;
  constexpr int bits = 8 * sizeof(Element), count = simt::Channels<T>::count;
  const cudaChannelFormatKind kind = std::is_floating_point<Element>::value ? cudaChannelFormatKindFloat
                                     : std::is_signed<Element>::value       ? cudaChannelFormatKindSigned
                                                                            : cudaChannelFormatKindUnsigned;
  return {bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 3 ? bits : 0, kind};
}

SIMT_FOR_KERNELS_BEGIN

template <class T>
SIMT_ON_CALLERS_LINE T tex1Dfetch(cudaTextureObject_t texture, int index) {
  return simt::texel_at<T>(simt_linear_texel(texture, sizeof(T), index));
}
template <class T>
SIMT_ON_CALLERS_LINE T tex1D(cudaTextureObject_t texture, float x) {
  return simt::texel_at<T>(simt_texel(texture, 1, sizeof(T), x, 0, 0));
}
template <class T>
SIMT_ON_CALLERS_LINE T tex2D(cudaTextureObject_t texture, float x, float y) {
  return simt::texel_at<T>(simt_texel(texture, 2, sizeof(T), x, y, 0));
}
template <class T>
SIMT_ON_CALLERS_LINE T tex3D(cudaTextureObject_t texture, float x, float y, float z) {
  return simt::texel_at<T>(simt_texel(texture, 3, sizeof(T), x, y, z));
}

// The same with the result written to a variable.
template <class T>
SIMT_ON_CALLERS_LINE void tex1Dfetch(T* texel, cudaTextureObject_t texture, int index) {
  *texel = tex1Dfetch<T>(texture, index);
}
template <class T>
SIMT_ON_CALLERS_LINE void tex1D(T* texel, cudaTextureObject_t texture, float x) {
  *texel = tex1D<T>(texture, x);
}
template <class T>
SIMT_ON_CALLERS_LINE void tex2D(T* texel, cudaTextureObject_t texture, float x, float y) {
  *texel = tex2D<T>(texture, x, y);
}
template <class T>
SIMT_ON_CALLERS_LINE void tex3D(T* texel, cudaTextureObject_t texture, float x, float y, float z) {
  *texel = tex3D<T>(texture, x, y, z);
}

SIMT_FOR_KERNELS_END
