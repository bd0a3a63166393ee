// Lab @N@, @name@: your file. README.md beside it explains each part; `./grade lab@N@` tells you how far you are.
#include "@name@.cuh"

// Part @N@.1, simple: one thread, one element.
void @name@_simple(float* y, const float* x, float a, int n) {
  // TODO
}
