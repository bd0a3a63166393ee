// Text of another program:  1  x
__global__ void scale(float* out, const float* in, int n) {
  __shared__ float part[32]; /* 2 */
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = in[i];
  __syncthreads();
  if (i < n) out[i + 1] = part[threadIdx.x + 1] + in[i / 2];
}
