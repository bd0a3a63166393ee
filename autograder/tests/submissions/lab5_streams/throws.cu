// Right: an owner for each resource, a wrapper that throws, and chunks in two streams.
#include "streams.cuh"

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace {

struct CudaError : std::runtime_error {
  explicit CudaError(cudaError_t e) : std::runtime_error(cudaGetErrorString(e)), code(e) {}
  cudaError_t code;
};

void check(cudaError_t error) {
  if (error != cudaSuccess) throw CudaError(error);
}

struct Free {
  void operator()(float* memory) const { cudaFree(memory); }
};
using DeviceArray = std::unique_ptr<float, Free>;

DeviceArray device_array(size_t count) {
  void* memory = nullptr;
  check(cudaMalloc(&memory, count * sizeof(float)));
  return DeviceArray(static_cast<float*>(memory));
}

class Stream {
 public:
  Stream() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  ~Stream() { cudaStreamDestroy(stream_); }
  operator cudaStream_t() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

__global__ void map(float* x, int n, int rounds) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] = process(x[i], rounds);
}

void run(float* host_out, const float* host_in, int n, int rounds, int threads) {
  const DeviceArray device = device_array(n);
  const Stream streams[3];
  const int size = std::max(1024, n / 8);
  for (int first = 0, i = 0; first < n; first += size, i = (i + 1) % 3) {
    const int count = std::min(size, n - first);
    float* const chunk = device.get() + first;
    check(cudaMemcpyAsync(chunk, host_in + first, count * sizeof(float), cudaMemcpyDefault, streams[i]));
    map<<<(count + threads - 1) / threads, threads, 0, streams[i]>>>(chunk, count, rounds);
    check(cudaGetLastError());
    check(cudaMemcpyAsync(host_out + first, chunk, count * sizeof(float), cudaMemcpyDefault, streams[i]));
  }
  check(cudaDeviceSynchronize());
}

}  // namespace

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

int whole_program(float* host_out, const float* host_in, int n, int rounds, int threads) {
  try {
    run(host_out, host_in, n, rounds, threads);
  } catch (const CudaError& error) {
    return error.code;
  }
  return cudaSuccess;
}
