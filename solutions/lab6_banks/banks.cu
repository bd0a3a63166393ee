// Lab 6, shared-memory banks: the reference. Parts 6.1 to 6.5 are the simplest code that shows each idea; 6.6 is tuned.
#include "banks.cuh"

namespace {

constexpr int WARP = 32;

int blocks_for(long long work, int block) { return static_cast<int>((work + block - 1) / block); }

// ---- 6.1 and 6.3: a thread a row ----

constexpr int ROWS = 64;  // of a block's piece, which holds them one after the other: so many threads

// What a thread makes of a row.
struct Sum {
  template <class T>
  __device__ T operator()(T before, T next) const {
    return before + next;
  }
};
struct Maximum {
  template <class T>
  __device__ T operator()(T before, T next) const {
    return next > before ? next : before;
  }
};

// `pitch` is the length of the piece's rows in shared memory. Lanes are that far apart when each walks down its own
// row: in different banks if it is odd, whether an element is one word or two.
template <class T, class Combine>
__global__ void along_rows(T* out, const T* in, int rows, int columns, int pitch, Combine combine) {
  extern __shared__ double memory[];
  T* const piece = reinterpret_cast<T*>(memory);
  const size_t start = static_cast<size_t>(blockIdx.x) * ROWS * columns;
  const T* const from = in + start;
  T* const to = out + start;
  const int rows_here = min(ROWS, rows - static_cast<int>(blockIdx.x) * ROWS);
  const int elements = rows_here * columns;
  const unsigned length = columns;
  const auto place = [=](unsigned i) { return i / length * pitch + i % length; };

  // The rows are one behind the other in global memory: in and out, lanes are neighbours.
#pragma unroll 8
  for (int i = threadIdx.x; i < elements; i += ROWS) piece[place(i)] = from[i];
  __syncthreads();
  if (threadIdx.x < rows_here) {
    T* const row = piece + threadIdx.x * pitch;
    T value = row[0];
    for (int k = 1; k < columns; ++k) {
      value = combine(value, row[k]);
      row[k] = value;
    }
  }
  __syncthreads();
#pragma unroll 8
  for (int i = threadIdx.x; i < elements; i += ROWS) to[i] = piece[place(i)];
}

template <class T, class Combine>
void run_along_rows(T* out, const T* in, int rows, int columns, Combine combine) {
  const int pitch = columns | 1;
  along_rows<<<blocks_for(rows, ROWS), ROWS, ROWS * pitch * sizeof(T)>>>(out, in, rows, columns, pitch, combine);
}

// ---- 6.2: characters ----

constexpr int WORDS = SIDE / 4;            // of a tile's row
constexpr int EACH = SIDE * WORDS / WARP;  // of a tile's words that a lane moves
constexpr int TILES = 8;                   // of a block, one for each warp

// Words go in and out, four characters at once; they are read from shared memory one by one. Four lanes with
// neighbouring columns read the same word, which costs nothing. The other words are four rows apart, in different banks
// since the pitch is odd. (Four rows of 8 words are not all in different banks then: storing takes two wavefronts,
// not one.)
__global__ void turn(unsigned* out, const unsigned* in, int tiles) {
  __shared__ unsigned of_warps[TILES][SIDE][WORDS + 1];
  auto& tile = of_warps[threadIdx.x / WARP];
  const int lane = threadIdx.x % WARP;
  const int number = blockIdx.x * TILES + threadIdx.x / WARP;
  if (number >= tiles) return;
  const size_t start = static_cast<size_t>(number) * SIDE * WORDS;
  for (int i = 0; i < EACH; ++i) {
    const int word = i * WARP + lane;
    tile[word / WORDS][word % WORDS] = in[start + word];
  }
  __syncwarp();
  for (int i = 0; i < EACH; ++i) {
    const int word = i * WARP + lane;
    const int column = word / WORDS;
    const int row = word % WORDS * 4;
    unsigned turned = 0;
    for (int k = 0; k < 4; ++k) {
      turned |= static_cast<unsigned>(reinterpret_cast<const unsigned char*>(tile[row + k])[column]) << (8 * k);
    }
    out[start + word] = turned;
  }
}

// ---- 6.4: a structure of arrays ----

constexpr int OUTPUTS = 256;                // of a block, one for each thread
constexpr int SEEN = OUTPUTS + WINDOW - 1;  // records that they are made of

__global__ void best(float* out, const Record* in, int n) {
  __shared__ float values[SEEN];
  __shared__ char priorities[SEEN];
  const int first = blockIdx.x * OUTPUTS;
  for (int i = threadIdx.x; i < SEEN; i += OUTPUTS) {
    // Both members in one access. Where there is no record, a value of 0 does no harm.
    const uint2 record = first + i < n ? reinterpret_cast<const uint2*>(in)[first + i] : make_uint2(0, 0);
    values[i] = __uint_as_float(record.x);
    priorities[i] = static_cast<char>(record.y & 255);
  }
  __syncthreads();
  const char own = priorities[threadIdx.x];
  float largest = 0;
  for (int k = 0; k < WINDOW; ++k) {
    const float value = values[threadIdx.x + k];
    largest = fmaxf(largest, priorities[threadIdx.x + k] >= own ? value : 0);
  }
  if (first + threadIdx.x < n) out[first + threadIdx.x] = largest;
}

// ---- 6.5: one word for all lanes ----

__global__ void filter(float* out, const float* x, const float* c, int n) {
  __shared__ float signal[OUTPUTS + TAPS - 1];
  __shared__ float taps[TAPS];
  const int first = blockIdx.x * OUTPUTS;
  for (int i = threadIdx.x; i < OUTPUTS + TAPS - 1; i += OUTPUTS) signal[i] = first + i < n ? x[first + i] : 0;
  if (threadIdx.x < TAPS) taps[threadIdx.x] = c[threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < TAPS; ++k) sum += taps[k] * signal[threadIdx.x + k];
  if (first + threadIdx.x < n) out[first + threadIdx.x] = sum;
}

// ---- 6.6: counters of one's own ----

constexpr int COUNTERS = 512;  // threads of a block, each with BINS counters of 16 bits, two in a word
constexpr int DEPTH = 4;       // loads of 16 bytes that a thread has in flight
constexpr int MOST = 65000;    // values that a thread may have: a counter is full at 65535
constexpr int COUNTER_BYTES = BINS / 2 * COUNTERS * sizeof(unsigned);

// Thread t's counters are a column of words: whatever the bin, they are in bank t mod 32. Half a word a counter leaves
// room for many threads, and for what is on its way: shared memory and the L1 cache, where loads arrive, share a space.
__global__ void __launch_bounds__(COUNTERS) count(unsigned* counts, const float* x, int n) {
  extern __shared__ double memory[];
  auto* const rows = reinterpret_cast<unsigned(*)[COUNTERS]>(memory);
  const int own = threadIdx.x;
  for (int row = 0; row < BINS / 2; ++row) rows[row][own] = 0;

  const auto add = [&](float value) {
    const unsigned bin = bin_of(value);
    ++reinterpret_cast<unsigned short*>(&rows[bin / 2][own])[bin % 2];
  };
  const auto add_four = [&](float4 v) {
    add(v.x);
    add(v.y);
    add(v.z);
    add(v.w);
  };
  const float4* const vectors = reinterpret_cast<const float4*>(x);
  const int all = n / 4;
  const int step = gridDim.x * COUNTERS;
  int i = blockIdx.x * COUNTERS + own;
  for (; i + (DEPTH - 1) * step < all; i += DEPTH * step) {
    float4 values[DEPTH];
#pragma unroll
    for (int d = 0; d < DEPTH; ++d) values[d] = __ldcs(vectors + i + d * step);
#pragma unroll
    for (int d = 0; d < DEPTH; ++d) add_four(values[d]);
  }
  for (; i < all; i += step) add_four(__ldcs(vectors + i));
  if (blockIdx.x == 0 && own < n % 4) add(x[4 * all + own]);
  __syncthreads();

  // A warp adds up a row, two counters in each word.
  const int lane = own % WARP;
  for (int row = own / WARP; row < BINS / 2; row += COUNTERS / WARP) {
    unsigned even = 0;
    unsigned odd = 0;
    for (int k = lane; k < COUNTERS; k += WARP) {
      const unsigned both = rows[row][k];
      even += both & 0xffff;
      odd += both >> 16;
    }
    for (int distance = WARP / 2; distance > 0; distance /= 2) {
      even += __shfl_xor_sync(~0u, even, distance);
      odd += __shfl_xor_sync(~0u, odd, distance);
    }
    if (lane < 2) atomicAdd(&counts[2 * row + lane], lane == 0 ? even : odd);
  }
}

/// That the device can have at a time.
int blocks_that_count() {
  int device = 0;
  int multiprocessors = 0;
  int fitting = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fitting, count, COUNTERS, COUNTER_BYTES);
  return fitting * multiprocessors;
}

}  // namespace

void running_sums(float* out, const float* in, int rows, int columns) { run_along_rows(out, in, rows, columns, Sum()); }

void turned_tiles(char* out, const char* in, int tiles) {
  turn<<<blocks_for(tiles, TILES), TILES * WARP>>>(reinterpret_cast<unsigned*>(out),
                                                   reinterpret_cast<const unsigned*>(in), tiles);
}

void running_maxima(double* out, const double* in, int rows, int columns) {
  run_along_rows(out, in, rows, columns, Maximum());
}

void best_in_window(float* out, const Record* in, int n) { best<<<blocks_for(n, OUTPUTS), OUTPUTS>>>(out, in, n); }

void filtered(float* out, const float* x, const float* c, int n) {
  filter<<<blocks_for(n, OUTPUTS), OUTPUTS>>>(out, x, c, n);
}

void histogram(unsigned* counts, const float* x, int n) {
  cudaFuncSetAttribute(count, cudaFuncAttributeMaxDynamicSharedMemorySize, COUNTER_BYTES);
  // No block has less to do than a round, and none so much that a counter could overflow.
  static const int at_a_time = blocks_that_count();
  const int blocks = max(min(at_a_time, blocks_for(n, COUNTERS * 4 * DEPTH)), blocks_for(n, COUNTERS * MOST));
  cudaMemsetAsync(counts, 0, BINS * sizeof(unsigned));
  count<<<blocks, COUNTERS, COUNTER_BYTES>>>(counts, x, n);
}
