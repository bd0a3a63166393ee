// Lab 5, streams and host memory: the reference. The simplest code that shows each idea; in 5.2 and 5.4 the sizes of
// the chunks are tuned.
#include "streams.cuh"

#include <algorithm>
#include <array>

namespace {

constexpr int THREADS = 256;
constexpr int STREAMS = 4;
constexpr int LARGEST_CHUNK = 1 << 21;   // floats: 8 MiB
constexpr int SMALLEST_CHUNK = 1 << 18;  // 1 MiB: below, what each operation costs by itself begins to count

__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

void launch(float* out, const float* in, int n, int rounds, cudaStream_t stream = nullptr) {
  process_all<<<(n + THREADS - 1) / THREADS, THREADS, 0, stream>>>(out, in, n, rounds);
}

size_t bytes_of(int n) { return n * sizeof(float); }

// Made when first asked for, and kept. They do not wait for the default stream, nor it for them.
const std::array<cudaStream_t, STREAMS>& streams() {
  static const std::array<cudaStream_t, STREAMS> all = [] {
    std::array<cudaStream_t, STREAMS> made;
    for (cudaStream_t& stream : made) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    return made;
  }();
  return all;
}

// Calls step(first, count, stream) for chunk after chunk, each in the next stream. The first chunk's copy in and the
// last one's copy out overlap nothing: chunks grow from the smallest size on, and shrink to it again.
template <class Step>
void for_each_chunk(int n, Step step) {
  int size = SMALLEST_CHUNK;
  for (int first = 0, number = 0; first < n; ++number) {
    const int left = n - first;
    while (size > SMALLEST_CHUNK && 2 * size > left) size /= 2;
    const int count = std::min(size, left);
    step(first, count, streams()[number % STREAMS]);
    first += count;
    if (size < LARGEST_CHUNK && 4 * size <= n - first) size *= 2;
  }
}

}  // namespace

void pin(void* memory, size_t bytes) { cudaHostRegister(memory, bytes, cudaHostRegisterMapped); }

void unpin(void* memory, size_t) { cudaHostUnregister(memory); }

void upload(float* device, const float* host_in, int n) {
  cudaMemcpyAsync(device, host_in, bytes_of(n), cudaMemcpyHostToDevice);
}

void overlap(float* device, const float* host_in, int n, int rounds) {
  for_each_chunk(n, [&](int first, int count, cudaStream_t stream) {
    float* const chunk = device + first;
    cudaMemcpyAsync(chunk, host_in + first, bytes_of(count), cudaMemcpyHostToDevice, stream);
    launch(chunk, chunk, count, rounds, stream);
  });
}

void timed_stages(float* host_milliseconds, float* host_out, const float* host_in, float* device, int n, int rounds) {
  cudaEvent_t after[4];
  for (cudaEvent_t& event : after) cudaEventCreate(&event);
  cudaEventRecord(after[0]);
  cudaMemcpyAsync(device, host_in, bytes_of(n), cudaMemcpyHostToDevice);
  cudaEventRecord(after[1]);
  launch(device, device, n, rounds);
  cudaEventRecord(after[2]);
  cudaMemcpyAsync(host_out, device, bytes_of(n), cudaMemcpyDeviceToHost);
  cudaEventRecord(after[3]);
  cudaEventSynchronize(after[3]);
  for (int stage = 0; stage < 3; ++stage) {
    cudaEventElapsedTime(&host_milliseconds[stage], after[stage], after[stage + 1]);
  }
  for (const cudaEvent_t event : after) cudaEventDestroy(event);
}

// The streams keep a chunk's three operations in order; different chunks have nothing to do with each other.
void pipeline(float* host_out, const float* host_in, float* device, int n, int rounds) {
  for_each_chunk(n, [&](int first, int count, cudaStream_t stream) {
    float* const chunk = device + first;
    cudaMemcpyAsync(chunk, host_in + first, bytes_of(count), cudaMemcpyHostToDevice, stream);
    launch(chunk, chunk, count, rounds, stream);
    cudaMemcpyAsync(host_out + first, chunk, bytes_of(count), cudaMemcpyDeviceToHost, stream);
  });
}

void zero_copy(float* host_out, const float* host_in, int n, int rounds) {
  void* out = nullptr;
  void* in = nullptr;
  cudaHostGetDevicePointer(&out, host_out, 0);
  cudaHostGetDevicePointer(&in, const_cast<float*>(host_in), 0);
  launch(static_cast<float*>(out), static_cast<const float*>(in), n, rounds);
}

// The pieces of parts 5.2 and 5.4, each by itself: no order of chunks is faster than the slowest of them. For the grader.
extern "C" {
void overlap_only_in(float* device, const float* host_in, int n, int) { upload(device, host_in, n); }
void overlap_only_kernel(float* device, const float*, int n, int rounds) { launch(device, device, n, rounds); }

void pipeline_only_in(float*, const float* host_in, float* device, int n, int) { upload(device, host_in, n); }
void pipeline_only_kernel(float*, const float*, float* device, int n, int rounds) {
  launch(device, device, n, rounds);
}
void pipeline_only_out(float* host_out, const float*, float* device, int n, int) {
  cudaMemcpyAsync(host_out, device, bytes_of(n), cudaMemcpyDeviceToHost);
}
}
