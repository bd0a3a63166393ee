#include "grader/words/race_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace grader {
namespace {

using testing::HasSubstr;
using testing::Not;

/// What is said of a share that is stored at line 3, `between` being line 4, and announced at line 5.
Finding announced(const std::string& between, const std::string& announces = "atomicAdd(&count, 1u);") {
  const simt::SourceIndex source = simt::index_source(
      "__device__ unsigned count;\n__global__ void k(float* shares, float* out) {\n  shares[threadIdx.x] = 1;\n  " +
      between + "\n  if (threadIdx.x == 0) " + announces +
      "\n  out[0] = shares[1];\n}\nvoid run(float* a, float* b) {\n  k<<<2, 32>>>(a, b);\n}\n");
  simt::FindingRecord record;
  record.kind = simt::FindingKind::global_race;
  record.missing = simt::Missing::block_barrier;
  Finding found;
  found.line = 6;
  found.other_line = 3;
  found.text = "a race";
  explain_global_race(source, "run", record, found);
  return found;
}

TEST(EarlyAnnouncement, IsBlamedWhereNoBarrierStandsBeforeIt) {
  const Finding found = announced("__threadfence();");
  EXPECT_EQ(found.line, 5);
  EXPECT_EQ(found.other_line, 6);
  EXPECT_THAT(found.text, HasSubstr("a __syncthreads() is missing before this line"));
}

TEST(EarlyAnnouncement, IsNotBlamedBehindABarrier) {
  const Finding found = announced("__syncthreads();");
  EXPECT_EQ(found.line, 6);
  EXPECT_THAT(found.text, Not(HasSubstr("a __syncthreads() is missing before")));
}

TEST(EarlyAnnouncement, IsNotBlamedWhereTheAtomicOperationComesBeforeTheShareIsStored) {
  const simt::SourceIndex source = simt::index_source(
      "__global__ void k(float* shares, float* out, unsigned* next) {\n  const unsigned t = atomicAdd(next, 1u);\n"
      "  shares[t] = 1;\n  out[0] = shares[1];\n}\nvoid run(float* a, float* b, unsigned* c) {\n"
      "  k<<<2, 32>>>(a, b, c);\n}\n");
  simt::FindingRecord record;
  record.kind = simt::FindingKind::global_race;
  record.missing = simt::Missing::block_barrier;
  Finding found;
  found.line = 4;
  found.other_line = 3;
  explain_global_race(source, "run", record, found);
  EXPECT_EQ(found.line, 4);
}

}  // namespace
}  // namespace grader
