// the textbook warp-synchronous tail of a reduction, volatile, no __syncwarp: broken since Volta
__global__ void k(int* out, const int* in) {
  __shared__ volatile int s[64]; int t = threadIdx.x; s[t] = in[t]; __syncthreads();  // @load
  if (t < 32) { s[t] += s[t + 32]; s[t] += s[t + 16]; s[t] += s[t + 8]; s[t] += s[t + 4]; s[t] += s[t + 2]; s[t] += s[t + 1]; }  // @tail
  if (t == 0) out[0] = s[0];  // @out
}
#include <cstdio>
int main() { int h[64], r, *d, *i; for (int k = 0; k < 64; ++k) h[k] = k; cudaMalloc(&d, 4); cudaMalloc(&i, 256); cudaMemcpy(i, h, 256, cudaMemcpyHostToDevice); k<<<1, 64>>>(d, i); cudaMemcpy(&r, d, 4, cudaMemcpyDeviceToHost); printf("%d of 2016\n", r); cudaFree(d); cudaFree(i); return 0; }
