// Where an answer comes from: launches that hand over what they compute, textures, and host code that writes by itself.
#include <gtest/gtest.h>

#include <string>

#include "student_library.hpp"

namespace simt::test {
namespace {

constexpr int count = 256;

RunOptions asking_for_origins() {
  RunOptions options;
  options.find_origins = true;
  return options;
}

constexpr const char* launches = R"cuda(
#include <cuda_runtime.h>
__global__ void negate(float* to, const float* from) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = -from[i];
}
__global__ void negate_again(float* x) { x[threadIdx.x] = -x[threadIdx.x]; }
extern "C" void alone(float* x, float* p, const float* in) { negate<<<2, 128>>>(x, in); }
extern "C" void handed_over(float* x, float* p, const float* in) {
  negate<<<2, 128>>>(p, in);
  negate<<<2, 128>>>(x, p);
}
extern "C" void in_place(float* x, float* p, const float* in) {
  negate<<<1, 256>>>(x, in);
  negate_again<<<1, 256>>>(x);
  negate_again<<<1, 256>>>(x);
}
extern "C" void copied_at_the_end(float* x, float* p, const float* in) {
  negate<<<2, 128>>>(x, in);
  negate<<<2, 128>>>(p, x);
  cudaMemcpy(x, p, 256 * sizeof(float), cudaMemcpyDeviceToDevice);
}
extern "C" void from_the_input(float* x, float* p, const float* in) {
  negate<<<2, 128>>>(p, in);
  negate<<<2, 128>>>(x, in);
}
extern "C" void half_from_the_input(float* x, float* p, const float* in) {
  negate<<<2, 128>>>(p, in);
  negate<<<1, 128>>>(x, p);
  negate<<<1, 128>>>(x + 128, p + 128);
}
extern "C" void answered_first(float* x, float* p, const float* in) {
  negate<<<2, 128>>>(x, in);
  negate<<<2, 128>>>(p, x);
}
extern "C" void input_copied_at_the_end(float* x, float* p, const float* in) {
  negate<<<2, 128>>>(p, in);
  negate<<<2, 128>>>(x, p);
  cudaMemcpy(x, in, 256 * sizeof(float), cudaMemcpyDeviceToDevice);
}
)cuda";

class AroundLaunches : public testing::Test {
 protected:
  static double share(const char* entry) {
    static const StudentLibrary library(launches);
    Buffer<float> in(count, 1), x(count, 0), p(count, 0);
    return run<void(float*, float*, const float*)>(
               library, {in.lend("input 0", false), x.lend("the output"), p.lend("the scratch memory")},
               asking_for_origins(), entry, x.data(), p.data(), in.data())
        .around_launches;
  }
};

TEST_F(AroundLaunches, IsNothingWhereEachTakesUpWhatTheOneBeforeHasStored) {
  for (const char* const entry : {"alone", "handed_over", "in_place", "copied_at_the_end"}) {
    EXPECT_EQ(share(entry), 0) << entry;
  }
}

TEST_F(AroundLaunches, IsWhatALaunchOrTheCallerHasFromElsewhere) {
  EXPECT_EQ(share("from_the_input"), 1);
  EXPECT_EQ(share("half_from_the_input"), 1) << "the last launch reads what an earlier one than the one before stored";
  EXPECT_EQ(share("answered_first"), 1);
  EXPECT_EQ(share("input_copied_at_the_end"), 1);
}

TEST(PastTextures, IsTheShareThatNoTextureFetches) {
  const StudentLibrary library(R"cuda(
#include <cuda_runtime.h>
__global__ void fetches(float* out, cudaTextureObject_t in) { out[threadIdx.x] = tex1Dfetch<float>(in, threadIdx.x); }
__global__ void loads(float* out, const float* in) { out[threadIdx.x] = in[threadIdx.x]; }
extern "C" void run(float* out, const float* in, int kernels) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = const_cast<float*>(in);
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = 256 * sizeof(float);
  cudaTextureDesc description = {};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  if (kernels & 1) fetches<<<1, 256>>>(out, texture);
  if (kernels & 2) loads<<<1, 256>>>(out, in);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
}
)cuda");
  const auto share = [&](int kernels) {
    Buffer<float> in(count, 1), out(count, 0);
    return run<void(float*, const float*, int)>(library, {in.lend("input 0", false), out.lend("the output")},
                                                asking_for_origins(), "run", out.data(), in.data(), kernels)
        .past_textures;
  };
  EXPECT_EQ(share(0), 0);
  EXPECT_EQ(share(1), 0);
  EXPECT_EQ(share(2), 1);
  EXPECT_DOUBLE_EQ(share(3), 0.5);
}

TEST(HostWritten, IsWhatHostCodeWritesOfTheOutputs) {
  const StudentLibrary library(R"cuda(
#include <cuda_runtime.h>
#include <cstring>
__device__ float table[64];
float own[64];
extern "C" void by_the_device(float* out) { cudaMemcpyFromSymbol(out, table, sizeof table); }
extern "C" void by_a_loop(float* out) {
  for (int i = 0; i < 10; ++i) out[i] = own[i];
}
extern "C" void by_the_library(float* out) { memcpy(out, own, sizeof own); }
extern "C" void by_a_copy(float* out) { cudaMemcpy(out, own, sizeof own, cudaMemcpyHostToHost); }
extern "C" void elsewhere(float* out) { memcpy(own + 1, own, 8); }
)cuda");
  const auto bytes = [&](const char* entry) {
    std::vector<float> out(64);
    RunOptions options = asking_for_origins();
    options.host_outputs = {std::as_bytes(std::span(out))};
    return run<void(float*)>(library, {}, options, entry, out.data()).host_written;
  };
  EXPECT_EQ(bytes("by_the_device"), 0);
  EXPECT_EQ(bytes("by_a_loop"), 40);
  EXPECT_EQ(bytes("by_the_library"), 256);
  EXPECT_EQ(bytes("by_a_copy"), 256);
  EXPECT_EQ(bytes("elsewhere"), 0);
}

}  // namespace
}  // namespace simt::test
