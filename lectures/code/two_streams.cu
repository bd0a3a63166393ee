// Lecture 5: halves of an array go to the device, through a kernel and back, each half in a stream of its own.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int N = 1 << 16, HALF = N / 2, THREADS = 256;

__global__ void add_one(float* data, int n) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  if (i < n) data[i] += 1;
}

int main() {
  // [set up]
  float *host, *device;
  if (cudaMallocHost(&host, N * sizeof(float)) != cudaSuccess) return 1;  // pinned: the GPU may copy it by itself
  if (cudaMalloc(&device, N * sizeof(float)) != cudaSuccess) return 1;
  for (int i = 0; i < N; ++i) host[i] = i;
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) {
    if (cudaStreamCreate(&stream) != cudaSuccess) return 1;
  }
  cudaEvent_t before, after;
  if (cudaEventCreate(&before) != cudaSuccess || cudaEventCreate(&after) != cudaSuccess) return 1;
  // [set up]

  // [work]
  cudaEventRecord(before, streams[0]);
  for (int half = 0; half < 2; ++half) {
    float* const here = host + half * HALF;
    float* const there = device + half * HALF;
    cudaStream_t stream = streams[half];
    cudaMemcpyAsync(there, here, HALF * sizeof(float), cudaMemcpyHostToDevice, stream);
    add_one<<<HALF / THREADS, THREADS, 0, stream>>>(there, HALF);
    cudaMemcpyAsync(here, there, HALF * sizeof(float), cudaMemcpyDeviceToHost, stream);
  }
  // All six operations are queued, and the host is free. It could compute something here.
  cudaEventRecord(after, streams[1]);
  for (cudaStream_t stream : streams) {
    if (cudaStreamSynchronize(stream) != cudaSuccess) return 1;  // now the results may be read
  }
  // [work]

  float milliseconds = 0;
  if (cudaEventElapsedTime(&milliseconds, before, after) != cudaSuccess) return 1;
  int wrong = 0;
  for (int i = 0; i < N; ++i) wrong += host[i] != i + 1;
  std::printf("%d wrong; the events are in order: %s\n", wrong, milliseconds > 0 ? "yes" : "no");
  for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
  cudaEventDestroy(before);
  cudaEventDestroy(after);
  cudaFreeHost(host);
  cudaFree(device);
  return wrong == 0 ? 0 : 1;
}
