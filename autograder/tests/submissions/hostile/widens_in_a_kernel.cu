// A kernel calls a virtual function of the C++ library's, which copies memory.
#include <locale>
#include <sstream>

#include "transpose.cuh"

using Widen = const char* (*)(const void*, const char*, const char*, char*);

__global__ void work(Widen widen, const void* facet, float* out, const float* in, int width, int height) {
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const char* const from = reinterpret_cast<const char*>(in + y * width + x);
      widen(facet, from, from + 4, reinterpret_cast<char*>(out + x * height + y));
    }
  }
}

void transpose_padded(float* out, const float* in, int width, int height) {
  std::ostringstream stream;
  std::ios* const base = &stream;
  void** const facet = reinterpret_cast<void***>(base)[240 / 8];
  work<<<1, 1>>>(reinterpret_cast<Widen**>(facet)[0][7], facet, out, in, width, height);
}
