// Streams are members of a structure of the file; the second event is recorded in none of them.
#include "streams.cuh"

struct Queues {
  cudaStream_t in, work, out;
  cudaEvent_t here, done;
};

static Queues queues;

void pin(void* memory, size_t bytes) {
  cudaHostRegister(memory, bytes, cudaHostRegisterMapped);
  for (cudaStream_t* one : {&queues.in, &queues.work, &queues.out})
    cudaStreamCreateWithFlags(one, cudaStreamNonBlocking);
  for (cudaEvent_t* one : {&queues.here, &queues.done}) cudaEventCreateWithFlags(one, cudaEventDisableTiming);
}

void unpin(void* memory, size_t) {
  for (cudaStream_t one : {queues.in, queues.work, queues.out}) cudaStreamDestroy(one);
  for (cudaEvent_t one : {queues.here, queues.done}) cudaEventDestroy(one);
  cudaHostUnregister(memory);
}

__global__ void all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

void pipeline(float* host_out, const float* host_in, float* device, int n, int rounds) {
  const int size = n / 16 + 1;
  for (int first = 0; first < n; first += size) {
    const int count = min(size, n - first);
    const size_t bytes = count * sizeof(float);
    cudaMemcpyAsync(device + first, host_in + first, bytes, cudaMemcpyHostToDevice, queues.in);
    cudaEventRecord(queues.here, queues.in);
    cudaStreamWaitEvent(queues.work, queues.here, 0);
    all<<<(count + 255) / 256, 256, 0, queues.work>>>(device + first, device + first, count, rounds);
    cudaEventRecord(queues.done);  // @event
    cudaStreamWaitEvent(queues.out, queues.done, 0);
    cudaMemcpyAsync(host_out + first, device + first, bytes, cudaMemcpyDeviceToHost, queues.out);
  }
}
