// What a finding is about: words.hpp's subject().
#include <fmt/format.h>

#include <cstring>

#include "simt/findings/words.hpp"

namespace simt {
namespace {

std::string name_of(const FindingRecord& finding) { return {finding.name, strnlen(finding.name, sizeof finding.name)}; }

std::string memory_words(const FindingRecord& finding) {
  // A function of the host that a stream calls may use it.
  const bool is_of_stream = finding.kind == FindingKind::stream_race || finding.kind == FindingKind::host_race;
  const char* const unreachable = is_of_stream ? "" : ", which the device cannot address";
  const std::string name = name_of(finding);
  switch (finding.memory) {
    case Memory::none:
    case Memory::segment:
      return name;
    case Memory::dynamic_shared:
      return name + (finding.lacks_dynamic_shared() ? ", of which the launch requests 0 bytes" : "");
    case Memory::variable:
      return "the variable " + name;
    case Memory::freed:
      return "memory that cudaFree has freed";
    case Memory::null_pointer:
      return "the null pointer";
    case Memory::host:
      return std::string("host memory") + unreachable;
    case Memory::host_variable:
      return "host memory: the variable " + name + unreachable;
    case Memory::host_local:
      return std::string("host memory: a local variable") + unreachable;
    case Memory::other_threads_local:
      return "a local variable of another thread, which only that thread can address";
    case Memory::unknown:
      return "memory that is not the device's";
  }
  return name;
}

/// A block that is too large, beside a grid that would be a usual block.
std::string exchanged(const FindingRecord& finding) {
  const Index3& grid = finding.other_block;
  const std::int64_t blocks = std::int64_t{grid.x} * grid.y * grid.z;
  if (blocks < 32 || blocks > 1024 || blocks % 32 != 0) return "";
  return fmt::format(
      ", and the grid has {} blocks: are the two exchanged? The number of blocks comes first, "
      "<<<blocks, threads>>>",
      blocks);
}

std::string launch_words(const FindingRecord& finding) {
  const auto& [first, second, third] = finding.numbers;
  const std::string extent = fmt::format("{} x {} x {}", first, second, third);
  switch (finding.detail) {
    case Detail::empty_block:
      return fmt::format("a block of {} threads is empty", extent);
    case Detail::block_extent:
      return fmt::format("a block of {} threads; each dimension may be up to 1024 x 1024 x 64{}", extent,
                         exchanged(finding));
    case Detail::block_threads:
      return fmt::format("{} threads per block; at most 1024 are possible", first);
    case Detail::empty_grid:
      return fmt::format("a grid of {} blocks is empty", extent);
    case Detail::grid_extent:
      return fmt::format("a grid of {} blocks; at most 2147483647 x 65535 x 65535 are possible", extent);
    case Detail::dynamic_bytes:
      return fmt::format("{} bytes of dynamic shared memory; the kernel may have {}", first, second);
    case Detail::static_bytes:
      return fmt::format("{} bytes of __shared__ variables; a kernel may have {}{}", first, second,
                         third > second ? "; more is possible only as dynamic shared memory" : "");
    case Detail::shared_bytes:
      return fmt::format("{} bytes of shared memory, static and dynamic; a block may have {}", first, second);
    case Detail::too_many_at_once:
      return "more blocks than can be resident at a time, which a cooperative launch needs";
    case Detail::launch_bounds:
      return fmt::format("{} threads per block; the kernel's __launch_bounds__ promise at most {}", first, second);
    case Detail::no_writer:
      return "no other thread is left that could write what it waits for" +
             (finding.bytes == 0 ? ""
                                 : fmt::format(": {} holds {} and stays so", memory_words(finding), finding.distance)) +
             (first <= 1   ? ""
              : third == 0 ? fmt::format("; all {} blocks are there and wait", first)
                           : fmt::format("; {} of {} blocks still wait, the others have ended", second, first));
    case Detail::more_than_resident:
      return fmt::format("the grid has {} blocks, of which only {} can be resident at a time", first, second);
    default:
      return "";
  }
}

std::string unsupported_words(const FindingRecord& finding) {
  switch (finding.detail) {
    case Detail::launch_by_kernel:
      return fmt::format("launch of {} by a kernel", name_of(finding));
    case Detail::host_call:
      return fmt::format("a call of {} by a kernel: only host code can call it", name_of(finding));
    case Detail::call_within:
      return "a call of an address at which no function begins";
    case Detail::call_elsewhere:
      return "a call by an address that is no function of this program, and none that it uses by its name";
    case Detail::grid_sync:
      return "this_grid().sync() in a kernel that cudaLaunchCooperativeKernel did not launch";
    case Detail::async_copy_bytes:
      return fmt::format("an asynchronous copy of {} bytes: only 4, 8 and 16 are possible", finding.numbers[0]);
    case Detail::async_copy_target:
      return "an asynchronous copy to memory other than shared memory";
    case Detail::device_reset:
      return "cudaDeviceReset(), which, on a GPU as well, would also free the caller's memory";
    case Detail::launch_attribute:
      return "launch attributes other than access-policy windows and cooperation";
    case Detail::special_array:
      return "layered, cube map and gather arrays: make one plain array for each layer";
    case Detail::resource_view:
      return "resource views: describe the texture's own channels";
    case Detail::mipmapped_array:
      return "mipmapped arrays: fetch from a plain array";
    case Detail::texture_filter:
      return "linear filtering of textures: use cudaFilterModePoint and interpolate in the kernel";
    case Detail::normalized_read:
      return "cudaReadModeNormalizedFloat: use cudaReadModeElementType and divide in the kernel";
    case Detail::srgb_texture:
      return "sRGB textures: convert in the kernel";
    case Detail::room_in_memory:
      return fmt::format(
          "room for {} bytes of memory: it needs twice as many, and this computer has {} available; ask for less",
          finding.numbers[0], finding.numbers[1]);
    case Detail::border_color:
      return "border colours other than zero: compare the coordinates in the kernel";
    case Detail::no_texture:
      return "a fetch through a handle that is not a texture object, or no longer one";
    case Detail::texture_type:
      return "a fetch of a type other than that of the texture's channel description";
    case Detail::fetch_from_array:
      return "tex1Dfetch from a texture that is not of linear memory: use tex1D, tex2D or tex3D";
    case Detail::fetch_from_linear:
      return "this fetch from a texture of linear memory: use tex1Dfetch";
    case Detail::texture_dimensions:
      return "a fetch whose number of coordinates differs from the texture's number of dimensions";
    default:
      return "";
  }
}

}  // namespace

std::string subject(const FindingRecord& finding) {
  switch (finding.kind) {
    case FindingKind::bad_launch:
    case FindingKind::deadlock:
      return launch_words(finding);
    case FindingKind::unsupported:
      return unsupported_words(finding);
    default:
      return memory_words(finding);
  }
}

}  // namespace simt
