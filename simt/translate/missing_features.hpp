// What CUDA has and the emulator has not, by name. A program that uses it may be right, so it is not the program's
// mistake: it cannot run here. A name that CUDA does not have either, such as a misspelled one, is not in this list.
#pragma once

#include <string>
#include <string_view>

namespace simt {

/// Every message about a missing feature begins with this.
inline constexpr std::string_view missing_feature_start = "the emulator has no ";

/// "the emulator has no cudaGraphCreate (CUDA graphs); launch into streams", for a name that the compiler does not
/// know: an identifier in `scope`, which is a namespace ("cuda::std") or empty. Empty when CUDA has no such name.
std::string missing_name(std::string_view name, std::string_view scope);

/// "the emulator has no CUB (cub/cub.cuh); write the kernel yourself", for a header as an #include names it. Empty when
/// the header is none of CUDA's, or the emulator has it.
std::string missing_header(std::string_view header);

}  // namespace simt
