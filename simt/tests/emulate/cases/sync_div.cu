__global__ void a(int* out) { __shared__ int s[64]; s[threadIdx.x] = 1; if (threadIdx.x < 48) __syncthreads(); out[threadIdx.x] = s[63 - threadIdx.x]; }  // @some_skip
__global__ void b(int* out) { __shared__ int s[64]; s[threadIdx.x] = 1; if (threadIdx.x < 32) __syncthreads(); else __syncthreads(); out[threadIdx.x] = s[63 - threadIdx.x]; }  // @two_barriers
int main() { int* d; cudaMalloc(&d, 256); a<<<1, 64>>>(d); b<<<1, 64>>>(d); cudaFree(d); return 0; }
