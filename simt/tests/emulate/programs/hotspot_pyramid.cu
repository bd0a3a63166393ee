// A stencil in the style of Rodinia: several steps of time for each launch, in a block with a border that shrinks.
#include <cstdlib>
#include <vector>

#include "check.hpp"

#define BLOCK_SIZE 16
#define IN_RANGE(x, min, max) ((x) >= (min) && (x) <= (max))
#define CLAMP_RANGE(x, min, max) x = (x < (min)) ? min : ((x > (max)) ? max : x)

__global__ void calculate_temp(int iteration, const int* power, const int* src, int* dst, int cols, int rows,
                               int border) {
  __shared__ int temp_on_cuda[BLOCK_SIZE][BLOCK_SIZE];
  __shared__ int power_on_cuda[BLOCK_SIZE][BLOCK_SIZE];
  __shared__ int temp_t[BLOCK_SIZE][BLOCK_SIZE];
  const int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  const int small_rows = BLOCK_SIZE - iteration * 2, small_cols = BLOCK_SIZE - iteration * 2;
  const int y_begin = small_rows * by - border, x_begin = small_cols * bx - border;
  const int y_end = y_begin + BLOCK_SIZE - 1, x_end = x_begin + BLOCK_SIZE - 1;
  const int y = y_begin + ty, x = x_begin + tx, index = cols * y + x;
  const bool is_inside = IN_RANGE(y, 0, rows - 1) && IN_RANGE(x, 0, cols - 1);
  if (is_inside) {
    temp_on_cuda[ty][tx] = src[index];
    power_on_cuda[ty][tx] = power[index];
  }
  __syncthreads();
  const int valid_y_min = y_begin < 0 ? -y_begin : 0;
  const int valid_y_max = y_end > rows - 1 ? BLOCK_SIZE - 1 - (y_end - rows + 1) : BLOCK_SIZE - 1;
  const int valid_x_min = x_begin < 0 ? -x_begin : 0;
  const int valid_x_max = x_end > cols - 1 ? BLOCK_SIZE - 1 - (x_end - cols + 1) : BLOCK_SIZE - 1;
  int n = ty - 1, s = ty + 1, w = tx - 1, e = tx + 1;
  CLAMP_RANGE(n, valid_y_min, n);
  CLAMP_RANGE(s, s, valid_y_max);
  CLAMP_RANGE(w, valid_x_min, w);
  CLAMP_RANGE(e, e, valid_x_max);
  bool computed = false;
  for (int i = 0; i < iteration; ++i) {
    computed = false;
    if (IN_RANGE(tx, i + 1, BLOCK_SIZE - i - 2) && IN_RANGE(ty, i + 1, BLOCK_SIZE - i - 2) &&
        IN_RANGE(tx, valid_x_min, valid_x_max) && IN_RANGE(ty, valid_y_min, valid_y_max)) {
      computed = true;
      temp_t[ty][tx] = (2 * temp_on_cuda[ty][tx] + power_on_cuda[ty][tx] + temp_on_cuda[s][tx] + temp_on_cuda[n][tx] +
                        temp_on_cuda[ty][e] + temp_on_cuda[ty][w]) /
                       6;
    }
    __syncthreads();
    if (i == iteration - 1) break;
    if (computed) temp_on_cuda[ty][tx] = temp_t[ty][tx];
    __syncthreads();
  }
  if (computed) dst[index] = temp_t[ty][tx];
}

int main() {
  constexpr int rows = 40, cols = 52, steps = 6, per_launch = 2;
  std::vector<int> temp(rows * cols), power(rows * cols);
  for (int i = 0; i < rows * cols; ++i) {
    temp[i] = 300 + i * 37 % 101;
    power[i] = i * 13 % 7;
  }
  std::vector<int> expected = temp, next = temp;
  for (int step = 0; step < steps; ++step) {
    for (int y = 0; y < rows; ++y) {
      for (int x = 0; x < cols; ++x) {
        const auto at = [&](int r, int c) {
          CLAMP_RANGE(r, 0, rows - 1);
          CLAMP_RANGE(c, 0, cols - 1);
          return expected[r * cols + c];
        };
        next[y * cols + x] =
            (2 * at(y, x) + power[y * cols + x] + at(y + 1, x) + at(y - 1, x) + at(y, x + 1) + at(y, x - 1)) / 6;
      }
    }
    expected.swap(next);
  }
  int *device_power, *device_temp[2];
  CHECK(cudaMalloc((void**)&device_power, sizeof(int) * rows * cols));
  for (int*& one : device_temp) CHECK(cudaMalloc((void**)&one, sizeof(int) * rows * cols));
  CHECK(cudaMemcpy(device_power, power.data(), sizeof(int) * rows * cols, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_temp[0], temp.data(), sizeof(int) * rows * cols, cudaMemcpyHostToDevice));
  const int small = BLOCK_SIZE - per_launch * 2;
  const dim3 block(BLOCK_SIZE, BLOCK_SIZE), grid((cols + small - 1) / small, (rows + small - 1) / small);
  int src = 0;
  for (int t = 0; t < steps; t += per_launch, src = 1 - src) {
    calculate_temp<<<grid, block>>>(per_launch, device_power, device_temp[src], device_temp[1 - src], cols, rows,
                                    per_launch);
    CHECK_LAUNCH();
  }
  CHECK(cudaMemcpy(temp.data(), device_temp[src], sizeof(int) * rows * cols, cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < rows * cols; ++i) wrong += temp[i] != expected[i];
  std::printf("%d of %d cells wrong\n", wrong, rows * cols);
  CHECK(cudaFree(device_power));
  for (int* one : device_temp) CHECK(cudaFree(one));
  return wrong != 0;
}
