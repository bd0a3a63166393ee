// The time of the last stage begins with the kernel: it is asked for from another event.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

class Stopwatch {
 public:
  Stopwatch() {
    for (auto& event : events_) cudaEventCreate(&event);
  }
  ~Stopwatch() {
    for (auto& event : events_) cudaEventDestroy(event);
  }
  void lap() { cudaEventRecord(events_[used_++]); }
  float between(int a, int b) {
    cudaEventSynchronize(events_[used_ - 1]);
    float ms = 0;
    cudaEventElapsedTime(&ms, events_[a], events_[b]);
    return ms;
  }

 private:
  cudaEvent_t events_[4];
  int used_ = 0;
};

void timed_stages(float* host_milliseconds, float* host_out, const float* host_in, float* device, int n, int rounds) {
  const size_t bytes = sizeof(float) * n;
  Stopwatch watch;
  watch.lap();
  cudaMemcpyAsync(device, host_in, bytes, cudaMemcpyHostToDevice);
  watch.lap();
  process_all<<<(n + 255) / 256, 256>>>(device, device, n, rounds);
  watch.lap();
  cudaMemcpyAsync(host_out, device, bytes, cudaMemcpyDeviceToHost);
  watch.lap();
  host_milliseconds[0] = watch.between(0, 1);
  host_milliseconds[1] = watch.between(1, 2);
  host_milliseconds[2] = watch.between(1, 3);  // @elapsed
}

