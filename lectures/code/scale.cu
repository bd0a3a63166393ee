// Lecture 0: a whole CUDA program. It multiplies a million numbers by 2.5 on the GPU and checks the result.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

// [check]
// Every function of the CUDA runtime returns an error code. This macro prints the line of a call that failed, and
// stops.
#define CHECK(call)                                                                    \
  if (const cudaError_t code = (call); code != cudaSuccess) {                          \
    std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(code)); \
    std::exit(1);                                                                      \
  }
// [check]

// [kernel]
// Runs on the GPU, once for each thread.
__global__ void scale(float* out, const float* in, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;  // the number of this thread in the whole grid
  if (i < n) out[i] = factor * in[i];                   // the guard: the last block has threads without an element
}
// [kernel]

int main() {
  // [memory]
  const int n = 1000003;  // no multiple of a block
  const size_t bytes = n * sizeof(float);
  std::vector<float> in(n), out(n);  // in the host's memory
  for (int i = 0; i < n; ++i) in[i] = i % 100;

  float* device_in = nullptr;  // addresses in the GPU's memory
  float* device_out = nullptr;
  CHECK(cudaMalloc(&device_in, bytes));
  CHECK(cudaMalloc(&device_out, bytes));
  CHECK(cudaMemcpy(device_in, in.data(), bytes, cudaMemcpyHostToDevice));
  // [memory]

  // [launch]
  const int threads = 256;                         // of a block
  const int blocks = (n + threads - 1) / threads;  // n / threads, rounded up
  scale<<<blocks, threads>>>(device_out, device_in, 2.5f, n);
  CHECK(cudaGetLastError());  // was the launch accepted? The kernel may still be running.
  // [launch]

  // [result]
  // Waits for the kernel, and then copies.
  CHECK(cudaMemcpy(out.data(), device_out, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_in));
  CHECK(cudaFree(device_out));

  for (int i = 0; i < n; ++i) {
    if (out[i] != 2.5f * in[i]) {
      std::printf("element %d is %g instead of %g\n", i, out[i], 2.5f * in[i]);
      return 1;
    }
  }
  std::printf("all %d elements are right\n", n);
  // [result]
}
