// A stream waits for an event before anything has recorded it.
#include "streams.cuh"

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

__global__ void work(float* v, int count, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) v[i] = process(v[i], rounds);
}

void pipeline(float* host_out, const float* host_in, float* device, int n, int rounds) {
  const int chunks = 16;
  static cudaStream_t up, run, down;
  static cudaEvent_t loaded[chunks], computed[chunks];
  if (!up) {
    cudaStreamCreateWithFlags(&up, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&run, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&down, cudaStreamNonBlocking);
    for (int i = 0; i < chunks; ++i) {
      cudaEventCreateWithFlags(&loaded[i], cudaEventDisableTiming);
      cudaEventCreateWithFlags(&computed[i], cudaEventDisableTiming);
    }
  }
  const int size = (n + chunks - 1) / chunks;
  for (int i = 0; i < chunks && i * size < n; ++i) {
    const int off = i * size;
    const int count = min(size, n - off);
    const size_t bytes = sizeof(float) * count;
    cudaMemcpyAsync(device + off, host_in + off, bytes, cudaMemcpyHostToDevice, up);
    cudaEventRecord(loaded[i], up);
    cudaStreamWaitEvent(run, loaded[i], 0);
    cudaStreamWaitEvent(down, computed[i], 0);  // @wait
    work<<<(count + 255) / 256, 256, 0, run>>>(device + off, count, rounds);
    cudaEventRecord(computed[i], run);
    cudaMemcpyAsync(host_out + off, device + off, bytes, cudaMemcpyDeviceToHost, down);
  }
}
