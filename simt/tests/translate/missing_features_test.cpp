// What CUDA has and the emulator has not: which names are known, and that the emulator's own headers are none of them.
#include "simt/translate/missing_features.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace simt {
namespace {

namespace fs = std::filesystem;

TEST(MissingNames, OfTheRuntimeWithTheirFamilyAndAdvice) {
  EXPECT_EQ(missing_name("cudaGraphCreate", ""),
            "the emulator has no cudaGraphCreate (CUDA graphs); launch into streams");
  EXPECT_EQ(missing_name("cudaMemcpy3DPeer", ""), "the emulator has no cudaMemcpy3DPeer");
  EXPECT_EQ(missing_name("surf2Dwrite", ""), "the emulator has no surf2Dwrite (surfaces); write to global memory");
  EXPECT_EQ(missing_name("tex2DLod", ""),
            "the emulator has no tex2DLod (such kind of texture); use tex1Dfetch, tex1D, tex2D or tex3D");
  EXPECT_EQ(missing_name("__viaddmax_s32", ""), "the emulator has no __viaddmax_s32");
  EXPECT_EQ(missing_name("cuMemAlloc", ""),
            "the emulator has no cuMemAlloc (the CUDA driver API); use the CUDA runtime");
  EXPECT_EQ(missing_name("CUdevice", ""), "the emulator has no CUdevice (the CUDA driver API); use the CUDA runtime");
}

TEST(MissingNames, MisspelledOnesAreNotCudas) {
  for (const char* name :
       {"cudaMemcopy", "cudaMaloc", "cudaDeviceSynchronise", "__syncthread", "threadIDx", "texel", "texture_of",
        "cudamalloc", "cuda", "current", "custom", "CURRENT", "Cuda", "", "float4x4"}) {
    EXPECT_EQ(missing_name(name, ""), "") << name;
  }
}

TEST(MissingNames, InNamespaces) {
  EXPECT_EQ(missing_name("this_cluster", "cooperative_groups"), "the emulator has no cooperative_groups::this_cluster");
  EXPECT_EQ(missing_name("span", "cuda::std"), "the emulator has no cuda::std::span");
  EXPECT_EQ(missing_name("this_blok", "cooperative_groups"), "");
  EXPECT_EQ(missing_name("span", "std"), "") << "the standard library's own";
  EXPECT_EQ(missing_name("cudaGraphCreate", "mine"), "");
}

TEST(MissingHeaders, AreNamedByTheirLibrary) {
  EXPECT_EQ(missing_header("cub/cub.cuh"), "the emulator has no CUB (cub/cub.cuh); write the kernel yourself");
  EXPECT_EQ(missing_header("thrust/device_vector.h"),
            "the emulator has no Thrust (thrust/device_vector.h); write the kernel yourself");
  EXPECT_EQ(missing_header("mma.h"), "the emulator has no tensor cores (mma.h); use ordinary arithmetic");
  EXPECT_EQ(missing_header("cuda/std/span"), "the emulator has no such part of libcu++ (cuda/std/span)");
  EXPECT_EQ(missing_header("curand_kernel.h"),
            "the emulator has no cuRAND (curand_kernel.h); write the generator yourself");
}

TEST(MissingHeaders, OfTheProgramAreItsOwn) {
  for (const char* header : {"cublas_helpers.h", "my_cub.cuh", "cudamath.h", "matrix.h", "vector", "cub.h",
                             "cudaUtils.h", "cooperative.h", ""}) {
    EXPECT_EQ(missing_header(header), "") << header;
  }
}

TEST(MissingHeaders, NoneIsAHeaderThatTheEmulatorHas) {
  const fs::path folder = COURSE_ROOT "/simt/include";
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const std::string header = fs::relative(entry.path(), folder).string();
    EXPECT_EQ(missing_header(header), "");
  }
}

}  // namespace
}  // namespace simt
