// Right and fast by other means than padding: in a row of its own, each thread begins elsewhere or finds words under
// another name (exclusive or); cooperative groups, dynamic shared memory, grid-stride loops, a lambda.
#include <cooperative_groups.h>

#include "banks.cuh"

namespace cg = cooperative_groups;

namespace {

// Rows of up to 64 elements lie 64 apart, but element k of row r is found at k ^ r % 32: for every k another bank for
// each of 32 rows. An element of two words has half the banks, which half a warp shares.
template <class T>
class Turned {
 public:
  static constexpr int PITCH = 64;
  __device__ explicit Turned(void* memory) : elements_(static_cast<T*>(memory)) {}
  __device__ T& operator()(int row, int column) { return elements_[row * PITCH + (column ^ row % 32)]; }

 private:
  T* elements_;
};

template <class T, int THREADS, class Combine>
__global__ void scan(T* out, const T* in, long long rows, int columns, Combine combine) {
  extern __shared__ float4 memory[];
  Turned<T> tile(memory);
  const auto block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const int lane = warp.thread_rank();
  for (long long first = static_cast<long long>(blockIdx.x) * THREADS; first < rows; first += gridDim.x * THREADS) {
    const int here = static_cast<int>(min(static_cast<long long>(THREADS), rows - first));
    for (int column = lane; column < columns; column += 32) {
#pragma unroll 8
      for (int row = warp.meta_group_rank(); row < here; row += THREADS / 32) {
        tile(row, column) = in[(first + row) * columns + column];
      }
    }
    block.sync();
    const int own = block.thread_rank();
    if (own < here) {
      T so_far = tile(own, 0);
      for (int column = 1; column < columns; ++column) {
        so_far = combine(so_far, tile(own, column));
        tile(own, column) = so_far;
      }
    }
    block.sync();
    for (int column = lane; column < columns; column += 32) {
#pragma unroll 8
      for (int row = warp.meta_group_rank(); row < here; row += THREADS / 32) {
        out[(first + row) * columns + column] = tile(row, column);
      }
    }
    block.sync();
  }
}

template <class T, class Combine>
void launch_scan(T* out, const T* in, int rows, int columns, Combine combine) {
  constexpr int THREADS = 64;
  const int blocks = min((rows + THREADS - 1) / THREADS, 1 << 20);
  scan<T, THREADS><<<blocks, THREADS, THREADS * Turned<T>::PITCH * sizeof(T)>>>(out, in, rows, columns, combine);
}

struct Plus {
  __device__ float operator()(float a, float b) const { return a + b; }
};
struct Larger {
  __device__ double operator()(double a, double b) const { return a < b ? b : a; }
};

// A character in each word of shared memory: four times as much of it, and no two characters in a word.
template <int TILES>
__global__ void turn(char4* out, const char4* in, int tiles) {
  __shared__ int spread[TILES][32][33];
  const int first = blockIdx.x * TILES;
  const int here = min(TILES, tiles - first);
  const auto each = [&](auto act) {
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      const int word = i * 32 * TILES + threadIdx.x;
      if (word / 256 < here) act(first * 256LL + word, spread[word / 256], word % 256 / 8, word % 8 * 4);
    }
  };
  each([&](long long from, auto& tile, int row, int column) {
    const char4 word = in[from];
    tile[row][column] = word.x;
    tile[row][column + 1] = word.y;
    tile[row][column + 2] = word.z;
    tile[row][column + 3] = word.w;
  });
  __syncthreads();
  each([&](long long to, auto& tile, int column, int row) {
    const auto at = [&](int i) { return static_cast<signed char>(tile[row + i][column]); };
    out[to] = make_char4(at(0), at(1), at(2), at(3));
  });
}

// Members in arrays of their own, in one piece of dynamic shared memory.
__global__ void best(float* out, const Record* in, int n) {
  extern __shared__ float4 memory[];
  float* const values = reinterpret_cast<float*>(memory);
  const int seen = blockDim.x + WINDOW - 1;
  int* const priorities = reinterpret_cast<int*>(values + seen);
  const int first = blockIdx.x * blockDim.x;
  for (int i = threadIdx.x; i < seen; i += blockDim.x) {
    const bool is_there = first + i < n;
    values[i] = is_there ? in[first + i].value : 0;
    priorities[i] = is_there ? in[first + i].priority : -1;
  }
  __syncthreads();
  float largest = 0;
  for (int i = threadIdx.x; i < threadIdx.x + WINDOW; ++i) {
    if (priorities[i] >= priorities[threadIdx.x]) largest = max(largest, values[i]);
  }
  if (first + threadIdx.x < n) out[first + threadIdx.x] = largest;
}

template <int THREADS>
__global__ void filter(float* out, const float* x, const float* c, int n) {
  __shared__ float taps[TAPS], samples[THREADS + TAPS];
  const int i = blockIdx.x * THREADS + threadIdx.x;
  if (threadIdx.x < TAPS) {
    taps[threadIdx.x] = c[threadIdx.x];
    samples[THREADS + threadIdx.x] = i + THREADS < n ? x[i + THREADS] : 0;
  }
  samples[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = TAPS - 1; k >= 0; --k) sum = fmaf(taps[k], samples[threadIdx.x + k], sum);
  if (i < n) out[i] = sum;
}

}  // namespace

void running_sums(float* out, const float* in, int rows, int columns) { launch_scan(out, in, rows, columns, Plus()); }

void turned_tiles(char* out, const char* in, int tiles) {
  turn<4><<<(tiles + 3) / 4, 128>>>(reinterpret_cast<char4*>(out), reinterpret_cast<const char4*>(in), tiles);
}

void running_maxima(double* out, const double* in, int rows, int columns) {
  launch_scan(out, in, rows, columns, Larger());
}

void best_in_window(float* out, const Record* in, int n) {
  constexpr int THREADS = 512;
  const auto shared = (THREADS + WINDOW - 1) * (sizeof(float) + sizeof(int));
  best<<<(n + THREADS - 1) / THREADS, THREADS, shared>>>(out, in, n);
}

void filtered(float* out, const float* x, const float* c, int n) {
  filter<128><<<(n + 127) / 128, 128>>>(out, x, c, n);
}
