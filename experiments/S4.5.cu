// S4.5: the time of a kernel launch and of a grid barrier, over the number of blocks.
#include <cuda_runtime.h>

#include <cuda/atomic>

#include "experiment.cuh"

using namespace experiment;

namespace {

constexpr int THREADS = 256;
constexpr int STEPS = 200;  // launches, or barriers

__device__ alignas(128) unsigned arrivals;  // only goes up
unsigned counted = 0;                       // its value after the launches so far

// `first`: the counter's value before this launch.
__device__ void wait_for_all(unsigned first) {
  __syncthreads();
  if (threadIdx.x == 0) {
    const cuda::atomic_ref<unsigned, cuda::thread_scope_device> count(arrivals);
    const unsigned ticket = count.fetch_add(1, cuda::memory_order_release) - first;
    const unsigned due = (ticket / gridDim.x + 1) * gridDim.x;
    while (count.load(cuda::memory_order_acquire) - first < due) {
    }
  }
  __syncthreads();
}

// In both cases every thread stores one word per step, the number of the step.
__global__ void one_step(float* out, int step) { out[blockIdx.x * THREADS + threadIdx.x] = step; }

__global__ void all_steps(float* out, unsigned first) {
  for (int step = 1; step <= STEPS; ++step) {
    out[blockIdx.x * THREADS + threadIdx.x] = step;
    wait_for_all(first);
  }
}

std::string label(const char* what, int blocks) { return text("%s, %d block%s", what, blocks, blocks == 1 ? "" : "s"); }

/// A number holds if it differs by at most a quarter; its direction holds within a factor of three.
Holds judged_time(double measured, double claimed) {
  const auto within = [&](double factor) { return measured < claimed * factor && measured > claimed / factor; };
  return judged(within(1.25), within(3));
}

std::vector<Claim> judge(const Results& results) {
  const double launch = results.of(label("launch", 10)).microseconds_a_step();
  const double barrier = results.of(label("barrier", 10)).microseconds_a_step();
  const double more = results.of(label("barrier", 100)).microseconds_a_step() / barrier;
  const double many_launches = results.of(label("launch", 100)).microseconds_a_step() / launch;
  return {
      {"S4.5", "a launch takes about 10 µs", text("%.2f µs with 10 blocks", launch), judged_time(launch, 10)},
      {"S4.5", "a barrier of 10 blocks takes about 10 µs", text("%.2f µs", barrier), judged_time(barrier, 10)},
      {"S4.5", "a barrier's time goes up as the blocks do: 10 × with 100 of them", text("%.2f ×", more),
       judged(more > 8 && more<12.5, more> 1.25)},
      {"S4.5", "a launch's does not", text("%.2f ×", many_launches),
       judged(many_launches > 0.8 && many_launches < 1.25, many_launches < more)},
  };
}

}  // namespace

void describe_experiment(const Machine& machine, Experiment& described) {
  const int most = machine.multiprocessors > 100 ? machine.multiprocessors : 100;
  const std::int64_t n = std::int64_t{most} * THREADS;
  Group group{"", {}, n, {}};
  for (const int blocks : {1, 2, 5, 10, 20, 50, 100, most}) {
    if (blocks == most && most == 100) continue;
    const std::int64_t words = std::int64_t{blocks} * THREADS;
    const auto expected = [=](std::int64_t i) { return i < words ? static_cast<float>(STEPS) : untouched; };
    const auto add = [&](const char* what, std::function<void(Buffers)> launch) {
      group.cases.push_back(
          {label(what, blocks), static_cast<double>(blocks), 4 * words * STEPS, launch, expected, STEPS});
    };
    add("launch", [=](Buffers b) {
      for (int step = 1; step <= STEPS; ++step) one_step<<<blocks, THREADS>>>(b.out, step);
    });
    add("barrier", [=](Buffers b) {
      all_steps<<<blocks, THREADS>>>(b.out, counted);
      counted += static_cast<unsigned>(blocks) * STEPS;
    });
  }
  described.axis = "blocks";
  described.groups = {group};
  described.judge = judge;
}
