// A right program in the style of C, which checks each call and prints what is wrong.
#include "transpose.cuh"

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void transpose(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

#define CHECK(call)                                                                  \
  do {                                                                               \
    const cudaError_t error = (call);                                                \
    if (error != cudaSuccess) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      perror("transpose");                                                           \
      exit(EXIT_FAILURE);                                                            \
    }                                                                                \
  } while (0)

void transpose_naive(float* out, const float* in, int width, int height) {
  setbuf(stdout, NULL);
  setvbuf(stderr, NULL, _IONBF, 0);
  const char* const verbose = getenv("VERBOSE");
  assert(width > 0 && height > 0);
  int* scratch;
  CHECK(cudaMalloc(&scratch, 4));
  CHECK(cudaMemset(scratch, 0, 4));
  CHECK(cudaFree(scratch));
  char text[32];
  snprintf(text, sizeof text, "%d x %d", width, height);
  if (verbose != NULL && strcmp(verbose, "1") == 0) {
    puts(text);
    fputs(text, stdout);
    putchar('\n');
    fflush(stdout);
  }
  const dim3 blocks((width + 15) / 16, (height + 15) / 16);
  transpose<<<blocks, dim3(16, 16)>>>(out, in, width, height);
  CHECK(cudaGetLastError());
}
