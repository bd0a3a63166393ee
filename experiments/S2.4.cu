// S2.4: copies and kernels in chunks, compared with the formula for the remaining time when they overlap; and whether
// the two directions of the link overlap, too.
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "experiment.cuh"

using namespace experiment;

namespace {

constexpr int N = 1 << 26;  // floats: 256 MiB
constexpr int THREADS = 256;
constexpr int MOST_CHUNKS = 64;

// Numbers of rounds with which a kernel takes as long as a copy on an H200, and half as long.
constexpr int EQUAL = 2000;
constexpr int HALF = EQUAL / 2;

// Has no closed form. One multiply-add per round, rounded equally on host and device.
EXPERIMENT_HOST_DEVICE float process(float x, int rounds) {
#ifdef __CUDA_ARCH__
#pragma unroll 16
#endif
  for (int i = 0; i < rounds; ++i) x = fmaf(x, x, -1.9F);
  return x;
}

__global__ void process_all(float* out, const float* in, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(in[i], rounds);
}

// The same computation without reading memory.
__global__ void process_numbers(float* out, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = process(static_cast<float>(i % 1024) / 1024, rounds);
}

void launch(float* out, const float* in, int n, int rounds, cudaStream_t stream) {
  process_all<<<(n + THREADS - 1) / THREADS, THREADS, 0, stream>>>(out, in, n, rounds);
}

struct Stages {
  cudaStream_t in, kernels, out;
  cudaEvent_t is_done;

  Stages() {
    for (cudaStream_t* stream : {&in, &kernels, &out}) cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&is_done, cudaEventDisableTiming);
  }
  void hand_over(cudaStream_t from, cudaStream_t to) const {
    cudaEventRecord(is_done, from);
    cudaStreamWaitEvent(to, is_done, 0);
  }
};

const Stages& stages() {
  static const Stages all;
  return all;
}

void copy(float* to, const float* from, int n, cudaStream_t stream) {
  cudaMemcpyAsync(to, from, n * sizeof(float), cudaMemcpyDefault, stream);
}

// In chunks: copy in, kernel, and copy out if `host_out` is not null.
void in_chunks(float* host_out, float* device, const float* host_in, int chunks, int rounds) {
  const Stages& stage = stages();
  const int count = N / chunks;
  for (int first = 0; first < N; first += count) {
    copy(device + first, host_in + first, count, stage.in);
    stage.hand_over(stage.in, stage.kernels);
    launch(device + first, device + first, count, rounds, stage.kernels);
    if (host_out == nullptr) continue;
    stage.hand_over(stage.kernels, stage.out);
    copy(host_out + first, device + first, count, stage.out);
  }
}

// Gives a copy out data to copy. Every buffer is written before time is measured.
void fill_once(const Buffers& buffers) {
  static std::set<const float*> filled;
  if (!filled.insert(buffers.scratch).second) return;
  copy(buffers.scratch, buffers.in[0], N, stages().in);
  cudaStreamSynchronize(stages().in);
}

double seconds(const Result& result) { return static_cast<double>(result.bytes) / (result.gbps() * 1e9); }

/// Measured ÷ predicted time, over all numbers of chunks.
struct Agreement {
  double low = 1e30, high = 0;
  void add(double ratio) {
    low = std::min(low, ratio);
    high = std::max(high, ratio);
  }
  Holds holds() const { return judged(low > 0.95 && high<1.05, low> 0.85 && high < 1.15); }
};

Claim against_formula(const Results& results, const char* group, double kernel, const char* claimed) {
  const double transfer = seconds(results.of("copy in", "one stage"));
  Agreement agreement;
  for (int chunks = 1; chunks <= MOST_CHUNKS; chunks *= 2) {
    const double longer = std::max(kernel, transfer), shorter = std::min(kernel, transfer);
    const double measured = seconds(results.of(text("%d chunks", chunks), group));
    agreement.add(measured / (longer + shorter / chunks));
  }
  return {"S2.4", claimed,
          text("t_E = %.2f t_T; %.3f to %.3f × the formula", kernel / transfer, agreement.low, agreement.high),
          agreement.holds()};
}

std::vector<Claim> judge(const Results& results) {
  const double in = seconds(results.of("copy in", "one stage"));
  const double both = seconds(results.of("both ways at once", "in, kernel, out"));
  const double out = seconds(results.of("copy out", "in, kernel, out"));
  const double alone = std::max(in, out);
  return {against_formula(results, "t_E = t_T", seconds(results.of("long kernel", "one stage")),
                          "in and kernel in 1 to 64 chunks: t_E + t_T ÷ c, or t_T + t_E ÷ c"),
          against_formula(results, "t_E = t_T / 2", seconds(results.of("short kernel", "one stage")),
                          "the same where the kernel is half as long"),
          {"S2.4", "two copy engines: both directions at a time, each at full speed",
           text("%.3f × the time of one", both / alone), judged(both < 1.03 * alone, both < 1.5 * alone)}};
}

}  // namespace

void describe_experiment(const Machine& /*machine*/, Experiment& described) {
  const auto expected = [](int rounds) { return [=](std::int64_t index) { return process(input(0, index), rounds); }; };
  Group one_stage{"one stage", {N}, N, {}, Where::pinned, Where::device, 0, true};
  one_stage.cases.push_back(
      {"copy in", 1, 4LL * N, [](Buffers b) { copy(b.out, b.in[0], N, stages().in); }, expected(0)});
  for (const int rounds : {EQUAL, HALF}) {
    one_stage.cases.push_back(
        {rounds == EQUAL ? "long kernel" : "short kernel", 1, 4LL * N,
         [=](Buffers b) { process_numbers<<<N / THREADS, THREADS, 0, stages().kernels>>>(b.out, N, rounds); },
         [=](std::int64_t index) { return process(static_cast<float>(index % 1024) / 1024, rounds); }});
  }
  described.groups.push_back(one_stage);

  for (const int rounds : {EQUAL, HALF}) {
    Group overlap{rounds == EQUAL ? "t_E = t_T" : "t_E = t_T / 2", {N}, N, {}, Where::pinned, Where::device, 0, true};
    for (int chunks = 1; chunks <= MOST_CHUNKS; chunks *= 2) {
      overlap.cases.push_back({text("%d chunks", chunks), static_cast<double>(chunks), 4LL * N,
                               [=](Buffers b) { in_chunks(nullptr, b.out, b.in[0], chunks, rounds); },
                               expected(rounds)});
    }
    described.groups.push_back(overlap);
  }

  Group duplex{"in, kernel, out", {N}, N, {}, Where::pinned, Where::pinned, N, true};
  duplex.cases.push_back({"copy out", 1, 4LL * N,
                          [](Buffers b) {
                            fill_once(b);
                            copy(b.out, b.scratch, N, stages().out);
                          },
                          expected(0)});
  duplex.cases.push_back({"both ways at once", 1, 4LL * N,
                          [](Buffers b) {
                            fill_once(b);
                            copy(b.scratch, b.in[0], N, stages().in);
                            copy(b.out, b.scratch, N, stages().out);
                          },
                          expected(0)});
  for (int chunks = 1; chunks <= MOST_CHUNKS; chunks *= 2) {
    duplex.cases.push_back({text("%d chunks", chunks), static_cast<double>(chunks), 4LL * N,
                            [=](Buffers b) { in_chunks(b.out, b.scratch, b.in[0], chunks, EQUAL); }, expected(EQUAL)});
  }
  described.groups.push_back(duplex);
  described.axis = "chunks";
  described.judge = judge;
}
