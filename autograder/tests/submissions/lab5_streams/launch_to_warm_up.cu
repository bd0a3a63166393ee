#include "streams.cuh"

// Part 5.1, pageable against pinned: what the operating system may move, no copy engine can read by itself.
void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }

void unpin(void* memory, size_t /*bytes*/) { cudaHostUnregister(memory); }

void upload(float* device, const float* host_in, int n) {
  cudaMemcpyAsync(device, host_in, n * sizeof(float), cudaMemcpyHostToDevice);
}

// For parts 5.2 to 5.6.
__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

// Part 5.3, events as timers. A stage has a timer of its own, with two events.
class StageTimer {
 public:
  StageTimer() {
    cudaEventCreate(&begin_);
    cudaEventCreate(&end_);
  }
  ~StageTimer() {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }
  template <class Work>
  void around(Work work) {
    cudaEventRecord(begin_);
    work();
    cudaEventRecord(end_);
  }
  float milliseconds() const {
    float time = 0;
    cudaEventSynchronize(end_);
    cudaEventElapsedTime(&time, begin_, end_);
    return time;
  }

 private:
  cudaEvent_t begin_, end_;
};

void timed_stages(float* host_milliseconds, float* host_out, const float* host_in, float* device, int n, int rounds) {
  const size_t bytes = n * sizeof(float);
  const int threads = 256, blocks = (n + threads - 1) / threads;
  StageTimer in, kernel, out;
  in.around([&] { cudaMemcpyAsync(device, host_in, bytes, cudaMemcpyHostToDevice); });
  // The first launch of a kernel takes longer: one to warm up, which is not measured.
  process_all<<<blocks, threads>>>(device, device, n, rounds);  // @here
  kernel.around([&] { process_all<<<blocks, threads>>>(device, device, n, rounds); });
  out.around([&] { cudaMemcpyAsync(host_out, device, bytes, cudaMemcpyDeviceToHost); });
  host_milliseconds[2] = out.milliseconds();
  host_milliseconds[1] = kernel.milliseconds();
  host_milliseconds[0] = in.milliseconds();
}
