// Shuffles, votes and the barriers that count: against a plain computation of what CUDA says each lane gets.
#include <gtest/gtest.h>

#include "student_library.hpp"

namespace simt::test {
namespace {

using Entry = void(float*, const float*, int);

class WarpFunctions : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(R"cuda(#include <cuda_runtime.h>
template <class T> __global__ void shuffles(float* out, T scale, int width) {
  const T mine = static_cast<T>(threadIdx.x) * scale;
  float* row = out + 4 * threadIdx.x;
  row[0] = static_cast<float>(__shfl_sync(0xffffffff, mine, 5, width) / scale);
  row[1] = static_cast<float>(__shfl_up_sync(0xffffffff, mine, 3, width) / scale);
  row[2] = static_cast<float>(__shfl_down_sync(0xffffffff, mine, 3, width) / scale);
  row[3] = static_cast<float>(__shfl_xor_sync(0xffffffff, mine, 9, width) / scale);
}
__global__ void warp_sum(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = i < n ? in[i] : 0;
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);
  if (threadIdx.x % 32 == 0) out[i / 32] = sum;
}
__global__ void block_sum(float* out, const float* in, int n) {
  __shared__ float partial[32];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += in[i];
  for (int d = 1; d < 32; d *= 2) sum += __shfl_xor_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0;
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x == 0) out[0] = sum;
  }
}
__global__ void half_mask(float* out) {
  float v = threadIdx.x;
  if (threadIdx.x < 16) {
    v = __shfl_sync(0x0000ffff, v, 3);
  } else {
    v = __shfl_sync(0xffff0000, v, 20);
  }
  out[threadIdx.x] = v;
}
__global__ void exited_lanes(float* out) {
  if (threadIdx.x >= 20) return;
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, threadIdx.x, 4);
}
__global__ void votes(float* out) {
  const bool odd = threadIdx.x % 2;
  out[0 * 32 + threadIdx.x] = __popc(__ballot_sync(~0u, odd));
  out[1 * 32 + threadIdx.x] = __any_sync(~0u, threadIdx.x == 7);
  out[2 * 32 + threadIdx.x] = __any_sync(~0u, 0);
  out[3 * 32 + threadIdx.x] = __all_sync(~0u, threadIdx.x < 32);
  out[4 * 32 + threadIdx.x] = __all_sync(~0u, threadIdx.x < 31);
  out[5 * 32 + threadIdx.x] = __popc(__match_any_sync(~0u, threadIdx.x / 8));
  out[6 * 32 + threadIdx.x] = __reduce_add_sync(~0u, threadIdx.x);
  out[7 * 32 + threadIdx.x] = __reduce_max_sync(~0u, (int)threadIdx.x - 40);
  unsigned active = 0;
  if (threadIdx.x < 10) active = __activemask();
  out[8 * 32 + threadIdx.x] = __popc(active);
}
__global__ void counting_barriers(float* out) {
  const int count = __syncthreads_count(threadIdx.x % 3 == 0);
  const int all = __syncthreads_and(threadIdx.x < 96);
  const int some = __syncthreads_or(threadIdx.x == 95);
  out[threadIdx.x] = count + 1000 * all + 2000 * some;
}
__global__ void missing_lane(float* out) {
  float v = 1;
  if (threadIdx.x != 5) v = __shfl_sync(0xffffffff, v, 0);  // line 64
  else __syncthreads();                                    // line 65
  out[threadIdx.x] = v;
}
__global__ void mixed_meeting(float* out) {
  float v = 1;
  if (threadIdx.x < 16) v = __shfl_sync(0xffffffff, v, 0);  // line 70
  else __syncwarp();                                       // line 71
  out[threadIdx.x] = v;
}
__global__ void shuffles_order_nothing(float* out) {
  __shared__ float s[32];
  s[threadIdx.x] = threadIdx.x;                                      // line 76
  int from = __shfl_sync(0xffffffff, (int)threadIdx.x, 31 - threadIdx.x);
  out[threadIdx.x] = s[from];                                        // line 78
}
extern "C" {
void int_shuffles(float* out, const float*, int width) { shuffles<int><<<1, 32>>>(out, -3, width); }
void long_shuffles(float* out, const float*, int width) { shuffles<long long><<<1, 32>>>(out, 1ll << 40, width); }
void unsigned_shuffles(float* out, const float*, int width) { shuffles<unsigned><<<1, 32>>>(out, 7, width); }
void float_shuffles(float* out, const float*, int width) { shuffles<float><<<1, 32>>>(out, 0.5f, width); }
void double_shuffles(float* out, const float*, int width) { shuffles<double><<<1, 32>>>(out, 0.25, width); }
void run_warp_sum(float* out, const float* in, int n) { warp_sum<<<(n + 127) / 128, 128>>>(out, in, n); }
void run_block_sum(float* out, const float* in, int n) { block_sum<<<1, 256>>>(out, in, n); }
void run_half_mask(float* out, const float*, int) { half_mask<<<1, 32>>>(out); }
void run_exited_lanes(float* out, const float*, int) { exited_lanes<<<1, 32>>>(out); }
void run_votes(float* out, const float*, int) { votes<<<1, 32>>>(out); }
void run_counting_barriers(float* out, const float*, int) { counting_barriers<<<1, 96>>>(out); }
void run_missing_lane(float* out, const float*, int) { missing_lane<<<1, 32>>>(out); }
void run_mixed_meeting(float* out, const float*, int) { mixed_meeting<<<1, 32>>>(out); }
void run_shuffles_order_nothing(float* out, const float*, int) { shuffles_order_nothing<<<1, 32>>>(out); }
}
)cuda");
    return loaded;
  }

  Evidence run_on(const char* entry, int n) {
    in = Buffer<float>(1024, 1);
    out = Buffer<float>(1024, -1);
    return run<Entry>(library(), {in.lend("input 0", false), out.lend("output 0")}, everything, entry, out.data(),
                      in.data(), n);
  }
  void run_without_findings(const char* entry, int n) {
    const Evidence evidence = run_on(entry, n);
    EXPECT_TRUE(evidence.findings.empty()) << entry << ": " << evidence.findings.front().object;
  }

  Buffer<float> in{0}, out{0};
};

// CUDA C++ Programming Guide, "Warp Shuffle Functions".
void expect_shuffled(std::span<const float> out, int lane, int width) {
  const int start = lane / width * width, last = start + width - 1;
  EXPECT_EQ(out[4 * lane + 0], start + 5 % width) << lane;
  EXPECT_EQ(out[4 * lane + 1], lane - 3 < start ? lane : lane - 3) << lane;
  EXPECT_EQ(out[4 * lane + 2], lane + 3 > last ? lane : lane + 3) << lane;
  EXPECT_EQ(out[4 * lane + 3], (lane ^ 9) > last ? lane : lane ^ 9) << lane;
}

TEST_F(WarpFunctions, ShufflesOfEveryTypeAndWidth) {
  for (const char* entry :
       {"int_shuffles", "long_shuffles", "unsigned_shuffles", "float_shuffles", "double_shuffles"}) {
    for (const int width : {32, 16, 8, 2, 1}) {
      SCOPED_TRACE(std::string(entry) + " of width " + std::to_string(width));
      run_without_findings(entry, width);
      for (int lane = 0; lane < 32; ++lane) expect_shuffled(out.elements, lane, width);
    }
  }
}

TEST_F(WarpFunctions, SumsByShuffle) {
  run_without_findings("run_warp_sum", 100);
  EXPECT_EQ(out.elements[0], 32);
  EXPECT_EQ(out.elements[3], 4);
  run_without_findings("run_block_sum", 1000);
  EXPECT_EQ(out.elements[0], 1000);
}

TEST_F(WarpFunctions, LanesOfTwoMasksMeetApart) {
  run_without_findings("run_half_mask", 0);
  EXPECT_EQ(out.elements[15], 3);
  EXPECT_EQ(out.elements[16], 20);
}

TEST_F(WarpFunctions, NobodyWaitsForLanesThatExited) {
  run_without_findings("run_exited_lanes", 0);
  EXPECT_EQ(out.elements[15], 19);
  EXPECT_EQ(out.elements[16], 16) << "its source has exited: its own value";
}

TEST_F(WarpFunctions, Votes) {
  run_without_findings("run_votes", 0);
  const float expected[] = {16, 1, 0, 1, 0, 8, 31 * 16, -9};
  for (int row = 0; row < 8; ++row) {
    for (int lane = 0; lane < 32; ++lane) EXPECT_EQ(out.elements[32 * row + lane], expected[row]) << row << ' ' << lane;
  }
  EXPECT_EQ(out.elements[32 * 8 + 9], 10);
  EXPECT_EQ(out.elements[32 * 8 + 10], 0);
}

TEST_F(WarpFunctions, BarriersThatCount) {
  run_without_findings("run_counting_barriers", 0);
  EXPECT_EQ(out.elements[0], 3032);
  EXPECT_EQ(out.elements[95], 3032);
}

TEST_F(WarpFunctions, ALaneThatDoesNotComeIsFound) {
  const Evidence evidence = run_on("run_missing_lane", 0);
  ASSERT_EQ(evidence.findings.size(), 1u);
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::barrier_divergence);
  EXPECT_EQ(library().line(evidence.findings[0].pc), 64);
  EXPECT_EQ(library().line(evidence.findings[0].other_pc), 65);
}

TEST_F(WarpFunctions, AShuffleDoesNotMeetABarrier) {
  const Evidence evidence = run_on("run_mixed_meeting", 0);
  ASSERT_EQ(evidence.findings.size(), 1u);
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::barrier_divergence);
  EXPECT_EQ(library().line(evidence.findings[0].other_pc), 71);
}

TEST_F(WarpFunctions, ShufflesOrderNoMemory) {
  const Evidence evidence = run_on("run_shuffles_order_nothing", 0);
  ASSERT_EQ(evidence.findings.size(), 1u);
  EXPECT_EQ(evidence.findings[0].kind, FindingKind::shared_race);
  EXPECT_EQ(library().line(evidence.findings[0].pc), 78);
  EXPECT_EQ(library().line(evidence.findings[0].other_pc), 76);
}

}  // namespace
}  // namespace simt::test
