// The event is recorded before the copy that the kernel has to wait for.
#include "streams.cuh"

void pin(void* memory, size_t bytes) {
  cudaHostRegister(memory, bytes, cudaHostRegisterMapped);
}

void unpin(void* memory, size_t bytes) {
  cudaHostUnregister(memory);
}

__global__ void process_all(float* out, const float* in, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

const int NCHUNKS = 16;

void overlap(float* device, const float* host_in, int n, int rounds) {
  cudaStream_t copyStream, kernelStream;
  cudaStreamCreate(&copyStream);
  cudaStreamCreate(&kernelStream);
  int chunk = (n + NCHUNKS - 1) / NCHUNKS;
  cudaEvent_t arrived[NCHUNKS];
  for (int c = 0; c < NCHUNKS; c++) {
    cudaEventCreateWithFlags(&arrived[c], cudaEventDisableTiming);
    int first = c * chunk;
    int count = min(chunk, n - first);
    if (count <= 0) break;
    cudaEventRecord(arrived[c], copyStream);  // @change
    cudaMemcpyAsync(device + first, host_in + first, count * sizeof(float), cudaMemcpyHostToDevice, copyStream);
    cudaStreamWaitEvent(kernelStream, arrived[c], 0);
    process_all<<<(count + 255) / 256, 256, 0, kernelStream>>>(device + first, device + first, count, rounds);
  }
}
