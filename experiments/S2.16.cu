// S2.16: work of the host beside a kernel. S2.14: an intermediate result that stays on the device, although the device
// is bad at the step between, beside one that goes to the host and back.
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>

#include "experiment.cuh"

using namespace experiment;

namespace {

constexpr int N = 1 << 20;  // floats: 4 MiB
constexpr int THREADS = 256;
constexpr int ROUNDS = 40000;         // of the kernel: between one and two milliseconds on an H200
constexpr int HOST_ROUNDS = 1 << 19;  // about as long

// Has no closed form. One multiply-add a round, rounded equally on host and device.
EXPERIMENT_HOST_DEVICE float process(float x) {
  for (int k = 0; k < ROUNDS; ++k) x = fmaf(x, x, -1.9F);
  return x;
}

__global__ void process_all(float* out, const float* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = process(in[i]);
}

/// Waits for its own result in each round, so that no compiler leaves a round away.
void work_on_the_host() {
  volatile float x = 0.5F;
  for (int k = 0; k < HOST_ROUNDS; ++k) x = x * x - 1.9F;
}

void device_only(Buffers b) { process_all<<<N / THREADS, THREADS>>>(b.out, b.in[0]); }

void one_after_the_other(Buffers b) {
  device_only(b);
  cudaDeviceSynchronize();
  work_on_the_host();
}

void host_meanwhile(Buffers b) {
  device_only(b);
  work_on_the_host();
}

void host_only(Buffers) { work_on_the_host(); }

__global__ void add_half(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + 0.5F;
}

/// One block does it all: much slower than the device could.
__global__ void negate_by_one_block(float* values, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) values[i] = -values[i];
}

void stays_on_the_device(Buffers b) {
  add_half<<<N / THREADS, THREADS>>>(b.scratch, b.in[0], N);
  negate_by_one_block<<<1, 1024>>>(b.scratch, N);
  add_half<<<N / THREADS, THREADS>>>(b.out, b.scratch, N);
}

void goes_to_the_host(Buffers b) {
  static float* const host = [] {
    float* memory = nullptr;
    cudaMallocHost(&memory, N * sizeof(float));
    return memory;
  }();
  add_half<<<N / THREADS, THREADS>>>(b.scratch, b.in[0], N);
  cudaMemcpy(host, b.scratch, N * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < N; ++i) host[i] = -host[i];
  cudaMemcpy(b.scratch, host, N * sizeof(float), cudaMemcpyHostToDevice);
  add_half<<<N / THREADS, THREADS>>>(b.out, b.scratch, N);
}

std::vector<Claim> judge(const Results& results) {
  const auto time = [&](const char* label) {
    return results.of(label, "host beside the device").microseconds_a_step();
  };
  const double device = time("kernel only"), host = time("host only");
  const double apart = time("one after the other"), together = time("host meanwhile");
  const double hidden = (apart - together) / std::min(device, host);
  const Speed stays =
      speed(results.of("stays on the device", "a step between"), results.of("goes to the host", "a step between"));
  return {{"S2.16", "the host works while the device does: the shorter of both takes no time",
           text("%.0f %% of it is hidden: %.0f µs one after the other, %.0f µs together (kernel %.0f, host %.0f)",
                100 * hidden, apart, together, device, host),
           judged(hidden > 0.9, hidden > 0.2)},
          {"S2.14", "an intermediate result should stay on the device, even if the device is bad at this step",
           text("%s × as fast, with the step done by one block", text(stays).c_str()),
           judged(stays.ratio > 1.2, stays.ratio > 1.02)}};
}

}  // namespace

void describe_experiment(const Machine& /*machine*/, Experiment& described) {
  const auto processed = [](std::int64_t index) { return process(input(0, index)); };
  const auto nothing = [](std::int64_t) { return untouched; };
  const auto both_steps = [](std::int64_t index) { return -(input(0, index) + 0.5F) + 0.5F; };
  const std::int64_t bytes = 8LL * N;
  described.groups.push_back({"host beside the device",
                              {N},
                              N,
                              {{"kernel only", 0, bytes, device_only, processed, 1},
                               {"host only", 0, bytes, host_only, nothing, 1},
                               {"one after the other", 0, bytes, one_after_the_other, processed, 1},
                               {"host meanwhile", 0, bytes, host_meanwhile, processed, 1}},
                              Where::device,
                              Where::device,
                              0,
                              true});
  described.groups.push_back({"a step between",
                              {N},
                              N,
                              {{"stays on the device", 0, bytes, stays_on_the_device, both_steps},
                               {"goes to the host", 0, bytes, goes_to_the_host, both_steps}},
                              Where::device,
                              Where::device,
                              N,
                              true});
  described.judge = judge;
}
