// How long this GPU makes threads wait where many want the same: loads from a memory that is busy, the first loads of
// a launch, stores side by side, code that no multiprocessor has yet; and the rates of some more instructions.
// Constants for the model of time (simt/memory/bounds.hpp); no claim of a source is tested.
//
// Cases in pairs, "few" and "many", differ in the number of their rounds only.
#include <cuda_runtime.h>

#include <functional>
#include <string>

#include "timed_kernels.cuh"

using namespace experiment;

namespace {

constexpr int FEW = 16, MANY = 3 * FEW;
constexpr int STEPS = 64, CHAINS = 4;

template <class T>
__device__ T loaded(const T* from) {
  T value;
  if constexpr (sizeof(T) == 4) {
    asm volatile("ld.global.cg.f32 %0, [%1];" : "=f"(value) : "l"(from));
  } else {
    asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(value.x), "=f"(value.y), "=f"(value.z), "=f"(value.w)
                 : "l"(from));
  }
  return value;
}

/// One load in flight a thread: its place depends on the word before. With `words` a power of two, over and over them.
template <class T>
__global__ void load_one_by_one(float* out, const T* in, unsigned words, int rounds) {
  const unsigned threads = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned at = thread;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    const float value = component_sum(loaded(in + (at & (words - 1))));
    at += threads + (value == 123.456F ? 1 : 0);
  }
  out[thread] = at == 1 ? 1.0F : 0.5F;
}

/// The same, and each word is stored.
template <class T>
__global__ void copy_one_by_one(T* out, const T* in, int rounds) {
  const unsigned threads = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned at = thread;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    const T value = loaded(in + at);
    out[at] = value;
    at += threads + (component_sum(value) == 123.456F ? 1 : 0);
  }
}

__global__ void only_load(float* out, const float* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] == 123.456F) out[i] = 1;
}
__global__ void only_store(float* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 0.5F; }
__global__ void load_and_store(float* out, const float* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

/// EACH neighbouring words a thread, one after the other; over and over the same 2^21 words. Behind each store, or
/// behind all of a thread's, it waits for a word from the L2.
template <int EACH, bool WAITS_EACH>
__global__ void store_neighbours(float* out, const float* in, int rounds) {
  const unsigned threads = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned at = thread;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int k = 0; k < EACH; ++k) {
      asm volatile("st.global.f32 [%0], %1;" ::"l"(out + ((at * EACH + k) & ((1U << 21) - 1))), "f"(0.5F));
      if (WAITS_EACH || k == EACH - 1) at += loaded(in + (thread & 1023U)) == 123.456F ? 1 : 0;
    }
    at += threads;
  }
}

/// Code without a loop, `LENGTH` multiply-adds of four chains, `rounds` times.
template <int LENGTH>
__global__ void straight_on(float* out, float y, int rounds) {
  float x[CHAINS];
#pragma unroll
  for (int c = 0; c < CHAINS; ++c) x[c] = static_cast<float>(threadIdx.x + c) * 0.001F;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int step = 0; step < LENGTH / CHAINS; ++step) {
#pragma unroll
      for (int c = 0; c < CHAINS; ++c) asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(x[c]) : "f"(y));
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x[0] + x[1] + x[2] + x[3] == 123.456F ? 1.0F : 0.5F;
}

struct CountBits {
  static __device__ unsigned step(unsigned x, unsigned /*y*/) {
    unsigned to;
    asm volatile("popc.b32 %0, %1;" : "=r"(to) : "r"(x));
    return to;
  }
};
struct LeadingZeros {
  static __device__ unsigned step(unsigned x, unsigned /*y*/) {
    unsigned to;
    asm volatile("clz.b32 %0, %1;" : "=r"(to) : "r"(x));
    return to;
  }
};
struct ReversedBits {
  static __device__ unsigned step(unsigned x, unsigned /*y*/) {
    unsigned to;
    asm volatile("brev.b32 %0, %1;" : "=r"(to) : "r"(x));
    return to;
  }
};
struct WideProduct {
  static __device__ unsigned step(unsigned x, unsigned y) {
    unsigned low, high;
    asm volatile("{ .reg .u64 wide; mul.wide.u32 wide, %2, %3; mov.b64 {%0, %1}, wide; }"
                 : "=r"(low), "=r"(high)
                 : "r"(x), "r"(y));
    return low ^ high;
  }
};
struct HighProduct {
  static __device__ unsigned step(unsigned x, unsigned y) {
    unsigned to;
    asm volatile("mul.hi.u32 %0, %1, %2;" : "=r"(to) : "r"(x), "r"(y));
    return to;
  }
};
struct Choice {
  static __device__ unsigned step(unsigned x, unsigned y) {
    unsigned to;
    asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, %2; selp.b32 %0, %1, %2, p; }" : "=r"(to) : "r"(x), "r"(y));
    return to;
  }
};
struct ToDoubleAndBack {
  static __device__ unsigned step(unsigned x, unsigned /*y*/) {
    unsigned to;
    asm volatile("{ .reg .f64 d; .reg .f32 f; mov.b32 f, %1; cvt.f64.f32 d, f; cvt.rn.f32.f64 f, d; mov.b32 %0, f; }"
                 : "=r"(to)
                 : "r"(x));
    return to;
  }
};

template <class Operation>
__global__ void compute(float* out, unsigned y, int rounds) {
  unsigned x[CHAINS];
#pragma unroll
  for (int c = 0; c < CHAINS; ++c) x[c] = threadIdx.x + c;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int step = 0; step < STEPS; ++step) {
#pragma unroll
      for (int c = 0; c < CHAINS; ++c) x[c] = Operation::step(x[c], y);
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = (x[0] ^ x[1] ^ x[2] ^ x[3]) == 123456789U ? 1.0F : 0.5F;
}

// ---- the cases ----

using Launch = std::function<void(Buffers, int rounds)>;

Expected half_of_first(std::int64_t count) {
  return [=](std::int64_t i) { return i < count ? 0.5F : untouched; };
}

/// `work` is that of one round.
void add_pair(Group& group, const std::string& label, std::int64_t work, const Launch& launch,
              const std::function<Expected(int rounds)>& expected) {
  for (const int rounds : {FEW, MANY}) {
    add(
        group, label + (rounds == FEW ? ", few" : ", many"), work * rounds, [=](Buffers b) { launch(b, rounds); },
        expected(rounds));
  }
}

template <class T>
void add_busy(Group& group, const char* of, int multiprocessors) {
  for (const int blocks : {1, 2, 4, 8}) {
    const int threads = blocks * multiprocessors * THREADS;
    const auto bytes = static_cast<std::int64_t>(threads * sizeof(T));
    add_pair(
        group, text("DRAM, loads of %s, %d blocks", of, blocks), bytes,
        [=](Buffers b, int rounds) {
          load_one_by_one<T><<<blocks * multiprocessors, THREADS>>>(b.out, as<T>(b.in[0]), 1U << 31, rounds);
        },
        [=](int) { return half_of_first(threads); });
    add_pair(
        group, text("DRAM, copies of %s, %d blocks", of, blocks), 2 * bytes,
        [=](Buffers b, int rounds) {
          copy_one_by_one<T><<<blocks * multiprocessors, THREADS>>>(as<T>(b.out), as<T>(b.in[0]), rounds);
        },
        [=](int rounds) {
          const std::int64_t words = rounds * bytes / 4;
          return [=](std::int64_t i) { return i < words ? input(0, i) : untouched; };
        });
    add_pair(
        group, text("L2, loads of %s, %d blocks", of, blocks), bytes,
        [=](Buffers b, int rounds) {
          constexpr unsigned words = (4U << 20) / sizeof(T);
          load_one_by_one<T><<<blocks * multiprocessors, THREADS>>>(b.out, as<T>(b.in[0]), words, 8 * rounds);
        },
        [=](int) { return half_of_first(threads); });
  }
}

/// The bytes of the L2's cases count an eighth of their rounds.
Group busy(int multiprocessors) {
  const std::int64_t words = 8LL * multiprocessors * THREADS * 4 * MANY;
  Group all{"busy memory", {words}, words, {}};
  add_busy<float>(all, "4 bytes", multiprocessors);
  add_busy<float4>(all, "16 bytes", multiprocessors);
  return all;
}

Group launches(int multiprocessors) {
  const int most = 8 * multiprocessors * THREADS;
  Group all{"first loads", {most}, most, {}};
  add(
      all, "empty", 4, [](Buffers b) { only_store<<<1, 32>>>(b.out); }, half_of_first(32));
  for (const int blocks : {1, 16, multiprocessors, 4 * multiprocessors, 8 * multiprocessors}) {
    const std::int64_t n = static_cast<std::int64_t>(blocks) * THREADS;
    add(
        all, text("loads by %d blocks", blocks), 4 * n,
        [=](Buffers b) { only_load<<<blocks, THREADS>>>(b.out, b.in[0]); }, is_untouched);
    add(
        all, text("stores by %d blocks", blocks), 4 * n, [=](Buffers b) { only_store<<<blocks, THREADS>>>(b.out); },
        half_of_first(n));
    add(
        all, text("copies by %d blocks", blocks), 8 * n,
        [=](Buffers b) { load_and_store<<<blocks, THREADS>>>(b.out, b.in[0]); },
        [=](std::int64_t i) { return i < n ? input(0, i) : untouched; });
  }
  return all;
}

/// The same in few pages: launches go round in 512 MiB.
Group launches_near(int multiprocessors) {
  constexpr std::int64_t ring = 1 << 27;
  const int most = 8 * multiprocessors * THREADS;
  Group all{"first loads, few pages", {ring}, most, {}};
  for (const int blocks : {1, multiprocessors, 8 * multiprocessors}) {
    const std::int64_t n = static_cast<std::int64_t>(blocks) * THREADS;
    add(
        all, text("loads by %d blocks", blocks), 4 * ring,
        [=, at = std::int64_t{0}](Buffers b) mutable {
          at = (at + most) % (ring - most) / 32 * 32;
          only_load<<<blocks, THREADS>>>(b.out, b.in[0] + at);
        },
        is_untouched);
    add(
        all, text("loads of the same by %d blocks", blocks), 4 * ring,
        [=](Buffers b) { only_load<<<blocks, THREADS>>>(b.out, b.in[0]); }, is_untouched);
    add(
        all, text("stores of the same by %d blocks", blocks), 4 * ring,
        [=](Buffers b) { only_store<<<blocks, THREADS>>>(b.out); }, half_of_first(n));
  }
  return all;
}

Group stores(int multiprocessors) {
  const int blocks = 8 * multiprocessors;
  const std::int64_t threads = static_cast<std::int64_t>(blocks) * THREADS;
  Group all{"stores side by side", {1024}, 1 << 21, {}};
  const auto add_kernel = [&](const char* label, void (*kernel)(float*, const float*, int), int each) {
    add_pair(
        all, label, 4 * threads * each,
        [=](Buffers b, int rounds) { kernel<<<blocks, THREADS>>>(b.out, b.in[0], rounds); },
        [](int) { return is_half; });
  };
  add_kernel("1 word", store_neighbours<1, false>, 1);
  add_kernel("2 words at once", store_neighbours<2, false>, 2);
  add_kernel("2 words one by one", store_neighbours<2, true>, 2);
  add_kernel("4 words at once", store_neighbours<4, false>, 4);
  add_kernel("4 words one by one", store_neighbours<4, true>, 4);
  add_kernel("8 words at once", store_neighbours<8, false>, 8);
  add_kernel("8 words one by one", store_neighbours<8, true>, 8);
  return all;
}

Group code(int multiprocessors) {
  const int blocks = multiprocessors, threads = 32;
  Group all{"code", {64}, blocks * THREADS, {}};
  const auto add_kernel = [&](int length, void (*kernel)(float*, float, int)) {
    for (const int rounds : {1, 2, 4}) {
      add(
          all, text("%d instructions, %d times", length, rounds), 4LL * length * rounds,
          [=](Buffers b) { kernel<<<blocks, threads>>>(b.out, 0.25F, rounds); }, half_of_first(blocks * threads));
    }
  };
  add_kernel(64, straight_on<64>);
  add_kernel(256, straight_on<256>);
  add_kernel(1024, straight_on<1024>);
  add_kernel(4096, straight_on<4096>);
  return all;
}

Group rates(int multiprocessors) {
  const int blocks = 8 * multiprocessors;
  const std::int64_t threads = static_cast<std::int64_t>(blocks) * THREADS;
  Group all{"instructions", {64}, threads, {}};
  const auto add_kernel = [&](const char* label, void (*kernel)(float*, unsigned, int)) {
    add_pair(
        all, label, threads / 32 * STEPS * CHAINS,
        [=](Buffers b, int rounds) { kernel<<<blocks, THREADS>>>(b.out, 12345, rounds); }, [](int) { return is_half; });
  };
  add_kernel("count of bits", compute<CountBits>);
  add_kernel("leading zeros", compute<LeadingZeros>);
  add_kernel("reversed bits", compute<ReversedBits>);
  add_kernel("wide product and logic", compute<WideProduct>);
  add_kernel("high half of a product", compute<HighProduct>);
  add_kernel("comparison and choice", compute<Choice>);
  add_kernel("to a double and back", compute<ToDoubleAndBack>);
  return all;
}

}  // namespace

void describe_experiment(const Machine& machine, Experiment& described) {
  const int multiprocessors = machine.multiprocessors;
  described.groups = {busy(multiprocessors),   launches(multiprocessors), launches_near(multiprocessors),
                      stores(multiprocessors), code(multiprocessors),     rates(multiprocessors)};
  described.judge = [](const Results&) { return std::vector<Claim>{}; };
  described.notes = {
      "The bytes of a case count its work: bytes of memory, or instructions of a warp. Those of the L2 count an "
      "eighth, "
      "those of launches in few pages the ring."};
}
