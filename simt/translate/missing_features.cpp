#include "simt/translate/missing_features.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "simt/translate/cuda_names.hpp"

namespace simt {
namespace {

/// A group of names, or of headers, with a common start.
struct Family {
  std::string_view start;
  std::string_view feature;      ///< what to call the group
  std::string_view advice = {};  ///< what to use instead
};

constexpr std::string_view write_kernel = "write the kernel yourself";
constexpr std::string_view no_driver = "the CUDA driver API";
constexpr std::string_view use_runtime = "use the CUDA runtime";
constexpr std::string_view use_point = "use tex1Dfetch, tex1D, tex2D or tex3D";
constexpr std::string_view no_file_api = "sharing with other programs";
constexpr std::string_view use_threads = "use blocks of one grid";

constexpr std::array families{
    Family{"cudaGraphics", "graphics interoperation"},
    Family{"cudaGL", "graphics interoperation"},
    Family{"cudaD3D", "graphics interoperation"},
    Family{"cudaWGL", "graphics interoperation"},
    Family{"cudaEGL", "graphics interoperation"},
    Family{"cudaVDPAU", "graphics interoperation"},
    Family{"cudaGraph", "CUDA graphs", "launch into streams"},
    Family{"cudaStreamBeginCapture", "CUDA graphs", "launch into streams"},
    Family{"cudaStreamEndCapture", "CUDA graphs", "launch into streams"},
    Family{"cudaStreamCapture", "CUDA graphs", "launch into streams"},
    Family{"cudaStreamIsCapturing", "CUDA graphs", "launch into streams"},
    Family{"cudaStreamGetCaptureInfo", "CUDA graphs", "launch into streams"},
    Family{"cudaStreamUpdateCapture", "CUDA graphs", "launch into streams"},
    Family{"cudaConditional", "CUDA graphs", "launch into streams"},
    Family{"cudaKernelNode", "CUDA graphs", "launch into streams"},
    Family{"cudaMemcpyNode", "CUDA graphs", "launch into streams"},
    Family{"cudaMemsetNode", "CUDA graphs", "launch into streams"},
    Family{"cudaHostNode", "CUDA graphs", "launch into streams"},
    Family{"cudaUserObject", "CUDA graphs", "launch into streams"},
    Family{"cudaCreateSurface", "surfaces", "write to global memory"},
    Family{"cudaDestroySurface", "surfaces", "write to global memory"},
    Family{"cudaSurface", "surfaces", "write to global memory"},
    Family{"cudaBoundaryMode", "surfaces", "write to global memory"},
    Family{"surf1D", "surfaces", "write to global memory"},
    Family{"surf2D", "surfaces", "write to global memory"},
    Family{"surf3D", "surfaces", "write to global memory"},
    Family{"surfCubemap", "surfaces", "write to global memory"},
    Family{"cudaMemPool", "memory pools", "use cudaMallocAsync"},
    Family{"cudaMallocFromPool", "memory pools", "use cudaMallocAsync"},
    Family{"cudaDeviceGetDefaultMemPool", "memory pools", "use cudaMallocAsync"},
    Family{"cudaDeviceGetMemPool", "memory pools", "use cudaMallocAsync"},
    Family{"cudaDeviceSetMemPool", "memory pools", "use cudaMallocAsync"},
    Family{"cudaIpc", no_file_api},
    Family{"cudaExternal", no_file_api},
    Family{"cudaImportExternal", no_file_api},
    Family{"cudaDestroyExternal", no_file_api},
    Family{"cudaSignalExternal", no_file_api},
    Family{"cudaWaitExternal", no_file_api},
    Family{"cudaMipmapped", "mipmapped arrays", use_point},
    Family{"cudaMallocMipmapped", "mipmapped arrays", use_point},
    Family{"cudaFreeMipmapped", "mipmapped arrays", use_point},
    Family{"cudaGetMipmapped", "mipmapped arrays", use_point},
    Family{"cudaResourceView", "resource views of textures"},
    Family{"cudaResViewFormat", "resource views of textures"},
    Family{"tex", "such kind of texture", use_point},
    Family{"cudaLibrary", "loading of device code at run time"},
    Family{"cudaKernel", "loading of device code at run time"},
    Family{"cudaJit", "loading of device code at run time"},
    Family{"cudaGetDriverEntryPoint", no_driver, use_runtime},
    Family{"cudaDriverEntryPoint", no_driver, use_runtime},
    Family{"cudaDevResource", "execution contexts"},
    Family{"cudaExecutionCtx", "execution contexts"},
    Family{"cudaLogs", "logs of the driver"},
    Family{"cudaAsyncNotification", "notifications of the driver"},
    Family{"cudaNvSci", no_file_api},
    Family{"cudaDeviceP2P", "a second device"},
    Family{"cudaDevP2P", "a second device"},
    Family{"cudaMemcpy3DBatch", "batches of copies"},
    Family{"cudaMemcpyBatch", "batches of copies"},
    Family{"cudaCluster", "clusters of blocks", use_threads},
    Family{"__cluster", "clusters of blocks", use_threads},
    Family{"__nv_fp8", "8-bit floating-point numbers", "use float"},
    Family{"__nv_fp4", "4-bit floating-point numbers", "use float"},
    Family{"__nv_bfloat16", "bfloat16", "include cuda_bf16.h"},
    Family{"cublas", "cuBLAS", write_kernel},
    Family{"CUBLAS_", "cuBLAS", write_kernel},
    Family{"curand", "cuRAND", "write the generator yourself"},
    Family{"CURAND_", "cuRAND", "write the generator yourself"},
    Family{"cufft", "cuFFT", write_kernel},
    Family{"cusparse", "cuSPARSE", write_kernel},
    Family{"cusolver", "cuSOLVER", write_kernel},
    Family{"cudnn", "cuDNN", write_kernel},
    Family{"nvtx", "NVTX", "leave the ranges out"},
};

// Of simt/include, those whose names would match a group below. MissingHeaders.* in the tests compares both.
constexpr std::string_view provided_headers = R"( cooperative_groups/memcpy_async.h cooperative_groups/reduce.h
 cooperative_groups/scan.h cuda/atomic cuda/barrier cuda/cmath cuda/pipeline cuda/std/array
 cuda/std/atomic cuda/std/barrier cuda/std/bit cuda/std/cassert cuda/std/cfloat cuda/std/chrono cuda/std/climits
 cuda/std/cmath cuda/std/complex cuda/std/cstddef cuda/std/cstdint cuda/std/cstdlib cuda/std/cstring
 cuda/std/functional cuda/std/initializer_list cuda/std/iterator cuda/std/limits cuda/std/numeric cuda/std/optional
 cuda/std/ratio cuda/std/tuple cuda/std/type_traits cuda/std/utility cuda/std/variant )";

/// Headers of one part of CUDA: names, and folders with a slash at the end, separated by blanks.
struct Headers {
  std::string_view names;
  std::string_view feature;
  std::string_view advice = {};
};

constexpr std::array header_groups{
    Headers{" cub/ ", "CUB", write_kernel},
    Headers{" thrust/ ", "Thrust", write_kernel},
    Headers{" cublas.h cublas_v2.h cublas_api.h cublasLt.h cublasXt.h nvblas.h ", "cuBLAS", write_kernel},
    Headers{" curand.h curand_kernel.h curand_globals.h curand_uniform.h curand_normal.h curand_normal_static.h "
            "curand_lognormal.h curand_poisson.h curand_discrete.h curand_discrete2.h curand_mrg32k3a.h "
            "curand_philox4x32_x.h curand_precalc.h curand_mtgp32.h curand_mtgp32_host.h curand_mtgp32_kernel.h "
            "curand_mtgp32dc_p_11213.h ",
            "cuRAND", "write the generator yourself"},
    Headers{" cufft.h cufftXt.h cufftw.h cufft_legacy.h cudalibxt.h ", "cuFFT", write_kernel},
    Headers{" cusparse.h cusparse_v2.h cusparseLt.h ", "cuSPARSE", write_kernel},
    Headers{" cusolverDn.h cusolverSp.h cusolverRf.h cusolverMg.h cusolver_common.h cusolverSp_LOWLEVEL_PREVIEW.h ",
            "cuSOLVER", write_kernel},
    Headers{" cudnn.h cudnn_v8.h cudnn_v9.h cudnn_ops.h cudnn_cnn.h cudnn_adv.h cudnn_graph.h cudnn_backend.h "
            "cudnn_version.h ",
            "cuDNN", write_kernel},
    Headers{" cutensor.h cutensor/ ", "cuTENSOR", write_kernel},
    Headers{" cutlass/ cute/ ", "CUTLASS", write_kernel},
    Headers{" nccl.h nccl_device.h nccl_device/ ", "NCCL"},
    Headers{" nvshmem.h nvshmemx.h ", "NVSHMEM"},
    Headers{" npp.h nppcore.h nppdefs.h nppi.h npps.h ", "NPP", write_kernel},
    Headers{" nvjpeg.h ", "nvJPEG"},
    Headers{" nvrtc.h nvJitLink.h nvPTXCompiler.h nvvm.h ", "compilation at run time"},
    Headers{" nvml.h ", "NVML"},
    Headers{" nvtx3/ nvToolsExt.h nvToolsExtCuda.h nvToolsExtCudaRt.h ", "NVTX", "leave the ranges out"},
    Headers{" cupti.h cupti_activity.h cupti_callbacks.h cupti_events.h cupti_metrics.h cupti_result.h "
            "cupti_profiler_target.h cupti_target.h cupti_version.h nvperf_host.h nvperf_target.h nvperf_common.h "
            "nvperf_cuda_host.h ",
            "CUPTI"},
    Headers{" cufile.h ", "GPUDirect Storage"},
    Headers{" mma.h crt/mma.h ", "tensor cores", "use ordinary arithmetic"},
    Headers{" cuda_fp8.h cuda_fp8.hpp ", "8-bit floating-point numbers", "use float"},
    Headers{" cuda_fp6.h cuda_fp6.hpp ", "6-bit floating-point numbers", "use float"},
    Headers{" cuda_fp4.h cuda_fp4.hpp ", "4-bit floating-point numbers", "use float"},
    Headers{" cuda_bf16.h cuda_bf16.hpp ", "bfloat16", "use float"},
    Headers{" cuda_fp16.h cuda_fp16.hpp ", "half precision", "use float"},
    Headers{" cudaGL.h cudaGLTypedefs.h cuda_gl_interop.h cudaEGL.h cudaEGLTypedefs.h cuda_egl_interop.h cudaVDPAU.h "
            "cudaVDPAUTypedefs.h cuda_vdpau_interop.h cuda_d3d9_interop.h cuda_d3d10_interop.h cuda_d3d11_interop.h ",
            "graphics interoperation"},
    Headers{" cudaTypedefs.h cudaProfilerTypedefs.h cudaProfiler.h ", no_driver, use_runtime},
    Headers{" cuda_device_runtime_api.h ", "launches by kernels", "launch from host code"},
    Headers{" cuda_awbarrier.h cuda_awbarrier_primitives.h cuda_awbarrier_helpers.h ", "such interface of barriers",
            "use cuda::barrier"},
    Headers{" surface_functions.h surface_indirect_functions.h surface_types.h ", "surfaces", "write to global memory"},
    Headers{" cooperative_groups/ ", "such part of cooperative groups"},
    Headers{" cuda/latch cuda/std/latch ", "cuda::latch", "use cuda::barrier"},
    Headers{" cuda/semaphore cuda/std/semaphore ", "cuda::counting_semaphore", "use cuda::barrier"},
    Headers{" cuda/ptx ", "PTX", "write it in CUDA C++ or with a CUDA intrinsic function"},
    Headers{" cuda/annotated_ptr ", "cuda::annotated_ptr", "use an access-policy window of the stream"},
    Headers{" cuda/ nv/ ", "such part of libcu++"},
    Headers{" crt/ Openacc/ Openmp/ ", "internal headers of CUDA"},
    Headers{" cuda_stdint.h cudart_platform.h device_types.h library_types.h fatbinary_section.h nv_decode.h "
            "texture_indirect_functions.h cuda_occupancy.h ",
            "such header of CUDA"},
};

/// `name` among `names`, which are separated by blanks or line ends.
bool is_among(std::string_view names, std::string_view name) {
  const auto is_end = [](char c) { return c == ' ' || c == '\n'; };
  for (std::size_t at = names.find(name); at != std::string_view::npos; at = names.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || is_end(names[at - 1])) && (end == names.size() || is_end(names[end]))) return true;
  }
  return false;
}

const Family* family_of(std::string_view name) {
  const auto found =
      std::find_if(families.begin(), families.end(), [&](auto& one) { return name.starts_with(one.start); });
  return found == families.end() ? nullptr : &*found;
}

// The driver API: cuInit, CUdevice, CU_CTX_SCHED_AUTO, CUDA_SUCCESS.
bool is_of_the_driver(std::string_view name) {
  const auto at = [&](std::size_t i) { return i < name.size() ? static_cast<unsigned char>(name[i]) : 0; };
  if (name.starts_with("cu") && std::isupper(at(2)) != 0) return true;
  return name.starts_with("CU_") || name.starts_with("CUDA_") || (name.starts_with("CU") && std::islower(at(2)) != 0);
}

std::string sentence(std::string_view what, std::string_view more, std::string_view advice) {
  std::string text = std::string(missing_feature_start) + std::string(what);
  if (!more.empty()) text += " (" + std::string(more) + ")";
  if (!advice.empty()) text += "; " + std::string(advice);
  return text;
}

std::string missing_in_global_scope(std::string_view name) {
  // "tex" alone is the start of too many names of programs.
  const bool is_listed = is_among(detail::runtime_names, name) || is_among(detail::device_names, name);
  const Family* const family = family_of(name);
  if (family != nullptr && (is_listed || family->start != "tex"))
    return sentence(name, family->feature, family->advice);
  if (is_listed) return sentence(name, "", "");
  return is_of_the_driver(name) ? sentence(name, no_driver, use_runtime) : "";
}

}  // namespace

std::string missing_name(std::string_view name, std::string_view scope) {
  if (name.empty()) return "";
  if (scope.empty()) return missing_in_global_scope(name);
  const bool is_group = scope == "cooperative_groups" && is_among(detail::cooperative_groups_names, name);
  const bool is_library = scope.starts_with("cuda") && is_among(detail::library_names, name);
  return is_group || is_library ? sentence(std::string(scope) + "::" + std::string(name), "", "") : "";
}

std::string missing_header(std::string_view header) {
  if (is_among(provided_headers, header)) return "";
  for (const Headers& group : header_groups) {
    bool is_in_group = is_among(group.names, header);
    for (std::size_t slash = header.find('/'); slash != std::string_view::npos && !is_in_group;
         slash = header.find('/', slash + 1)) {
      is_in_group = is_among(group.names, header.substr(0, slash + 1));
    }
    if (is_in_group) return sentence(group.feature, header, group.advice);
  }
  return "";
}

}  // namespace simt
