// The event is recorded in the stream of the kernels, and not in that of the copies.
#include "streams.cuh"
__global__ void work(float* data, int n, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = process(data[i], rounds);
}
static cudaStream_t up, middle, down;
static cudaEvent_t came[16], done[16];
void pin(void* memory, size_t bytes) {
  cudaHostRegister(memory, bytes, cudaHostRegisterMapped);
  for (cudaStream_t* s : {&up, &middle, &down}) cudaStreamCreateWithFlags(s, cudaStreamNonBlocking);
  for (int c = 0; c < 16; ++c) {
    cudaEventCreateWithFlags(&came[c], cudaEventDisableTiming);
    cudaEventCreateWithFlags(&done[c], cudaEventDisableTiming);
  }
}
void unpin(void* memory, size_t) { cudaHostUnregister(memory); }
void pipeline(float* host_out, const float* host_in, float* device, int n, int rounds) {
  const int each = (n + 15) / 16;
  for (int c = 0; c * each < n; ++c) {
    const int first = c * each, count = n - first < each ? n - first : each;
    cudaMemcpyAsync(device + first, host_in + first, count * sizeof(float), cudaMemcpyHostToDevice, up);
    cudaEventRecord(came[c], middle);  // @here
    cudaStreamWaitEvent(middle, came[c], 0);
    work<<<(count + 255) / 256, 256, 0, middle>>>(device + first, count, rounds);
    cudaEventRecord(done[c], middle);
    cudaStreamWaitEvent(down, done[c], 0);
    cudaMemcpyAsync(host_out + first, device + first, count * sizeof(float), cudaMemcpyDeviceToHost, down);
  }
}
