// A library for some entries has what these need, as a library for all has it, and nothing else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "simt/compile.hpp"
#include "support/files/cached.hpp"
#include "support/files/whole_file.hpp"

namespace simt {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

constexpr const char* two_parts =
    "#include <vector>\n"
    "__device__ int calls;\n"
    "__device__ float twice(float x) { return 2 * x; }\n"
    "__global__ void scale(float* out) { out[threadIdx.x] = twice(out[threadIdx.x]); }\n"
    "template <class T> __global__ void sum(T* out, const T* in, int n) {\n"
    "  __shared__ T parts[32];\n"
    "  parts[threadIdx.x] = 0;\n"
    "  for (int i = threadIdx.x; i < n; i += 32) parts[threadIdx.x] += in[i];\n"
    "  __syncthreads();\n"
    "  if (threadIdx.x == 0) for (int i = 0; i < 32; ++i) *out += parts[i];\n"
    "  atomicAdd(&calls, 1);\n"
    "}\n"
    "static void add_up(float* out, const float* in, int n) { sum<<<1, 32>>>(out, in, n); }\n"
    "static void (*chosen)(float*, const float*, int) = add_up;\n"
    "extern \"C\" void first(float* out) { std::vector<int> sizes(3, 32); scale<<<1, sizes[0]>>>(out); }\n"
    "extern \"C\" void second(float* out, const float* in, int n) { chosen(out, in, n); }\n"
    "extern \"C\" void third(double* out, const double* in, int n) { sum<<<1, 32>>>(out, in, n); }\n";

class Entries : public testing::Test {
 protected:
  process::Completed compile(const std::string& text, const std::vector<std::string>& entries) {
    files::write_atomically(folder_.path() / "student.cu", text);
    CompileOptions options;
    options.folder = folder_.path();
    options.entries = entries;
    return compiler_.compile(folder_.path() / "student.cu", options);
  }

  /// The functions and variables of the object file: how many bytes each has.
  std::map<std::string, std::string> sizes(const std::vector<std::string>& entries) {
    const process::Completed completed = compile(two_parts, entries);
    EXPECT_TRUE(completed.succeeded()) << completed.output;
    const std::string command = "nm -C -S --defined-only " + (folder_.path() / "student.o").string();
    const std::unique_ptr<FILE, int (*)(FILE*)> nm(popen(command.c_str(), "r"), pclose);
    std::map<std::string, std::string> found;
    char line[512];
    while (std::fgets(line, sizeof line, nm.get()) != nullptr) {
      std::istringstream words(line);
      std::string place, size, kind, name;
      if (words >> place >> size >> kind && std::getline(words >> std::ws, name)) found[name] = size;
    }
    return found;
  }

  const Compiler compiler_{fs::path(COURSE_ROOT) / "simt/include", PROGRAMS};
  const files::TemporaryFolder folder_{fs::temp_directory_path()};
};

TEST_F(Entries, WhatTheyNeedIsTheSameCode) {
  const auto all = sizes({});
  for (const std::string entry : {"first", "second", "third"}) {
    const auto some = sizes({entry});
    ASSERT_TRUE(some.contains(entry));
    for (const auto& [name, size] : some) {
      ASSERT_TRUE(all.contains(name)) << name;
      EXPECT_EQ(size, all.at(name)) << name << " for " << entry;
    }
  }
}

TEST_F(Entries, WhatNothingReachesIsLeftOut) {
  const auto first = sizes({"first"});
  EXPECT_FALSE(first.contains("second"));
  EXPECT_FALSE(first.contains("third"));
  EXPECT_TRUE(first.contains("calls")) << "a variable of the device stays where it is";
  const auto two = sizes({"first", "third"});
  EXPECT_TRUE(two.contains("first"));
  EXPECT_FALSE(two.contains("second"));
  EXPECT_TRUE(two.contains("third"));
}

TEST_F(Entries, AMistakeElsewhereIsNamed) {
  const std::string wrong =
      "\n__global__ void large(float* out) {\n"
      "  __shared__ float a[100000];\n"
      "  a[threadIdx.x] = 1;\n"
      "  __syncthreads();\n"
      "  *out = a[0];\n}\n"
      "extern \"C\" void fourth(float* out) { large<<<1, 1>>>(out); }\n";
  const process::Completed all = compile(two_parts + wrong, {});
  const process::Completed some = compile(two_parts + wrong, {"first"});
  EXPECT_FALSE(some.succeeded());
  EXPECT_EQ(all.output, some.output);
}

TEST_F(Entries, AnEntryThatIsNotThereIsNoMistake) { EXPECT_TRUE(compile(two_parts, {"missing"}).succeeded()); }

}  // namespace
}  // namespace simt
