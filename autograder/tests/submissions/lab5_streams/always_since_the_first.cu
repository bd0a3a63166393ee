#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

namespace {

enum Stage { COPY_IN, KERNEL, COPY_OUT, STAGES };

class Stopwatch {
 public:
  explicit Stopwatch(cudaStream_t stream) : stream_(stream) {
    for (cudaEvent_t& e : laps_) cudaEventCreate(&e);
  }
  ~Stopwatch() {
    for (cudaEvent_t e : laps_) cudaEventDestroy(e);
  }
  void lap() { cudaEventRecord(laps_[taken_++], stream_); }
  void wait() { cudaEventSynchronize(laps_[taken_ - 1]); }
  float milliseconds(int stage) const {
    float result = 0;
    cudaEventElapsedTime(&result, laps_[0], laps_[stage + 1]);  // @here
    return result;
  }

 private:
  cudaStream_t stream_;
  cudaEvent_t laps_[STAGES + 1];
  int taken_ = 0;
};

__global__ void in_place(float* data, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = process(data[i], rounds);
}

}  // namespace

void timed_stages(float* host_milliseconds, float* host_out, const float* host_in, float* device, int n, int rounds) {
  const size_t bytes = n * sizeof(float);
  const cudaStream_t stream = nullptr;
  Stopwatch watch(stream);

  watch.lap();
  cudaMemcpyAsync(device, host_in, bytes, cudaMemcpyHostToDevice, stream);
  watch.lap();
  in_place<<<(n + 255) / 256, 256, 0, stream>>>(device, n, rounds);
  watch.lap();
  cudaMemcpyAsync(host_out, device, bytes, cudaMemcpyDeviceToHost, stream);
  watch.lap();

  watch.wait();
  for (int stage = COPY_IN; stage < STAGES; ++stage) host_milliseconds[stage] = watch.milliseconds(stage);
}
