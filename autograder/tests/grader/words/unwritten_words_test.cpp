#include "grader/words/unwritten_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace grader {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr int read_line = 8, store_line = 5;

class UnwrittenWords : public testing::Test {
 protected:
  UnwrittenWords() {
    std::string("shared array tile").copy(record.name, sizeof record.name - 1);
    record.launch_block = {32, 1, 1};
    record.segment_bytes = 64 * 4;
    found.line = read_line;
    found.other_line = store_line;
    found.text = "thread 0 reads tile[40]";
  }

  /// A kernel whose line 4 is `before` and whose line 5 is `store`.
  void explain(const std::string& before, const std::string& store) {
    const std::string source =
        "__global__ void k(float* out, const float* in, int n) {\n  __shared__ float tile[64];\n"
        "  const int t = threadIdx.x;\n  " +
        before + "\n  " + store +
        "\n  __syncthreads();\n  for (int i = 0; i < 32; ++i)\n    out[t] += tile[t + i];\n}\n";
    explain_unwritten(simt::index_source(source), record, found);
  }

  simt::FindingRecord record;
  Finding found;
};

TEST_F(UnwrittenWords, ThreadsThatReturnedDidNotStore) {
  record.numbers[0] = 31;
  record.numbers[1] = 1;
  record.other_thread = {1, 0, 0};
  explain("if (t >= n) return;", "tile[t] = in[t];");
  EXPECT_EQ(found.line, 4);
  EXPECT_EQ(found.other_line, read_line);
  EXPECT_THAT(found.text, StartsWith("31 of the block's 32 threads end here, such as thread (1, 0, 0)"));
  EXPECT_THAT(found.text, HasSubstr("line 8: thread 0 reads tile[40]"));
}

TEST_F(UnwrittenWords, AConditionKeptThreadsFromTheStore) {
  record.numbers[1] = 1;
  explain("const int c = t;", "if (c < n) tile[t] = in[t];");
  EXPECT_EQ(found.line, store_line);
  EXPECT_THAT(found.text, StartsWith("the condition here decides what is stored to tile"));
}

TEST_F(UnwrittenWords, AllThreadsHaveStoredTooLittle) {
  record.numbers[1] = 32;
  record.numbers[2] = 31;
  explain("const int c = t;", "tile[t] = in[t];");
  EXPECT_EQ(found.line, store_line);
  EXPECT_THAT(found.text, StartsWith("the block has stored 32 of the 64 words of tile, 0 … 31 without a gap"));
}

TEST_F(UnwrittenWords, AWordFarBehindTheStoredOnesIsChosenByAWrongIndex) {
  const std::string source =
      "__global__ void k(float* out, const float* in, int n) {\n  __shared__ float tile[64];\n"
      "  const int t = threadIdx.x;\n  const int c = t;\n  if (c < n) tile[t] = in[t];\n  __syncthreads();\n"
      "  if (t >= n) return;\n  out[t] = tile[t + 32];\n}\n";
  record.numbers[1] = 3;
  record.numbers[2] = 2;
  record.offset = 4 * 32;
  const Finding before = found;
  explain_unwritten(simt::index_source(source), record, found);
  EXPECT_EQ(found.line, read_line);
  EXPECT_THAT(found.text, HasSubstr("what is there is stored at line 5"));
  // The next word may be one that the condition has left out.
  found = before;
  record.offset = 4 * 3;
  explain_unwritten(simt::index_source(source), record, found);
  EXPECT_EQ(found.line, store_line);
}

TEST_F(UnwrittenWords, AWordFarBehindAllThatAThreadsNeighboursHaveStoredHasAWrongIndex) {
  const auto text_at = [this](std::int64_t word, std::uint32_t thread) {
    Finding said = found;
    simt::FindingRecord read = record;
    read.numbers[1] = 3;
    read.numbers[2] = 2;
    read.offset = 4 * word;
    read.thread.x = thread;
    explain_unwritten(
        simt::index_source(
            "__global__ void k(float* out, const float* in, int n) {\n  __shared__ float tile[64];\n"
            "  const int t = threadIdx.x;\n  const int c = t;\n  if (c < 3 * n) tile[t] = in[t];\n  __syncthreads();\n"
            "  if (t < n)\n    out[t] = tile[t + 32];\n}\n"),
        read, said);
    EXPECT_EQ(said.line, read_line);
    return said.text;
  };
  EXPECT_THAT(text_at(40, 0), HasSubstr("the wrong index. The block has stored the 3 words from 0 on"));
  EXPECT_THAT(text_at(3, 0), HasSubstr("only where the condition")) << "the next word may have been left out";
  EXPECT_THAT(text_at(40, 20), HasSubstr("only where the condition")) << "so may one of a thread that stored none";
}

TEST_F(UnwrittenWords, AConditionOfTheStoreIsToldWhereTheLoadHasOneToo) {
  const std::string source =
      "__global__ void k(float* out, const float* in, int n) {\n  __shared__ float tile[64];\n"
      "  const int t = threadIdx.x;\n  if (t < n)\n    tile[t] = in[t];\n  __syncthreads();\n"
      "  if (t < 32)\n    out[t] = tile[t + 32];\n}\n";
  record.numbers[1] = 3;
  record.numbers[2] = 2;
  explain_unwritten(simt::index_source(source), record, found);
  EXPECT_EQ(found.line, read_line);
  EXPECT_THAT(found.text, HasSubstr("what is there is stored at line 5, only where the condition at line 4 holds"));
}

TEST_F(UnwrittenWords, AnIndexWithoutTheLengthOfARowIsNamed) {
  const auto kernel = [](const std::string& filled) {
    return "__global__ void k(float* out, const float* in, int n, int pitch) {\n  extern __shared__ float tile[];\n"
           "  const int t = threadIdx.x;\n  const int place = t / n * pitch + t % n;\n  tile[" +
           filled +
           "] = in[t];\n  __syncthreads();\n"
           "  tile[t * pitch] = 1;\n  out[t] = tile[t * pitch + 1];\n}\n";
  };
  record.numbers[1] = 32;
  record.numbers[2] = 62;
  const Finding before = found;
  explain_unwritten(simt::index_source(kernel("t")), record, found);
  EXPECT_EQ(found.line, store_line);
  EXPECT_TRUE(found.compares_lengths);
  EXPECT_THAT(found.text, StartsWith("tile is filled here without pitch in its index, and line 8 finds its place"));
  found = before;
  explain_unwritten(simt::index_source(kernel("place")), record, found);
  EXPECT_EQ(found.line, read_line);
  EXPECT_FALSE(found.compares_lengths);
}

TEST_F(UnwrittenWords, AConditionAroundAllOfAKernelIsNamed) {
  const std::string source =
      "__global__ void k(float* out, const float* in, int n) {\n  __shared__ float tile[64];\n"
      "  const int t = threadIdx.x;\n  if (t < n) {\n    tile[t] = in[t];\n    __syncthreads();\n"
      "    for (int i = 0; i < 32; ++i)\n      out[t] += tile[i];\n  }\n}\n";
  record.numbers[0] = 31;
  record.numbers[1] = 1;
  record.other_thread = {1, 0, 0};
  explain_unwritten(simt::index_source(source), record, found);
  EXPECT_EQ(found.line, 4);
  EXPECT_EQ(found.other_line, read_line);
  EXPECT_THAT(found.text,
              StartsWith("the condition here does not hold for 31 of the block's 32 threads, such as thread "
                         "(1, 0, 0)"));
}

TEST_F(UnwrittenWords, WithGapsTheLoadStaysTheFindingsLine) {
  record.numbers[1] = 32;
  record.numbers[2] = 62;
  explain("const int c = t;", "tile[2 * t] = in[t];");
  EXPECT_EQ(found.line, read_line);
  EXPECT_THAT(found.text, HasSubstr("what is there is stored at line 5"));
}

TEST_F(UnwrittenWords, HowMuchOfAnArrayAConditionStoresIsToldWhereThatIsTheSameAtAllSizes) {
  const auto explain_with = [this](const std::string& condition) {
    Finding said = found;
    simt::FindingRecord read = record;
    read.numbers[1] = 3;
    read.numbers[2] = 2;
    read.offset = 4 * 3;
    explain_unwritten(
        simt::index_source(
            "__global__ void k(float* out, const float* in, int n) {\n  __shared__ float tile[64];\n"
            "  const int t = threadIdx.x; const int length = min(64, n);\n  if (" +
            condition + ")\n    tile[t] = in[t];\n  __syncthreads();\n  if (t < 32)\n    out[t] = tile[t + 32];\n}\n"),
        read, said);
    return said;
  };
  EXPECT_TRUE(explain_with("t < COUNT").is_partly_stored);
  EXPECT_THAT(explain_with("t < COUNT").text, HasSubstr("which is 3 of its 64 words, 0 … 2"));
  EXPECT_FALSE(explain_with("t < n").is_partly_stored) << "as many as there are";
  EXPECT_FALSE(explain_with("t < length").is_partly_stored) << "made of that";
}

}  // namespace
}  // namespace grader
