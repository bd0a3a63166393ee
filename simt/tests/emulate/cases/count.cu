// the classic: a counter cleared by one thread, counted up by all, no barrier between
__global__ void k(int* out, const int* in, int n) {
  __shared__ int count;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0)
    count = 0;  // @clear
  if (i < n && in[i] >= 0)  // @guard
    atomicAdd(&count, 1);  // @add
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = count;  // @out
}
int main() { int *o, *i; cudaMalloc(&o, 64); cudaMalloc(&i, 4096); cudaMemset(i, 0, 4096); k<<<4, 256>>>(o, i, 1000); cudaFree(o); cudaFree(i); return 0; }
