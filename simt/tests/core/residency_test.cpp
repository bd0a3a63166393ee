// Access-policy windows, the set-aside and streaming hints as student code asks for them: what the second-level cache
// makes of them. The kernels read `hot` eight times over, in step with a stream that passes by once.
#include <gtest/gtest.h>

#include <algorithm>

#include "student_library.hpp"

namespace simt::test {
namespace {

constexpr std::size_t hot_floats = 72 * 1024;  // 288 KiB
constexpr std::size_t stream_floats = 8 * hot_floats;

class ResidencyCalls : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(R"cuda(#include <cuda_runtime.h>
__global__ void plain(float* out, const float* stream, const float* hot, int n, int h) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = stream[i] + hot[i % h];
}
__global__ void hinted(float* out, const float* stream, const float* hot, int n, int h) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) __stcs(&out[i], __ldcs(&stream[i]) + hot[i % h]);
}
__global__ void hinted_vectors(float4* out, const float4* stream, const float4* hot, int n, int h) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 sum = __ldcs(&stream[i]);
  const float4 add = hot[i % h];
  sum.x += add.x, sum.y += add.y, sum.z += add.z, sum.w += add.w;
  __stcs(&out[i], sum);
}
static cudaAccessPolicyWindow window_of(const float* hot, size_t bytes, float ratio) {
  return {(void*)hot, bytes, ratio, cudaAccessPropertyPersisting, cudaAccessPropertyStreaming};
}
static cudaError_t set_window(cudaStream_t stream, cudaAccessPolicyWindow window) {
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow = window;
  return cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value);
}
static void set_aside() {
  int most = 0;
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxPersistingL2CacheSize, 0);
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, most);
}
#define ARGUMENTS float* out, const float* stream, const float* hot, int n, int h
#define LAUNCH(queue) plain<<<(n + 255) / 256, 256, 0, queue>>>(out, stream, hot, n, h)

extern "C" {
void without(ARGUMENTS) { LAUNCH(0); }
void hints(ARGUMENTS) { hinted<<<(n + 255) / 256, 256>>>(out, stream, hot, n, h); }
void vector_hints(ARGUMENTS) {
  hinted_vectors<<<(n / 4 + 255) / 256, 256>>>((float4*)out, (const float4*)stream, (const float4*)hot, n / 4, h / 4);
}
void by_default_stream(ARGUMENTS) {
  set_aside();
  set_window(0, window_of(hot, h * sizeof(float), 1));
  LAUNCH(0);
}
void by_own_stream(ARGUMENTS) {
  set_aside();
  cudaStream_t queue;
  cudaStreamCreate(&queue);
  set_window(queue, window_of(hot, h * sizeof(float), 1));
  LAUNCH(queue);
  cudaStreamDestroy(queue);
}
void by_another_stream(ARGUMENTS) {
  set_aside();
  cudaStream_t queue;
  cudaStreamCreate(&queue);
  set_window(queue, window_of(hot, h * sizeof(float), 1));
  LAUNCH(0);
  cudaStreamDestroy(queue);
}
void by_launch(ARGUMENTS) {
  set_aside();
  cudaLaunchAttribute attribute[2] = {};
  attribute[0].id = cudaLaunchAttributeIgnore;
  attribute[1].id = cudaLaunchAttributeAccessPolicyWindow;
  attribute[1].val.accessPolicyWindow = window_of(hot, h * sizeof(float), 1);
  cudaLaunchConfig_t configuration = {};
  configuration.gridDim = (n + 255) / 256;
  configuration.blockDim = 256;
  configuration.attrs = attribute;
  configuration.numAttrs = 2;
  cudaLaunchKernelEx(&configuration, plain, out, stream, hot, n, h);
}
void cleared_before(ARGUMENTS) {
  set_aside();
  set_window(0, window_of(hot, h * sizeof(float), 1));
  set_window(0, cudaAccessPolicyWindow{});
  LAUNCH(0);
}
void nothing_aside(ARGUMENTS) {
  set_window(0, window_of(hot, h * sizeof(float), 1));
  LAUNCH(0);
}
void in_elements(ARGUMENTS) {
  set_aside();
  set_window(0, window_of(hot, h, 1));
  LAUNCH(0);
}

int limits(ARGUMENTS) {
  int most = 0;
  size_t limit = 1;
  if (cudaDeviceGetAttribute(&most, cudaDevAttrMaxPersistingL2CacheSize, 0) != cudaSuccess || most == 0) return __LINE__;
  if (cudaDeviceGetLimit(&limit, cudaLimitPersistingL2CacheSize) != cudaSuccess || limit != 0) return __LINE__;
  if (cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, most) != cudaSuccess) return __LINE__;
  if (cudaDeviceGetLimit(&limit, cudaLimitPersistingL2CacheSize) != cudaSuccess || limit != most) return __LINE__;
  if (cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, most + 1) != cudaErrorInvalidValue) return __LINE__;
  if (cudaDeviceGetLimit(nullptr, cudaLimitPersistingL2CacheSize) != cudaErrorInvalidValue) return __LINE__;
  int widest = 0;
  if (cudaDeviceGetAttribute(&widest, cudaDevAttrMaxAccessPolicyWindowSize, 0) != cudaSuccess) return __LINE__;
  if (set_window(0, window_of(hot, widest, 1)) != cudaSuccess) return __LINE__;
  cudaStreamAttrValue value = {};
  if (cudaStreamGetAttribute(0, cudaStreamAttributeAccessPolicyWindow, &value) != cudaSuccess) return __LINE__;
  if (value.accessPolicyWindow.num_bytes != widest || value.accessPolicyWindow.base_ptr != hot) return __LINE__;
  if (cudaStreamGetAttribute(0, cudaStreamAttributeAccessPolicyWindow, nullptr) == cudaSuccess) return __LINE__;
  if (set_window(0, window_of(hot, widest + 1, 1)) != cudaErrorInvalidValue) return __LINE__;
  cudaLaunchConfig_t configuration = {};
  configuration.gridDim = configuration.blockDim = 1;
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeAccessPolicyWindow;
  attribute.val.accessPolicyWindow = window_of(hot, 128, 2);
  configuration.attrs = &attribute;
  configuration.numAttrs = 1;
  if (cudaLaunchKernelEx(&configuration, plain, out, stream, hot, n, h) != cudaErrorInvalidValue) return __LINE__;
  if (cudaLaunchKernelEx(nullptr, plain, out, stream, hot, n, h) != cudaErrorInvalidValue) return __LINE__;
  cudaGetLastError();
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  if (cudaLaunchKernelEx(&configuration, plain, out, stream, hot, 1, h) != cudaSuccess) return __LINE__;
  return cudaCtxResetPersistingL2Cache() == cudaSuccess ? 0 : __LINE__;
}
}
)cuda");
    return loaded;
  }

  /// A second level of 512 KiB, of which up to 320 KiB may be set aside, for two multiprocessors.
  static memory::Device device() {
    memory::Device small;
    small.multiprocessors = 2;
    small.threads_per_multiprocessor = 512;
    small.l1_bytes = 0;
    small.l2_bytes = 512 << 10;
    small.most_persisting_bytes = 320 << 10;
    return small;
  }

  struct Outcome {
    double hot_reads = 0;  ///< bytes of the hot region that came from DRAM, in hot regions
    int result = 0;
  };

  static Outcome run(const char* name) {
    Buffer<float> out(stream_floats), stream(stream_floats, 1), hot(hot_floats, 2);
    const RunOptions options{.count_traffic = true, .model_caches = true, .device = device()};
    begin_run(std::vector{out.lend("out"), stream.lend("stream", false), hot.lend("hot", false)}, library().base(),
              options);
    const auto function = library().function<int(float*, const float*, const float*, int, int)>(name);
    Outcome outcome;
    outcome.result = function(out.data(), stream.data(), hot.data(), stream_floats, hot_floats);
    const Evidence evidence = finish_run();
    EXPECT_TRUE(evidence.findings.empty());
    std::int64_t read = 0;
    for (const SiteTraffic& site : evidence.traffic) read += site.levels.dram_read;
    outcome.hot_reads = (static_cast<double>(read) - 4.0 * stream_floats) / (4.0 * hot_floats);
    EXPECT_TRUE(outcome.result != 0 || out.elements[stream_floats - 1] == 3 || std::string(name) == "limits");
    return outcome;
  }
  static double hot_reads(const char* name) { return run(name).hot_reads; }
};

TEST_F(ResidencyCalls, WithoutThemTheHotRegionComesFromDramEachTime) { EXPECT_EQ(hot_reads("without"), 8); }
TEST_F(ResidencyCalls, AWindowOfTheDefaultStreamKeepsIt) { EXPECT_EQ(hot_reads("by_default_stream"), 1); }
TEST_F(ResidencyCalls, AWindowOfItsOwnStreamKeepsIt) { EXPECT_EQ(hot_reads("by_own_stream"), 1); }
TEST_F(ResidencyCalls, AWindowOfTheLaunchKeepsIt) { EXPECT_EQ(hot_reads("by_launch"), 1); }
TEST_F(ResidencyCalls, AWindowOfAnotherStreamDoesNot) { EXPECT_EQ(hot_reads("by_another_stream"), 8); }
TEST_F(ResidencyCalls, AWindowThatIsClearedDoesNot) { EXPECT_EQ(hot_reads("cleared_before"), 8); }
TEST_F(ResidencyCalls, AWindowWithNothingSetAsideDoesNot) { EXPECT_EQ(hot_reads("nothing_aside"), 8); }
TEST_F(ResidencyCalls, AWindowOfAQuarterKeepsAQuarter) { EXPECT_EQ(hot_reads("in_elements"), 1 + 7 * 0.75); }
TEST_F(ResidencyCalls, HintsLetTheStreamGoFirst) {
  EXPECT_EQ(hot_reads("hints"), 1);
  EXPECT_EQ(hot_reads("vector_hints"), 1);
}
TEST_F(ResidencyCalls, LimitsAndErrorsAreThoseOfTheDevice) { EXPECT_EQ(run("limits").result, 0); }

}  // namespace
}  // namespace simt::test
