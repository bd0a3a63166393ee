// Right and fast with words of another size than the task suggests: characters turned four by four in registers,
// doubles taken apart into words, records read in pairs of words, several results a thread, counters of 16 bits.
#include "banks.cuh"

namespace {

// ---- 6.2: 4 × 4 characters in four words ----

__device__ void turn_in_registers(unsigned (&w)[4]) {
  const unsigned a = __byte_perm(w[0], w[1], 0x5140), b = __byte_perm(w[2], w[3], 0x5140);
  const unsigned c = __byte_perm(w[0], w[1], 0x7362), d = __byte_perm(w[2], w[3], 0x7362);
  w[0] = __byte_perm(a, b, 0x5410);
  w[1] = __byte_perm(a, b, 0x7632);
  w[2] = __byte_perm(c, d, 0x5410);
  w[3] = __byte_perm(c, d, 0x7632);
}

// A tile is 8 × 8 such squares. A warp has one tile; each lane turns two squares and brings them to their places.
__global__ void turn_squares(unsigned* out, const unsigned* in, int tiles) {
  __shared__ unsigned of_warps[4][32 * 9];
  unsigned* const tile = of_warps[threadIdx.y];
  const int number = blockIdx.x * 4 + threadIdx.y;
  if (number >= tiles) return;
  const int lane = threadIdx.x;
  unsigned words[8];
  for (int i = 0; i < 8; ++i) words[i] = in[number * 256LL + i * 32 + lane];
  for (int i = 0; i < 8; ++i) tile[(4 * i + lane / 8) * 9 + lane % 8] = words[i];
  __syncwarp();
  unsigned squares[2][4];
  for (int s = 0; s < 2; ++s) {
    const int row = lane % 8, column = lane / 8 + 4 * s;
    for (int i = 0; i < 4; ++i) squares[s][i] = tile[(4 * row + i) * 9 + column];
    turn_in_registers(squares[s]);
  }
  __syncwarp();
  for (int s = 0; s < 2; ++s) {
    const int row = lane / 8 + 4 * s, column = lane % 8;
    for (int i = 0; i < 4; ++i) tile[(4 * row + i) * 9 + column] = squares[s][i];
  }
  __syncwarp();
  for (int i = 0; i < 8; ++i) out[number * 256LL + i * 32 + lane] = tile[(4 * i + lane / 8) * 9 + lane % 8];
}

// ---- 6.3: two arrays of words ----

__global__ void maxima_in_halves(double* out, const double* in, int rows, int columns, int pitch) {
  extern __shared__ int words[];
  int* const high = words;
  int* const low = words + 64 * pitch;
  const size_t start = static_cast<size_t>(blockIdx.x) * 64 * columns;
  const int here = min(64, rows - static_cast<int>(blockIdx.x) * 64);
  for (int k = threadIdx.x % 32; k < columns; k += 32) {
#pragma unroll 8
    for (int r = threadIdx.x / 32; r < here; r += 2) {
      const double number = in[start + r * columns + k];
      high[r * pitch + k] = __double2hiint(number);
      low[r * pitch + k] = __double2loint(number);
    }
  }
  __syncthreads();
  if (threadIdx.x < here) {
    const int own = threadIdx.x * pitch;
    double largest = __hiloint2double(high[own], low[own]);
    for (int k = 1; k < columns; ++k) {
      const double next = __hiloint2double(high[own + k], low[own + k]);
      largest = next > largest ? next : largest;
      high[own + k] = __double2hiint(largest);
      low[own + k] = __double2loint(largest);
    }
  }
  __syncthreads();
  for (int k = threadIdx.x % 32; k < columns; k += 32) {
#pragma unroll 8
    for (int r = threadIdx.x / 32; r < here; r += 2) {
      out[start + r * columns + k] = __hiloint2double(high[r * pitch + k], low[r * pitch + k]);
    }
  }
}

// ---- 6.4: both members of a record in one access ----

__global__ void best_of_pairs(float* out, const uint2* in, int n) {
  __shared__ uint2 records[256 + WINDOW];
  const int first = blockIdx.x * 256;
  for (int i = threadIdx.x; i < 256 + WINDOW; i += 256) records[i] = first + i < n ? in[first + i] : make_uint2(0, 0);
  __syncthreads();
  const unsigned own = records[threadIdx.x].y & 127;
  unsigned largest = 0;  // values from 0 up are ordered as their bits are
#pragma unroll
  for (int k = 0; k < WINDOW; ++k) {
    const uint2 record = records[threadIdx.x + k];
    largest = max(largest, (record.y & 127) >= own ? record.x : 0);
  }
  if (first + threadIdx.x < n) out[first + threadIdx.x] = __uint_as_float(largest);
}

// ---- 6.5: a coefficient serves four samples ----

__global__ void filter_by_four(float* out, const float* x, const float* c, int n) {
  constexpr int THREADS = 128, EACH = 4, LENGTH = THREADS * EACH;
  __shared__ float taps[TAPS];
  __shared__ float samples[LENGTH + TAPS];
  const int first = blockIdx.x * LENGTH;
  for (int i = threadIdx.x; i < LENGTH + TAPS; i += THREADS) samples[i] = first + i < n ? x[first + i] : 0;
  if (threadIdx.x < TAPS) taps[threadIdx.x] = c[threadIdx.x];
  __syncthreads();
  float sum[EACH] = {};
#pragma unroll
  for (int k = 0; k < TAPS; ++k) {
    const float tap = taps[k];
#pragma unroll
    for (int e = 0; e < EACH; ++e) sum[e] += tap * samples[threadIdx.x + e * THREADS + k];
  }
#pragma unroll
  for (int e = 0; e < EACH; ++e) {
    const int i = first + e * THREADS + threadIdx.x;
    if (i < n) out[i] = sum[e];
  }
}

// ---- 6.6: two counters in a word, and so twice as many threads ----

constexpr int COUNTING = 256;
constexpr int MOST_OF_A_THREAD = 65535;

__global__ void __launch_bounds__(COUNTING) count_in_halves(unsigned* counts, const float* x, int n) {
  __shared__ unsigned short counters[BINS / 2][COUNTING][2];
  const int own = threadIdx.x;
  for (int b = 0; b < BINS; ++b) counters[b / 2][own][b % 2] = 0;
  const auto add = [&](float value) {
    const unsigned bin = bin_of(value);
    ++counters[bin / 2][own][bin % 2];
  };
  const float4* const fours = reinterpret_cast<const float4*>(x);
  const int step = gridDim.x * COUNTING;
  int i = blockIdx.x * COUNTING + own;
  for (; i + 3 * step < n / 4; i += 4 * step) {
    float4 v[4];
#pragma unroll
    for (int d = 0; d < 4; ++d) v[d] = fours[i + d * step];
#pragma unroll
    for (int d = 0; d < 4; ++d) {
      add(v[d].x);
      add(v[d].y);
      add(v[d].z);
      add(v[d].w);
    }
  }
  for (; i < n / 4; i += step) {
    const float4 v = fours[i];
    add(v.x);
    add(v.y);
    add(v.z);
    add(v.w);
  }
  for (int j = n / 4 * 4 + blockIdx.x * COUNTING + own; j < n; j += step) add(x[j]);
  __syncthreads();
  for (int pair = own / 32; pair < BINS / 2; pair += COUNTING / 32) {
    unsigned even = 0, odd = 0;
    for (int t = own % 32; t < COUNTING; t += 32) {
      const unsigned both = *reinterpret_cast<const unsigned*>(counters[pair][t]);
      even += both & 0xffff;
      odd += both >> 16;
    }
    for (int distance = 16; distance > 0; distance /= 2) {
      even += __shfl_xor_sync(~0u, even, distance);
      odd += __shfl_xor_sync(~0u, odd, distance);
    }
    if (own % 32 == 0) {
      atomicAdd(&counts[2 * pair], even);
      atomicAdd(&counts[2 * pair + 1], odd);
    }
  }
}

__global__ void clear(unsigned* counts) { counts[threadIdx.x] = 0; }

}  // namespace

void turned_tiles(char* out, const char* in, int tiles) {
  turn_squares<<<(tiles + 3) / 4, dim3(32, 4)>>>(reinterpret_cast<unsigned*>(out),
                                                 reinterpret_cast<const unsigned*>(in), tiles);
}

void running_maxima(double* out, const double* in, int rows, int columns) {
  const int pitch = columns | 1;
  maxima_in_halves<<<(rows + 63) / 64, 64, 64 * pitch * sizeof(double)>>>(out, in, rows, columns, pitch);
}

void best_in_window(float* out, const Record* in, int n) {
  best_of_pairs<<<(n + 255) / 256, 256>>>(out, reinterpret_cast<const uint2*>(in), n);
}

void filtered(float* out, const float* x, const float* c, int n) {
  filter_by_four<<<(n + 511) / 512, 128>>>(out, x, c, n);
}

void histogram(unsigned* counts, const float* x, int n) {
  clear<<<1, BINS>>>(counts);
  const int least = n / (COUNTING * MOST_OF_A_THREAD) + 1;  // blocks, so that no counter can overflow
  const int blocks = max(least, min(6 * 132, n / (COUNTING * 32) + 1));
  count_in_halves<<<blocks, COUNTING>>>(counts, x, n);
}
