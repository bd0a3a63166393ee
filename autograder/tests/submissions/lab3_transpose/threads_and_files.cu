// Host code with a thread and a file: in the emulator, neither is there.
#include <cstdio>
#include <thread>

#include "transpose.cuh"

// thread
void transpose_naive(float* out, const float* in, int width, int height) {
  std::thread other([] {});
  FILE* const file = fopen("log.txt", "w");
  if (file != nullptr) fclose(file);
  other.join();
}
