__device__ int flag, data, out;
__global__ void k() { if (threadIdx.x == 0) { data = 1; __threadfence_block(); atomicExch(&flag, 1); } if (threadIdx.x == 32) { while (atomicExch(&flag, 0) == 0) {} out = data; } }  // @kernel
int main() { k<<<1, 64>>>(); return 0; }
