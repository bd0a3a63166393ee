// S4.4: a grid barrier that waits with a volatile load, with inline PTX, or with an atomic load.
#include <cuda_runtime.h>

#include <cmath>
#include <cuda/atomic>

#include "experiment.cuh"

using namespace experiment;

namespace {

constexpr int THREADS = 256;
constexpr int BARRIERS = 1000;

__device__ alignas(128) unsigned arrivals;  // only goes up
unsigned counted = 0;                       // its value after the launches so far

// Whether the counter has reached `due`. Compares the difference, because the counter may wrap to 0.
__device__ bool is_before(unsigned count, unsigned due) { return static_cast<int>(count - due) < 0; }

struct Volatile {
  static __device__ void wait(unsigned due) {
    __threadfence();
    atomicAdd(&arrivals, 1);
    while (is_before(*static_cast<volatile unsigned*>(&arrivals), due)) {
    }
    __threadfence();
  }
};

struct Ptx {
  static __device__ void wait(unsigned due) {
    __threadfence();
    atomicAdd(&arrivals, 1);
    asm volatile(
        "{\n"
        ".reg .pred is_before;\n"
        ".reg .s32 count;\n"
        "again:\n"
        "ld.volatile.global.s32 count, [%0];\n"
        "sub.s32 count, count, %1;\n"
        "setp.lt.s32 is_before, count, 0;\n"
        "@is_before bra again;\n"
        "}\n" ::"l"(&arrivals),
        "r"(due)
        : "memory");
    __threadfence();
  }
};

struct Atomic {
  static __device__ void wait(unsigned due) {
    const cuda::atomic_ref<unsigned, cuda::thread_scope_device> count(arrivals);
    unsigned seen = count.fetch_add(1, cuda::memory_order_acq_rel) + 1;
    while (is_before(seen, due)) seen = count.load(cuda::memory_order_acquire);
  }
};

template <class Wait>
__global__ void barriers(float* out, unsigned due) {
  for (int i = 0; i < BARRIERS; ++i) {
    __syncthreads();
    due += gridDim.x;
    if (threadIdx.x == 0) Wait::wait(due);
    __syncthreads();
  }
  out[blockIdx.x * THREADS + threadIdx.x] = BARRIERS;
}

std::vector<Claim> judge(const Results& results) {
  const Speed ratio = speed(results.of("volatile"), results.of("PTX"));
  const double difference = std::abs(ratio.ratio - 1);
  return {{"S4.4", "volatile and PTX differ by less than 0.2 %",
           text("%.2f %% ± %.2f %%", difference * 100, ratio.ci95 * 100),
           judged(difference < 0.002, difference < 0.02)}};
}

}  // namespace

void describe_experiment(const Machine& machine, Experiment& described) {
  const int blocks = machine.multiprocessors;
  const std::int64_t n = std::int64_t{blocks} * THREADS;
  Group group{"", {}, n, {}};
  const auto add = [&](const char* label, auto kernel) {
    const auto launch = [=](Buffers b) {
      kernel<<<blocks, THREADS>>>(b.out, counted);
      counted += static_cast<unsigned>(blocks) * BARRIERS;
    };
    group.cases.push_back({label, static_cast<double>(group.cases.size()), 4 * n, launch,
                           [](std::int64_t) { return static_cast<float>(BARRIERS); }, BARRIERS});
  };
  add("volatile", barriers<Volatile>);
  add("PTX", barriers<Ptx>);
  add("atomic, release and acquire", barriers<Atomic>);
  described.groups = {group};
  described.judge = judge;
  described.notes = {"a step is a barrier of one block of 256 threads on each multiprocessor"};
}
