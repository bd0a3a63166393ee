#include "simt/translate/own_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "simt/translate/translate.hpp"

namespace simt {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<Diagnostic> found_in(const std::string& code) { return find_forbidden("# 1 \"own.cu\"\n" + code); }

void expect_found(const std::string& code, const std::string& message) {
  const auto found = found_in(code);
  ASSERT_THAT(found, SizeIs(1)) << code;
  EXPECT_THAT(found[0].message, HasSubstr(message));
  EXPECT_EQ(found[0].line, 1);
}

TEST(OwnText, NamesOfTheEmulatorAreItsOwn) {
  expect_found("simt::Launch launch;", "the name simt ");
  expect_found("extern int simt_work_left;", "simt_work_left");
  expect_found("void __tsan_write4(void*);", "__tsan_write4");
  expect_found("SIMT_UNSEEN float* p;", "SIMT_UNSEEN");
  expect_found("float __llvm_gcov_a[8];", "__llvm_gcov_a");
  expect_found("auto& table = std::use_facet<std::ctype<char>>(std::locale());", "use_facet");
  EXPECT_THAT(found_in("int simtime, a_simt_, tsan; const char* s = \"simt_launch\";"), IsEmpty());
}

TEST(OwnText, NamesOfTheLibraryAreThoseThatItsHeadersHave) {
  const std::string header = "# 1 \"/usr/include/list\" 1\nvoid _M_hook();\n";
  const auto found = find_forbidden(header + "# 1 \"own.cu\" 2\nint _M_mine, _S_mine;\nint a = b._M_hook();\n");
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].message, HasSubstr("_M_hook"));
  EXPECT_EQ(found[0].line, 2);
  EXPECT_THAT(found_in("struct Tile { int _M_width; };"), IsEmpty());
  // The header may come later: a macro's text may hold the name.
  EXPECT_THAT(find_forbidden("# 1 \"own.cu\"\nint _M_hook;\n" + header), SizeIs(1));
}

TEST(OwnText, AHeaderSaysWhatItsFileHolds) {
  const std::string include = "# 3 \"/inc/a.h\" 2\n# 2 \"own.cu\" 2\n";
  const std::string preprocessed = "# 1 \"own.cu\"\n\n# 1 \"/inc/a.h\" 1\n# 1 \"/inc/b.h\" 1\n" + include;
  SeenHeaders seen;
  EXPECT_THAT(find_forbidden(preprocessed, &seen), IsEmpty());
  ASSERT_THAT(seen.headers, SizeIs(2));
  EXPECT_EQ(seen.headers[1].file, "/inc/b.h");
  EXPECT_EQ(seen.headers[1].line, 2);
  EXPECT_FALSE(seen.includes_itself);
  const auto changed_by = [&](const std::string& source) {
    return find_changed_headers(source, seen, [](const std::string& file) {
      return file == "/inc/a.h" ? "#if A\n#define B(x) C\n#endif\nint d;  // E\n" : "#include F\n";
    });
  };
  for (const char* const harmless : {"#define A 1", "#define B 1", "#define E 1", "int d;"}) {
    EXPECT_THAT(changed_by(std::string(harmless) + "\n#include \"a.h\"\n"), IsEmpty()) << harmless;
  }
  for (const std::string name : {"C", "d", "F"}) {
    for (const std::string define : {"#define ", "# define ", "%:define ", "#def\\\nine "}) {
      const auto found = changed_by(define + name + " x\n#include \"a.h\"\n");
      ASSERT_THAT(found, SizeIs(1)) << define << name;
      EXPECT_THAT(found[0].message, HasSubstr("the macro " + name + " changes"));
    }
    EXPECT_THAT(changed_by("\n#include \"a.h\"\n#define " + name + " x\n"), IsEmpty()) << "it comes later";
  }
  seen.includes_itself = true;
  EXPECT_THAT(changed_by("\n#include \"a.h\"\n#define d x\n"), SizeIs(1));
}

TEST(OwnText, ANameIsFoundInCodeAlone) {
  const std::vector<std::string_view> names{"thread", "async"};
  EXPECT_EQ(find_name("// thread\nconst char* s = \"thread\";\nint threads;\nstd::thread t;\nstd::async(f);\n", names),
            4);
  EXPECT_EQ(find_name("// thread\n", names), 0);
}

TEST(OwnText, AttributesAreThoseThatHideNothing) {
  expect_found("__attribute__((section(\"x\"))) int a;", "section");
  expect_found("__attribute__((aligned(8), __no_sanitize__(\"thread\"))) int a;", "__no_sanitize__");
  expect_found("[[clang::no_sanitize(\"thread\")]] void f();", "no_sanitize");
  expect_found("[[using clang: no_sanitize(\"thread\")]] void f();", "no_sanitize");
  expect_found("__declspec(naked) void f();", "naked");
  expect_found("<:<:gnu::section(\"x\"):>:> int a;", "section");
  expect_found("<:[gnu::section(\"x\")]:> int a;", "section");
  EXPECT_THAT(found_in("struct __attribute__((packed, aligned(sizeof(int)))) A {};\n"
                       "[[maybe_unused, gnu::noinline]] int section, constructor = a[b[0]];\n"
                       "vector<::section> constructors<:2:>;"),
              IsEmpty());
}

TEST(OwnText, AssemblerAndPragmas) {
  expect_found("void f() { __asm__(\"nop\"); }", "assembler");
  expect_found("#pragma clang attribute push(a)", "#pragma clang");
  expect_found("#pragma weak f", "#pragma weak");
  EXPECT_THAT(found_in("#pragma unroll 4\n#pragma GCC diagnostic push\n#pragma clang loop unroll(full)\n"), IsEmpty());
}

TEST(OwnText, OnlyTheProgramsOwnFileIsLookedAt) {
  EXPECT_THAT(find_forbidden("# 1 \"/usr/include/a.h\" 1\nasm(\"nop\");\n# 2 \"own.cu\" 2\nint a;\n"), IsEmpty());
  const auto found = find_forbidden("# 1 \"own.cu\"\n# 1 \"/a.h\" 1\nint simt_a;\n# 7 \"own.cu\" 2\n\nint simt_b;\n");
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].line, 8);
}

// The program can include itself, and can say that its lines are another file's.
TEST(OwnText, OwnTextStaysOwn) {
  EXPECT_THAT(find_forbidden("# 1 \"own.cu\"\n# 1 \"./own.cu\" 1\nint simt_a;\n# 7 \"own.cu\" 2\n"), SizeIs(1));
  EXPECT_THAT(find_forbidden("# 1 \"own.cu\"\n# 7 \"/usr/include/a.h\"\nint simt_a;\n"), SizeIs(1));
}

TEST(OwnText, WhatTheTranslationPutsIn) {
  EXPECT_THAT(
      found_in("simt::launch(simt::Launch{1, 2}, \"k\", [&](auto&&... simt_args) { k(simt_args...); }, simt_arg_0);"
               "static __attribute__((section(\"simt_shared\"), used)) char simt_shared_gap_1[512];"
               "__attribute__((section(\"simt_kernels\"))) __attribute__((annotate(\"simt_without_return\"))) void k();"
               "extern float a[] __asm__(\"simt_dynamic_shared_memory\");"),
      IsEmpty());
  expect_found("simt::Launch launch;", "the name simt ");
  expect_found("extern int a __asm__(\"simt_work_left\");", "assembler");
  expect_found("__attribute__((section(\"simt_other\"))) int a;", "section");
  expect_found("__attribute__((annotate(\"simt_other\"))) void k();", "annotate");
}

TEST(OwnText, WhateverIsLaunchedMayBe) {
  for (const std::string launch : {"k<<<1, 32>>>(a, n);", "k<<<1, 32>>>(0, n);", "table[n % 2]<<<1, 32>>>(a, n);",
                                   "(n > 2 ? p : k)<<<1, 32>>>(a, n);", "t<4><<<1, 32>>>(a, n);"}) {
    const Translation translated = translate(
        "__global__ void k(int* a, int n) { extern __shared__ int s[]; s[0] = n; }\n"
        "template <int N> __global__ void t(int* a, int n) {}\n"
        "void run(int* a, int n) {\n"
        "  void (*const table[])(int*, int) = {k, k};\n"
        "  void (*p)(int*, int) = k;\n  " +
            launch + "\n}\n",
        "a.cu");
    EXPECT_THAT(translated.errors, IsEmpty()) << launch;
    EXPECT_THAT(found_in(translated.source), IsEmpty()) << translated.source;
  }
}

TEST(OwnText, NoFileSaysThatItIsAnother) {
  EXPECT_THAT(find_line_directives("int a;\n#line 5 \"b.h\"\n"), SizeIs(1));
  EXPECT_THAT(find_line_directives("# 5 \"b.h\" 1 3\n"), SizeIs(1));
  EXPECT_THAT(find_line_directives("#define line 5\n// #line 5\n#if 1\n#endif\n"), IsEmpty());
}

TEST(OwnText, DirectivesAreFoundWhereClangFindsThem) {
  using std::string_literals::operator""s;
  const std::string marker = "# 5 \"b.h\" 1 3\n";
  for (const std::string& before :
       {"// a comment\r"s, "\0"s, "\ufeff"s, "\u00a0"s, "\u2003\u3000"s, "// joined \\\r\r"s, "%:if 1\n"s,
        "#define false 1\n#if false\n"s, "#define true 0\n#if true\n#else\n"s, "#if 0\n#elifndef A\n"s,
        "#if !__has_include(<x/*y>)\n"s, "#import <x/*y>\n"s, "#include_next <x//y>\n"s}) {
    EXPECT_THAT(find_line_directives(before + marker + "/* */\n"), SizeIs(1)) << before;
  }
  for (const std::string& before : {"// joined \\\r"s, "#if 0\n"s, "#if false\n"s, "const char* a = R\"(\n"s}) {
    EXPECT_THAT(find_line_directives(before + marker + "//)\";\n#endif\n"), IsEmpty()) << before;
  }
}

}  // namespace
}  // namespace simt
