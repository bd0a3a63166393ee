// One block for each tile of the triangle, whose number is computed with brackets in the wrong place.
#include "matmul.cuh"

__global__ void kernel(float* C, const float* A, int m) {
  __shared__ float a[32][33], b[32][33];
  int row = 0, number = blockIdx.x;
  while (number > row) number -= ++row;  // tile (row, number) of the triangle
  const int x = threadIdx.x, y = threadIdx.y;
  const int top = row * 32, left = number * 32;
  a[y][x] = top + y < m ? A[(top + y) * 32 + x] : 0;
  b[y][x] = left + y < m ? A[(left + y) * 32 + x] : 0;
  __syncthreads();
  float sum = 0, turned = 0;
  for (int k = 0; k < 32; ++k) {
    sum += a[y][k] * b[x][k];
    turned += b[y][k] * a[x][k];
  }
  if (top + y < m && left + x < m) C[static_cast<size_t>(top + y) * m + left + x] = sum;
  if (left + y < m && top + x < m) C[static_cast<size_t>(left + y) * m + top + x] = turned;
}

void aat_best(float* C, const float* A, int m) {
  const int side = (m + 31) / 32;
  const int blocks = (side * side + 1) / 2;  // @blocks
  kernel<<<blocks, dim3(32, 32)>>>(C, A, m);
}
