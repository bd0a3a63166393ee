// The CUDA runtime API, called as student code calls it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "student_library.hpp"

namespace simt::test {
namespace {

using Check = int(float*, const float*);

// Each function returns 0, or the number of the line whose requirement failed.
class CudaApi : public testing::Test {
 protected:
  static const StudentLibrary& library() {
    static const StudentLibrary loaded(read_kernels("cuda_api.cu"));
    return loaded;
  }

  void expect_zero(const char* entry) {
    Buffer<float> in(64, 1), out(64);
    begin_run(std::vector{in.lend("input 0", false), out.lend("output 0")}, library().base(), everything);
    EXPECT_EQ(library().function<Check>(entry)(out.data(), in.data()), 0)
        << "the line of simt/tests/core/kernels/cuda_api.cu, in " << entry;
    finish_run();
  }
};

TEST_F(CudaApi, Memory) { expect_zero("memory"); }
TEST_F(CudaApi, WrongCopies) { expect_zero("wrong_copies"); }
TEST_F(CudaApi, CopiesBetweenDevices) { expect_zero("copies_between_devices"); }
TEST_F(CudaApi, FreedTwice) { expect_zero("freed_twice"); }
TEST_F(CudaApi, FatalErrorsStay) { expect_zero("fatal_errors_stay"); }
TEST_F(CudaApi, UsedAfterFree) { expect_zero("used_after_free"); }
TEST_F(CudaApi, Device) { expect_zero("device"); }
TEST_F(CudaApi, StreamsAndEvents) { expect_zero("streams_and_events"); }
TEST_F(CudaApi, Symbols) { expect_zero("symbols"); }
TEST_F(CudaApi, MoreSymbols) { expect_zero("more_symbols"); }
TEST_F(CudaApi, HostMemory) { expect_zero("host_memory"); }
TEST_F(CudaApi, PitchedMemory) { expect_zero("pitched_memory"); }
TEST_F(CudaApi, AccessPolicy) { expect_zero("access_policy"); }
TEST_F(CudaApi, Words) { expect_zero("words"); }

TEST(FailedCall, ACallWhoseErrorIsTakenAwayIsTheCauseOfWhatIsNeverWritten) {
  const StudentLibrary library(R"cuda(#include <cuda_runtime.h>
__global__ void use(float* out, const float* in) { out[0] = in[0]; }
extern "C" {
void refused(float* out) {
  float* own;
  cudaMalloc(&own, 4);
  cudaMemcpy(own, out, 64, cudaMemcpyDeviceToDevice);  // @copy
  cudaGetLastError();
  use<<<1, 1>>>(out, own);
  cudaFree(own);
}
void harmless(float* out) {
  cudaMemcpy(out, out, 64, cudaMemcpyDeviceToDevice);
  cudaGetLastError();
}
}
)cuda");
  Buffer<float> out(1);
  const auto evidence = [&](const char* entry) {
    return run<void(float*)>(library, {out.lend("out")}, RunOptions{.find_races = true}, entry, out.data());
  };
  const auto refused = evidence("refused");
  ASSERT_EQ(refused.findings.size(), 2u);
  EXPECT_EQ(library.marker(refused.findings[0].pc), "copy");
  EXPECT_EQ(refused.findings[0].kind, FindingKind::failed_call);
  EXPECT_EQ(refused.findings[1].kind, FindingKind::uninitialized_global);
  EXPECT_TRUE(refused.refused.empty());
  const auto harmless = evidence("harmless");
  EXPECT_TRUE(harmless.findings.empty()) << "the program knows of it";
  ASSERT_EQ(harmless.refused.size(), 1u);
  EXPECT_TRUE(harmless.refused[0].is_taken);
}

TEST(FailedCall, ACallWhoseErrorIsNotReadIsNamedByItsLine) {
  const StudentLibrary library(R"cuda(#include <cuda_runtime.h>
static cudaError_t copy(float* to, const float* from, int bytes) {
  return cudaMemcpy2DAsync(to, 4, from, 4, bytes, 1, cudaMemcpyDeviceToDevice);  // @copy
}
extern "C" {
void wrong(float* out) { copy(out, out, 400); cudaMalloc(nullptr, 4); }
void beyond(float* out) { cudaMemcpy(out, out, 64, cudaMemcpyDeviceToDevice); }
void on_the_host(float* out) { float here = 1; cudaMemcpy(out, &here, 4, cudaMemcpyDeviceToDevice); }
void frees(float* out) { cudaFree(out); }
void ratio(float* out) {
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow = {out, 4, __builtin_nanf(""), cudaAccessPropertyPersisting, cudaAccessPropertyStreaming};
  cudaStreamSetAttribute(nullptr, cudaStreamAttributeAccessPolicyWindow, &value);
}
void asked(float* out) { copy(out, out, 400); cudaGetLastError(); }
void peeked(float* out) { cudaStreamSynchronize((cudaStream_t)out); cudaPeekAtLastError(); }  // @synchronize
}
)cuda");
  Buffer<float> out(1);
  const auto findings = [&](const char* entry) {
    return run<void(float*)>(library, {out.lend("out")}, RunOptions{}, entry, out.data()).findings;
  };
  const auto wrong = findings("wrong");
  ASSERT_EQ(wrong.size(), 1u) << "the first is the cause";
  EXPECT_EQ(wrong[0].kind, FindingKind::failed_call);
  EXPECT_EQ(library.marker(wrong[0].pc), "copy");
  EXPECT_EQ(subject(wrong[0]), "cudaErrorInvalidPitchValue");
  EXPECT_EQ(wrong[0].detail, Detail::row_past_pitch);
  EXPECT_EQ(wrong[0].numbers[0], 400);
  EXPECT_EQ(wrong[0].numbers[1], 4);
  const auto beyond = findings("beyond");
  ASSERT_EQ(beyond.size(), 1u);
  EXPECT_EQ(beyond[0].detail, Detail::copy_past_target);
  EXPECT_EQ(beyond[0].numbers[0], 64);
  EXPECT_EQ(beyond[0].numbers[1], 4);
  EXPECT_EQ(findings("on_the_host")[0].detail, Detail::copy_from_host_memory);
  EXPECT_EQ(findings("frees").at(0).detail, Detail::frees_lent);
  EXPECT_THAT(words(findings("ratio").at(0), {}), testing::HasSubstr("hitRatio is not a number"));
  EXPECT_TRUE(findings("asked").empty());
  const auto peeked = findings("peeked");
  ASSERT_EQ(peeked.size(), 1u);
  EXPECT_EQ(library.marker(peeked[0].pc), "synchronize");
}

}  // namespace
}  // namespace simt::test
