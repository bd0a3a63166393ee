// What a thread throws, another thread catches: the type is the value, and nothing is counted.
#include "transpose.cuh"
template <int k>
struct Byte {};
__host__ __device__ int pass(int mine) {
#if !defined(SIMT_EMULATOR) || defined(__CUDA__)
  return mine;
#else
  int got = -1;
  try {
    if (mine & 1) throw Byte<1>();
    throw Byte<0>();
  } catch (...) {
    __syncthreads();
    try {
      throw;
    } catch (Byte<1>) {
      got = 1;
    } catch (Byte<0>) {
      got = 0;
    }
    __syncthreads();
  }
  return got;
#endif
}
__global__ void turn(float* out, const float* in, int n) {
  const int i = threadIdx.x;
  const int g = pass(i == 31 ? 1 : 0);
  if (i < n) out[i] = g;
}
void transpose_tiled(float* out, const float* in, int width, int height) {
  turn<<<1, 32>>>(out, in, width * height < 32 ? width * height : 32);
}
