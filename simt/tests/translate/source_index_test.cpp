#include "simt/translate/source_index.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "simt/translate/own_text.hpp"
#include "simt/translate/translate.hpp"
#include "support/process/child.hpp"

namespace simt {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> names(const SourceIndex& index) {
  std::vector<std::string> result;
  for (const SourceFunction& function : index.functions) result.push_back(function.name);
  return result;
}

// The grader's own process reads a file: no child does that could be ended.
TEST(SourceIndex, NoReadingOfAFileGoesOnAfterAnInterruption) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "int a = b < c > (d);\n";
  process::catch_interrupts();
  std::raise(SIGTERM);
  EXPECT_THROW(index_source(text), process::Interrupted);
  EXPECT_THROW(find_forbidden(text), process::Interrupted);
  EXPECT_THROW(translate(text, "text.cu"), process::Interrupted);
  EXPECT_TRUE(process::take_interrupt());
  EXPECT_NO_THROW(index_source(text));
}

TEST(SourceIndex, DivisionsOfVariablesAndOfTheirMembers) {
  const SourceIndex index = index_source(
      "int a = blockIdx.x % tiles;\n"
      "int b = static_cast<int>(blockIdx.x) / tiles;\n"
      "int c = blockIdx.x * 4 + n / 2;\n"
      "int d = 2 * n / 3 + f(n) / 4 + p->n / 5;\n");
  std::vector<std::string> found;
  for (const SourceDivision& one : index.divisions)
    found.push_back(std::to_string(one.line) + one.dividend + (one.is_rest ? "%" : "/"));
  EXPECT_THAT(found, ElementsAre("1blockIdx.x%", "2blockIdx.x/", "3n/"));
}

TEST(SourceIndex, FunctionsSpanTheirHeadAndBody) {
  const SourceIndex index = index_source(
      "#include <cstdio>\n"
      "template <int N>\n"
      "__global__ void __launch_bounds__(256) kernel(float* out) {\n"
      "  if (out) { out[0] = N; }\n"
      "}\n"
      "\n"
      "void host() {\n"
      "}\n");
  ASSERT_EQ(index.functions.size(), 2U);
  EXPECT_EQ(index.functions[0].name, "kernel");
  EXPECT_EQ(index.functions[0].first_line, 2);
  EXPECT_EQ(index.functions[0].last_line, 5);
  EXPECT_TRUE(index.functions[0].is_kernel);
  EXPECT_FALSE(index.functions[1].is_kernel);
  EXPECT_EQ(index.function_around(4)->name, "kernel");
  EXPECT_EQ(index.function_around(6), nullptr);
  EXPECT_EQ(index.function_around(8)->name, "host");
}

TEST(SourceIndex, ScopesAreLookedIntoAndInitialisersAreNot) {
  EXPECT_THAT(names(index_source("namespace a { struct S { int x; int get() const { return x; } }; }\n"
                                 "extern \"C\" { void c() {} }\n"
                                 "const int table[] = {1, 2};\n"
                                 "int later{3};\n"
                                 "auto lambda = [](int x) { return x; };\n"
                                 "struct __align__(16) Pair { float a, b; };\n"
                                 "Pair operator+(Pair a, Pair b) { return a; }\n"
                                 "struct Pair make(int x) { return {}; }\n"
                                 "void declared(int x);\n"
                                 "int defined(int x = 3) { return x; }\n")),
              ElementsAre("get", "c", "operator+", "make", "defined"));
}

TEST(SourceIndex, BarriersReturnsFetchesAndLaunchesHaveTheirLines) {
  const SourceIndex index = index_source(
      "__global__ void k() {\n"
      "  if (a) return;\n"
      "  __syncthreads();\n"
      "  v = tex2D<float>(t, x, y); w = tex2D<float>(t, y, x);\n"
      "  block.sync(); cg::sync(block); sync();\n"
      "  return 3;\n"
      "}\n"
      "void f() { k<<<1, 2>>>(); ns::g<float, 4><<<1, 2>>>(); }\n");
  EXPECT_THAT(index.returns, ElementsAre(2));
  EXPECT_THAT(index.barriers, ElementsAre(3, 5, 5));
  EXPECT_THAT(index.texture_fetches, ElementsAre(4, 4));
  EXPECT_TRUE(index.has_texture_fetch(4));
  EXPECT_FALSE(index.has_texture_fetch(3));
  ASSERT_EQ(index.launches.size(), 2U);
  EXPECT_EQ(index.launches[0].kernel, "k");
  EXPECT_EQ(index.launches[1].kernel, "g");
  EXPECT_EQ(index.launches[1].line, 8);
}

TEST(SourceIndex, LaunchesHaveAShapeAndAreCalls) {
  const SourceIndex index = index_source(
      "__global__ void k(int* a, int b) {}\n"
      "void f() { k<<<dim3(1, 2), 32, 0, stream[c]>>>(a, b + 1); }\n");
  ASSERT_EQ(index.launches.size(), 1U);
  EXPECT_THAT(index.launches[0].shape, ElementsAre("dim3(1,2)", "32", "0", "stream[c]"));
  ASSERT_EQ(index.own_calls.size(), 1U);
  EXPECT_EQ(index.own_calls[0].name, "k");
  EXPECT_THAT(index.own_calls[0].arguments, ElementsAre("a", "b+1"));
}

TEST(SourceIndex, AnObjectIsACallOfItsConstructor) {
  const SourceIndex index = index_source(
      "class Window {\n public:\n  Window(float* a, int n) {\n    set(n);\n  }\n  ~Window() { set(0); }\n};\n"
      "void run(float* a) {\n  const Window window(a, 4);\n}\n");
  ASSERT_EQ(index.own_calls.size(), 1U);
  EXPECT_EQ(index.own_calls[0].line, 9);
  EXPECT_THAT(index.own_calls[0].arguments, ElementsAre("a", "4"));
}

TEST(SourceIndex, HelpersAreFunctionsLambdasObjectsAndMacros) {
  const SourceIndex index = index_source(
      "#define CELL(row, column) ((row) * 32 + (column))\n"
      "#define SIDE (32)\n"
      "struct Turned {\n"
      "  float* cells;\n"
      "  __device__ float& operator()(int r, int k) const { return cells[r * 33 + k]; }\n"
      "};\n"
      "__global__ void k(float* out) {\n"
      "  const Turned at{out};\n"
      "  const auto place = [=](int i) { return i * 4; };\n"
      "  at(threadIdx.x, 1) = out[place(2)] + out[CELL(3, 4)];\n"
      "}\n");
  ASSERT_EQ(index.macros.size(), 1U);
  EXPECT_EQ(index.macros[0].name, "CELL");
  EXPECT_EQ(index.macros[0].line, 1);
  EXPECT_THAT(index.macros[0].parameters, ElementsAre("row", "column"));
  ASSERT_EQ(index.object_calls.size(), 3U);
  EXPECT_EQ(index.object_calls[0].name, "at");
  EXPECT_EQ(index.object_calls[0].line, 10);
  EXPECT_THAT(index.object_calls[0].arguments, ElementsAre("threadIdx.x", "1"));
  EXPECT_EQ(index.object_calls[1].name, "place");
  EXPECT_EQ(index.object_calls[2].name, "CELL");
  ASSERT_EQ(index.values.size(), 2U);
  EXPECT_EQ(index.values[0].text, "cells[r*33+k]");
  EXPECT_EQ(index.values[1].text, "i*4");
  EXPECT_THAT(index.values[1].scaled, ElementsAre("i"));
}

TEST(SourceIndex, AnAssignmentMayGetAComparison) {
  const SourceIndex index = index_source(
      "int run() {\n  int error = 0;\n  if ((error = cudaGetLastError() != cudaSuccess)) return error;\n"
      "  if ((error = cudaGetLastError()) != cudaSuccess) return error;\n  return 0;\n}\n");
  ASSERT_EQ(index.assignments.size(), 3U);
  EXPECT_TRUE(index.assignments[1].is_comparison);
  EXPECT_FALSE(index.assignments[2].is_comparison);
}

TEST(SourceIndex, DimensionsHaveTheirNumbers) {
  const SourceIndex index = index_source("void f() {\n  dim3 threads(32, ROWS);\n  const dim3 blocks{n};\n}\n");
  ASSERT_EQ(index.dimensions.size(), 2U);
  EXPECT_EQ(index.dimensions[0].line, 2);
  EXPECT_EQ(index.dimensions[0].name, "threads");
  EXPECT_THAT(index.dimensions[0].arguments, ElementsAre("32", "ROWS"));
  EXPECT_THAT(index.dimensions[1].arguments, ElementsAre("n"));
}

TEST(SourceIndex, CommentsStringsAndGroupsLeftOutAreNoCode) {
  const SourceIndex index = index_source(
      "// return; __syncthreads();\n"
      "/* tex2D(t, x, y)\n"
      "   k<<<1, 1>>>(); */\n"
      "#if 0\n"
      "void never() { return; }\n"
      "#endif\n"
      "const char* text = \"return; tex2D()\";\n");
  EXPECT_THAT(index.returns, IsEmpty());
  EXPECT_THAT(index.barriers, IsEmpty());
  EXPECT_THAT(index.texture_fetches, IsEmpty());
  EXPECT_THAT(index.launches, IsEmpty());
  EXPECT_THAT(index.functions, IsEmpty());
  EXPECT_THAT(index.code_lines, ElementsAre(7));
}

TEST(SourceIndex, AValueIsFollowedToTheLinesThatMakeIt) {
  const SourceIndex index = index_source(
      "__global__ void k(float* out, const float* in, int n) {\n"
      "  __shared__ float tile[32];\n"
      "  float sum = 0, *p = out;\n"
      "  const float one = in[n];\n"
      "  if (n != 0) tile[n] = one;\n"
      "  sum += one * 2;\n"
      "  int other = 5;\n"
      "  sum = __shfl_xor_sync(~0u, sum, 1);\n"
      "  out[other] = sum;\n"
      "}\n");
  EXPECT_THAT(index.lines_of_value(9, 6), ElementsAre(3, 4, 6, 8));
  EXPECT_THAT(index.lines_of_value(9, 3), IsEmpty()) << "too many to tell anything";
  EXPECT_THAT(index.lines_of_value(2, 6), IsEmpty());
  EXPECT_THAT(index.stores_to("tile", 9), ElementsAre(5));
  EXPECT_THAT(index.stores_to("sum", 9), IsEmpty()) << "no array";
  EXPECT_THAT(index.shuffles, ElementsAre(8));
  EXPECT_THAT(index.lines_of_indices(9, 6), ElementsAre(3, 6, 7, 8));
  EXPECT_THAT(index.lines_of_indices(9, 3), IsEmpty());
  EXPECT_THAT(index.lines_with("one", index.functions[0]), ElementsAre(4, 5, 6));
}

TEST(SourceIndex, ALaunchKnowsTheLinesOfItsShape) {
  const SourceIndex index = index_source(
      "int blocks_for(int n) {\n"
      "  return n / 32;\n"
      "}\n"
      "void f(float* out, int n) {\n"
      "  const dim3 block = dim3(32);\n"
      "  int other = 3;\n"
      "  k<float, 3><<<blocks_for(n), block>>>(out, other);\n"
      "}\n");
  EXPECT_THAT(index.lines_of_shape(7), ElementsAre(1, 5));
  EXPECT_THAT(index.lines_of_shape(6), IsEmpty());
}

TEST(SourceIndex, AConditionReachesToTheEndOfItsStatement) {
  const SourceIndex index = index_source(
      "void f(float* out, int n) {\n"
      "  for (int i = 0; i < n; ++i) {\n"
      "    if (i > 3)\n"
      "      out[i] = g(i);\n"
      "    out[0] = 1;\n"
      "  }\n"
      "  do out[1] = 2; while (n);\n"
      "}\n");
  const auto around = index.conditions_around(4);
  ASSERT_EQ(around.size(), 2U);
  EXPECT_EQ(around[0].line, 2);
  EXPECT_TRUE(around[0].is_loop);
  EXPECT_EQ(around[1].line, 3);
  EXPECT_FALSE(around[1].is_loop);
  EXPECT_EQ(index.conditions_around(5).size(), 1U);
  EXPECT_THAT(index.conditions_around(7), IsEmpty());
}

TEST(SourceIndex, AVariableThatEveryRoundSetsAnewIsSeen) {
  const SourceIndex index = index_source(
      "void f(float* out, const float* a, int n) {\n"
      "  float sum = 0, best = -1, last = 0;\n"
      "  sum = 0;\n"
      "  best = 0;\n"
      "  for (int i = 0; i < n; ++i) {\n"
      "    sum = a[i] * 2;\n"
      "    best = max(best, a[i]);\n"
      "    const float own = a[i];\n"
      "    last += own;\n"
      "  }\n"
      "  out[0] = sum;\n"
      "}\n");
  ASSERT_NE(index.overwritten_in_loop(6), nullptr);
  EXPECT_EQ(index.overwritten_in_loop(6)->name, "sum");
  for (const int line : {3, 7, 8, 9, 11}) EXPECT_EQ(index.overwritten_in_loop(line), nullptr) << line;
}

TEST(SourceIndex, ASumThatRoundsOfAnOuterLoopShareIsSeen) {
  const SourceIndex index = index_source(
      "void f(float* out, const float* a, int n) {\n"
      "  float sum = 0, total = 0;\n"
      "  for (int r = 0; r < 4; ++r) {\n"
      "    for (int k = 0; k < n; ++k) sum += a[k];\n"
      "    out[r] = sum;\n"
      "  }\n"
      "  for (int r = 0; r < 4; ++r) {\n"
      "    total += a[r];\n"
      "    out[r] = total;\n"
      "  }\n"
      "  for (int r = 0; r < 4; ++r) {\n"
      "    float own = 0;\n"
      "    for (int k = 0; k < n; ++k) own += a[k];\n"
      "    out[r] = own;\n"
      "  }\n"
      "}\n");
  EXPECT_EQ(index.line_of_sum_kept(5), 2);
  EXPECT_EQ(index.line_of_sum_kept(9), 0);
  EXPECT_EQ(index.line_of_sum_kept(14), 0);
}

TEST(SourceIndex, VariablesThatOutliveACallAndArgumentsOfCallsAreKnown) {
  const SourceIndex index = index_source(
      "__device__ unsigned count = 0, other;\n"
      "static __device__ alignas(128) float shares[64];\n"
      "__device__ void f() {}\n"
      "static void g(const void* to) {\n"
      "  static bool is_first{true};\n"
      "  cudaMemcpy(to, h(1, 2) + 3, n * sizeof(int), cudaMemcpyHostToDevice);\n"
      "}\n");
  ASSERT_EQ(index.kept.size(), 3U);
  EXPECT_EQ(index.kept[0].name, "count");
  EXPECT_EQ(index.kept[1].name, "shares");
  EXPECT_EQ(index.kept[2].name, "is_first");
  ASSERT_EQ(index.calls.size(), 1U);
  EXPECT_EQ(index.calls[0].line, 6);
  EXPECT_THAT(index.calls[0].arguments, ElementsAre("to", "h(1,2)+3", "n*sizeof(int)", "cudaMemcpyHostToDevice"));
}

TEST(SourceIndex, WhatAnAssignmentIsMadeOfIsSeen) {
  const SourceIndex index =
      index_source("void f() {\n  a = -2.5f;\n  b[1] = c[2][i[3]];\n  d += e[0];\n  k = b[1] * 2;\n}\n");
  ASSERT_EQ(index.assignments.size(), 4U);
  EXPECT_EQ(index.assignments[0].number, "-2.5f");
  EXPECT_TRUE(index.assignments[1].is_copy);
  EXPECT_TRUE(index.assignments[2].is_combined);
  EXPECT_FALSE(index.assignments[2].is_copy);
  EXPECT_FALSE(index.assignments[3].is_copy);
}

TEST(SourceIndex, ASubscriptAndAQuotientAreSeen) {
  const SourceIndex index = index_source("void f() {\n  a[2] = n / m;\n  b[i + 1] = n / m + 1;\n  c = n / 8;\n}\n");
  ASSERT_EQ(index.assignments.size(), 3U);
  EXPECT_EQ(index.assignments[0].subscript, "2");
  EXPECT_EQ(index.assignments[0].dividend + " by " + index.assignments[0].divisor, "n by m");
  EXPECT_EQ(index.assignments[1].subscript + index.assignments[1].divisor, "");
  EXPECT_EQ(index.assignments[2].divisor, "8");
}

TEST(SourceIndex, AnElementThatNoRoundChangesIsSeen) {
  const SourceIndex index = index_source(
      "void f() {\n"
      "  for (int k = 0; k < n; k++) {\n"
      "    a[i] += b[i][k];\n"
      "    c[j + 1] = d[m];\n"
      "    j += 2;\n"
      "    --m;\n"
      "  }\n"
      "}\n");
  ASSERT_EQ(index.elements.size(), 4U);
  EXPECT_THAT(index.elements[1].index, ElementsAre("i", "k"));
  EXPECT_EQ(index.loop_around(8).line, 0);
  const SourceCondition loop = index.loop_around(3);
  EXPECT_EQ(loop.line, 2);
  std::vector<bool> same;
  for (const SourceElement& one : index.elements) same.push_back(index.is_same_in_all_rounds(one, loop));
  EXPECT_THAT(same, ElementsAre(true, false, false, false));
}

TEST(SourceIndex, BrokenCodeIsIndexedAsFarAsItGoes) {
  EXPECT_THAT(index_source("").functions, IsEmpty());
  EXPECT_THAT(names(index_source("}}} ) void f() { {")), ElementsAre("f"));
  EXPECT_THAT(index_source("> <<<").launches.size(), 1U);
  for (const char* text : {"=", "] =", ") = 3", "a[ = ", "+= = -=", "f() { a.b.c = d", "if (", "for (;", "while (a) {",
                           "cuda(", "static", "__device__ int"}) {
    EXPECT_THAT(index_source(text).lines_of_value(1, 9), IsEmpty()) << text;
  }
  EXPECT_EQ(index_source("<<<").launches.front().kernel, "");
}

// What is quadratic in such inputs would take minutes, in the grader's own process.
TEST(SourceIndex, LongInputsComeToAnEnd) {
  for (const std::string piece :
       {"for (;;) ", "for (;;) a = b, ", "if (", "while (a) {", "a = ", "a[", "a = b[", "a = 1 + ", "a(", "cudaFree(",
        "a><<<", "a<<<(", "a]] = ", "static a ", "void f(int a) { f(a); }\n", "int a, b = c, "}) {
    std::string source = "void run(int* a) {";
    for (int i = 0; i < 10000; ++i) source += piece;
    index_source(source).used_by("f");
  }
}

TEST(SourceIndex, FunctionsAreUsedByThoseThatNameThem) {
  const SourceIndex index = index_source(
      "void c() {}\n"
      "void d() { c(); }\n"
      "void unused() { d(); }\n"
      "void b(int) { d(); }\n"
      "void b() {}\n"
      "void run() { b(); c(); }\n");
  std::vector<std::string> used;
  for (const SourceFunction* const function : index.used_by("run")) used.push_back(function->name);
  EXPECT_THAT(used, ElementsAre("run", "c", "b", "b", "d"));
}

TEST(SourceIndex, WhereAnElseEndsIsKnown) {
  const SourceIndex index =
      index_source("void f(int a) {\n  if (a > 0) {\n    g();\n  } else {\n    h();\n  }\n  if (a) g();\n}\n");
  ASSERT_EQ(index.conditions.size(), 2U);
  EXPECT_EQ(index.conditions[0].last_line, 4);
  EXPECT_EQ(index.conditions[0].last_of_else, 6);
  EXPECT_EQ(index.conditions[1].last_of_else, 0);
}

TEST(SourceIndex, FindsWhatIsZeroAndWhatDecidesAboutNothing) {
  const SourceIndex index = index_source(
      "const float scale = 1 / 16;\n"
      "void run(int a) {\n"
      "  if (f(a) < 2);\n"
      "  a = 3 / 2 + a / 16 + 1.f / 16 + a * 1 / 16 + (float)1 / 16;\n"
      "  if (a) { a = 0; }\n"
      "  if (a == 3); else a = 0;\n"
      "}\n");
  ASSERT_EQ(index.zero_quotients.size(), 1U);
  EXPECT_EQ(index.zero_quotients[0].name, "1 / 16");
  EXPECT_EQ(index.zero_quotients[0].line, 1);
  EXPECT_EQ(index.empty_ifs, std::vector<int>{3});
}

TEST(SourceIndex, AParameterWithADefaultHasItsOwnName) {
  const SourceIndex index = index_source("void f(float* a, int n, cudaStream_t stream = nullptr, int m = 3) {}\n");
  ASSERT_EQ(index.functions.size(), 1U);
  ASSERT_EQ(index.functions[0].named.size(), 4U);
  EXPECT_EQ(index.functions[0].named[2].name, "stream");
  EXPECT_EQ(index.functions[0].named[3].name, "m");
}

TEST(SourceIndex, ACastIsNoPartOfAValue) {
  const SourceIndex index = index_source(
      "void f(int n) {\n"
      "  size_t step = static_cast<unsigned long>(gridDim.x) * (size_t)(n) + (int)n * half(1) - size_t(n);\n"
      "}\n");
  ASSERT_EQ(index.assignments.size(), 1U);
  EXPECT_EQ(index.assignments[0].from, (std::vector<std::string>{"gridDim", "n", "n", "half", "n"}));
}

TEST(SourceIndex, AtomicFunctionsHaveTheirArguments) {
  const SourceIndex index = index_source("__device__ void f() {\n  last = atomicInc(&done, blocks - 1);\n}\n");
  ASSERT_EQ(index.atomics.size(), 1U);
  EXPECT_EQ(index.atomics[0].name, "atomicInc");
  EXPECT_EQ(index.atomics[0].line, 2);
  EXPECT_EQ(index.atomics[0].arguments, (std::vector<std::string>{"&done", "blocks-1"}));
}

TEST(SourceIndex, ALambdaKnowsWhatItCopies) {
  const SourceIndex index = index_source(
      "void f(int n) {\n"
      "  int a[2], b = a[0];\n"
      "  const auto all = [=, &b](int i) -> const float* {\n"
      "    return p + b;\n"
      "  };\n"
      "  const auto some = [a, &n] { return a; };\n"
      "  run([&](int i) { b = i; });\n"
      "}\n");
  ASSERT_EQ(index.lambdas.size(), 3U);
  EXPECT_EQ(index.lambdas[0].name, "all");
  EXPECT_EQ(index.lambdas[0].line, 3);
  EXPECT_EQ(index.lambdas[0].last_line, 5);
  EXPECT_TRUE(index.lambdas[0].copies_all);
  EXPECT_EQ(index.lambdas[0].referred, std::vector<std::string>{"b"});
  EXPECT_FALSE(index.lambdas[1].copies_all);
  EXPECT_EQ(index.lambdas[1].copied, std::vector<std::string>{"a"});
  EXPECT_EQ(index.lambdas[1].referred, std::vector<std::string>{"n"});
  EXPECT_EQ(index.lambdas[2].name, "");
  EXPECT_FALSE(index.lambdas[2].copies_all);
}

TEST(SourceIndex, AnObjectWithoutANameEndsWithItsStatement) {
  const SourceIndex index = index_source(
      "struct Window {\n"
      "  Window(int* p, int n);\n"
      "  ~Window() { take_back(); }\n"
      "};\n"
      "Window::Window(int* p, int n) { set(p, n); }\n"
      "struct Plain { Plain(int n) {} };\n"
      "void f(int* p, int n) {\n"
      "  Window(p, n);\n"
      "  Window named(p, n);\n"
      "  Plain(3);\n"
      "}\n");
  std::vector<int> lines;
  for (const SourceName& one : index.nameless) {
    if (one.line > 6) lines.push_back(one.line);
  }
  EXPECT_EQ(lines, std::vector{8});
}

TEST(SourceIndex, DirectivesThatAskForTheEmulatorAreKnown) {
  EXPECT_THAT(index_source("// SIMT_EMULATOR\n#if defined(SIMT_EMULATOR)\nint i;\n#endif\n").emulator_questions,
              testing::ElementsAre(2));
  EXPECT_THAT(index_source("#ifdef OTHER\n#endif\nconst char* s = \"SIMT_EMULATOR\";\n").emulator_questions,
              testing::IsEmpty());
}

TEST(SourceIndex, TheLineThatMultipliesAThreadsNumberIsFound) {
  const auto step_of = [](const std::string& body, int line) {
    return index_source("__global__ void f(float* out, const float* in, int n) {\n" + body + "}\n").line_of_step(line);
  };
  EXPECT_EQ(step_of("  const int i = (blockIdx.x * 64 + threadIdx.x) * 8;\n  out[i] = in[0];\n", 3), 2);
  EXPECT_EQ(step_of("  const int t = blockIdx.x * 64 + threadIdx.x;\n  const int i = min(n, t * 8);\n"
                    "  for (int j = i; j < n; ++j) out[j] = in[0];\n",
                    4),
            3);
  EXPECT_EQ(step_of("  const int i = blockIdx.x * 64 + threadIdx.x;\n  out[i] = in[0];\n", 3), 0)
      << "nothing is multiplied";
  EXPECT_EQ(step_of("  const int i = threadIdx.x;\n  out[i * n] = in[0];\n", 3), 0) << "the line itself multiplies";
  EXPECT_EQ(step_of("  const int i = threadIdx.y * 8;\n  out[i] = in[0];\n", 3), 0) << "no neighbours";
}

TEST(SourceIndex, AConditionMayBeOneVariable) {
  const SourceIndex index = index_source("void f(int odd) {\n  if (odd) g();\n  if (odd % 2 == 0) g();\n}\n");
  ASSERT_EQ(index.conditions.size(), 2U);
  EXPECT_EQ(index.conditions[0].name, "odd");
  EXPECT_EQ(index.conditions[1].name, "");
}

}  // namespace
}  // namespace simt
