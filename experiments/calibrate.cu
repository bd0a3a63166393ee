// Constants of this GPU for the model of time (simt/memory/estimate.hpp): bandwidths, rates of instructions, what a
// launch, a block, a barrier and an atomic update cost. S3.9 measures the latencies. No claim of a source is tested.
//
// Cases in pairs, "few" and "many", differ in the number of their rounds only: the difference of their times has no
// launch, no first access and no tail in it.
#include <cuda_runtime.h>

#include <functional>
#include <string>
#include <utility>

#include "experiment.cuh"

using namespace experiment;

namespace {

constexpr int THREADS = 256;
constexpr int RESIDENT = 8;  // blocks of 256 threads that fill a multiprocessor
constexpr int FEW = 16, MANY = 3 * FEW;

__device__ float component_sum(float4 value) { return value.x + value.y + value.z + value.w; }

// ---- bandwidths ----

__global__ void read_dram(float* out, const float4* in, int n) {
  float sum = 0;
#pragma unroll 4
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += component_sum(in[i]);
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void write_dram(float4* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = make_float4(0.5F, 0.5F, 0.5F, 0.5F);
}

__global__ void copy_dram(float4* out, const float4* in) {
  const int i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
  const float4 first = in[i], second = in[i + blockDim.x];
  out[i] = first;
  out[i + blockDim.x] = second;
}

__global__ void read_l2(float* out, const float4* in, int words, int rounds) {
  float sum = 0;
  for (int round = 0; round < rounds; ++round) {
#pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
      sum += component_sum(__ldcg(in + i));
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void write_l2(float4* out, int words, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    const auto value = static_cast<float>(round);
#pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
      __stcg(out + i, make_float4(value, value, value, value));
    }
  }
}

template <class T>
__global__ void read_l1(float* out, const T* in, int words, int rounds) {
  const T* const own = in + blockIdx.x * words;
  float sum = 0;
  for (int round = 0; round < rounds; ++round) {
#pragma unroll 8
    for (int i = threadIdx.x; i < words; i += blockDim.x) {
      const T value = __ldca(own + i);
      sum += *reinterpret_cast<const float*>(&value);
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/// A random number of each number.
__device__ unsigned mixed(unsigned i) {
  i = (i ^ (i >> 15)) * 0x2c1b3c6dU;
  i = (i ^ (i >> 12)) * 0x297a2d39U;
  return i ^ (i >> 15);
}

constexpr int GATHERED = 8;  // words a thread, all in flight together

/// Rows of 2^`shift` words from random places.
__global__ void gather(float* out, const float* in, unsigned mask, int shift) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  float sum = 0;
#pragma unroll
  for (unsigned k = 0; k < GATHERED; ++k) {
    const unsigned i = thread + k * threads, row = mixed(i >> shift) << shift;
    sum += __ldcg(in + ((row | (i & ((1U << shift) - 1))) & mask));
  }
  out[thread] = sum == 123.456F ? 1.0F : 0.5F;
}

/// All blocks load the same words, past the L1, and begin together.
__global__ void read_together(float* out, const float4* in, int words, int rounds) {
  float sum = 0;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
#pragma unroll 4
    for (int i = threadIdx.x; i < words; i += blockDim.x) {
      float a, b, c, d;
      asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(a), "=f"(b), "=f"(c), "=f"(d) : "l"(in + i));
      sum += a;
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum == 123.456F ? 1.0F : 0.5F;
}

/// An array of a thread's own whose places are known at run time only: lanes want the same place, or mixed ones.
template <int WORDS>
__global__ void update_own(float* out, bool is_mixed, int rounds) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int own[WORDS];
#pragma unroll
  for (int k = 0; k < WORDS; ++k) own[k] = k;
  unsigned place = is_mixed ? mixed(thread) : 0;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
#pragma unroll 8
    for (int step = 0; step < 8; ++step) {
      own[place % WORDS] += round;
      place += 5;
    }
  }
  int sum = 0;
#pragma unroll
  for (int k = 0; k < WORDS; ++k) sum ^= own[k];
  out[thread] = sum == 123456789 ? 1.0F : 0.5F;
}

constexpr int IN_SHARED = 4096;  // bytes a round and warp, in accesses of sizeof(T) a lane

template <class T>
__global__ void read_shared(float* out, int rounds) {
  constexpr int accesses = IN_SHARED / 32 / static_cast<int>(sizeof(T));
  __shared__ T words[IN_SHARED / sizeof(T)];
  for (int i = threadIdx.x; i < IN_SHARED / static_cast<int>(sizeof(T)); i += blockDim.x) words[i] = T{};
  __syncthreads();
  float sum = 0;
  const volatile float* const first = reinterpret_cast<const volatile float*>(words + threadIdx.x % 32);
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int i = 0; i < accesses; ++i) {
      if constexpr (sizeof(T) == 4) {
        sum += first[i * 32];
      } else {
        float a, b, c, d;
        const unsigned at =
            static_cast<unsigned>(__cvta_generic_to_shared(words)) + (threadIdx.x % 32 + i * 32) * sizeof(T);
        asm volatile("ld.volatile.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                     : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
                     : "r"(at));
        sum += a;
      }
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/// Loads of 4 KiB by each warp, 4 bytes a lane and as many words from lane to lane, that the L1 has. All addresses are
/// known before the first load: no warp waits for one. Rounds differ by 4 KiB: else ptxas loads once for all of them.
template <class T>
__global__ void read_line(float* out, const float* in, int apart, int rounds) {
  constexpr int accesses = IN_SHARED / 32 / static_cast<int>(sizeof(T));
  const T* const own = reinterpret_cast<const T*>(in) + threadIdx.x % 32 * apart;
  float sum = 0;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    const T* const first = own + round % 4 * accesses * 32;
#pragma unroll
    for (int i = 0; i < accesses; ++i) {
      float a, b, c, d;
      if constexpr (sizeof(T) == 4) {
        asm volatile("ld.global.ca.f32 %0, [%1];" : "=f"(a) : "l"(first + i * 32));
      } else if constexpr (sizeof(T) == 8) {
        asm volatile("ld.global.ca.v2.f32 {%0, %1}, [%2];" : "=f"(a), "=f"(b) : "l"(first + i * 32));
      } else {
        asm volatile("ld.global.ca.v4.f32 {%0, %1, %2, %3}, [%4];"
                     : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
                     : "l"(first + i * 32));
      }
      sum += a;
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum == 123.456F ? 1.0F : 0.5F;
}

constexpr int WORDS_OF_SECTOR = 8;

/// Loads past the L1, or stores, of 4 bytes a lane, whose words lie `apart`; over and over the same 2^21 words.
template <bool STORES>
__global__ void touch_l2(float* out, const float* in, int apart, int rounds) {
  constexpr int words = 1 << 21;
  const int thread = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
  float sum = 0;
  for (int round = 0; round < rounds; ++round) {
#pragma unroll 8
    for (int i = 0; i < 32; ++i) {
      const int at = (thread + i * step) * apart & (words - 1);
      if constexpr (STORES) {
        __stcg(out + at, 0.5F);
      } else {
        float value;
        asm volatile("ld.global.cg.f32 %0, [%1];" : "=f"(value) : "l"(in + at));
        sum += value;
      }
    }
  }
  if constexpr (!STORES) out[thread] = sum == 123.456F ? 1.0F : 0.5F;
}

// ---- instructions ----

constexpr int CHAINS = 4, STEPS = 64;

struct MultiplyAdd {
  static __device__ float step(float x, float y) { return fmaf(x, y, y); }
};
struct IntegerMultiplyAdd {
  static __device__ float step(float x, float y) {
    int to;
    asm volatile("mad.lo.s32 %0, %1, %2, %2;" : "=r"(to) : "r"(__float_as_int(x)), "r"(__float_as_int(y)));
    return __int_as_float(to);
  }
};
struct IntegerAdd {
  static __device__ float step(float x, float y) {
    int to;
    asm volatile("add.s32 %0, %1, %2;" : "=r"(to) : "r"(__float_as_int(x)), "r"(__float_as_int(y)));
    return __int_as_float(to);
  }
};
struct Logic {
  static __device__ float step(float x, float y) {
    int to;
    asm volatile("lop3.b32 %0, %1, %2, %2, 0x6a;" : "=r"(to) : "r"(__float_as_int(x)), "r"(__float_as_int(y)));
    return __int_as_float(to);
  }
};
struct Shift {
  static __device__ float step(float x, float y) {
    int to;
    asm volatile("shf.l.wrap.b32 %0, %1, %2, %2;" : "=r"(to) : "r"(__float_as_int(x)), "r"(__float_as_int(y)));
    return __int_as_float(to);
  }
};
struct Special {
  static __device__ float step(float x, float /*y*/) {
    float to;
    asm volatile("ex2.approx.ftz.f32 %0, %1;" : "=f"(to) : "f"(x));
    return to;
  }
};
struct Conversion {
  static __device__ float step(float x, float /*y*/) {
    float to;
    asm volatile("cvt.rn.f32.s32 %0, %1;" : "=f"(to) : "r"(__float_as_int(x)));
    return to;
  }
};
struct Shuffle {
  static __device__ float step(float x, float /*y*/) { return __shfl_xor_sync(0xffffffffU, x, 1); }
};

struct Division {
  static __device__ float step(float x, float y) { return __fdiv_rn(y, x + 2); }
};
struct SquareRoot {
  static __device__ float step(float x, float y) { return __fsqrt_rn(x + y); }
};
struct ReciprocalRoot {
  static __device__ float step(float x, float y) { return rsqrtf(x + y); }
};
struct Sine {
  static __device__ float step(float x, float /*y*/) { return sinf(x); }
};
struct Exponential {
  static __device__ float step(float x, float y) { return expf(y - x); }
};
struct Logarithm {
  static __device__ float step(float x, float y) { return logf(x * x + y); }
};
struct WholeDivision {
  static __device__ float step(float x, float y) {
    return __uint_as_float(__float_as_uint(y) / (__float_as_uint(x) | 1U) + 77777U);
  }
};
struct LargestOfTwo {
  static __device__ float step(float x, float y) { return fmaxf(x, y) + y; }
};
/// Two kinds of instruction in turn: whether they share a pipe.
template <class One, class Other>
struct Both {
  static __device__ float step(float x, float y) { return Other::step(One::step(x, y), y); }
};

template <class Operation>
__global__ void compute(float* out, float y, int rounds) {
  float x[CHAINS];
#pragma unroll
  for (int c = 0; c < CHAINS; ++c) x[c] = static_cast<float>(threadIdx.x + c) * 0.001F;
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step) {
#pragma unroll
      for (int c = 0; c < CHAINS; ++c) x[c] = Operation::step(x[c], y);
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x[0] + x[1] + x[2] + x[3] == 123.456F ? 1.0F : 0.5F;
}

/// A loop of few instructions: chains of multiply-adds, one step a round.
template <int LENGTH>
__global__ void go_round(float* out, float y, int rounds) {
  float x[LENGTH];
#pragma unroll
  for (int c = 0; c < LENGTH; ++c) x[c] = static_cast<float>(threadIdx.x + c) * 0.001F;
#pragma unroll 1
  for (int round = 0; round < rounds * STEPS; ++round) {
#pragma unroll
    for (int c = 0; c < LENGTH; ++c) x[c] = fmaf(x[c], y, y);
    asm volatile("");  // ptxas makes no copies of it
  }
  float sum = 0;
#pragma unroll
  for (int c = 0; c < LENGTH; ++c) sum += x[c];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum == 123.456F ? 1.0F : 0.5F;
}

/// Lanes part at every step, and meet again.
__global__ void part(float* out, float y, int rounds) {
  float x = static_cast<float>(threadIdx.x) * 0.001F;
#pragma unroll 1
  for (int round = 0; round < rounds * STEPS; ++round) {
    if (threadIdx.x % 32 < 16) {
#pragma unroll
      for (int k = 0; k < 8; ++k) x = fmaf(x, y, y);
    } else {
#pragma unroll
      for (int k = 0; k < 8; ++k) x = fmaf(y, y, x);
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x == 123.456F ? 1.0F : 0.5F;
}

__global__ void divide_doubles(float* out, double y, int rounds) {
  double x[CHAINS];
#pragma unroll
  for (int c = 0; c < CHAINS; ++c) x[c] = static_cast<double>(threadIdx.x + c) * 0.001;
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step) {
#pragma unroll
      for (int c = 0; c < CHAINS; ++c) x[c] = y / (x[c] + 2);
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x[0] + x[1] + x[2] + x[3] == 123.456 ? 1.0F : 0.5F;
}

__global__ void compute_doubles(float* out, double y, int rounds) {
  double x[CHAINS];
#pragma unroll
  for (int c = 0; c < CHAINS; ++c) x[c] = static_cast<double>(threadIdx.x + c) * 0.001;
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step) {
#pragma unroll
      for (int c = 0; c < CHAINS; ++c) x[c] = fma(x[c], y, y);
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x[0] + x[1] + x[2] + x[3] == 123.456 ? 1.0F : 0.5F;
}

// ---- costs ----

__global__ void nothing(float* out) {
  if (out == nullptr) *out = 0;
}

__global__ void nothing_in_much_memory(float* out) {
  extern __shared__ float much[];
  if (out == nullptr) *out = much[threadIdx.x];
}

__global__ void barriers(float* out, int rounds) {
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step) __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = 0.5F;
}

/// Lanes update words `apart` apart, warps the same or their own.
__global__ void update(float* out, int apart, bool own, int rounds) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int* const word = reinterpret_cast<int*>(out) + (own ? thread : thread % 32 * apart);
  for (int round = 0; round < rounds; ++round) {
#pragma unroll 8
    for (int step = 0; step < 8; ++step) atomicAdd(word, round);
  }
}

/// All lanes add nothing to words at random.
template <class T>
__global__ void update_mixed(float* out, T nothing, unsigned mask, int rounds) {
  T* const words = reinterpret_cast<T*>(out);
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int step = 0; step < 8; ++step)
      atomicAdd(words + (mixed(thread + (round * 8 + step) * threads) & mask), nothing);
  }
}

__global__ void store_mixed(float* out, unsigned mask, int rounds) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int step = 0; step < 8; ++step) __stcg(out + (mixed(thread + (round * 8 + step) * threads) & mask), 0.5F);
  }
}

/// All lanes update one word of shared memory, each lane its own, or words at random.
__global__ void update_shared(float* out, int apart, int rounds) {
  __shared__ int words[THREADS];
  words[threadIdx.x] = 0;
  __syncthreads();
  const unsigned place = apart < 0 ? threadIdx.x * 2654435761U >> 24 : threadIdx.x % 32 * apart;
  int* const word = words + place;
  for (int round = 0; round < rounds; ++round) {
#pragma unroll 8
    for (int step = 0; step < 8; ++step) atomicAdd(word, round + static_cast<int>(threadIdx.x));
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = words[threadIdx.x] == -1 ? 1.0F : 0.5F;
}

__global__ void let_cycles_pass(float* out, int cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
  out[0] = 0.5F;
}

// ---- the cases ----

using Expected = std::function<float(std::int64_t)>;

Expected half_of_first(std::int64_t count) {
  return [count](std::int64_t i) { return i < count ? 0.5F : untouched; };
}

template <class T>
const T* as(const float* memory) {
  return reinterpret_cast<const T*>(memory);
}

void add(Group& group, const std::string& label, std::int64_t bytes, std::function<void(Buffers)> launch,
         Expected expected) {
  group.cases.push_back({label, 0, bytes, std::move(launch), std::move(expected), 1});
}

/// `work` is what a round does: bytes, instructions of a warp, or updates, of the whole device.
void add_pair(Group& group, const std::string& label, std::int64_t work,
              const std::function<void(Buffers, int)>& launch, const Expected& expected) {
  for (const int rounds : {FEW, MANY}) {
    add(
        group, label + (rounds == FEW ? ", few" : ", many"), work * rounds, [=](Buffers b) { launch(b, rounds); },
        expected);
  }
}

float sum_of_inputs(std::int64_t first, std::int64_t step, std::int64_t end) {
  float sum = 0;
  for (std::int64_t i = first; i < end; i += step) sum += input(0, i);
  return sum;
}

Group memory(int multiprocessors) {
  const int n = 1 << 28;  // floats: 1 GiB
  const int blocks = RESIDENT * multiprocessors;
  Group all{"memory", {n}, n, {}};
  add(
      all, "DRAM, loads", 4LL * n,
      [=](Buffers b) { read_dram<<<blocks, THREADS>>>(b.out, as<float4>(b.in[0]), n / 4); },
      [=](std::int64_t i) {
        if (i >= static_cast<std::int64_t>(blocks) * THREADS) return untouched;
        float sum = 0;
        for (int k = 0; k < 4; ++k) sum += sum_of_inputs(4 * i + k, 4LL * blocks * THREADS, n);
        return sum;
      });
  add(
      all, "DRAM, stores", 4LL * n,
      [=](Buffers b) { write_dram<<<n / 4 / THREADS, THREADS>>>(reinterpret_cast<float4*>(b.out)); }, half_of_first(n));
  add(
      all, "DRAM, copy", 8LL * n,
      [=](Buffers b) {
        copy_dram<<<n / 8 / THREADS, THREADS>>>(reinterpret_cast<float4*>(b.out), as<float4>(b.in[0]));
      },
      [](std::int64_t i) { return input(0, i); });
  struct Place {
    const char* label;
    unsigned words;
  };
  for (const Place& place : {Place{"8 MiB", 1U << 21}, Place{"256 MiB", 1U << 26}, Place{"1 GiB", 1U << 28}}) {
    for (const int shift : {0, 3, 5}) {
      const int threads = 1 << 23;
      add(
          all, text("mixed rows of %d words of %s", 1 << shift, place.label), 4LL * GATHERED * threads,
          [=](Buffers b) { gather<<<threads / THREADS, THREADS>>>(b.out, b.in[0], place.words - 1, shift); },
          half_of_first(threads));
    }
  }
  return all;
}

Group caches(int multiprocessors) {
  const int in_l2 = 1 << 21, in_l1 = 4096;  // floats: 8 MiB, and 16 KiB a block
  const int blocks = RESIDENT * multiprocessors;
  const std::int64_t threads = static_cast<std::int64_t>(blocks) * THREADS;
  Group all{"caches",
            {std::max<std::int64_t>(in_l2, static_cast<std::int64_t>(blocks) * in_l1)},
            std::max<std::int64_t>(in_l2, threads),
            {}};
  for (const int rounds : {FEW, MANY}) {
    const std::string which = rounds == FEW ? ", few" : ", many";
    add(
        all, "L2, loads" + which, 4LL * in_l2 * rounds,
        [=](Buffers b) { read_l2<<<blocks, THREADS>>>(b.out, as<float4>(b.in[0]), in_l2 / 4, rounds); },
        [=](std::int64_t i) {
          if (i >= threads) return untouched;
          float sum = 0;
          for (int k = 0; k < 4; ++k) sum += sum_of_inputs(4 * i + k, 4 * threads, in_l2);
          return sum * static_cast<float>(rounds);
        });
    add(
        all, "L2, stores" + which, 4LL * in_l2 * rounds,
        [=](Buffers b) { write_l2<<<blocks, THREADS>>>(reinterpret_cast<float4*>(b.out), in_l2 / 4, rounds); },
        [=](std::int64_t i) { return i < in_l2 ? static_cast<float>(rounds - 1) : untouched; });
    add(
        all, "L1, loads of 4 bytes" + which, 4LL * blocks * in_l1 * rounds,
        [=](Buffers b) { read_l1<float><<<blocks, THREADS>>>(b.out, b.in[0], in_l1, rounds); },
        [=](std::int64_t i) {
          if (i >= threads) return untouched;
          const std::int64_t own = i / THREADS * in_l1;
          return sum_of_inputs(own + i % THREADS, THREADS, own + in_l1) * static_cast<float>(rounds);
        });
    add(
        all, "L1, loads of 16 bytes" + which, 4LL * blocks * in_l1 * rounds,
        [=](Buffers b) { read_l1<float4><<<blocks, THREADS>>>(b.out, as<float4>(b.in[0]), in_l1 / 4, rounds); },
        [=](std::int64_t i) {
          if (i >= threads) return untouched;
          const std::int64_t own = i / THREADS * in_l1;
          return sum_of_inputs(own + i % THREADS * 4, THREADS * 4, own + in_l1) * static_cast<float>(rounds);
        });
  }
  const Expected are_half = half_of_first(threads);
  const std::int64_t read = threads / 32 * IN_SHARED;
  for (const int apart : {0, 1, 2, 4, 8, 32}) {
    add_pair(
        all, text("L1, words %d apart", apart), read,
        [=](Buffers b, int rounds) { read_line<float><<<blocks, THREADS>>>(b.out, b.in[0], apart, rounds); }, are_half);
  }
  add_pair(
      all, "L1, 8 bytes of a line", read,
      [=](Buffers b, int rounds) { read_line<float2><<<blocks, THREADS>>>(b.out, b.in[0], 1, rounds); }, are_half);
  add_pair(
      all, "L1, 16 bytes of a line", read,
      [=](Buffers b, int rounds) { read_line<float4><<<blocks, THREADS>>>(b.out, b.in[0], 1, rounds); }, are_half);
  for (const int kib : {4, 64, 1024}) {
    const int words = kib << 6;
    add_pair(
        all, text("L2, the same %d KiB by all blocks", kib), 1024LL * kib * blocks,
        [=](Buffers b, int rounds) { read_together<<<blocks, THREADS>>>(b.out, as<float4>(b.in[0]), words, rounds); },
        are_half);
  }
  for (const bool is_mixed : {false, true}) {
    const char* const which = is_mixed ? "mixed places" : "the same place";
    add_pair(
        all, text("updates of 16 words of a thread, %s", which), threads * 8,
        [=](Buffers b, int rounds) { update_own<16><<<blocks, THREADS>>>(b.out, is_mixed, rounds); }, are_half);
    add_pair(
        all, text("updates of 64 words of a thread, %s", which), threads * 8,
        [=](Buffers b, int rounds) { update_own<64><<<blocks, THREADS>>>(b.out, is_mixed, rounds); }, are_half);
  }
  for (const int apart : {1, 2, WORDS_OF_SECTOR, 4 * WORDS_OF_SECTOR}) {
    add_pair(
        all, text("L2, loads of words %d apart", apart), 4 * 32 * threads,
        [=](Buffers b, int rounds) { touch_l2<false><<<blocks, THREADS>>>(b.out, b.in[0], apart, rounds); }, are_half);
    add_pair(
        all, text("L2, stores of words %d apart", apart), 4 * 32 * threads,
        [=](Buffers b, int rounds) { touch_l2<true><<<blocks, THREADS>>>(b.out, b.in[0], apart, rounds); },
        [=](std::int64_t i) { return i < in_l2 && i % apart == 0 ? 0.5F : untouched; });
  }
  const Expected is_zero = [=](std::int64_t i) { return i < threads ? 0.0F : untouched; };
  const std::int64_t bytes = threads / 32 * IN_SHARED;
  add_pair(
      all, "shared memory, loads of 4 bytes", bytes,
      [=](Buffers b, int rounds) { read_shared<float><<<blocks, THREADS>>>(b.out, rounds); }, is_zero);
  add_pair(
      all, "shared memory, loads of 16 bytes", bytes,
      [=](Buffers b, int rounds) { read_shared<float4><<<blocks, THREADS>>>(b.out, rounds); }, is_zero);
  return all;
}

Group instructions(int multiprocessors) {
  const int blocks = RESIDENT * multiprocessors;
  const std::int64_t threads = static_cast<std::int64_t>(blocks) * THREADS;
  Group all{"instructions", {64}, threads, {}};
  const auto add_kind = [&](const char* label, void (*kernel)(float*, float, int)) {
    add_pair(
        all, label, threads / 32 * CHAINS * STEPS,
        [=](Buffers b, int rounds) { kernel<<<blocks, THREADS>>>(b.out, 0.25F, rounds); }, half_of_first(threads));
  };
  add_kind("multiply-add", compute<MultiplyAdd>);
  add_kind("integer multiply-add", compute<IntegerMultiplyAdd>);
  add_kind("integer add", compute<IntegerAdd>);
  add_kind("logic", compute<Logic>);
  add_kind("shift", compute<Shift>);
  add_kind("special function", compute<Special>);
  add_kind("conversion", compute<Conversion>);
  add_kind("shuffle", compute<Shuffle>);
  add_kind("multiply-add and integer multiply-add", compute<Both<MultiplyAdd, IntegerMultiplyAdd>>);
  add_kind("multiply-add and logic", compute<Both<MultiplyAdd, Logic>>);
  add_kind("integer multiply-add and logic", compute<Both<IntegerMultiplyAdd, Logic>>);
  add_kind("integer add and logic", compute<Both<IntegerAdd, Logic>>);
  add_kind("special function and logic", compute<Both<Special, Logic>>);
  add_kind("division", compute<Division>);
  add_kind("square root", compute<SquareRoot>);
  add_kind("reciprocal of a root", compute<ReciprocalRoot>);
  add_kind("sine", compute<Sine>);
  add_kind("exponential", compute<Exponential>);
  add_kind("logarithm", compute<Logarithm>);
  add_kind("division of whole numbers", compute<WholeDivision>);
  add_kind("larger of two, and a sum", compute<LargestOfTwo>);
  const auto add_loop = [&](const char* label, void (*kernel)(float*, float, int)) {
    add_pair(
        all, label, threads / 32 * STEPS,
        [=](Buffers b, int rounds) { kernel<<<blocks, THREADS>>>(b.out, 0.25F, rounds); }, half_of_first(threads));
  };
  add_loop("rounds of a loop with one multiply-add", go_round<1>);
  add_loop("rounds of a loop with four multiply-adds", go_round<4>);
  add_loop("rounds of a loop whose lanes part", part);
  add_pair(
      all, "division of doubles", threads / 32 * CHAINS * STEPS,
      [=](Buffers b, int rounds) { divide_doubles<<<blocks, THREADS>>>(b.out, 0.25, rounds); }, half_of_first(threads));
  add_pair(
      all, "multiply-add of doubles", threads / 32 * CHAINS * STEPS,
      [=](Buffers b, int rounds) { compute_doubles<<<blocks, THREADS>>>(b.out, 0.25, rounds); },
      half_of_first(threads));
  for (const int each : {1, RESIDENT}) {
    add_pair(
        all, each == 1 ? "barrier of 256 threads" : "barriers of 8 × 256 threads", STEPS,
        [=](Buffers b, int rounds) { barriers<<<each * multiprocessors, THREADS>>>(b.out, rounds); },
        half_of_first(static_cast<std::int64_t>(each) * multiprocessors));
  }
  for (const int apart : {0, 1, -1}) {
    const char* const label = apart == 0  ? "updates of a shared word"
                              : apart > 0 ? "updates of shared words"
                                          : "updates of mixed shared words";
    add_pair(
        all, label, threads * 8,
        [=](Buffers b, int rounds) { update_shared<<<blocks, THREADS>>>(b.out, apart, rounds); },
        half_of_first(threads));
  }
  add(
      all, "cycles, few", 4096, [](Buffers b) { let_cycles_pass<<<1, 1>>>(b.out, 4096); }, half_of_first(1));
  add(
      all, "cycles, many", 3 * 4096, [](Buffers b) { let_cycles_pass<<<1, 1>>>(b.out, 3 * 4096); }, half_of_first(1));
  return all;
}

Group costs(int multiprocessors) {
  const int blocks = RESIDENT * multiprocessors;
  const std::int64_t threads = static_cast<std::int64_t>(blocks) * THREADS;
  Group all{"costs", {64}, threads, {}};
  const Expected nothing_there = [](std::int64_t) { return untouched; };
  add(
      all, "a launch", 1, [](Buffers b) { nothing<<<1, 32>>>(b.out); }, nothing_there);
  for (const int size : {32, 256, 1024}) {
    for (const int each : {100, 300}) {
      add(
          all, text("blocks of %d, %s", size, each == 100 ? "few" : "many"),
          static_cast<std::int64_t>(each) * multiprocessors,
          [=](Buffers b) { nothing<<<each * multiprocessors, size>>>(b.out); }, nothing_there);
    }
  }
  for (const int each : {100, 300}) {
    add(
        all, text("blocks alone on a multiprocessor, %s", each == 100 ? "few" : "many"),
        static_cast<std::int64_t>(each) * multiprocessors,
        [=](Buffers b) {
          constexpr int bytes = 200 << 10;  // more than half of what a multiprocessor has
          cudaFuncSetAttribute(nothing_in_much_memory, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
          nothing_in_much_memory<<<each * multiprocessors, THREADS, bytes>>>(b.out);
        },
        nothing_there);
  }
  // The updated words hold what no later case of the group asks for.
  struct Updates {
    const char* label;
    int apart;
    bool own;
  };
  for (const Updates& one :
       {Updates{"updates of a word", 0, false}, Updates{"updates of 32 words of a line", 1, false},
        Updates{"updates of 32 words in 32 sectors", 8, false}, Updates{"updates of a word each", 0, true}}) {
    const std::int64_t words = one.own ? threads : one.apart == 0 ? 1 : 32 * one.apart;
    for (const int rounds : {1, 3}) {
      const std::int64_t each = one.own ? 1 : one.apart == 0 ? threads : threads / 32;
      const int more = static_cast<int>(each * 8 * (rounds * (rounds - 1) / 2));
      add(
          all, std::string(one.label) + (rounds == 1 ? ", few" : ", many"), threads * 8 * rounds,
          [=](Buffers b) { update<<<blocks, THREADS>>>(b.out, one.apart, one.own, rounds); },
          [=](std::int64_t i) {
            if (i >= words || (!one.own && one.apart > 0 && i % one.apart != 0)) return untouched;
            union {
              float real;
              int whole;
            } value{untouched};
            value.whole += more;
            return value.real;
          });
    }
  }
  for (const int bits : {5, 8, 12, 16, 18}) {
    const unsigned mask = (1U << bits) - 1;
    add_pair(
        all, text("updates of %d mixed words", 1 << bits), threads * 8,
        [=](Buffers b, int rounds) { update_mixed<int><<<blocks, THREADS>>>(b.out, 0, mask, rounds); }, nothing_there);
    add_pair(
        all, text("updates of %d mixed floats", 1 << bits), threads * 8,
        [=](Buffers b, int rounds) { update_mixed<float><<<blocks, THREADS>>>(b.out, 0.0F, mask, rounds); },
        nothing_there);
    if (bits > 12) continue;
    add_pair(
        all, text("stores to %d mixed words", 1 << bits), threads * 8,
        [=](Buffers b, int rounds) { store_mixed<<<blocks, THREADS>>>(b.out, mask, rounds); },
        half_of_first(1LL << bits));
  }
  return all;
}

}  // namespace

void describe_experiment(const Machine& machine, Experiment& described) {
  const int multiprocessors = machine.multiprocessors;
  described.groups = {memory(multiprocessors), caches(multiprocessors), instructions(multiprocessors),
                      costs(multiprocessors)};
  described.judge = [](const Results&) { return std::vector<Claim>{}; };
  described.notes = {
      "The bytes of a case count its work: bytes of memory, instructions of a warp, barriers of a block, updates of a "
      "thread, blocks, or cycles."};
}
