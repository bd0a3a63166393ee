// S1.11, S3.16: a warp whose lanes take different paths executes them one after the other. Each thread takes one of 1
// to 32 paths of the same length, by its lane; for comparison by its warp, where no warp diverges.
#include <cuda_runtime.h>

#include <algorithm>

#include "experiment.cuh"

using namespace experiment;

namespace {

constexpr int THREADS = 1024;  // 32 warps, so that paths by warp are as many as by lane

/// A step of path P: some arithmetic that differs from path to path.
template <int P>
EXPERIMENT_HOST_DEVICE unsigned step(unsigned x) {
  x = x * (2 * P + 3) + P;
  return x ^ (x >> (P % 16 + 1));
}

EXPERIMENT_HOST_DEVICE unsigned from_float(float x) { return static_cast<unsigned>(static_cast<int>(x * 8)); }
EXPERIMENT_HOST_DEVICE float to_float(unsigned x) { return static_cast<float>(x >> 8); }

// Every path loads another word, so that the compiler cannot put the paths' loads together.
template <int P, int PATHS>
__device__ float along(int path, const float* in, int rounds) {
  if (path == P) {
    unsigned x = from_float(in[32 * P]);
#pragma unroll 1
    for (int i = 0; i < rounds; ++i) x = step<P>(x);
    return to_float(x);
  }
  if constexpr (P + 1 < PATHS) return along<P + 1, PATHS>(path, in, rounds);
  return 0;
}

template <int PATHS, bool BY_LANE>
__global__ void branches(float* out, const float* in, int rounds) {
  const int i = blockIdx.x * THREADS + threadIdx.x;
  const int path = (BY_LANE ? threadIdx.x : threadIdx.x / 32) % PATHS;
  out[i] = along<0, PATHS>(path, in + i, rounds);
}

template <int P, int PATHS>
float expected_along(int path, std::int64_t i, int rounds) {
  if (path == P) {
    unsigned x = from_float(input(0, i + 32 * P));
    for (int round = 0; round < rounds; ++round) x = step<P>(x);
    return to_float(x);
  }
  if constexpr (P + 1 < PATHS) return expected_along<P + 1, PATHS>(path, i, rounds);
  return 0;
}

constexpr const char *by_lane = "by lane", *by_warp = "by warp";

std::string label(int paths) { return text("%d path%s", paths, paths == 1 ? "" : "s"); }

/// The time with so many paths ÷ that with one.
double slower(const Results& results, const char* group, int paths) {
  return 1 / speed(results.of(label(paths), group), results.of(label(1), group)).ratio;
}

std::vector<Claim> judge_times(const Results& results) {
  const double two = slower(results, by_lane, 2);
  double least = 1e9, most = 0, elsewhere = 0;
  for (const int paths : {2, 4, 8, 16, 32}) {
    const double share = slower(results, by_lane, paths) / paths;
    least = std::min(least, share);
    most = std::max(most, share);
    elsewhere = std::max(elsewhere, slower(results, by_warp, paths));
  }
  return {{"S1.11", "both sides of a branch are executed: two paths take twice as long", text("%.2f ×", two),
           judged(two > 1.8 && two<2.2, two> 1.1)},
          {"S3.16", "paths are served one after the other: k of them take k times as long",
           text("%.2f to %.2f × that, for 2 to 32", least, most), judged(least > 0.8 && most<1.25, least> 0.3)},
          {"by warp", "paths of different warps cost nothing", text("up to %.2f ×", elsewhere),
           judged(elsewhere < 1.1, elsewhere < 2)}};
}

// That is how the emulator is built; it proves nothing about hardware.
std::vector<Claim> judge_counts(const Results& results) {
  const auto requests = [&](const char* group, int paths) {
    return static_cast<double>(results.of(label(paths), group).counts.load_requests) /
           static_cast<double>(results.of(label(1), group).counts.load_requests);
  };
  return {{"requests", "by lane, k paths are k requests of a warp",
           text("%g, %g × for 2, 32", requests(by_lane, 2), requests(by_lane, 32)),
           judged(requests(by_lane, 2) == 2 && requests(by_lane, 32) == 32, requests(by_lane, 2) > 1)},
          {"requests", "by warp, they are one", text("%g × for 32", requests(by_warp, 32)),
           judged(requests(by_warp, 32) == 1, requests(by_warp, 32) < 2)}};
}

template <int PATHS, bool BY_LANE>
void add(Group& group, int n, int rounds) {
  const auto launch = [=](Buffers b) { branches<PATHS, BY_LANE><<<n / THREADS, THREADS>>>(b.out, b.in[0], rounds); };
  const auto expected = [=](std::int64_t i) {
    const auto thread = static_cast<int>(i % THREADS);
    return expected_along<0, PATHS>((BY_LANE ? thread : thread / 32) % PATHS, i, rounds);
  };
  group.cases.push_back({label(PATHS), PATHS, std::int64_t{8} * n, launch, expected});
}

template <bool BY_LANE>
Group group(int n, int rounds) {
  Group all{BY_LANE ? by_lane : by_warp, {n + 32 * 32}, n, {}};
  add<1, BY_LANE>(all, n, rounds);
  add<2, BY_LANE>(all, n, rounds);
  add<4, BY_LANE>(all, n, rounds);
  add<8, BY_LANE>(all, n, rounds);
  add<16, BY_LANE>(all, n, rounds);
  add<32, BY_LANE>(all, n, rounds);
  return all;
}

}  // namespace

void describe_experiment(const Machine& machine, Experiment& described) {
  const int n = machine.is_emulated ? 1 << 12 : 1 << 24;
  const int rounds = 1024;  // everywhere: a prediction of time is of the same work for each thread
  described.axis = "paths";
  described.groups = {group<true>(n, rounds), group<false>(n, rounds)};
  described.judge = machine.is_emulated ? judge_counts : judge_times;
}
