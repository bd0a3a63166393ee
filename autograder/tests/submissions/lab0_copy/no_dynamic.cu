// The launch gives no dynamic shared memory to a kernel that uses it (0.1).
#include "copy.cuh"

__global__ void through_shared(float* out, const float* in, int n) {
  extern __shared__ float staged[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) staged[threadIdx.x] = in[i];
  __syncthreads();
  if (i < n) out[i] = staged[threadIdx.x];
}

void copy_scalar(float* out, const float* in, int n) {
  through_shared<<<(n + 255) / 256, 256>>>(out, in, n);  // @launch
}
