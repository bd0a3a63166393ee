// Asynchronous copies into shared memory: what they copy, when it is there, and what goes wrong without waiting.
#include <gtest/gtest.h>

#include "simt/core/async_copies.hpp"
#include "student_library.hpp"

namespace simt::test {
namespace {

using Entry = void(float*, const float*, int);

class AsyncCopies : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(R"cuda(#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>
#include <cuda/barrier>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
constexpr int N = 64;
enum Mistake { none, no_wait, no_barrier };
template <class T, Mistake mistake> __global__ void reversed(T* out, const T* in) {
  __shared__ T tile[N];
  const int i = threadIdx.x;
  __pipeline_memcpy_async(&tile[i], &in[i], sizeof(T));
  __pipeline_commit();
  if (mistake != no_wait) __pipeline_wait_prior(0);
  if (mistake != no_barrier) __syncthreads();
  out[i] = tile[N - 1 - i];
}
// Two tiles in turn: while one is added up, the next is on its way.
template <bool has_barrier> __global__ void piped(float* out, const float* in, int tiles) {
  __shared__ float tile[2][N];
  const int i = threadIdx.x;
  __pipeline_memcpy_async(&tile[0][i], &in[i], 4);
  __pipeline_commit();
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) __pipeline_memcpy_async(&tile[(t + 1) % 2][i], &in[(t + 1) * N + i], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += tile[t % 2][N - 1 - i];
    if (has_barrier) __syncthreads();
  }
  out[i] = sum;
}
__global__ void filled(float4* out, const float4* in) {
  __shared__ float4 word[1];
  __pipeline_memcpy_async(word, in, 16, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  *out = *word;
}
__global__ void by_group(float* out, const float* in) {
  __shared__ __align__(16) float tile[N];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in, cuda::aligned_size_t<16>(sizeof tile));
  cg::wait(block);
  out[threadIdx.x] = tile[N - 1 - threadIdx.x];
}
__global__ void odd(float* out, const float* in) {
  __shared__ float tile[1];
  __pipeline_memcpy_async(tile, in, 3);
  *out = *tile;
}
__global__ void to_global(float* out, const float* in) { __pipeline_memcpy_async(out, in, 4); }
enum BarrierMistake { fine, no_init, no_one_waits, one_does_not_come };
template <BarrierMistake mistake> __global__ void by_barrier(float* out, const float* in) {
  __shared__ float tile[N];
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  const int i = threadIdx.x;
  if (i == 0 && mistake != no_init) init(&barrier, N);
  __syncthreads();
  cuda::memcpy_async(&tile[i], &in[i], 4, barrier);
  if (mistake == one_does_not_come && i == 3) return;
  auto token = barrier.arrive();
  if (mistake != no_one_waits) barrier.wait(std::move(token));
  out[i] = tile[N - 1 - i];
}
template <bool waits, bool releases> __global__ void by_pipeline(float* out, const float* in, int tiles) {
  __shared__ float tile[2][N];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  const auto block = cg::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    pipeline.producer_acquire();
    cuda::memcpy_async(&tile[t % 2][threadIdx.x], &in[t * N + threadIdx.x], 4, pipeline);
    pipeline.producer_commit();
    if (waits) pipeline.consumer_wait();
    sum += tile[t % 2][N - 1 - threadIdx.x];
    if (releases) pipeline.consumer_release();
  }
  out[threadIdx.x] = sum;
}
extern "C" {
void run_to_global(float* out, const float* in, int) { to_global<<<1, 1>>>(out, in); }
void run_barrier(float* out, const float* in, int) { by_barrier<fine><<<1, N>>>(out, in); }
void run_no_init(float* out, const float* in, int) { by_barrier<no_init><<<1, N>>>(out, in); }
void run_no_one_waits(float* out, const float* in, int) { by_barrier<no_one_waits><<<1, N>>>(out, in); }
void run_one_does_not_come(float* out, const float* in, int) { by_barrier<one_does_not_come><<<1, N>>>(out, in); }
void run_pipeline(float* out, const float* in, int n) { by_pipeline<true, true><<<1, N>>>(out, in, n / N); }
void run_pipeline_no_wait(float* out, const float* in, int n) { by_pipeline<false, true><<<1, N>>>(out, in, n / N); }
void run_pipeline_no_release(float* out, const float* in, int n) { by_pipeline<true, false><<<1, N>>>(out, in, n / N); }
void run_floats(float* out, const float* in, int) { reversed<float, none><<<1, N>>>(out, in); }
void run_pairs(float* out, const float* in, int) {
  reversed<float2, none><<<1, N>>>(reinterpret_cast<float2*>(out), reinterpret_cast<const float2*>(in));
}
void run_no_wait(float* out, const float* in, int) { reversed<float, no_wait><<<1, N>>>(out, in); }
void run_no_barrier(float* out, const float* in, int) { reversed<float, no_barrier><<<1, N>>>(out, in); }
void run_piped(float* out, const float* in, int n) { piped<true><<<1, N>>>(out, in, n / N); }
void run_piped_no_barrier(float* out, const float* in, int n) { piped<false><<<1, N>>>(out, in, n / N); }
void run_filled(float* out, const float* in, int) {
  filled<<<1, 1>>>(reinterpret_cast<float4*>(out), reinterpret_cast<const float4*>(in));
}
void run_by_group(float* out, const float* in, int) { by_group<<<1, N>>>(out, in); }
void run_odd(float* out, const float* in, int) { odd<<<1, 1>>>(out, in); }
}
)cuda");
    return loaded;
  }

  Evidence run_on(const char* entry, int n) {
    in = Buffer<float>(n);
    for (int i = 0; i < n; ++i) in.elements[i] = static_cast<float>(i + 1);
    out = Buffer<float>(n, -1);
    RunOptions options;
    options.find_races = options.count_traffic = true;
    return run<Entry>(library(), {in.lend("in", false), out.lend("out")}, options, entry, out.data(), in.data(), n);
  }

  void expect_finding(const char* entry, int n, FindingKind kind) {
    const Evidence evidence = run_on(entry, n);
    ASSERT_FALSE(evidence.findings.empty()) << entry;
    EXPECT_EQ(evidence.findings.front().kind, kind) << entry;
  }

  Buffer<float> in{0}, out{0};
};

TEST_F(AsyncCopies, AreThereOnceWaitedForAndTheBlockHasMet) {
  EXPECT_TRUE(run_on("run_floats", 64).findings.empty());
  for (int i = 0; i < 64; ++i) EXPECT_EQ(out.elements[i], 64 - i);
  EXPECT_TRUE(run_on("run_pairs", 128).findings.empty());
  for (int i = 0; i < 128; ++i) EXPECT_EQ(out.elements[i], 128 - (i ^ 1)) << "pairs, in turn from the last";
  EXPECT_TRUE(run_on("run_by_group", 64).findings.empty());
  for (int i = 0; i < 64; ++i) EXPECT_EQ(out.elements[i], 64 - i);
}

TEST_F(AsyncCopies, OfSeveralBatchesTheLastMayStillBeOnTheirWay) {
  EXPECT_TRUE(run_on("run_piped", 5 * 64).findings.empty());
  for (int i = 0; i < 64; ++i) EXPECT_EQ(out.elements[i], 5 * (64 - i) + 64 * (0 + 1 + 2 + 3 + 4)) << i;
}

TEST_F(AsyncCopies, BytesThatAreNotReadAreZero) {
  EXPECT_TRUE(run_on("run_filled", 4).findings.empty());
  EXPECT_EQ(std::vector<float>(out.elements.begin(), out.elements.end()), (std::vector<float>{1, 2, 3, 0}));
}

TEST_F(AsyncCopies, WhatIsNotWaitedForIsNotThere) {
  expect_finding("run_no_wait", 64, FindingKind::uninitialized_shared);
}

TEST_F(AsyncCopies, AnotherThreadsCopyTakesABarrier) { expect_finding("run_no_barrier", 64, FindingKind::shared_race); }

// The copy is not done before the next wait, with a barrier in between: but it might be.
TEST_F(AsyncCopies, IntoWhatOthersMayStillBeReadingIsARaceWhenAskedFor) {
  expect_finding("run_piped_no_barrier", 5 * 64, FindingKind::shared_race);
}

TEST_F(AsyncCopies, AreOf4Or8Or16Bytes) { expect_finding("run_odd", 1, FindingKind::unsupported); }

TEST_F(AsyncCopies, GoIntoSharedMemoryOnly) { expect_finding("run_to_global", 1, FindingKind::unsupported); }

TEST_F(AsyncCopies, ABarriersPhaseMustBeWaitedFor) {
  EXPECT_TRUE(run_on("run_barrier", 64).findings.empty());
  expect_finding("run_no_one_waits", 64, FindingKind::shared_race);
}

TEST_F(AsyncCopies, ABarrierIsNoneBeforeItsInit) {
  expect_finding("run_no_init", 64, FindingKind::uninitialized_shared);
}

TEST_F(AsyncCopies, WhoDoesNotComeToABarrierIsWaitedForForEver) {
  const Evidence evidence = run_on("run_one_does_not_come", 64);
  ASSERT_FALSE(evidence.findings.empty());
  EXPECT_EQ(evidence.findings.back().kind, FindingKind::deadlock);
  EXPECT_EQ(library().line(evidence.findings.back().pc), 64);
}

TEST_F(AsyncCopies, APipelinesStagesMustBeWaitedForAndReleased) {
  EXPECT_TRUE(run_on("run_pipeline", 5 * 64).findings.empty());
  expect_finding("run_pipeline_no_wait", 5 * 64, FindingKind::shared_race);
  expect_finding("run_pipeline_no_release", 5 * 64, FindingKind::deadlock);
}

// Hardware has instructions of their own for barriers, which are neither loads nor stores.
TEST_F(AsyncCopies, BarriersAreNoTraffic) {
  std::int64_t wavefronts = 0;
  for (const SiteTraffic& site : run_on("run_barrier", 64).traffic) {
    if (site.space == Space::shared) wavefronts += site.wavefronts;
  }
  EXPECT_EQ(wavefronts, 4) << "of two warps: a copy's, and a load";
}

TEST_F(AsyncCopies, AreALoadFromGlobalMemoryAndAStoreIntoShared) {
  const Evidence evidence = run_on("run_floats", 64);
  int loads = 0, stores = 0;
  for (const SiteTraffic& site : evidence.traffic) {
    if (library().line(site.pc) != 11) continue;
    EXPECT_EQ(site.requests, 2U) << "one for each warp";
    if (site.space == Space::global && site.access == Access::load) loads += static_cast<int>(site.sectors);
    if (site.space == Space::shared && site.access == Access::store) stores += static_cast<int>(site.wavefronts);
  }
  EXPECT_EQ(loads, 8);
  EXPECT_EQ(stores, 2);
}

TEST(AsyncCopiesOfThreads, OfABlockThatHasEndedNothingStays) {
  core::AsyncCopies copies;
  for (const std::uint64_t thread : {7, 8, 9, 10}) {
    copies.add(thread, {});
    copies.commit(thread);
  }
  copies.drop(8, 10);
  EXPECT_TRUE(copies.take(7, 0));
  EXPECT_FALSE(copies.take(8, 0));
  EXPECT_FALSE(copies.take(9, 0));
  EXPECT_TRUE(copies.take(10, 0));
}

}  // namespace
}  // namespace simt::test
