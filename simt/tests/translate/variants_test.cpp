#include "simt/translate/variants.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace simt {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr std::size_t many = 5000;

constexpr char source[] =
    "#include \"copy.cuh\"\n"
    "\n"
    "__global__ void other(float* a) { a[0] = 1; }\n"
    "__global__ void copy(float* out, const float* in, int rows, int columns) {\n"
    "  const int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  const int y = blockIdx.y;\n"
    "  if (x < columns) {\n"
    "    out[y * rows + x] = in[y * columns + x];\n"
    "  }\n"
    "}\n"
    "void run(float* out, const float* in, int rows, int columns) {\n"
    "  for (int i = 0; i < 2; ++i) {\n"
    "    copy<<<dim3(columns / 32, rows), 32>>>(out, in, rows, columns);\n"
    "  }\n"
    "}\n";

auto is(ChangeKind kind, int line, const std::string& here, const std::string& instead) {
  return AllOf(Field(&Variant::kind, kind), Field(&Variant::line, line), Field(&Variant::here, here),
               Field(&Variant::instead, instead));
}

TEST(Variants, LinesStayWhereTheyAre) {
  const std::string text = with_variants(source, "run", {}, many).source;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), std::count(std::begin(source), std::end(source), '\n'));
}

TEST(Variants, WhatStandsBeforeTheCodeCommentsNothingOut) {
  const std::string text = with_variants("void run(int n) { f(n); }\n", "run", {}, many).source;
  EXPECT_THAT(text, Not(HasSubstr("//")));
}

TEST(Variants, AreThoseOfUsualMistakes) {
  const std::vector<Variant> list = with_variants(source, "run", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::other_name, 8, "rows", "columns")));
  EXPECT_THAT(list, Contains(is(ChangeKind::exchanged_names, 7, "rows", "columns")));
  EXPECT_THAT(list, Contains(is(ChangeKind::other_member, 6, "blockIdx.y", "blockIdx.x")));
  EXPECT_THAT(list, Contains(is(ChangeKind::factor, 8, "rows", "2 *")));
  EXPECT_THAT(list, Contains(is(ChangeKind::off_by_one, 12, "2", "+ 1")));
  EXPECT_THAT(list, Contains(is(ChangeKind::comparison, 7, "x < columns", "<=")));
  EXPECT_THAT(list, Contains(is(ChangeKind::rounded_down, 13, "columns / 32", "up")));
  EXPECT_THAT(list, Contains(is(ChangeKind::later_round, 13, "in", "out")));
  EXPECT_THAT(list, Contains(is(ChangeKind::exchanged, 13, "columns / 32", "rows")));
  EXPECT_THAT(list, Contains(AllOf(Field(&Variant::kind, ChangeKind::lacks_barrier), Field(&Variant::line, 7))));
}

TEST(Variants, SayOfWhatTheyAreAPart) {
  const std::vector<Variant> list = with_variants(source, "run", {}, many).list;
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::other_name, 8, "rows", "columns"),
                                   Field(&Variant::where, "the index of out"))));
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::off_by_one, 12, "2", "+ 1"),
                                   Field(&Variant::where, "the condition of the loop"))));
}

TEST(Variants, AGridIsTurnedAndWhatTheKernelIsGivenStays) {
  const std::vector<Variant> list = with_variants(source, "run", {}, many).list;
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::exchanged_here, 13, "columns", "rows"),
                                   Field(&Variant::where, "the numbers of the launch"))));
}

TEST(Variants, SizesAreOfAnotherTypeAndNumbersBeginWithOne) {
  const std::vector<Variant> list = with_variants(
                                        "__global__ void k(double* out, float x) {\n"
                                        "  float sum = 0, power = x;\n"
                                        "  out[0] = sum + power;\n"
                                        "}\n"
                                        "void run(double* out, int n) {\n"
                                        "  k<<<1, 32, n * sizeof(float)>>>(out, 2);\n"
                                        "}\n",
                                        "run", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::constant, 6, "sizeof(float)", "sizeof(double)")));
  EXPECT_THAT(list, Contains(is(ChangeKind::first_value, 2, "x", "1")));
}

TEST(Variants, AFillOfNothingIsNoChange) {
  const std::string fill = "void run(int* out) { cudaMemset(out, 0, 4); }\n";
  EXPECT_THAT(with_variants(fill, "run", {}, many).list, Not(Contains(is(ChangeKind::exchanged, 1, "0", "4"))));
}

TEST(Variants, AreOfWhatThePartUses) {
  EXPECT_THAT(with_variants(source, "run", {}, many).list, Each(Field(&Variant::line, testing::Ne(3))));
  EXPECT_THAT(with_variants(source, "no_such_function", {}, many).list, IsEmpty());
}

TEST(Variants, LinesCanBeLeftOut) {
  EXPECT_THAT(with_variants(source, "run", {.but_for_names = {}, .whole = {8, 13}}, many).list,
              Not(Contains(Field(&Variant::line, testing::AnyOf(8, 13)))));
}

TEST(Variants, AreNoMoreThanAskedFor) {
  EXPECT_THAT(with_variants(source, "run", {}, 20).list, SizeIs(testing::Le(20U)));
}

TEST(Variants, AnyTextIsAccepted) {
  for (const char* const text : {"", "}", "void f( {", "void run() { if (", "void run(int a) { for (;a", "[[", "<<<"}) {
    with_variants(text, "run", {}, many);
  }
}

std::string statements(int count) {
  std::string text = "void run(int* a, int b) {\n";
  for (int i = 0; i < count; ++i) text += "  a[" + std::to_string(i) + "] = b;\n";
  return text + "}\n";
}

// The search runs in the grader's own process, which no limit ends.
TEST(Variants, OfWhatTakesTooLongToReadThereAreNone) {
  EXPECT_THAT(with_variants(statements(100), "run", {}, many).list, Not(IsEmpty()));
  EXPECT_THAT(with_variants(statements(2000), "run", {}, many).list, IsEmpty());
  EXPECT_THAT(with_variants(statements(60000), "run", {}, many).list, IsEmpty());
}

TEST(Variants, FunctionsOfOneNameAreReadOnce) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "void f(A" + std::to_string(i) + " a) { f(a); }\n";
  text += "void run(A0 a, int b) { f(a); }\n";
  EXPECT_THAT(with_variants(text, "run", {}, many).list, IsEmpty());
}

TEST(Variants, WhatIsAssignedToIsNotReplaced) {
  const std::string text =
      with_variants("void run(int a, int b) {\n  a = b;\n  a += b;\n  ++a;\n  f(&a);\n}\n", "run", {}, many).source;
  EXPECT_THAT(text, HasSubstr("++a;"));
  EXPECT_THAT(text, HasSubstr("f(&a)"));
}

TEST(Variants, AConstantIsNotSetBack) {
  const std::vector<Variant> list =
      with_variants(
          "void run(int n) {\n  const int chunks = 16;\n  for (int i = 0; i < n; ++i) {\n    f(chunks);\n  }\n}\n",
          "run", {}, many)
          .list;
  EXPECT_THAT(list, Not(Contains(Field(&Variant::kind, ChangeKind::not_set_back))));
}

TEST(Variants, AVariableOfTheFileIsHandedOverItself) {
  const std::string text =
      with_variants("void run(const float* from, int n) {\n  cudaMemcpyToSymbol(table, from, n);\n}\n", "run", {}, many)
          .source;
  EXPECT_THAT(text, HasSubstr("cudaMemcpyToSymbol(table,"));
}

TEST(Variants, TwoNamesMayBeExchangedInOneStatement) {
  const std::vector<Variant> list =
      with_variants("void run(int m, int n) {\n  dim3 grid(up(m), up(n));\n  f<<<grid, 32>>>(m, n);\n}\n", "run", {},
                    many)
          .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::exchanged_here, 2, "m", "n")));
}

TEST(Variants, ANumberThatStandsTwiceMayBeWrongInBothPlaces) {
  const std::vector<Variant> list =
      with_variants("void run(float* a, float* b) {\n  a += 16;\n  b += 16;\n}\n", "run", {}, many).list;
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::constant, 2, "16", "2 *"), Field(&Variant::other_line, 3))));
}

TEST(Variants, RoundsOfAnyLoopAreCounted) {
  const std::vector<Variant> list =
      with_variants("void run(float* x, float* in, int n) {\n  do {\n    f(in);\n  } while (--n > 0);\n}\n", "run", {},
                    many)
          .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::later_round, 3, "in", "x")));
}

TEST(Variants, AThreadsNumberMayLackItsBlock) {
  const std::vector<Variant> list =
      with_variants("__global__ void k(float* x) {\n  int i = threadIdx.x;\n  x[i] = 0;\n}\n", "k", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::lacks_term, 2, "threadIdx.x", "+ blockIdx.x * blockDim.x")));
}

TEST(Variants, FieldsOfAStructureAreNamesToo) {
  const std::vector<Variant> list =
      with_variants(
          "struct Image {\n  int w, h;\n  float* row(int y) { return base + y * w; }\n};\n"
          "float f(Image* all) { return all[0].w; }\n"
          "void run(Image* all) {\n  all->row(1);\n  f(all);\n}\n",
          "run", {}, many)
          .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::other_name, 3, "w", "h")));
  EXPECT_THAT(list, Contains(AllOf(Field(&Variant::kind, ChangeKind::other_member), Field(&Variant::line, 5))));
}

TEST(Variants, ANameMayBeMeantToBeASumOfItsStatement) {
  const std::vector<Variant> list =
      with_variants("void run(float* a, int top, int i, int row, int n) {\n  a[i] = row < n ? a[top + i] : 0;\n}\n",
                    "run", {}, many)
          .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::other_name, 2, "row", "(top + i)")));
}

TEST(Variants, ALoopMayBeMeantToGoUpToANumber) {
  const std::vector<Variant> list =
      with_variants("void run(float* a, int n) {\n  for (int k = 0; k < n; ++k) a[k * 32] = 0;\n}\n", "run", {}, many)
          .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::other_name, 2, "n", "32")));
}

TEST(Variants, AnIndexMayPassThroughAFunctionFirst) {
  const std::vector<Variant> list =
      with_variants("void run(float* x, float* p, int j, int n) {\n  p[partner(j, n)] = 1;\n  x[0] = p[j];\n}\n", "run",
                    {}, many)
          .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::other_name, 3, "j", "partner(j, n)")));
}

TEST(Variants, AnInnerLoopMayGoBeyondWhatIsLeft) {
  const std::vector<Variant> list = with_variants(
                                        "void run(float* a, int n) {\n  for (int first = 0; first < n; first += 8)\n"
                                        "    for (int k = 0; k < 8; ++k) a[first + k] = 0;\n}\n",
                                        "run", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::condition, 3, "k < 8", "&& first + k < n")));
}

TEST(Variants, EachSubscriptOfALineMayLackTheSame) {
  const std::vector<Variant> list =
      with_variants("void run(float* y, const float* x, int i, int begin) {\n  y[i] = x[i];\n}\n", "run", {}, many)
          .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::lacks_term, 2, "i", "+ begin")));
}

TEST(Variants, ASumIsSetBackInALoop) {
  const std::vector<Variant> list =
      with_variants(
          "void run(float* y) {\n  float sum = 0;\n  for (int i = 0; i < 4; ++i) {\n    sum += 1;\n"
          "    y[i] = sum;\n  }\n}\n",
          "run", {}, many)
          .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::not_set_back, 2, "sum", "0")));
}

TEST(Variants, BothConditionsMayBeMeantToBeOneOfThem) {
  const std::vector<Variant> list =
      with_variants("__global__ void run(int* a, int m, int n) {\n  if (a[0] >= m && a[1] >= n) return;\n}\n", "run",
                    {}, many)
          .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::joint, 2, "a[0] >= m && a[1] >= n", "a[0] >= m || a[1] >= n")));
}

TEST(Variants, WhatChoosesOneOfTwoValuesIsAConditionToo) {
  const std::vector<Variant> list =
      with_variants("__global__ void run(int* a, int m, int n) {\n  a[0] = m < n ? a[1] : 0;\n}\n", "run", {}, many)
          .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::comparison, 2, "m < n", "<=")));
}

TEST(Variants, AFactorMayBeMeantToBeANumberOfTheFunction) {
  const std::vector<Variant> list =
      with_variants("__global__ void run(int* a, int n) {\n  int r = 32;\n  a[r * n] = 1;\n}\n", "run", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::other_name, 3, "n", "32")));
}

TEST(Variants, AddressesInAListMayBeExchanged) {
  const std::vector<Variant> list =
      with_variants("void run(int* a, int n) {\n  void* all[] = {&a, &n};\n  launch(all);\n}\n", "run", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::exchanged, 2, "&a", "&n")));
}

TEST(Variants, AMultipleOfOneExtentMayBeMeantForAnotherOneToo) {
  const std::vector<Variant> list =
      with_variants("void run(int* a, int w, int h) {\n  if (w % 4 == 0) f(a);\n}\n", "run", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::condition, 2, "w % 4 == 0", "&& h % 4 == 0")));
}

TEST(Variants, AComparisonWhoseResultIsKeptOrReturnedMayBeAnotherOne) {
  const std::vector<Variant> list =
      with_variants("bool run(int a, int b) {\n  const bool is_less = a < b;\n  return b > a;\n}\n", "run", {}, many)
          .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::comparison, 2, "a < b", "<=")));
  EXPECT_THAT(list, Contains(is(ChangeKind::comparison, 3, "b > a", ">=")));
}

TEST(Variants, TemplateArgumentsStayConstant) {
  const std::string text = with_variants("void run(int n) {\n  work<-1><<<n, 32>>>(n);\n}\n", "run", {}, many).source;
  EXPECT_THAT(text, HasSubstr("work<-1>"));
}

TEST(Variants, WhereVectorsAreUsedAConditionMayAskForMultiples) {
  const std::vector<Variant> list =
      with_variants("void run(float4* a, int c, int m) {\n  if (c < 8) a[0] = a[1];\n}\n", "run", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::condition, 2, "c < 8", "&& m % 4 == 0")));
}

TEST(Variants, ABarrierMayBeMissingBehindTheLastStatementOfAFunction) {
  const std::vector<Variant> list =
      with_variants("__device__ void run(int* a) {\n  a[0] = 1;\n}\n", "run", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::lacks_barrier, 2, "", "behind")));
}

// It would be read in all variants, also where nothing has been written to it yet.
TEST(Variants, AVariableInSharedMemoryStandsForNothingElse) {
  const std::vector<Variant> list =
      with_variants("__global__ void run(int* a, int n) {\n  __shared__ int last;\n  a[n] = 1;\n}\n", "run", {}, many)
          .list;
  EXPECT_THAT(list, Not(Contains(Field(&Variant::instead, HasSubstr("last")))));
}

TEST(Variants, WhatIsDividedByIsNeverZeroByAChange) {
  const std::string text =
      with_variants("void run(int* a, int n) {\n  a[0] = n % (a[1] + 1) / 4;\n}\n", "run", {}, many).source;
  EXPECT_THAT(text, AllOf(HasSubstr("% simt_variants::divisor("), HasSubstr("/ simt_variants::divisor(")));
}

TEST(Variants, ABodyWithoutBracesMayDependOnACondition) {
  const std::string text =
      "__global__ void copy(float* out, const float* in, int n) {\n"
      "  const int y = blockIdx.x;\n"
      "  for (int j = 0; j < 4; ++j)\n"
      "    out[y + j] = in[y + j];\n"
      "}\n";
  const std::vector<Variant> list = with_variants(text, "copy", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::lacks_condition, 3, "out[y + j] = in[y + j]", "y + j < n")));
  EXPECT_THAT(list, Contains(is(ChangeKind::lacks_term, 2, "blockIdx.x", "+ threadIdx.x")));
  EXPECT_THAT(list, Contains(is(ChangeKind::scaled_counter, 3, "j", "(j * blockDim.y)")));
}

TEST(Variants, AnElementMayBeMeantToBeZero) {
  const std::string text =
      "__global__ void sum(float* out, const float* in, int n) {\n"
      "  __shared__ float piece[32];\n"
      "  piece[threadIdx.x] = in[threadIdx.x < n ? threadIdx.x : n - 1];\n"
      "  out[threadIdx.x] = piece[threadIdx.x];\n"
      "}\n";
  EXPECT_THAT(with_variants(text, "sum", {}, many).list,
              Contains(is(ChangeKind::lacks_zero, 3, "piece", "threadIdx.x < n")));
}

TEST(Variants, AnElementMayBeMeantToBeZeroWhereAConditionDoesNotHold) {
  const std::string text =
      "__global__ void sum(float* out, const float* in, int n) {\n"
      "  __shared__ float piece[32], other[32];\n"
      "  const int j = threadIdx.x;\n"
      "  if (j < n) piece[j] = in[j];\n"
      "  if (j + 1 < n) { piece[j] = 1; other[j] = 2; }\n"
      "  if (j > n) piece[j] = 1; else piece[j] = 2;\n"
      "  out[j] = piece[j];\n"
      "}\n";
  const auto list = with_variants(text, "sum", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::lacks_zero, 4, "piece", "else j < n")));
  EXPECT_THAT(list, Contains(is(ChangeKind::lacks_zero, 5, "piece and other", "else j + 1 < n")));
  EXPECT_THAT(list, Not(Contains(is(ChangeKind::lacks_zero, 6, "piece", "else j > n"))));
}

TEST(Variants, MoreThreadsMayBeMeantToEnd) {
  const std::string text =
      "__global__ void turn(float* out, int m, int n) {\n"
      "  const int i = threadIdx.y, j = threadIdx.x;\n"
      "  if (i >= m) return;\n"
      "  out[i * n + j] = 1;\n"
      "}\n";
  const auto list = with_variants(text, "turn", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::condition, 3, "i >= m", "|| !j < n")));
  EXPECT_THAT(list, Not(Contains(is(ChangeKind::condition, 3, "i >= m", "&& j < n"))));
}

TEST(Variants, AnArrayMayBeMeantToHaveTheIndexOfAnotherAccess) {
  const std::string text =
      "__global__ void move(float* out, int pitch) {\n"
      "  extern __shared__ float piece[];\n"
      "  const int i = threadIdx.x;\n"
      "  piece[i / 4 * pitch] = 1;\n"
      "  out[i] = piece[i];\n"
      "}\n";
  EXPECT_THAT(with_variants(text, "move", {}, many).list,
              Contains(is(ChangeKind::other_index, 5, "i", "i / 4 * pitch")));
}

TEST(Variants, WhatABlockOfStatementsStoresMayDependOnSomethingElse) {
  const std::string text =
      "__global__ void fill(float* a, float* b, int m, int n) {\n"
      "  const int row = threadIdx.y, column = threadIdx.x;\n"
      "  if (row < m) {\n"
      "    a[row] = 1;\n"
      "    b[column] = 1;\n"
      "  }\n"
      "  if (column < n) b[column] += 1;\n"
      "}\n";
  EXPECT_THAT(with_variants(text, "fill", {}, many).list,
              Contains(is(ChangeKind::other_condition, 5, "b", "column < n")));
}

TEST(Variants, VariablesMayBeMeantForTheBlockBehindABarrier) {
  const std::string text =
      "__global__ void turn(float* out) {\n"
      "  const int tx = blockIdx.y, ty = blockIdx.x;\n"
      "  __syncthreads();\n"
      "  out[blockIdx.x + 8 * blockIdx.y] = tx + ty;\n"
      "}\n";
  EXPECT_THAT(with_variants(text, "turn", {}, many).list, Contains(is(ChangeKind::other_block, 4, "tx", "ty")));
}

TEST(Variants, ANumberBeginsWithZeroWhereItHasNoValue) {
  const std::string text =
      with_variants("__global__ void f(float* a) {\n  float s;\n  s += 1;\n  a[0] = s;\n}\n", "f", {}, many).source;
  EXPECT_THAT(text, HasSubstr("float s{};"));
}

TEST(Variants, BothPointersOfALaunchMayLackTheSame) {
  const std::vector<Variant> list =
      with_variants("void run(float* out, const float* in, int done) {\n  copy<<<1, 32>>>(out, in, 5);\n}\n", "run", {},
                    many)
          .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::lacks_term, 2, "out and in", "+ done")));
}

TEST(Variants, ACastIsNoComparison) {
  const std::vector<Variant> list = with_variants(
                                        "__global__ void wait(int* count, int due) {\n"
                                        "  while (static_cast<int>(*count - due) > 0) {\n  }\n}\n",
                                        "wait", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::comparison, 2, "static_cast<int>(*count - due) > 0", "<")));
}

TEST(Variants, AConditionMayHaveATermTooMuch) {
  const std::vector<Variant> list = with_variants(
                                        "__global__ void f(float* a, int i, int step, int n) {\n"
                                        "  if (i + step <= n) a[i] = 1;\n"
                                        "  if (i < n - step) a[i] = 1;\n"
                                        "  if (i < n - 1) a[i] = 1;\n}\n",
                                        "f", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::surplus_term, 2, "i + step <= n", "step")));
  EXPECT_THAT(list, Contains(is(ChangeKind::surplus_term, 3, "i < n - step", "step")));
  EXPECT_THAT(list, Not(Contains(AllOf(Field(&Variant::kind, ChangeKind::surplus_term), Field(&Variant::line, 4)))));
}

TEST(Variants, APartOfAConditionMayBeTooMuch) {
  const std::vector<Variant> list =
      with_variants(
          "__device__ float if_there(bool is_there, float x) { return is_there ? x : 0; }\n"
          "__global__ void f(float* a, const float* b, int i, int j, int m, int n) {\n"
          "  if (i < m && j < n) a[i] = 1;\n"
          "  if (i < m || j < n) a[i] = 1;\n"
          "  a[j] = if_there(i < m && j < n, b[j]);\n}\n",
          "f", {}, many)
          .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::surplus_part, 3, "i < m", "")));
  EXPECT_THAT(list, Contains(is(ChangeKind::surplus_part, 3, "j < n", "")));
  EXPECT_THAT(list, Not(Contains(AllOf(Field(&Variant::kind, ChangeKind::surplus_part), Field(&Variant::line, 4)))));
  // What a function is given may be a condition as well.
  EXPECT_THAT(list, Contains(is(ChangeKind::surplus_part, 5, "i < m", "")));
  EXPECT_THAT(list, Contains(is(ChangeKind::comparison, 5, "j < n", "<=")));
}

TEST(Variants, LocalArraysMayBeMeantToBeginWithZero) {
  const SourceVariants variants = with_variants(
      "__global__ void f(float* a) {\n"
      "  float sums[2][2];\n"
      "  float known[2] = {0, 0};\n"
      "  __shared__ float tile[8];\n"
      "  a[0] = sums[0][0] + known[0] + tile[0];\n}\n",
      "f", {}, many);
  EXPECT_THAT(variants.list, Contains(is(ChangeKind::no_first_value, 2, "sums", "0")));
  EXPECT_THAT(variants.source, HasSubstr("__builtin_memset((void*)&sums, 0, sizeof(sums));"));
  const auto is_other = AllOf(Field(&Variant::kind, ChangeKind::no_first_value), Field(&Variant::line, testing::Gt(2)));
  EXPECT_THAT(variants.list, Not(Contains(is_other)));
}

TEST(Variants, AConditionMayBeMeantToAskAboutTheRow) {
  const std::vector<Variant> list = with_variants(
                                        "__global__ void f(float* a, int row, int first, int i, int rows, int n) {\n"
                                        "  if (row < rows) a[size_t(first + i) * n] = 1;\n"
                                        "  if (row < rows) a[static_cast<size_t>(first + i) * n] = 1;\n}\n",
                                        "f", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::asks_for_other, 2, "row", "first + i")));
  EXPECT_THAT(list, Contains(is(ChangeKind::asks_for_other, 3, "row", "first + i")));
}

TEST(Variants, NamesInSumsFitParametersAsWell) {
  const std::vector<Variant> list = with_variants(
                                        "__device__ void put(float* a, int x, int y) { a[x] = y; }\n"
                                        "__global__ void f(float* a, int x, int y, int k) {\n"
                                        "  put(a, x, y + k);\n"
                                        "  put(a, y + k, x);\n}\n",
                                        "f", {}, many)
                                        .list;
  const auto fits = [](int line, NamesFit names) {
    return AllOf(Field(&Variant::kind, ChangeKind::exchanged), Field(&Variant::line, line),
                 Field(&Variant::names, names));
  };
  EXPECT_THAT(list, Contains(fits(3, NamesFit::as_they_are)));
  EXPECT_THAT(list, Contains(fits(4, NamesFit::exchanged)));
}

TEST(Variants, ThreadsThatEndMayHaveSomethingToDo) {
  const std::vector<Variant> list = with_variants(
                                        "__global__ void f(float* a, int n) {\n"
                                        "  if (blockIdx.x > blockIdx.y) return;\n  a[0] = n;\n}\n",
                                        "f", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::surplus_end, 2, "blockIdx.x > blockIdx.y", "return")));
}

TEST(Variants, TheSameCallMayLackTheStatementBesideIt) {
  const std::vector<Variant> list = with_variants(
                                        "__device__ void wait(int due);\n"
                                        "__global__ void f(int due, int n) {\n"
                                        "  due += n;\n  wait(due);\n  wait(due);\n  wait(n);\n  wait(n);\n  ++n;\n}\n",
                                        "f", {}, many)
                                        .list;
  EXPECT_THAT(
      list, Contains(AllOf(is(ChangeKind::lacks_statement, 5, "due += n", "before"), Field(&Variant::other_line, 3))));
  EXPECT_THAT(list,
              Contains(AllOf(is(ChangeKind::lacks_statement, 6, "++n", "behind"), Field(&Variant::other_line, 8))));
  EXPECT_THAT(list, Not(Contains(AllOf(Field(&Variant::kind, ChangeKind::lacks_statement),
                                       Field(&Variant::line, testing::AnyOf(4, 7))))));
}

TEST(Variants, OneSlipMayStandInLinesThatFollowEachOther) {
  const std::vector<Variant> list =
      with_variants(
          "constexpr int WINDOW = 32;\n"
          "__global__ void f(float* a, float* b, int n) {\n"
          "  a[threadIdx.x + WINDOW] = 1;\n  b[threadIdx.x + WINDOW] = 1;\n  b[0] = 2 * WINDOW;\n}\n",
          "f", {}, many)
          .list;
  EXPECT_THAT(list,
              Contains(AllOf(is(ChangeKind::constant, 3, "WINDOW", "blockDim.x"), Field(&Variant::other_line, 4))));
}

TEST(Variants, OneSlipMayStandTwiceOnALine) {
  const std::vector<Variant> list = with_variants(
                                        "constexpr int TAPS = 32;\n"
                                        "constexpr int THREADS = 256;\n"
                                        "__global__ void f(float* a, const float* b, int i, int n) {\n"
                                        "  a[0] = i + TAPS < n ? b[i + TAPS] : 0;\n}\n",
                                        "f", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::constant, 4, "TAPS", "THREADS"), Field(&Variant::other_line, 4))));
}

TEST(Variants, ADeclarationMayHideTheVariableThatIsMeant) {
  const std::vector<Variant> list = with_variants(
                                        "__global__ void f(float* a, int n) {\n"
                                        "  float sum = 0;\n"
                                        "  for (int i = 0; i < n; ++i) {\n"
                                        "    float sum = 0;\n    double n = 1;\n    const int i = 2;\n"
                                        "    a[i] = sum + n;\n  }\n}\n",
                                        "f", {}, many)
                                        .list;
  for (const char* const instead : {"", "="}) {
    EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::hides, 4, "sum", instead), Field(&Variant::other_line, 2))));
  }
  EXPECT_THAT(list, Not(Contains(AllOf(Field(&Variant::kind, ChangeKind::hides), Field(&Variant::line, Not(4))))));
}

TEST(Variants, WhatStandsBehindElseMayBeDueInBothCases) {
  const std::vector<Variant> list = with_variants(
                                        "__global__ void f(float* a, int i, int n) {\n"
                                        "  if (i > 0)\n    a[i] += 1;\n  else if (i < n)\n    a[i] += 2;\n}\n",
                                        "f", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::surplus_else, 4, "i > 0", ""), Field(&Variant::other_line, 2))));
}

TEST(Variants, AnAssignmentMayHaveAnotherSign) {
  const std::vector<Variant> list =
      with_variants("__global__ void f(float* a, float x) {\n  x *= x;\n  a[0] -= x;\n  a[1] = x;\n  x += 1;\n}\n", "f",
                    {}, many)
          .list;
  const auto of = [](int line, const std::string& here, const std::string& own, const std::string& instead) {
    return AllOf(is(ChangeKind::assignment, line, here, instead), Field(&Variant::where, own));
  };
  EXPECT_THAT(list, Contains(of(2, "x", "*=", "=")));
  EXPECT_THAT(list, Contains(of(2, "x", "*=", "+=")));
  EXPECT_THAT(list, Contains(of(3, "a[0]", "-=", "+=")));
  EXPECT_THAT(list, Contains(of(4, "a[1]", "=", "+=")));
  EXPECT_THAT(list, Contains(of(5, "x", "+=", "*=")));
  EXPECT_THAT(list, Not(Contains(is(ChangeKind::assignment, 4, "a[1]", "*="))));
}

TEST(Variants, AConditionAndTheAccessBehindItMayBeAboutTheSame) {
  const std::vector<Variant> list = with_variants(
                                        "__global__ void f(float* a, const float* b, int i, int k, int n) {\n"
                                        "  a[i] = k < n ? b[i + k] : 0;\n"
                                        "  if (i < n) a[k] = 1;\n}\n",
                                        "f", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::not_asked, 2, "i + k", "k")));
  EXPECT_THAT(list, Contains(is(ChangeKind::asks_for_other, 2, "k", "i + k")));
  EXPECT_THAT(list, Contains(is(ChangeKind::not_asked, 3, "k", "i")));
  EXPECT_THAT(list, Contains(is(ChangeKind::asks_for_other, 3, "i", "k")));
}

TEST(Variants, BothSidesOfACopyMayHaveTheSameIndex) {
  const std::vector<Variant> list =
      with_variants("__global__ void f(float* a, const float* b, int i, int k) {\n  a[i + k] = b[i];\n}\n", "f", {},
                    many)
          .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::index_of_other, 2, "i", "i + k")));
  EXPECT_THAT(list, Contains(is(ChangeKind::index_of_other, 2, "i + k", "i")));
}

TEST(Variants, WhatCountsFromTheEndMayCountFromTheBeginning) {
  const std::vector<Variant> list = with_variants(
                                        "__constant__ float c[16];\n"
                                        "__global__ void f(unsigned* a, int b) {\n"
                                        "  a[0] |= 1u << (8 * (3 - b));\n  a[1] = c[b];\n}\n",
                                        "f", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::reversed, 3, "3 - b", "b")));
  EXPECT_THAT(list, Contains(is(ChangeKind::turned_array, 4, "c", "")));
}

TEST(Variants, ATemplateIsCalledByItsName) {
  const std::vector<Variant> list =
      with_variants("__global__ void f(float* a, int t) {\n  a[0] = fetch<float>(t, 7);\n}\n", "f", {}, many).list;
  EXPECT_THAT(list,
              Contains(AllOf(is(ChangeKind::off_by_one, 2, "7", "- 1"), Field(&Variant::where, "the call of fetch"))));
}

TEST(Variants, ASumMayHaveTooMuchInItOrItsBracketsElsewhere) {
  const std::vector<Variant> list = with_variants(
                                        "__global__ void f(float* a, int row, int n) {\n"
                                        "  const int i = threadIdx.x + row * n;\n"
                                        "  a[static_cast<size_t>(row) * n + i] = 1;\n"
                                        "  a[row - i] = a[g(row) + i];\n}\n",
                                        "f", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::surplus_addend, 2, "threadIdx.x", "row * n")));
  EXPECT_THAT(list, Contains(is(ChangeKind::surplus_factor, 2, "row", "n")));
  EXPECT_THAT(list, Contains(is(ChangeKind::brackets, 2, "threadIdx.x + row * n", "threadIdx.x + row")));
  EXPECT_THAT(list, Contains(is(ChangeKind::surplus_addend, 3, "static_cast<size_t>(row) * n", "i")));
  EXPECT_THAT(list, Contains(is(ChangeKind::brackets, 3, "static_cast<size_t>(row) * n + i", "n + i")));
  // Of a difference, and of what a function returns, the whole sum is not known.
  EXPECT_THAT(list, Not(Contains(AllOf(Field(&Variant::kind, ChangeKind::surplus_addend), Field(&Variant::line, 4),
                                       Field(&Variant::instead, testing::Ne("-"))))));
}

TEST(Variants, AQuotientMayBeMeantToBeTheRest) {
  const std::vector<Variant> list = with_variants(
                                        "__global__ void f(float* a, int n) {\n"
                                        "  const int warp = threadIdx.x % 32;\n"
                                        "  const int lane = threadIdx.x / 32;\n"
                                        "  a[n / warp] = lane;\n}\n",
                                        "f", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::other_operator, 2, "threadIdx.x % 32", "/")));
  EXPECT_THAT(list, Contains(is(ChangeKind::other_operator, 3, "threadIdx.x / 32", "%")));
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::exchanged_signs, 2, "threadIdx.x % 32", "threadIdx.x / 32"),
                                   Field(&Variant::other_line, 3))));
  EXPECT_THAT(list, Contains(is(ChangeKind::rounded_down, 4, "n / warp", "up")));
}

TEST(Variants, WhatIsAddedToTwoPointersMayCountFloatsInPlaceOfVectors) {
  const SourceVariants variants = with_variants(
      "__global__ void rest(float* to, const float* from);\n"
      "void f(float* out, const float* in, int n) {\n"
      "  int quads = n / 4, left = n % 4;\n"
      "  if (left > 0) rest<<<1, left>>>(out + quads, in + quads);\n}\n",
      "f", {}, many);
  EXPECT_THAT(variants.list, Contains(is(ChangeKind::factor, 4, "quads", "4 *")));
  EXPECT_THAT(variants.source, HasSubstr("4 * quads"));
}

TEST(Variants, TheHostHasNoThreads) {
  const SourceVariants variants = with_variants(
      "__global__ void g(int n);\n"
      "void f(int n) {\n"
      "  int left = n % 4;\n"
      "  if (left > 0) g<<<1, left>>>(left);\n}\n",
      "f", {}, many);
  EXPECT_THAT(variants.source, Not(HasSubstr("threadIdx")));
}

TEST(Variants, ASumMayBeMeantToBeginWithZero) {
  const auto list_of = [](const std::string& statement) {
    return with_variants("__global__ void f(float* a, int n) {\n  float sum = a[n];\n  " + statement + "\n}\n", "f", {},
                         many)
        .list;
  };
  EXPECT_THAT(list_of("for (int i = n; i < 9; ++i) sum += a[i];"),
              Contains(is(ChangeKind::first_value, 2, "a[n]", "0")));
  EXPECT_THAT(list_of("a[0] = sum;"), Not(Contains(is(ChangeKind::first_value, 2, "a[n]", "0"))));
}

TEST(Variants, TheSumsOfWarpsMayBeFewerThanLanes) {
  const auto list_of = [](const std::string& value) {
    return with_variants(
               "__global__ void f(float* a) {\n"
               "  __shared__ float sums[32];\n"
               "  const int lane = threadIdx.x % 32, other = a[0];\n"
               "  float v = 1;\n"
               "  v = " +
                   value + ";\n  a[lane] = v;\n}\n",
               "f", {}, many)
        .list;
  };
  const auto of_lane = is(ChangeKind::lacks_zero, 5, "sums[lane]", "lane < blockDim.x / 32");
  EXPECT_THAT(list_of("sums[lane]"), Contains(of_lane));
  EXPECT_THAT(list_of("fabsf(sums[lane])"), Contains(of_lane));
  EXPECT_THAT(list_of("1; sums[lane] = v; v = 2"), Not(Contains(of_lane)));
  EXPECT_THAT(list_of("sums[other]"),
              Not(Contains(is(ChangeKind::lacks_zero, 5, "sums[other]", "other < blockDim.x / 32"))));
}

TEST(Variants, StatementsOnBothSidesOfAFenceMayChangePlaces) {
  const SourceVariants variants = with_variants(
      "__device__ int turn, count;\n"
      "__global__ void f(int* a) {\n"
      "  turn = 1;\n"
      "  __threadfence();\n"
      "  count = 0;\n}\n",
      "f", {}, many);
  EXPECT_THAT(variants.list,
              Contains(AllOf(is(ChangeKind::order, 3, "turn = 1", "count = 0"), Field(&Variant::other_line, 5))));
}

TEST(Variants, APlaceInABlockMayBeMeantToHaveRowsOfAnotherLength) {
  constexpr char place[] =
      "constexpr int SIDE = 32;\n"
      "__global__ void f(float* a) {\n"
      "  const int x = threadIdx.x / 8;\n"
      "  const int y = threadIdx.x % 8;\n"
      "  a[y * SIDE + x] = 1;\n}\n";
  const auto is_of_side = AllOf(is(ChangeKind::exchanged_signs, 3, "threadIdx.x / 8", "threadIdx.x % 8"),
                                Field(&Variant::where, "SIDE"), Field(&Variant::other_line, 4));
  EXPECT_THAT(with_variants(place, "f", {}, many, Aim::fewer_accesses).list, Contains(is_of_side));
  EXPECT_THAT(with_variants(place, "f", {}, many).list, Not(Contains(is_of_side)));
}

TEST(Variants, ARowIsAsLongAsItsDeclarationSays) {
  const std::vector<Variant> list = with_variants(
                                        "constexpr int W = 32; constexpr int P = W + 1;\n"
                                        "__global__ void f(float* a, int n) {\n"
                                        "  __shared__ float s[W * P];\n"
                                        "  s[n * P] = 1;\n"
                                        "  a[0] = s[n * W];\n}\n",
                                        "f", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::off_by_one, 4, "P", "- 1"), Field(&Variant::is_repeated, true))));
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::off_by_one, 5, "W", "+ 1"), Field(&Variant::is_repeated, false))));
}

TEST(Variants, WhatAHelperReturnsMayBeOneTooFew) {
  const std::vector<Variant> list =
      with_variants(
          "int tiles(int n) {\n  return (n - 1) / 32;\n}\nint run(int n) {\n  f<<<tiles(n), 32>>>();\n"
          "  return 1;\n}\n",
          "run", {}, many)
          .list;
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::off_by_one, 2, "(n - 1) / 32", "+ 1"),
                                   Field(&Variant::where, "what tiles returns"))));
  EXPECT_THAT(list, Not(Contains(Field(&Variant::where, "what run returns"))));
}

TEST(Variants, ANameMayLackAFactorInAllIndicesOfAStatement) {
  const std::vector<Variant> list =
      with_variants("__global__ void f(float* a, const float* b, int i, int n) {\n  a[i + 1] = b[i + 1];\n}\n", "f", {},
                    many)
          .list;
  const auto here = Field(&Variant::where, "the indices of this statement");
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::factor, 2, "i", "4 *"), here)));
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::lacks_factor, 2, "i", "n"), here)));
}

TEST(Variants, AConditionAboutTheThreadMayBeMeantForItsElement) {
  const std::vector<Variant> list =
      with_variants(
          "__global__ void f(float* a, int n) {\n  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
          "  if (threadIdx.x < n) a[i] = 1;\n}\n",
          "f", {}, many)
          .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::other_member, 3, "threadIdx.x", "i")));
}

TEST(Variants, ACallMayBeMeantToGetAConstant) {
  const std::vector<Variant> list =
      with_variants(
          "constexpr int THREADS = 256;\nvoid run(int blocks) {\n  int each = 0;\n"
          "  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, blocks, 0);\n}\n",
          "run", {}, many)
          .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::other_name, 4, "blocks", "THREADS")));
}

TEST(Variants, AShiftMayBeByAnotherNumberOfBytes) {
  const std::vector<Variant> list =
      with_variants("unsigned run(unsigned a, unsigned b) {\n  return a << 16 | b >> 8;\n}\n", "run", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::constant, 2, "16", "24")));
  EXPECT_THAT(list, Contains(is(ChangeKind::constant, 2, "8", "16")));
}

TEST(Variants, ThreadsMayLeaveALoopTooEarly) {
  const std::vector<Variant> list = with_variants(
                                        "__global__ void f(float* a, int n) {\n  for (int i = 0; i < n; ++i) {\n"
                                        "    if (i == threadIdx.x) break;\n    a[i] = 1;\n  }\n}\n",
                                        "f", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::surplus_end, 3, "i == threadIdx.x", "break")));
}

TEST(Variants, AnotherEndMayBeMeant) {
  const SourceVariants made = with_variants(
      "__global__ void f(float* a, int n) {\n  for (int i = 0; i < n; ++i) {\n"
      "    if (a[i] < 0) return;\n    else a[i] = 1;\n  }\n}\n",
      "f", {}, many);
  EXPECT_THAT(made.list, Contains(is(ChangeKind::other_jump, 3, "return", "continue")));
  EXPECT_THAT(made.list, Contains(is(ChangeKind::other_jump, 3, "return", "break")));
  // One statement, so that the `else` stays that of the condition.
  EXPECT_THAT(made.source, testing::ContainsRegex(R"(if \(simt_variants::is\([0-9]+\)\) break; else return)"));
}

TEST(Variants, AnEndMayBeMissing) {
  const std::vector<Variant> list = with_variants(
                                        "void run(float* a, int n) {\n  for (int i = 0; i < n; ++i) {\n"
                                        "    if (a[i] < 0) {\n      a[i] = 1;\n    }\n    a[i] = 2;\n  }\n"
                                        "  if (n > 2) a[0] = 1;\n  a[1] = 2;\n}\n",
                                        "run", {}, many)
                                        .list;
  for (const char* const jump : {"continue", "break", "return"})
    EXPECT_THAT(list, Contains(is(ChangeKind::lacks_jump, 4, "a[i] < 0", jump)));
  EXPECT_THAT(list, Contains(is(ChangeKind::lacks_jump, 8, "n > 2", "return")));
  EXPECT_THAT(list, Not(Contains(is(ChangeKind::lacks_jump, 8, "n > 2", "break"))));
}

TEST(Variants, WhatReturnsAValueLacksNoEndWithoutOne) {
  const std::vector<Variant> list = with_variants(
                                        "int run(int* a, int n) {\n  if (n > 2) a[0] = 1;\n  a[1] = 2;\n"
                                        "  if (n > 3) {\n    a[2] = 1;\n    return 0;\n  }\n  return 1;\n}\n",
                                        "run", {}, many)
                                        .list;
  EXPECT_THAT(list, Not(Contains(Field(&Variant::kind, ChangeKind::lacks_jump))));
}

TEST(Variants, NeighbouringStoresMayBeExchanged) {
  const std::vector<Variant> list =
      with_variants(
          "__global__ void f(float* x, float* y, const float* p, int n) {\n  if (n > 0) {\n    y[0] = p[0];\n"
          "    x[0] = p[1];\n  }\n}\nvoid run(float* x, float* y, const float* p) { f<<<1, 1>>>(x, y, p, 1); }\n"
          "void other(float* x, float* y, const float* p) { f<<<1, 1>>>(y, x, p, 1); run(x, y, p); }\n",
          "other", {}, many)
          .list;
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::exchanged_here, 3, "y", "x"), Field(&Variant::other_line, 4))));
  EXPECT_THAT(list,
              Contains(AllOf(is(ChangeKind::exchanged, 7, "x", "y"), Field(&Variant::names, NamesFit::as_they_are))));
  EXPECT_THAT(list,
              Contains(AllOf(is(ChangeKind::exchanged, 8, "y", "x"), Field(&Variant::names, NamesFit::exchanged))));
}

TEST(Variants, BothSidesOfACopyMayBeOneTooFar) {
  const std::vector<Variant> list =
      with_variants("__global__ void f(float* a, const float* b, int n, int i) {\n  a[n - i] = b[n - i];\n}\n", "f", {},
                    many)
          .list;
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::off_by_one, 2, "n - i", "- 1"),
                                   Field(&Variant::where, "the indices of this statement"))));
}

TEST(Variants, ALoopMayCountFromOne) {
  const std::vector<Variant> list =
      with_variants("__global__ void f(float* a, int n) {\n  for (int i = 1; i <= n; ++i) a[i] = 1;\n}\n", "f", {},
                    many)
          .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::counts_from_one, 2, "i", "n")));
  EXPECT_THAT(
      with_variants("__global__ void f(float* a, int n) {\n  for (int i = 1; i < n; ++i) a[i] = 1;\n}\n", "f", {}, many)
          .list,
      Not(Contains(Field(&Variant::kind, ChangeKind::counts_from_one))));
}

TEST(Variants, AConditionAndWhatDependsOnItMayNeedAnotherNumber) {
  const std::vector<Variant> list =
      with_variants(
          "__global__ void f(float* a, int n) {\n  const int c = blockIdx.x * 32 + threadIdx.x;\n"
          "  if (c < n) a[c] = 1;\n}\n",
          "f", {}, many)
          .list;
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::constant, 3, "c", "threadIdx.x"), Field(&Variant::other_line, 3))));
}

TEST(Variants, ALaunchMayLackASecondDimension) {
  const std::string kernel = "__global__ void f(float* a) { a[threadIdx.y] = 1; }\n";
  const auto list_of = [&](const std::string& run) { return with_variants(kernel + run, "run", {}, many).list; };
  EXPECT_THAT(list_of("void run(int n) {\n  dim3 t(16 * 8);\n  f<<<n, t>>>(0);\n}\n"),
              Contains(is(ChangeKind::lacks_dimension, 3, "16 * 8", "16, 8")));
  EXPECT_THAT(list_of("void run(int m, int n) {\n  f<<<(n + 31) / 32, dim3(8, 8)>>>(0);\n}\n"),
              Contains(AllOf(Field(&Variant::kind, ChangeKind::lacks_dimension), Field(&Variant::here, "(n + 31) / 32"),
                             Field(&Variant::instead, HasSubstr("m")))));
  EXPECT_THAT(list_of("void run(int n) {\n  dim3 t(16, 8);\n  f<<<1, t>>>(0);\n}\n"),
              Not(Contains(AllOf(Field(&Variant::kind, ChangeKind::lacks_dimension), Field(&Variant::here, "t")))));
}

TEST(Variants, ALaunchMayLackAThirdDimension) {
  const std::string kernel = "__global__ void f(float* a) { a[blockIdx.z] = 1; }\n";
  const std::string run = "void run(int n, int depth) {\n  const dim3 g(n / 8, 8);\n  f<<<g, 32>>>(0);\n}\n";
  const SourceVariants both = with_variants(kernel + run, "run", {}, many);
  EXPECT_THAT(both.list, Contains(is(ChangeKind::lacks_dimension, 3, "n / 8, 8", "z depth")));
  EXPECT_THAT(both.source, HasSubstr("? unsigned(depth) : 1U)"));
  const std::string flat = "__global__ void f(float* a) { a[blockIdx.y] = 1; }\n";
  EXPECT_THAT(with_variants(flat + run, "run", {}, many).list, Not(Contains(Field(&Variant::instead, "z depth"))));
}

TEST(Variants, ANumberMayNeedAWiderType) {
  const auto all_of = [](const std::string& line) {
    return with_variants("__global__ void f(float* a, const char* c, int n) {\n  " + line + "\n  a[i] = n;\n}\n", "f",
                         {}, many);
  };
  const SourceVariants index = all_of("const unsigned short i = blockIdx.x * 256 + threadIdx.x;");
  EXPECT_THAT(index.list,
              Contains(AllOf(is(ChangeKind::narrow_type, 2, "i", "int"), Field(&Variant::where, "unsigned short"))));
  EXPECT_THAT(index.source, HasSubstr("const int  i = simt_variants::narrow<unsigned short>("));
  // What is wide, what is an element and what changes later stays as it is.
  for (const char* const other : {"const unsigned i = n;", "const char i = c[n];", "short i = n; i += 1;"})
    EXPECT_THAT(all_of(other).list, Not(Contains(Field(&Variant::kind, ChangeKind::narrow_type)))) << other;
}

TEST(Variants, OneLaneMayBeMeantToStore) {
  const std::vector<Variant> list = with_variants(
                                        "__global__ void f(float* a, int n) {\n  const int lane = threadIdx.x % 32, "
                                        "all = n % 32;\n  a[n] = lane;\n}\n",
                                        "f", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::lacks_condition, 3, "a[n] = lane", "lane == 0")));
  EXPECT_THAT(list, Not(Contains(Field(&Variant::instead, "all == 0"))));
}

TEST(Variants, ATextureMayNeedAnotherModeInBothDimensions) {
  const std::vector<Variant> list = with_variants(
                                        "void run(cudaTextureDesc* d) {\n  d->addressMode[0] = cudaAddressModeBorder;\n"
                                        "  d->addressMode[1] = cudaAddressModeBorder;\n}\n",
                                        "run", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::constant, 2, "cudaAddressModeBorder", "cudaAddressModeClamp"),
                                   Field(&Variant::other_line, 3))));
}

TEST(Variants, ALengthThatIsAskedForIsNotShortenedOnceMore) {
  const std::vector<Variant> list =
      with_variants(
          "void run(float* a, int n) {\n  const int piece = (n + 15) / 16;\n"
          "  for (int first = 0; first < n; first += piece) {\n    const int count = min(piece, n - first);\n"
          "    fill(a + first, piece, count);\n  }\n}\n",
          "run", {}, many)
          .list;
  const auto is_shortened = Field(&Variant::kind, ChangeKind::not_shortened);
  EXPECT_THAT(list, Contains(AllOf(is_shortened, Field(&Variant::line, 5))));
  EXPECT_THAT(list, Not(Contains(AllOf(is_shortened, Field(&Variant::line, 4)))));
}

TEST(Variants, WhatIsLeftForALoopMayBeMoreThanARoundTakes) {
  const std::vector<Variant> list =
      with_variants(
          "__global__ void f(float* a, int n) {\n  for (int start = 0; start < n; start += 64) {\n"
          "    const int left = n - start;\n    a[start] = left;\n  }\n}\n",
          "f", {}, many)
          .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::not_limited, 3, "n - start", "64")));
  const std::string counted = with_variants(
                                  "void f(int n) {\n  for (int start = 0, k = 0; start < n; start += 64, ++k) {\n"
                                  "    const int left = min(64, n - start);\n    g(left);\n  }\n}\n",
                                  "f", {}, many)
                                  .source;
  EXPECT_THAT(counted, AllOf(HasSubstr("at_most("), HasSubstr(", 64)"), Not(HasSubstr("64, ++k)"))));
}

TEST(Variants, NoOtherNameStandsBehindAnAddressOperator) {
  const std::string source =
      with_variants(
          "void f(float* host, float* other, int n) {\n  float* in = nullptr;\n  float* out = nullptr;\n"
          "  cudaHostGetDevicePointer((void**)&in, host, 0);\n  g(in, out, n);\n}\n",
          "f", {}, many)
          .source;
  EXPECT_THAT(source, AllOf(HasSubstr("&in"), Not(HasSubstr("&simt_variants"))));
}

TEST(Variants, AMacroWithArgumentsIsNoConstant) {
  const std::string source =
      with_variants("#define OK(call) call\n#define FEW 3\nvoid f(float* a, int n) {\n  OK(g(a, n));\n}\n", "f", {},
                    many)
          .source;
  EXPECT_THAT(source, AllOf(HasSubstr(", FEW"), Not(HasSubstr(", OK"))));
}

TEST(Variants, AnArrayInSharedMemoryMayBeTooSmall) {
  const auto list_of = [](const std::string& use) {
    return with_variants("__global__ void f(float* a) {\n  __shared__ float t[8][32];\n" + use + "}\n", "f", {}, many)
        .list;
  };
  EXPECT_THAT(list_of("  t[threadIdx.y][threadIdx.x] = a[0];\n"),
              AllOf(Contains(is(ChangeKind::too_small, 2, "t[8][32]", "more")),
                    Contains(is(ChangeKind::too_small, 2, "t[8][32]", "wider"))));
  EXPECT_THAT(list_of("  g(t);\n"), Not(Contains(Field(&Variant::kind, ChangeKind::too_small))));
}

TEST(Variants, AnArgumentMayLackWhatTheStoredElementHas) {
  const auto list_of = [](const std::string& store) {
    return with_variants(
               "__device__ float sample(const float* x, int i, int n) { return i < n ? x[i] : 0; }\n"
               "__global__ void run(const float* x, int base, int n) {\n  __shared__ float s[96];\n  int t = "
               "threadIdx.x;\n  " +
                   store + "\n}\n",
               "run", {}, many)
        .list;
  };
  const auto lacks = is(ChangeKind::lacks_addend, 5, "base + t", "+ 64");
  EXPECT_THAT(list_of("s[64 + t] = sample(x, base + t, n);"), Contains(lacks));
  EXPECT_THAT(list_of("s[64 + t] = sample(x, base + 64 + t, n);"),
              AllOf(Contains(is(ChangeKind::surplus_addend, 5, "64", "base + t")),
                    Not(Contains(Field(&Variant::kind, ChangeKind::lacks_addend)))));
  EXPECT_THAT(list_of("s[64 + n] = sample(x, base + t, n);"), Not(Contains(lacks)));
}

TEST(Variants, RowsOfPlanesMayBeOneLonger) {
  const auto list_of = [](const std::string& use) {
    return with_variants("__global__ void kernel(float* out, int n) {\n  __shared__ float t[4][8][32];\n  " + use +
                             "\n}\nvoid run(float* out, int n) { kernel<<<n, 32>>>(out, n); }\n",
                         "run", {}, many, Aim::fewer_accesses)
        .list;
  };
  const auto longer = is(ChangeKind::row_length, 2, "t[4][8][32]", "+ 1");
  EXPECT_THAT(list_of("out[n] = t[1][2][n];"), Contains(longer));
  EXPECT_THAT(list_of("out[n] = g(t[1]);"), Not(Contains(longer)));
}

TEST(Variants, AMemberOfAnElementMayBeMeantToComeFromATile) {
  const auto slow_of = [](const std::string& use) {
    return with_variants(
               "struct Record { float value; char priority; };\n"
               "__global__ void kernel(float* out, const Record* in, int n) {\n  __shared__ int priority[64];\n"
               "  const int i = blockIdx.x * 64 + threadIdx.x;\n"
               "  priority[threadIdx.x] = i < n ? in[i].priority : 0;\n  __syncthreads();\n  float most = 0;\n  " +
                   use + "\n}\nvoid run(float* out, const Record* in, int n) { kernel<<<n, 64>>>(out, in, n); }\n",
               "run", {}, many, Aim::fewer_accesses)
        .list;
  };
  const auto from_tile = is(ChangeKind::not_from_tile, 8, "in", "priority");
  EXPECT_THAT(slow_of("out[i] = in[i].priority;"), Contains(from_tile));
  EXPECT_THAT(slow_of("for (int k = 0; k < 8; ++k) if (priority[k] >= in[i].priority) most += 1;"),
              Contains(from_tile));
}

TEST(Variants, OfSlowCodeLetItAccessLess) {
  const char slow[] =
      "__global__ void kernel(float* C, const float* B, int n, int each) {\n"
      "  __shared__ float b[32][32];\n"
      "  const int row = blockIdx.x * 32 + threadIdx.y;\n"
      "  b[threadIdx.y][threadIdx.x] = B[row];\n"
      "  __syncthreads();\n"
      "  float sum = 0;\n"
      "  for (int k = 0; k < each; ++k) {\n"
      "    sum += B[k * n + row];\n"
      "    const int j = row * each + k;\n"
      "    sum += B[j + threadIdx.x];\n"
      "  }\n"
      "  if (row < n) C[threadIdx.x * n + threadIdx.y] = sum;\n"
      "}\n"
      "void run(float* C, const float* B, int n) { kernel<<<n, dim3(32, 32)>>>(C, B, n, n); }\n";
  const std::vector<Variant> list = with_variants(slow, "run", {}, many, Aim::fewer_accesses).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::row_length, 2, "b[32][32]", "+ 1")));
  EXPECT_THAT(list, Contains(is(ChangeKind::turned_threads, 4, "threadIdx.x", "threadIdx.y")));
  const auto at_barrier = Field(&Variant::other_line, 5);
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::turned_threads, 3, "threadIdx.x", "threadIdx.y"), at_barrier)));
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::turned_threads, 10, "threadIdx.x", "threadIdx.y"), at_barrier)));
  EXPECT_THAT(list, Contains(is(ChangeKind::not_from_tile, 8, "B", "b")));
  EXPECT_THAT(list, Contains(is(ChangeKind::pieces, 9, "row * each + k", "each")));
  EXPECT_THAT(list, Contains(is(ChangeKind::turned_loop, 8, "threadIdx.x", "k")));
  EXPECT_THAT(list, Contains(is(ChangeKind::turned_threads, 12, "threadIdx.x", "threadIdx.y")));
  EXPECT_THAT(list, Not(Contains(Field(&Variant::kind, ChangeKind::lacks_condition))));
  // What is wrong is not looked for there.
  const std::vector<Variant> others = with_variants(slow, "run", {}, many).list;
  for (const ChangeKind kind : {ChangeKind::row_length, ChangeKind::not_from_tile, ChangeKind::pieces,
                                ChangeKind::turned_loop, ChangeKind::turned_threads})
    EXPECT_THAT(others, Not(Contains(Field(&Variant::kind, kind))));
}

TEST(Variants, WhatACallTakesByReferenceIsNoValue) {
  const char text[] =
      "struct Tile { float cell[32][32]; };\n"
      "__device__ void fill(Tile& tile, const float* in, int n) { tile.cell[0][0] = in[n]; }\n"
      "__device__ void step(int& due, int by) { due += by; }\n"
      "__global__ void kernel(float* out, const float* in, int n) {\n"
      "  __shared__ Tile tile;\n"
      "  int due = n;\n"
      "  fill(tile, in, n);\n"
      "  step(due, 2);\n"
      "}\n"
      "void run(float* out, const float* in, int n) { kernel<<<n, 32>>>(out, in, n); }\n";
  const SourceVariants made = with_variants(text, "run", {}, many);
  EXPECT_THAT(made.list, Not(Contains(is(ChangeKind::exchanged, 7, "tile", "in"))));
  EXPECT_THAT(made.list, Contains(is(ChangeKind::exchanged, 7, "in", "n")));
  EXPECT_THAT(made.source, HasSubstr("step(due, "));
}

TEST(Variants, NamesAreOfferedOnlyWhereTheyAreKnown) {
  const char text[] =
      "__global__ void first(float* out, const int n) { out[n] = 0; }\n"
      "__device__ int nearest(int i) { return i; }\n"
      "__global__ void second(float* out, int n) { out[nearest(n)] = 0; }\n"
      "void run(float* out, int n) {\n"
      "  constexpr double COST = 2;\n"
      "  constexpr int WAYS = 4;\n"
      "  first<<<n % WAYS, 32>>>(out, n);\n"
      "  second<<<n / COST, 32>>>(out, n);\n"
      "}\n";
  const std::string source = with_variants(text, "run", {}, many).source;
  const std::string line = source.substr(0, source.find('\n'));
  EXPECT_THAT(line, Not(HasSubstr("nearest")));
  EXPECT_THAT(line, Not(HasSubstr("COST")));
  EXPECT_THAT(line, Not(HasSubstr("WAYS")));
  const char pointers[] =
      "__global__ void kernel(float* out, int n) {\n"
      "  float *const one = out, *const two = out + n;\n"
      "  one[n] = two[n];\n"
      "}\n"
      "void run(float* out, int n) { kernel<<<n, 32>>>(out, n); }\n";
  EXPECT_THAT(with_variants(pointers, "run", {}, many).source, Not(HasSubstr(", const,")));
}

TEST(Variants, ALaunchMayAskForTooFewBytes) {
  const std::vector<Variant> list = with_variants(
                                        "extern __shared__ float words[];\n"
                                        "__global__ void kernel(float* out, int n) { out[n] = words[n]; }\n"
                                        "void run(float* out, int n) {\n"
                                        "  kernel<<<n, 32, 2 * n>>>(out, n);\n"
                                        "}\n",
                                        "run", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::factor, 4, "2 * n", "2 *")));
  EXPECT_THAT(list, Contains(is(ChangeKind::factor, 4, "2 * n", "4 *")));
}

TEST(Variants, TheNumberOfARestMayBeWrongWhereverItStandsOnALine) {
  const std::vector<Variant> list = with_variants(
                                        "constexpr int TILE = 32, BIG = 64;\n"
                                        "__global__ void kernel(float* out, int n) { out[n] = BIG; }\n"
                                        "void run(float* out, int n, int m) {\n"
                                        "  if (n % TILE == 0 && m % TILE == 0) kernel<<<n, 32>>>(out, n);\n"
                                        "}\n",
                                        "run", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::constant, 4, "TILE", "BIG"), Field(&Variant::other_line, 4))));
}

TEST(Variants, ThreadsMayTakeTurnsInALoopThroughPieces) {
  const char text[] =
      "__global__ void kernel(float* out, int n, int each) {\n"
      "  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;\n"
      "  for (int i = first; i < min(first + each, n); ++i) out[i] = 0;\n"
      "}\n"
      "void run(float* out, int n) { kernel<<<n, 32>>>(out, n, n); }\n";
  const SourceVariants slow = with_variants(text, "run", {}, many, Aim::fewer_accesses);
  EXPECT_THAT(slow.list, Contains(is(ChangeKind::pieces, 2, "(blockIdx.x * blockDim.x + threadIdx.x) * each", "each")));
  EXPECT_THAT(slow.source, HasSubstr("(void)(i += (gridDim.x * blockDim.x))"));
  EXPECT_THAT(with_variants(text, "run", {}, many).source, Not(HasSubstr("(void)(i +=")));
}

TEST(Variants, AHelperMayReturnPieces) {
  const char text[] =
      "__device__ int slot(int t, int e) { return t * 4 + e; }\n"
      "__global__ void kernel(float* out) { out[slot(threadIdx.x, 1)] = 0; }\n"
      "void run(float* out) { kernel<<<1, 32>>>(out); }\n";
  const SourceVariants slow = with_variants(text, "run", {}, many, Aim::fewer_accesses);
  EXPECT_THAT(slow.list, Contains(is(ChangeKind::pieces, 1, "t * 4 + e", "4")));
  EXPECT_THAT(slow.source, HasSubstr(", (e) * blockDim.x + (t))"));
}

TEST(Variants, ABarrierMayBeMeantForMoreThreads) {
  const char text[] =
      "__device__ void meet(int due) { __syncthreads(); }\n"
      "__global__ void kernel(float* out, int n) {\n"
      "  cg::grid_group grid = cg::this_grid();\n"
      "  __syncwarp();\n"
      "  cg::this_thread_block().sync();\n"
      "  grid.sync();\n"
      "  __syncthreads();\n"
      "  meet(n);\n"
      "}\n"
      "void run(float* out, int n) { kernel<<<n, 32>>>(out, n); }\n";
  const SourceVariants variants = with_variants(text, "run", {}, many);
  EXPECT_THAT(variants.list, Contains(is(ChangeKind::weak_barrier, 4, "__syncwarp()", "__syncthreads()")));
  EXPECT_THAT(variants.list,
              Contains(is(ChangeKind::weak_barrier, 5, "cg::this_thread_block().sync()", "grid.sync()")));
  EXPECT_THAT(variants.list, Contains(is(ChangeKind::weak_barrier, 7, "__syncthreads()", "grid.sync()")));
  EXPECT_THAT(variants.list, Contains(is(ChangeKind::weak_barrier, 7, "__syncthreads()", "meet(n)")));
  EXPECT_THAT(variants.list, Not(Contains(AllOf(Field(&Variant::kind, ChangeKind::weak_barrier),
                                                testing::AnyOf(Field(&Variant::line, 6), Field(&Variant::line, 1))))));
  EXPECT_THAT(variants.source, HasSubstr("{ meet(n); } else cg::this_thread_block().sync();"));
}

TEST(Variants, SeveralComparisonsMayTakeInTheSameCase) {
  const auto variants_of = [](const std::string& condition) {
    return with_variants(
               "__global__ void kernel(float* out, int x, int y, int w, int h) {\n"
               "  if (" +
                   condition +
                   ") out[x + w * y] = 0;\n"
                   "}\n"
                   "void run(float* out, int w, int h) { kernel<<<1, 32>>>(out, 1, 2, w, h); }\n",
               "run", {}, many)
        .list;
  };
  EXPECT_THAT(variants_of("x <= w && y <= h"),
              Contains(is(ChangeKind::comparison, 2, "x <= w && y <= h", "x < w && y < h")));
  EXPECT_THAT(variants_of("x > w || y > h"),
              Contains(is(ChangeKind::comparison, 2, "x > w || y > h", "x >= w || y >= h")));
  const auto is_of_both =
      AllOf(Field(&Variant::kind, ChangeKind::comparison), Field(&Variant::instead, HasSubstr("&&")));
  EXPECT_THAT(variants_of("x <= w && y < h"), Not(Contains(is_of_both)));
  EXPECT_THAT(variants_of("x <= w && y"), Not(Contains(is_of_both)));
}

TEST(Variants, ABlocksPlaceMayGoByTheSizeItIsLaunchedWith) {
  const auto variants_of = [](const std::string& place) {
    return with_variants(
               "constexpr int THREADS = 256;\n"
               "__global__ void kernel(float* out) {\n"
               "  const int i = " +
                   place +
                   " + threadIdx.y;\n"
                   "  out[i] = 0;\n"
                   "}\n"
                   "void run(float* out, int threads) { kernel<<<1, threads>>>(out); }\n",
               "run", {}, many)
        .list;
  };
  const auto is_extent = [](const std::string& here) { return is(ChangeKind::constant, 3, here, "blockDim.y"); };
  EXPECT_THAT(variants_of("blockIdx.y * THREADS"), Contains(is_extent("THREADS")));
  EXPECT_THAT(variants_of("size_t(blockIdx.y) * THREADS"), Contains(is_extent("THREADS")));
  EXPECT_THAT(variants_of("THREADS * blockIdx.y"), Contains(is_extent("THREADS")));
  EXPECT_THAT(variants_of("blockIdx.y * 256"), Contains(is_extent("256")));
  EXPECT_THAT(variants_of("gridDim.y * THREADS"), Not(Contains(is_extent("THREADS"))));
}

TEST(Variants, ABarrierMayBelongWhereAFenceStands) {
  const SourceVariants variants = with_variants(
      "__global__ void kernel(float* out) {\n"
      "  __threadfence_block();\n"
      "}\n"
      "void run(float* out) { kernel<<<1, 32>>>(out); }\n",
      "run", {}, many);
  EXPECT_THAT(variants.list, Contains(is(ChangeKind::weak_barrier, 2, "__threadfence_block()", "__syncthreads()")));
}

TEST(Variants, AConditionMayBeMeantToBeAnotherOneOfTheFunction) {
  const char text[] =
      "__global__ void kernel(float* out, const float* in, int m, int n) {\n"
      "  const int row = blockIdx.y, column = threadIdx.x;\n"
      "  const float value = row < m ? in[column] : 0;\n"
      "  if (row < m && column < n) out[row * n + column] = value;\n"
      "}\n"
      "void run(float* out, const float* in, int m, int n) { kernel<<<m, 32>>>(out, in, m, n); }\n";
  const SourceVariants variants = with_variants(text, "run", {}, many);
  EXPECT_THAT(variants.list, Contains(is(ChangeKind::asks_otherwise, 3, "row < m", "column < n")));
  EXPECT_THAT(variants.source, HasSubstr("? (column < n) : ("));
}

TEST(Variants, TheSizeOfAPointerIsNotThatOfWhatLiesThere) {
  const char text[] =
      "__constant__ float table[16];\n"
      "void run(float* out, const float* values, int n) {\n"
      "  cudaMemcpyToSymbol(table, values, sizeof(values));\n"
      "  const size_t bytes = n * sizeof(out);\n"
      "  const float* all[4];\n"
      "  use(all, sizeof(all), bytes);\n"
      "  use(n / sizeof(float*));\n"
      "}\n";
  const std::vector<Variant> list = with_variants(text, "run", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::size_of_pointer, 3, "sizeof(values)", "sizeof(table)")));
  EXPECT_THAT(list, Contains(is(ChangeKind::size_of_pointer, 4, "sizeof(out)", "sizeof(*out)")));
  EXPECT_THAT(list, Contains(is(ChangeKind::size_of_pointer, 7, "sizeof(float*)", "sizeof(float)")));
  EXPECT_THAT(list, Not(Contains(AllOf(Field(&Variant::kind, ChangeKind::size_of_pointer), Field(&Variant::line, 6)))));
}

TEST(Variants, ACallOfAHelperMayGiveItTooLittle) {
  const char text[] =
      "__device__ float element(const float* a, int pitch, int i) { return a[i * pitch]; }\n"
      "template <int COUNT>\n"
      "__device__ void fetch(float (&to)[COUNT], const float* from, int available) {\n"
      "  for (int j = threadIdx.x; j < COUNT; j += WIDTH) {\n"
      "    if (j < available) to[j] = from[j];\n"
      "  }\n"
      "}\n"
      "__global__ void kernel(float* out, const float* in, int m) {\n"
      "  __shared__ float staged[3 * WIDTH];\n"
      "  const int first = blockIdx.x * WIDTH;\n"
      "  fetch(staged, in + first, m - first);\n"
      "  out[first] = element(in, m, first);\n"
      "}\n"
      "void run(float* out, const float* in, int m) {\n"
      "  for (int first = 0; first < m; first += 10) {\n"
      "    const int count = 10;\n"
      "    kernel<<<1, WIDTH>>>(out, in, m - first);\n"
      "  }\n"
      "}\n";
  const std::vector<Variant> list = with_variants(text, "run", {}, many).list;
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::factor, 11, "m - first", "3 *"), Field(&Variant::call, "fetch"))));
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::other_name, 12, "m", "WIDTH"), Field(&Variant::call, "element"))));
  EXPECT_THAT(list, Contains(is(ChangeKind::other_name, 17, "m - first", "count")));
  EXPECT_THAT(list, Not(Contains(is(ChangeKind::exchanged, 11, "staged", "in + first"))));  // an array is no pointer
}

TEST(Variants, AnElementOfATemplatesTypeMayBeginWithAnotherValue) {
  const char text[] =
      "template <class T>\n"
      "__global__ void kernel(T* out) {\n"
      "  T best = 0;\n"
      "  if (out[1] > best) best = out[1];\n"
      "  out[0] = best;\n"
      "}\n"
      "void run(float* out) { kernel<float><<<1, dim3(32, 4)>>>(out); }\n";
  const std::vector<Variant> list = with_variants(text, "run", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::first_value, 3, "0", "-1e30")));
}

TEST(Variants, ATypeOfANamespaceBeginsADeclaration) {
  const char text[] =
      "__global__ void kernel(float* out, int n) {\n"
      "  cg::grid_group grid = cg::this_grid();\n"
      "  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cg::this_thread_block());\n"
      "  out[n] = tile.thread_rank();\n"
      "}\n"
      "void run(float* out, int n) { kernel<<<n, 32>>>(out, n); }\n";
  const std::string variants = with_variants(text, "run", {}, many).source;
  EXPECT_THAT(variants, HasSubstr(" cg::grid_group grid = cg::this_grid();"));
  EXPECT_THAT(variants, HasSubstr(" cg::thread_block_tile<32> tile = cg::tiled"));
}

TEST(Variants, OperatorsOfAStructureAreFunctionsToo) {
  const char text[] =
      "struct Image {\n"
      "  int width;\n"
      "  __device__ float operator()(int x, int y) const { return x > width ? 0 : y; }\n"
      "};\n"
      "__global__ void kernel(float* out, Image in) { out[0] = in(1, 2); }\n"
      "void run(float* out) { kernel<<<1, 32>>>(out, Image()); }\n";
  const std::vector<Variant> list = with_variants(text, "run", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::comparison, 3, "x > width", ">=")));
}

TEST(Variants, TheRestOfADivisionMayBeTooLittle) {
  const char text[] =
      "__global__ void kernel(float* out) { if (threadIdx.x % 32 == 0) out[0] = 1; }\n"
      "void run(float* out) { kernel<<<1, 32>>>(out); }\n";
  const std::vector<Variant> list = with_variants(text, "run", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::surplus_rest, 1, "threadIdx.x % 32", "threadIdx.x")));
}

TEST(Variants, AnotherSideOfABlockMayBeMeant) {
  const char text[] =
      "void run(int n) {\n"
      "  const dim3 block(32, 8, 4);\n"
      "  use((n + 3) / block.y);\n"
      "}\n";
  const std::vector<Variant> list = with_variants(text, "run", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::other_member, 3, "block.y", "block.z")));
}

TEST(Variants, LinesWithAnExchangeThatDoesNotFitKeepTheirNames) {
  const std::vector<Variant> list = with_variants(source, "run", {.but_for_names = {8, 13}, .whole = {}}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::other_name, 8, "rows", "columns")));
  EXPECT_THAT(list, Not(Contains(is(ChangeKind::exchanged, 13, "columns / 32", "rows"))));
}

TEST(Variants, WhatDoesTheSameAsAnotherOneIsMarked) {
  const std::vector<Variant> list = with_variants(source, "run", {}, many).list;
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::comparison, 7, "x < columns", "<"), Field(&Variant::is_same, true))));
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::constant, 12, "0", "2 *"), Field(&Variant::is_same, true))));
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::off_by_one, 12, "0", "+ 1"), Field(&Variant::is_same, false))));
}

TEST(Variants, InPlaceOfALengthAnotherLengthIsMeantHoweverManyNumbersThereAre) {
  const char text[] =
      "__global__ void kernel(float* out, int width, int height, int depth) {\n"
      "  const int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9;\n"
      "  if (a + b + c + d + e + f + g + h + i < height) out[a] = 1;\n"
      "}\n"
      "void run(float* out) { kernel<<<1, 32>>>(out, 1, 2, 3); }\n";
  const std::vector<Variant> list = with_variants(text, "run", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::other_name, 3, "height", "depth")));
  EXPECT_THAT(list, Contains(is(ChangeKind::other_name, 3, "height", "width")));
}

TEST(Variants, TwoLinesMayComputeAPlaceInTwoWays) {
  const char text[] =
      "constexpr int H = 8, N = 4;\n"
      "__global__ void kernel(float* out, const float* in, int top) {\n"
      "  for (int i = 0; i < N; ++i) {\n"
      "    float value = in[threadIdx.y + i * H];\n"
      "    const int row = top + threadIdx.y * N + i;\n"
      "    out[row] = value;\n"
      "  }\n"
      "}\n"
      "void run(float* out) { kernel<<<1, dim3(8, 8)>>>(out, out, 0); }\n";
  const std::vector<Variant> list = with_variants(text, "run", {}, many).list;
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::other_form, 5, "threadIdx.y * N + i", "threadIdx.y + i * H"),
                                   Field(&Variant::other_line, 4))));
}

TEST(Variants, WhatIsDividedMayLackTheCounterOfTheElement) {
  const char text[] =
      "__device__ float pick(float a, int which) { return which == 0 ? a : 0; }\n"
      "__global__ void kernel(float* out, int lane) {\n"
      "  float got[3];\n"
      "  for (int k = 0; k < 3; ++k) got[k] = pick(out[k], 3 * lane / 32);\n"
      "  out[lane] = got[0];\n"
      "}\n"
      "void run(float* out) { kernel<<<1, 32>>>(out, 0); }\n";
  const std::vector<Variant> list = with_variants(text, "run", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::lacks_addend, 4, "3 * lane / 32", "+ k")));
}

TEST(Variants, ALengthMayBeMeantFromThePieceAtHandOn) {
  const char text[] =
      "__global__ void kernel(float* out, int columns) {\n"
      "  for (int start = 0; start < columns; start += blockDim.x) {\n"
      "    const int length = min(int(blockDim.x), columns);\n"
      "    if (threadIdx.x < length) out[start + threadIdx.x] = 1;\n"
      "  }\n"
      "}\n"
      "void run(float* out, int columns) { kernel<<<1, 32>>>(out, columns); }\n";
  const std::vector<Variant> list = with_variants(text, "run", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::not_shortened, 3, "columns", "columns - start")));
}

TEST(Variants, AllWholePiecesMayBeMeant) {
  const char text[] =
      "__global__ void kernel(float* out, int columns) {\n"
      "  for (int j = columns % 4; j < columns; ++j) out[j] = 1;\n"
      "}\n"
      "void run(float* out, int columns) { kernel<<<1, 32>>>(out, columns); }\n";
  const std::vector<Variant> list = with_variants(text, "run", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::whole_part, 2, "columns % 4", "columns")));
}

// Every other change of what such a macro is given would put the brackets that it lacks, in the original as well.
TEST(Variants, AMacroMayLackBrackets) {
  const char text[] =
      "#define AT(r, c) r * 33 + c\n"
      "#define SAFE(r, c) ((r) * 33 + (c))\n"
      "#define CALL(r, c) place((r), c)\n"
      "__global__ void kernel(float* out, int k) {\n"
      "  out[AT(k + 1, k)] = out[SAFE(k + 1, k)] + CALL(k + 1, k);\n"
      "}\n"
      "void run(float* out) { kernel<<<1, 32>>>(out, 0); }\n";
  const SourceVariants variants = with_variants(text, "run", {}, many);
  EXPECT_THAT(variants.list,
              Contains(AllOf(is(ChangeKind::macro_brackets, 5, "AT(k + 1, k)", "AT"), Field(&Variant::other_line, 1))));
  EXPECT_THAT(variants.list, Not(Contains(Field(&Variant::instead, testing::AnyOf("SAFE", "CALL")))));
  EXPECT_THAT(variants.source, HasSubstr("AT(k + 1, "));
}

TEST(Variants, ALambdaKnowsOnlyWhatItCaptures) {
  const char text[] =
      "__global__ void kernel(float* out, int here) {\n"
      "  auto larger = [](float a, int b) { return a > b ? a : b; };\n"
      "  out[here] = larger(1.f, 2);\n"
      "}\n"
      "void run(float* out) { kernel<<<1, 32>>>(out, 0); }\n";
  EXPECT_THAT(with_variants(text, "run", {}, many).list, Not(Contains(is(ChangeKind::other_name, 2, "b", "here"))));
}

TEST(Variants, AnotherChoiceOfTheSameFamilyMayBeMeant) {
  const std::string text = "void run() { size_t n; cudaDeviceGetLimit(&n, cudaLimitMallocHeapSize); }\n";
  EXPECT_THAT(with_variants(text, "run", {}, many).list,
              Contains(is(ChangeKind::constant, 1, "cudaLimitMallocHeapSize", "cudaLimitPersistingL2CacheSize")));
}

TEST(Variants, TheSizeOfAPointerIsNoLengthOfACopy) {
  const std::string text =
      "void run(float* to, const float* from, int n) { cudaMemcpy(to, from, sizeof(to), cudaMemcpyDefault); }\n";
  EXPECT_THAT(with_variants(text, "run", {}, many).list,
              Contains(is(ChangeKind::size_of_pointer, 1, "sizeof(to)", "n * sizeof(*to)")));
}

TEST(Variants, WhatIsFetchedMayGoByTheOtherNumberOfTheThread) {
  const char text[] =
      "__device__ float load(const float* in, int row, int height) { return in[row + height]; }\n"
      "__global__ void kernel(float* out, const float* in, int m) {\n"
      "  const int column = blockIdx.x * 32 + threadIdx.x;\n"
      "  out[threadIdx.y] = load(in, column, threadIdx.y + m);\n"
      "}\n"
      "void run(float* out) { kernel<<<1, dim3(32, 32)>>>(out, out, 1); }\n";
  const std::vector<Variant> list = with_variants(text, "run", {}, many).list;
  EXPECT_THAT(list, Contains(AllOf(Field(&Variant::kind, ChangeKind::other_name), Field(&Variant::line, 4),
                                   Field(&Variant::instead, HasSubstr("threadIdx.y")))));
  EXPECT_THAT(list, Contains(is(ChangeKind::constant, 4, "m", "1")));
}

TEST(Variants, BracketsCastsPlacesAndRoundedGridsAreChanged) {
  const char text[] =
      "constexpr int Q = 4;\n"
      "__global__ void kernel(float* out, const float* in, int n, int pitch) {\n"
      "  __shared__ float piece[64];\n"
      "  const int base = blockIdx.x * 64 + threadIdx.x;\n"
      "  const int turn = static_cast<int>(in[base] + 1) * (n / 2);\n"
      "  const int first = turn * pitch;\n"
      "  float sum = 0;\n"
      "  for (int j = base; j < n; ++j) sum = (sum + in[j]) * in[turn + base];\n"
      "  if (piece[base - 1] > sum) sum = piece[base - 1];\n"
      "  double* row = reinterpret_cast<double*>(out) + turn * sizeof(double);\n"
      "  out[pitch * 2 * first + 1] = sum + row[0];\n"
      "}\n"
      "void run(float* out, const float* in, int n, int m) {\n"
      "  const dim3 grid(n / 32, m / 8);\n"
      "  kernel<<<grid, 64>>>(out, in, n, m);\n"
      "}\n";
  const std::vector<Variant> list = with_variants(text, "run", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::lacks_factor, 4, "blockIdx.x", "* Q")));
  EXPECT_THAT(list, Contains(is(ChangeKind::other_member, 4, "blockIdx.x", "gridDim.x")));
  EXPECT_THAT(list, Contains(is(ChangeKind::cut_too_early, 5, "in[base] + 1", "*")));
  EXPECT_THAT(list, Contains(is(ChangeKind::lacks_term, 8, "j", "- base")));
  EXPECT_THAT(list, Contains(is(ChangeKind::lacks_factor, 8, "turn", "* pitch")));
  EXPECT_THAT(list, Contains(is(ChangeKind::off_by_one, 9, "base - 1", "+ 1")));
  EXPECT_THAT(list, Contains(is(ChangeKind::constant, 10, "sizeof(double)", "1")));
  EXPECT_THAT(list, Contains(is(ChangeKind::brackets, 11, "pitch * 2 * first + 1", "2 * first + 1")));
  EXPECT_THAT(list, Contains(is(ChangeKind::rounded_down, 14, "n / 32 and m / 8", "up")));
}

TEST(Variants, OfASumInBracketsOneTermAloneMayBeMultiplied) {
  const char text[] =
      "__global__ void kernel(float* out, const float* c, float x) {\n"
      "  float sum = 0;\n"
      "  for (int k = 0; k < 4; ++k) sum = (sum + c[k]) * x;\n"
      "  out[0] = sum;\n"
      "}\n"
      "void run(float* out, const float* c, float x) { kernel<<<1, 1>>>(out, c, x); }\n";
  const SourceVariants variants = with_variants(text, "run", {}, many);
  EXPECT_THAT(variants.list, Contains(is(ChangeKind::surplus_brackets, 3, "(sum + c[k]) * x", "sum")));
  EXPECT_THAT(variants.list, Contains(is(ChangeKind::surplus_brackets, 3, "(sum + c[k]) * x", "c[k]")));
  EXPECT_THAT(variants.source, HasSubstr("? sum * x + c[k] :"));
}

TEST(Variants, ACopyMayNeedTheMemberThatOtherCopiesHaveInItsPlace) {
  const char text[] =
      "struct Job { float* to; const float* from; size_t pitch; };\n"
      "void run(const Job* job, size_t row) {\n"
      "  cudaMemcpy2D(job->to, job->pitch, job->from, row, row, 2, cudaMemcpyDeviceToDevice);\n"
      "  cudaMemcpy2D(job->to, row, job->from, row, row, 2, cudaMemcpyDeviceToDevice);\n"
      "}\n";
  EXPECT_THAT(with_variants(text, "run", {}, many).list, Contains(is(ChangeKind::other_name, 4, "row", "job->pitch")));
}

TEST(Variants, ADifferenceOfWhichARestIsTakenMayBeBelowZero) {
  const char text[] =
      "__global__ void kernel(float* out) {\n"
      "  const int tile = (blockIdx.x - blockIdx.y) % gridDim.x;\n"
      "  out[tile] = 1;\n"
      "}\n"
      "void run(float* out) { kernel<<<dim3(3, 2), 32>>>(out); }\n";
  EXPECT_THAT(with_variants(text, "run", {}, many).list,
              Contains(is(ChangeKind::below_zero, 2, "blockIdx.x - blockIdx.y", "")));
}

TEST(Variants, AMaskMayBeMeantForARestOrForNothing) {
  const char text[] =
      "constexpr int LENGTH = 48;\n"
      "__global__ void kernel(float* out, int n) {\n"
      "  const int place = n & (LENGTH - 1);\n"
      "  out[n & 255] = place;\n"
      "}\n"
      "void run(float* out) { kernel<<<1, 32>>>(out, 5); }\n";
  const std::vector<Variant> list = with_variants(text, "run", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::other_operator, 3, "n & (LENGTH - 1)", "% LENGTH")));
  EXPECT_THAT(list, Contains(is(ChangeKind::surplus_rest, 4, "n & 255", "n")));
  EXPECT_THAT(list, Contains(is(ChangeKind::constant, 4, "255", "2 *")));
  EXPECT_THAT(list,
              Contains(AllOf(is(ChangeKind::other_operator, 4, "n & 255", "% 256"), Field(&Variant::is_same, true))));
}

TEST(Variants, AMaskAmongTighterOperatorsIsNotTouched) {
  const char text[] =
      "__global__ void kernel(float* out, int n) { out[n + n & 255] = n & 1 == 0; }\n"
      "void run(float* out) { kernel<<<1, 32>>>(out, 5); }\n";
  EXPECT_THAT(with_variants(text, "run", {}, many).list,
              Not(Contains(Field(&Variant::kind, ChangeKind::surplus_rest))));
}

TEST(Variants, ANumberOfATableMayBeWrong) {
  const char text[] =
      "__constant__ int weight[3] = {1, -4, 6};\n"
      "__global__ void kernel(float* out, int k) { out[k] = weight[k]; }\n"
      "void run(float* out) { kernel<<<1, 32>>>(out, 0); }\n";
  const SourceVariants variants = with_variants(text, "run", {}, many);
  EXPECT_THAT(variants.list,
              Contains(AllOf(is(ChangeKind::constant, 1, "-4", "2 *"), Field(&Variant::where, "element 1 of weight"))));
  EXPECT_THAT(variants.source, HasSubstr("simt_variants::element("));
}

TEST(Variants, WhatIsStoredToIsNoTable) {
  const char text[] =
      "__global__ void kernel(float* out, int k) {\n"
      "  float best[2] = {1, 2};\n"
      "  best[k] = 3;\n"
      "  out[k] = best[k];\n"
      "}\n"
      "void run(float* out) { kernel<<<1, 32>>>(out, 0); }\n";
  EXPECT_THAT(with_variants(text, "run", {}, many).source, Not(HasSubstr("simt_variants::element(")));
}

TEST(Variants, AnotherFunctionOfTheSameKindMayBeMeant) {
  const char text[] =
      "__global__ void kernel(float* out, float a) {\n"
      "  out[0] = fminf(a, 1);\n"
      "  out[1] = fmaxf(a, 2);\n"
      "}\n"
      "void run(float* out) { kernel<<<1, 32>>>(out, 0); }\n";
  const std::vector<Variant> list = with_variants(text, "run", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::other_name, 3, "fmaxf()", "fminf()")));
  EXPECT_THAT(list, Contains(is(ChangeKind::exchanged_names, 2, "fminf()", "fmaxf()")));
}

TEST(Variants, TheCallerMayNameFunctionsThatAreTakenForEachOther) {
  const char text[] =
      "__global__ void kernel(float* out) {\n"
      "  out[0] = of_even(1);\n"
      "}\n"
      "void run(float* out) { kernel<<<1, 32>>>(out); }\n";
  const auto other = is(ChangeKind::other_name, 2, "of_even()", "of_odd()");
  EXPECT_THAT(with_variants(text, "run", {}, many).list, Not(Contains(other)));
  const std::vector<std::string> alternatives{"of_even", "of_odd"};
  EXPECT_THAT(with_variants(text, "run", {}, many, Aim::right_answer, alternatives).list, Contains(other));
}

TEST(Variants, MembersOnTwoLinesMayBeExchanged) {
  const char text[] =
      "__global__ void kernel(float* out) { out[0] = 1; }\n"
      "void run(float* out, int width, int height) {\n"
      "  dim3 grid;\n"
      "  grid.x = height / 32;\n"
      "  grid.y = width / 32;\n"
      "  kernel<<<grid, 32>>>(out);\n"
      "}\n";
  EXPECT_THAT(with_variants(text, "run", {}, many).list,
              Contains(AllOf(is(ChangeKind::exchanged_here, 4, "height", "width"), Field(&Variant::other_line, 5))));
}

TEST(Variants, ATruthValueOfATemplateAsksForNothingElse) {
  const char text[] =
      "template <bool Wide>\n"
      "__global__ void kernel(float* out, int n) {\n"
      "  if (Wide) out[n] = 1;\n"
      "}\n"
      "void run(float* out) { kernel<true><<<1, 32>>>(out, 0); }\n";
  EXPECT_THAT(with_variants(text, "run", {}, many).list, Not(Contains(Field(&Variant::kind, ChangeKind::condition))));
}

TEST(Variants, WhatIsSubtractedMayBeMeantToBeAddedOrNotAtAll) {
  const char text[] =
      "__global__ void kernel(float* out, int n, int own) { out[n - own] = 1; }\n"
      "void run(float* out) { kernel<<<1, 32>>>(out, 5, 0); }\n";
  const std::vector<Variant> list = with_variants(text, "run", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::other_operator, 1, "own", "+")));
  EXPECT_THAT(list, Contains(is(ChangeKind::surplus_addend, 1, "own", "-")));
}

TEST(Variants, ALoopMayAskForLessAtItsEnd) {
  const char text[] =
      "__global__ void kernel(float* out, int k) {\n"
      "  do {\n"
      "    out[k++] = 1;\n"
      "  } while (k < 31);\n"
      "}\n"
      "void run(float* out) { kernel<<<1, 32>>>(out, 0); }\n";
  EXPECT_THAT(with_variants(text, "run", {}, many).list, Contains(is(ChangeKind::comparison, 4, "k < 31", "<=")));
}

TEST(Variants, AConvertedDifferenceMayBeBelowZero) {
  const char text[] =
      "__global__ void kernel(float* out, int turn, long long place) {\n"
      "  out[((int)(place % 64) - turn) % 64] = 1;\n"
      "}\n"
      "void run(float* out) { kernel<<<1, 32>>>(out, 0, 0); }\n";
  EXPECT_THAT(with_variants(text, "run", {}, many).list,
              Contains(AllOf(Field(&Variant::kind, ChangeKind::below_zero), Field(&Variant::line, 2))));
}

TEST(Variants, OtherLinesMayFindTheirPlaceByAHelper) {
  const char text[] =
      "__device__ int place(int r, int c) { return r * 32 + (c ^ r); }\n"
      "__global__ void kernel(float* out, int k) {\n"
      "  __shared__ float tile[1024];\n"
      "  tile[place(threadIdx.x, k)] = 1;\n"
      "  __syncthreads();\n"
      "  out[k] = tile[k * 32 + threadIdx.x];\n"
      "}\n"
      "void run(float* out) { kernel<<<1, 32>>>(out, 0); }\n";
  EXPECT_THAT(with_variants(text, "run", {}, many).list,
              Contains(is(ChangeKind::other_index, 6, "k * 32 + threadIdx.x", "place(k, threadIdx.x)")));
}

TEST(Variants, ALongFunctionLeavesSomeForAShortOneBehindIt) {
  std::string text = "__global__ void k(float* a, const float* b, int n, int m) {\n";
  for (int line = 0; line < 40; ++line) text += "  a[n * 3 + m] = b[m * 5 + n];\n";
  text +=
      "}\nvoid run(float* a, const float* b, int n, int m) {\n  if (n % 4 != 0 && m % 4 != 0) return;\n"
      "  k<<<n, m>>>(a, b, n, m);\n}\n";
  const SourceVariants few = with_variants(text, "run", {}, 600);
  EXPECT_LE(few.list.size(), 600U);
  EXPECT_THAT(few.list, Contains(AllOf(Field(&Variant::kind, ChangeKind::joint), Field(&Variant::line, 44))));
}

TEST(Variants, WhatAnElementGetsMayHaveTheOtherSign) {
  const std::vector<Variant> list =
      with_variants(
          "__global__ void k(float* p, const float* x, int* count) {\n"
          "  p[0] = x[1];\n"
          "  p[1] = -x[1];\n"
          "  count[0] = 3;\n"
          "}\n"
          "void run(float* p, const float* x, int* count) { k<<<1, 1>>>(p, x, count); }\n",
          "run", {}, many)
          .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::negated, 2, "x[1]", "-")));
  EXPECT_THAT(list, Contains(is(ChangeKind::negated, 3, "-x[1]", "")));
  EXPECT_THAT(list, Not(Contains(AllOf(Field(&Variant::kind, ChangeKind::negated), Field(&Variant::line, 4)))))
      << "whole numbers have no sign to forget";
}

TEST(Variants, WhatHoldsForTheLastLaneMayBeMeantForTheLastElementToo) {
  const std::vector<Variant> list =
      with_variants(
          "__global__ void k(float* out, const float* in, int quads) {\n"
          "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
          "  const bool is_last = threadIdx.x % 32 == 31;\n"
          "  if (i < quads && is_last) out[i] = in[i];\n"
          "}\n"
          "void run(float* out, const float* in, int quads) { k<<<1, 32>>>(out, in, quads); }\n",
          "run", {}, many)
          .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::condition, 3, "threadIdx.x % 32 == 31", "|| i + 1 == quads")));
}

TEST(Variants, ALoopMayBeMeantToGoOnByMore) {
  const std::vector<Variant> list = with_variants(
                                        "__global__ void k(float* out, int n) {\n"
                                        "  for (int d = -1; d <= 1; ++d) out[d + 1] += 1;\n"
                                        "  for (int i = threadIdx.x; i < n; i++) out[i] = 2;\n"
                                        "}\n"
                                        "void run(float* out, int n) { k<<<1, 32>>>(out, n); }\n",
                                        "run", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::longer_step, 2, "d", "2")));
  EXPECT_THAT(list, Contains(is(ChangeKind::longer_step, 3, "i", "blockDim.x")));
}

TEST(Variants, ASumThatIsDividedMayHaveBracketsInAnotherPlace) {
  const std::vector<Variant> list = with_variants(
                                        "__global__ void k(float* out) { out[blockIdx.x] = 1; }\n"
                                        "void run(float* out, int side) {\n"
                                        "  const int blocks = (side * side + 1) / 2;\n"
                                        "  k<<<blocks, 1>>>(out);\n"
                                        "}\n",
                                        "run", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::brackets, 3, "side * side + 1", "side + 1")));
}

TEST(Variants, WhatIsAddedToTheThreadMayLackTheFactorOfABlock) {
  const std::vector<Variant> list = with_variants(
                                        "__global__ void k(float* out) {\n"
                                        "  const int block = blockIdx.y * gridDim.x + blockIdx.x;\n"
                                        "  const int i = block + threadIdx.x;\n"
                                        "  out[i] = 1;\n"
                                        "}\n"
                                        "void run(float* out) { k<<<2, 32>>>(out); }\n",
                                        "run", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::lacks_factor, 3, "block", "blockDim.x")));
}

TEST(Variants, ThatIsComparedWithACountMayCountItsParts) {
  const std::vector<Variant> list = with_variants(
                                        "__global__ void k(float* out, int n, int k) {\n"
                                        "  if (threadIdx.x < n) out[threadIdx.x] = 1;\n"
                                        "}\n"
                                        "void run(float* out, int n, int k) { k<<<1, 32>>>(out, n, k); }\n",
                                        "run", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::lacks_factor, 2, "n", "* k")));
}

TEST(Variants, ConstantsThatTheFunctionUsesAreTriedFirst) {
  const std::vector<Variant> list = with_variants(
                                        "constexpr int A = 1, B = 2, C = 3, D = 4, SEEN = 287, OWN = 256;\n"
                                        "__global__ void k(float* out) {\n"
                                        "  __shared__ float all[SEEN];\n"
                                        "  for (int i = threadIdx.x; i < OWN; i += OWN) all[i] = 1;\n"
                                        "  out[threadIdx.x] = all[threadIdx.x + 31];\n"
                                        "}\n"
                                        "void run(float* out) { k<<<1, 256>>>(out); }\n",
                                        "run", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::constant, 4, "OWN", "SEEN")));
}

TEST(Variants, FactorsThatFollowEachOtherMayBeExchanged) {
  const auto list = [](const std::string& sum) {
    return with_variants(
               "__global__ void k(float* a) {\n  a[0] = " + sum + ";\n}\nvoid run(float* a) { k<<<1, 1>>>(a); }\n",
               "run", {}, many)
        .list;
  };
  EXPECT_THAT(list("a[1] + 4 * a[2] + 4 * a[3] +\n 6 * a[4]"),
              Contains(AllOf(is(ChangeKind::exchanged_here, 2, "4", "6"), Field(&Variant::other_line, 3))));
  EXPECT_THAT(list("a[2 * 3] + a[4 * 5]"), Not(Contains(Field(&Variant::kind, ChangeKind::exchanged_here))));
}

TEST(Variants, APointerMayStepBeforeOrAfterItIsUsed) {
  const SourceVariants both = with_variants(
      "__global__ void k(float* a, float* b, int n) {\n  *--a = *b--;\n  a[0] = n * n--;\n}\n"
      "void run(float* a) { k<<<1, 1>>>(a, a, 1); }\n",
      "run", {}, many);
  EXPECT_THAT(both.list, Contains(is(ChangeKind::step_order, 2, "*b--", "*--b")));
  EXPECT_THAT(both.list, Contains(is(ChangeKind::step_order, 2, "*--a", "*a--")));
  EXPECT_THAT(both.list, Not(Contains(AllOf(Field(&Variant::kind, ChangeKind::step_order), Field(&Variant::line, 3)))));
  EXPECT_THAT(both.source, HasSubstr("? *--b : *b--)"));
}

TEST(Variants, AMacroMayNameAnotherThread) {
  const SourceVariants all = with_variants(
      "#define ME (blockIdx.x * blockDim.x + threadIdx.y)\n#define OTHER threadIdx.y\n"
      "__global__ void k(float* a) { a[ME] = 1; }\nvoid run(float* a) { k<<<1, 1>>>(a); }\n",
      "run", {}, many);
  EXPECT_THAT(all.list, Contains(AllOf(is(ChangeKind::other_member, 1, "threadIdx.y", "threadIdx.x"),
                                       Field(&Variant::where, "the macro ME"))));
  EXPECT_THAT(all.list, Not(Contains(Field(&Variant::line, 2)))) << "nothing uses it";
  EXPECT_THAT(all.source, HasSubstr("threadIdx.y, threadIdx.x, blockIdx.y))\n"));
}

TEST(Variants, ATemplateMayBeCalledWithASmallerNumber) {
  const auto list = [](const std::string& more) {
    return with_variants("template <int N>\n__device__ float all(float v) {\n  return v + N;" + more +
                             "\n}\n__global__ void k(float* a) {\n  a[0] = all<32>(a[1]);\n}\n"
                             "void run(float* a) { k<<<1, 1>>>(a); }\n",
                         "run", {}, many);
  };
  EXPECT_THAT(list("").list, Contains(AllOf(is(ChangeKind::constant, 6, "32", "8"),
                                            Field(&Variant::where, "the template argument of all"))));
  EXPECT_THAT(list("").source, HasSubstr("? all<8>(a[1]) : "));
  EXPECT_THAT(list("static_assert(N == 32);").list, Not(Contains(is(ChangeKind::constant, 6, "32", "8"))));
}

TEST(Variants, NumbersInTheSamePlaceOfTwoComparisonsMayChangePlaces) {
  const std::string text =
      "__global__ void turn(float* out, int width, int height) {\n"
      "  const int x0 = 1, y0 = 2, tx = 3, c = 4;\n"
      "  if (x0 + tx < width && y0 + c < height) out[0] = 1;\n"
      "}\n";
  EXPECT_THAT(with_variants(text, "turn", {}, many).list,
              Contains(AllOf(is(ChangeKind::exchanged_here, 3, "tx", "c"), Field(&Variant::where, "the condition"))));
}

TEST(Variants, ADivisorMayBeMeantToBeAnotherOneInTheQuotientAndTheRest) {
  const std::string text =
      "__global__ void turn(float* out, int width, int height) {\n"
      "  const int y = threadIdx.x / height;\n"
      "  const int x = threadIdx.x % height;\n"
      "  out[x] = y;\n"
      "}\n";
  EXPECT_THAT(with_variants(text, "turn", {}, many).list,
              Contains(AllOf(is(ChangeKind::constant, 2, "height", "width"), Field(&Variant::other_line, 3))));
}

TEST(Variants, AMembersQuotientMayBeMeantToBeRoundedUp) {
  const std::string text =
      "void run(float* out, Work w) {\n  const int blocks = w.quads / w.each;\n"
      "  const int more = w.quads / EACH;\n  k<<<blocks + more, 32>>>(out);\n}\n";
  EXPECT_THAT(with_variants(text, "run", {}, many).list,
              Contains(is(ChangeKind::rounded_down, 3, "w.quads / EACH", "up")));
}

TEST(Variants, MembersMayBeMeantForTheBlockBehindABarrier) {
  const std::string text =
      "__global__ void turn(float* out) {\n"
      "  const Place mine = place();\n"
      "  out[mine.row] = mine.column;\n"
      "  __syncthreads();\n"
      "  out[blockIdx.x + 8 * blockIdx.y] = 1;\n"
      "}\n";
  EXPECT_THAT(with_variants(text, "turn", {}, many).list,
              Contains(is(ChangeKind::other_block, 5, "mine.column", "mine.row")));
}

TEST(Variants, TheBarrierOfAStructureIsOneOfMoreThreads) {
  const std::string text =
      "struct Barrier { __device__ void wait() { __syncthreads(); } };\n"
      "__global__ void kernel(float* out) {\n"
      "  Barrier all;\n"
      "  all.wait();\n"
      "  __syncthreads();\n"
      "}\n";
  EXPECT_THAT(with_variants(text, "kernel", {}, many).list,
              Contains(is(ChangeKind::weak_barrier, 5, "__syncthreads()", "all.wait()")));
}

TEST(Variants, NeighboursInAListThatIsReturnedMayChangePlaces) {
  const std::string text =
      "__device__ float2 turned(float2 a) {\n"
      "  return {a.y, a.x};\n"
      "}\n"
      "__global__ void kernel(float2* out) { out[0] = turned(out[1]); }\n";
  EXPECT_THAT(with_variants(text, "kernel", {}, many).list,
              Contains(AllOf(Field(&Variant::kind, ChangeKind::exchanged), Field(&Variant::line, 2))));
}

TEST(Variants, SignsOfTwoDivisionsSideBySideMayBeExchanged) {
  const std::string text =
      "__global__ void kernel(float* out, const float* in) {\n"
      "  const int i = threadIdx.x;\n"
      "  out[i / 8 * 9 + i % 8] = in[i];\n"
      "  const int x = i % 8, y = i / 8;\n"
      "  out[y] = in[x];\n"
      "}\n";
  EXPECT_THAT(with_variants(text, "kernel", {}, many).list,
              Contains(is(ChangeKind::exchanged_signs, 4, "i % 8", "i / 8")));
}

TEST(Variants, TheTypeOfAnotherPartIsNotMeant) {
  const std::string text =
      "__global__ void kernel(float* out) { out[threadIdx.x] = 1; }\n"
      "void run(float* out, int n) {\n"
      "  const int bytes = n * sizeof(float);\n"
      "  kernel<<<1, 32, bytes>>>(out);\n"
      "}\n"
      "void other(double* out) {}\n";
  EXPECT_THAT(with_variants(text, "run", {}, many).list,
              Not(Contains(is(ChangeKind::constant, 3, "sizeof(float)", "sizeof(double)"))));
}

TEST(Variants, ACallThatIsSubtractedMayBeMeantToBeAdded) {
  const std::string text =
      "__device__ float at(const float* in, int i) { return in[i]; }\n"
      "__global__ void kernel(float* out, const float* in) {\n"
      "  out[0] = at(in, 1) - at(in, 2) + 4 * at(in, 3);\n"
      "}\n";
  const std::vector<Variant> list = with_variants(text, "kernel", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::other_operator, 3, "at(in, 2)", "+")));
  EXPECT_THAT(list, Contains(is(ChangeKind::other_operator, 3, "4 * at(in, 3)", "-")));
}

TEST(Variants, NumbersOfPiecesMayBeMeantForNumbersOfElements) {
  const std::string text =
      "__global__ void kernel(float* out, const float* in, int n, int k) {\n"
      "  const int quads = n / 4, first = blockIdx.x * 32;\n"
      "  const int i = threadIdx.x;\n"
      "  out[i] = in[i];\n"
      "  out[i] = in[first + i];\n"
      "}\n";
  const std::vector<Variant> list = with_variants(text, "kernel", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::lacks_term, 4, "i", "+ 3 * quads")));
  EXPECT_THAT(list, Contains(is(ChangeKind::lacks_factor, 5, "first", "* k")));
}

TEST(Variants, TheNumberOfAThreadIsThatOfTheSameDimension) {
  const std::string text =
      "__global__ void kernel(float* out) {\n"
      "  const int row = blockIdx.y * 32;\n"
      "  const int lane = threadIdx.x % 32;\n"
      "  for (int j = threadIdx.x; j < 64; j += 32) out[row + j] = lane;\n"
      "}\n";
  const std::vector<Variant> list = with_variants(text, "kernel", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::lacks_term, 2, "blockIdx.y * 32", "+ threadIdx.y")));
  EXPECT_THAT(list, Contains(is(ChangeKind::other_member, 4, "threadIdx.x", "lane")));
}

TEST(Variants, ASumInARestMayBeMeantToBeADifference) {
  const std::string text =
      "__global__ void kernel(float* out, int place, int turn) {\n"
      "  out[(place + turn) % 64] = 1;\n"
      "}\n";
  EXPECT_THAT(with_variants(text, "kernel", {}, many).list, Contains(is(ChangeKind::other_operator, 2, "turn", "-")));
}

TEST(Variants, OneThreadMayHaveTheStepOfMany) {
  const std::string text =
      "constexpr int BLOCK = 64;\n"
      "__global__ void kernel(float* out, int n) {\n"
      "  for (int i = threadIdx.x; i < n; i += BLOCK) out[i] = 2;\n"
      "  for (int i = blockIdx.x; i < n; i += gridDim.x) out[i] = 3;\n"
      "}\n";
  const std::vector<Variant> list = with_variants(text, "kernel", {}, many).list;
  EXPECT_THAT(list, Contains(is(ChangeKind::constant, 3, "BLOCK", "1")));
  EXPECT_THAT(list, Not(Contains(is(ChangeKind::other_member, 4, "gridDim.x", "gridDim.y"))));
}

TEST(Variants, AFunctionIsAnotherOneWhereverItIsCalled) {
  const auto variants_of = [](const std::string& second) {
    return with_variants(
               "__global__ void k(float* out, float x) {\n"
               "  out[0] = __shfl_up_sync(~0u, x, 1);\n"
               "  out[1] = " +
                   second +
                   ";\n"
                   "}\n"
                   "void run(float* out) { k<<<1, 32>>>(out, 2); }\n",
               "run", {}, many)
        .list;
  };
  const auto everywhere =
      AllOf(is(ChangeKind::other_name, 2, "__shfl_up_sync()", "__shfl_down_sync()"), Field(&Variant::other_line, 3));
  EXPECT_THAT(variants_of("__shfl_up_sync(~0u, x, 2)"), Contains(everywhere));
  EXPECT_THAT(variants_of("x"), Not(Contains(everywhere))) << "a single call is changed by itself";
}

TEST(Variants, ACharacterHasItsSignBeforeItIsConverted) {
  const auto variants_of = [](const std::string& value) {
    return with_variants("__global__ void k(unsigned* out, const char* c) {\n  out[0] = " + value +
                             ";\n}\nvoid run(unsigned* out, const char* c) { k<<<1, 32>>>(out, c); }\n",
                         "run", {}, many)
        .list;
  };
  const auto is_sign = Contains(Field(&Variant::kind, ChangeKind::sign));
  EXPECT_THAT(variants_of("static_cast<unsigned>(c[1]) << 8"), is_sign);
  EXPECT_THAT(variants_of("unsigned(c[0]) + (unsigned(c[1]) << 8)"), is_sign);
  EXPECT_THAT(variants_of("unsigned(c[0]) + unsigned(c[1])"), Not(is_sign)) << "a sum of numbers";
}

TEST(Variants, WhatEndsWorkSaysWhatElseAConditionMayAsk) {
  const std::vector<Variant> list =
      with_variants(
          "__global__ void k(float* out, const float* in, int rows, int columns) {\n"
          "  __shared__ float tile[32];\n"
          "  const int row = blockIdx.y, column = threadIdx.x;\n"
          "  if (column < columns) tile[column] = in[row];\n"
          "  if (row >= rows || column >= columns) return;\n"
          "  out[row] = tile[column];\n"
          "}\n"
          "void run(float* out, const float* in, int n) { k<<<1, 32>>>(out, in, n, n); }\n",
          "run", {}, many)
          .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::asks_otherwise, 4, "column < columns", "row < rows")));
}

TEST(Variants, AConditionBeforeALoopMayBeMeantForWhatEachRoundStores) {
  const std::vector<Variant> list = with_variants(
                                        "__global__ void k(float* out, int rows, int columns) {\n"
                                        "  const int row = blockIdx.y, x = threadIdx.x;\n"
                                        "  if (row < rows && x < columns) {\n"
                                        "    for (int e = 0; e < 4; ++e) out[(row + 8 * e) * columns + x] = 0;\n"
                                        "  }\n"
                                        "}\n"
                                        "void run(float* out, int n) { k<<<1, 32>>>(out, n, n); }\n",
                                        "run", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::asks_for_other, 3, "row", "row + 8 * e")));
  EXPECT_THAT(list, Not(Contains(is(ChangeKind::asks_for_other, 3, "x", "row + 8 * e"))));
}

TEST(Variants, WhatIsStoredMayLackAnotherValueOfItsType) {
  const std::vector<Variant> list = with_variants(
                                        "__global__ void k(unsigned* out, const unsigned* in) {\n"
                                        "  const unsigned own = in[1];\n"
                                        "  const unsigned before = in[0];\n"
                                        "  const int other = 3;\n"
                                        "  out[1] = own;\n"
                                        "}\n"
                                        "void run(unsigned* out, const unsigned* in) { k<<<1, 1>>>(out, in); }\n",
                                        "run", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::lacks_term, 5, "own", "+ before"),
                                   Field(&Variant::where, "the value that is stored"))));
  EXPECT_THAT(list, Not(Contains(is(ChangeKind::lacks_term, 5, "own", "+ other"))));
}

TEST(Variants, AMissingStreamMayBeOneOfTheFileOfAnObjectOrOfAnArray) {
  const auto list_of = [](const std::string& before, const std::string& parameter, const std::string& stream) {
    return with_variants("__global__ void k(float* out) { out[0] = 1; }\n" + before +
                             "\nvoid run(float* out, cudaEvent_t e" + parameter + ") {\n  k<<<1, 1, 0, " + stream +
                             ">>>(out);\n  cudaEventRecord(e);\n}\n",
                         "run", {}, many)
        .list;
  };
  const auto lacks = [](const std::string& stream) {
    return Contains(AllOf(is(ChangeKind::lacks_stream, 5, "cudaEventRecord", stream), Field(&Variant::where, "")));
  };
  EXPECT_THAT(list_of("static cudaStream_t a, b;", "", "b"), lacks("b"));
  EXPECT_THAT(list_of("static cudaStream_t all[2];", ", int i", "all[i % 2]"), lacks("all[i % 2]"));
  EXPECT_THAT(list_of("struct Queues { cudaStream_t in, out; };", ", Queues& q", "q.out"), lacks("q.out"));
  EXPECT_THAT(list_of("struct Queues { cudaStream_t in, out; } queues;", "", "queues.in"), lacks("queues.in"));
  EXPECT_THAT(list_of("", ", cudaStream_t* all", "all[1]"), lacks("all[1]"));
  EXPECT_THAT(list_of("", ", cudaStream_t own", "own"), lacks("own"));
  EXPECT_THAT(list_of("static cudaStream_t a, b;", "", "a"), Not(lacks("b"))) << "the function does not use it";
}

TEST(Variants, AStreamOfZeroMayBeMeantToBeAnotherOne) {
  const SourceVariants variants = with_variants(
      "void run(float* a, float* b, cudaStream_t* streams, int i) {\n"
      "  cudaMemcpyAsync(a, b, 4, cudaMemcpyDefault, streams[i]);\n"
      "  cudaMemcpyAsync(b, a, 4, cudaMemcpyDefault, 0);\n"
      "}\n",
      "run", {}, many);
  EXPECT_THAT(variants.list, Contains(AllOf(is(ChangeKind::lacks_stream, 3, "cudaMemcpyAsync", "streams[i]"),
                                            Field(&Variant::where, "0"))));
  EXPECT_THAT(variants.source, HasSubstr("cudaStream_t(")) << "what variants have in place of 0 is an int";
}

TEST(Variants, AVariableIsMeantThatIsCalledWhatTheParameterIsCalled) {
  const std::vector<Variant> list = with_variants(
                                        "template <int N>\n"
                                        "__global__ void k(float* out, int upto) { if (upto > N) out[0] = 1; }\n"
                                        "void run(float* out, int n) {\n"
                                        "  const int upto = n / 2, a = 1, b = 2, c = 3, d = 4;\n"
                                        "  k<7><<<1, 1>>>(out, n);\n"
                                        "}\n",
                                        "run", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::other_name, 5, "n", "upto"),
                                   Field(&Variant::where, "what the kernel is given"))));
}

TEST(Variants, ANumberOfPlacesMayBeMeantToBeThatOfStreams) {
  const std::vector<Variant> list = with_variants(
                                        "constexpr int STREAMS = 4;\n"
                                        "__global__ void k(float* out) { out[0] = 1; }\n"
                                        "void run(float* out, cudaStream_t* streams) {\n"
                                        "  for (int c = 0; c < 9; ++c) {\n"
                                        "    float* place = out + (c % 2) * 8;\n"
                                        "    k<<<1, 1, 0, streams[c % STREAMS]>>>(place);\n"
                                        "  }\n"
                                        "}\n",
                                        "run", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::constant, 5, "2", "STREAMS"), Field(&Variant::is_of_rest, true))));
}

TEST(Variants, AVariableHasASignThatBitsDoNotNeed) {
  const auto variants_of = [](const std::string& statements) {
    return with_variants("__global__ void k(unsigned long long* out, const char* in, int value, int state) {\n" +
                             statements +
                             "\n}\nvoid run(unsigned long long* out, const char* in) {\n"
                             "  k<<<1, 32>>>(out, in, 1, 2);\n}\n",
                         "run", {}, many)
        .list;
  };
  EXPECT_THAT(variants_of("const unsigned long long word = static_cast<unsigned long long>(state) << 32 | value;\n"
                          "out[0] = word;"),
              Contains(is(ChangeKind::sign, 2, "value", "unsigned long long")));
  EXPECT_THAT(variants_of("const char c = in[0];\nout[0] |= static_cast<unsigned>(c) << 8;"),
              Contains(is(ChangeKind::sign, 3, "c", "unsigned")));
  EXPECT_THAT(variants_of("const unsigned long long word = static_cast<unsigned long long>(state) + value;"),
              Not(Contains(Field(&Variant::kind, ChangeKind::sign))))
      << "a number";
}

TEST(Variants, ACharacterFromAFunctionOrAConversionMayHaveNoSign) {
  const auto variants_of = [](const std::string& type, const std::string& statements) {
    return with_variants(
               "struct Tile { char cells[4]; };\n"
               "__device__ " +
                   type +
                   " letter(const char* text, int k) {\n"
                   "  return text[k];\n"
                   "}\n"
                   "__global__ void k(unsigned* out, const char* in, Tile tile, char4 four) {\n"
                   "  unsigned word = 0;\n  " +
                   statements +
                   "\n  out[0] = word;\n}\n"
                   "void run(unsigned* out, const char* in) { k<<<1, 32>>>(out, in, {}, {}); }\n",
               "run", {}, many)
        .list;
  };
  const auto has_sign = Contains(Field(&Variant::kind, ChangeKind::sign));
  EXPECT_THAT(variants_of("char", "word = (word << 8) + letter(in, 1);"),
              Contains(is(ChangeKind::sign, 7, "letter(in, 1)", "unsigned")));
  EXPECT_THAT(variants_of("char", "word = word * 256 + letter(in, 1);"), has_sign);
  EXPECT_THAT(variants_of("char", "word += letter(in, 1);"), Not(has_sign)) << "a sum of numbers";
  EXPECT_THAT(variants_of("unsigned char", "word |= letter(in, 1) << 8;"), Not(has_sign));
  EXPECT_THAT(variants_of("unsigned", "word = letter(in, 1) << 8 | word;"),
              Contains(is(ChangeKind::sign, 3, "text[k]", "unsigned")))
      << "it becomes a number when it is returned";
  for (const char* const value :
       {"(char)in[1]", "static_cast<char>(in[1])", "reinterpret_cast<const char*>(in)[1]", "((const char*)in)[1]",
        "*reinterpret_cast<const char*>(in + 1)", "*(const char*)in", "tile.cells[1]", "four.y"}) {
    EXPECT_THAT(variants_of("char", "word = (word << 8) + " + std::string(value) + ";"), has_sign) << value;
  }
}

SourceVariants source_of_two(const std::string& statement) {
  return with_variants(
      "__global__ void k(float* out, const float* a, const float* b, int n, int width) {\n  " + statement +
          "\n  out[0] = 1;\n}\nvoid run(float* out, const float* a) { k<<<1, 32>>>(out, a, a, 1, 2); }\n",
      "run", {}, many);
}

std::vector<Variant> variants_of_two(const std::string& statement) { return source_of_two(statement).list; }

TEST(Variants, ATermOfASumMayLackAFactor) {
  const std::string values = "const float x = a[0]; float even = x, odd = x; ";
  EXPECT_THAT(variants_of_two(values + "out[0] = even + odd;"),
              Contains(is(ChangeKind::lacks_factor, 2, "odd", "* x")));
  EXPECT_THAT(variants_of_two(values + "even += odd;"), Contains(is(ChangeKind::lacks_factor, 2, "odd", "* x")));
  EXPECT_THAT(variants_of_two(values + "out[0] = odd;"), Not(Contains(is(ChangeKind::lacks_factor, 2, "odd", "* x"))))
      << "no sum";
  EXPECT_THAT(variants_of_two(values + "out[0] = even + odd * x;"),
              Not(Contains(is(ChangeKind::lacks_factor, 2, "odd", "* x"))));
}

TEST(Variants, TheFirstValueOfASumMayLackTheFactorOfTheOthers) {
  const auto with_first = [](const std::string& first, const std::string& loop) {
    return variants_of_two(first + " for (int j = 1; j < n; ++j) " + loop);
  };
  const auto lacks = [](const std::string& here, const std::string& factor) {
    return Contains(is(ChangeKind::lacks_factor, 2, here, factor));
  };
  EXPECT_THAT(with_first("float dot = a[0];", "dot = fmaf(a[j], b[j], dot);"), lacks("a[0]", "* b[0]"));
  EXPECT_THAT(with_first("float dot = a[0];", "dot = fmaf(b[j], a[j], dot);"), lacks("a[0]", "* b[0]"));
  EXPECT_THAT(with_first("float dot; dot = a[width];", "dot += b[2 * j] * a[j];"),
              lacks("a[width]", "* b[2 * (width)]"));
  EXPECT_THAT(with_first("float dot = a[0];", "dot += a[j] * b[j];"), lacks("a[0]", "* b[0]"));
  EXPECT_THAT(with_first("float dot = a[0];", "dot = fmaf(dot, b[j], a[j]);"), Not(lacks("a[0]", "* b[0]")))
      << "the others are not multiplied";
}

TEST(Variants, APointerMayGoOnAsFarAsAnotherOne) {
  const std::string walk = "const float* p = a; const float* q = b; ";
  const auto takes_other = AllOf(is(ChangeKind::other_step, 2, "32", "width"), Field(&Variant::where, "q and p"));
  EXPECT_THAT(variants_of_two(walk + "while (p < a + n) { out[0] = *q; p += width; q += 32; }"), Contains(takes_other));
  EXPECT_THAT(variants_of_two(walk + "for (; p < a + n; p += width, q += 32) out[0] = *q;"), Contains(takes_other));
  EXPECT_THAT(variants_of_two(walk + "int i = 0; p += width; i += 32;"),
              Not(Contains(Field(&Variant::kind, ChangeKind::other_step))))
      << "a number";
}

TEST(Variants, AnIfForOneElementOfEachThreadMayBeALoop) {
  const auto is_several = [](const std::string& condition) {
    return Contains(is(ChangeKind::one_of_several, 2, condition, "blockDim.x"));
  };
  const std::string tile = "__shared__ float tile[64]; ";
  const SourceVariants direct = source_of_two(tile + "if (threadIdx.x < n) tile[threadIdx.x] = a[threadIdx.x + 1];");
  EXPECT_THAT(direct.list, is_several("threadIdx.x < n"));
  EXPECT_THAT(direct.source, HasSubstr("tile [ simt_each_"));
  const auto list_of = [&](const std::string& statement) { return source_of_two(tile + statement).list; };
  EXPECT_THAT(list_of("const int t = threadIdx.x; if (t < n) { tile[t] = a[t]; }"), is_several("t < n"));
  EXPECT_THAT(list_of("if (threadIdx.x < n) tile[0] = a[threadIdx.x];"), Not(is_several("threadIdx.x < n")))
      << "all threads store the same element";
  EXPECT_THAT(list_of("if (threadIdx.x < n) { __syncthreads(); }"), Not(is_several("threadIdx.x < n")));
}

TEST(Variants, AConditionThatHasANameIsAboutWhatIsUsedWhereItHolds) {
  EXPECT_THAT(variants_of_two("const int i = threadIdx.x; const bool there = i < n; "
                              "out[i] = there ? a[i + 32] : 0;"),
              Contains(is(ChangeKind::asks_for_other, 2, "i", "i + 32")));
  EXPECT_THAT(variants_of_two("const int i = threadIdx.x; const bool there = i < n; if (there) out[i + 32] = 1;"),
              Contains(is(ChangeKind::asks_for_other, 2, "i", "i + 32")));
}

TEST(Variants, ASumThatIsDividedMayBeMeantToBeAVariableThatIsDividedElsewhere) {
  EXPECT_THAT(variants_of_two("const int first = blockIdx.x * 8, s = first + threadIdx.x, place = n * width + s; "
                              "const int piece = (n * width + first) / 64, rest = place % 64;"),
              Contains(is(ChangeKind::other_form, 2, "n * width + first", "place")));
  EXPECT_THAT(variants_of_two("const int first = blockIdx.x * 8, place = n * width + first; "
                              "const int piece = (n * width + 1) / 64, rest = place % 32;"),
              Not(Contains(is(ChangeKind::other_form, 2, "n * width + 1", "place"))))
      << "by another number";
}

TEST(Variants, AnAssignmentOfABlockMayBelongToAllThreads) {
  const auto variants_of = [](const std::string& statements) {
    return with_variants("__global__ void k(float* out, int n) {\n  int now = 0;\n  if (n > 3) {\n" + statements +
                             "\n  }\n  out[now] = 1;\n}\nvoid run(float* out, int n) { k<<<1, 32>>>(out, n); }\n",
                         "run", {}, many)
        .list;
  };
  const auto is_for_all = Contains(AllOf(Field(&Variant::kind, ChangeKind::lacks_else), Field(&Variant::line, 4),
                                         Field(&Variant::where, "n > 3"), Field(&Variant::other_line, 3)));
  EXPECT_THAT(variants_of("now = 1 - now;"), is_for_all);
  EXPECT_THAT(variants_of("out[0] = 1;"), Not(is_for_all)) << "an element";
  EXPECT_THAT(variants_of("int later = 0; now = later;"), Not(is_for_all)) << "a variable of the block is in it";
}

// Of a kernel with one statement, on line 2.
std::vector<Variant> variants_of_statement(const std::string& statement) {
  return with_variants("__global__ void k(float* out, const char* text, int n, unsigned width) {\n  " + statement +
                           "\n  out[0] = 1;\n}\nvoid run(float* out) { k<<<1, 32>>>(out, 0, 1, 2); }\n",
                       "run", {}, many)
      .list;
}

TEST(Variants, ASumBeforeAMaskMayLackBrackets) {
  EXPECT_THAT(variants_of_statement("const int first = n - n & 3;"),
              Contains(is(ChangeKind::brackets, 2, "n - n & 3", "n & 3")));
  EXPECT_THAT(variants_of_statement("const int first = n - (n & 3);"),
              Not(Contains(Field(&Variant::kind, ChangeKind::brackets))));
}

TEST(Variants, ADifferenceOfNumbersWithoutASignMayBeBelowZero) {
  EXPECT_THAT(variants_of_statement("if (n < width - 3) out[1] = 1;"),
              Contains(is(ChangeKind::below_zero, 2, "width - 3", "width")));
  EXPECT_THAT(variants_of_statement("if (width > n - 3) out[1] = 1;"),
              Not(Contains(Field(&Variant::kind, ChangeKind::below_zero))))
      << "n has a sign";
}

TEST(Variants, WhatIsSubtractedOnceMayBeSubtractedMoreOften) {
  EXPECT_THAT(variants_of_statement("int x = 5; if (x >= n) x -= n;"),
              Contains(is(ChangeKind::subtracted_once, 2, "x", "n")));
  EXPECT_THAT(variants_of_statement("int x = 5; if (x >= n) x -= 1;"),
              Not(Contains(Field(&Variant::kind, ChangeKind::subtracted_once))));
}

TEST(Variants, TheSmallestNumberAboveZeroMayBeMeantToBeTheLowest) {
  EXPECT_THAT(variants_of_statement("double most = DBL_MIN;"),
              Contains(is(ChangeKind::constant, 2, "DBL_MIN", "-DBL_MAX")));
  EXPECT_THAT(variants_of_statement("float most = std::numeric_limits<float>::min();"),
              Contains(is(ChangeKind::constant, 2, "std::numeric_limits<float>::min()",
                          "std::numeric_limits<float>::lowest()")));
}

TEST(Variants, CharactersThatAreShiftedLaterMayHaveNoSign) {
  const auto list = variants_of_statement("int a = text[0]; int b = text[1]; int word = a | b << 8;");
  const auto count = std::count_if(list.begin(), list.end(), [](const Variant& one) {
    return one.kind == ChangeKind::sign && one.here.starts_with("text[");
  });
  EXPECT_EQ(count, 1) << "one change for all of them";
  EXPECT_THAT(variants_of_statement("int a = text[0]; int word = a + 8;"),
              Not(Contains(Field(&Variant::kind, ChangeKind::sign))));
}

TEST(Variants, AMacroOfAnElementThatGetsAValueMayLackBrackets) {
  const char text[] =
      "#define CELL(r, c) out[r * 33 + c]\n"
      "__global__ void kernel(float* out, int k) {\n"
      "  CELL(k + 1, k) = 1;\n"
      "  out[0] = CELL(k + 2, k);\n"
      "}\n"
      "void run(float* out) { kernel<<<1, 32>>>(out, 0); }\n";
  const SourceVariants variants = with_variants(text, "run", {}, many);
  const auto is_macro = [](const Variant& one) { return one.kind == ChangeKind::macro_brackets; };
  EXPECT_EQ(std::count_if(variants.list.begin(), variants.list.end(), is_macro), 1) << "wherever it is used";
  EXPECT_THAT(variants.list, Contains(AllOf(is(ChangeKind::macro_brackets, 3, "CELL(k + 1, k)", "CELL"),
                                            Field(&Variant::other_line, 1))));
}

TEST(Variants, AQuotientOfTwoConstantsMayBeOneOfThem) {
  const auto list = variants_of_statement("const int j = n * (TILE / ROWS);");
  EXPECT_THAT(list, Contains(is(ChangeKind::constant, 2, "TILE / ROWS", "ROWS")));
  EXPECT_THAT(list, Contains(is(ChangeKind::constant, 2, "TILE / ROWS", "TILE")));
}

TEST(Variants, ALambdaHasEndsOfItsOwn) {
  const std::vector<Variant> list = variants_of_statement(
      "for (int i = 0; i < n; ++i) { const auto f = [&](int k) { if (k < n) out[k] = 1; out[0] = 2; return k; }; f(i); "
      "}");
  EXPECT_THAT(list, Not(Contains(Field(&Variant::kind, ChangeKind::lacks_jump))));
}

TEST(Variants, AConstantMayBeWrongWhereverItStands) {
  constexpr char text[] =
      "constexpr int PITCH = 34;\n"
      "__global__ void f(float* a, int n) {\n  __shared__ float tile[32 * PITCH];\n  tile[threadIdx.x * PITCH] = n;\n"
      "  a[0] = tile[PITCH];\n}\n";
  const SourceVariants made = with_variants(text, "f", {}, many, Aim::fewer_accesses);
  EXPECT_THAT(made.list, Contains(is(ChangeKind::size_everywhere, 1, "PITCH", "- 1")));
  EXPECT_THAT(made.list, Not(Contains(is(ChangeKind::size_everywhere, 1, "PITCH", "* 2"))));
  // What a declaration needs stays a constant.
  EXPECT_THAT(made.source, HasSubstr("[32 * PITCH];"));
  EXPECT_THAT(with_variants(text, "f", {}, many).list, Contains(is(ChangeKind::size_everywhere, 1, "PITCH", "* 2")));
}

TEST(Variants, AConstantThatIsUsedOnceHasItsDefinitionInItsPlace) {
  const std::vector<Variant> list =
      with_variants(
          "constexpr int ROWS = 8, TILE = 32;\n"
          "__global__ void f(float* a, int n) {\n  for (int i = TILE; i < TILE; i += ROWS) a[i] = n;\n}\n",
          "f", {}, many)
          .list;
  EXPECT_THAT(list,
              Not(Contains(AllOf(Field(&Variant::kind, ChangeKind::size_everywhere), Field(&Variant::here, "ROWS")))));
  const auto is_only_use = [](bool is) { return Field(&Variant::is_only_use, is); };
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::constant, 3, "ROWS", "TILE"), is_only_use(true))));
  EXPECT_THAT(list, Contains(AllOf(is(ChangeKind::constant, 3, "TILE", "n"), is_only_use(false))));
}

TEST(Variants, ALoopMayBeMeantToHaveTheQuotientOfTwoConstantsInRounds) {
  EXPECT_THAT(variants_of_statement("for (int i = 0; i < ROWS; ++i) out[i * TILE] = 1;"),
              Contains(is(ChangeKind::constant, 2, "ROWS", "(TILE / ROWS)")));
}

TEST(Variants, TheSmallerOneOfTwoMayBeOfWhatIsLeft) {
  EXPECT_THAT(variants_of_statement("int done = 0; while (done < n) { const int k = n < TILE ? n : TILE; done += k; }"),
              Contains(is(ChangeKind::not_shortened, 2, "n", "n - done")));
  EXPECT_THAT(variants_of_statement("int done = 0; while (done < n) { const int k = n < TILE ? TILE : n; done += k; }"),
              Not(Contains(is(ChangeKind::not_shortened, 2, "n", "n - done"))))
      << "this is the larger one";
}

TEST(Variants, AnAtomicOperationMayBeMeantToOrderMore) {
  EXPECT_THAT(variants_of_statement("out[0] = word.load(cuda::memory_order_relaxed);"),
              Contains(is(ChangeKind::constant, 2, "cuda::memory_order_relaxed", "cuda::memory_order_acquire")));
}

TEST(Variants, AStatementMayDependOnWhatIsLeftOfATile) {
  const std::string all = "for (int k = 0; k < here; ++k) { const int r = k % 4; out[r] = 1; }";
  EXPECT_THAT(variants_of_statement("const int here = n - 1; " + all),
              Contains(is(ChangeKind::lacks_condition, 2, "out[r] = 1", "r < here")));
}

TEST(Variants, APieceAtTheEndMayBeAWholeOne) {
  const std::string rest = "out[last % BURST] = 1;";
  EXPECT_THAT(variants_of_statement("const int last = n; " + rest),
              Contains(is(ChangeKind::rounded_down, 2, "n", "to a multiple of BURST")));
  EXPECT_THAT(variants_of_statement("if (threadIdx.x < n) { " + rest + " }"),
              Contains(is(ChangeKind::rounded_down, 2, "n", "to a multiple of BURST")));
  EXPECT_THAT(variants_of_statement("const int last = n; out[last] = 1;"),
              Not(Contains(Field(&Variant::kind, ChangeKind::rounded_down))));
}

TEST(Variants, ABarrierOfAPartOfTheBlockMayBeMeantForAllOfIt) {
  const auto list = variants_of_statement("auto row = cg::tiled_partition<32>(cg::this_thread_block()); row.sync();");
  EXPECT_THAT(list, Contains(is(ChangeKind::weak_barrier, 2, "row.sync()", "__syncthreads()")));
}

// Outside of the namespace it has another name, with which nothing would compile.
TEST(Variants, AConstantOfANamespaceIsKnownThereOnly) {
  const char text[] =
      "namespace scan {\n"
      "constexpr int WORDS = 32;\n"
      "__global__ void kernel(float* out, int k) { out[k] = 1; }\n"
      "}\n"
      "void run(float* out, int n) { scan::kernel<<<n, 32>>>(out, n); }\n";
  const SourceVariants variants = with_variants(text, "run", {}, many);
  const auto names = [](int line) {
    return Contains(AllOf(Field(&Variant::line, line), Field(&Variant::instead, HasSubstr("WORDS"))));
  };
  EXPECT_THAT(variants.list, names(3));
  EXPECT_THAT(variants.list, Not(names(5)));
}

TEST(Variants, WhatAThreadDoesInARoundHasOneRule) {
  const auto variants_of = [](const std::string& place) {
    return with_variants(
               "constexpr int T = 16; constexpr int EACH = 4;\n"
               "__global__ void k(float* out, const float* in, int first) {\n"
               "  const int tx = threadIdx.x;\n"
               "  float v[EACH];\n"
               "  for (int i = 0; i < EACH; ++i) v[i] = in[tx + T * i];\n"
               "  for (int j = 0; j < EACH; ++j) {\n"
               "    const int column = " +
                   place +
                   ";\n    out[column] = v[j];\n  }\n}\n"
                   "void run(float* out, const float* in) { k<<<1, 16>>>(out, in, 0); }\n",
               "run", {}, many)
        .list;
  };
  EXPECT_THAT(
      variants_of("first + EACH * tx + j"),
      Contains(AllOf(is(ChangeKind::other_form, 7, "EACH * tx + j", "tx + T * j"), Field(&Variant::other_line, 5))));
  EXPECT_THAT(variants_of("first + tx + T * j"), Not(Contains(Field(&Variant::kind, ChangeKind::other_form))))
      << "it is the same rule";
}

TEST(Variants, ASumOfWhichARestIsTakenMayBeADifference) {
  const auto variants_of = [](const std::string& value) {
    return with_variants("__global__ void k(float* out, int place, int turn) {\n  const int i = " + value +
                             ";\n  out[i] = 1;\n}\nvoid run(float* out) { k<<<1, 32>>>(out, 1, 2); }\n",
                         "run", {}, many)
        .list;
  };
  const auto is_difference = Contains(is(ChangeKind::other_operator, 2, "turn", "-"));
  EXPECT_THAT(variants_of("(place + turn) % 32"), is_difference);
  EXPECT_THAT(variants_of("(place % 32 + turn) % 32"), is_difference);
}

/// A statement, or a value, that stands as it is for all variants but some, and then with those.
struct WithOriginal {
  std::vector<std::pair<int, int>> variants;  // from the first on, so many
  std::string original, changed;
};

/// What the bracket at `open` holds.
std::string in_brackets(const std::string& text, std::size_t open) {
  int depth = 0;
  std::size_t end = open;
  do {
    if (text[end] == text[open]) ++depth;
    if (text[end] == (text[open] == '(' ? ')' : '}')) --depth;
  } while (++end < text.size() && depth != 0);
  return text.substr(open + 1, end - open - 2);
}

std::vector<WithOriginal> originals_in(const std::string& text) {
  const std::regex start(R"((?:simt_variants::none\((\d+), (\d+)\)(?: & |\) (?:\? (?:(?:bool|void)\()?)?))+)");
  const std::regex range(R"(none\((\d+), (\d+)\))");
  std::vector<WithOriginal> all;
  for (std::sregex_iterator at(text.begin(), text.end(), start), end; at != end; ++at) {
    WithOriginal one;
    const std::string ranges = at->str();
    for (std::sregex_iterator k(ranges.begin(), ranges.end(), range), last; k != last; ++k) {
      one.variants.emplace_back(std::stoi((*k)[1]), std::stoi((*k)[2]));
    }
    const auto open = static_cast<std::size_t>(at->position() + at->length());
    one.original = in_brackets(text, open);
    const std::size_t other = text.find_first_of("({", open + one.original.size() + 2);
    one.changed = in_brackets(text, other);
    all.push_back(one);
  }
  return all;
}

TEST(Variants, WhereNoneOfThemRunsAStatementStandsAsItIs) {
  const std::string text = with_variants(
                               "__global__ void k(float* out, const float* in, int n, int m) {\n"
                               "  const int i = blockIdx.x * 32 + threadIdx.x;\n"
                               "  float sum = 0;\n"
                               "  if (i < n) {\n"
                               "    for (int j = 0; j < m; ++j) sum += in[j * n + i];\n"
                               "    out[i] = sum;\n"
                               "  }\n"
                               "}\n"
                               "void run(float* out, const float* in, int n, int m) { k<<<n, 32>>>(out, in, n, m); }\n",
                               "run", {}, many)
                               .source;
  const std::vector<WithOriginal> all = originals_in(text);
  std::vector<std::string> originals;
  const std::regex variant(R"(simt_variants::(\w+)(?:<[^>]*>)?\((\d+))");
  const std::map<std::string, int> more{{"sized", 9}, {"numeric", 10}};  // variants behind the one that is named
  for (const WithOriginal& one : all) {
    originals.push_back(one.original);
    const auto is_covered = [&](int number) {
      return std::any_of(one.variants.begin(), one.variants.end(), [number](const auto& range) {
        return range.first <= number && number < range.first + range.second;
      });
    };
    std::size_t found = 0;
    for (std::sregex_iterator at(one.changed.begin(), one.changed.end(), variant), end; at != end; ++at, ++found) {
      const int number = std::stoi((*at)[2]);
      const auto behind = more.find((*at)[1]);
      EXPECT_TRUE(is_covered(number)) << number << " in " << one.changed;
      const int last = behind == more.end() ? number : number + behind->second;
      EXPECT_TRUE(is_covered(last)) << last << " in " << one.changed;
    }
    EXPECT_NE(found, 0U) << one.changed;
  }
  EXPECT_THAT(originals, Contains(" sum += in[j * n + i]; "));
  EXPECT_THAT(originals, Contains(" out[i] = sum; "));
  EXPECT_THAT(originals, Contains("blockIdx.x * 32 + threadIdx.x"));
  EXPECT_THAT(originals, Contains("j < m"));
  EXPECT_THAT(originals, Contains("i < n"));
}

TEST(Variants, AnOriginalKnowsItsOwnVariantsAlone) {
  const std::string text = with_variants(
                               "__global__ void k(float* out, int n, int m) {\n"
                               "  const int row = threadIdx.x / n;\n"
                               "  for (int i = 0; i < n; i += m) out[i] = row;\n"
                               "}\n"
                               "void run(float* out, int n, int m) { k<<<1, 32>>>(out, n, m); }\n",
                               "run", {}, many)
                               .source;
  const std::vector<WithOriginal> all = originals_in(text);
  std::vector<std::string> originals;
  for (const WithOriginal& one : all) originals.push_back(one.original);
  // No variant that makes n zero ends the process.
  EXPECT_THAT(originals, Contains("threadIdx.x / simt_variants::divisor(n)"));
  EXPECT_THAT(originals, Contains("i += m"));
  // Each variant changes one of them, or a few.
  std::map<int, int> changed;
  for (const WithOriginal& one : all) {
    for (const auto& [first, count] : one.variants) {
      for (int variant = first; variant < first + count; ++variant) ++changed[variant];
    }
  }
  const auto is_of_one = [](const auto& one) { return one.second == 1; };
  EXPECT_GT(2 * std::count_if(changed.begin(), changed.end(), is_of_one), static_cast<long>(changed.size()));
}

/// Of a kernel with these lines in it, from line 3 on.
std::vector<Variant> list_in_kernel(const std::string& lines) {
  return with_variants(
             "constexpr int PIECE = 64;\n"
             "__global__ void f(float* a, const float* b, int n, int m) {\n" +
                 lines + "}\n",
             "f", {}, many)
      .list;
}

TEST(Variants, WhatALoopLeavesOverMayNeedALoop) {
  const std::string loop =
      "  const int hop = gridDim.x * blockDim.x;\n"
      "  int i = threadIdx.x;\n"
      "  for (; i + 3 * hop < n; i += 4 * hop) a[i] = b[i];\n";
  const auto in_steps = is(ChangeKind::if_for_loop, 6, "i < n", "hop");
  EXPECT_THAT(list_in_kernel(loop + "  if (i < n) a[i] = b[i];\n"), Contains(in_steps));
  EXPECT_THAT(list_in_kernel(loop + "  while (i < n) a[i++] = b[0];\n"), Not(Contains(in_steps)));
}

TEST(Variants, ARestMayBeMeantOfTheNumberOfTheRound) {
  const auto list_of = [](const std::string& step) {
    return list_in_kernel("  for (int start = 0; start < n; start " + step + ") a[start & 1] = b[start];\n");
  };
  const auto of_round = is(ChangeKind::counts_in_steps, 3, "start & 1", "start / PIECE");
  EXPECT_THAT(list_of("+= PIECE"), Contains(of_round));
  EXPECT_THAT(list_of("+= 1"), Not(Contains(Field(&Variant::kind, ChangeKind::counts_in_steps))));
}

TEST(Variants, ThreadsMayBeMeantToGoOnByTheirNumber) {
  const auto list_of = [](const std::string& start, const std::string& step) {
    return list_in_kernel("  for (int i = " + start + "; i < n; i += " + step + ") a[i] = b[i];\n");
  };
  EXPECT_THAT(list_of("threadIdx.x", "PIECE"), Contains(is(ChangeKind::constant, 3, "PIECE", "blockDim.x")));
  EXPECT_THAT(list_of("blockIdx.x * PIECE + threadIdx.x", "m"),
              Contains(is(ChangeKind::constant, 3, "m", "gridDim.x * blockDim.x")));
  EXPECT_THAT(list_of("0", "PIECE"), Not(Contains(is(ChangeKind::constant, 3, "PIECE", "blockDim.x"))));
}

TEST(Variants, WhatGrowsByACounterMayBeginAnewInEachRound) {
  const auto list_of = [](const std::string& value) {
    return list_in_kernel(
        "  int y = blockIdx.y * PIECE + threadIdx.y;\n"
        "  for (int j = 0; j < n; j += m) {\n"
        "    y += " +
        value +
        ";\n"
        "    a[y] = b[y];\n"
        "  }\n");
  };
  const auto begins_anew = is(ChangeKind::not_set_back, 5, "y", "blockIdx.y * PIECE + threadIdx.y");
  EXPECT_THAT(list_of("j"), Contains(begins_anew));
  EXPECT_THAT(list_of("m"), Not(Contains(begins_anew)));
}

TEST(Variants, AFunctionWithTheSameTypesMayBeMeant) {
  const auto list_of = [](const std::string& types) {
    return with_variants("__device__ int there(" + types +
                             ") { return a + b; }\n"
                             "__device__ int back(int a, int b) { return a - b; }\n"
                             "__global__ void f(float* a, int n) { a[back(n, 1)] = 0; }\n",
                         "f", {}, many)
        .list;
  };
  EXPECT_THAT(list_of("int a, int b"), Contains(is(ChangeKind::other_name, 3, "back()", "there()")));
  EXPECT_THAT(list_of("int a, float b"), Not(Contains(is(ChangeKind::other_name, 3, "back()", "there()"))));
}

TEST(Variants, AnEarlyReturnMayAskForTooMuch) {
  EXPECT_THAT(list_in_kernel("  const int row = threadIdx.x;\n  if (row + 3 * PIECE >= n) return;\n  a[row] = 0;\n"),
              Contains(is(ChangeKind::surplus_term, 4, "row + 3 * PIECE >= n", "3 * PIECE")));
}

TEST(Variants, BitsMayBeMeantToBeTakenBeforeTheyAreCompared) {
  EXPECT_THAT(list_in_kernel("  if (n & 1 == 0) a[0] = b[0];\n"),
              Contains(is(ChangeKind::brackets, 3, "n & 1 == 0", "n & 1")));
  EXPECT_THAT(list_in_kernel("  if ((n & 1) == 0) a[0] = b[0];\n"),
              Not(Contains(Field(&Variant::kind, ChangeKind::brackets))));
}

TEST(Variants, ASumComesBeforeAMask) {
  EXPECT_THAT(list_in_kernel("  const int rest = n & ~3 + m;\n  a[rest] = 0;\n"),
              Contains(is(ChangeKind::brackets, 3, "n & ~3 + m", "n & ~3")));
  EXPECT_THAT(list_in_kernel("  const int rest = n + m & ~3;\n  a[rest] = 0;\n"),
              Not(Contains(is(ChangeKind::brackets, 3, "n + m & ~3", "n + m"))));
}

TEST(Variants, ABitIsNoNumber) {
  const auto list = list_in_kernel("  const int step = (n & 4) - 1;\n  a[step] = 0;\n");
  EXPECT_THAT(list, Contains(is(ChangeKind::factor, 3, "n & 4", "/ 2")));
  EXPECT_THAT(list, Contains(is(ChangeKind::factor, 3, "n & 4", "/ 4")));
  EXPECT_THAT(list_in_kernel("  const int step = (n & 31) - 1;\n  a[step] = 0;\n"),
              Not(Contains(is(ChangeKind::factor, 3, "n & 31", "/ 2"))));
}

// A name that looks like a factor, or a call, begins a declaration there.
TEST(Variants, DeclarationsWithAStarStayAsTheyAre) {
  const std::string text = with_variants(
                               "using Word = unsigned;\n"
                               "__global__ void f(Word* out, int n) {\n"
                               "  __shared__ Word cells[8][33];\n"
                               "  Word(*const rows)[33] = &cells[2];\n"
                               "  Word* const to = out + n;\n"
                               "  to[0] = rows[0][n];\n"
                               "}\n",
                               "f", {}, many)
                               .source;
  EXPECT_THAT(text, HasSubstr("Word(*const rows)[33] = &cells[2];"));
  EXPECT_THAT(text, Not(HasSubstr("Word* const to,")));
  EXPECT_THAT(text, Not(HasSubstr("{ Word* const to")));
}

TEST(Variants, AMemberMayBeALengthForAnEnd) {
  const auto list_of = [](const std::string& start) {
    return with_variants(
               "struct Piece { int first, count; };\n"
               "__global__ void f(float* a, Piece piece) {\n"
               "  for (int i = " +
                   start +
                   " + threadIdx.x; i < piece.count; ++i) a[i] = 0;\n"
                   "}\n",
               "f", {}, many)
        .list;
  };
  const auto is_end = is(ChangeKind::lacks_term, 3, "piece.count", "+ piece.first");
  EXPECT_THAT(list_of("piece.first"), Contains(is_end));
  EXPECT_THAT(list_of("8"), Not(Contains(is_end)));
}

TEST(Variants, TheLowestNumberMayStandBehindAName) {
  EXPECT_THAT(with_variants("constexpr double LEAST = DBL_MIN;\n"
                            "__global__ void f(double* a) { a[0] = LEAST; }\n",
                            "f", {}, many)
                  .list,
              Contains(is(ChangeKind::constant, 1, "LEAST", "-DBL_MAX")));
}

TEST(Variants, AnIntBesideANumberOf64BitsMayBeMeantWithoutItsSign) {
  const auto without_sign = is(ChangeKind::sign, 4, "low", "unsigned long long");
  const auto list_of = [](const std::string& type) {
    return list_in_kernel("  const " + type + " high = 1;\n  int low = n; a[high | low] = 0;\n");
  };
  EXPECT_THAT(list_of("unsigned long long"), Contains(without_sign));
  EXPECT_THAT(list_of("unsigned"), Not(Contains(without_sign)));
}

// Names of a second variable of a declaration are known in their function only.
TEST(Variants, AConstantBehindACommaIsOfItsFunction) {
  const SourceVariants variants = with_variants(
      "__global__ void k(float* a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 0; }\n"
      "void run(float* a, int n) {\n"
      "  constexpr int WAYS = 4, PIECES = 8;\n"
      "  k<<<n / PIECES + 1, WAYS * 32>>>(a, n);\n"
      "}\n",
      "run", {}, many);
  EXPECT_THAT(variants.source.substr(0, variants.source.find("void run(")), Not(HasSubstr("PIECES")));
}

// The name is one for the element itself, in all variants.
TEST(Variants, AReferenceToAnElementStaysOne) {
  const std::string text = with_variants(
                               "struct Tile { float word[32]; };\n"
                               "__global__ void f(float* a) {\n"
                               "  __shared__ Tile tiles[8];\n"
                               "  const int warp = threadIdx.x % 32;\n"
                               "  Tile& tile = tiles[warp];\n"
                               "  auto& other = tiles[warp];\n"
                               "  a[0] = tile.word[warp] + other.word[warp];\n"
                               "}\n",
                               "f", {}, many)
                               .source;
  EXPECT_THAT(text, HasSubstr("Tile& tile = tiles["));
  EXPECT_THAT(text, HasSubstr("auto& other = tiles["));
}

// A compiler that knew both arrays would load from both, and nothing is stored to the larger one.
TEST(Variants, TheCompilerDoesNotKnowWhereALargerArrayIs) {
  const std::string text = with_variants(
                               "__global__ void f(float* a) {\n"
                               "  __shared__ float sums[8];\n"
                               "  sums[threadIdx.x] = 0;\n"
                               "  a[0] = sums[0];\n"
                               "}\n",
                               "f", {}, many)
                               .source;
  EXPECT_TRUE(std::regex_search(text, std::regex(R"(\? simt_variants::hidden\(&simt_large_\d+\[0\]\) : simt_small)")))
      << text;
}

TEST(Variants, WhatMayDivideByZeroDoesNotStandAsItIs) {
  // A variant may have made n zero, and then the process would end here.
  const auto originals_of = [](const std::string& statement) {
    return originals_in(with_variants("__global__ void k(int* out, int n) { " + statement +
                                          " }\n"
                                          "void run(int* out, int n) { k<<<1, 32>>>(out, n); }\n",
                                      "run", {}, many)
                            .source);
  };
  EXPECT_THAT(originals_of("out[0] = threadIdx.x / max(n, 1);"), IsEmpty());
  EXPECT_THAT(originals_of("out[0] /= n;"), IsEmpty());
  const std::vector<WithOriginal> divided = originals_of("out[0] = threadIdx.x / (n % out[1]);");
  EXPECT_THAT(divided, IsEmpty());
  const std::vector<WithOriginal> guarded = originals_of("out[0] = threadIdx.x / (n + 1) % n;");
  ASSERT_EQ(guarded.size(), 1U);
  EXPECT_THAT(guarded[0].original, HasSubstr("/ simt_variants::divisor((n + 1))% simt_variants::divisor(n)"));
}

// `reinterpret_cast<float4*>(in) + shift` goes on by four floats for each.
TEST(Variants, WhatIsAddedToAPointerMayCountSingleElements) {
  const std::vector<Variant> list = with_variants(
                                        "__global__ void f(float* a, const float* in, int shift) {\n"
                                        "  const float4* quads = reinterpret_cast<const float4*>(in) + shift;\n"
                                        "  const float2* pairs = (const float2*)in + (shift - 1);\n"
                                        "  const float* one = reinterpret_cast<const float*>(in) + shift;\n"
                                        "  const float4* third = reinterpret_cast<const float4*>(in) + 3;\n"
                                        "  a[0] = quads[0].x + pairs[0].x + one[0] + third[0].x;\n"
                                        "}\n",
                                        "f", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::factor, 2, "shift", "/ 4")));
  EXPECT_THAT(list, Contains(is(ChangeKind::factor, 3, "(shift - 1)", "/ 2")));
  EXPECT_THAT(
      list,
      Not(Contains(AllOf(is(ChangeKind::factor, 4, "shift", "/ 4"), Field(&Variant::where, HasSubstr("pointer"))))));
  EXPECT_THAT(list, Not(Contains(AllOf(Field(&Variant::line, 5), Field(&Variant::where, HasSubstr("pointer"))))));
}

TEST(Variants, EachFactorMayBeMeantToBeAsked) {
  const auto list_of = [](const std::string& condition) {
    return with_variants(
               "__global__ void k(int* out) { out[0] = 1; }\n"
               "void run(int* out, int w, int h) {\n"
               "  if (" +
                   condition + ") k<<<1, 32>>>(out);\n}\n",
               "run", {}, many)
        .list;
  };
  const auto asked = [](const std::string& here, const std::string& instead) {
    return Contains(is(ChangeKind::product_asked, 3, here, instead));
  };
  EXPECT_THAT(list_of("w * h % 4 == 0"), asked("w * h % 4 == 0", "(w % 4) == 0 && (h % 4) == 0"));
  EXPECT_THAT(list_of("(w * h) % 4 != 0"), asked("(w * h) % 4 != 0", "(w % 4) != 0 || (h % 4) != 0"));
  EXPECT_THAT(list_of("(w * h & 3) == 0"), asked("(w * h & 3) == 0", "(w & 3) == 0 && (h & 3) == 0"));
  EXPECT_THAT(list_of("(w + h) % 4 == 0"), Not(Contains(Field(&Variant::kind, ChangeKind::product_asked))));
}

TEST(Variants, SumsInAnArrayMayBeMeantToBeginAnewInEachRound) {
  const SourceVariants variants = with_variants(
      "__global__ void f(float* a, int n) {\n"
      "  float sums[4] = {};\n"
      "  float4 four = make_float4(0, 0, 0, 0);\n"
      "  float table[2] = {1, 2};\n"
      "  for (int t = 0; t < n; ++t) {\n"
      "    for (int i = 0; i < 4; ++i) sums[i] += table[i % 2];\n"
      "    four.x += 1;\n"
      "    a[t] = sums[0] + four.x;\n"
      "  }\n"
      "}\n",
      "f", {}, many);
  const auto begins_anew = [](int line, const std::string& name, const std::string& value) {
    return Contains(AllOf(is(ChangeKind::not_set_back, line, name, value), Field(&Variant::other_line, 5)));
  };
  EXPECT_THAT(variants.list, begins_anew(2, "sums", "0"));
  EXPECT_THAT(variants.list, begins_anew(3, "four", "make_float4(0, 0, 0, 0)"));
  EXPECT_THAT(variants.list,
              Not(Contains(AllOf(Field(&Variant::kind, ChangeKind::not_set_back), Field(&Variant::here, "table")))));
  EXPECT_THAT(variants.source, HasSubstr("__builtin_memset((void*)&sums, 0, sizeof(sums))"));
}

TEST(Variants, QuotientsThatCeilGetsTooLateAreRoundedUpTogether) {
  const std::vector<Variant> list = with_variants(
                                        "__global__ void k(int* out) { out[0] = 1; }\n"
                                        "void run(int* out, int w, int h) {\n"
                                        "  dim3 grid(std::ceil(w / 32), ceil(h / 8));\n"
                                        "  k<<<grid, 32>>>(out);\n}\n",
                                        "run", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::rounded_down, 3, "std::ceil(w / 32) and ceil(h / 8)", "up")));
}

TEST(Variants, ADoLoopMayBeMeantToAskBeforeItsFirstRound) {
  const auto with = [](const std::string& condition) {
    return with_variants(
        "__global__ void f(float* a, int n) {\n"
        "  int i = threadIdx.x;\n"
        "  do {\n"
        "    const int k = i;\n"
        "    a[k] = 0;\n"
        "    i += 32;\n"
        "  } while (" +
            condition +
            ");\n"
            "}\n",
        "f", {}, many);
  };
  const SourceVariants variants = with("i < n");
  EXPECT_THAT(variants.list, Contains(is(ChangeKind::asked_late, 3, "i < n", "")));
  EXPECT_TRUE(std::regex_search(variants.source, std::regex(R"(if \(!simt_variants::is\(\d+\) \|\| \(i < n\)\) do)")))
      << variants.source;
  EXPECT_THAT(with("k < n").list, Not(Contains(Field(&Variant::kind, ChangeKind::asked_late)))) << "k is not known yet";
}

TEST(Variants, HalfAWarpMayBeMeantToBeOneWhereThatIsSlow) {
  const auto list_of = [](const std::string& number) {
    return with_variants("constexpr int GROUP = " + number +
                             ";\n"
                             "__global__ void f(float* a) {\n"
                             "  a[threadIdx.x / GROUP] = threadIdx.x % GROUP;\n"
                             "}\n",
                         "f", {}, many, Aim::fewer_accesses)
        .list;
  };
  EXPECT_THAT(list_of("16"), Contains(is(ChangeKind::size_everywhere, 1, "GROUP", "* 2")));
  EXPECT_THAT(list_of("8"), Not(Contains(is(ChangeKind::size_everywhere, 1, "GROUP", "* 2"))));
}

// What is not chosen would be read behind the end.
TEST(Variants, AMacroInAChoiceIsReadOnlyWhereItIsChosen) {
  const SourceVariants variants = with_variants(
      "#define ROW(p, y) ((p) + y * pitch)\n"
      "__global__ void f(float* a, const float* in, int pitch, int y) {\n"
      "  a[0] = y > 0 ? ROW(in, y - 1)[0] : 0.0f;\n"
      "}\n",
      "f", {}, many);
  EXPECT_THAT(variants.list, Contains(AllOf(is(ChangeKind::macro_brackets, 3, "ROW(in, y - 1)", "ROW"),
                                            Field(&Variant::other_line, 1))));
  EXPECT_TRUE(std::regex_search(variants.source, std::regex(R"(is\(\d+\) \? \(y > 0 \? )"))) << variants.source;
}

TEST(Variants, ALengthBeforeALoopOfPiecesMayBeThatOfTheFirstOne) {
  const std::vector<Variant> list = with_variants(
                                        "__global__ void f(float* y, const float* x, int n) {\n"
                                        "  int len = min(128, n);\n"
                                        "  float sum = 0;\n"
                                        "  for (int c = 0; c < n; c += 128) {\n"
                                        "    for (int j = 0; j < len; ++j) sum += x[c + j];\n"
                                        "  }\n"
                                        "  y[threadIdx.x] = sum;\n"
                                        "}\n",
                                        "f", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::not_shortened, 2, "len", "n - c")));
}

// `const int threads = blocks * 256; if (blocks > 8) blocks = 8;`
TEST(Variants, AValueMayBeMeantToBeComputedBehindALimit) {
  const SourceVariants variants = with_variants(
      "__global__ void k(int* out, int all) { out[0] = all; }\n"
      "void run(int* out, int n) {\n"
      "  int blocks = n / 32;\n"
      "  const int all = blocks * 32;\n"
      "  if (blocks > 8) blocks = 8;\n"
      "  k<<<blocks, 32>>>(out, all);\n}\n",
      "run", {}, many);
  EXPECT_THAT(variants.list, Contains(AllOf(is(ChangeKind::order, 4, "blocks * 32", "if (blocks > 8) blocks = 8"),
                                            Field(&Variant::other_line, 5))));
  EXPECT_THAT(variants.source, HasSubstr("[=]() mutable { if (blocks > 8) blocks = 8; return blocks * 32; }()"));
}

TEST(Variants, ARowMayBeMeantToBeginAnewInEachSlice) {
  const std::vector<Variant> list = with_variants(
                                        "__global__ void f(float* a, int w, int h) {\n"
                                        "  const int i = threadIdx.x;\n"
                                        "  const int y = i / w;\n"
                                        "  a[y] = i;\n"
                                        "}\n",
                                        "f", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::lacks_rest, 3, "i / w", "% h")));
  EXPECT_THAT(list, Not(Contains(is(ChangeKind::lacks_rest, 3, "i / w", "% w"))));
}

std::vector<Variant> variants_of_rest(const std::string& rest, const std::string& helper = "") {
  return with_variants(helper +
                           "__global__ void k(float* out, const float* in, int n) {\n"
                           "  float sum = 0;\n"
                           "  const int t = threadIdx.x;\n"
                           "  for (int i = blockIdx.x * 32 + t; i < n / 4; i += 32 * gridDim.x) sum += in[i];\n  " +
                           rest +
                           "\n  atomicAdd(out, sum);\n}\n"
                           "void run(float* out, const float* in, int n) { k<<<n, 32>>>(out, in, n); }\n",
                       "run", {}, many)
      .list;
}

TEST(Variants, WhatEachBlockDoesMayBelongIntoOne) {
  const auto in_one = Field(&Variant::kind, ChangeKind::in_one_block);
  EXPECT_THAT(variants_of_rest(""), Not(Contains(in_one))) << "its start depends on the block";
  EXPECT_THAT(variants_of_rest("for (int i = n / 4 * 4 + t; i < n; i += 32) sum += in[i];"),
              Contains(is(ChangeKind::in_one_block, 5, "int i = n / 4 * 4 + t; i < n; i += 32", "blockIdx.x == 0")))
      << "this i is not that of the loop above";
  EXPECT_THAT(variants_of_rest("if (t < (n & 3)) sum += in[n - 1 - t];"),
              Contains(is(ChangeKind::in_one_block, 5, "t < (n & 3)", "blockIdx.x == 0")));
  EXPECT_THAT(variants_of_rest("int e = n & ~3; e += t; while (e < n) { sum += in[e]; e += 32; }"), Contains(in_one));
  EXPECT_THAT(variants_of_rest("const int b = blockIdx.x; if (t < n - b) sum += in[n - 1 - t];"),
              Not(Contains(in_one)));
  EXPECT_THAT(variants_of_rest("if (t >= n) return;"), Not(Contains(in_one)));
}

TEST(Variants, WhatAHelperDoesInEachBlockMayBelongIntoOne) {
  const std::string helper =
      "__device__ float rest(const float* in, int from, int n) {\n"
      "  float sum = 0;\n"
      "  for (int i = from + threadIdx.x; i < n; i += 32) sum += in[i];\n"
      "  return sum;\n"
      "}\n";
  const auto in_one = Field(&Variant::kind, ChangeKind::in_one_block);
  EXPECT_THAT(variants_of_rest("sum += rest(in, n / 4 * 4, n);", helper), Contains(in_one));
  EXPECT_THAT(variants_of_rest("sum += rest(in, blockIdx.x * 32, n);", helper), Not(Contains(in_one)))
      << "what it is given depends on the block";
}

TEST(Variants, ANumberMayBeCutOffTooEarly) {
  EXPECT_THAT(variants_of_statement("float f = 0.5f; const int turn = (int)f * n;"),
              Contains(is(ChangeKind::cut_too_early, 2, "f", "*")));
  EXPECT_THAT(variants_of_statement("const int turn = (int)width * n;"),
              Not(Contains(Field(&Variant::kind, ChangeKind::cut_too_early))))
      << "nothing is behind the point of a whole number";
  EXPECT_THAT(variants_of_statement("const float f = static_cast<float>(n / 3);"),
              Contains(is(ChangeKind::cut_too_early, 2, "n / 3", "float")));
  EXPECT_THAT(variants_of_statement("float d = 2; const float f = float(d / 3);"),
              Not(Contains(Field(&Variant::kind, ChangeKind::cut_too_early))));
}

TEST(Variants, ALoopMayGoTheOtherWay) {
  const auto turned = Field(&Variant::kind, ChangeKind::other_direction);
  EXPECT_THAT(variants_of_statement("unsigned w = 0; for (int j = 0; j < 4; ++j) w = (w << 8) + text[j];"),
              Contains(is(ChangeKind::other_direction, 2, "j", "down")));
  EXPECT_THAT(variants_of_statement("float r[5]; for (int k = 4; k > 0; --k) r[k - 1] = r[k];"),
              Contains(is(ChangeKind::other_direction, 2, "k", "up")));
  EXPECT_THAT(variants_of_statement("float y = 0; for (int k = 0; k < n; k++) y = fmaf(y, 2.0f, out[k]);"),
              Contains(turned));
  EXPECT_THAT(variants_of_statement("float s = 0; for (int k = 0; k < n; ++k) { s += out[k]; out[k] = s; }"),
              Contains(turned));
  EXPECT_THAT(variants_of_statement("float s = 0; for (int k = 0; k < n; ++k) s += out[k];"), Not(Contains(turned)))
      << "a sum does not depend on the order";
  EXPECT_THAT(variants_of_statement("float s = 0; for (int k = 0; k < n; ++k) s = fmaf(out[k], 2.0f, s);"),
              Not(Contains(turned)));
  const std::string text = with_variants(
                               "__global__ void k(float* r) {\n"
                               "  for (int k = 4; k > 0; --k) r[k - 1] = r[k];\n"
                               "}\n",
                               "k", {}, many)
                               .source;
  EXPECT_THAT(text, HasSubstr("static_cast<int>((0) + 1)"));
}

TEST(Variants, AFactorThatIsThereIsNotMissing) {
  const auto offers = [](const std::string& value) {
    const std::vector<Variant> list = variants_of_statement("const long long i = " + value + " + threadIdx.x;");
    return std::any_of(list.begin(), list.end(), [](const Variant& one) {
      return one.here == "blockIdx.x" && one.instead == "(blockIdx.x * blockDim.x)";
    });
  };
  EXPECT_TRUE(offers("blockIdx.x"));
  EXPECT_TRUE(offers("static_cast<long long>(blockIdx.x)"));
  EXPECT_FALSE(offers("static_cast<long long>(blockIdx.x) * blockDim.x"));
  EXPECT_FALSE(offers("(long long)blockIdx.x * blockDim.x"));
  EXPECT_FALSE(offers("blockDim.x * size_t(blockIdx.x)"));
}

TEST(Variants, ALoopThatGoesTooFarIsNamedItself) {
  const auto of_loop = [](int line) {
    return AllOf(Field(&Variant::kind, ChangeKind::lacks_condition), Field(&Variant::where, "the loop"),
                 Field(&Variant::line, line), Field(&Variant::instead, "k < n"));
  };
  EXPECT_THAT(variants_of_statement("float s = 0; for (int k = 0; k < 8; ++k) {\n s += out[k];\n }"),
              Contains(of_loop(2)));
  EXPECT_THAT(variants_of_statement("float s = 0; for (int k = 0; k < 8; ++k) {\n s += out[k]; n -= 1;\n }"),
              Not(Contains(of_loop(2))));
}

TEST(Variants, TwoElementsMayHaveEachOthersIndex) {
  const std::vector<Variant> list = with_variants(
                                        "__global__ void k(float* p, const float* in, int n) {\n"
                                        "  const int j = threadIdx.x;\n"
                                        "  p[partner(j, n)] = -in[j];\n"
                                        "  p[j] = in[j];\n"
                                        "}\n",
                                        "k", {}, many)
                                        .list;
  EXPECT_THAT(list, Contains(is(ChangeKind::exchanged_sides, 3, "partner(j, n)", "j")));
  EXPECT_THAT(list, Not(Contains(AllOf(Field(&Variant::kind, ChangeKind::exchanged_sides), Field(&Variant::line, 4)))));
}

TEST(Variants, AnIntThatIsAddedToHigherBitsMayHaveNoSign) {
  EXPECT_THAT(variants_of_statement("int value = n; unsigned long long w = ((unsigned long long)width << 32) + value;"),
              Contains(is(ChangeKind::sign, 2, "value", "unsigned long long")));
}

}  // namespace
}  // namespace simt
