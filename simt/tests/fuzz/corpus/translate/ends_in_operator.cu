__global__ void k(float* out, const float* in, int n) {
  const int x = threadIdx.x;
  if (x + < n) out[x] = in[x];
  out[x] = -