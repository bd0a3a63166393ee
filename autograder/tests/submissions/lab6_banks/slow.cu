// Right, and every part with the conflicts that it is about: rows as long as they are, a tile of 32 × 32 characters,
// structures as they come, coefficients for everybody, counters of a thread side by side.
#include "banks.cuh"

namespace {

constexpr int THREADS = 64;

struct Plus {
  __device__ float operator()(float a, float b) const { return a + b; }
};
struct Larger {
  __device__ double operator()(double a, double b) const { return a < b ? b : a; }
};

template <class T, class Combine>
__global__ void scan(T* out, const T* in, int rows, int columns, Combine combine) {
  extern __shared__ double memory[];
  T* const piece = reinterpret_cast<T*>(memory);
  const size_t start = static_cast<size_t>(blockIdx.x) * THREADS * columns;
  const int here = min(THREADS, rows - static_cast<int>(blockIdx.x) * THREADS);
  for (int i = threadIdx.x; i < here * columns; i += THREADS) piece[i] = in[start + i];
  __syncthreads();
  if (threadIdx.x < here) {
    T* const row = piece + threadIdx.x * columns;
    T so_far = row[0];
    for (int k = 1; k < columns; ++k) {
      so_far = combine(so_far, row[k]);
      row[k] = so_far;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < here * columns; i += THREADS) out[start + i] = piece[i];
}

__global__ void turn(unsigned* out, const unsigned* in, int tiles) {
  __shared__ unsigned of_warps[8][32][8];
  auto& tile = of_warps[threadIdx.x / 32];
  const int lane = threadIdx.x % 32;
  const int number = blockIdx.x * 8 + threadIdx.x / 32;
  if (number >= tiles) return;
  for (int i = lane; i < 256; i += 32) tile[i / 8][i % 8] = in[number * 256LL + i];
  __syncwarp();
  const unsigned char* const characters = reinterpret_cast<const unsigned char*>(tile);
  for (int i = lane; i < 256; i += 32) {
    const int first = 4 * (i % 8) * 32 + i / 8;
    out[number * 256LL + i] =
        characters[first] | characters[first + 32] << 8 | characters[first + 64] << 16 | characters[first + 96] << 24;
  }
}

__global__ void best(float* out, const Record* in, int n) {
  __shared__ Record records[256 + WINDOW];
  const int first = blockIdx.x * 256;
  for (int i = threadIdx.x; i < 256 + WINDOW; i += 256) {
    records[i].value = first + i < n ? in[first + i].value : 0;
    records[i].priority = first + i < n ? in[first + i].priority : 0;
  }
  __syncthreads();
  const char own = records[threadIdx.x].priority;
  float largest = 0;
#pragma unroll
  for (int k = 0; k < WINDOW; ++k) {
    const float value = records[threadIdx.x + k].value;
    largest = fmaxf(largest, records[threadIdx.x + k].priority >= own ? value : 0);
  }
  if (first + threadIdx.x < n) out[first + threadIdx.x] = largest;
}

__global__ void filter(float* out, const float* x, const float* c, int n) {
  __shared__ float samples[128 + TAPS];
  __shared__ float taps[128][TAPS];
  const int first = blockIdx.x * 128;
  for (int i = threadIdx.x; i < 128 + TAPS; i += 128) samples[i] = first + i < n ? x[first + i] : 0;
  for (int i = threadIdx.x / TAPS; i < 128; i += 128 / TAPS) taps[i][threadIdx.x % TAPS] = c[threadIdx.x % TAPS];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < TAPS; ++k) sum += taps[threadIdx.x][k] * samples[threadIdx.x + k];
  if (first + threadIdx.x < n) out[first + threadIdx.x] = sum;
}

__global__ void count(unsigned* counts, const float* x, int n) {
  __shared__ unsigned counters[128][BINS];
  for (int bin = 0; bin < BINS; ++bin) counters[threadIdx.x][bin] = 0;
  for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128) ++counters[threadIdx.x][bin_of(x[i])];
  __syncthreads();
  if (threadIdx.x >= BINS) return;
  unsigned sum = 0;
  for (int t = 0; t < 128; ++t) sum += counters[t][threadIdx.x];
  atomicAdd(&counts[threadIdx.x], sum);
}

}  // namespace

void running_sums(float* out, const float* in, int rows, int columns) {
  const int blocks = (rows + THREADS - 1) / THREADS;
  scan<<<blocks, THREADS, THREADS * columns * sizeof(float)>>>(out, in, rows, columns, Plus());
}

void turned_tiles(char* out, const char* in, int tiles) {
  turn<<<(tiles + 7) / 8, 256>>>(reinterpret_cast<unsigned*>(out), reinterpret_cast<const unsigned*>(in), tiles);
}

void running_maxima(double* out, const double* in, int rows, int columns) {
  const int blocks = (rows + THREADS - 1) / THREADS;
  scan<<<blocks, THREADS, THREADS * columns * sizeof(double)>>>(out, in, rows, columns, Larger());
}

void best_in_window(float* out, const Record* in, int n) { best<<<(n + 255) / 256, 256>>>(out, in, n); }

void filtered(float* out, const float* x, const float* c, int n) { filter<<<(n + 127) / 128, 128>>>(out, x, c, n); }

void histogram(unsigned* counts, const float* x, int n) {
  cudaMemsetAsync(counts, 0, BINS * sizeof(unsigned));
  count<<<min(792, (n + 2047) / 2048), 128>>>(counts, x, n);
}
