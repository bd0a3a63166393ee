// one block hands data to another through a volatile flag, which the reader resets before its fence
#include <cstdio>
__device__ volatile int flag; __device__ int data; __device__ int result;
__global__ void k() {
  if (blockIdx.x == 0) { data = 42; __threadfence(); flag = 1; }  // @writer
  else { while (flag == 0) {} __threadfence(); flag = 0; result = data; }  // @reader
}
int main() { k<<<2, 1>>>(); int r; cudaMemcpyFromSymbol(&r, result, 4); printf("%d\n", r); return 0; }
