// The host's clock around calls that return at once.
#include "streams.cuh"

#include <chrono>

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

__global__ void all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

void timed_stages(float* host_milliseconds, float* host_out, const float* host_in, float* device, int n, int rounds) {
  const size_t bytes = n * sizeof(float);
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();  // @host_clock
  cudaMemcpyAsync(device, host_in, bytes, cudaMemcpyHostToDevice);
  const auto copied = Clock::now();
  all<<<(n + 255) / 256, 256>>>(device, device, n, rounds);
  const auto computed = Clock::now();
  cudaMemcpyAsync(host_out, device, bytes, cudaMemcpyDeviceToHost);
  const auto end = Clock::now();
  using Milliseconds = std::chrono::duration<float, std::milli>;
  host_milliseconds[0] = Milliseconds(copied - start).count();
  host_milliseconds[1] = Milliseconds(computed - copied).count();
  host_milliseconds[2] = Milliseconds(end - computed).count();
}
