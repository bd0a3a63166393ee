// Right, but every thread asks global memory for all that it needs: its row, its column, its window.
#include "banks.cuh"

namespace {

__global__ void sums(float* out, const float* in, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int k = 0; k < columns; ++k) {
    sum += in[static_cast<size_t>(row) * columns + k];
    out[static_cast<size_t>(row) * columns + k] = sum;
  }
}

__global__ void turn(char* out, const char* in) {
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const size_t start = blockIdx.x * 1024LL;
  out[start + x * 32 + y] = in[start + y * 32 + x];
}

__global__ void maxima(double* out, const double* in, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  double largest = in[static_cast<size_t>(row) * columns];
  for (int k = 0; k < columns; ++k) {
    const double next = in[static_cast<size_t>(row) * columns + k];
    if (next > largest) largest = next;
    out[static_cast<size_t>(row) * columns + k] = largest;
  }
}

__global__ void best(float* out, const Record* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int end = min(i + WINDOW, n);
  float largest = 0;
  for (int j = i; j < end; ++j) {
    if (in[j].priority >= in[i].priority) largest = fmaxf(largest, in[j].value);
  }
  out[i] = largest;
}

__global__ void filter(float* out, const float* x, const float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < TAPS && i + k < n; ++k) sum += c[k] * x[i + k];
  out[i] = sum;
}

}  // namespace

void running_sums(float* out, const float* in, int rows, int columns) {
  sums<<<(rows + 127) / 128, 128>>>(out, in, rows, columns);
}

void turned_tiles(char* out, const char* in, int tiles) { turn<<<tiles, dim3(32, 32)>>>(out, in); }

void running_maxima(double* out, const double* in, int rows, int columns) {
  maxima<<<(rows + 127) / 128, 128>>>(out, in, rows, columns);
}

void best_in_window(float* out, const Record* in, int n) { best<<<(n + 127) / 128, 128>>>(out, in, n); }

void filtered(float* out, const float* x, const float* c, int n) { filter<<<(n + 127) / 128, 128>>>(out, x, c, n); }
