// Where the device address of registered memory is asked for, and where that is not needed.
#include "grader/words/host_address.hpp"

#include <gtest/gtest.h>

#include <string>

namespace grader {
namespace {

simt::Evidence through_the_link() {
  simt::Evidence evidence;
  evidence.traffic.emplace_back().host_sectors = 4;
  return evidence;
}

std::string source_with(const std::string& pin, const std::string& asks) {
  return "__global__ void k(float* p);\n"
         "void pin(void* memory, size_t bytes) { " +
         pin +
         " }\n"
         "void zero_copy(float* host) {\n"
         "  " +
         asks +
         "\n"
         "  k<<<1, 1>>>(host);\n"
         "}\n";
}

int remarked_line(const std::string& text, const simt::Evidence& evidence) {
  const auto found = remark_on_host_address(simt::index_source(text), "zero_copy", evidence);
  return found ? found->line : 0;
}

constexpr char registers[] = "cudaHostRegister(memory, bytes, cudaHostRegisterMapped);";

TEST(HostAddress, OfRegisteredMemoryIsARemarkWhereNothingAsksForTheDevices) {
  EXPECT_EQ(remarked_line(source_with(registers, ""), through_the_link()), 5);
}

TEST(HostAddress, IsNoRemarkWhereItIsAskedForOrTheSameByPromise) {
  EXPECT_EQ(remarked_line(source_with(registers, "cudaHostGetDevicePointer(&p, host, 0);"), through_the_link()), 0);
  EXPECT_EQ(remarked_line(source_with(registers,
                                      "cudaDeviceGetAttribute(&can, "
                                      "cudaDevAttrCanUseHostPointerForRegisteredMem, 0);"),
                          through_the_link()),
            0);
  EXPECT_EQ(remarked_line(source_with("cudaMallocHost(&memory, bytes);", ""), through_the_link()), 0);
}

TEST(HostAddress, IsNoRemarkWhereKernelsUseDeviceMemoryAlone) {
  EXPECT_EQ(remarked_line(source_with(registers, ""), {}), 0);
}

}  // namespace
}  // namespace grader
