// A product of matrices in the style of PolyBench: macros for types and sizes, a clock of the host, a comparison in per
// cent with the host's result.
#include <sys/time.h>

#include <cmath>

#include "check.hpp"

#define NI 48
#define NJ 40
#define NK 56
#define DIM_THREAD_BLOCK_X 32
#define DIM_THREAD_BLOCK_Y 8
#define PERCENT_DIFF_ERROR_THRESHOLD 0.05
typedef float DATA_TYPE;
#define ALPHA 2.0f
#define BETA 3.0f
#define SMALL_FLOAT_VAL 0.00000001f

double rtclock() {
  struct timeval now;
  gettimeofday(&now, nullptr);
  return now.tv_sec + now.tv_usec * 1.0e-6;
}

float percentDiff(double a, double b) {
  if (std::fabs(a) < 0.01 && std::fabs(b) < 0.01) return 0.0f;
  return 100.0f * std::fabs(std::fabs(a - b) / std::fabs(a + SMALL_FLOAT_VAL));
}

__global__ void gemm_kernel(DATA_TYPE* a, DATA_TYPE* b, DATA_TYPE* c) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if ((i < NI) && (j < NJ)) {
    c[i * NJ + j] *= BETA;
    for (int k = 0; k < NK; k++) c[i * NJ + j] += ALPHA * a[i * NK + k] * b[k * NJ + j];
  }
}

int main() {
  static DATA_TYPE a[NI * NK], b[NK * NJ], c[NI * NJ], from_gpu[NI * NJ];
  for (int i = 0; i < NI * NK; i++) a[i] = static_cast<DATA_TYPE>(i % NI) / NI;
  for (int i = 0; i < NK * NJ; i++) b[i] = static_cast<DATA_TYPE>(i % NJ) / NJ;
  for (int i = 0; i < NI * NJ; i++) c[i] = static_cast<DATA_TYPE>(i % 17) / 17;
  DATA_TYPE *a_gpu, *b_gpu, *c_gpu;
  CHECK(cudaMalloc((void**)&a_gpu, sizeof a));
  CHECK(cudaMalloc((void**)&b_gpu, sizeof b));
  CHECK(cudaMalloc((void**)&c_gpu, sizeof c));
  CHECK(cudaMemcpy(a_gpu, a, sizeof a, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(b_gpu, b, sizeof b, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(c_gpu, c, sizeof c, cudaMemcpyHostToDevice));
  const dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
  const dim3 grid((size_t)(std::ceil(((float)NJ) / ((float)block.x))),
                  (size_t)(std::ceil(((float)NI) / ((float)block.y))));
  const double start = rtclock();
  gemm_kernel<<<grid, block>>>(a_gpu, b_gpu, c_gpu);
  CHECK(cudaDeviceSynchronize());
  const double end = rtclock();
  CHECK(cudaMemcpy(from_gpu, c_gpu, sizeof c, cudaMemcpyDeviceToHost));
  int fail = 0;
  for (int i = 0; i < NI; i++) {
    for (int j = 0; j < NJ; j++) {
      c[i * NJ + j] *= BETA;
      for (int k = 0; k < NK; ++k) c[i * NJ + j] += ALPHA * a[i * NK + k] * b[k * NJ + j];
      if (percentDiff(c[i * NJ + j], from_gpu[i * NJ + j]) > PERCENT_DIFF_ERROR_THRESHOLD) fail++;
    }
  }
  std::printf("GPU Runtime: %s\n", end >= start ? "known" : "negative");
  std::printf("Non-Matching CPU-GPU Outputs Beyond Error Threshold of %4.2f Percent: %d\n",
              PERCENT_DIFF_ERROR_THRESHOLD, fail);
  CHECK(cudaFree(a_gpu));
  CHECK(cudaFree(b_gpu));
  CHECK(cudaFree(c_gpu));
  return fail != 0;
}
