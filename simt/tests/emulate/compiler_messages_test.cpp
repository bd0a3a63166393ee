#include "simt/compiler_messages.hpp"

#include <gtest/gtest.h>

namespace simt {
namespace {

constexpr std::string_view source = "first line\nsecond<<<1, 2>>>();\n";

TEST(AboutTheSource, QuotesTheStudentsLineUnderAMessage) {
  EXPECT_EQ(about_the_source("a.cu:2: error: what\n", source, "a.cu"),
            "a.cu:2: error: what\n    second<<<1, 2>>>();\n");
}

TEST(AboutTheSource, LeavesOutTheEmulatorsOwnNotes) {
  EXPECT_EQ(about_the_source("/x/simt/include/simt/launch.h:71: note: here\n"
                             "a.cu:2: note: in instantiation of member function 'simt::run' requested here\n"
                             "1 error generated.\n",
                             source, "a.cu"),
            "1 error generated.\n");
}

TEST(AboutTheSource, RefusedHeadersAreNamedWhereTheyAreIncluded) {
  EXPECT_EQ(about_the_source("In file included from a.cu:1:\n"
                             "/x/simt/include/cuda_fp16.h:2: error: \"cuda_fp16.h is not here; use float\"\n"
                             "In file included from a.cu:2:\n"
                             "In file included from /x/simt/include/cuda/std/latch:2:\n"
                             "/x/simt/include/cuda/latch:2: error: \"no latch\"\n",
                             source, "a.cu"),
            "a.cu:1: error: cuda_fp16.h is not here; use float\n    first line\n"
            "a.cu:2: error: no latch\n    second<<<1, 2>>>();\n");
}

TEST(AboutTheSource, RefusedArgumentsAreNamedWhereTheyStand) {
  const std::string notes =
      "/x/simt/include/simt/warp_functions.h:20: note: in instantiation of function template 'to_bits<float2>'\n"
      "a.cu:2: note: in instantiation of function template specialization '__shfl_sync<float2>' requested here\n";
  const std::string expected = "a.cu:2: error: lanes exchange numbers\n    second<<<1, 2>>>();\n";
  EXPECT_EQ(about_the_source("/x/simt/include/simt/bits.h:12: error: static_assert failed due to requirement "
                             "'is_arithmetic<float2>::value' \"lanes exchange numbers\"\n" +
                                 notes,
                             source, "a.cu"),
            expected);
  EXPECT_EQ(about_the_source("/x/simt/include/simt/bits.h:12: error: static assertion failed due to requirement "
                             "'is_arithmetic<float2>::value': lanes exchange numbers\n" +
                                 notes,
                             source, "a.cu"),
            expected);
}

TEST(AboutTheSource, AnErrorInAHeaderIsSaidOfTheLineThatLedThere) {
  EXPECT_EQ(about_the_source("/x/simt/include/simt/typed_api.h:22: error: no conversion\n"
                             "a.cu:2: note: in instantiation of function template 'cudaMallocManaged' requested here\n",
                             source, "a.cu"),
            "a.cu:2: error: no conversion\n    second<<<1, 2>>>();\n");
}

TEST(AboutTheSource, AnErrorWithoutALineOfTheSourceIsSaidAllTheSame) {
  EXPECT_EQ(about_the_source("/x/simt/include/simt/typed_api.h:22: error: no conversion\n", source, "a.cu"),
            "a.cu: error: no conversion\n");
}

TEST(AboutTheSource, NamesOfCudaThatClangDoesNotKnowAreMissingInTheEmulator) {
  EXPECT_EQ(about_the_source("a.cu:2: error: use of undeclared identifier 'cudaGraphCreate'; did you mean 'cudaFree'?\n"
                             "a.cu:1: error: no member named 'this_cluster' in namespace 'cooperative_groups'\n"
                             "a.cu:1: fatal error: 'nccl.h' file not found\n"
                             "a.cu:1: error: use of undeclared identifier 'cudaMemcopy'\n",
                             source, "a.cu"),
            "a.cu:2: error: the emulator has no cudaGraphCreate (CUDA graphs); launch into streams\n"
            "    second<<<1, 2>>>();\n"
            "a.cu:1: error: the emulator has no cooperative_groups::this_cluster\n    first line\n"
            "a.cu:1: error: the emulator has no NCCL (nccl.h)\n    first line\n"
            "a.cu:1: error: use of undeclared identifier 'cudaMemcopy'\n    first line\n");
}

TEST(MissingFeature, IsTheFirstThatTheMessagesName) {
  const auto missing =
      missing_feature("a.cu:7: error: expected expression\na.cu:12: error: the emulator has no NCCL (nccl.h)\n");
  ASSERT_TRUE(missing);
  EXPECT_EQ(missing->name, "NCCL (nccl.h)");
  EXPECT_EQ(missing->place("a.cu"), "line 12");
  EXPECT_EQ(missing->place("b.cu"), "a.cu, line 12");
  EXPECT_FALSE(missing_feature("a.cu:7: error: expected expression\n"));
  EXPECT_FALSE(missing_feature(""));
}

TEST(AboutTheSource, WhoIncludedWhatIsSaidOnlyOfWhatIsKept) {
  EXPECT_EQ(about_the_source("In file included from a.cu:1:\n"
                             "/x/simt/include/simt/launch.h:71: note: here\n"
                             "In file included from a.cu:1:\n"
                             "/x/labs/copy.cuh:7: error: what\n",
                             source, "a.cu"),
            "In file included from a.cu:1:\n/x/labs/copy.cuh:7: error: what\n");
}

TEST(AboutTheSource, LinesThatDoNotExistAreNotQuoted) {
  EXPECT_EQ(about_the_source("a.cu:99: error: what\na.cu:x\n", source, "a.cu"), "a.cu:99: error: what\na.cu:x\n");
}

}  // namespace
}  // namespace simt
