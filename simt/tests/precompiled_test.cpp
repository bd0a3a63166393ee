// A program is the same program, whether clang reads the emulator's headers or has read them before.
#include "simt/precompiled.hpp"

#include <gtest/gtest.h>

#include "simt/compile.hpp"
#include "support/files/cached.hpp"
#include "support/files/whole_file.hpp"

namespace simt {
namespace {

namespace fs = std::filesystem;

constexpr const char* right_program =
    "#include <cuda_runtime.h>\n"
    "#include <vector>\n"
    "__global__ void scale(float* out, float by) { out[threadIdx.x] = sqrtf(by) * out[threadIdx.x]; }\n"
    "extern \"C\" void run(float* out) { std::vector<int> sizes(3, 32); scale<<<1, sizes[0]>>>(out, 2); }\n";

/// What a compilation made and said.
struct Compiled {
  bool succeeded = false;
  std::string output, object;
};

/// The folder of the built programs, or one that has the plugin, and of the precompiled headers what a test puts there.
class Precompiled : public ::testing::Test {
 protected:
  Precompiled() : clang_(find_clang(PROGRAMS)) {
    fs::create_symlink(clang_.plugin, programs_.path() / clang_.plugin.filename());
  }

  /// The same file beside the plugin of the tests' own folder.
  fs::path own(const fs::path& built) const { return programs_.path() / built.filename(); }

  /// Always in the same folder, whose name an object holds.
  Compiled compile(const fs::path& programs, const std::string& text, bool is_graded) const {
    const fs::path folder = programs_.path() / "work";
    fs::remove_all(folder);
    fs::create_directory(folder);
    files::write_atomically(folder / "student.cu", text);
    CompileOptions options;
    options.folder = folder;
    if (is_graded) options.host_functions = {"run", "cudaLaunchKernel"};
    const Compiler compiler(fs::path(COURSE_ROOT) / "simt/include", programs);
    const process::Completed completed = compiler.compile(folder / "student.cu", options);
    const fs::path object = folder / "student.o";
    return {completed.succeeded(), completed.output, exists(object) ? files::read_file(object) : ""};
  }

  const Clang clang_;
  const files::TemporaryFolder programs_{fs::temp_directory_path()};
};

TEST_F(Precompiled, IsBuiltForEveryReading) { EXPECT_EQ(precompiled_files(clang_.precompiled).size(), 6U); }

TEST_F(Precompiled, AProgramBecomesTheSameCode) {
  for (const bool is_graded : {false, true}) {
    const Compiled quick = compile(PROGRAMS, right_program, is_graded);
    const Compiled slow = compile(programs_.path(), right_program, is_graded);
    ASSERT_FALSE(quick.object.empty()) << quick.output;
    EXPECT_TRUE(quick.object == slow.object) << "graded: " << is_graded;
    EXPECT_EQ(quick.output, slow.output);
  }
}

TEST_F(Precompiled, MistakesHaveTheSameMessages) {
  const std::string wrong_programs[] = {
      "int hosts(int x) { return x; }\n__global__ void k(int* p) { *p = hosts(3); }\n",
      "__global__ void k(int* p) { *p = 1 }\n",
      "__global__ void k(float* p) { float x; *p = x; undeclared(p); }\n",
      "#include \"not_there.h\"\n",
      "__device__ int table[4];\nvoid run() { table[0] = 1; }\n",
      // What graded code may not have.
      "#include <vector>\nstruct Own : std::vector<int> { int* first() { return this->_M_impl._M_start; } };\n",
      "#include <vector>\n#include <list>\nint* run(std::list<int>& l) { return l.end()._M_node->_M_data; }\n",
      "void run() { asm(\"\"); }\n",
      "#ifndef AGAIN\n#define AGAIN\n#define assert(x) asm(\"\")\n#include \"student.cu\"\n#include "
      "<cassert>\n#endif\n",
  };
  for (const std::string& text : wrong_programs) {
    const Compiled quick = compile(PROGRAMS, text, true);
    const Compiled slow = compile(programs_.path(), text, true);
    EXPECT_EQ(quick.output, slow.output) << text;
    EXPECT_EQ(quick.succeeded, slow.succeeded) << text;
  }
}

// As after an update of clang, or in a folder that was moved.
TEST_F(Precompiled, FilesThatClangRefusesAreNotUsed) {
  for (const Reading reading : {Reading::host_check, Reading::device_check, Reading::graded_code, Reading::own_code}) {
    files::write_atomically(own(precompiled_file(clang_.precompiled, reading)), "no headers");
  }
  for (const Reading reading : {Reading::graded_code, Reading::own_code}) {
    fs::copy_file(precompiled_text(clang_.precompiled, reading), own(precompiled_text(clang_.precompiled, reading)));
  }
  for (const bool is_graded : {false, true}) {
    const Compiled quick = compile(PROGRAMS, right_program, is_graded);
    const Compiled refused = compile(programs_.path(), right_program, is_graded);
    EXPECT_EQ(quick.output, refused.output);
    EXPECT_TRUE(quick.object == refused.object) << "graded: " << is_graded;
  }
}

// As in a home folder that is a link: every grading would read all headers again.
TEST_F(Precompiled, AreUsedWhereTheCourseIsReachedByALink) {
  const fs::path link = programs_.path() / "course";
  fs::create_directory_symlink(COURSE_ROOT, link);
  EXPECT_EQ(Compiler(link / "simt/include", PROGRAMS).build_key(),
            Compiler(fs::path(COURSE_ROOT) / "simt/include", PROGRAMS).build_key());
}

// Other headers were before the program than those that clang has read: what the emulator counts would differ.
TEST(AfterHeaders, OnlyTheSameTextIsLeftOut) {
  const std::string headers = "# 1 \"h.h\" 1\nint h;\n";
  const std::string back = "# 1 \"p.cpp\" 2\n";
  EXPECT_EQ(after_headers(headers + back + "int p;\n", headers, "p.cpp"), "# 1 \"p.cpp\"\nint p;\n");
  EXPECT_EQ(after_headers("# 1 \"h.h\" 1\nint g;\n" + back, headers, "p.cpp"), std::nullopt);
  EXPECT_EQ(after_headers(headers + "int more;\n" + back, headers, "p.cpp"), std::nullopt);
  EXPECT_EQ(after_headers(headers + back, "", "p.cpp"), std::nullopt);
  EXPECT_EQ(headers_alone(headers + back + "\n", "p.cpp"), headers);
}

TEST(LibraryNames, AreThoseThatOnlyBeginSo) {
  EXPECT_EQ(library_names_in("int _M_b; a_M_c(); x._S_a(1) + _M_b; _M"), "# 1 \"/precompiled\" 1\n_M_b;\n_S_a;\n");
}

}  // namespace
}  // namespace simt
