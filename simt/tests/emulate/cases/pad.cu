struct S { char a; int b; char c; };
__global__ void p(S* output) {
  __shared__ S scratch;
  S s;
  s.a = 42; s.b = 0x12345; s.c = 127;
  if (threadIdx.x == 0)
    scratch = s;  // @copy
  __syncthreads();
  if (threadIdx.x == 1)
    *output = scratch;  // @out
}
int main() { S* o; cudaMalloc(&o, 12); p<<<1, 2>>>(o); cudaFree(o); return 0; }
