#include "grader/words/call_words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace grader {
namespace {

using testing::HasSubstr;

Finding blamed(const std::string& body, int use) {
  Finding found;
  found.line = use;
  found.text = "it reads from memory that cudaFree has freed";
  blame_early_free(simt::index_source("void run(float* host, float* device, float* other) {\n" + body + "}\n"), use,
                   found);
  return found;
}

TEST(CallWords, MemoryThatIsFreedBeforeItsUseIsBlamedOnTheCallThatFreesIt) {
  const Finding found = blamed("  cudaFree(device);\n  cudaMemcpy(host, device, 4, cudaMemcpyDeviceToHost);\n", 3);
  EXPECT_EQ(found.line, 2);
  EXPECT_EQ(found.other_line, 3);
  EXPECT_THAT(found.text, HasSubstr("the memory is given back here, and line 3 still uses it"));
}

TEST(CallWords, OtherMemoryThatIsFreedIsNotBlamed) {
  EXPECT_EQ(blamed("  cudaFree(other);\n  cudaMemcpy(host, device, 4, cudaMemcpyDeviceToHost);\n", 3).line, 3);
  EXPECT_EQ(blamed("  cudaMemcpy(host, device, 4, cudaMemcpyDeviceToHost);\n  cudaFree(device);\n", 2).line, 2);
}

}  // namespace
}  // namespace grader
