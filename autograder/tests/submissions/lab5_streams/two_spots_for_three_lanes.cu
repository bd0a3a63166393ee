// Three streams take turns, and two places in the device's memory: the fourth piece comes in where the second one may
// still be computed.
#include "streams.cuh"

constexpr int LANES = 3;
constexpr int PARTS = 12;

extern "C" void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
extern "C" void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

__global__ void work(float* values, int count, int rounds) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    values[i] = process(values[i], rounds);
  }
}

extern "C" void pipeline(float* host_out, const float* host_in, float* device, int n, int rounds) {
  cudaStream_t lane[LANES];
  for (int l = 0; l < LANES; ++l) cudaStreamCreate(lane + l);
  const int part = (n + PARTS - 1) / PARTS;
  for (int k = 0; k * part < n; ++k) {
    const int count = n - k * part < part ? n - k * part : part;
    const size_t bytes = count * sizeof(float);
    float* const spot = device + k % 2 * part;  // @here
    const cudaStream_t mine = lane[k % LANES];
    cudaMemcpyAsync(spot, host_in + k * part, bytes, cudaMemcpyHostToDevice, mine);  // @copy
    work<<<(count + 255) / 256, 256, 0, mine>>>(spot, count, rounds);
    cudaMemcpyAsync(host_out + k * part, spot, bytes, cudaMemcpyDeviceToHost, mine);
  }
  for (int l = 0; l < LANES; ++l) cudaStreamDestroy(lane[l]);
}
