#include <cstdlib>
__global__ void before(int* data) { if (threadIdx.x == 0) *data = 0; atomicAdd(data, 1); }  // @before
__global__ void after(int* data, int* out) { atomicAdd(data, 1); if (threadIdx.x == blockDim.x - 1) *out = *data; }  // @after
__global__ void sbefore(int* out) { __shared__ int s; if (threadIdx.x == 0) s = 0; atomicAdd(&s, 1); __syncthreads(); if (threadIdx.x == 0) out[0] = s; }  // @shared_before
__global__ void safter(int* out) { __shared__ int s; if (threadIdx.x == 0) s = 0; __syncthreads(); atomicAdd(&s, 1); if (threadIdx.x == blockDim.x - 1) out[0] = s; }  // @shared_after
int main(int c, char** v) { int *d, *o; cudaMalloc(&d, 256); cudaMalloc(&o, 256); cudaMemset(d, 0, 256); int b = atoi(v[2]), t = atoi(v[3]);
 switch (*v[1]) { case 'b': before<<<b, t>>>(d); break; case 'a': after<<<b, t>>>(d, o); break; case 'B': sbefore<<<b, t>>>(o); break; case 'A': safter<<<b, t>>>(o); break; } cudaFree(d); cudaFree(o); return 0; }
