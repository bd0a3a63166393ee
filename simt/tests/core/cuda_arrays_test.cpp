// Memory in two and three dimensions, arrays and textures.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api_calls.hpp"

namespace simt::test {
namespace {

using testing::HasSubstr;

class CudaArrays : public ApiCalls {
 protected:
  const StudentLibrary& library() const override {
    static const StudentLibrary loaded(read_kernels("cuda_arrays.cu"));
    return loaded;
  }
};

TEST_F(CudaArrays, Volumes) { expect_nothing_found("volume"); }
TEST_F(CudaArrays, WrongVolumes) { expect_nothing_found("wrong_volumes"); }
TEST_F(CudaArrays, ArraysAndTheirTextures) {
  expect_nothing_found("arrays");
  expect_nothing_found("repeated");
  expect_nothing_found("volume_texture");
}
TEST_F(CudaArrays, TexturesOfMemory) { expect_nothing_found("memory_textures"); }
TEST_F(CudaArrays, WrongArrays) { expect_nothing_found("wrong_arrays"); }

// As memory that a static variable points to.
TEST_F(CudaArrays, StayForTheNextRun) {
  for (int run = 0; run < 3; ++run) expect_nothing_found("kept_array");
  expect_nothing_found("free_kept_array");
}

TEST_F(CudaArrays, FetchesFromAFreedArray) { EXPECT_EQ(only_finding("freed_array").kind, FindingKind::use_after_free); }

TEST_F(CudaArrays, FetchesFromAnUnwrittenArray) {
  EXPECT_EQ(only_finding("unwritten_array").kind, FindingKind::uninitialized_global);
}

TEST_F(CudaArrays, FetchesOfAnotherType) {
  EXPECT_THAT(subject(only_finding("other_type")), HasSubstr("a type other than"));
}

TEST_F(CudaArrays, WhatWasNeverSetIsNoMissingFeature) { expect_nothing_found("never_set"); }

TEST_F(CudaArrays, LinearFilteringIsRefusedByNameWithAdvice) {
  const FindingRecord finding = only_finding("linear_filter");
  EXPECT_EQ(finding.kind, FindingKind::unsupported);
  EXPECT_THAT(subject(finding), HasSubstr("linear filtering"));
  EXPECT_THAT(subject(finding), HasSubstr("cudaFilterModePoint"));
  EXPECT_NE(library().line(finding.pc), 0);
}

// A column of an array is half as many sectors as a column of memory. It counts as a load on the line of the fetch.
TEST_F(CudaArrays, FetchesAreLoads) {
  const Evidence evidence = expect_zero("read_column");
  ASSERT_EQ(evidence.traffic.size(), 2u);
  const SiteTraffic& fetch = evidence.traffic[evidence.traffic[0].access == Access::load ? 0 : 1];
  EXPECT_EQ(fetch.requests, 1);
  EXPECT_EQ(fetch.sectors, 16);
  EXPECT_EQ(fetch.bytes, 4);
}

}  // namespace
}  // namespace simt::test
