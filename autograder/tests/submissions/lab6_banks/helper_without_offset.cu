// What is loaded behind the samples of the block are its first samples again.
#include "banks.cuh"

void running_sums(float* out, const float* in, int rows, int columns) {}
void turned_tiles(char* out, const char* in, int tiles) {}
void running_maxima(double* out, const double* in, int rows, int columns) {}
void best_in_window(float* out, const Record* in, int n) {}

constexpr int N = 256;

__device__ float sample(const float* x, int i, int n) { return i < n ? x[i] : 0.0f; }

__global__ void fir(float* out, const float* x, const float* c, int n) {
  __shared__ float samples[N + TAPS - 1];
  __shared__ float taps[TAPS];
  const int t = threadIdx.x;
  const int base = blockIdx.x * N;
  samples[t] = sample(x, base + t, n);
  if (t < TAPS - 1) samples[N + t] = sample(x, base + t, n);  // @halo
  if (t < TAPS) taps[t] = c[t];
  __syncthreads();
  if (base + t >= n) return;
  float sum = 0;
  for (int k = 0; k < TAPS; ++k) sum += taps[k] * samples[t + k];
  out[base + t] = sum;
}

void filtered(float* out, const float* x, const float* c, int n) { fir<<<(n + N - 1) / N, N>>>(out, x, c, n); }

void histogram(unsigned* counts, const float* x, int n) {}
