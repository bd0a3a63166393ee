// The last thread ends the launch: what was requested until then is counted.
__global__ void fill(int* out, int last) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i;               // @fill
  if (i == last) __trap();  // @trap
}

int main() {
  int* out;
  cudaMalloc(&out, 4000);
  fill<<<4, 250>>>(out, 999);
  cudaDeviceSynchronize();
  cudaFree(out);
}
