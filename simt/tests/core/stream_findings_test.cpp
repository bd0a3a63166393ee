// Operations of two streams, or of a stream and host code, that use the same memory with nothing that orders them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "stream_programs.hpp"

namespace simt::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// "kind: the earlier line, the later line" of what is found in `statements` over a fixture; lines by their markers.
std::vector<std::string> findings_of(const std::string& statements, const char* flags = "") {
  const StudentLibrary library(stream_program(statements, flags));
  static const std::map<FindingKind, std::string> names{{FindingKind::stream_race, "streams"},
                                                        {FindingKind::host_race, "host"}};
  std::vector<std::string> found;
  for (const FindingRecord& finding : evidence_of(library).findings) {
    const auto name = names.find(finding.kind);
    found.push_back((name == names.end() ? "other" : name->second) + ": " + library.marker(finding.other_pc) + ", " +
                    library.marker(finding.pc));
  }
  return found;
}

constexpr const char* copy_then_kernel = R"cuda(
cudaMemcpyAsync(f.device, f.pinned, N * 4, cudaMemcpyHostToDevice, f.a);  // @copy
add_one<<<N / 256, 256, 0, f.b>>>(f.device, N);                           // @kernel
)cuda";

TEST(StreamFindings, AKernelThatDoesNotWaitForItsCopy) {
  EXPECT_THAT(findings_of(copy_then_kernel), ElementsAre("streams: copy, kernel"));
}

TEST(StreamFindings, AnEventBetweenCopyAndKernelOrdersThem) {
  EXPECT_THAT(findings_of(R"cuda(
cudaMemcpyAsync(f.device, f.pinned, N * 4, cudaMemcpyHostToDevice, f.a);
cudaEventRecord(f.event, f.a);
cudaStreamWaitEvent(f.b, f.event);
add_one<<<N / 256, 256, 0, f.b>>>(f.device, N);
)cuda"),
              IsEmpty());
}

TEST(StreamFindings, AnEventRecordedTooEarlyOrdersNothing) {
  EXPECT_THAT(findings_of(R"cuda(
cudaEventRecord(f.event, f.a);
cudaMemcpyAsync(f.device, f.pinned, N * 4, cudaMemcpyHostToDevice, f.a);  // @copy
cudaStreamWaitEvent(f.b, f.event);
add_one<<<N / 256, 256, 0, f.b>>>(f.device, N);                           // @kernel
)cuda"),
              ElementsAre("streams: copy, kernel"));
}

TEST(StreamFindings, HostCodeThatWaitsOrdersStreams) {
  for (const char* wait : {"cudaStreamSynchronize(f.a);", "cudaDeviceSynchronize();",
                           "while (cudaStreamQuery(f.a) == cudaErrorNotReady) {}",
                           "cudaEventRecord(f.event, f.a); cudaEventSynchronize(f.event);", "cudaFree(f.other);"}) {
    EXPECT_THAT(findings_of(std::string("cudaMemcpyAsync(f.device, f.pinned, N * 4, cudaMemcpyHostToDevice, f.a);\n") +
                            wait + "\nadd_one<<<N / 256, 256, 0, f.b>>>(f.device, N);"),
                IsEmpty())
        << wait;
  }
  EXPECT_THAT(findings_of(R"cuda(
cudaMemcpyAsync(f.device, f.pinned, N * 4, cudaMemcpyHostToDevice, f.a);  // @copy
cudaStreamSynchronize(f.b);
add_one<<<N / 256, 256, 0, f.b>>>(f.device, N);                           // @kernel
)cuda"),
              ElementsAre("streams: copy, kernel"));
}

TEST(StreamFindings, TheDefaultStreamOrdersBlockingStreamsOnly) {
  constexpr const char* body = R"cuda(
add_one<<<N / 256, 256, 0, f.a>>>(f.device, N);                      // @kernel
cudaMemcpyAsync(f.pinned, f.device, N * 4, cudaMemcpyDeviceToHost);  // @copy
)cuda";
  EXPECT_THAT(findings_of(body, "(cudaStreamDefault)"), IsEmpty());
  EXPECT_THAT(findings_of(body), ElementsAre("streams: kernel, copy"));
}

// The usual pipeline: chunks of one array, a stream each.
TEST(StreamFindings, ChunksDoNotOverlap) {
  EXPECT_THAT(findings_of(R"cuda(
for (int chunk = 0; chunk < 8; ++chunk) {
  const cudaStream_t stream = chunk % 2 == 0 ? f.a : f.b;
  const int n = N / 8, at = chunk * n;
  cudaMemcpyAsync(f.device + at, f.pinned + at, n * 4, cudaMemcpyHostToDevice, stream);
  add_one<<<n / 256, 256, 0, stream>>>(f.device + at, n);
  cudaMemcpyAsync(f.pinned + at, f.device + at, n * 4, cudaMemcpyDeviceToHost, stream);
}
cudaDeviceSynchronize();
if (f.pinned[0] != 1 || f.pinned[N - 1] != N) abort();
)cuda"),
              IsEmpty());
}

TEST(StreamFindings, TwoHalvesOfAMatrixsColumnsDoNotOverlap) {
  EXPECT_THAT(findings_of(R"cuda(
half_columns<<<1, dim3(32, 32), 0, f.a>>>(f.device, 0);
half_columns<<<1, dim3(32, 32), 0, f.b>>>(f.device, 32);
)cuda"),
              IsEmpty());
  EXPECT_THAT(findings_of(R"cuda(
half_columns<<<1, dim3(32, 32), 0, f.a>>>(f.device, 0);   // @left
half_columns<<<1, dim3(32, 32), 0, f.b>>>(f.device, 31);  // @right
)cuda"),
              ElementsAre("streams: left, right"));
}

TEST(StreamFindings, ReadersAndAtomicUpdatesDoNotRace) {
  EXPECT_THAT(findings_of(R"cuda(
copy<<<N / 256, 256, 0, f.a>>>(f.other, f.device, N / 2);
copy<<<N / 256, 256, 0, f.b>>>(f.other + N / 2, f.device, N / 2);
cudaDeviceSynchronize();
count<<<4, 32, 0, f.a>>>((int*)f.device);
count<<<4, 32, 0, f.b>>>((int*)f.device);
)cuda"),
              IsEmpty());
  EXPECT_THAT(findings_of(R"cuda(
count<<<4, 32, 0, f.a>>>((int*)f.device);  // @kernel
cudaMemsetAsync(f.device, 0, 4, f.b);      // @fill
)cuda"),
              ElementsAre("streams: kernel, fill"));
}

TEST(StreamFindings, AResultUsedByACopyOfAnotherStream) {
  EXPECT_THAT(findings_of(R"cuda(
cudaMemcpyAsync(f.pinned, f.device, N * 4, cudaMemcpyDeviceToHost, f.a);  // @out
cudaMemcpyAsync(f.other, f.pinned, N * 4, cudaMemcpyHostToDevice, f.b);   // @in
)cuda"),
              ElementsAre("streams: out, in"));
}

TEST(StreamFindings, HostCodeThatDoesNotWait) {
  EXPECT_THAT(findings_of(R"cuda(
cudaMemcpyAsync(f.pinned, f.device, N * 4, cudaMemcpyDeviceToHost, f.a);  // @out
f.pageable[0] = f.pinned[5];                                              // @load
cudaStreamSynchronize(f.a);
f.pageable[1] = f.pinned[6];
cudaMemcpyAsync(f.device, f.pinned, N * 4, cudaMemcpyHostToDevice, f.a);  // @in
f.pageable[2] = f.pinned[7];
f.pinned[8] = 1;                                                          // @store
)cuda"),
              ElementsAre("host: out, load", "host: in, store"));
}

TEST(StreamFindings, APageableCopyIsDoneWithItsHostMemory) {
  EXPECT_THAT(findings_of(R"cuda(
cudaMemcpyAsync(f.device, f.pageable, N * 4, cudaMemcpyHostToDevice, f.a);
f.pageable[0] = 1;
cudaStreamSynchronize(f.a);
cudaMemcpyAsync(f.pageable, f.device, N * 4, cudaMemcpyDeviceToHost, f.a);
f.pageable[1] = f.pageable[2];
cudaMemcpyAsync(f.device, f.pageable, N * 4, cudaMemcpyHostToDevice, f.a);  // @copy
add_one<<<N / 256, 256, 0, f.b>>>(f.device, N);                             // @kernel
)cuda"),
              ElementsAre("streams: copy, kernel"));
}

TEST(StreamFindings, ManagedMemoryBelongsToOneAtATime) {
  EXPECT_THAT(findings_of(R"cuda(
float* both; cudaMallocManaged(&both, 1024);
both[3] = 1;
add_one<<<1, 256>>>(both, 256);  // @kernel
both[3] += 1;                    // @host_code
cudaDeviceSynchronize();
both[3] += 1;
)cuda"),
              ElementsAre("host: kernel, host_code", "host: kernel, host_code"));
}

TEST(StreamFindings, MemoryFreedInAnotherStream) {
  EXPECT_THAT(findings_of(R"cuda(
float* own; cudaMallocAsync(&own, 1024, f.a);
cudaMemsetAsync(own, 0, 1024, f.a);  // @fill
cudaFreeAsync(own, f.b);             // @free
)cuda"),
              ElementsAre("streams: fill, free"));
  EXPECT_THAT(findings_of(R"cuda(
float* own; cudaMallocAsync(&own, 1024, f.a);
cudaMemsetAsync(own, 0, 1024, f.a);
cudaFreeAsync(own, f.a);
)cuda"),
              IsEmpty());
}

TEST(StreamFindings, MemoryUsedInAnotherStreamThanItIsGotIn) {
  EXPECT_THAT(findings_of(R"cuda(
float* own; cudaMallocAsync(&own, 1024, f.a);  // @get
cudaMemsetAsync(own, 0, 1024, f.b);            // @fill
cudaStreamSynchronize(f.b);
cudaFreeAsync(own, f.a);
)cuda"),
              ElementsAre("streams: get, fill"));
  EXPECT_THAT(findings_of(R"cuda(
float* own; cudaMallocAsync(&own, 1024, f.a);
cudaStreamSynchronize(f.a);
cudaMemsetAsync(own, 0, 1024, f.b);
cudaStreamSynchronize(f.b);
cudaFreeAsync(own, f.a);
)cuda"),
              IsEmpty());
}

TEST(StreamFindings, MemoryAndKernelAreNamed) {
  const StudentLibrary library(stream_program(copy_then_kernel));
  const Evidence evidence = evidence_of(library);
  ASSERT_EQ(evidence.findings.size(), 1u);
  EXPECT_EQ(subject(evidence.findings[0]), "cudaMalloc(262144)");
  EXPECT_STREQ(evidence.findings[0].kernel, "add_one");
}

// Both calls act at once, whatever still runs.
TEST(StreamFindings, ATextureIsDestroyedOrLinesAreResetWhileAKernelRuns) {
  constexpr const char* texture = R"cuda(
cudaResourceDesc resource = {};
resource.resType = cudaResourceTypeLinear;
resource.res.linear = {f.device, cudaCreateChannelDesc<float>(), N * 4};
cudaTextureDesc description = {};
cudaTextureObject_t texture = 0, unused = 0;
cudaCreateTextureObject(&texture, &resource, &description, nullptr);
cudaCreateTextureObject(&unused, &resource, &description, nullptr);
fetch<<<1, 32, 0, f.a>>>(f.other, texture);  // @fetch
cudaDestroyTextureObject(unused);
)cuda";
  EXPECT_THAT(findings_of(std::string(texture) + "cudaDestroyTextureObject(texture);  // @destroy"),
              ElementsAre("host: fetch, destroy"));
  EXPECT_THAT(findings_of(std::string(texture) + "cudaStreamSynchronize(f.a); cudaDestroyTextureObject(texture);"),
              IsEmpty());
  constexpr const char* window = R"cuda(
cudaStreamAttrValue value = {};
value.accessPolicyWindow.base_ptr = f.device;
value.accessPolicyWindow.num_bytes = N * 4;
value.accessPolicyWindow.hitRatio = 1;
value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, N * 4);
cudaStreamSetAttribute(f.a, cudaStreamAttributeAccessPolicyWindow, &value);
add_one<<<N / 256, 256, 0, f.a>>>(f.device, N);  // @kernel
)cuda";
  EXPECT_THAT(findings_of(std::string(window) + "cudaCtxResetPersistingL2Cache();  // @reset"),
              ElementsAre("host: kernel, reset"));
  EXPECT_THAT(findings_of(std::string(window) + "cudaDeviceSynchronize(); cudaCtxResetPersistingL2Cache();"),
              IsEmpty());
}

}  // namespace
}  // namespace simt::test
