// S2.5: a kernel that uses pinned host memory itself (zero copy), beside a copy in, a kernel, and a copy out, one after
// the other and in chunks that overlap.
#include <cuda_runtime.h>

#include "experiment.cuh"

using namespace experiment;

namespace {

constexpr int N = 1 << 24;  // floats: 64 MiB in, 64 MiB out
constexpr int THREADS = 256;
constexpr int CHUNKS = 8, STREAMS = 4;
constexpr int STRIDE = 32;  // floats: every lane has a sector of its own

__global__ void add_half(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + 0.5F;
}

/// The same elements, but neighbouring lanes are STRIDE floats apart.
__global__ void add_half_strided(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int rows = n / STRIDE;
  if (i < n) out[i % rows * STRIDE + i / rows] = in[i % rows * STRIDE + i / rows] + 0.5F;
}

/// Reads every element twice.
__global__ void add_half_and_difference(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] + 0.5F + (in[(i + n / 2) % n] - in[(i + n / 2) % n]);
}

void in_turn(Buffers buffers) {
  cudaMemcpy(buffers.scratch, buffers.in[0], N * sizeof(float), cudaMemcpyDefault);
  add_half<<<N / THREADS, THREADS>>>(buffers.scratch, buffers.scratch, N);
  cudaMemcpy(buffers.out, buffers.scratch, N * sizeof(float), cudaMemcpyDefault);
}

void in_streams(Buffers buffers) {
  static cudaStream_t streams[STREAMS] = {};
  if (streams[0] == nullptr) {
    for (cudaStream_t& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  }
  constexpr int count = N / CHUNKS;
  for (int chunk = 0; chunk < CHUNKS; ++chunk) {
    const cudaStream_t stream = streams[chunk % STREAMS];
    float* const device = buffers.scratch + chunk * count;
    cudaMemcpyAsync(device, buffers.in[0] + chunk * count, count * sizeof(float), cudaMemcpyDefault, stream);
    add_half<<<count / THREADS, THREADS, 0, stream>>>(device, device, count);
    cudaMemcpyAsync(buffers.out + chunk * count, device, count * sizeof(float), cudaMemcpyDefault, stream);
  }
}

// Pinned memory has the same address on the device (unified addressing).
void zero_copy(Buffers buffers) { add_half<<<N / THREADS, THREADS>>>(buffers.out, buffers.in[0], N); }

void zero_copy_strided(Buffers buffers) { add_half_strided<<<N / THREADS, THREADS>>>(buffers.out, buffers.in[0], N); }

void zero_copy_read_twice(Buffers buffers) {
  add_half_and_difference<<<N / THREADS, THREADS>>>(buffers.out, buffers.in[0], N);
}

std::vector<Claim> judge(const Results& results) {
  const auto faster = [&](const char* other) { return speed(results.of("zero copy"), results.of(other)); };
  const Speed turn = faster("copy, kernel, copy"), streams = faster("in 8 chunks, 4 streams");
  const Speed strided = faster("zero copy, 32 floats apart"), twice = faster("zero copy, read twice");
  return {{"S2.5", "zero copy replaces streams: it is as fast as chunks that overlap",
           text("%s × their speed", text(streams).c_str()), judged(streams.ratio > 0.95, turn.ratio > 1)},
          {"S2.5", "it is faster than a copy in, a kernel, and a copy out", text("%s ×", text(turn).c_str()),
           judged(turn.ratio > 1.2, turn.ratio > 1.02)},
          {"S2.5", "accesses must be coalesced: the same elements 32 floats apart are slower",
           text("coalesced is %s × as fast", text(strided).c_str()), judged(strided.ratio > 2, strided.ratio > 1.05)},
          {"S2.5", "each byte must be used once: reading twice is slower",
           text("once is %s × as fast", text(twice).c_str()), judged(twice.ratio > 1.5, twice.ratio > 1.05)}};
}

}  // namespace

void describe_experiment(const Machine& /*machine*/, Experiment& described) {
  const auto expected = [](std::int64_t index) { return input(0, index) + 0.5F; };
  const std::int64_t bytes = 8LL * N;
  described.groups = {{"",
                       {N},
                       N,
                       {{"copy, kernel, copy", 0, bytes, in_turn, expected},
                        {"in 8 chunks, 4 streams", 0, bytes, in_streams, expected},
                        {"zero copy", 0, bytes, zero_copy, expected},
                        {"zero copy, 32 floats apart", 0, bytes, zero_copy_strided, expected},
                        {"zero copy, read twice", 0, bytes, zero_copy_read_twice, expected}},
                       Where::pinned,
                       Where::pinned,
                       N,
                       true}};
  described.judge = judge;
  described.notes = {
      "The link moves both ways at a time: chunks that overlap and zero copy use that, one after the "
      "other does not."};
}
