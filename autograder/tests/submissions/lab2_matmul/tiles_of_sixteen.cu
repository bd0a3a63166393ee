// Right, but tiles of 16 rows and columns load each element twice as often.
#include "matmul.cuh"

constexpr int W = 32;

constexpr int T = 16;  // @here

__global__ void __launch_bounds__(T* T) tiles_of_t(float* C, const float* A, const float* B, int m, int n) {
  __shared__ float a[T][W + 1];
  __shared__ float b[W][T];
  const int top = blockIdx.y * T;
  const int left = blockIdx.x * T;
  for (int i = threadIdx.y * T + threadIdx.x; i < T * W; i += T * T) {
    const int ar = i / W, ac = i % W;
    const int br = i / T, bc = i % T;
    if (top + ar < m) a[ar][ac] = A[(top + ar) * W + ac];
    if (left + bc < n) b[br][bc] = B[static_cast<size_t>(br) * n + left + bc];
  }
  __syncthreads();
  const int row = top + threadIdx.y;
  const int column = left + threadIdx.x;
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int k = 0; k < W; ++k) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
  C[static_cast<size_t>(row) * n + column] = sum;
}

constexpr int SIDE = 64;

constexpr int PER_THREAD = 8;

constexpr int HALF = SIDE / 2;

constexpr int THREADS = (SIDE / PER_THREAD) * (SIDE / PER_THREAD);

__device__ int place(int i, int k) { return i ^ (k / 4 * 4); }

__device__ void load_panel(float (&panel)[W][SIDE], const float* A, int first, int m) {
  for (int i = threadIdx.x; i < SIDE * W / 4; i += THREADS) {
    const int row = i / (W / 4);
    const int k = i % (W / 4) * 4;
    float4 values = make_float4(0, 0, 0, 0);
    if (first + row < m) values = *reinterpret_cast<const float4*>(A + static_cast<size_t>(first + row) * W + k);
    const int at = place(row, k);
    panel[k][at] = values.x;
    panel[k + 1][at] = values.y;
    panel[k + 2][at] = values.z;
    panel[k + 3][at] = values.w;
  }
}

__device__ void store_four(float* C, int m, int row, int column, float a, float b, float c, float d) {
  if (row >= m || column >= m) return;
  *reinterpret_cast<float4*>(C + static_cast<size_t>(row) * m + column) = make_float4(a, b, c, d);
}

__device__ void store_wide(float* C, int m, int top, int left, int group_x, int group_y,
                           const float (&sum)[PER_THREAD][PER_THREAD]) {
#pragma unroll
  for (int i = 0; i < PER_THREAD; ++i) {
    const int row = top + i / 4 * HALF + 4 * group_y + i % 4;
#pragma unroll
    for (int j = 0; j < PER_THREAD; j += 4) {
      const int column = left + j / 4 * HALF + 4 * group_x;
      store_four(C, m, row, column, sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
    }
  }
  if (top == left) return;
#pragma unroll
  for (int j = 0; j < PER_THREAD; ++j) {
    const int row = left + j / 4 * HALF + 4 * group_x + j % 4;
#pragma unroll
    for (int i = 0; i < PER_THREAD; i += 4) {
      const int column = top + i / 4 * HALF + 4 * group_y;
      store_four(C, m, row, column, sum[i][j], sum[i + 1][j], sum[i + 2][j], sum[i + 3][j]);
    }
  }
}

__device__ void store_narrow(float* C, int m, int top, int left, int group_x, int group_y,
                             const float (&sum)[PER_THREAD][PER_THREAD], float (*tile)[SIDE + 1]) {
  __syncthreads();
#pragma unroll
  for (int i = 0; i < PER_THREAD; ++i) {
#pragma unroll
    for (int j = 0; j < PER_THREAD; ++j) {
      tile[i / 4 * HALF + 4 * group_y + i % 4][j / 4 * HALF + 4 * group_x + j % 4] = sum[i][j];
    }
  }
  __syncthreads();
  const int x = threadIdx.x;
  for (int y = 0; y < SIDE; ++y) {
    if (top + y < m && left + x < m) C[static_cast<size_t>(top + y) * m + left + x] = tile[y][x];
  }
  if (top == left) return;
  for (int y = 0; y < SIDE; ++y) {
    if (left + y < m && top + x < m) C[static_cast<size_t>(left + y) * m + top + x] = tile[x][y];
  }
}

void ab_tiles(float* C, const float* A, const float* B, int m, int n) {
  const dim3 blocks((n + T - 1) / T, (m + T - 1) / T);
  tiles_of_t<<<blocks, dim3(T, T)>>>(C, A, B, m, n);
}
