// S4.5: the time of a kernel launch and of a grid barrier, over the number of blocks. A launch has two times: that in
// which the host issues it, and the device's own, of launches that wait in the queue already.
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

const char* const issued = "launch";  // the host's time
const char* const queued = "queued launch";

std::vector<Claim> judge(const Results& results) {
  const Result& launch = results.of(label(issued, 10));
  const double barrier = results.of(label("barrier", 10)).microseconds_a_step();
  const double more = results.of(label("barrier", 100)).microseconds_a_step() / barrier;
  std::vector<Claim> claims{
      {"S4.5", "a launch takes about 10 µs, the host's time",
       text("%.2f ± %.1f %% µs with 10 blocks", launch.microseconds_a_step(), launch.ci95() * 100),
       judged_time(launch.microseconds_a_step(), 10)},
      {"S4.5", "a barrier of 10 blocks takes about 10 µs", text("%.2f µs", barrier), judged_time(barrier, 10)},
      {"S4.5", "a barrier's time goes up as the blocks do: 10 × with 100 of them", text("%.2f ×", more),
       judged(more > 8 && more<12.5, more> 1.25)}};
  const std::string own = "a launch takes about 10 µs, the device's own time", does_not = "a launch's does not";
  if (results.has(label(queued, 10))) {
    const double alone = results.of(label(queued, 10)).microseconds_a_step();
    const double with_more = results.of(label(queued, 100)).microseconds_a_step() / alone;
    claims.push_back({"S4.5", own, text("%.2f µs with 10 blocks", alone), judged_time(alone, 10)});
    claims.push_back({"S4.5", does_not, text("%.2f ×, the device's own time", with_more),
                      judged(with_more > 0.8 && with_more < 1.25, with_more < more)});
  } else {
    const char* const hidden = "not measured: the host needs longer to issue a launch than the device to run it";
    claims.push_back({"S4.5", own, hidden, Holds::unknown});
    claims.push_back({"S4.5", does_not, hidden, Holds::unknown});
  }
  return claims;
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
    const auto add = [&](const char* what, int kernels, std::function<void(Buffers)> launch) {
      group.cases.push_back(
          {label(what, blocks), static_cast<double>(blocks), 4 * words * STEPS, launch, expected, STEPS, {}, kernels});
    };
    const auto launches = [=](Buffers b) {
      for (int step = 1; step <= STEPS; ++step) one_step<<<blocks, THREADS>>>(b.out, step);
    };
    add(issued, 1, launches);
    add(queued, STEPS, launches);
    add("barrier", 1, [=](Buffers b) {
      all_steps<<<blocks, THREADS>>>(b.out, counted);
      counted += static_cast<unsigned>(blocks) * STEPS;
    });
  }
  described.axis = "blocks";
  described.groups = {group};
  described.judge = judge;
}
