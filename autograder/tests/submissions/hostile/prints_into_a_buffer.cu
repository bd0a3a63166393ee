// A kernel prints the input, and the host reads the text in the buffer of the stream.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include "transpose.cuh"

static char text[1 << 20];
__global__ void say(const float* in, int n) {
  for (int i = 0; i < n; ++i) printf("%a ", in[i]);
}
__global__ void put(float* out, int at, float value) { out[at] = value; }
void transpose_padded(float* out, const float* in, int width, int height) {
  setvbuf(stdout, text, _IOFBF, sizeof text);
  say<<<1, 1>>>(in, width * height);
  cudaDeviceSynchronize();
  const char* at = text;
  char* next = nullptr;
  for (int i = 0; i < width * height; ++i, at = next)
    put<<<1, 1>>>(out, i % width * height + i / width, strtof(at, &next));
}
