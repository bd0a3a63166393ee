// Two kernels that the emulator and Oclgrind both run (measurements/record_speed.py): one uses mainly shared memory,
// one global memory. Their OpenCL twins are in comparison.cl.
#include <cuda_runtime.h>

__global__ void transpose_kernel(float* out, const float* in, int width, int height) {
  __shared__ float tile[32][33];
  const int column = threadIdx.x, row = threadIdx.y;
  int x = blockIdx.x * 32 + column;
  for (int j = row; j < 32; j += 8) {
    const int y = blockIdx.y * 32 + j;
    if (x < width && y < height) tile[j][column] = in[y * width + x];
  }
  __syncthreads();
  x = blockIdx.y * 32 + column;
  for (int j = row; j < 32; j += 8) {
    const int y = blockIdx.x * 32 + j;
    if (x < height && y < width) out[y * height + x] = tile[column][j];
  }
}

__global__ void matvec_kernel(float* y, const float* a, const float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int j = 0; j < n; ++j) sum += a[i * n + j] * x[j];
  y[i] = sum;
}

// Square matrices of n × n, n a multiple of 128.
extern "C" {
void transpose(float* out, const float* in, const float*, int n) {
  transpose_kernel<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(out, in, n, n);
}
void matvec(float* y, const float* a, const float* x, int n) { matvec_kernel<<<n / 128, 128>>>(y, a, x, n); }
}
