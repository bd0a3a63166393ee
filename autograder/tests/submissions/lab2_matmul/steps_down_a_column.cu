// A pointer goes down a column of what is not there, the transposed matrix.
#include "matmul.cuh"

constexpr int W = 32;

__global__ void aat(float* C, const float* A, int m) {
  const int r = threadIdx.y + W * blockIdx.y, c = threadIdx.x + W * blockIdx.x;
  if (r < m && c < m) {
    float dot = 0;
    const float* left = A + r * W;
    const float* right = A + c;
    for (int k = 0; k < W; ++k) {
      dot += *left * *right;
      left += 1;
      right += m;  // @here
    }
    C[(size_t)r * m + c] = dot;
  }
}

void aat_plain(float* C, const float* A, int m) {
  const int side = (m + W - 1) / W;
  aat<<<dim3(side, side), dim3(W, W)>>>(C, A, m);
}
