__global__ void k(int* out) { out[0] = 1; }  // @global
__global__ void s(int* out) { __shared__ int f; f = 1; __syncthreads(); if (threadIdx.x == 0) out[0] = f; }  // @shared
int main() { int* d; cudaMalloc(&d, 4); k<<<1, 32>>>(d); cudaFree(d); cudaMalloc(&d, 4); s<<<1, 32>>>(d); cudaFree(d); return 0; }
