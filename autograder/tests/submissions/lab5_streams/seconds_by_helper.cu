// Times in seconds, where milliseconds are asked for.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

__global__ void work(float* v, int count, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) v[i] = process(v[i], rounds);
}

class Watch {
 public:
  Watch() { cudaEventCreate(&e_); }
  ~Watch() { cudaEventDestroy(e_); }
  void mark() { cudaEventRecord(e_); }
  void wait() { cudaEventSynchronize(e_); }
  float since(const Watch& o) const {
    float t = 0;
    cudaEventElapsedTime(&t, o.e_, e_);
    return t / 1000;  // @here
  }

 private:
  cudaEvent_t e_;
};

void timed_stages(float* host_milliseconds, float* host_out, const float* host_in, float* device, int n, int rounds) {
  Watch w[4];
  w[0].mark();
  cudaMemcpyAsync(device, host_in, n * sizeof(float), cudaMemcpyHostToDevice);
  w[1].mark();
  work<<<(n + 255) / 256, 256>>>(device, n, rounds);
  w[2].mark();
  cudaMemcpyAsync(host_out, device, n * sizeof(float), cudaMemcpyDeviceToHost);
  w[3].mark();
  w[3].wait();
  for (int s = 0; s < 3; ++s) host_milliseconds[s] = w[s + 1].since(w[s]);
}
