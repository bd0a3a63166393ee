// Lab 0, copy: the reference. Each part is the simplest code that shows its idea; 0.3, 0.5 and 0.7 are as fast as a
// copy gets.
#include "copy.cuh"

namespace {

constexpr int THREADS = 256;

int blocks_for(int threads) { return (threads + THREADS - 1) / THREADS; }

__global__ void scalar(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

// Neighbouring threads take neighbouring elements in every round.
__global__ void grid_stride(float* out, const float* in, int n) {
  const int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) out[i] = in[i];
}

// One float4 per thread; the threads after the last whole one take the n % 4 floats that are left.
__global__ void vectors(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int whole = n / 4;
  if (i < whole) {
    reinterpret_cast<float4*>(out)[i] = reinterpret_cast<const float4*>(in)[i];
  } else if (const int rest = 4 * whole + (i - whole); rest < n) {
    out[rest] = in[rest];
  }
}

// The block's points go through shared memory in the order in which they are stored; reading every third float
// there costs nothing, since 3 and the number of banks have no common factor.
__global__ void split(float* x, float* y, float* z, const float* points, int n) {
  __shared__ float staged[3 * THREADS];
  const size_t first = static_cast<size_t>(blockIdx.x) * (3 * THREADS);
  const size_t floats = 3 * static_cast<size_t>(n);
  for (int j = threadIdx.x; j < 3 * THREADS; j += THREADS) {
    if (first + j < floats) staged[j] = points[first + j];
  }
  __syncthreads();
  const int i = blockIdx.x * THREADS + threadIdx.x;
  if (i < n) {
    x[i] = staged[3 * threadIdx.x];
    y[i] = staged[3 * threadIdx.x + 1];
    z[i] = staged[3 * threadIdx.x + 2];
  }
}

// Each thread stores one float4 of the output. Its floats are in two neighbouring float4 of the input, of which it
// loads the first one; the next lane has the other one. `from` is the first of them, and offset = shift % 4.
__global__ void shifted(float* out, const float* in, int n, int shift, int whole) {
  constexpr unsigned ALL = 0xffffffff;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int offset = shift % 4;
  const float4* from = reinterpret_cast<const float4*>(in) + shift / 4;
  const bool is_last = threadIdx.x % warpSize == warpSize - 1 || i == whole - 1;
  float4 low = {}, high = {};
  if (i < whole) low = from[i];
  if (i < whole && is_last && offset != 0) high = from[i + 1];  // no other lane loads it
  const float next[] = {__shfl_down_sync(ALL, low.x, 1), __shfl_down_sync(ALL, low.y, 1),
                        __shfl_down_sync(ALL, low.z, 1)};
  if (!is_last) high = make_float4(next[0], next[1], next[2], 0);
  if (i < whole) {
    float4 all = low;
    if (offset == 1) all = make_float4(low.y, low.z, low.w, high.x);
    if (offset == 2) all = make_float4(low.z, low.w, high.x, high.y);
    if (offset == 3) all = make_float4(low.w, high.x, high.y, high.z);
    reinterpret_cast<float4*>(out)[i] = all;
  } else if (const int rest = 4 * whole + (i - whole); rest < n) {
    out[rest] = in[rest + shift];
  }
}

// A thread computes both kinds for a pair of neighbours, so that all lanes of a warp compute the same kind at any time.
__global__ void pairs(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 2) {
    const float2 pair = reinterpret_cast<const float2*>(in)[i];
    reinterpret_cast<float2*>(out)[i] = make_float2(logistic(pair.x, rounds), scrambled(pair.y, rounds));
  } else if (2 * i < n) {  // n is odd, and this is its last element
    out[2 * i] = logistic(in[2 * i], rounds);
  }
}

// A block's piece of the records goes through shared memory in the order in which it is stored, as in 0.4, with a free
// word from place to place. Let k be an odd number times 2^e. After 32 / 2^e records a float is in the same bank again.
// Behind that many records, which are a multiple of 32 words, one word is left free, so that what follows is one bank
// farther on. So 32 records at a time use all banks, whatever k is.
constexpr int TILE_WORDS = 4096;  // 16 for each thread: so many loads are on their way at once
constexpr int BANKS = 32;

// A multiple of 32: a warp stores 32 floats of one array. At least 128.
__host__ __device__ int records_of_tile(int k) { return TILE_WORDS / k / 32 * 32; }

__global__ void __launch_bounds__(THREADS) split_any(float* out, const float* records, int n, int k, int pitch) {
  __shared__ float staged[TILE_WORDS + TILE_WORDS / BANKS];
  const int e = __ffs(k) - 1;
  const int tile = records_of_tile(k);
  const size_t first = static_cast<size_t>(blockIdx.x) * tile;
  const int here = min(tile, static_cast<int>(n - first));

  constexpr int ROUNDS = TILE_WORDS / THREADS;
  float words[ROUNDS] = {};
#pragma unroll
  for (int round = 0; round < ROUNDS; ++round) {
    const int word = round * THREADS + threadIdx.x;
    if (word < here * k) words[round] = records[first * k + word];
  }
  // Free words in front of a word: word / BANKS / (k >> e), as a multiplication, which is exact for such small numbers.
  const unsigned inverse = (1u << 16) / (k >> e) + 1;
#pragma unroll
  for (int round = 0; round < ROUNDS; ++round) {
    const int word = round * THREADS + threadIdx.x;
    if (word < here * k) staged[word + (word / BANKS * inverse >> 16)] = words[round];
  }
  __syncthreads();

  int record = threadIdx.x;
  for (int array = 0;; record += THREADS) {
    for (; record >= tile; record -= tile) ++array;
    if (array >= k) break;
    const int word = record * k + array;
    if (record < here) out[static_cast<size_t>(array) * pitch + first + record] = staged[word + (record >> (5 - e))];
  }
}

}  // namespace

void copy_scalar(float* out, const float* in, int n) { scalar<<<blocks_for(n), THREADS>>>(out, in, n); }

void copy_grid_stride(float* out, const float* in, int n) {
  // A million threads: several times what a large GPU holds at once, and few beside a large n.
  const int most_blocks = 4096;
  grid_stride<<<min(blocks_for(n), most_blocks), THREADS>>>(out, in, n);
}

void copy_float4(float* out, const float* in, int n) { vectors<<<blocks_for(n / 4 + n % 4), THREADS>>>(out, in, n); }

void split_points(float* x, float* y, float* z, const float* points, int n) {
  split<<<blocks_for(n), THREADS>>>(x, y, z, points, n);
}

void copy_shifted(float* out, const float* in, int n, int shift) {
  // The float4 of the output both of whose float4 of the input are inside it.
  const int whole = max(0, shift % 4 == 0 ? n / 4 : (n + shift) / 4 - shift / 4 - 1);
  shifted<<<blocks_for(whole + (n - 4 * whole)), THREADS>>>(out, in, n, shift, whole);
}

void two_kinds(float* out, const float* in, int n, int rounds) {
  pairs<<<blocks_for(n / 2 + n % 2), THREADS>>>(out, in, n, rounds);
}

void split_records(float* out, const float* records, int n, int k, int pitch) {
  const int tile = records_of_tile(k);
  split_any<<<(n - 1) / tile + 1, THREADS>>>(out, records, n, k, pitch);
}
