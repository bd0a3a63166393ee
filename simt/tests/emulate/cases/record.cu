struct Record { float value; char priority; };
__global__ void k(float* out, const float* v, const char* p) {
  __shared__ Record tile[64];
  Record r;
  r.value = v[threadIdx.x];  // @value
  r.priority = p[threadIdx.x];  // @priority
  tile[threadIdx.x] = r;  // @copy
  __syncthreads();
  Record q = tile[63 - threadIdx.x];  // @read
  out[threadIdx.x] = q.priority > 3 ? q.value : 0;  // @out
}
__global__ void whole(Record* out) {
  __shared__ Record tile[64];
  tile[threadIdx.x].value = threadIdx.x; tile[threadIdx.x].priority = 1;  // @members
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];  // @whole
}
int main() { float *o, *v; char* p; cudaMalloc(&o, 512); cudaMalloc(&v, 256); cudaMalloc(&p, 64); cudaMemset(v, 0, 256); cudaMemset(p, 0, 64); k<<<1, 64>>>(o, v, p); whole<<<1, 64>>>((Record*)o); cudaFree(o); cudaFree(v); cudaFree(p); return 0; }
