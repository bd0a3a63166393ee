// Matrix-vector products whose cache hits and misses a profiler recorded (measurements/record_caches.py): v1.0 a thread
// for each row, v1.1 its rows scrambled, v2 with x in shared memory, v3 with A too. For the emulator, and with main for
// a GPU.
#include <cuda_runtime.h>

namespace {

constexpr int TILE = 32;  // threads a block of v2 and v3

__device__ void product(float* y, const float* a, const float* x, int n, int row) {
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < n; ++i) sum += a[static_cast<size_t>(row) * n + i] * x[i];
  y[row] = sum;
}

__global__ void v1_0(float* y, const float* a, const float* x, int, int n) {
  product(y, a, x, n, blockIdx.x * blockDim.x + threadIdx.x);
}

__global__ void v1_1(float* y, const float* a, const float* x, int rows, int n) {
  product(y, a, x, n, (blockIdx.x * blockDim.x + 513 * threadIdx.x) % rows);
}

__global__ void v2(float* y, const float* a, const float* x, int, int n) {
  __shared__ float part[TILE];
  const int row = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int start = 0; start < n; start += TILE) {
    part[threadIdx.x] = x[start + threadIdx.x];
    __syncthreads();
#pragma unroll 1
    for (int i = 0; i < TILE; ++i) sum += a[static_cast<size_t>(row) * n + start + i] * part[i];
    __syncthreads();
  }
  y[row] = sum;
}

__global__ void v3(float* y, const float* a, const float* x, int, int n) {
  __shared__ float part[TILE];
  __shared__ float tile[TILE][TILE + 1];
  const int row = blockIdx.x * TILE;
  float sum = 0;
  for (int start = 0; start < n; start += TILE) {
    part[threadIdx.x] = x[start + threadIdx.x];
#pragma unroll 1
    for (int j = 0; j < TILE; ++j) tile[j][threadIdx.x] = a[static_cast<size_t>(row + j) * n + start + threadIdx.x];
    __syncthreads();
#pragma unroll 1
    for (int i = 0; i < TILE; ++i) sum += tile[threadIdx.x][i] * part[i];
    __syncthreads();
  }
  y[row + threadIdx.x] = sum;
}

struct Case {
  const char* label;
  void (*kernel)(float*, const float*, const float*, int, int);
  int rows, columns, threads;
};

constexpr Case cases[] = {
    {"v1.0, 1024 x 1024", v1_0, 1024, 1024, 32},
    {"v1.1, 1024 x 1024", v1_1, 1024, 1024, 32},
    {"v2, 1024 x 1024", v2, 1024, 1024, 32},
    {"v3, 1024 x 1024", v3, 1024, 1024, 32},
    {"v1.0, 256 rows a multiprocessor", v1_0, 132 * 256, 256, 256},
    {"v1.0, 512 rows a multiprocessor", v1_0, 132 * 512, 256, 256},
    {"v1.0, 1024 rows a multiprocessor", v1_0, 132 * 1024, 256, 256},
    {"v1.0, 2048 rows a multiprocessor", v1_0, 132 * 2048, 256, 256},
};

}  // namespace

extern "C" {
int matvec_count() { return static_cast<int>(sizeof cases / sizeof cases[0]); }
const char* matvec_label(int i) { return cases[i].label; }
int matvec_rows(int i) { return cases[i].rows; }
int matvec_columns(int i) { return cases[i].columns; }
void matvec_run(int i, float* y, const float* a, const float* x) {
  const Case& one = cases[i];
  const auto kernel = one.kernel;
  kernel<<<one.rows / one.threads, one.threads>>>(y, a, x, one.rows, one.columns);
}
}

#ifdef __CUDACC__
#include <cstdio>
int main() {
  float *a, *x, *y;
  cudaMalloc(&a, 300u << 20);
  cudaMalloc(&x, 1u << 20);
  cudaMalloc(&y, 2u << 20);
  for (int i = 0; i < matvec_count(); ++i) {
    std::printf("%s\n", matvec_label(i));
    matvec_run(i, y, a, x);
  }
  return cudaDeviceSynchronize();
}
#endif
