__global__ void k(int* out) {
  __shared__ int lock; __shared__ int got;
  if (threadIdx.x == 0) { lock = 0; }  // @clear
  __syncthreads();
  int old = atomicCAS(&lock, 0, 1 + threadIdx.x);  // @swap
  if (old == 0)
    out[0] = lock;  // @read
}
int main() { int* o; cudaMalloc(&o, 4); k<<<1, 64>>>(o); cudaFree(o); return 0; }
