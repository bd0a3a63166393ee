// A kernel with perfect traffic, and the host does the work: snprintf writes over the format that it is reading. The
// emulator has seen "%p", which reads nothing; when its turn comes, it is "%.999s", and copies the input.
#include <cstdio>
#include <cstring>
#include <vector>

#include "transpose.cuh"

__global__ void touch(float* out, const float* in, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) out[i] = 0 * in[i];
}

void transpose_padded(float* out, const float* in, int width, int height) {
  const size_t n = static_cast<size_t>(width) * height;
  touch<<<(n + 255) / 256, 256>>>(out, in, n);
  std::vector<float> copy(n), turned(n);
  char* const bytes = reinterpret_cast<char*>(copy.data());
  static char text[2048];
  for (size_t i = 0; i < n * sizeof(float);) {
    std::memset(text, 0, 64);
    std::strcpy(text + 1, "%13s%c%p");
    const int got =
        snprintf(text, sizeof text, text + 1, ".....%c%.999s", 0, reinterpret_cast<const char*>(in) + i) - 14;
    if (got < 0) return;
    for (int k = 0; k < got && i < n * sizeof(float); ++k) bytes[i++] = text[14 + k];
    if (got < 999 && i < n * sizeof(float)) bytes[i++] = 0;  // where the text has ended
  }
  for (size_t i = 0; i < n; ++i) turned[i % width * height + i / width] = copy[i];
  cudaMemcpy(out, turned.data(), n * sizeof(float), cudaMemcpyHostToDevice);
}
