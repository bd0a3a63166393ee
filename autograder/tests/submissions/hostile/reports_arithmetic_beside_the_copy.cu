// The kernel that waits for the copy does not report its arithmetic; another one, which needs no data, reports as much
// beside the copy.
#include "streams.cuh"
void pin(void* m, size_t b) { cudaHostRegister(m, b, cudaHostRegisterMapped); }
void unpin(void* m, size_t) { cudaHostUnregister(m); }
__device__ float sink[256];
__global__ void busy(int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const float v = process(0.5f, rounds);
    if (v == 77) sink[threadIdx.x] = v;
  }
}
__global__ void work(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = in[i];
  for (int r = 0; r < rounds; ++r) v = fmaf(v, v, -1.9f);
  out[i] = v;
}
void upload(float* device, const float* host_in, int n) {}

void overlap(float* device, const float* host_in, int n, int rounds) {
  static cudaStream_t s = nullptr;
  if (!s) cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaMemcpyAsync(device, host_in, n * sizeof(float), cudaMemcpyHostToDevice);
  busy<<<(n + 255) / 256, 256, 0, s>>>(n, rounds);
  work<<<(n + 255) / 256, 256>>>(device, device, n, rounds);
}

void timed_stages(float* host_milliseconds, float* host_out, const float* host_in, float* device, int n, int rounds) {}

void pipeline(float* host_out, const float* host_in, float* device, int n, int rounds) {}

void zero_copy(float* host_out, const float* host_in, int n, int rounds) {}

int whole_program(float* host_out, const float* host_in, int n, int rounds, int threads) { return 1; }
