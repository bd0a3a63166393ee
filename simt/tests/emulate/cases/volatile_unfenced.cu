// volatile data and flag, no fence at all: a stale read on a GPU; no data race by PTX's letter
__device__ volatile int flag, data;
__global__ void k(int* out) { if (blockIdx.x == 0) { data = 42; flag = 1; } else { while (flag == 0) {} out[0] = data; } }  // @kernel
int main() { int* d; cudaMalloc(&d, 4); k<<<2, 1>>>(d); cudaFree(d); return 0; }
