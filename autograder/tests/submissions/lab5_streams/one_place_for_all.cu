// Every chunk has its place in `device`, and the kernel is given the beginning of all.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

__global__ void process_all(float* values, int n, int rounds) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    values[i] = process(values[i], rounds);
  }
}

void pipeline(float* host_out, const float* host_in, float* device, int n, int rounds) {
  static cudaStream_t streams[3] = {};
  for (cudaStream_t& stream : streams) {
    if (stream == nullptr) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  }
  const int chunk = (n + 11) / 12;
  int number = 0;
  for (int begin = 0; begin < n; begin += chunk, ++number) {
    const int count = n - begin < chunk ? n - begin : chunk;
    const size_t bytes = count * sizeof(float);
    cudaStream_t mine = streams[number % 3];
    cudaMemcpyAsync(device + begin, host_in + begin, bytes, cudaMemcpyHostToDevice, mine);
    process_all<<<256, 128, 0, mine>>>(device, count, rounds);  // @kernel
    cudaMemcpyAsync(host_out + begin, device + begin, bytes, cudaMemcpyDeviceToHost, mine);
  }
}
