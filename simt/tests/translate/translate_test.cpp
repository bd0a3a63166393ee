// What a student may write, and that its translation is right and on the same line; and that a clear message refuses
// what the emulator cannot do.
#include "simt/translate/translate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "simt/translate/cuda_rules.hpp"

namespace {

using simt::for_cuda_front_end;
using simt::translate;
using simt::Translation;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// The translation without its #line, blanks squeezed: `a  b` and `a b` mean the same.
std::string squeezed(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == ' ' && (result.empty() || result.back() == ' ' || result.back() == '\n')) continue;
    result += c;
  }
  return result;
}

std::string translated(std::string_view source) {
  const Translation result = translate(source, "t.cu");
  EXPECT_THAT(result.errors, IsEmpty()) << result.errors.front().message;
  const std::string first_line = "#line 1 \"t.cu\"\n";
  EXPECT_TRUE(result.source.starts_with(first_line));
  const std::string rest = result.source.substr(first_line.size());
  EXPECT_EQ(std::count(rest.begin(), rest.end(), '\n'), std::count(source.begin(), source.end(), '\n'));
  return squeezed(rest);
}

std::string in_kernel(std::string_view statement) {
  const std::string text = translated("void f() {" + std::string(statement) + "}");
  return text.substr(10, text.size() - 11);
}

// "line: message" of every error.
std::vector<std::string> errors(std::string_view source) {
  std::vector<std::string> result;
  for (const auto& error : translate(source, "t.cu").errors) {
    result.push_back(std::to_string(error.line) + ": " + error.message);
  }
  return result;
}

std::string call(const std::string& name) { return "[&](auto&&... simt_args) { " + name + "(simt_args...); }"; }
std::string launch(const std::string& configuration, const std::string& name, const std::string& arguments) {
  return "simt::launch(simt::Launch{" + configuration + "}, \"" + name + "\", " + call(name) + arguments + ")";
}

// --- launches ---

TEST(Launch, PassesConfigurationNameAndArguments) {
  EXPECT_EQ(translated("copy<<<blocks, 256>>>(out, in);"), launch("blocks, 256", "copy", ", out, in") + ";");
}

TEST(Launch, TakesSharedBytesAndStream) {
  EXPECT_EQ(translated("k<<<g, b, 4 * n, stream>>>(x);"), launch("g, b, 4 * n, stream", "k", ", x") + ";");
}

// A null pointer is a null pointer only where it is written: it stays in the call.
TEST(Launch, ANullPointerAsALiteral) {
  const auto with = [](const std::string& lambda, const std::string& arguments) {
    return "simt::launch(simt::Launch{1, 2}, \"k\", " + lambda + arguments + ");";
  };
  EXPECT_EQ(translated("k<<<1, 2>>>(a, 0, f(b, c));"),
            with("[&](auto&& simt_arg_0, auto&& simt_arg_2) { k(simt_arg_0, 0, simt_arg_2); }", ", a , f(b, c)"));
  EXPECT_EQ(translated("k<<<1, 2>>>(NULL);"), with("[&]() { k(NULL); }", ""));
  EXPECT_EQ(translated("k<<<1, 2>>>(0, n);"), with("[&](auto&& simt_arg_1) { k(0, simt_arg_1); }", " , n"));
  EXPECT_EQ(translated("k<<<1, 2>>>(n,\n0);"), with("[&](auto&& simt_arg_0) { k(simt_arg_0, 0); }", ", n\n"));
  // 10 and a[0] are no such literals; what may be template arguments is left alone.
  EXPECT_EQ(translated("k<<<1, 2>>>(10, a[0]);"), launch("1, 2", "k", ", 10, a[0]") + ";");
  EXPECT_EQ(translated("k<<<1, 2>>>(f<a, b>(c), 0);"), launch("1, 2", "k", ", f<a, b>(c), 0") + ";");
}

TEST(Launch, WithoutArguments) {
  EXPECT_EQ(translated("k<<<1, 2>>>();"), launch("1, 2", "k", "") + ";");
  EXPECT_EQ(translated("k<<<1, 2>>>(/* none */);"), launch("1, 2", "k", "/* none */") + ";");
}

TEST(Launch, NamesMayBeQualifiedOrTemplates) {
  for (const std::string name :
       {"a::b", "::k", "a::b::c", "k<32, float>", "k<(N>1)>", "k<N << 2>", "a::k<A<B<int>>>", "S<int>::k",
        "S<int>::template k<3>", "p->k<int>", "(k)", "k<sizeof(int)>", "k<'\"'>", "k<>"}) {
    SCOPED_TRACE(name);
    std::string literal = name;
    if (const auto quote = literal.find('"'); quote != std::string::npos) literal.insert(quote, "\\");
    EXPECT_EQ(translated("else " + name + "<<<g, b>>>(x);"),
              "else simt::launch(simt::Launch{g, b}, \"" + literal + "\", " + call(name) + ", x);");
  }
}

// As nvcc has it, the host reads a pointer once.
TEST(Launch, APointerIsReadWhenItIsLaunched) {
  for (const std::string name : {"table[i]", "kernels.fast", "p->k", "pick(3)", "(large ? a : b)"}) {
    EXPECT_EQ(translated(name + "<<<g, b>>>(x);"), "simt::launch(simt::Launch{g, b}, \"" + name +
                                                       "\", [&, simt_kernel = " + name +
                                                       "](auto&&... simt_args) { simt_kernel(simt_args...); }, x);");
  }
}

TEST(Launch, DoesNotSwallowWhatStandsBeforeTheName) {
  EXPECT_EQ(translated("if (n > 1) k<<<1, 2>>>(x);"), "if (n > 1) " + launch("1, 2", "k", ", x") + ";");
  EXPECT_EQ(translated("if (n > 1) (k)<<<1, 2>>>(x);"), "if (n > 1) " + launch("1, 2", "(k)", ", x") + ";");
  EXPECT_EQ(translated("return k<<<1, 2>>>(x);"), "return " + launch("1, 2", "k", ", x") + ";");
  EXPECT_EQ(translated("a < b; k<<<1, 2>>>(x);"), "a < b; " + launch("1, 2", "k", ", x") + ";");
}

TEST(Launch, ConfigurationMayHoldAnyExpression) {
  for (const std::string configuration :
       {"dim3((w + 31) / 32, (h + 31) / 32), dim3(32, 8)", "dim3{1, 2}, b", "tiles(w, f(h, 3)), b", "n >> 5, 32",
        "n > 4 ? 8 : 4, 32", "n < 4 ? 8 : 4, 32", "A<B<C<int>>>::value, 2", "f<A<B<int>>>(5), 2",
        "f<1, A<B<int>>>(5), 2", "(n<<2), b", "n << 2, b", "g, b, sizeof(A<B<C<int>>>)", "g, b, n * sizeof(float)",
        "std::min<long>(a, b), 256", "1, 2, 0, s[1]"}) {
    SCOPED_TRACE(configuration);
    EXPECT_EQ(translated("k<<<" + configuration + ">>>(x);"), launch(configuration, "k", ", x") + ";");
  }
}

TEST(Launch, ArgumentsMayHoldAnyExpression) {
  for (const std::string arguments : {"f(a, b), g<int, 3>(c)", "a >> 3, b << 2", "std::pair<int, int>{1, 2}.first",
                                      "A<B<C<int>>>(3)", "\")\", ')'", "[=] { return 1; }()"}) {
    SCOPED_TRACE(arguments);
    EXPECT_EQ(translated("k<<<1, 2>>>(" + arguments + ");"), launch("1, 2", "k", ", " + arguments) + ";");
  }
}

TEST(Launch, EveryTokenStaysOnItsLine) {
  EXPECT_EQ(translated("k  // the kernel\n"
                       "  <<<grid,\n"
                       "     block  // why\n"
                       "  >>>(a,\n"
                       "      /* and\n"
                       "         then */ b);\n"
                       "after();\n"),
            "// the kernel\n"
            "simt::launch(simt::Launch{grid,\n"
            "block // why\n"
            "}, \"k\", " +
                call("k") +
                ", a,\n"
                "/* and\n"
                "then */ b);\n"
                "after();\n");
}

TEST(Launch, NameOverSeveralLinesKeepsTheLineCount) {
  EXPECT_EQ(translated("k<32,\n  float><<<1, 2>>>(x);"), "\n" + launch("1, 2", "k<32, float>", ", x") + ";");
}

TEST(Launch, SeveralOnOneLineAndWithinArguments) {
  EXPECT_EQ(translated("a<<<1, 2>>>(x); b<<<3, 4>>>(y);"),
            launch("1, 2", "a", ", x") + "; " + launch("3, 4", "b", ", y") + ";");
  EXPECT_EQ(translated("a<<<1, 2>>>([&] { b<<<3, 4>>>(y); });"),
            launch("1, 2", "a", ", [&] { " + launch("3, 4", "b", ", y") + "; }") + ";");
}

TEST(Launch, InMacros) {
  EXPECT_EQ(translated("#define RUN k<<<1, 2>>>(x)"), "#define RUN " + launch("1, 2", "k", ", x"));
  EXPECT_EQ(translated("#define RUN(a) \\\n  k<<<1, 2>>> \\\n   (a)\nnext"),
            "#define RUN(a) \\\nsimt::launch(simt::Launch{1, 2}, \"k\", " + call("k") + " \\\n, a)\nnext");
}

TEST(Launch, MacroParametersAreNamedWhereTheMacroIsUsed) {
  EXPECT_EQ(translated("#define LAUNCH(k) k<<<1,2>>>(x)"),
            "#define LAUNCH(k) simt::launch(simt::Launch{1,2}, #k, " + call("k") + ", x)");
  EXPECT_EQ(
      translated("#define L(k, N) k##_v1<N, 3><<<1,2>>>(x)"),
      "#define L(k, N) simt::launch(simt::Launch{1,2}, #k \"_v1<\" #N \", 3>\", " + call("k##_v1<N, 3>") + ", x)");
}

TEST(Launch, MacroArgumentsMayBeNone) {
  EXPECT_EQ(translated("#define L(k, ...) k<<<1,2>>>(__VA_ARGS__)"),
            "#define L(k, ...) simt::launch(simt::Launch{1,2}, #k, " + call("k") + ", ##__VA_ARGS__)");
  EXPECT_EQ(translated("#define L(k, c) k<<<c>>>(1)"),
            "#define L(k, c) simt::launch(simt::Launch{c}, #k, " + call("k") + ", 1)");
}

TEST(Launch, LineContinuationsWithinTokensKeepTheLines) {
  EXPECT_EQ(translated("ker\\\nnel<<<1, 2>>>(x);\nnext"), "\\\n" + launch("1, 2", "kernel", ", x") + ";\nnext");
}

TEST(Launch, SurvivesWindowsLineEnds) {
  EXPECT_EQ(translated("#define L(k) \\\r\n k<<<1, 2>>>(x)\r\nL(a);\r\n"),
            "#define L(k) \\\r\nsimt::launch(simt::Launch{1, 2}, #k, " + call("k") + ", x)\r\nL(a);\r\n");
}

// --- what is not a launch ---

TEST(Untouched, TemplatesShiftsCommentsAndStrings) {
  for (const std::string source : {"A<B<C<int>>> x;",
                                   "A<B<C<int>>>(x);",
                                   "x = a << b >> c;",
                                   "a <<= 1; a >>= 1;",
                                   "std::cout << x << y;",
                                   "// k<<<1, 2>>>(x); asm\n",
                                   "/* k<<<1, 2>>>(x); \n asm(\"\") */",
                                   "s = \"k<<<1, 2>>>(x) asm\";",
                                   "s = \"\\\"k<<<1\";",
                                   "s = R\"(k<<<1, 2>>>(x) \" asm)\";",
                                   "s = u8R\"x(k<<< )\" )x\";",
                                   "c = '\"'; d = '<';",
                                   "n = 1'000'000; m = 0x1.8p+3 + 1e-3;",
                                   "#error don't launch k<<<1, 2>>>(x)\n",
                                   "// never \\\n k<<<1, 2>>>(x)\n",
                                   "auto& operator<<<int>(A&);",
                                   "a = b <=> c;",
                                   "int asmx, _asm;",
                                   "x = L'<' + u\"<<<\"[0];",
                                   ""}) {
    SCOPED_TRACE(source);
    EXPECT_EQ(translated(source), squeezed(source));
  }
}

TEST(Untouched, GroupsThatAreCertainlySkipped) {
  for (const std::string source :
       {"#if 0\nit doesn't matter: k<<<1>>>; asm(\"\");\n#endif\n", "#if 1\nint a;\n#else\nasm(\"\");\n#endif\n",
        "#if 0\n#if A\nasm\n#else\nasm\n#endif\nasm\n#endif\n", "#if 0\n#include <cooperative_groups.h>\n#endif\n"}) {
    SCOPED_TRACE(source);
    EXPECT_EQ(translated(source), source);
  }
  EXPECT_EQ(translated("#if 0\nasm\n#else\nk<<<1, 2>>>(x);\n#endif\n"),
            "#if 0\nasm\n#else\n" + launch("1, 2", "k", ", x") + ";\n#endif\n");
}

// --- dynamic shared memory ---

TEST(DynamicShared, BecomesAPointerToTheBlocksMemory) {
  EXPECT_EQ(in_kernel("extern __shared__ float s[];"),
            " float * const s = static_cast<float*>(simt::dynamic_shared());");
  EXPECT_EQ(in_kernel("extern __shared__ unsigned int s[];"),
            " unsigned int * const s = static_cast<unsigned int*>(simt::dynamic_shared());");
  EXPECT_EQ(in_kernel("extern volatile __shared__ float4 s[];"),
            " volatile float4 * const s = static_cast<volatile float4*>(simt::dynamic_shared());");
  EXPECT_EQ(in_kernel("__shared__ extern std::pair<int, int> s[];"),
            " std::pair<int, int> * const s = static_cast<std::pair<int, int>*>(simt::dynamic_shared());");
}

TEST(DynamicShared, AlignmentIsDropped) {
  const std::string expected = " char * const s = static_cast<char*>(simt::dynamic_shared());";
  EXPECT_EQ(in_kernel("extern __shared__ __align__(16) char s[];"), expected);
  EXPECT_EQ(in_kernel("extern __shared__ alignas(sizeof(float4)) char s[];"), expected);
  EXPECT_EQ(in_kernel("extern __align__(16) __shared__ char s[];"), expected);
}

// What stands behind every variable in shared memory.
std::string gap(int number) { return "; SIMT_SHARED_GAP(" + std::to_string(number) + ");"; }

TEST(Shared, AGapBehindEveryVariable) {
  EXPECT_EQ(in_kernel("__shared__ float s[4]; int a;"), "__shared__ float s[4]" + gap(0) + " int a;");
  EXPECT_EQ(in_kernel("static __shared__ A<B<1, 2>, 3> s[(2 > 1)];"),
            "static __shared__ A<B<1, 2>, 3> s[(2 > 1)]" + gap(0));
  EXPECT_EQ(in_kernel("__shared__ struct { int a; float b; } s;"), "__shared__ struct { int a; float b; } s" + gap(0));
  EXPECT_EQ(in_kernel("__shared__ int a;\n__shared__ int\nb;"),
            "__shared__ int a" + gap(0) + "\n__shared__ int\nb" + gap(1));
}

TEST(Shared, AGapBetweenDeclarators) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"__shared__ float", "s[4]"},
      {"volatile __shared__ unsigned int", "s[f(3, 4)][4]"},
      {"static __shared__ const A < B , 3 >", "* const * s"},
      {"__align__ ( 8 ) __shared__ a :: b", "*s"},
      {"__shared__ int const", "s"},
  };
  for (const auto& [specifiers, declarator] : cases) {
    SCOPED_TRACE(specifiers);
    EXPECT_EQ(in_kernel("{ " + specifiers + " " + declarator + ", t[2], u; }"),
              "{ " + specifiers + " " + declarator + gap(0) + " " + specifiers + " t[2]" + gap(1) + " " + specifiers +
                  " u" + gap(2) + " }");
  }
}

TEST(Shared, OutsideAFunctionInOrder) {
  EXPECT_EQ(translated("namespace a { __shared__ float s[4], t; }"),
            "namespace a { SIMT_SHARED_IN_ORDER float s[4]" + gap(0) + " SIMT_SHARED_IN_ORDER float t" + gap(1) + " }");
}

TEST(Shared, NoGapWhereNoVariableIs) {
  for (const std::string source : {"#define TILE __shared__ float s[4];", "__shared__ float s"}) {
    EXPECT_EQ(translated(source), source);
  }
  EXPECT_EQ(translated("f(__shared__ float s, __constant__ int c);"), "f( float s, int c);");
  // What cannot be taken apart has one gap.
  for (const std::string declaration : {"__shared__ struct { int a; } s, t", "float __shared__ s[4], t",
                                        "__shared__ float (*s)[3], t", "__shared__ int s = 1, t"}) {
    EXPECT_EQ(in_kernel(declaration + ";"), declaration + gap(0));
  }
}

// --- variables in global memory ---

TEST(DeviceVariable, IsMarked) {
  for (const std::string rest :
       {" int a;", " float a[4] = {1, 2};", " A<(1 > 0), int> a, b;", " unsigned long long a{3};", " int a(3);",
        " const float* a;", " struct { const int x; } a;", " volatile int a = 0;", " __align__(16) char a[3];",
        " int (*a)(int);"}) {
    SCOPED_TRACE(rest);
    EXPECT_EQ(translated("__device__" + rest), "__device__ SIMT_DEVICE_VARIABLE" + rest);
    EXPECT_EQ(translated("static __device__" + rest), "static __device__ SIMT_DEVICE_VARIABLE" + rest);
  }
  EXPECT_EQ(translated("#define ALIGN(n) __align__(n)\n__device__ ALIGN(4) char a;"),
            "#define ALIGN(n) __align__(n)\n__device__ SIMT_DEVICE_VARIABLE ALIGN(4) char a;");
  EXPECT_EQ(translated("int __device__ a;"), "int __device__ SIMT_DEVICE_VARIABLE a;");
  EXPECT_EQ(translated("__device__ alignas(16) int a;"), "__device__ SIMT_DEVICE_VARIABLE _Alignas(16) int a;");
  EXPECT_EQ(translated("#define TABLE(name) __device__ int name[4]\n"),
            "#define TABLE(name) __device__ SIMT_DEVICE_VARIABLE int name[4]\n");
  EXPECT_EQ(translated("#define D __device__\n#define S static D\nS int a;\nS int f();"),
            "#define D __device__\n#define S static D\nS SIMT_DEVICE_VARIABLE int a;\nS int f();");
}

TEST(DeviceVariable, OtherVariablesAreNotMarked) {
  for (const std::string source :
       {"__device__ int f(int a);", "__device__ A<int> f() { return {}; }", "__device__ int operator<(A, A);",
        "__device__ bool operator=(A);", "f([=] __device__ (int i) { return 1; });", "__device__ auto f() -> A { }",
        "__host__ __device__ int f();", "__device__ __constant__ int a;", "__constant__ __device__ int a;",
        "__device__ __managed__ int a;", "f(__device__ int a);", "__device__ __forceinline__ A::A() {}",
        "__device__"}) {
    SCOPED_TRACE(source);
    EXPECT_EQ(translated(source), source);
  }
}

TEST(DeviceVariable, WhatIsConstLiesApart) {
  EXPECT_EQ(translated("__device__ const float a[2] = {1, 2};"),
            "__device__ SIMT_DEVICE_READ_ONLY const float a[2] = {1, 2};");
  EXPECT_EQ(translated("const __device__ int a = 1;"), "const __device__ SIMT_DEVICE_READ_ONLY int a = 1;");
  EXPECT_EQ(translated("static constexpr __device__ int a = 1;"),
            "static constexpr __device__ SIMT_DEVICE_READ_ONLY int a = 1;");
  EXPECT_EQ(translated("__device__ int* const a = b;"), "__device__ SIMT_DEVICE_READ_ONLY int* const a = b;");
  EXPECT_EQ(translated("__device__ const int* a;"), "__device__ SIMT_DEVICE_VARIABLE const int* a;");
}

TEST(ReferenceCast, CastsTheAddress) {
  EXPECT_EQ(translated("auto v = reinterpret_cast<const float4&>(a[i]);"),
            "auto v = (*reinterpret_cast<::std::add_pointer_t<const float4&>>(__builtin_addressof(a[i])));");
  EXPECT_EQ(translated("#define FOUR(a) reinterpret_cast<float4&>(a)\n"),
            "#define FOUR(a) (*reinterpret_cast<::std::add_pointer_t<float4&>>(__builtin_addressof(a)))\n");
  EXPECT_EQ(translated("reinterpret_cast<A<int>&>(a) = b;"),
            "(*reinterpret_cast<::std::add_pointer_t<A<int>&>>(__builtin_addressof(a))) = b;");
  EXPECT_EQ(translated("(float4&)a[i] = (const int2&)*b;"), "*(float4*)&a[i] = *(const int2*)&*b;");
}

TEST(ReferenceCast, OthersStayAsTheyAre) {
  for (const std::string source : {"reinterpret_cast<float4*>(a);", "reinterpret_cast<float4&&>(a);",
                                   "reinterpret_cast<float4&>", "(const int&)a;", "(Base&)a;", "void f(float4&);",
                                   "void (*f)(float4&);", "void f(float4& a);", "A f(float4&) const;"}) {
    SCOPED_TRACE(source);
    EXPECT_EQ(translated(source), source);
  }
}

TEST(Constant, WhatIsConstLiesApart) {
  EXPECT_EQ(translated("__constant__ const int a[2] = {};"), "SIMT_CONSTANT_READ_ONLY const int a[2] = {};");
  EXPECT_EQ(translated("constexpr __constant__ int a = 1;"), "constexpr SIMT_CONSTANT_READ_ONLY int a = 1;");
  EXPECT_EQ(translated("__constant__ const int* a;"), "__constant__ const int* a;");
  EXPECT_EQ(translated("__constant__ int a;"), "__constant__ int a;");
}

TEST(Kernel, WithABranchAndWithoutReturnIsMarked) {
  EXPECT_EQ(translated("__global__ void __launch_bounds__(N) k(int n) { if (n) f(); }"),
            "__global__ SIMT_WITHOUT_RETURN void __launch_bounds__(N) k(int n) {simt::launch_bounds(N); if (n) f(); }");
  for (const std::string source :
       {"__global__ void k(int n) { if (n) return; f(); }", "__global__ void k(int n) { f(); }",
        "__global__ void k(int n); int g() { if (a) f(); }", "void k(int n) { if (n) f(); }",
        "#define LEAVE_IF(c) if (c) return\n__global__ void k(int n) { LEAVE_IF(n); if (n) f(); }"}) {
    SCOPED_TRACE(source);
    EXPECT_EQ(translated(source), source);
  }
}

TEST(Kernel, WithLaunchBoundsRefusesLargerBlocks) {
  const std::string check = "simt::launch_bounds(N, 2);";
  EXPECT_EQ(translated("__global__ void __launch_bounds__(N, 2) k() { f(); }"),
            "__global__ void __launch_bounds__(N, 2) k() {" + check + " f(); }");
  EXPECT_EQ(translated("__launch_bounds__(N, 2) __global__ void k() {}"),
            "__launch_bounds__(N, 2) __global__ void k() {" + check + "}");
  EXPECT_EQ(translated("__global__ void __launch_bounds__(N, 2) k();"), "__global__ void __launch_bounds__(N, 2) k();");
}

TEST(Function, ParametersThatAreAutoAreThoseOfATemplate) {
  EXPECT_EQ(translated("__global__ void k(auto* a, auto b) {}"),
            "template <class auto_1, class auto_2> __global__ void k(auto_1* a, auto_2 b) {}");
  EXPECT_EQ(translated("template <class T> void f(T a, auto... b);"),
            "template <class T, class... auto_1> void f(T a, auto_1... b);");
  EXPECT_EQ(translated("struct S { public: void f(auto a) {} };"),
            "struct S { public: template <class auto_1> void f(auto_1 a) {} };");
  for (const std::string source : {"auto f = [](auto a) { return a; };", "void f(int a = [](auto b) { return b; }(1));",
                                   "auto f(int a) -> int;", "decltype(auto) f();", "void f() { auto a = g(1); }"}) {
    EXPECT_EQ(translated(source), source);
  }
}

TEST(Function, APointerOfDeviceCodeIsComparedWithAZeroOfItsType) {
  EXPECT_EQ(translated("__global__ void k(int* a, int n) { if (a > 0 && n > 0) f(); }"),
            "__global__ SIMT_WITHOUT_RETURN void k(int* a, int n) { if (a > (decltype(+a))0 && n > 0) f(); }");
  for (const std::string source :
       {"void f(int* a) { if (a > 0) g(); }", "__host__ __device__ int f(int* a) { return a > 0; }",
        "__device__ int f(int* a, int n) { return a[n] > 0 && n >= 0 && g.a > 0; }"}) {
    EXPECT_EQ(translated(source), source);
  }
}

TEST(DeviceVariable, AStaticOfAKernelIsOne) {
  EXPECT_EQ(translated("__global__ void k() { { static int a = 0; } }"),
            "__global__ void k() { { static SIMT_DEVICE_VARIABLE int a = 0; } }");
  EXPECT_EQ(translated("__global__ void k() { static constexpr int a[2] = {}; }"),
            "__global__ void k() { static SIMT_DEVICE_READ_ONLY constexpr int a[2] = {}; }");
  EXPECT_EQ(translated("__device__ int f() { static const char* a[2]; }"),
            "__device__ int f() { static SIMT_DEVICE_VARIABLE const char* a[2]; }");
  for (const std::string source : {"void f() { static int a; }", "__global__ void k() {} static int a;",
                                   "__global__ void k() { static_assert(true); }"}) {
    SCOPED_TRACE(source);
    EXPECT_EQ(translated(source), source);
  }
}

TEST(Shared, MayBeAlignedAfterwards) {
  EXPECT_EQ(in_kernel("__shared__ alignas(16) float s[4];"), "__shared__ _Alignas(16) float s[4]" + gap(0));
  EXPECT_EQ(in_kernel("__shared__ alignas(16) float s[4], t;"),
            "__shared__ _Alignas(16) float s[4]" + gap(0) + " __shared__ _Alignas ( 16 ) float t" + gap(1));
  EXPECT_EQ(translated("__constant__ alignas(float4) float c[4];"), "__constant__ _Alignas(float4) float c[4];");
  EXPECT_EQ(in_kernel("alignas(16) __shared__ float s[4];"), "alignas(16) __shared__ float s[4]" + gap(0));
  EXPECT_EQ(translated("struct alignas(16) S {};"), "struct alignas(16) S {};");
}

TEST(DynamicShared, RowsOfFixedLength) {
  EXPECT_EQ(in_kernel("extern __shared__ float s[][33];"),
            " float (* const s)[33] = static_cast<float (*)[33]>(simt::dynamic_shared());");
}

TEST(DynamicShared, EveryTokenStaysOnItsLine) {
  EXPECT_EQ(in_kernel("\nextern __shared__\n  float  // elements\n  s[];\n"),
            "\n\nfloat // elements\n* const s = static_cast<float*>(simt::dynamic_shared());\n");
}

TEST(DynamicShared, InKernelsWhereverTheyStand) {
  for (const std::string kernel : {"template <class T, int N = 3> __global__ void k(T* x)", "namespace a { void k()",
                                   "extern \"C\" { void k()", "struct S { static void k()", "void k() noexcept"}) {
    SCOPED_TRACE(kernel);
    EXPECT_THAT(translated(kernel + " { extern __shared__ float s[]; }"), HasSubstr("simt::dynamic_shared()"));
  }
}

TEST(DynamicShared, OutsideAKernelIsAnotherNameForIt) {
  for (const std::string before : {"", "void f() {}\n", "namespace a {\n", "extern \"C\" {\n"}) {
    SCOPED_TRACE(before);
    EXPECT_EQ(translated(before + "extern __shared__ float s[];"), before + "extern float s[] SIMT_DYNAMIC_SHARED;");
    EXPECT_EQ(translated(before + "extern __align__(16) __shared__ float s[][33];"),
              before + "extern float s[][33] SIMT_DYNAMIC_SHARED;");
  }
}

TEST(DynamicShared, OtherFormsAreRefused) {
  for (const std::string form : {"extern __shared__ float s[], t[];", "extern __shared__ float s[]"}) {
    SCOPED_TRACE(form);
    EXPECT_THAT(errors("void f() {\n" + form + "}"), ElementsAre(HasSubstr("2: this dynamic shared memory")));
  }
}

TEST(DynamicShared, WithASizeItIsNoDynamicSharedMemory) {
  EXPECT_THAT(translated("__global__ void k() { extern __shared__ float s[32]; }"),
              HasSubstr("{ __shared__ float s[32]; SIMT_SHARED_GAP(0);"));
  EXPECT_THAT(translated("__global__ void k() { extern __shared__ float s; }"),
              HasSubstr("{ __shared__ float s; SIMT_SHARED_GAP(0);"));
}

TEST(DynamicShared, OtherExternsStay) {
  for (const std::string source : {"extern int x[];", "extern \"C\" void f(int);", "extern \"C\" {\nint a[3];\n}"}) {
    EXPECT_EQ(translated(source), source);
  }
}

// --- __CUDA_ARCH__ ---

std::string with_branches(std::string_view source) {
  const Translation result = translate(source, "t.cu");
  EXPECT_THAT(result.errors, IsEmpty()) << result.errors.front().message;
  return result.source;
}

TEST(DeviceBranches, ADeviceFunctionHasItsOwnValueAndKeepsItsLines) {
  const std::string source = "__device__ int f()\n{\n#if __CUDA_ARCH__ >= 600\n  return 1;\n#endif\n}\nint after;\n";
  EXPECT_EQ(with_branches(source),
            "#line 1 \"t.cu\"\n__device__ int f()\n\n#define __CUDA_ARCH__ SIMT_CUDA_ARCH\n#line 2\n{\n"
            "#if __CUDA_ARCH__ >= 600\n  return 1;\n#endif\n}\n#undef __CUDA_ARCH__\n#line 6\n\nint after;\n");
}

TEST(DeviceBranches, AFunctionForBothHasBothBodies) {
  const std::string both =
      with_branches("__host__ __device__ int f() {\n#ifdef __CUDA_ARCH__\n return 1;\n#endif\n}\n");
  EXPECT_THAT(both, HasSubstr("{ if (simt::runs_on_device())\n#define __CUDA_ARCH__ SIMT_CUDA_ARCH\n#line 1\n{\n"));
  EXPECT_THAT(
      both,
      HasSubstr("}\n#undef __CUDA_ARCH__\nelse\n#line 1\n{\n#ifdef __CUDA_ARCH__\n return 1;\n#endif\n}}\n#line 5\n"));
  const std::string by_macro =
      with_branches("#define HD __host__ __device__\nHD int f() {\n#ifdef __CUDA_ARCH__\n#endif\n}\n");
  EXPECT_THAT(by_macro, HasSubstr("runs_on_device"));
}

TEST(DeviceBranches, MacrosAreDefinedAgainInDeviceCode) {
  const std::string group = "#ifdef __CUDA_ARCH__\n#define W 1\n#else\n#define W 2\n#endif\n";
  const std::string result = with_branches(group + "__device__ int f() { return W; }\nint g() { return W; }\n");
  EXPECT_THAT(result, HasSubstr("#define __CUDA_ARCH__ SIMT_CUDA_ARCH\n#undef W\n#undef W\n" + group));
  EXPECT_THAT(result, HasSubstr("#undef __CUDA_ARCH__\n#undef W\n#undef W\n" + group));
  EXPECT_THAT(result, HasSubstr("\nint g() { return W; }\n")) << "the host's";
}

TEST(DeviceBranches, DirectivesAroundDeviceFunctionsHaveTheDevicesValue) {
  const std::string shim =
      "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600\n__device__ double atomicAdd(double* a, double v) { return 0; "
      "}\n#endif";
  EXPECT_EQ(with_branches(shim + "\n"), "#line 1 \"t.cu\"\n#define __CUDA_ARCH__ SIMT_CUDA_ARCH\n#line 1\n" + shim +
                                            "\n#undef __CUDA_ARCH__\n#line 4\n");
}

TEST(DeviceBranches, WhatWouldDifferForHostAndDeviceIsRefused) {
  for (const std::string source :
       {"#ifdef __CUDA_ARCH__\nconst int width = 32;\n#else\nconst int width = 64;\n#endif\n",
        "#ifdef __CUDA_ARCH__\n__device__ void f() {}\n#else\nvoid f() {}\n#endif\n",
        "#ifdef __CUDA_ARCH__\n#include \"a.h\"\n#define A\n#endif\n"}) {
    EXPECT_THAT(errors(source), ElementsAre(HasSubstr("1: the emulator has no __CUDA_ARCH__ here"))) << source;
  }
}

TEST(DeviceBranches, HostCodeAndFilesWithoutItAreLeftAsTheyAre) {
  for (const std::string source :
       {"void f() {\n#ifdef __CUDA_ARCH__\n#endif\n}\n", "#ifndef __CUDA_ARCH__\nvoid f() {}\n#endif\n",
        "#ifndef __CUDA_ARCH__\n#include <vector>\n#endif\n", "__device__ int f() {\n#if A\n#endif\n}\n"}) {
    EXPECT_EQ(with_branches(source), "#line 1 \"t.cu\"\n" + source);
  }
}

// --- refusals ---

TEST(Refused, ByNameWithLineAndAdvice) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"asm(\"bar.sync 0;\");", "inline PTX"},
      {"asm volatile (\"\");", "inline PTX"},
      {"__asm__(\"\");", "inline PTX"},
      {"#define P asm(\"\")", "inline PTX"},
      {"__global__ void k(float* a, const int& n) {}", "pass a value"},
      {"__launch_bounds__(256) __global__ void k(int (&a)[4]) {}", "pass a value"},
      {"template <class T> __global__ void __launch_bounds__(N & 3) k(T&& a);", "pass a value"},
      {"texture<float, 2, cudaReadModeElementType> t;", "cudaCreateTextureObject()"},
  };
  for (const auto& [source, advice] : cases) {
    SCOPED_TRACE(source);
    EXPECT_THAT(errors("int a;\n\n" + source + "\n"), ElementsAre(AllOf(HasSubstr("3: "), HasSubstr(advice))));
  }
}

// Only the compiler knows whether the directive is skipped.
TEST(Refused, MissingHeadersByADirective) {
  EXPECT_EQ(translated("#ifdef A\n# include <mma.h> // wmma\n#endif\n"),
            "#ifdef A\n# error the emulator has no tensor cores (mma.h); use ordinary arithmetic // wmma\n#endif\n");
  for (const std::string source : {"#include <vector>\n", "#include \"mma.h.cuh\"\n", "#include MMA\n",
                                   "#include <cuda/atomic>\n", "#define H <mma.h>\n"}) {
    EXPECT_EQ(translated(source), source);
  }
}

TEST(Refused, ReferencesOnlyInKernels) {
  EXPECT_THAT(errors("__device__ void f(int& a); void g(int& a);"), IsEmpty());
  EXPECT_THAT(errors("__global__ void k(int a = b & 3, A<(1 & 3)> c) { int& d = a; }"), IsEmpty());
  EXPECT_THAT(errors("__global__ void k(void (*f)(int&));"), IsEmpty());
}

TEST(Launch, AMacroMayHoldItsShape) {
  EXPECT_THAT(errors("#define SHAPE 1, 32\nvoid f() { k<<<SHAPE>>>(x); }\n"), IsEmpty());
  EXPECT_THAT(errors("#define SHAPE(n) n, 32\nvoid f() { k<<<SHAPE(2)>>>(x); }\n"), IsEmpty());
}

TEST(Launch, FormattersMayPutBlanksIntoIt) {
  for (const std::string launch : {"k << <1, 2 >> > (x);", "k<< <1, 2>> >(x);", "k<<<1, 2>> >(x);"}) {
    EXPECT_THAT(translated("void f() { " + launch + " }"), HasSubstr("simt::launch(simt::Launch{")) << launch;
  }
  const std::string operation = "std::ostream& s = operator<< <char>(a, b);";
  EXPECT_EQ(translated(operation), operation);
}

TEST(Refused, LaunchesThatCannotBeRead) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"<<<1, 2>>>(x);", "no kernel name"},
      {"3<<<1, 2>>>(x);", "no kernel name"},
      {"k<<<1, 2>>>(x, {1, 2});", "the emulator has no launch arguments in braces"},
      {"k<<<>>>(x);", "not complete"},
      {"k<<<1, 2>>>;", "not complete"},
      {"k<<<1, 2>>\n>(x);", "not complete"},
      {"k<<<1, 2;", "not complete"},
      {"k<<<1, (2>>>(x);", "not complete"},
      {"k<<<1, 2", "not complete"},
      {"k<<<", "not complete"},
      {"k<<<1, 2>>>(x;", "not closed"},
      {"k<<<1, 2>>>(", "not closed"},
      {"k<<<1, 2>>>(f(x)", "not closed"},
      {"#define CONFIGURATION <<<1, 2>>>", "no kernel name"},
      {"#define L(k) k<<<1, 2>>>", "not complete"},
  };
  for (const auto& [source, message] : cases) {
    SCOPED_TRACE(source);
    EXPECT_THAT(errors("int a;\n" + source), ElementsAre(AllOf(HasSubstr("2: "), HasSubstr(message))));
  }
}

TEST(Refused, WhatIsNeverClosed) {
  EXPECT_THAT(errors("a;\n/* b\nc\n"), ElementsAre(HasSubstr("2: this comment is never closed")));
  EXPECT_THAT(errors("a;\ns = \"b\nc"), ElementsAre(HasSubstr("2: this string is never closed")));
  EXPECT_THAT(errors("a;\ns = \"b"), ElementsAre(HasSubstr("2: this string is never closed")));
  EXPECT_THAT(errors("a;\ns = \"b\\"), ElementsAre(HasSubstr("2: this string is never closed")));
  EXPECT_THAT(errors("a;\nc = 'b\n"), ElementsAre(HasSubstr("2: this character is never closed")));
  EXPECT_THAT(errors("a;\ns = R\"x(b)\"\n"), ElementsAre(HasSubstr("2: this raw string is never closed")));
  EXPECT_THAT(errors("a;\ns = R\"x"), ElementsAre(HasSubstr("2: this raw string is never closed")));
}

TEST(Refused, ErrorsComeByLine) {
  EXPECT_THAT(errors("asm(1);\n#define P asm(2)\n/*"),
              ElementsAre(HasSubstr("1: "), HasSubstr("2: "), HasSubstr("3: ")));
}

// --- hostile and odd input ---

TEST(Robust, TheFileNameIsEscaped) { EXPECT_EQ(translate("", "a\"b\\c").source, "#line 1 \"a\\\"b\\\\c\"\n"); }

TEST(Robust, AByteOrderMarkIsDropped) {
  EXPECT_EQ(translate("\xEF\xBB\xBF#if 0\n'\n#endif\nint a;", "t.cu").source,
            "#line 1 \"t.cu\"\n#if 0\n'\n#endif\nint a;");
}

TEST(Robust, CutAnywhereItNeitherCrashesNorHangs) {
  const std::string source =
      "#define L(k, ...) k<A<3>><<<1, \\\n 2>>>(__VA_ARGS__)\nextern __shared__ __align__(8) float s[][3];\n"
      "R\"x(a)x\" 'c' \"s\" /* c */ a::b<(N > 1)><<<f<A<B<int>>>(5), 2>>>(x, [&] { y[3]; }); #if 0\n";
  for (std::size_t length = 0; length <= source.size(); ++length) {
    for (std::size_t skipped = 0; skipped < length; skipped += 7) translate(source.substr(skipped, length), "t.cu");
  }
}

// What is quadratic in such inputs would take minutes.
TEST(Robust, WhatWouldTakeTooLongIsRefused) {
  for (const std::string piece : {"__global__ ", "extern ", "__constant__ "}) {
    std::string source;
    for (int i = 0; i < 30000; ++i) source += piece;
    const auto errors = for_cuda_front_end(source, "a.cu").errors;
    ASSERT_EQ(errors.size(), 1U) << piece;
    EXPECT_THAT(errors[0].message, HasSubstr("takes too long"));
  }
  std::string table = "__constant__ int table[] = {";
  for (int i = 0; i < 30000; ++i) table += std::to_string(i) + ", ";
  table += "};\n__global__ void k(int* a) { a[0] = table[threadIdx.x]; }\n";
  EXPECT_THAT(for_cuda_front_end(table, "a.cu").errors, IsEmpty());
  EXPECT_THAT(translate(table, "a.cu").errors, IsEmpty());
}

TEST(Robust, LongInputsComeToAnEnd) {
  constexpr int count = 30000;
  for (const std::string piece : {"k<<<",
                                  "k<<<(",
                                  "(k)<<<1,2>>>(",
                                  "((",
                                  "))",
                                  "a<",
                                  "a>",
                                  "a::",
                                  "extern ",
                                  "extern __shared__ ",
                                  "template <",
                                  "texture<",
                                  "#if 0\n",
                                  "\\\n",
                                  "R\"(",
                                  "'",
                                  "extern __shared__ a[][k<<<1, 2>>>(",
                                  "x> <<<",
                                  "k<<<a<a<a, 1>>>(",
                                  "{",
                                  "struct {",
                                  "__shared__ ",
                                  "__shared__ a<",
                                  "__shared__ a[",
                                  "__shared__ a, ",
                                  "static const ",
                                  "__device__ ",
                                  "__device__ a<",
                                  "__device__ a[",
                                  "__global__ void k(a, ",
                                  "__global__ void k() { static a[ ",
                                  "a[",
                                  "#define L(k"}) {
    SCOPED_TRACE(piece);
    std::string source;
    for (int i = 0; i < count; ++i) source += piece;
    translate(source, "t.cu");
  }
}

// --- what comes out compiles ---

// The least of the emulator that a translated file needs.
constexpr std::string_view stub = R"(
struct dim3 { unsigned x, y, z; dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {} };
namespace simt {
struct Launch { dim3 grid, block; unsigned long bytes = 0; void* stream = nullptr; };
template <class F, class... A> void launch(Launch, const char*, F f, A&&... a) { f(a...); }
void* dynamic_shared();
}
#define __global__
#define __shared__
)";

TEST(Compiles, WhatStudentsWrite) {
  if (std::string(COURSE_CLANG).empty()) GTEST_SKIP() << "there is no clang++";
  const std::string source = R"(
template <int N, class T> __global__ void k(T* out, const T* in, int n) { extern __shared__ float s[]; s[N] = n; }
namespace a { __global__ void empty() {} }
#define LAUNCH(kernel, ...) kernel<<<1, 2>>>(__VA_ARGS__)
#define TWICE(kernel) kernel<<<1, 2>>>(); \
                      kernel<<<1, 2>>>()
template <class T> struct A { static constexpr int value = 1; };
void f(float* out, const float* in, int n) {
  k<32, float><<<dim3((n + 31) / 32, n), n < 3 ? 1 : 2, 4 * sizeof(float)>>>(out, in, n);
  k<(1 > 0)><<<A<A<A<int>>>::value, 2>>>(out, in,
                                        n);
  a::empty<<<1, n>>>();
  LAUNCH(a::empty);
  LAUNCH((k<1, float>), out, in, n);
  TWICE(a::empty);
}
)";
  const Translation result = translate(source, "student.cu");
  ASSERT_THAT(result.errors, IsEmpty());
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "translated.cpp";
  std::ofstream(file) << stub << result.source;
  const std::string command = std::string(COURSE_CLANG) + " -std=c++17 -fsyntax-only -Werror " + file.string();
  EXPECT_EQ(std::system(command.c_str()), 0);
}

TEST(Translate, UnrollingByNumbersThatNvccIgnoresIsLeftOut) {
  const auto pragma = [](const std::string& lines) { return translated(lines + "\n"); };
  EXPECT_EQ(pragma("#pragma unroll 0"), "\n");
  EXPECT_EQ(pragma("#pragma unroll (-2)"), "\n");
  EXPECT_EQ(pragma("#pragma unroll"), "#pragma unroll\n");
  EXPECT_EQ(pragma("#pragma unroll 4"), "#pragma unroll 4\n");
  EXPECT_EQ(pragma("#pragma unroll N / 2"), "#pragma unroll(( N / 2 ) > 0 ? ( N / 2 ) : 1073741823)\n");
}

}  // namespace
