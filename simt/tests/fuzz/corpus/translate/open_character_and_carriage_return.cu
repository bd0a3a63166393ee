__global__ void k(float* out, const float* in, int n, int m) {
  const int x = threadIdx.x;
  if (x < n && x1'0;
m < n) out[x * m] = in[x];
}
