// S3.9: latencies, by one thread that goes from element to element, each of which names the next. S2.23: their order.
// S3.15: what a barrier takes if no thread has to wait.
#include <cuda_runtime.h>

#include <functional>
#include <map>
#include <string>

#include "experiment.cuh"

using namespace experiment;

namespace {

constexpr int LINE = 32;                   // words: one element a line of 128 bytes
constexpr int IN_SHARED = 4096;            // words
constexpr int IN_CONSTANT = 256;           // words: fits the smallest constant cache
constexpr int IN_L1 = 64;                  // lines: 8 KiB
constexpr int IN_L2 = 1 << 15;             // lines: 4 MiB, many times the L1
constexpr int IN_DRAM = 1 << 22;           // lines: 512 MiB, many times any L2
constexpr int FLUSHED = 1 << 28;           // bytes that are written to empty the L2
constexpr int FEW = 4096, MANY = 3 * FEW;  // steps of a walk; from DRAM, even the short one takes a whole sample

/// The order in which n elements, a power of two, are visited: all of them, none near the one before.
EXPERIMENT_HOST_DEVICE int successor(int at, int n) {
  return static_cast<int>((static_cast<unsigned>(at) * 1664525U + 1013904223U) % static_cast<unsigned>(n));
}

__constant__ int in_constant[IN_CONSTANT];

// Elements hold the word at which the next one lies.
__global__ void write_chain(int* chain, int lines) {
  const int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < lines; i += step)
    chain[i * LINE] = successor(i, lines) * LINE;
}

/// A chain in device memory, written once.
const int* chain_of(int lines) {
  static std::map<int, int*> chains;
  int*& chain = chains[lines];
  if (chain == nullptr) {
    cudaMalloc(&chain, static_cast<std::size_t>(lines) * LINE * sizeof(int));
    write_chain<<<1024, 256>>>(chain, lines);
    cudaDeviceSynchronize();
  }
  return chain;
}

// The first `warm` steps bring what fits into the caches.
__global__ void walk_global(float* out, const int* chain, int warm, int steps) {
  int at = 0;
  for (int i = 0; i < warm; ++i) at = __ldca(chain + at);
  for (int i = 0; i < steps; ++i) at = __ldca(chain + at);
  out[0] = static_cast<float>(at / LINE);
}

// Another launch: the L1 keeps nothing for the next one.
void bring_into_the_l2() {
  static float* const out = [] {
    float* memory = nullptr;
    cudaMalloc(&memory, sizeof(float));
    return memory;
  }();
  walk_global<<<1, 1>>>(out, chain_of(IN_L2), 0, IN_L2);
}

void empty_the_l2() {
  static void* const memory = [] {
    void* flushed = nullptr;
    cudaMalloc(&flushed, FLUSHED);
    return flushed;
  }();
  cudaMemset(memory, 0, FLUSHED);
}

__global__ void walk_texture(float* out, cudaTextureObject_t texture, int warm, int steps) {
  int at = 0;
  for (int i = 0; i < warm; ++i) at = tex1Dfetch<int>(texture, at);
  for (int i = 0; i < steps; ++i) at = tex1Dfetch<int>(texture, at);
  out[0] = static_cast<float>(at / LINE);
}

__global__ void walk_constant(float* out, int steps) {
  int at = 0;
  for (int i = 0; i < steps; ++i) at = in_constant[at];
  out[0] = static_cast<float>(at);
}

__global__ void walk_shared(float* out, int steps) {
  __shared__ int chain[IN_SHARED];
  for (int i = threadIdx.x; i < IN_SHARED; i += blockDim.x) chain[i] = successor(i, IN_SHARED);
  __syncthreads();
  if (threadIdx.x != 0) return;
  int at = 0;
  for (int i = 0; i < steps; ++i) at = chain[at];
  out[0] = static_cast<float>(at);
}

/// Multiplications and additions, each of the result before; the compiler does not know `one`.
__global__ void walk_registers(float* out, float one, int steps) {
  float at = 0;
#pragma unroll 64
  for (int i = 0; i < steps; ++i) at = fmaf(at, one, one);
  out[0] = at;
}

__global__ void wait_at_barriers(float* out, int steps) {
#pragma unroll 64
  for (int i = 0; i < steps; ++i) __syncthreads();
  if (threadIdx.x == 0) out[0] = static_cast<float>(steps);
}

/// Ends after so many cycles of its multiprocessor.
__global__ void let_cycles_pass(float* out, int cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
  out[0] = static_cast<float>(cycles);
}

/// A texture over the chain that fits the L1.
cudaTextureObject_t texture_of_chain() {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = const_cast<int*>(chain_of(IN_L1));
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = std::size_t{IN_L1} * LINE * sizeof(int);
  cudaTextureDesc how = {};
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  return texture;
}

void write_constants() {
  int chain[IN_CONSTANT];
  for (int i = 0; i < IN_CONSTANT; ++i) chain[i] = successor(i, IN_CONSTANT);
  cudaMemcpyToSymbol(in_constant, chain, sizeof chain);
}

/// What the walk ends at, in out[0]; the rest stays as it was.
std::function<float(std::int64_t)> end_of_walk(int n, int steps) {
  int at = 0;
  for (int i = 0; i < steps; ++i) at = successor(at, n);
  return [=](std::int64_t index) { return index == 0 ? static_cast<float>(at) : untouched; };
}

using Expected = std::function<float(std::int64_t)>;

// Two walks of different lengths: their difference has neither the launch in it nor what warms the caches.
void add(Group& group, const std::string& label, const std::function<void(Buffers, int)>& walk,
         const std::function<Expected(int)>& expected, const std::function<void()>& prepare = {}) {
  for (const int steps : {FEW, MANY}) {
    group.cases.push_back({label + (steps == FEW ? ", few" : ", many"), 0, 4LL * steps,
                           [=](Buffers b) { walk(b, steps); }, expected(steps), 1, prepare});
  }
}

Group walks() {
  Group all{"", {64}, 64, {}};
  const auto ends_in = [](int n) { return [n](int steps) { return end_of_walk(n, steps); }; };
  const auto counts = [](int steps) -> Expected {
    return [steps](std::int64_t index) { return index == 0 ? static_cast<float>(steps) : untouched; };
  };
  add(
      all, "cycle", [](Buffers b, int n) { let_cycles_pass<<<1, 1>>>(b.out, n); }, counts);
  add(
      all, "registers", [](Buffers b, int n) { walk_registers<<<1, 1>>>(b.out, 1, n); }, counts);
  add(
      all, "shared memory", [](Buffers b, int n) { walk_shared<<<1, 256>>>(b.out, n); }, ends_in(IN_SHARED));
  add(
      all, "constant memory", [](Buffers b, int n) { walk_constant<<<1, 1>>>(b.out, n); }, ends_in(IN_CONSTANT),
      write_constants);
  const auto warm = [](int lines) { return [lines](int steps) { return end_of_walk(lines, lines + steps); }; };
  add(
      all, "global memory, L1", [](Buffers b, int n) { walk_global<<<1, 1>>>(b.out, chain_of(IN_L1), IN_L1, n); },
      warm(IN_L1));
  add(
      all, "texture",
      [](Buffers b, int n) {
        static const cudaTextureObject_t texture = texture_of_chain();
        walk_texture<<<1, 1>>>(b.out, texture, IN_L1, n);
      },
      warm(IN_L1));
  add(
      all, "global memory, L2", [](Buffers b, int n) { walk_global<<<1, 1>>>(b.out, chain_of(IN_L2), 0, n); },
      ends_in(IN_L2), bring_into_the_l2);
  add(
      all, "global memory, DRAM", [](Buffers b, int n) { walk_global<<<1, 1>>>(b.out, chain_of(IN_DRAM), 0, n); },
      ends_in(IN_DRAM), empty_the_l2);
  add(
      all, "barrier of 32 threads", [](Buffers b, int n) { wait_at_barriers<<<1, 32>>>(b.out, n); }, counts);
  add(
      all, "barrier of 1024 threads", [](Buffers b, int n) { wait_at_barriers<<<1, 1024>>>(b.out, n); }, counts);
  return all;
}

std::vector<Claim> judge(const Results& results) {
  const auto nanoseconds = [&](const std::string& of) {
    return 1e3 * (results.of(of + ", many").microseconds_a_step() - results.of(of + ", few").microseconds_a_step()) /
           (MANY - FEW);
  };
  const auto cycles = [&](const std::string& of) { return nanoseconds(of) / nanoseconds("cycle"); };
  const double registers = cycles("registers"), shared = cycles("shared memory"), constant = cycles("constant memory");
  const double l1 = cycles("global memory, L1"), texture = cycles("texture"), l2 = cycles("global memory, L2");
  const double dram = cycles("global memory, DRAM");
  const double few = cycles("barrier of 32 threads"), many = cycles("barrier of 1024 threads");
  return {{"S3.9", "global memory takes 400 to 600 cycles",
           text("%.0f from DRAM (%.0f ns), %.0f from the L2, %.0f from the L1", dram,
                nanoseconds("global memory, DRAM"), l2, l1),
           judged(dram > 400 && dram<600, dram> 300)},
          {"S3.9", "shared memory takes 4 cycles or more", text("%.0f", shared), judged(shared >= 4, false)},
          {"S3.9", "registers take about 0", text("%.1f from one multiply-add to the next that needs it", registers),
           judged(registers < 2, registers < shared / 2)},
          {"S2.23", "from the slowest: global memory, texture, constant, shared memory, registers",
           text("%.0f (DRAM), %.0f, %.0f, %.0f, %.1f cycles", dram, texture, constant, shared, registers),
           judged(dram > texture && texture > constant && constant > shared && shared > registers,
                  dram > texture && texture > shared && shared > registers)},
          {"S3.15", "__syncthreads takes about one instruction if no thread has to wait",
           text("%.0f cycles with 32 threads, %.0f with 1024; a multiply-add %.1f", few, many, registers),
           judged(few < 2 * registers && many < 2 * registers, few < 4 * registers)}};
}

}  // namespace

void describe_experiment(const Machine& /*machine*/, Experiment& described) {
  described.groups = {walks()};
  described.judge = judge;
  described.notes = {
      "A walk from DRAM goes through 512 MiB in no order: what finding a page's address takes is part of it."};
}
