// C style, one end that every error goes to. Right at every call of the check; cudaPeekAtLastError leaves the error.
#include "streams.cuh"

__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

int whole_program(float* host_out, const float* host_in, int n, int rounds, int threads) {
  float *in = NULL, *out = NULL;
  const size_t bytes = (size_t)n * sizeof(float);
  cudaError_t error;
  if ((error = cudaMalloc((void**)&in, bytes)) != cudaSuccess) goto end;
  if ((error = cudaMalloc((void**)&out, bytes)) != cudaSuccess) goto end;
  if ((error = cudaMemcpy(in, host_in, bytes, cudaMemcpyHostToDevice)) != cudaSuccess) goto end;
  process_all<<<(n + threads - 1) / threads, threads>>>(out, in, n, rounds);
  if ((error = cudaPeekAtLastError()) != cudaSuccess) goto end;  // @here
  if ((error = cudaDeviceSynchronize()) != cudaSuccess) goto end;
  error = cudaMemcpy(host_out, out, bytes, cudaMemcpyDeviceToHost);
end:
  cudaFree(out);
  cudaFree(in);
  return error;
}
