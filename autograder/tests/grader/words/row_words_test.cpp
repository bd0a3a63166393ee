#include "grader/words/row_words.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace grader {
namespace {

constexpr char kernel[] =
    "#define W 32\n"
    "constexpr int S = 64;\n"
    "__global__ void k(float* out) {\n"
    "  __shared__ float a[W][W], b[S][S + 1];\n"
    "  __shared__ float flat[S], other[2][COUNT];\n"
    "  out[0] = a[0][1] + b[1][0] + flat[3] + other[1][0];\n"
    "}\n";

std::string named(const std::string& array, int element) {
  simt::FindingRecord record;
  std::strcpy(record.name, ("shared array " + array).c_str());
  record.bytes = 4;
  record.offset = 4 * element;
  Finding found;
  found.line = 6;
  found.text = found.brief = "reads " + array + "[" + std::to_string(element) + "], that thread";
  name_row_and_column(simt::index_source(kernel), record, found);
  EXPECT_EQ(found.brief, found.text);
  return found.text;
}

TEST(RowWords, AnArrayOfRowsIsCountedByRowsAndColumns) {
  EXPECT_EQ(named("a", 33), "reads a[1][1], that thread");
  EXPECT_EQ(named("b", 66), "reads b[1][1], that thread");
}

TEST(RowWords, WhatHasNoRowsOrRowsOfUnknownLengthStays) {
  EXPECT_EQ(named("flat", 33), "reads flat[33], that thread");
  EXPECT_EQ(named("other", 33), "reads other[33], that thread");
}

}  // namespace
}  // namespace grader
